import RabbleScheduling
import RabbleScreens
import Testing

@testable import RabbleControllers

@Suite struct ReturnTimeTests {
  private let start =
    Moment(iso8601: "2026-11-21T09:00:00+09:00") ?? Moment(milliseconds: 0, utcOffset: 0)
  private let zone = LocalTime.fixed(offset: 9 * 3600)

  @Test(
    arguments: [
      (0, "now"), (-5, "now"), (1, "in 1 second"), (59, "in 59 seconds"), (60, "in 1 minute"),
      (61, "in 2 minutes"), (600, "in 10 minutes"), (5400, "in 2 hours"), (86_400, "in 24 hours"),
      (172_800, "in 2 days"),
    ] as [(Int64, String)])
  func `a step is told in the unit one would use`(seconds: Int64, phrase: String) {
    let due = Due.at(start.milliseconds + seconds * 1000)
    #expect(ReturnTime(due, from: start, localTime: zone).phrase == phrase)
  }

  @Test(arguments: [
    (0, "today"), (-3, "today"), (1, "tomorrow"), (2, "in 2 days"), (59, "in 59 days"),
    (61, "in 9 weeks"), (76, "in 11 weeks"), (200, "in 7 months"), (731, "in 2 years"),
    (36_500, "in 99.9 years"),
  ])
  func `an interval is told in days, weeks, months or years`(days: Int, phrase: String) {
    let due = Due.on(StudyDay(number: start.day.number + days))
    #expect(ReturnTime(due, from: start, localTime: zone).phrase == phrase)
  }

  @Test func `a day begins at four by the learner's clock`() {
    let due = Due.on(StudyDay(number: start.day.number + 3))
    #expect(
      ReturnTime(due, from: start, localTime: zone).timestamp == "2026-11-24T04:00:00+09:00")
  }
}
