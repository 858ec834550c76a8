import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleText

/// What learners notice of the questions of a deck, in their order. A safe fix changes none of it: texts
/// count without what is invisible and without differences of width and space, answers in no order.
struct Meaning: Equatable {
  private let questions: [Question]
  private let groups: [QuestionGroup]
  /// The group of each question.
  private let owners: [Int]

  init(_ file: DeckFile) {
    groups = file.groups.map { group in
      var header = group.folded
      header.questions = []
      return header
    }
    questions = file.groups.flatMap { $0.questions.map(\.folded) }
    owners = file.groups.enumerated().flatMap { number, group in
      group.questions.map { _ in number }
    }
  }

  /// Whether all questions of another deck are among these, in the same order and in groups that say the
  /// same.
  func contains(_ other: Meaning) -> Bool {
    var next = 0
    for (question, owner) in zip(other.questions, other.owners) {
      let place = questions.indices[next...].first {
        questions[$0] == question && groups[owners[$0]] == other.groups[owner]
      }
      guard let place else { return false }
      next = place + 1
    }
    return true
  }
}

extension QuestionGroup {
  /// The group with its texts folded.
  fileprivate var folded: QuestionGroup {
    var group = self
    for field in Field.allCases {
      switch field.kind {
      case .required(let path): group[keyPath: path] = group[keyPath: path].foldedForMeaning
      case .text(let path):
        let text = group[keyPath: path]?.foldedForMeaning
        let isTag = field == .language || field == .answerLanguage
        group[keyPath: path] = isTag ? text.map { LanguageTag.language(of: $0) } : text
      case .directions, .setting: break
      }
    }
    return group
  }
}

extension Question {
  /// The question with its texts folded, each list without what is said twice.
  fileprivate var folded: Question {
    var question = self
    // What a question accepts anyway may stand in a list again.
    let answers = AnswerList.alternatives(of: answer)
    let accepted: [Field: [String]] = [
      .alternatives: answers, .spellings: [rubyPrompt.base] + readings,
    ]
    for field in Field.allCases {
      switch field.kind {
      case .required(let path):
        let text = question[keyPath: path]
        question[keyPath: path] =
          field == .answer && cloze == nil ? Self.list(answers) : text.foldedForMeaning
      case .text(let path):
        let text = question[keyPath: path]
        question[keyPath: path] =
          switch field {
          case .reading: text.map { Self.list(AnswerList.alternatives(of: $0)) }
          case .cloze: text?.replacing("::}}", with: "}}").foldedForMeaning
          default: text?.foldedForMeaning
          }
      case .list(let path):
        let texts = question[keyPath: path] + (accepted[field] ?? [])
        question[keyPath: path] = [Self.list(texts)]
      case .example(let path):
        question[keyPath: path] = question[keyPath: path].map {
          Example(
            text: $0.text.foldedForMeaning, reading: $0.reading?.foldedForMeaning,
            meaning: $0.meaning?.foldedForMeaning)
        }
      case .number, .choice, .directions: break
      }
    }
    return question
  }

  private static func list(_ texts: [String]) -> String {
    let folded = Set(texts.map { $0.foldedForMeaning.lowercased() }).subtracting([""])
    return folded.sorted().joined(separator: "\n")
  }
}

extension String {
  /// The text without what nobody sees, in ordinary width, with single spaces.
  fileprivate var foldedForMeaning: String {
    var tags = FlagTags()
    let visible = unicodeScalars.filter {
      $0 == "\n" || $0 == "\t"
        || !$0.isUnprintable && !(!tags.continues(with: $0) && $0.isInvisible)
    }
    return String(String.UnicodeScalarView(visible)).precomposedStringWithCompatibilityMapping
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
