import RabbleText
import Testing

@testable import RabbleExchange

struct HTMLTextTests {
  @Test(arguments: [
    ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"),
    ("<div>one</div><div>two</div>", "one\ntwo"),
    ("<ul><li>one</li><li>two</li></ul>", "one\ntwo"),
    (
      "<b>bold</b> and <i>thin</i> <span style=\"color: rgb(0, 0, 0)\">words</span>",
      "bold and thin words"
    ),
    ("<ruby>漢字<rt>かんじ</rt></ruby>", "漢字[かんじ]"),
    ("お<ruby><rb>茶</rb><rp>(</rp><rt>ちゃ</rt><rp>)</rp></ruby>を", "お 茶[ちゃ]を"),
    (
      "<ruby><rb>明</rb><rb>日</rb><rt>あ</rt><rt>した</rt></ruby>は",
      "明[あ]日[した]は"
    ),
    (
      "<ruby><rb>明</rb><rt>あ</rt><rb>日</rb><rt>した</rt></ruby>", "明[あ]日[した]"
    ),
    ("<ruby><rb>明</rb><rb>日</rb><rt>あした</rt></ruby>", "明日[あした]"),
    ("caf&eacute; &amp; t&#xe9; &#233; &lt;3 &quot;x&quot;&nbsp;y", "café & té é <3 \"x\" y"),
    // As Python's html.unescape has them.
    (
      "&alpha;&Omega; &forall;x &isin; A &sub; B &hArr; &lang;a&rang;&dagger;",
      "αΩ ∀x ∈ A ⊂ B ⇔ ⟨a⟩†"
    ),
    ("?a=1&sub=2&int", "?a=1&sub=2&int"),
    ("a < b and b > c, a<b", "a < b and b > c, a<b"),
    ("<3 & <-- & &unknown; &", "<3 & <-- & &unknown; &"),
    ("x<!-- nothing -->y<script>alert('<b>')</script>z", "xyz"),
    ("<img alt=\"a > b\" src='x'>after", "after"),
    ("10<sup>23</sup> H<sub>2</sub>O x<sup>n+1</sup>", "10²³ H₂O xⁿ⁺¹"),
    ("1<sup>er</sup> <SUP><b>2</b></SUP> 10<sup>−5</sup> 10<sup>-5</sup>", "1ᵉʳ ² 10⁻⁵ 10⁻⁵"),
    ("a<sub>max</sub> b<sub>q, 1</sub> c<sup>n m</sup>", "aₘₐₓ b_(q, 1) c^(n m)"),
    ("x<sup>2<sub>1</sub></sup> <sup> </sup><sup></sup>y", "x^(2₁)  y"),
    ("a</sup>b <sup>c <sub>d</sup></sub> e<sup>2", "ab c _(d) e2"),
    ("{{c1::10<sup>6</sup>}} 10<sup>{{c2::23}}</sup>", "{{c1::10⁶}} 10^({{c2::23}})"),
    ("<sup><ruby>字<rt>じ</sup></rt></ruby>", "字[じ]"), ("a  <div><sup></div>1</sup>", "a\n¹"),
    (
      "<table>\n<tr>\n  <td>I</td>\n  <td>go</td>\n</tr>\n<tr>\n  <td>you</td>\n  <td>go</td>\n</tr>\n</table>",
      "I go\nyou go"
    ),
    ("<ul>\n  <li>one</li>\n\n  <li> two\n  </li>\n</ul>", "one\n two"),
    ("a<br>\n  b\n<br>\nc<br><br>\nd", "a\nb\nc\n\nd"),
    ("<b>a</b>\n<i>b</i> <u>c</u>\nd\n<b>e</b>", "a b c\nd\ne"),
    ("a <!-- x --> b<!-- y -->\n<!-- z -->\nc", "a b\nc"),
    ("<ruby>\n<rb>漢字</rb>\n<rt>\nかんじ</rt>\n</ruby>\n<b>を</b>", "漢字[かんじ] を"),
    ("<pre>a\n  b</pre>\nc", "a\n  b\nc"), ("plain", "plain"),
  ])
  func `HTML becomes text`(html: String, text: String) {
    #expect(HTMLText(html).text == text)
  }

  @Test func `sounds and pictures are left out and counted`() {
    let read = HTMLText("犬[sound:inu.mp3]<img src=\"dog.png\"> [x]")
    #expect(read.text == "犬 [x]")
    #expect(read.mediaCount == 2)
    #expect(read.media == ["inu.mp3", "dog.png"])
    let spoken = HTMLText(
      "犬[anki:tts lang=ja_JP voices=a,b]犬 [いぬ][/anki:tts] [anki:play:q:0] [anki:tts x] [anki]")
    #expect(spoken.text == "犬  [anki:tts x] [anki]")
    #expect(spoken.mediaCount == 2 && spoken.media.isEmpty)
  }

  @Test(arguments: [
    ("<img src=dog.png/>", ["dog.png"]), ("<img class='x' src='a b.png'>", ["a b.png"]),
    ("<img src=\"data:image/png;base64,AAAA\">", []), ("<video src=\"v.mp4\"></video>", ["v.mp4"]),
    ("[sound:a &amp; b.mp3]<img src=\"it&#39;s.png\">", ["a & b.mp3", "it's.png"]),
    ("[sound:]<img>", []), ("[sound:\(String(repeating: "x", count: 300)).mp3]", []),
  ])
  func `a sound or picture has the name of its file, where it has one`(
    html: String, names: [String]
  ) {
    #expect(HTMLText(html).media == names)
  }

  @Test func `what is no HTML is not taken for it`() {
    for text in ["a < b", "R&D", "漢字[かんじ]", "{{c1::x}}", "x -> y", "<unknown>"] {
      #expect(!HTMLText.isHTML(text))
    }
    for text in ["a<br>b", "R&amp;D", "[sound:a.mp3]", "<b>x</b>"] {
      #expect(HTMLText.isHTML(text))
    }
  }

  @Test func `what was escaped reads as it was`() {
    for text in [" a ", "<b>&amp;</b>", "a\tb\r\nc\n", "[sound:x.mp3]", "&nbsp;\u{A0}", "<", ""] {
      let read = HTMLText(HTMLEntity.escaped(text), isExact: true)
      #expect(read.text.isSame(as: text))
      #expect(read.mediaCount == 0)
    }
  }

  @Test func `a million opening brackets take no time`() {
    let text = String(repeating: "<", count: 1_000_000)
    #expect(HTMLText(text).text == text)
    let tags = String(repeating: "<b ", count: 200_000)
    #expect(HTMLText(tags).text == tags.trimmed)
  }

  @Test func `a ruby element with very many bases is read as one with two`() {
    func read(_ count: Int) -> String {
      HTMLText(
        "<ruby>" + String(repeating: "<rb>明</rb>", count: count)
          + String(repeating: "<rt>あ</rt>", count: count) + "</ruby>"
      ).text
    }
    #expect(read(2) == "明[あ]明[あ]")
    #expect(read(300_000) == String(repeating: "明[あ]", count: 300_000))
  }

  @Test(arguments: [
    ("<span class=\"a > b\" data-x='1'>word</span>", "<span>word</span>"),
    ("<img alt=\"x\" src=\"a.png\">", "<img alt=\"x\" src=\"a.png\">"),
    ("a < b and 1<2, <div", "a < b and 1<2, <div"), ("<br/>漢字", "<br/>漢字"),
  ])
  func `tags lose the attributes that name no file`(html: String, lean: String) {
    #expect(HTMLText.withoutAttributes(html) == lean)
    #expect(HTMLText(lean).text == HTMLText(html).text)
  }
}
