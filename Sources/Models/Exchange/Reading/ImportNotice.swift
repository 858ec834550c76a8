import RabbleQuestions

/// Something that was left out of an import, or is not as the file has it.
public struct ImportNotice: Hashable, Sendable {
  /// The line of the file, from 1; `nil` where its lines are not counted.
  public let line: Int?
  /// What it is.
  public let kind: Kind

  /// Makes a notice.
  public init(line: Int?, kind: Kind) {
    self.line = line
    self.kind = kind
  }

  /// What can be left out or changed.
  public enum Kind: Hashable, Sendable {
    /// Nothing is asked.
    case noPrompt
    /// Nothing answers.
    case noAnswer
    /// The blanks of a sentence are not sound.
    case cloze(ClozeError)
    /// The same question stands before, on this line.
    case repeated(firstLine: Int?)
    /// The deck has the question already.
    case known(prompt: String)
    /// The deck has the prompt already, with another answer.
    case otherAnswer(prompt: String, answer: String)
    /// So many fields stand behind the last column that is named, and are not taken.
    case furtherFields(Int)
    /// A quotation mark is not closed, or text goes on behind it; it is taken as a letter.
    case strayQuote
    /// A pitch is no number from 0 to 99, and is not taken.
    case pitch(String)
    /// A direction is none, and is not taken.
    case direction(String)
    /// Another question before has the same id, so this one goes without.
    case idTaken(String)
    /// A value of a deck that only the file it stands in has a use for, and that is not taken.
    case foreign(key: String)
    /// A card has one side only.
    case oneSide
    /// A deck of this program has a fault, which may cost a question.
    case fault(String, isSkip: Bool)
  }

  /// Whether the question was left out, and not only changed.
  public var isSkip: Bool {
    switch kind {
    case .noPrompt, .noAnswer, .cloze, .repeated, .known, .otherAnswer, .oneSide: true
    case .fault(_, let isSkip): isSkip
    case .furtherFields, .strayQuote, .pitch, .direction, .idTaken, .foreign: false
    }
  }

  /// What happened and why.
  public var reason: String {
    switch kind {
    case .noPrompt: "there is no prompt"
    case .noAnswer: "there is no answer"
    case .cloze(let error): error.reason
    case .repeated(let line):
      "the same question stands " + (line.map { "on line \($0)" } ?? "before")
    case .known(let prompt): "“\(prompt)” is in the deck already"
    case .otherAnswer(let prompt, let answer):
      "“\(prompt)” is in the deck already, answered by “\(answer)”"
    case .furtherFields(let count):
      "\(count) \(count == 1 ? "field has" : "fields have") no column and \(count == 1 ? "is" : "are") not taken"
    case .strayQuote: "a quotation mark is not closed; it is taken as a letter"
    case .pitch(let text): "“\(text)” is no pitch, a number from 0 to 99; it is not taken"
    case .direction(let text):
      "“\(text)” is no direction (recognition, production, reading); it is not taken"
    case .idTaken(let id): "the id “\(id)” is another question's, so this one goes without"
    case .foreign(let key): "“\(key)” is not taken along"
    case .oneSide: "the card has one side only"
    case .fault(let text, _): text
    }
  }
}

extension ClozeError {
  fileprivate var reason: String {
    switch self {
    case .noBlank: "the sentence has no blank"
    case .unclosed(let blank): "blank \(blank) of the sentence is not closed"
    case .emptyBlank(let blank): "blank \(blank) of the sentence is empty"
    }
  }
}
