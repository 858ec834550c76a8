import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import Testing

@testable import RabbleStudy

extension Report {
  /// Accuracy by the length of what was typed: a report in one file, as an example of how one is made.
  fileprivate static let typedLength = Report(
    "typed", "Do I mistype long answers more often?", takesPeriod: true
  ) { source in
    var scores: [Int: Score] = [:]
    try source.tx.reviews.forEach { recorded in
      let review = recorded.review
      guard let typed = review.typed, !recorded.isRetracted,
        source.period.contains(review.moment.day)
      else { return }
      scores[typed.count, default: Score()].count(correct: review.grade.isCorrect)
    }
    let rows = ReportTable("rows", "", of: scores.sorted { $0.key < $1.key }) {
      Column(.typedLength) { .count($0.key) }
      Column(.answers) { .count($0.value.total) }
      Column(.percentage) { $0.value.share }
    }
    let all = scores.values.reduce(Score(), +)
    return source.page(
      "Typed answers", nil,
      summary: ReportTable("summary", "", .record, of: [all]) {
        Column(.answers) { .count($0.total) }
        Column(.percentage) { $0.share }
      }, tables: [rows], drawings: [.bars(.typedLength, .percentage)])
  }
}

extension ReportTable.Heading {
  fileprivate static let typedLength = count(
    "typed_length", "Letters", "How many letters were typed.")
}

struct TypedLengthReportTests {
  @Test func `a report is a value, and what asks for one and shows it needs no word of it`() throws
  {
    var lesson = try Lesson([
      Question(prompt: "ねこ", answer: "cat"), Question(prompt: "うま", answer: "horse"),
      Question(prompt: "いぬ", answer: "dog"),
    ])
    _ = lesson.begin()
    for line in ["cat", "horse", "xx"] { _ = lesson.type(line) }
    let library = lesson.library
    var words = ReportRequest.Words()
    words.sort = "-typed_length"
    let page = try library.report(ReportRequest(.typedLength, words, today: library.today))
    #expect(page.name == "typed")
    #expect(page.tables[0].headings.map(\.key) == ["typed_length", "answers", "percentage"])
    #expect(page.tables[0].rows.map { $0.values[0] } == [.count(5), .count(3), .count(2)])
    #expect(page.tables[0].rows.map { $0.values[2] } == [.share(1), .share(1), .share(0)])
    #expect(page.definitions.map(\.key) == ["answers", "percentage", "typed_length"])
  }
}
