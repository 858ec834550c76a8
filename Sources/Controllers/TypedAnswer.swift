/// An answer as it was typed.
struct TypedAnswer: Hashable {
  /// The line as it stood when it was sent.
  let line: String
  /// The keys it was typed with, if they were turned into kana on the way.
  let keys: String?
}
