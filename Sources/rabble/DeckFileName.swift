/// Names of deck files.
enum DeckFileName {
  /// A file name, without its ending, that a title can have on every file system.
  static func of(_ title: String) -> String {
    var result = ""
    for character in title where result.utf8.count + character.utf8.count <= 120 {
      let isPlain = character.isLetter || character.isNumber || "-_+,()' ".contains(character)
      result.append(isPlain ? character : "-")
    }
    let name = result.drop { $0 == " " || $0 == "-" }
    let end = name.lastIndex { $0 != " " }
    return end.map { String(name[...$0]) } ?? "deck"
  }

  /// A text as a shell takes it.
  static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./:".contains($0) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
