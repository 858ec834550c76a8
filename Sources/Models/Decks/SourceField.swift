/// Where a value of a question or group stands in its file.
public struct SourceField: Hashable, Sendable {
  /// What a value is.
  public enum Key: Hashable, Sendable {
    /// A group's own value.
    case group(DeckKey.Group)
    /// A value of a group's settings.
    case settings(DeckKey.Settings)
    /// A question's own value.
    case question(DeckKey.Question)
    /// A part of a question's example; its text also where the example is nothing else.
    case example(DeckKey.Example)
    /// A value under a key that no deck knows.
    case unknown
  }

  /// What the value is.
  public let key: Key
  private let elementNumber: Int32
  /// The value. Of a text in JSON, with its quotation marks.
  public let span: SourceSpan
  /// The key as it stands in the file, in JSON with its quotation marks; empty where the form of the
  /// file has no key for it.
  public let keySpan: SourceSpan

  /// Makes a field.
  public init(_ key: Key, element: Int? = nil, span: SourceSpan, keySpan: SourceSpan? = nil) {
    self.key = key
    elementNumber = element.map { Int32(clamping: $0) } ?? -1
    self.span = span
    self.keySpan = keySpan ?? SourceSpan(span.start, span.start)
  }

  /// Which element of a list it is, from 0, counted as the question's own list has them (blank ones
  /// are not in it); `nil` for the whole value.
  public var element: Int? { elementNumber < 0 ? nil : Int(elementNumber) }
}
