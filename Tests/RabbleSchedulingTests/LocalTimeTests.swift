import Foundation
import RabbleScheduling
import Testing

struct LocalTimeTests {
  @Test func `a zone without changes begins each day at four`() throws {
    let tokyo = LocalTime.fixed(offset: 32_400)
    let day = try moment("2026-11-21T12:00:00+09:00").day
    #expect(tokyo.start(of: day).iso8601 == "2026-11-21T04:00:00+09:00")
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-03-28", "2026-03-28T04:00:00+01:00"),
    ("Europe/Berlin", "2026-03-29", "2026-03-29T04:00:00+02:00"),
    ("Europe/Berlin", "2026-10-24", "2026-10-24T04:00:00+02:00"),
    ("Europe/Berlin", "2026-10-25", "2026-10-25T04:00:00+01:00"),
    ("America/New_York", "2026-03-08", "2026-03-08T04:00:00-04:00"),
    ("America/New_York", "2026-11-01", "2026-11-01T04:00:00-05:00"),
    ("Australia/Lord_Howe", "2026-04-05", "2026-04-05T04:00:00+10:30"),
    ("Australia/Lord_Howe", "2026-10-04", "2026-10-04T04:00:00+11:00"),
    // Samoa went from 29 to 31 December: what is left of the 30th is the night to four o'clock.
    ("Pacific/Apia", "2011-12-29", "2011-12-29T04:00:00-10:00"),
    ("Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00"),
    ("Pacific/Apia", "2011-12-31", "2011-12-31T04:00:00+14:00"),
  ])
  func `a day begins at four across a change of the clocks`(
    zone: String,
    day: String,
    start: String
  ) throws {
    let date = try moment(day + "T12:00:00Z").day
    #expect(try localTime(zone).start(of: date).iso8601 == start)
  }

  @Test func `when clocks jump over four the day begins with the jump`() throws {
    let jump = try moment("2026-05-10T03:30:00Z")
    let zone = LocalTime { $0 * 1000 < jump.milliseconds ? 0 : 3600 }
    #expect(zone.start(of: jump.day).iso8601 == "2026-05-09T04:00:00+00:00")
    let next = jump.day.advanced(byDays: 1)
    #expect(zone.start(of: next).iso8601 == "2026-05-10T04:30:00+01:00")
    #expect(zone.start(of: next).day == next)
  }

  @Test func `when clocks show four twice the day begins with the first`() throws {
    let back = try moment("2026-05-10T04:30:00Z")
    let zone = LocalTime { $0 * 1000 < back.milliseconds ? 0 : -3600 }
    #expect(zone.start(of: back.day).iso8601 == "2026-05-10T04:00:00+00:00")
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "America/St_Johns", "Africa/Casablanca", "Asia/Kathmandu",
    "Asia/Pyongyang", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "America/Caracas",
  ])
  func `each day begins where the day before ends`(zone: String) throws {
    let local = try localTime(zone)
    let first = try moment("2006-01-01T12:00:00Z").day
    for offset in 0..<(20 * 366) {
      let day = first.advanced(byDays: offset)
      let start = local.start(of: day)
      #expect(start.day == day)
      #expect(local.moment(milliseconds: start.milliseconds - 1).day < day)
    }
  }

  @Test(arguments: [Int.min, -200_000_000_000, 0, 200_000_000_000, .max])
  func `the ends of time are no danger`(number: Int) {
    let day = StudyDay(number: number)
    for offset in [Int.min, 0, .max] {
      let start = LocalTime.fixed(offset: offset).start(of: day)
      #expect(start == LocalTime.fixed(offset: offset).moment(milliseconds: start.milliseconds))
    }
    let wild = LocalTime { Int(truncatingIfNeeded: $0 &* 7919) }
    #expect(wild.start(of: day) == wild.start(of: day))
  }

  private func localTime(_ identifier: String) throws -> LocalTime {
    let zone = try #require(TimeZone(identifier: identifier))
    return LocalTime { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
  }
}
