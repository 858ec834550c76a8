/// Latin letters without their accents.
enum Accents {
  private static let groups: [(String, String)] = [
    ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"), ("ae", "æ"), ("c", "çćĉċč"), ("d", "ďđð"),
    ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐỉị"), ("j", "ĵ"),
    ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőơǒọỏốồổỗộớờởỡợ"), ("oe", "œ"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("ss", "ß"), ("t", "ţťŧț"), ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔụủứừửữự"), ("w", "ŵẁẃẅ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"),
  ]
  private static let plain: [Character: String] = Dictionary(
    uniqueKeysWithValues: groups.flatMap { plain, letters in letters.map { ($0, plain) } })

  /// The plain letters for a small Latin letter with an accent, composed or not.
  static func removed(from letter: Character) -> String {
    if let plain = plain[letter] { return plain }
    guard let first = letter.unicodeScalars.first, letter.unicodeScalars.count > 1 else {
      return String(letter)
    }
    return String(Character(first))
  }
}
