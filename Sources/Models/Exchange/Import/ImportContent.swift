import RabbleDecks
import RabbleQuestions
import RabbleText

/// The questions of a file, and what of it is not imported.
package struct ImportContent: Hashable, Sendable {
  /// A question of the file.
  package struct Item: Hashable, Sendable {
    package let question: Question
    /// The line it begins on, from 1; `nil` where lines are not counted.
    package let line: Int?
    /// The identity of the question that it was exported from, if that has no id.
    package let wording: QuestionID?
    /// Values that come with it and that this program has no use for.
    package let extras: [DeckExtra]

    package init(
      question: Question, line: Int?, wording: QuestionID? = nil, extras: [DeckExtra] = []
    ) {
      self.question = question
      self.line = line
      self.wording = wording
      self.extras = extras
    }
  }

  /// The questions for one group.
  package struct Group: Hashable, Sendable {
    /// The group without its questions.
    package internal(set) var header: QuestionGroup
    /// Its questions.
    package var items: [Item]

    package init(header: QuestionGroup, items: [Item]) {
      self.header = header
      self.items = items
    }
  }

  /// How often something was changed throughout the file.
  package struct Changes: Hashable, Sendable {
    /// Fields that were HTML and became text.
    package var htmlFields = 0
    /// Sounds and pictures that are not imported.
    package var media = 0
    /// Fields whose letters were decomposed (NFD) and are composed now.
    package var composed = 0
    /// Fields whose line breaks were those of Windows.
    package var lineBreaks = 0
    /// Cells without the `'` that kept spreadsheets from evaluating them.
    package var unguarded = 0
    /// Places where the bytes are no character in the encoding.
    package var damage = 0
    /// Answers with furigana, whose readings are accepted, too.
    package var answerReadings = 0
    /// Lines without a separator that continue the previous definition.
    package var joinedLines = 0
    /// Notes and parts of examples that were longer than ``Question/longestText``, and were cut.
    package var cutTexts = 0

    /// Schedules of another program.
    package var schedules = 0
    /// Cards that are suspended in another program.
    package var suspensions = 0
    /// Notes of Anki's text export whose note type may have more cards than were made of them.
    package var noteTypes = 0

    package init() {}
  }

  /// The groups in the order of the file.
  package var groups: [Group] = []
  /// What was skipped or changed, line by line.
  package var notices: [ImportNotice] = []
  /// What was changed throughout.
  package var changes = Changes()
  /// Whether a question of a deck is the same only if it has the same id, as in a collection of Anki,
  /// where two notes may read the same.
  package var isKnownByIDAlone = false

  package init() {}

  /// Adds a question to the group of this title, which comes last if it is new.
  mutating func add(_ item: Item, toGroup title: String, at place: inout [String: Int]) {
    if let index = place[title] {
      groups[index].items.append(item)
    } else {
      place[title] = groups.count
      groups.append(Group(header: QuestionGroup(title: title, questions: []), items: [item]))
    }
  }
}

/// Something that an import skips, or that is not as the file has it.
package struct ImportNotice: Hashable, Sendable {
  /// The line of the file, from 1; `nil` where its lines are not counted.
  package let line: Int?
  package let kind: Kind

  package init(line: Int?, kind: Kind) {
    self.line = line
    self.kind = kind
  }

  /// What can be skipped or changed.
  package enum Kind: Hashable, Sendable {
    /// There is no prompt.
    case noPrompt
    /// There is no answer.
    case noAnswer
    /// The blanks of a sentence can't be read.
    case cloze(ClozeError)
    /// The same question comes earlier, on this line.
    case repeated(firstLine: Int?)
    /// The deck has the question already.
    case known(prompt: String)
    /// The deck has the prompt already, with another answer.
    case otherAnswer(prompt: String, answer: String)
    /// This many fields follow the last named column, and are not imported.
    case furtherFields(Int)
    /// A quotation mark is not closed, or text follows it; it is an ordinary character.
    case strayQuote
    /// A pitch is not a number from 0 to 99, and is not imported.
    case pitch(String)
    /// A value is none of those that its column knows, and is not imported.
    case choice(String, column: String, known: [String])
    /// A direction is unknown, and is not imported.
    case direction(String)
    /// An earlier question has the same id, so this one has none.
    case idTaken(String)
    /// A value of a deck that only its own file has a use for, and that is not imported.
    case foreign(key: String)
    /// A card has only one side.
    case oneSide
    /// A text that is asked or compared is longer than ``Question/longestText``.
    case longText(Question.Field)
    /// What stands among objects of JSON is none.
    case noObject
    /// A deck of this program has a fault, because of which a question may be missing.
    case fault(String, isSkip: Bool)
  }

  /// Whether the question is skipped, and not only changed.
  package var isSkip: Bool {
    switch kind {
    case .noPrompt, .noAnswer, .cloze, .repeated, .known, .otherAnswer, .oneSide, .longText,
      .noObject:
      true
    case .fault(_, let isSkip): isSkip
    case .furtherFields, .strayQuote, .pitch, .choice, .direction, .idTaken, .foreign: false
    }
  }

  /// What happened and why.
  ///
  /// - Parameter unit: what the file has instead of lines, such as “object”.
  /// - Returns: a text without a capital and a period.
  package func reason(countedBy unit: String) -> String {
    switch kind {
    case .noPrompt: "there is no prompt"
    case .noAnswer: "there is no answer"
    case .cloze(let error): error.reason
    case .repeated(let line):
      "the same question is "
        + (line.flatMap { $0 > 0 ? $0 : nil }
          .map { unit == "line" ? "on line \($0)" : "\(unit) \($0)" } ?? "already there")
    case .known(let prompt): "“\(prompt)” is already in the deck"
    case .otherAnswer(let prompt, let answer):
      "“\(prompt)” is already in the deck, with the answer “\(answer)”"
    case .furtherFields(let count):
      "\(count == 1 ? "1 field has" : "\(count) fields have") no column and "
        + "\(count == 1 ? "is" : "are") not imported"
    case .strayQuote: "a quotation mark is not closed; it is read as text"
    case .pitch(let text): "“\(text)” is not a pitch (a number from 0 to 99); it is not imported"
    case .choice(let text, let column, let known):
      "“\(text)” is not a value of \(column) (\(known.joined(separator: ", "))); it is not imported"
    case .direction(let text):
      "“\(text)” is not a direction (\(Direction.names)); it is not imported"
    case .idTaken(let id): "the id “\(id)” belongs to another question; this one has none"
    case .foreign(let key): "“\(key)” is not imported"
    case .oneSide: "the card has only one side"
    case .longText(let field):
      "“\(field.key)” has more than \(NumberText.grouped(Question.longestText)) characters"
    case .noObject: "it is no object"
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
