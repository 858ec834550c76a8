/// What Tab offers in the field of a form.
struct FieldCompletion: Hashable, Sendable {
  /// What the field may hold.
  let values: [String]
  /// Whether it holds several of them.
  let isList: Bool

  /// What continues a word of the line.
  ///
  /// - Parameters:
  ///   - line: what stands before the word.
  ///   - word: the word, which ends at the cursor.
  /// - Returns: What can stand in place of the word; a value of several words goes on where the
  ///   line has begun it.
  func matches(before line: String, word: String) -> [String] {
    if isList {
      let separators: Set<Character> = [",", "、", "，", ";", "#"]
      let end = word.lastIndex(where: separators.contains).map { word.index(after: $0) }
      let kept = word[..<(end ?? word.startIndex)]
      let begun = word[(end ?? word.startIndex)...]
      return values.filter { Self.begins($0, with: begun) }.map { kept + $0 }
    }
    let before = line.drop { $0 == " " || $0 == "\t" }
    return values.filter { Self.begins($0, with: before + word) }
      .map { String($0.dropFirst(before.count)) }
  }

  /// Whether a value begins with a text, in upper or lower case.
  private static func begins(_ value: String, with text: some StringProtocol) -> Bool {
    value.lowercased().hasPrefix(text.lowercased())
  }
}
