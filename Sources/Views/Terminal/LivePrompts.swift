/// What stands before a line whose keys can turn into another script; parts that take no column
/// stand between U+0001 and U+0002.
struct LivePrompts: Hashable {
  /// While keys turn into the other script.
  let on: String
  /// While they do not.
  let off: String
}
