import RabbleDecks
import RabbleParallel
import RabbleQuestions

/// Finds what is wrong with decks, or looks like it.
///
///     let decks = paths.map { DeckLoader(faultLimit: .max).loadSource(path: $0) }
///     for finding in DeckChecker().check(decks) { report(finding) }
public struct DeckChecker: Sendable {
  /// Whether the answers that a typo could turn into one another are listed, too.
  public let listsConfusables: Bool

  /// Makes a checker.
  public init(listsConfusables: Bool = false) {
    self.listsConfusables = listsConfusables
  }

  /// The findings about files that are studied together: file by file, and in a file by place.
  public func check(_ decks: [DeckSource]) -> [Finding] {
    let lines = decks.map { SourceLines($0.bytes) }
    let library = Library(decks, lines: lines)
    var lists = decks.map { FindingList($0) }
    for index in lists.indices { Self.checkDeck(&lists[index]) }
    for rule in RuleBook.libraryRules { rule.check(library, &lists) }
    if listsConfusables { ConfusableAnswers().check(library, &lists) }
    return lists.flatMap { Self.findings($0) }
  }

  private static func checkDeck(_ findings: inout FindingList) {
    let deck = findings.deck
    for fault in deck.faults { FaultFindings.add(fault, &findings) }
    // Groups are checked at once on all processors; each has a list of its own.
    let lists = Parallel.map(deck.groups.count) { number in
      var list = FindingList(deck)
      checkGroup(deck.groups[number], &list)
      return list.items
    }
    for items in lists { findings.append(items) }
  }

  private static func checkGroup(_ group: GroupSource, _ findings: inout FindingList) {
    var buffer: [TextValue] = []
    check(GroupTexts.texts(of: group), &findings)
    for rule in RuleBook.groupRules { rule.check(group, &findings) }
    let checked = CheckedGroup(group)
    for source in group.questions {
      CheckedQuestion.texts(of: source, into: &buffer)
      check(buffer, &findings)
      let question = CheckedQuestion(source: source, group: checked, texts: buffer)
      for check in RuleBook.questionChecks { check(question, &findings) }
    }
  }

  private static func check(_ values: [TextValue], _ findings: inout FindingList) {
    for value in values where !value.traits.isDisjoint(with: RuleBook.anyTrigger) {
      for (triggers, check) in RuleBook.textChecks where !value.traits.isDisjoint(with: triggers) {
        check(value, &findings)
      }
    }
  }

  /// The findings with their places, without those that are silenced and with those about silences.
  private static func findings(_ list: FindingList) -> [Finding] {
    let finder = PlaceFinder(list.deck)
    var silences = SilenceTable(list.deck)
    var items = list.items.filter { !silences.silences($0, at: finder) }
    items += silences.findings
    // A text that is not JSON is repaired first; what else can be fixed is fixed afterwards.
    let repairs = list.deck.repairs
    return items.enumerated().sorted {
      ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
    }.map { _, item in
      Finding(
        path: list.deck.file.path,
        span: list.deck.bytes.isEmpty && item.rule.isOfFile
          ? nil : item.span,
        rule: item.rule, place: finder.place(of: item.span.start), reason: item.reason,
        advice: item.advice,
        edits: repairs.isEmpty || item.edits.allSatisfy(repairs.contains) ? item.edits : [])
    }
  }
}

extension DeckSource {
  /// The edits that make JSON of a file that is none.
  fileprivate var repairs: Set<TextEdit> {
    Set(faults.lazy.filter(\.fault.isFatal).flatMap(\.edits))
  }
}

/// Everything that is checked together.
final class Library {
  /// The files.
  let decks: [DeckSource]

  /// A question's place among all.
  struct Place: Hashable {
    let deck: Int32
    let group: Int32
    let question: Int32
  }

  /// Calls `body` with every question.
  func forEachQuestion(_ body: (Place, QuestionSource) -> Void) {
    for (deck, source) in decks.enumerated() {
      for (group, entry) in source.groups.enumerated() {
        for (question, entry) in entry.questions.enumerated() {
          body(
            Place(deck: Int32(deck), group: Int32(group), question: Int32(question)), entry)
        }
      }
    }
  }

  /// The question at a place.
  func question(_ place: Place) -> QuestionSource {
    group(place).questions[Int(place.question)]
  }

  /// The group at a place.
  func group(_ place: Place) -> GroupSource {
    decks[Int(place.deck)].groups[Int(place.group)]
  }

  /// How a question is told to an author who reads about another one: `line 12`, or with its file if
  /// that is another.
  func description(_ place: Place, from other: Place) -> String {
    let deck = decks[Int(place.deck)]
    let line = lines(place.deck).position(of: question(place).span.start).line
    return place.deck == other.deck ? "line \(line)" : "line \(line) of \(deck.file.path)"
  }

  /// The questions that share a prompt.
  private(set) lazy var promptTable = PromptTable(self)

  private func lines(_ deck: Int32) -> SourceLines { lineTable[Int(deck)] }
  private let lineTable: [SourceLines]

  /// Makes a library.
  init(_ decks: [DeckSource], lines: [SourceLines]) {
    self.decks = decks
    lineTable = lines
  }
}
