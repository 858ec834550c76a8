import Foundation
import RabbleScheduling
import RabbleTestSupport
import Testing

struct MomentISO8601Tests {
  @Test func `a moment is written as its clock showed it`() {
    // 2026-11-21T00:00:00Z is 1795219200 seconds after 1970 (date -u -d 2026-11-21 +%s).
    let moment = Moment(milliseconds: 1_795_219_200_999, utcOffset: 32_400)
    #expect(moment.iso8601 == "2026-11-21T09:00:00+09:00")
    let west = Moment(milliseconds: 1_795_219_200_000, utcOffset: -12_600)
    #expect(west.iso8601 == "2026-11-20T20:30:00-03:30")
    #expect(Moment(milliseconds: 0, utcOffset: 0).iso8601 == "1970-01-01T00:00:00+00:00")
    #expect(Moment(milliseconds: -1, utcOffset: 0).iso8601 == "1969-12-31T23:59:59+00:00")
  }

  @Test func `an offset with seconds still names the same moment`() throws {
    let amsterdam = Moment(milliseconds: -1_500_000_000_000, utcOffset: 1172)  // +00:19:32
    #expect(amsterdam.iso8601.hasSuffix("+00:20"))
    let read = try moment(amsterdam.iso8601)
    #expect(read.milliseconds == amsterdam.milliseconds)
  }

  @Test func `years beyond four digits carry their sign`() {
    let last = Moment(milliseconds: .max, utcOffset: 0)
    #expect(last.iso8601 == "+292278994-08-17T07:12:55+00:00")
    let first = Moment(milliseconds: .min, utcOffset: 0)
    #expect(first.iso8601 == "-292275055-05-16T16:47:04+00:00")
  }

  @Test func `a moment is read back as it was written`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let seconds = Int64.random(in: -62_000_000_000...253_000_000_000, using: &generator)
      let offset = Int.random(in: -1439...1439, using: &generator) * 60
      let written = Moment(milliseconds: seconds * 1000, utcOffset: offset)
      #expect(try moment(written.iso8601) == written)
    }
  }

  @Test func `dates agree with Foundation's`() throws {
    let style = Date.ISO8601FormatStyle()
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let seconds = Int64.random(in: -11_000_000_000...190_000_000_000, using: &generator)
      let text = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
      #expect(try moment(text).milliseconds == seconds * 1000)
      let ours = Moment(milliseconds: seconds * 1000, utcOffset: 0).iso8601
      #expect(ours == text.dropLast() + "+00:00")
    }
  }

  @Test func `a fraction keeps its milliseconds`() throws {
    let whole = try moment("2026-11-21T09:00:00Z").milliseconds
    #expect(try moment("2026-11-21T09:00:00.25Z").milliseconds == whole + 250)
    #expect(try moment("2026-11-21T09:00:00.0079999Z").milliseconds == whole + 7)
    #expect(try moment("1969-12-31T23:59:59.250Z").milliseconds == -750)
  }

  @Test(arguments: [
    "2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-23:59", "2026-11-21T23:59:59-00:00",
  ])
  func `a real date is read`(text: String) {
    #expect(Moment(iso8601: text) != nil)
  }

  @Test(arguments: [
    "", "2026", "2026-11-21", "2026-11-21T09:00:00", "2026-11-21T09:00Z", "2026-11-21 09:00:00Z",
    "2026-11-21t09:00:00z", "2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z", "2026-10-00T00:00:00Z",
    "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:00:60Z", "2026-11-21T09:00:00.Z",
    "2026-11-21T09:00:00+24:00", "2026-11-21T09:00:00+09:60", "2026-11-21T09:00:00+0900",
    "2026-11-21T09:00:00+09", "2026-11-21T09:00:00Z ", " 2026-11-21T09:00:00Z",
    "+2026-11-21T09:00:00Z", "26-11-21T09:00:00Z", "2026-1-21T09:00:00Z", "２０２６-11-21T09:00:00Z",
    "2026-11-21T09:00:00ZZ", "2026-11-21T-9:00:00Z", "now",
  ])
  func `anything else is refused`(text: String) {
    #expect(Moment(iso8601: text) == nil)
  }
}
