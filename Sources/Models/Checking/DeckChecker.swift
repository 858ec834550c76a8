import RabbleDecks
import RabbleQuestions
import RabbleText

/// Finds what is wrong with decks, or looks like it.
///
///     let decks = paths.map { DeckLoader(faultLimit: .max).loadSource(path: $0) }
///     for finding in DeckChecker().check(decks) { print(finding.rule.code, finding.reason) }
package struct DeckChecker: Sendable {
  package init() {}

  /// The findings in files that are studied together: file by file, and in a file by place. Findings
  /// at one place come by code.
  package func check(_ decks: [DeckSource]) -> [Finding] {
    let together = CheckedDecks(decks)
    var lists = decks.map { FindingList($0) }
    for index in lists.indices { checkDeck(&lists[index]) }
    for check in RuleBook.checkList.decks { check.look(check.rule, together, &lists) }
    return lists.flatMap { Self.findings($0) }
  }

  private func checkDeck(_ findings: inout FindingList) {
    let deck = findings.deck
    for fault in deck.faults { FaultRules.add(fault, to: &findings) }
    // Groups are checked on all processors at once; each has a list of its own.
    let lists = Parallel.map(deck.groups.count) { number in
      var list = FindingList(deck)
      checkGroup(deck.groups[number], &list)
      return list.items
    }
    for items in lists { findings.append(items) }
  }

  private func checkGroup(_ group: GroupSource, _ findings: inout FindingList) {
    let checks = RuleBook.checkList
    var buffer: [TextValue] = []
    Self.check(TextValue.texts(of: group), checks, &findings)
    for check in checks.groups { check.look(check.rule, group, &findings) }
    let checked = CheckedGroup(group)
    for source in group.questions {
      CheckedQuestion.texts(of: source, into: &buffer)
      Self.check(buffer, checks, &findings)
      let question = CheckedQuestion(source: source, group: checked, texts: buffer)
      for check in checks.questions { check.look(check.rule, question, &findings) }
    }
  }

  private static func check(
    _ values: [TextValue], _ checks: CheckList, _ findings: inout FindingList
  ) {
    for value in values where !value.traits.isDisjoint(with: checks.anyTrigger) {
      for check in checks.texts where !value.traits.isDisjoint(with: check.triggers) {
        check.look(check.rule, value, &findings)
      }
    }
  }

  /// The findings with their places, without those that are suppressed, and with those about
  /// suppressions.
  private static func findings(_ list: FindingList) -> [Finding] {
    let finder = PlaceFinder(list.deck)
    var silences = SilenceTable(list.deck)
    var items = list.items.filter { !silences.silences($0, at: finder) }
    items += silences.findings
    // A text that is not JSON is repaired first: what else can be fixed is fixed afterwards, and what
    // is wrong at the place of a repair may be gone then.
    let repairs = list.deck.repairs
    if !repairs.isEmpty {
      let faults = list.deck.faults.filter(\.fault.isFatal)
      items.removeAll { item in
        let there = faults.filter { $0.span.start == item.start }
        return !there.isEmpty && !there.contains { $0.fault.code.rawValue == item.rule.code }
      }
    }
    return items.enumerated().sorted {
      ($0.element.start, $0.element.rule.code, $0.offset)
        < ($1.element.start, $1.element.rule.code, $1.offset)
    }.map { _, item in
      Finding(
        path: list.deck.file.path, span: item.span, rule: item.rule,
        place: finder.place(of: item.start), reason: item.reason, advice: item.advice,
        edits: repairs.isEmpty || item.edits.allSatisfy(repairs.contains) ? item.edits : [],
        fix: item.fix)
    }
  }
}

extension DeckSource {
  /// The edits that turn a malformed file into JSON.
  fileprivate var repairs: Set<TextEdit> {
    Set(faults.lazy.filter(\.fault.isFatal).flatMap(\.edits))
  }
}

/// The files that are checked together.
final class CheckedDecks {
  /// The files.
  let files: [DeckSource]

  /// A question's place among all.
  struct Place: Hashable {
    let deck: Int32
    let group: Int32
    let question: Int32
  }

  private let lines: [SourceLines]

  init(_ decks: [DeckSource]) {
    files = decks
    lines = decks.map { SourceLines($0.bytes) }
  }

  /// Calls `body` with every question.
  func forEachQuestion(_ body: (Place, QuestionSource) -> Void) {
    for (deck, source) in files.enumerated() {
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

  /// The directions in which the question at a place is asked.
  func directions(_ place: Place) -> [Direction] {
    question(place).question.directions ?? group(place).group.directions ?? [.recognition]
  }

  /// The group at a place.
  func group(_ place: Place) -> GroupSource {
    files[Int(place.deck)].groups[Int(place.group)]
  }

  /// How a question is named in a finding about another one: `line 12`, with its file if that is
  /// another.
  func description(_ place: Place, from other: Place) -> String {
    let deck = files[Int(place.deck)]
    let line = lines[Int(place.deck)].position(of: question(place).span.start).line
    return place.deck == other.deck ? "line \(line)" : "line \(line) of \(deck.file.path)"
  }

  /// The questions that share a prompt.
  private(set) lazy var promptTable = PromptTable(self)
}
