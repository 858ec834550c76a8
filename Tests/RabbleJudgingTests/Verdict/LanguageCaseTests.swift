import Foundation
import RabbleJudging
import RabbleQuestions
import Testing

/// 61 lines typed in 14 languages, and which verdicts are fair: see the fixtures' README.
struct LanguageCaseTests {
  struct Row: Decodable {
    struct Group: Decodable {
      let answerLanguage: String?

      enum CodingKeys: String, CodingKey { case answerLanguage = "answer_language" }
    }

    let kind: String
    let language: String
    let group: Group
    let prompt: String
    let answer: String
    let reading: String?
    let direction: String
    let typed: String
    let right: [String]

    /// What fails is listed by what is typed and asked for.
    var name: String { "\(typed) for \(answer)" }

    func verdict() -> Verdict {
      let direction: Direction =
        switch direction {
        case "production": .production
        case "reading": .reading
        default: .recognition
        }
      let question = Question(prompt: prompt, answer: answer, reading: reading)
      let group = QuestionGroup(
        title: "Group", language: language, answerLanguage: group.answerLanguage,
        directions: [direction], questions: [question])
      return Judge(groups: [group], kind: direction.kind)
        .judge(typed, for: question.asked(direction, in: group.askingContext))
    }
  }

  static let rows: [Row] = {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/language_cases.json")
    return (try? JSONDecoder().decode([Row].self, from: Data(contentsOf: file))) ?? []
  }()

  /// What is not judged fairly yet.
  private static let unmet: Set<String> = [
    // Other readings of the same kanji, and traditional characters, take a table.
    "じん for person", "さん for mountain", "電腦 for computer",
    // A list of more of the common words of English.
    "parry for party", "giver for river", "winger for winter", "whopping for shopping",
    "suture for future",
    // Two slips that are no doubled letters, and an abbreviation that is right without a remark.
    "wensday for Wednesday", "Tue. for Tuesday",
    // A word of English that is romaji as well, and kana in other lengths.
    "tomatoe for tomato", "おばーさん for grandmother", "shiikuwaasaa for shikuwasa",
    // Another order of the same words.
    "Heute fahren wir nach Berlin for We are going to Berlin today.",
  ]

  @Test func `the cases are all there`() {
    #expect(Self.rows.count == 61)
    #expect(Self.unmet.isSubset(of: Self.rows.map(\.name)))
  }

  @Test(arguments: rows.indices)
  func `a line in any language is judged fairly`(index: Int) {
    let row = Self.rows[index]
    let verdict = row.verdict()
    #expect(
      row.right.contains(verdict.kind.rawValue) != Self.unmet.contains(row.name),
      "\(row.kind.prefix(3)) \(row.name): \(verdict.kind), \(verdict.message)")
  }
}
