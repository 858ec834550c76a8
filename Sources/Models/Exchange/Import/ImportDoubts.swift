import RabbleQuestions
import RabbleText

/// Why the columns of a file to import are probably not what they are taken for.
public enum ImportDoubt: Hashable, Sendable {
  /// All questions have this prompt.
  case onePrompt(String)
  /// The prompts are numbers that count the lines.
  case numberedPrompts
  /// All answers are among these few, out of so many questions.
  case fewAnswers([String], questions: Int)
  /// This many questions have their prompt as their answer.
  case promptIsAnswer(Int, questions: Int)
}

extension ImportDoubt: CustomStringConvertible {
  /// What looks wrong, in a sentence.
  public var description: String {
    switch self {
    case .onePrompt(let prompt): "All prompts are \(Quoting.curly(prompt))."
    case .numberedPrompts: "The prompts are numbers that only count the lines."
    case .fewAnswers(let answers, let questions):
      "\(questions) questions have only \(answers.count == 1 ? "the answer" : "the answers") "
        + answers.map { Quoting.curly($0) }.joined(separator: ", ") + "."
    case .promptIsAnswer(let count, let questions):
      "\(count) of \(questions) questions \(count == 1 ? "has its prompt as its" : "have their prompt as their") "
        + "answer."
    }
  }
}

extension ImportContent {
  /// What looks wrong about the questions: nobody writes a deck in which they are like this, but a
  /// column that is something else looks so.
  public var doubts: [ImportDoubt] {
    let questions = groups.flatMap(\.items).map(\.question).filter { $0.cloze == nil }
    guard !questions.isEmpty else { return [] }
    // The first may be a header that is not known as one.
    let found = Self.doubts(of: questions[...])
    var doubts = found.isEmpty ? Self.doubts(of: questions.dropFirst()) : found
    let same = questions.count { $0.prompt.trimmed == $0.answer.trimmed }
    if same * 5 >= questions.count, same > 0 {
      doubts.append(.promptIsAnswer(same, questions: questions.count))
    }
    return doubts
  }

  /// What looks wrong about columns as a whole.
  private static func doubts(of questions: ArraySlice<Question>) -> [ImportDoubt] {
    guard questions.count >= fewest else { return [] }
    var doubts: [ImportDoubt] = []
    let prompts = Set(questions.map(\.prompt.trimmed))
    if prompts.count == 1, let prompt = prompts.first { doubts.append(.onePrompt(prompt)) }
    if count(questions.map(\.prompt.trimmed)) { doubts.append(.numberedPrompts) }
    let answers = Set(questions.map(\.answer.trimmed))
    // Two genders in twenty words may be what is learned; it is asked about all the same.
    if answers.count * 10 <= questions.count || answers.count == 1 {
      doubts.append(.fewAnswers(Array(answers.sorted().prefix(5)), questions: questions.count))
    }
    return doubts
  }

  /// Fewer questions tell nothing.
  private static let fewest = 3

  /// Whether texts are whole numbers, nearly each one more than the one before.
  private static func count(_ texts: [String]) -> Bool {
    let numbers = texts.compactMap { text in
      Int(text.hasSuffix(".") ? String(text.dropLast()) : text)
    }
    guard numbers.count == texts.count else { return false }
    let steps = zip(numbers, numbers.dropFirst()).count {
      $1.subtractingReportingOverflow($0) == (1, false)
    }
    return steps * 10 >= (numbers.count - 1) * 9
  }
}
