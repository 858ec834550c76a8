/// A deck file with the place of everything in it, for those who check or change it.
///
///     let deck = DeckLoader().loadSource(path: "decks/numbers.json")
///     let prompt = deck.groups[0].questions[3].field(.prompt)
///     prompt.map { deck.position(of: $0.span.start) }   // line 14, column 17
public struct DeckSource: Sendable {
  /// What can be studied of the file, and its faults.
  public let file: DeckFile
  /// The file's bytes.
  public let bytes: [UInt8]
  /// How it is written.
  public let form: DeckForm
  /// All groups of the file, sound or not. ``GroupSource/index`` leads to those that can be studied.
  public let groups: [GroupSource]
  /// The file's faults with the bytes they are about. Other than the loader for study, who reads a
  /// file with its places gets all faults of syntax, and those of the content besides.
  public let faults: [SourceFault]

  /// Makes the source of a file.
  public init(
    file: DeckFile, bytes: [UInt8], form: DeckForm, groups: [GroupSource], faults: [SourceFault]
  ) {
    self.file = file
    self.faults = faults
    self.bytes = bytes
    self.form = form
    self.groups = groups
  }

  /// The bytes of a span as text.
  public func text(_ span: SourceSpan) -> String {
    let range = span.range.clamped(to: 0..<bytes.count)
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
