import Foundation
import RabbleJudging
import RabbleQuestions
import Testing

/// 847 lines typed for 109 questions, and which verdicts are fair: see the fixtures' README.
struct FairnessTests {
  struct Row: Decodable {
    struct Group: Decodable {
      let settings: GroupSettings?
    }

    struct Case: Decodable {
      let typed: String
      let expected: [String]
    }

    let question: Question
    let direction: String
    let language: String
    let group: Group
    let others: [Question]
    let cases: [Case]

    /// The direction in which the question is asked.
    var asked: Direction {
      switch direction {
      case "production": .production
      case "reading": .reading
      default: .recognition
      }
    }
  }

  static let rows: [Row] = {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/fairness_cases.json")
    return (try? JSONDecoder().decode([Row].self, from: Data(contentsOf: file))) ?? []
  }()

  @Test func `the cases are all there`() {
    #expect(Self.rows.count == 109)
    #expect(Self.rows.reduce(0) { $0 + $1.cases.count } == 847)
  }

  @Test(arguments: rows.indices)
  func `every line is judged fairly`(index: Int) {
    let row = Self.rows[index]
    let direction = row.asked
    let group = QuestionGroup(
      title: "Group", language: row.language, directions: [direction],
      settings: row.group.settings ?? GroupSettings(), questions: [row.question] + row.others)
    let judge = Judge(groups: [group], kind: direction.kind)
    for one in row.cases {
      let verdict = judge.judge(
        one.typed, for: row.question.asked(direction, in: group.askingContext),
        options: JudgingOptions(demandsAccents: group.settings.accents == .demanded))
      #expect(
        one.expected.contains(verdict.kind.rawValue),
        "\(one.typed) for \(row.question.answer): \(verdict.kind), \(verdict.message)")
    }
  }
}
