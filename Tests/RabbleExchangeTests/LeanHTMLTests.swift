import RabbleExchange
import Testing

/// What is left of HTML that is mostly attributes.
struct LeanHTMLTests {
  @Test(arguments: [
    ("<span class=\"a>b\" data-x='1'>犬</span>", "<span>犬</span>"),
    ("<img class=gloss src=\"a.png\">", "<img class=gloss src=\"a.png\">"),
    ("a < b <3 c", "a < b <3 c"), ("<li\nvalue=1>x", "<li>x"), ("<broken", "<broken"),
    ("<a href=\"unclosed>text", "<a href=\"unclosed>text"),
    ("plain [sound:a.mp3]", "plain [sound:a.mp3]"),
  ])
  func `tags lose their attributes, but for those that name a picture`(html: String, lean: String) {
    #expect(LeanHTML.text(html) == lean)
  }
}
