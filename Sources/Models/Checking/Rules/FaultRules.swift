import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW001–224 but for RW220–222: what the loader finds.
enum FaultRules {
  static let all = DeckFault.Code.allCases.map(\.rule)

  /// Adds what the loader found, with the edits that fix it.
  static func add(_ source: SourceFault, to findings: inout FindingList) {
    let fault = source.fault
    let edits = source.edits.isEmpty ? fixes(for: source, in: findings.deck) : source.edits
    let wasRead = fault.line != nil || !findings.deck.bytes.isEmpty
    findings.add(
      fault.code.rule, at: wasRead ? source.span : nil, fault.reason, fault.advice, edits: edits)
  }

  private static func fixes(for source: SourceFault, in deck: DeckSource) -> [TextEdit] {
    guard deck.form == .json else { return [] }
    let range = source.span.range
    switch source.fault.kind {
    case .wrongType(let expected, let found, _)
    where expected.contains(.string) && (found == .number || found == .boolean):
      return [TextEdit(range, "\"\(deck.text(source.span))\"")]
    case .unknownValue:
      guard let meant = source.fault.kind.meantValue else { return [] }
      let content = deck.content(of: source.span)
      return [TextEdit(content, content == range ? "\"\(meant)\"" : meant)]
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
    let group = deck.groups.partitioningIndex { $0.span.start > source.span.start } - 1
    guard group >= 0 else { return [] }
    let questions = deck.groups[group].questions
    let question = questions.partitioningIndex { $0.span.start > source.span.start } - 1
    let fields =
      question >= 0 && questions[question].span == source.span
      ? questions[question].fields : deck.groups[group].fields
    let field = fields.first { $0.key == .unknown && deck.text($0.keySpan) == "\"\(similar)\"" }
    return field.map { deck.renaming($0, to: key) } ?? []
  }
}

extension Finding {
  /// Makes the finding of a fault outside the files that were read, such as a missing folder.
  package init(fault: DeckFault) {
    self.init(
      path: fault.path, span: nil, rule: fault.code.rule, place: fault.location,
      reason: fault.reason, advice: fault.advice)
  }
}
