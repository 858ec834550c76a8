import RabbleTestSupport
import Testing

@testable import RabbleText

/// CSV by RFC 4180, and what becomes of what is none.
struct TableReaderTests {
  private func fields(_ text: String, separator: String = ",") -> [[String]] {
    TableReader(text, separator: separator).map(\.fields)
  }

  @Test func `the examples of RFC 4180 read as it says`() {
    #expect(
      fields("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n") == [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]])
    #expect(
      fields("aaa,bbb,ccc\r\nzzz,yyy,xxx") == [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]])
    #expect(
      fields("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx")
        == [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]])
    #expect(fields("\"aaa\",\"b\"\"bb\",\"ccc\"") == [["aaa", "b\"bb", "ccc"]])
  }

  @Test func `spaces are part of a field, also wide ones`() {
    #expect(fields(" a , b\n\u{3000}c,d") == [[" a ", " b"], ["\u{3000}c", "d"]])
  }

  @Test func `an empty last field is a field, with and without a line break behind it`() {
    #expect(fields("a,\nb,") == [["a", ""], ["b", ""]])
    #expect(fields(",") == [["", ""]])
    #expect(fields("\"\",\"\"") == [["", ""]])
  }

  @Test func `a mark that joins a letter never hides a separator or quotation mark`() {
    #expect(fields("か,\u{3099}き") == [["か", "\u{3099}き"]])
    #expect(fields("a,\"\u{301}b\"") == [["a", "\u{301}b"]])
  }

  @Test func `rows need not have the same number of fields, and know their lines`() {
    let records = Array(TableReader("a,b\r\n\"x\ny\",1\r2,3,4\n\n\n5", separator: ","))
    #expect(records.map(\.fields) == [["a", "b"], ["x\ny", "1"], ["2", "3", "4"], ["5"]])
    #expect(records.map(\.line) == [1, 2, 4, 7])
  }

  @Test func `quotation marks within a field are letters`() {
    var reader = TableReader("5\" disk,a \"quoted\" word\n", separator: ",")
    #expect(reader.next()?.fields == ["5\" disk", "a \"quoted\" word"])
    #expect(reader.strayQuotes.isEmpty)
  }

  @Test func `a quotation mark that is not closed costs a word and no line`() {
    var reader = TableReader("a,b\n\"5,2\n6,7\n\"x\" y,z\n", separator: ",")
    var rows: [[String]] = []
    while let record = reader.next() { rows.append(record.fields) }
    #expect(rows == [["a", "b"], ["\"5", "2"], ["6", "7"], ["\"x\" y", "z"]])
    #expect(reader.strayQuotes == [2, 4])
  }

  @Test func `many quotation marks that are not closed are soon all taken as letters`() {
    let lines = (0..<5000).map { "\"\($0),\"" }.joined(separator: "x\n")
    var reader = TableReader(lines, separator: ",")
    var count = 0
    while reader.next() != nil { count += 1 }
    #expect(count == 5000)
    #expect(reader.strayQuotes.count == TableReader.patience)
  }

  @Test func `a hundred thousand rows come out as they went in`() {
    let row = "食べ物,\"a thing, \"\"so\"\" to say\",この語は大切です"
    let text = (0..<100_000).map { "\($0),\(row)" }.joined(separator: "\r\n")
    var count = 0
    for record in TableReader(text, separator: ",") {
      guard record.fields[0] == "\(count)", record.fields[2] == "a thing, \"so\" to say",
        record.line == count + 1
      else {
        Issue.record("row \(count): \(record)")
        return
      }
      count += 1
    }
    #expect(count == 100_000)
  }

  @Test func `a record of more fields than any table has is kept in one`() throws {
    let text = Array(repeating: "x", count: 1000).joined(separator: ",")
    let record = try #require(Array(TableReader(text, separator: ",")).first)
    #expect(record.fields.count == TableReader.widest)
    #expect(record.fields.joined(separator: ",") == text)
  }
}

/// One writer for every table: RFC 4180, and a guard against formulas.
struct TableWriterTests {
  @Test func `fields are quoted where reading them needs it`() {
    var writer = TableWriter(guardsFormulas: false)
    #expect(
      writer.line([.text("a"), .text("b,\"c\""), .text(" d"), .text("e\nf"), .text("=1")])
        == "a,\"b,\"\"c\"\"\",\" d\",\"e\nf\",=1\r\n")
  }

  @Test func `only texts are guarded against formulas, never numbers`() {
    var writer = TableWriter(separator: "\t", lineEnd: "\n", guardsFormulas: true)
    #expect(
      writer.line([.text("-x"), .plain("-2"), .text("'=y"), .text("z")]) == "'-x\t-2\t''=y\tz\n")
    #expect(writer.guardedCount == 2)
  }
}
