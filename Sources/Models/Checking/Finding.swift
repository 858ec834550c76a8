import RabbleDecks
import RabbleText

/// One thing that is wrong with a deck, or looks like it.
package struct Finding: Hashable, Sendable {
  /// The file, under the name by which it was loaded.
  package let path: String
  /// The bytes it is about; `nil` when the file was not read.
  package let span: SourceSpan?
  /// The rule that found it.
  package let rule: Rule
  /// The group and the question it lies in.
  package let place: FaultLocation?
  /// What is wrong.
  package let reason: String
  /// What to do about it.
  package let advice: String
  /// The edits of its own file that fix it; empty where nobody but the author knows them.
  package let edits: [TextEdit]
  /// How far they can be trusted; `nil` without edits.
  package let fix: FixSafety?

  /// Makes a finding.
  init(
    path: String, span: SourceSpan?, rule: Rule, place: FaultLocation? = nil, reason: String,
    advice: String, edits: [TextEdit] = [], fix: FixSafety? = nil
  ) {
    self.path = path
    self.span = span
    self.rule = rule
    self.place = place
    self.reason = reason
    self.advice = advice
    self.edits = edits
    self.fix = edits.isEmpty ? nil : fix ?? rule.fix
  }
}

/// The findings of one file, in the order in which they are found.
struct FindingList {
  /// The file.
  let deck: DeckSource
  private(set) var items: [Item] = []
  /// Where the last finding within a text begins: findings come in the order of the text, which would
  /// otherwise be read anew for each of them.
  private var last: (span: SourceSpan, place: DeckSource.ValuePlace)?

  /// A finding before its place in the deck is known.
  struct Item: Sendable {
    let span: SourceSpan?
    let rule: Rule
    let reason: String
    let advice: String
    let edits: [TextEdit]
    /// How far the edits can be trusted where that is less than the rule says.
    var fix: FixSafety?

    /// The offset it is sorted by.
    var start: Int { span?.start ?? 0 }
  }

  init(_ deck: DeckSource) {
    self.deck = deck
  }

  /// Adds what another list about the same file has.
  mutating func append(_ others: [Item]) { items += others }

  /// Adds a finding about bytes of the file, or `nil` about a file that was not read.
  mutating func add(
    _ rule: Rule, at span: SourceSpan?, _ reason: String, _ advice: String, edits: [TextEdit] = [],
    fix: FixSafety? = nil
  ) {
    items.append(
      Item(span: span, rule: rule, reason: reason, advice: advice, edits: edits, fix: fix))
  }

  /// Adds a finding about a part of a text, in bytes of its UTF-8, which `replacement` fixes.
  ///
  /// Where the file does not have the very bytes of the part, it is written differently there (such
  /// as a blank's `==` in Markdown), and the author must fix it.
  mutating func add(
    _ rule: Rule, in value: TextValue, _ range: Range<Int>, _ reason: String, _ advice: String,
    replacement: String? = nil, fix: FixSafety? = nil
  ) {
    let span = value.field.span
    let content = deck.content(of: span)
    // A text that is as long in the file has no escapes, so that nothing need be counted.
    let isPlain = content.count == value.text.utf8.count
    let start: Int
    var end: Int
    if isPlain {
      (start, end) = (content.lowerBound + range.lowerBound, content.lowerBound + range.upperBound)
    } else {
      let known = last.flatMap {
        $0.span == span && $0.place.read <= range.lowerBound ? $0.place : nil
      }
      let place = deck.place(of: range.lowerBound, in: span, after: known)
      last = (span, place)
      start = place.index
      // A place within an escape is that behind it.
      end =
        place.read <= range.upperBound
        ? deck.place(of: range.upperBound, in: span, after: place).index : start
    }
    end = max(start, end)
    let isRewritten = deck.form == .markdown && !hasBytes(of: value.text, range, at: start..<end)
    let edits =
      isRewritten
      ? []
      : replacement.map {
        [TextEdit(start..<end, deck.literal($0, for: range, of: value.text, endingAt: end))]
      } ?? []
    let isLost = isRewritten && value.isQuestion(.cloze)
    add(
      rule, at: isLost ? value.field.span : SourceSpan(start, end), reason, advice, edits: edits,
      fix: fix)
  }

  /// Adds a finding about a whole text.
  mutating func add(_ rule: Rule, in value: TextValue, _ reason: String, _ advice: String) {
    add(rule, at: value.field.span, reason, advice)
  }

  /// Adds a finding that is fixed by removing the value it is about.
  mutating func add(
    _ rule: Rule, removing field: SourceField, _ reason: String, _ advice: String = "remove it",
    fix: FixSafety? = nil
  ) {
    add(
      rule, at: field.span, reason, advice, edits: deck.removal(of: field).map { [$0] } ?? [],
      fix: fix)
  }

  private func hasBytes(of text: String, _ range: Range<Int>, at place: Range<Int>) -> Bool {
    guard place.upperBound <= deck.bytes.count else { return false }
    return deck.bytes[place].elementsEqual(
      text.utf8.dropFirst(range.lowerBound).prefix(range.count))
  }
}

/// Finds the group and the question that a byte of a file lies in.
struct PlaceFinder {
  private let deck: DeckSource

  init(_ deck: DeckSource) {
    self.deck = deck
  }

  /// The numbers of the group and the question, from 0.
  func numbers(of offset: Int) -> (group: Int, question: Int?)? {
    guard let group = Self.last(in: deck.groups, { $0.span }, before: offset) else { return nil }
    return (group, Self.last(in: deck.groups[group].questions, { $0.span }, before: offset))
  }

  /// The place as messages name it: numbers from 1.
  func place(of offset: Int) -> FaultLocation? {
    guard let (group, question) = numbers(of: offset) else { return nil }
    let title = deck.groups[group].group.title
    return FaultLocation(
      group: title.isEmpty ? nil : title, groupNumber: group + 1, question: question.map { $0 + 1 })
  }

  /// The last element that begins at or before an offset, if the offset lies in it.
  private static func last<Element>(
    in elements: [Element], _ span: (Element) -> SourceSpan, before offset: Int
  ) -> Int? {
    let last = elements.partitioningIndex { span($0).start > offset } - 1
    guard last >= 0, offset < max(span(elements[last]).end, span(elements[last]).start + 1)
    else { return nil }
    return last
  }
}
