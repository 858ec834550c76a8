/// A key of one kind of object in a deck file, numbered from 0.
public protocol DeckKeyword: CaseIterable, Hashable, Sendable, RawRepresentable<Int> {
  /// The key as it stands in a file.
  var name: String { get }
}
