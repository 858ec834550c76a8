extension String {
  /// Whether the two have the same scalars, not only the same meaning.
  func isSame(as other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }
}
