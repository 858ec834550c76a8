import RabbleDecks
import RabbleText

/// All rules that decks are checked by.
public enum RuleBook {
  static let textRules: [any TextRule] = [
    EdgeSpaces(), DoubleSpaces(), DecomposedText(), ControlCharacters(), BidiControls(),
    InvisibleCharacters(), FullWidthLetters(), HalfWidthKana(), UnbalancedBrackets(), WideLines(),
    BrokenCharacters(), Radicals(), Markup(), LookAlikeLetters(), LineBreaks(),
    SingleBraces(),
  ]
  static let groupRules: [any GroupRule] = [UnknownKeys(), BlankValues(), LanguageTags()]
  static let questionRules: [any QuestionRule] = [
    UnknownKeys(), BlankValues(), ReadingLetters(), ReadingRomaji(), ImpossibleReading(),
    ReadingFit(), FuriganaBases(), FuriganaReading(), FuriganaMarkup(), FuriganaCover(),
    PitchRange(), PitchWithoutReading(), ExampleUse(), ExampleReading(), ReadingDirection(),
    HintAnswer(), HintPrompt(), RepeatedAlternatives(), BlockedAnswers(), RepeatedBlocked(),
    SelfAnswer(), RepeatedTags(), EmptyAnswerParts(), RepeatedAnswerParts(),
    JoinedAlternatives(), BlankHints(), ClozeHints(), ExampleAlone(), NoteRepeats(),
  ]
  static let libraryRules: [any LibraryRule] = [
    DuplicatePrompts(), AmbiguousPrompts(), RepeatedQuestions(), TagSpellings(), SharedIDs(),
    RepeatedTitles(), AmbiguousProduction(),
  ]

  /// The rules about questions as what they do.
  static let questionChecks: [@Sendable (CheckedQuestion, inout FindingList) -> Void] =
    questionRules.map { rule in { rule.check($0, &$1) } }
  /// The rules about texts as what they do, each with the traits it looks for.
  static let textChecks:
    [(triggers: TextTraits, check: @Sendable (TextValue, inout FindingList) -> Void)] =
      textRules.map { rule in (rule.triggers, { rule.check($0, &$1) }) }
  /// The traits of which a text must have one for any rule to look at it.
  static let anyTrigger = textRules.reduce(into: TextTraits()) { $0.formUnion($1.triggers) }

  /// All rules, by code.
  public static let all: [Rule] =
    (FileRules.all + SyntaxRules.all + MarkdownRules.all + ContentRules.all
    + textRules.map { type(of: $0).rule } + groupRules.map { type(of: $0).rule }
    + questionRules.dropFirst(2).map { type(of: $0).rule }
    + libraryRules.map { type(of: $0).rule }
    + [
      ConfusableAnswers.rule, SilenceWithoutReason.rule, UnusedSilence.rule, UnknownSilence.rule,
    ]).sorted { $0.code < $1.code }

  private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

  /// The rule of a code.
  public static func rule(_ code: String) -> Rule? { byCode[code] }
}

/// A rule that decks are checked by: what `rabble deck check` calls a kind of finding.
public struct Rule: Hashable, Sendable {
  /// The code that never changes its meaning, such as `RW204`.
  public let code: String
  /// A short name of words joined by hyphens, such as `duplicate-key`.
  public let name: String
  /// How grave a finding is.
  public let severity: Severity
  /// What the rule finds, in a sentence.
  public let summary: String

  /// Makes a rule.
  init(_ code: String, _ name: String, _ severity: Severity, _ summary: String) {
    self.code = code
    self.name = name
    self.severity = severity
    self.summary = summary
  }

  /// Whether authors may silence it: only warnings, for an error stays one.
  public var canBeSilenced: Bool { severity != .error }
}

/// A rule about any text of a deck.
protocol TextRule: Sendable {
  /// What it is called.
  static var rule: Rule { get }
  /// The traits of a text without which there is nothing to find in it.
  var triggers: TextTraits { get }
  /// Looks at a text that has one of the triggers.
  func check(_ value: TextValue, _ findings: inout FindingList)
}

/// A rule about one question.
protocol QuestionRule: Sendable {
  /// What it is called.
  static var rule: Rule { get }
  /// Looks at a question.
  func check(_ question: CheckedQuestion, _ findings: inout FindingList)
}

/// A rule about a group apart from its questions.
protocol GroupRule: Sendable {
  /// What it is called.
  static var rule: Rule { get }
  /// Looks at a group.
  func check(_ group: GroupSource, _ findings: inout FindingList)
}

/// A rule about everything that is studied together.
protocol LibraryRule: Sendable {
  /// What it is called.
  static var rule: Rule { get }
  /// Looks at all files; `lists` has one list a file, in the same order.
  func check(_ library: Library, _ lists: inout [FindingList])
}
