import Foundation
import RabbleJudging
import RabbleQuestions
import Testing

/// What a teacher of 14 languages rules on a typed line, written before the judge was asked: see the
/// fixtures' README.
struct RulingTests {
  struct Row: Decodable {
    struct Case: Decodable {
      let typed: String
      let right: [String]
      let why: String
    }

    let of: String
    let language: String
    let answerLanguage: String?
    let direction: String
    let prompt: String
    let answer: String
    let reading: String?
    let others: [Question]?
    let cases: [Case]

    enum CodingKeys: String, CodingKey {
      case answerLanguage = "answer_language"
      case of, language, direction, prompt, answer, reading, others, cases
    }

    /// The verdicts on its lines, with every other card loaded.
    func verdicts() -> [Verdict] {
      let direction: Direction =
        switch direction {
        case "production": .production
        case "reading": .reading
        default: .recognition
        }
      let question = Question(prompt: prompt, answer: answer, reading: reading)
      let groups = [[question], others ?? []].filter { !$0.isEmpty }.enumerated().map {
        QuestionGroup(
          title: "Group \($0)", language: language, answerLanguage: answerLanguage,
          directions: [direction], questions: $1)
      }
      let judge = Judge(groups: groups, kind: direction.kind)
      let asked = question.asked(direction, in: groups[0].askingContext)
      return cases.map { judge.judge($0.typed, for: asked) }
    }
  }

  /// One line that was not judged as the teacher rules.
  struct Miss {
    let name: String
    let verdict: Verdict
  }

  static let rows: [Row] = {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/rulings.json")
    return (try? JSONDecoder().decode([Row].self, from: Data(contentsOf: file))) ?? []
  }()

  /// What is not judged as ruled yet, a line each: the language, the typed line, the question.
  static let unmet: Set<String> = {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/rulings-unmet.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return Set(text.split(separator: "\n").map(String.init))
  }()

  static let misses: [Miss] = rows.flatMap { row in
    zip(row.cases, row.verdicts()).filter { !$0.right.contains($1.kind.rawValue) }.map {
      Miss(name: "\(row.of): \($0.typed) for \(row.prompt), \(row.answer)", verdict: $1)
    }
  }

  @Test func `the rulings are all there`() {
    #expect(Self.rows.reduce(0) { $0 + $1.cases.count } == 775)
  }

  @Test func `what is not judged as ruled is listed, and nothing else`() {
    for miss in Self.misses where !Self.unmet.contains(miss.name) {
      Issue.record("unmet: \(miss.name) ⇒ \(miss.verdict.kind), \(miss.verdict.message)")
    }
    for name in Self.unmet.subtracting(Self.misses.map(\.name)).sorted() {
      Issue.record("met: \(name)")
    }
  }
}
