import Testing

@testable import RabbleExchange

struct LeanHTMLTests {
  @Test(arguments: [
    ("<span class=\"a > b\" data-x='1'>word</span>", "<span>word</span>"),
    ("<img alt=\"x\" src=\"a.png\">", "<img alt=\"x\" src=\"a.png\">"),
    ("a < b and 1<2, <div", "a < b and 1<2, <div"), ("<br/>漢字", "<br/>漢字"),
  ])
  func `tags lose the attributes that name no file`(html: String, lean: String) {
    #expect(LeanHTML.text(html) == lean)
    #expect(HTMLText(lean).text == HTMLText(html).text)
  }
}
