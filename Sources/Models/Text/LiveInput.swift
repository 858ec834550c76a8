/// A line whose keys turn into another script while they are typed: romaji into kana, for example.
///
/// A view knows nothing about scripts. It hands each key on, does to the line on the screen what the
/// returned edit says, and in the end sends ``text`` together with ``keys``. A line is a value: a
/// copy goes on by itself.
public protocol LiveInput: Sendable {
  /// The line as it stands, keys that wait for another one included.
  var text: String { get }

  /// The keys that make the line.
  var keys: String { get }

  /// Takes a key.
  ///
  /// - Returns: What changes at the end of the text.
  mutating func type(_ key: Character) -> LiveEdit

  /// Erases the last letter.
  ///
  /// - Returns: What changes at the end of the text.
  mutating func eraseLast() -> LiveEdit

  /// Ends the line: what still waits is decided.
  ///
  /// - Returns: What changes at the end of the text.
  mutating func commit() -> LiveEdit
}

/// What a key changes at the end of a text.
public struct LiveEdit: Hashable, Sendable {
  /// How many letters (graphemes) go.
  public let erased: Int
  /// What comes in their place.
  public let inserted: String

  /// Makes an edit.
  public init(erased: Int, inserted: String) {
    self.erased = erased
    self.inserted = inserted
  }
}
