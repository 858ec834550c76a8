import RabbleQuestions

extension ClozeText {
  /// The sentence of a text, or `nil` if there is none or it is not sound.
  static func sound(_ text: String?) -> ClozeText? {
    guard let text else { return nil }
    do { return try ClozeText(text) } catch { return nil }
  }
}

extension String {
  /// Whether the two have the same scalars, not only the same meaning.
  func isSame(as other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }
}
