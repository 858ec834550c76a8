import Foundation
import RabbleReports
import RabbleScreens
import RabbleText
import Testing

@Suite struct ReportFormTests {
  private let tables = [
    ReportTable(
      key: "total", title: "", columns: [ReportTable.Column("correct", "")], rows: [[.count(2)]]),
    ReportTable(
      key: "questions", title: "",
      columns: [
        ReportTable.Column("prompt", ""), ReportTable.Column("correct", ""),
        ReportTable.Column("percentage", ""), ReportTable.Column("hint_used", ""),
      ],
      rows: [
        [.text("say \"hi\", ok"), .count(1), .share(0.5), .flag(true)],
        [.text("two\nlines"), .count(0), .missing, .flag(false)],
      ]),
  ]

  @Test func `CSV quotes what needs it and keeps every column of every table`() {
    #expect(
      CSVText.text(tables)
        == "table,correct,prompt,percentage,hint_used\r\n" + "total,2,,,\r\n"
        + "questions,1,\"say \"\"hi\"\", ok\",0.5,true\r\n"
        + "questions,0,\"two\nlines\",,false\r\n")
  }

  @Test func `a quotation mark is doubled even under a combining mark`() {
    #expect(CSVText.line([.text("\"\u{301}")]) == "\"\"\"\u{301}\"\r\n")
  }

  @Test func `CSV holds nothing that commands a terminal`() {
    #expect(CSVText.line([.text("\u{1b}[2Ja\u{202e}b")]) == "[2Jab\r\n")
  }

  @Test func `JSON reads back as it was, control and bidirectional characters too`() throws {
    let hostile = "\u{1b}[31m \u{202e} \"\\ \t\n \u{7f} あ"
    let table = ReportTable(
      key: "rows", title: "", columns: [ReportTable.Column("text", "")], rows: [[.text(hostile)]])
    let text = JSONText.text(tables + [table])
    #expect(!text.unicodeScalars.contains { $0.isUnprintable && $0 != "\n" })
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let total = try #require(object["total"] as? [String: Int])
    #expect(total == ["correct": 2])
    let rows = try #require(object["rows"] as? [[String: String]])
    #expect(rows == [["text": hostile]])
    let questions = try #require(object["questions"] as? [[String: Any]])
    #expect(questions.count == 2)
    #expect(questions[1]["percentage"] is NSNull)
  }
}
