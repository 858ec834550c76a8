import RabbleScheduling
import Testing

struct MomentTests {
  @Test func `a day begins at four o'clock of the learner's clock`() throws {
    #expect(try moment("2026-11-21T03:59:59+09:00").day.iso8601 == "2026-11-20")
    #expect(try moment("2026-11-21T04:00:00+09:00").day.iso8601 == "2026-11-21")
    #expect(try moment("2026-11-22T03:59:59.999+09:00").day.iso8601 == "2026-11-21")
  }

  @Test func `the day is the one the clock showed, wherever it is read`() throws {
    let tokyo = try moment("2026-11-21T05:00:00+09:00")
    let honolulu = Moment(milliseconds: tokyo.milliseconds, utcOffset: -36_000)
    #expect(tokyo.day.iso8601 == "2026-11-21")
    #expect(honolulu.day.iso8601 == "2026-11-20")
  }

  @Test func `days before 1970 count down`() {
    #expect(Moment(milliseconds: 0, utcOffset: 0).day.number == -1)
    #expect(Moment(milliseconds: 4 * 3_600_000, utcOffset: 0).day.number == 0)
    #expect(Moment(milliseconds: 4 * 3_600_000 - 1, utcOffset: 0).day.number == -1)
    #expect(Moment(milliseconds: -20 * 3_600_000 - 1, utcOffset: 0).day.number == -2)
  }

  @Test func `moments are ordered by time, not by what the clocks show`() throws {
    let earlier = try moment("2026-11-21T09:00:00+09:00")
    let later = try moment("2026-11-21T01:00:00+00:00")
    #expect(earlier < later)
    #expect(earlier.advanced(byMilliseconds: 3_600_000).milliseconds == later.milliseconds)
    #expect(earlier.advanced(byMilliseconds: 1).utcOffset == 32_400)
  }

  @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
  func `extreme times and offsets are no danger`(milliseconds: Int64) {
    for offset in [Int.min, -86_340, 0, 86_340, .max] {
      let moment = Moment(milliseconds: milliseconds, utcOffset: offset)
      #expect((-86_340...86_340).contains(moment.utcOffset))
      #expect(moment.advanced(byMilliseconds: .max) >= moment)
      #expect(moment.advanced(byMilliseconds: .min) <= moment)
      #expect(moment.day.advanced(byDays: .max) > moment.day.advanced(byDays: .min))
      #expect(!moment.iso8601.isEmpty && !moment.day.iso8601.isEmpty)
    }
  }
}
