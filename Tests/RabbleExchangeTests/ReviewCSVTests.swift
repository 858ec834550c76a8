import Foundation
import RabbleExchange
import RabbleMemory
import Testing

struct ReviewCSVTests {
  private static let header = "card_id,review_rating,review_time,review_duration\n"

  /// Reads a text as a whole, or in pieces of some bytes.
  private func read(_ text: String, pieces: Int = .max) -> ReviewCSV {
    var reader = ReviewCSVReader()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))) {
      bytes[start..<min(start + min(pieces, bytes.count), bytes.count)].withUnsafeBytes {
        reader.read($0)
      }
    }
    return reader.finish()
  }

  @Test func `times are read as ISO 8601 or as milliseconds`() {
    let same = [
      "2024-03-29T20:32:32.250000+00:00", "2024-03-29T20:32:32.25Z", "2024-03-29 20:32:32.250",
      "2024-03-30T05:32:32.250+09:00", "2024-03-29T15:02:32.250-05:30", "1711744352250",
    ]
    for time in same {
      let log = read(Self.header + "1,3,\(time),900\n1,3,1711744352251,\n")
      #expect(log.faults.isEmpty && log.histories.count == 2, "\(time)")
      let other = read(Self.header + "1,3,\(time),900\n1,3,1711744352250,1\n")
      #expect(other.faults.map(\.kind) == [.duplicate], "\(time)")
    }
  }

  @Test(arguments: [1, 7, .max])
  func `JSON objects, one a line, are the rows that they would be in CSV`(pieces: Int) {
    let csv = read(
      """
      question,direction,time,rating,milliseconds,retracted,occasion,typed
      q1,"cloze は, が",2024-03-29T20:32:32+09:00,3,900,false,,x
      q1,recognition,2024-03-29T20:33:32+09:00,1,800,false,,x
      q1,recognition,2024-03-30T20:33:32+09:00,4,700,true,,x
      q1,recognition,2024-03-31T20:33:32+09:00,4,600,false,cram,x

      """)
    let common = #""question":"q1","typed":"say \"cat","milliseconds":900"#
    let json = read(
      """
      {\(common),"time":"2024-03-29T20:32:32+09:00","rating":3,"direction":"cloze は, が","retracted":false,"occasion":null}
      {\(common),"time":"2024-03-29T20:33:32+09:00","rating":1,"direction":"recognition","retracted":false,"occasion":null}
      {\(common),"time":"2024-03-30T20:33:32+09:00","rating":4,"direction":"recognition","retracted":true,"occasion":null}
      {\(common),"time":"2024-03-31T20:33:32+09:00","rating":4,"direction":"recognition","retracted":false,"occasion":"cram"}
      {"question":

      """, pieces: pieces)
    #expect(csv.faults.isEmpty && csv.histories.count == 2 && csv.histories.cardCount == 2)
    #expect(json.histories.count == 2 && json.histories.cardCount == 2)
    #expect(
      json.faults.map(\.description) == ["line 5: it is not a JSON object with texts and numbers"])
    let tools = read(#"{"card_id":7,"review_time":1711744352250,"review_rating":9}"# + "\n")
    #expect(
      tools.faults.first?.description == "line 1: the rating is “9”, but it must be 1 to 4")
  }

  @Test func `columns may stand in any order among others, quoted or not`() {
    let log = read(
      """
      "review_time",note,"card_id",review_rating
      2024-03-29T20:32:32Z,"a, ""b""
      c",7,3
      "2024-03-30T20:32:32Z",,"seven","4"

      """)
    #expect(log.faults.isEmpty)
    #expect(log.histories.count == 2 && log.histories.cardCount == 2)
  }

  @Test func `each fault has its line and reason, and the good rows are used`() {
    let time = "2024-03-29T20:32:32Z"
    let log = read(
      Self.header
        + """
        1,3,\(time),100
        1,0,2024-03-30T20:32:32Z,100
        1,9,2024-03-30T20:32:32Z,100
        1,good,2024-03-30T20:32:32Z,100
        1,3,2024-02-30T20:32:32Z,100
        1,3,yesterday,100
        1,3
        ,3,2024-03-30T20:32:32Z,100
        1,3,2024-03-30T20:32:32Z,soon
        1,3,2024-03-31T20:32:32Z,100
        2,3,\(time),100
        2,1,\(time),100
        """)
    #expect(log.histories.count == 3 && log.histories.cardCount == 2)
    #expect(log.unusedCount == 9)
    #expect(
      log.faults.map(\.description) == [
        "line 3: the rating is “0”, but it must be 1 to 4",
        "line 4: the rating is “9”, but it must be 1 to 4",
        "line 5: the rating is “good”, but it must be 1 to 4",
        "line 6: the time is “2024-02-30T20:32:32Z”, but it must be like "
          + "2026-11-21T09:00:00+09:00, or milliseconds",
        "line 7: the time is “yesterday”, but it must be like 2026-11-21T09:00:00+09:00, "
          + "or milliseconds",
        "line 8: “review_time” is missing",
        "line 9: the card has no name",
        "line 10: the duration is “soon”, but it must be milliseconds",
        "line 12: the rows are not in chronological order; they were sorted",
        "line 13: another row has the same card and time",
      ])
  }

  @Test(arguments: ["card_id", "review_rating", "review_time"])
  func `a missing column is named`(name: String) {
    let header = Self.header.replacing(name, with: "other")
    let log = read(header + "1,3,2024-03-29T20:32:32Z,100\n")
    #expect(log.faults.map(\.kind) == [.missingColumn(name)])
    #expect(log.faults.map(\.line) == [1] && log.histories.count == 0)
  }

  @Test func `durations may be missing`() {
    let log = read("card_id,review_rating,review_time\n1,3,2024-03-29T20:32:32Z\n")
    #expect(log.faults.isEmpty && log.histories.count == 1)
  }

  @Test func `a file without rows says so`() {
    #expect(read("").faults.map(\.kind) == [.missingColumn("card_id")])
    #expect(read(Self.header).faults.map(\.kind) == [.noRows])
  }

  @Test func `byte order mark and line ends don't matter, nor where the file is cut`() {
    let rows = "1,3,2024-03-29T20:32:32Z,100\n2,1,2024-03-29T20:33:32Z,100\n1,4,1711894352250,1"
    let plain = Self.header + rows
    for text in [plain, plain + "\n", "\u{FEFF}" + plain, plain.replacing("\n", with: "\r\n")] {
      for pieces in [1, 7, 64, .max] {
        let log = read(text, pieces: pieces)
        #expect(log.faults.isEmpty && log.histories.count == 3)
        #expect(log.histories.cardCount == 2)
      }
    }
  }

  @Test func `rows out of order are put in order`() {
    let rows = [
      "1,3,2024-03-01T12:00:00Z,1", "1,4,2024-03-04T12:00:00Z,1", "1,1,2024-03-09T12:00:00Z,1",
      "1,3,2024-03-10T12:00:00Z,1", "1,3,2024-03-20T12:00:00Z,1",
    ]
    let sorted = read(Self.header + rows.joined(separator: "\n"))
    let mixed = read(Self.header + rows.reversed().joined(separator: "\n"))
    // Of the four rows that come after a later one, the first is reported.
    #expect(mixed.faults == [ReviewCSVFault(line: 3, kind: .unsorted)])
    #expect(mixed.unusedCount == 0)
    let model = MemoryModel()
    #expect(mixed.histories.evaluate(model) == sorted.histories.evaluate(model))
  }

  @Test func `any bytes are read without harm`() {
    let log = read(Self.header + "\u{0}\u{1},,,,,\n\"\"\"\"\n\n\n,\n99999999999999999999,3,1,1\n")
    #expect(log.histories.count == 1)
    var reader = ReviewCSVReader()
    [UInt8]((0...255).map { UInt8($0) }).withUnsafeBytes { reader.read($0) }
    #expect(reader.finish().histories.count == 0)
  }
}
