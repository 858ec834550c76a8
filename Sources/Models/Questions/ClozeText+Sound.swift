extension ClozeText {
  /// The sentence of a text, or `nil` if there is none or it is not sound, where what is wrong with it
  /// has been told before or is told elsewhere.
  package static func sound(_ text: String?) -> ClozeText? {
    guard let text else { return nil }
    do { return try ClozeText(text) } catch { return nil }
  }
}
