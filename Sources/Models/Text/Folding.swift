/// Text reduced to what decides if two answers are the same words.
package enum TextFold {
  /// The text without case, width, punctuation, and doubled or outer spaces; hyphens and slashes
  /// count as spaces, and beside Japanese there are none. What is nothing but punctuation is kept, and
  /// so is what makes another number: 3.5 is not 35, nor -5 5, 2-3 23, 1/2 12, 10:30 1030 or 10^3 103. Raised and
  /// lowered characters are what people type for them: H₂O is H2O, and 10³ is 10^3.
  package static func plain(_ text: String) -> String {
    foldedASCII(text) ?? folded(text, isStrict: false)
  }

  /// `plain` with katakana as hiragana and letters without what many leave out: the accents of Latin
  /// and Greek ones, stress marks and the dots of ё, the vowel points of Arabic and Hebrew. ば is still
  /// not は, nor й и.
  package static func strict(_ text: String) -> String {
    foldedASCII(text) ?? folded(text, isStrict: true)
  }

  /// `strict` but for the accents, which are kept: Unicode's equivalent spellings of one letter stay
  /// equal as strings.
  package static func accented(_ text: String) -> String {
    foldedASCII(text)
      ?? String(String.UnicodeScalarView(plain(text).unicodeScalars.map(\.asHiragana)))
  }

  /// A text as it is usually printed: without stress marks and the dots of ё, and without vowel points.
  package static func unpointed(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !Accents.isPoint(scalar, on: result.last) {
      result.append(scalar == "ё" ? "е" : scalar == "Ё" ? "Е" : scalar)
    }
    return String(result)
  }

  /// The characters of a title in lower case and ordinary width, with single spaces: titles that a
  /// learner would not tell apart have the same.
  package static func title(_ title: String) -> [Character] {
    let words = title.inOrdinaryWidth.unicodeScalars.split(
      whereSeparator: \.properties.isWhitespace)
    return Array(words.map { String($0) }.joined(separator: " ").lowercased())
  }

  /// The fold of a text in ASCII, the same for both kinds; `nil` for any other text.
  private static func foldedASCII(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes -> String? in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var spaceIsDue = false
      for (index, byte) in bytes.enumerated() {
        guard byte < 0x80 else { return nil }
        let role = Unicode.Scalar.asciiRoles[Int(byte)]
        var byte = byte
        if role != .letter {
          guard let sign = sign(at: index, count: bytes.count, { Unicode.Scalar(bytes[$0]) }) else {
            spaceIsDue = spaceIsDue || role == .separator
            continue
          }
          byte = UInt8(ascii: sign)
        }
        if spaceIsDue, !result.isEmpty { result.append(0x20) }
        spaceIsDue = false
        result.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
      }
      if result.isEmpty { result = bytes.filter { $0 > 0x20 } }
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// The sign that a scalar among digits stands for; `nil` for mere punctuation.
  private static func sign(
    at index: Int, count: Int, _ scalar: (Int) -> Unicode.Scalar
  ) -> Unicode.Scalar? {
    func isDigit(_ index: Int) -> Bool {
      guard index >= 0, index < count else { return false }
      let scalar = scalar(index)
      return scalar.isASCII
        ? ("0"..."9").contains(scalar) : scalar.properties.numericType == .decimal
    }
    let isBetween = isDigit(index - 1)
    if scalar(index) == "^" {
      let isNegative = isDigit(index + 2) && "-−".unicodeScalars.contains(scalar(index + 1))
      return isBetween && (isDigit(index + 1) || isNegative) ? "^" : nil
    }
    guard isDigit(index + 1) else { return nil }
    switch scalar(index) {
    case "." where isBetween: return "."
    case ",", "，":
      // A comma before three digits only groups them.
      let isGrouping = isDigit(index + 2) && isDigit(index + 3) && !isDigit(index + 4)
      return isBetween && !isGrouping ? "." : nil
    case "/", "⁄", ":": return isBetween ? scalar(index) : nil
    case "-", "‐", "‑", "–", "—", "―", "−":
      let isFirst =
        index == 0 || scalar(index - 1).properties.isWhitespace
        || "(^".unicodeScalars.contains(scalar(index - 1))
      return isBetween || isFirst ? "-" : nil
    case "~", "〜", "～": return isBetween ? "-" : nil
    default: return nil
    }
  }

  private static func folded(_ text: String, isStrict: Bool) -> String {
    let scalars = Array(ShiftedText.typed(text.inOrdinaryWidth).lowercased().unicodeScalars)
    var result = String.UnicodeScalarView()
    var spaceIsDue = false
    var previous = Script.other
    for (index, letter) in scalars.enumerated() {
      var scalar = letter
      if scalar.isIgnorable {
        guard let sign = sign(at: index, count: scalars.count, { scalars[$0] }) else {
          spaceIsDue = spaceIsDue || scalar.separatesWords
          continue
        }
        scalar = sign
      }
      if scalar == "ς" { scalar = "σ" }
      let script = Script(of: scalar)
      if spaceIsDue, !result.isEmpty, !isJapanese(script), !isJapanese(previous) {
        result.append(" ")
      }
      spaceIsDue = false
      if isStrict, Accents.isMark(scalar, on: result.last) { continue }
      previous = script
      if isStrict, script == .latin || script == .other, let plain = Accents.removed(from: scalar) {
        result.append(contentsOf: plain.unicodeScalars)
      } else {
        result.append(isStrict ? scalar.asHiragana : scalar)
      }
    }
    return result.isEmpty
      ? String(text.inOrdinaryWidth.filter { !$0.isWhitespace }) : String(result)
  }

  private static func isJapanese(_ script: Script) -> Bool { script.isKana || script == .kanji }
}

extension Unicode.Scalar {
  /// Whether this scalar never decides if an answer is right: spaces, punctuation of either
  /// language, the three signs for "something stands here" (~, 〜 U+301C, ～ U+FF5E), and whatever
  /// nobody sees.
  ///
  /// Signs that mean something (+, <, %, #, &, currencies) are not among them.
  package var isIgnorable: Bool {
    switch value {
    case 0x00...0x7F: Self.asciiRoles[Int(value)] != .letter
    case 0xC0...0x2AF, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3:
      false
    default:
      Self.ignorable.contains(self) || properties.isWhitespace || isUnprintable
        || properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether this scalar, ignorable itself, stands between two words and not within one.
  var separatesWords: Bool {
    value < 0x80
      ? Self.asciiRoles[Int(value)] == .separator
      : Self.separators.contains(self) || properties.isWhitespace
  }

  /// What each ASCII scalar is to a comparison of words.
  static let asciiRoles: [AsciiRole] = (0..<128).map { value in
    let scalar = Unicode.Scalar(UInt8(value))
    if "-/_|\\,;:()".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace {
      return .separator
    }
    let isNothing = ".!?'\"`[]{}~^".unicodeScalars.contains(scalar) || scalar.isUnprintable
    return isNothing ? .nothing : .letter
  }

  /// What an ASCII scalar is to a comparison of words.
  enum AsciiRole {
    case letter
    case separator
    case nothing
  }

  private static let separators = Set("‐‑–—―−⁄…、・，；（）".unicodeScalars)
  private static let ignorable = separators.union("‘’‚“”„´‥·•¡¿«»。〜～！？．：゠〝〟".unicodeScalars)
    .union(Bracket.all.flatMap { [$0.opening, $0.closing] })
}

/// Letters without their accents and points.
enum Accents {
  private static let groups: [(String, String)] = [
    ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"), ("ae", "æ"), ("c", "çćĉċč"), ("d", "ďđð"),
    ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐỉị"), ("j", "ĵ"),
    ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőơǒọỏốồổỗộớờởỡợ"), ("oe", "œ"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("ss", "ß"), ("t", "ţťŧț"), ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔụủứừửữự"), ("w", "ŵẁẃẅ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"),
    ("е", "ёѐ"), ("и", "ѝ"),
    ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"),
    ("ε", "έἐἑἒἓἔἕὲέ"),
    ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"),
    ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ"),
    ("ο", "όὀὁὂὃὄὅὸό"),
    ("ρ", "ῤῥ"),
    ("υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"),
    ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"),
  ]
  private static let plain: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: groups.flatMap { plain, letters in
      letters.unicodeScalars.map { ($0, plain) }
    }
  )

  /// Whether a scalar is a mark that many leave out, on the letter before it: an accent, or a point.
  static func isMark(_ mark: Unicode.Scalar, on letter: Unicode.Scalar?) -> Bool {
    if isPoint(mark, on: letter) { return true }
    guard let letter, (0x300...0x36F).contains(mark.value) else { return false }
    return Script(of: letter) == .latin || (0x370...0x3FF).contains(letter.value)
  }

  /// Whether a scalar is a mark that is printed for learners alone: the stress on a Cyrillic vowel, the
  /// dots of ё, a point or a stretched line of Arabic, a point of Hebrew.
  static func isPoint(_ mark: Unicode.Scalar, on letter: Unicode.Scalar?) -> Bool {
    switch mark.value {
    case 0x300, 0x301: letter.map { cyrillicVowels.contains($0) } ?? false
    case 0x308: letter == "е" || letter == "Е"
    case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x640, 0x64B...0x652, 0x670:
      true
    default: false
    }
  }

  private static let cyrillicVowels = Set("аеёиоуыэюяіїєАЕЁИОУЫЭЮЯІЇЄ".unicodeScalars)

  /// The plain letters for a small letter with an accent, or `nil` if it has none.
  static func removed(from letter: Unicode.Scalar) -> String? {
    letter.isASCII ? nil : plain[letter]
  }
}

// MARK: - What is the same without folding

/// A text that equals another only where both have the same scalars. As a `String`, “é” in one scalar equals
/// “é” in two; as names of files they are two files.
package struct ExactText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Wraps a text.
  package init(_ text: String) { self.text = text }

  /// Whether two have the same scalars.
  package static func == (first: Self, second: Self) -> Bool { first.text.isSame(as: second.text) }
}

extension String {
  /// Whether the two have the same scalars, not only the same meaning.
  package func isSame(as other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }
}
