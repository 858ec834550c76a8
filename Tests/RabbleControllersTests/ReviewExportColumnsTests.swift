import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import Testing

struct ReviewExportColumnsTests {
  @Test func `columns have one name each, in small letters`() {
    let columns = (ReviewExport.usual + ReviewExport.replayed).map(\.heading.key)
    #expect(Set(columns).count == columns.count)
    #expect(columns.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "_" } })
    switch ReviewExport.columns(named: ["grade", "id"]) {
    case .success(let chosen): #expect(chosen.map(\.heading.key) == ["grade", "id"])
    case .failure: Issue.record("The columns are there.")
    }
    switch ReviewExport.columns(named: ["grade", "nosuch"]) {
    case .success: Issue.record("There is no such column.")
    case .failure(let error): #expect(error.description.contains("“nosuch”"))
    }
  }

  @Test func `whole seconds between reviews are exported`() throws {
    let column = try #require(
      ReviewExport.forBenchmarks(from: StudyDay(number: 0)).first {
        $0.heading.key == "elapsed_seconds"
      })
    for seconds in [0, 1, 59, 86_399, 86_400, 100_000] {
      for more in [Int64(0), 999] {
        let answer = CountedAnswer(
          card: 0, group: 0, grade: .good, milliseconds: Int64(seconds) * 1000 + more,
          utcOffset: 0, day: 0, duration: 0, kind: .young, isFirstOfDay: true, interval: 1)
        let review = ScheduledReview(
          answer, previous: Moment(milliseconds: 0, utcOffset: 0))
        #expect(column.value(review) == .count(seconds))
      }
    }
  }
}
