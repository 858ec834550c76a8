import RabbleQuestions
import RabbleText

/// Why the columns of a file to import are probably not what they are taken for.
package enum ImportDoubt: Hashable, Sendable {
  /// All questions have this prompt.
  case onePrompt(String)
  /// The prompts are numbers that count the lines.
  case numberedPrompts
  /// All answers are among these few, out of so many questions.
  case fewAnswers([String], questions: Int)
  /// This many questions have their prompt as their answer.
  case promptIsAnswer(Int, questions: Int)
  /// This many of so many lines have no answer.
  case withoutAnswer(Int, lines: Int)
}

extension ImportDoubt: CustomStringConvertible {
  /// What looks wrong, in a sentence.
  package var description: String {
    switch self {
    case .onePrompt(let prompt): "All prompts are \(Quoting.curly(prompt))."
    case .numberedPrompts: "The prompts are numbers that only count the lines."
    case .fewAnswers(let answers, let questions):
      "\(questions) questions have only \(answers.count == 1 ? "the answer" : "the answers") "
        + answers.map { Quoting.curly($0) }.joined(separator: ", ") + "."
    case .promptIsAnswer(let count, let questions):
      "\(count) of \(questions) questions \(count == 1 ? "has its prompt as its" : "have their prompt as their") "
        + "answer."
    case .withoutAnswer(let count, let lines): "\(count) of \(lines) lines have no answer."
    }
  }
}

extension ImportContent {
  /// What looks wrong about the questions: nobody writes a deck in which they are like this, but a
  /// column that is something else looks so.
  package var doubts: [ImportDoubt] {
    var (prompts, answers): ([String], [String]) = ([], [])
    for group in groups {
      for item in group.items where item.question.cloze == nil {
        prompts.append(item.question.prompt.trimmed)
        answers.append(item.question.answer.trimmed)
      }
    }
    guard !prompts.isEmpty else { return [] }
    // The first may be a header that is not known as one.
    let found = Self.doubts(of: prompts[...], answers[...])
    var doubts = found.isEmpty ? Self.doubts(of: prompts.dropFirst(), answers.dropFirst()) : found
    let same = zip(prompts, answers).count { $0 == $1 }
    if same * 5 >= prompts.count, same > 0 {
      doubts.append(.promptIsAnswer(same, questions: prompts.count))
    }
    let missing = notices.count { $0.kind == .noAnswer }
    if missing >= Self.fewest, missing >= prompts.count {
      doubts.append(.withoutAnswer(missing, lines: missing + prompts.count))
    }
    return doubts
  }

  /// What looks wrong about columns as a whole.
  private static func doubts(
    of prompts: ArraySlice<String>, _ answers: ArraySlice<String>
  ) -> [ImportDoubt] {
    guard let prompt = prompts.first, prompts.count >= fewest else { return [] }
    var doubts: [ImportDoubt] = []
    if prompts.allSatisfy({ $0 == prompt }) { doubts.append(.onePrompt(prompt)) }
    if count(prompts) { doubts.append(.numberedPrompts) }
    // Two genders in twenty words may be what is learned; it is asked about all the same.
    let most = max(1, answers.count / 10)
    var different: Set<String> = []
    if answers.allSatisfy({ different.insert($0).inserted ? different.count <= most : true }) {
      doubts.append(.fewAnswers(Array(different.sorted().prefix(5)), questions: answers.count))
    }
    return doubts
  }

  /// Fewer questions, or lines without an answer, tell nothing.
  private static let fewest = 3

  /// Whether texts are whole numbers, nearly each one more than the one before.
  private static func count(_ texts: ArraySlice<String>) -> Bool {
    var numbers: [Int] = []
    for text in texts {
      let digits = text.hasSuffix(".") ? text.dropLast() : text[...]
      guard let number = Int(digits) else { return false }
      numbers.append(number)
    }
    let steps = zip(numbers, numbers.dropFirst()).count {
      $1.subtractingReportingOverflow($0) == (1, false)
    }
    return steps * 10 >= (numbers.count - 1) * 9
  }
}
