import RabbleDecks

/// Makes findings of the loader's faults.
enum FaultFindings {
  /// Adds what the loader found, with what mends it.
  static func add(_ source: SourceFault, _ findings: inout FindingList) {
    let fault = source.fault
    var edits = source.edits
    if edits.isEmpty { edits = mending(source, findings.deck) }
    findings.add(rule(of: fault), at: source.span, fault.reason, fault.advice, edits: edits)
  }

  /// The rule that a fault breaks.
  static func rule(of fault: DeckFault) -> Rule {
    let code: String
    if case .syntax(let syntax) = fault.kind {
      code = SyntaxRules.code(of: syntax)
    } else if case .markdown(let markdown) = fault.kind {
      code = MarkdownRules.code(of: markdown)
    } else {
      code =
        FileRules.code(of: fault.kind)
        ?? ContentRules.code(of: fault.kind, isIgnored: fault.consequence == .valueIgnored)
    }
    return RuleBook.rule(code) ?? FileRules.all[7]
  }

  private static func mending(_ source: SourceFault, _ deck: DeckSource) -> [TextEdit] {
    guard deck.form == .json else { return [] }
    let range = source.span.range
    switch source.fault.kind {
    case .wrongType(let expected, let found, _)
    where expected.contains(.string) && (found == .number || found == .boolean):
      return [TextEdit(range, "\"\(deck.text(source.span))\"")]
    case .unknownValue(let value, _, let known):
      guard let near = Nearest.to(value, among: known) else { return [] }
      return [TextEdit(deck.content(of: source.span), near)]
    case .emptyText(let key) where source.fault.consequence == .valueIgnored && key.hasSuffix("]"):
      return deck.removal(range).map { [$0] } ?? []
    case .missingKey(let key, let similar?):
      return renaming(similar, to: key, in: source, deck)
    default: return []
    }
  }

  /// The edit that gives a misspelled key of a question or group its right name.
  private static func renaming(
    _ similar: String, to key: String, in source: SourceFault, _ deck: DeckSource
  ) -> [TextEdit] {
    let fields =
      deck.groups.first { $0.span == source.span }?.fields
      ?? deck.groups.lazy.flatMap(\.questions).first { $0.span == source.span }?.fields ?? []
    let keys = fields.filter { $0.key == .unknown }.map(\.keySpan)
    guard let span = keys.first(where: { deck.text($0) == "\"\(similar)\"" }) else { return [] }
    return [TextEdit(span.range, "\"\(key)\"")]
  }
}

extension Finding {
  /// The finding of a fault that lies in no file that was read, such as a missing folder's.
  public init(fault: DeckFault) {
    self.init(
      path: fault.path, span: nil, rule: FaultFindings.rule(of: fault), place: fault.place,
      reason: fault.reason, advice: fault.advice)
  }
}
