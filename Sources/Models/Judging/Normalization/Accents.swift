/// Latin letters without their accents.
enum Accents {
  private static let groups: [(String, String)] = [
    ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"), ("ae", "æ"), ("c", "çćĉċč"), ("d", "ďđð"),
    ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐỉị"), ("j", "ĵ"),
    ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőơǒọỏốồổỗộớờởỡợ"), ("oe", "œ"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("ss", "ß"), ("t", "ţťŧț"), ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔụủứừửữự"), ("w", "ŵẁẃẅ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"),
  ]
  private static let plain: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: groups.flatMap { plain, letters in
      letters.unicodeScalars.map { ($0, plain) }
    }
  )

  /// The plain letters for a small Latin letter with an accent, or `nil` if it has none.
  static func removed(from letter: Unicode.Scalar) -> String? {
    letter.isASCII ? nil : plain[letter]
  }
}
