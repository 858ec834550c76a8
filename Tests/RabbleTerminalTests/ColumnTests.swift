import RabbleTerminal
import Testing

@Suite struct ColumnTests {
  @Test func `padding counts columns, not characters`() {
    let rows = ["かな", "ｶﾅ", "漢字か\u{3099}", "kana", "e\u{301}", "👨‍👩‍👧"].map { $0.padded(to: 8) }
    #expect(rows.map { DisplayWidth.columns(of: $0) } == Array(repeating: 8, count: rows.count))
    #expect("かな".padded(to: 6) + "|" == "かな  |")
    #expect("7".leftPadded(to: 3) == "  7")
    #expect("かな".padded(to: 2) == "かな")
  }

  @Test(arguments: [
    ("ひらがな", 8, "ひらがな"), ("ひらがな", 7, "ひらが…"), ("ひらがな", 6, "ひら…"), ("kana", 3, "ka…"),
    ("kana", 1, "…"), ("kana", 0, ""), ("か\u{3099}き", 3, "か\u{3099}…"),
  ])
  func `truncation ends in an ellipsis and stays within its columns`(
    text: String,
    columns: Int,
    expected: String
  ) {
    let result = text.truncated(to: columns)
    #expect(result == expected)
    #expect(DisplayWidth.columns(of: result) <= columns)
  }
}
