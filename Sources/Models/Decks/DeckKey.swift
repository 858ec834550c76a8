/// The keys that a deck file may use; all others are passed over.
enum DeckKey {
  /// The keys of a group.
  enum Group: Int, CaseIterable {
    case title, questions, description, language, score

    var name: StaticString {
      switch self {
      case .title: "title"
      case .questions: "questions"
      case .description: "description"
      case .language: "language"
      case .score: "score"
      }
    }
  }

  /// The keys of a question.
  enum Question: Int, CaseIterable {
    case prompt, answer, hint, id, reading, alternatives, blocked, note, example, tags

    var name: StaticString {
      switch self {
      case .prompt: "prompt"
      case .answer: "answer"
      case .hint: "hint"
      case .id: "id"
      case .reading: "reading"
      case .alternatives: "alternatives"
      case .blocked: "blocked"
      case .note: "note"
      case .example: "example"
      case .tags: "tags"
      }
    }
  }

  /// The keys of a score, ours before the original's.
  enum Score: Int, CaseIterable {
    case correct, incorrect, correctCount, incorrectCount

    var name: StaticString {
      switch self {
      case .correct: "correct"
      case .incorrect: "incorrect"
      case .correctCount: "correctCount"
      case .incorrectCount: "incorrectCount"
      }
    }
  }
}
