/// One thing that is wrong with a deck file: where it is, what it is, and what it costs.
///
///     for fault in loader.load(path: "decks/numbers.json").faults { print(fault) }
///     // decks/numbers.json:14:7: error: in "Numbers", question 3: there is no "answer"; add one
public struct DeckFault: Error, Hashable, Sendable {
  /// The file or folder, as it was named to the learner.
  public let path: String
  /// The line, from 1; LF, CR LF and a lone CR end a line. `nil` when the file was not read.
  public let line: Int?
  /// The column, from 1, counted in Unicode scalars; a byte order mark is not counted. `nil` when
  /// the file was not read.
  public let column: Int?
  /// The group and the question concerned, if it lies in one.
  public let place: DeckPlace?
  /// What is wrong.
  public let kind: Kind
  /// What had to be left out because of it.
  public let consequence: Consequence

  /// Makes a fault.
  public init(
    path: String,
    line: Int? = nil,
    column: Int? = nil,
    place: DeckPlace? = nil,
    kind: Kind,
    consequence: Consequence
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.place = place
    self.kind = kind
    self.consequence = consequence
  }

  /// What a fault costs.
  public enum Consequence: Hashable, Sendable {
    /// Nothing of the file can be used.
    case fileLeftOut
    /// One group is left out.
    case groupLeftOut
    /// One question is left out.
    case questionLeftOut
    /// A value that can be done without is passed over.
    case valueIgnored
  }

  /// How grave a fault is.
  public enum Severity: String, Hashable, Sendable {
    /// Something cannot be studied.
    case error
    /// Everything can be studied.
    case warning
  }

  /// Whether the whole file had to be left out.
  public var isFatal: Bool { consequence == .fileLeftOut }

  /// How grave the fault is: an error when something that was meant to be studied cannot be.
  public var severity: Severity {
    switch kind {
    case .duplicateQuestion, .noQuestions, .markdown(.noQuestions): .warning
    default: consequence == .valueIgnored ? .warning : .error
    }
  }
}
