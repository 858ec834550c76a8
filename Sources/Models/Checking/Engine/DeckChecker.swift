import RabbleDecks
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
    let rules = RuleBook.textRules.map { (rule: $0, triggers: $0.triggers) }
    let any = rules.reduce(into: TextTraits()) { $0.formUnion($1.triggers) }
    var buffer: [TextValue] = []
    for group in deck.groups {
      let values = GroupTexts.texts(of: group)
      check(values, rules, any, &findings)
      for rule in RuleBook.groupRules { rule.check(group, &findings) }
      let checked = CheckedGroup(group)
      for source in group.questions {
        CheckedQuestion.texts(of: source, into: &buffer)
        check(buffer, rules, any, &findings)
        let question = CheckedQuestion(source: source, group: checked, texts: buffer)
        for rule in RuleBook.questionRules { rule.check(question, &findings) }
      }
    }
  }

  private static func check(
    _ values: [TextValue], _ rules: [(rule: any TextRule, triggers: TextTraits)],
    _ any: TextTraits, _ findings: inout FindingList
  ) {
    for value in values where !value.traits.isDisjoint(with: any) {
      for (rule, triggers) in rules where !value.traits.isDisjoint(with: triggers) {
        rule.check(value, &findings)
      }
    }
  }

  /// The findings with their places, without those that are silenced and with those about silences.
  private static func findings(_ list: FindingList) -> [Finding] {
    let finder = PlaceFinder(list.deck)
    var silences = SilenceTable(list.deck)
    var items = list.items.filter { !silences.silences($0, at: finder) }
    items += silences.findings
    return items.enumerated().sorted {
      ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
    }.map { _, item in
      Finding(
        path: list.deck.file.path,
        span: list.deck.bytes.isEmpty && item.rule.isOfFile
          ? nil : item.span,
        rule: item.rule, place: finder.place(of: item.span.start), reason: item.reason,
        advice: item.advice, edits: item.edits)
    }
  }
}
