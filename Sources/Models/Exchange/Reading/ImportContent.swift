import RabbleDecks
import RabbleQuestions

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
