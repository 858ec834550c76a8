import RabbleText
import Testing

@Suite struct RubyTextTests {
  @Test(arguments: [
    ("漢字[かんじ]", "漢字(かんじ)"),
    ("食[た]べ 物[もの]", "食(た)|べ|物(もの)"),
    ("食[た]べ物[もの]", "食(た)|べ|物(もの)"),
    ("お 茶[ちゃ]", "お|茶(ちゃ)"),
    ("お茶[おちゃ]", "お茶(おちゃ)"),
    ("お茶[ちゃ]", "お|茶(ちゃ)"),
    ("お茶 を飲[の]む", "お茶 を|飲(の)|む"),
    ("毎朝[まいあさ]パンを 食[た]べます。", "毎朝(まいあさ)|パンを|食(た)|べます。"),
    ("それは、本[ほん]です", "それは、|本(ほん)|です"),
    ("人々[ひとびと]", "人々(ひとびと)"),
    ("３[さん] 人[にん]", "３(さん)|人(にん)"),
    ("CD[シーディー]", "CD(シーディー)"),
    ("｜漢字《かんじ》を", "漢字(かんじ)|を"),
    ("この漢字《かんじ》を", "この|漢字(かんじ)|を"),
    ("｜お茶《おちゃ》", "お茶(おちゃ)"),
    ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>だ", "漢字(かんじ)|だ"),
    ("<ruby><rb>明</rb><rb>日</rb><rt>あ</rt><rt>した</rt></ruby>", "明(あ)|日(した)"),
    ("<ruby><rb>明</rb><rb>日</rb><rt>あした</rt></ruby>", "明日(あした)"),
    ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "漢(かん)|字(じ)"),
  ])
  func `a reading stands above the part it belongs to`(text: String, shown: String) {
    #expect(Self.shown(RubyText(text)) == shown)
  }

  @Test(arguments: [
    "cat [noun]", "本[book]", "か[き]", "[かんじ]", "漢字[]", "漢字[かん", "《かんじ》", "<ruby>漢字",
    "a < b [1]", "",
  ])
  func `a bracket that gives no reading is text`(text: String) {
    #expect(RubyText(text).base == text)
    #expect(!RubyText(text).hasReadings)
  }

  @Test func `base and reading are the text as written and as read`() {
    let text = RubyText("毎朝[まいあさ]パンを 食[た]べます。")
    #expect(text.base == "毎朝パンを食べます。")
    #expect(text.reading == "まいあさパンをたべます。")
  }

  @Test func `an element with very many bases is read as one with two`() {
    func read(_ count: Int) -> RubyText {
      RubyText(
        "<ruby>" + String(repeating: "<rb>明</rb>", count: count)
          + String(repeating: "<rt>あ</rt>", count: count) + "</ruby>")
    }
    #expect(Self.shown(read(2)) == "明(あ)|明(あ)")
    #expect(read(2000).segments == read(1).segments.flatMap { Array(repeating: $0, count: 2000) })
  }

  @Test(arguments: [
    "[", "[か", "漢[", "漢字[か", "《", "漢《", "《か》", "｜", "<", "<ruby>", "<ruby>a<rt>", "<ruby><rp>",
    "a[か]",
  ])
  func `what begins a reading over and over, and never makes one, is text as it is`(mark: String) {
    // With a cost that grows with the square this would take hours.
    let text = String(repeating: mark, count: 100_000)
    #expect(RubyText(text).base.utf8.count <= text.utf8.count)
    if !mark.contains("]") { #expect(!RubyText(text).hasReadings) }
  }

  @Test(arguments: [
    ("本[ほん]です。\n▶ どこ？", ["本(ほん)|です。", "▶ どこ？"]),
    ("a\r\nb\n\n \nc", ["a", "b", "c"]), ("本[ほん]\n", ["本(ほん)"]), ("\n", [""]), ("a", ["a"]),
  ])
  func `a line break ends a paragraph, and empty ones are left out`(
    text: String, paragraphs: [String]
  ) {
    #expect(RubyText(text).paragraphs.map(Self.shown) == paragraphs)
  }

  private static func shown(_ text: RubyText) -> String {
    text.segments.map { $0.base + ($0.reading.map { "(\($0))" } ?? "") }.joined(separator: "|")
  }
}
