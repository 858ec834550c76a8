/// What the learner says of a file that is to be imported; what they don't say is found out.
public struct ImportOptions: Hashable, Sendable {
  /// Its form.
  public var format: ExchangeFormat?
  /// How it is encoded.
  public var encoding: TextEncoding?
  /// What stands between two fields of a table.
  public var separator: String?
  /// Whether the first record of a table names the columns.
  public var hasHeader: Bool?
  /// Whether fields are written in HTML.
  public var isHTML: Bool?

  /// Makes options that say nothing.
  public init() {}
}
