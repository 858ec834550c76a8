import RabbleDecks
import RabbleQuestions
import RabbleText

/// What a file holds for decks, and what of it does not come along.
public struct ImportContent: Hashable, Sendable {
  /// A question of the file.
  public struct Entry: Hashable, Sendable {
    /// The question.
    public let question: Question
    /// The line it begins on, from 1; `nil` where lines are not counted.
    public let line: Int?
    /// What the log knows the question by that it was exported from, if it has no id.
    public let wording: QuestionID?
    /// What stands with it that this program knows nothing of.
    public let extras: [DeckExtra]

    /// Makes an entry.
    public init(
      question: Question, line: Int?, wording: QuestionID? = nil, extras: [DeckExtra] = []
    ) {
      self.question = question
      self.line = line
      self.wording = wording
      self.extras = extras
    }
  }

  /// The questions for one group.
  public struct Group: Hashable, Sendable {
    /// The group without its questions.
    public let header: QuestionGroup
    /// Its questions.
    public var entries: [Entry]

    /// Makes a group.
    public init(header: QuestionGroup, entries: [Entry]) {
      self.header = header
      self.entries = entries
    }
  }

  /// How often something was changed in all of the file.
  public struct Changes: Hashable, Sendable {
    /// Fields written in HTML that became text.
    public var htmlFields = 0
    /// Sounds and pictures that are left out.
    public var media = 0
    /// Fields whose letters were decomposed (NFD) and are composed now.
    public var composed = 0
    /// Fields whose line breaks were those of Windows.
    public var lineBreaks = 0
    /// Cells from which the `'` was taken that keeps spreadsheets from reckoning.
    public var unguarded = 0
    /// Places where no letter could be made of the bytes.
    public var damage = 0
    /// Answers with furigana, whose readings are right as well.
    public var answerReadings = 0
    /// Lines without a separator that go on with the definition before.
    public var joinedLines = 0

    /// Makes a count of nothing.
    public init() {}
  }

  /// The groups in the order of the file.
  public var groups: [Group] = []
  /// What was left out or changed, line by line.
  public var notices: [ImportNotice] = []
  /// What was changed all over.
  public var changes = Changes()

  /// Makes an empty content.
  public init() {}

  /// The number of questions.
  public var count: Int { groups.reduce(0) { $0 + $1.entries.count } }

  /// Adds a question to the group of this title, which comes behind the others if it is new.
  mutating func add(_ entry: Entry, toGroup title: String, at place: inout [String: Int]) {
    if let index = place[title] {
      groups[index].entries.append(entry)
    } else {
      place[title] = groups.count
      groups.append(Group(header: QuestionGroup(title: title, questions: []), entries: [entry]))
    }
  }
}

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
