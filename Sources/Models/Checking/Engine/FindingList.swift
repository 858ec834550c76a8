import RabbleDecks

/// The findings of one file, in the order in which they are found.
struct FindingList {
  /// The file.
  let deck: DeckSource
  private(set) var items: [Item] = []

  /// A finding before its place in the deck is known.
  struct Item: Sendable {
    let span: SourceSpan
    let rule: Rule
    let reason: String
    let advice: String
    let edits: [TextEdit]
  }

  init(_ deck: DeckSource) {
    self.deck = deck
  }

  /// Adds what another list about the same file has.
  mutating func append(_ others: [Item]) { items += others }

  /// Adds a finding about bytes of the file.
  mutating func add(
    _ rule: Rule, at span: SourceSpan, _ reason: String, _ advice: String, edits: [TextEdit] = []
  ) {
    items.append(Item(span: span, rule: rule, reason: reason, advice: advice, edits: edits))
  }

  /// Adds a finding about a part of a text, in bytes of its UTF-8, which `replacement` mends.
  ///
  /// Where the file does not have the very bytes of the part, it is written in another way there
  /// (such as a blank's `==` in Markdown), and its author must mend it.
  mutating func add(
    _ rule: Rule, in value: TextValue, _ range: Range<Int>, _ reason: String, _ advice: String,
    replacement: String? = nil
  ) {
    let start = deck.offset(of: range.lowerBound, in: value.field.span)
    let end = max(start, deck.offset(of: range.upperBound, in: value.field.span))
    let isRewritten = deck.form == .markdown && !hasBytes(of: value.text, range, at: start..<end)
    let edits =
      isRewritten ? [] : replacement.map { [TextEdit(start..<end, deck.literal($0))] } ?? []
    let isLost = isRewritten && value.isQuestion(.cloze)
    add(
      rule, at: isLost ? value.field.span : SourceSpan(start, end), reason, advice, edits: edits)
  }

  /// Adds a finding about a whole text.
  mutating func add(_ rule: Rule, in value: TextValue, _ reason: String, _ advice: String) {
    add(rule, at: value.field.span, reason, advice)
  }

  private func hasBytes(of text: String, _ range: Range<Int>, at place: Range<Int>) -> Bool {
    guard place.upperBound <= deck.bytes.count else { return false }
    return deck.bytes[place].elementsEqual(
      text.utf8.dropFirst(range.lowerBound).prefix(range.count))
  }
}
