/// What single characters are to this program. Rules, verdicts, screens, files and the identity of questions ask here, so
/// that what one of them takes for a bracket or for nothing is the same to all.
///
/// Its neighbors are ``Script``, ``DisplayWidth`` and ``Bracket``.
extension Unicode.Scalar {
  /// Whether it is a control character (C0, DEL or C1) other than a tab or the end of a line.
  package var isControl: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: false
    case 0x00...0x1F, 0x7F...0x9F: true
    default: false
    }
  }

  /// Whether it changes the direction of text: the bidirectional controls of Unicode Standard Annex 9.
  package var isBidiControl: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether a terminal must not see this scalar from a text it does not trust: a control character, a tab and the
  /// ends of lines and paragraphs included, or a bidirectional control.
  package var isUnprintable: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: isBidiControl
    }
  }

  /// Whether nothing is seen of it though it makes a text another one: a soft hyphen, a space without
  /// width, a filler of hangul, a tag. Joiners and variation selectors, which change what is seen, are
  /// not among them.
  package var isInvisible: Bool {
    switch value {
    case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x2060...0x2064,
      0x206A...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0x1BCA0...0x1BCA3,
      0x1D173...0x1D17A, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether it ends a line or paragraph: LF, VT, FF, CR, NEL, LS or PS.
  package var endsLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether it is white space, of which U+3000 is the last in Unicode. Unicode's own table, which takes longer, is asked
  /// about few.
  package var isSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20: true
    case ..<0x85, 0x3001...: false
    default: properties.isWhitespace
    }
  }

  /// Whether it is what is left of a character that was lost, or none that others know: U+FFFD, one for private use, or
  /// a noncharacter.
  package var isBroken: Bool {
    switch value {
    case 0xFFFD, 0xE000...0xF8FF, 0xFDD0...0xFDEF, 0xF0000...0x10FFFF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }

  /// Whether it is a Latin letter or a digit in full width.
  package var isFullWidthLetter: Bool {
    switch value {
    case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
    default: false
    }
  }

  /// Whether it is a katakana in half width, or a mark of one.
  package var isHalfWidthKana: Bool { (0xFF66...0xFF9F).contains(value) }

  /// Whether it is a radical, which looks like a kanji and is none.
  package var isRadical: Bool { (0x2E80...0x2FDF).contains(value) }

  /// Whether it separates answers or readings in a list, as line breaks do.
  package var isListSeparator: Bool {
    switch self {
    case ";", ",", "/", "；", "，", "、", "／": true
    default: false
    }
  }
}

extension String {
  /// Whether any of its scalars is unprintable (`Unicode.Scalar.isUnprintable`).
  package var hasUnprintable: Bool {
    // Those beyond ASCII begin with 0xC2 (C1 controls), 0xD8 (U+061C) or 0xE2 (U+200E to U+2069).
    var text = self
    let mayHave = text.withUTF8 { bytes in
      bytes.contains { $0 < 0x20 || $0 == 0x7f || $0 == 0xc2 || $0 == 0xd8 || $0 == 0xe2 }
    }
    return mayHave && unicodeScalars.contains(where: \.isUnprintable)
  }
}

// MARK: - Brackets

/// A pair of brackets.
package struct Bracket: Hashable, Sendable {
  /// What a pair is used for.
  package enum Use: Sendable {
    /// What may be left out, such as a remark or an optional ending.
    case remark
    /// What somebody said.
    case quotation
    /// A title, or a quotation in another one.
    case other
  }

  /// The one that begins.
  package let opening: Unicode.Scalar
  /// The one that ends.
  package let closing: Unicode.Scalar
  /// What it is used for.
  package let use: Use

  /// All pairs. Those that are alike but for their width are neighbors.
  package static let all: [Bracket] =
    ["()", "（）", "[]", "［］", "{}", "｛｝", "【】", "〔〕"].map { Bracket($0, .remark) }
    + ["「」", "｢｣", "『』"].map { Bracket($0, .quotation) }
    + ["〈〉", "《》", "〖〗", "〘〙", "〚〛"].map { Bracket($0, .other) }

  private init(_ pair: String, _ use: Use) {
    let scalars = Array(pair.unicodeScalars)
    (opening, closing, self.use) = (scalars[0], scalars[1], use)
  }

  /// The same pair in full or in half width; `nil` where there is only one.
  package var inOtherWidth: Bracket? {
    let plain = String(opening).inOrdinaryWidth
    return Self.all.first { $0 != self && String($0.opening).inOrdinaryWidth == plain }
  }

  fileprivate static let byScalar: [Unicode.Scalar: Bracket] = Dictionary(
    uniqueKeysWithValues: all.flatMap { [($0.opening, $0), ($0.closing, $0)] })
}

extension Unicode.Scalar {
  /// The pair of brackets that it begins or ends; `nil` for any other character.
  package var bracket: Bracket? {
    switch value {
    case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x3008...0x301B, 0xFF08...0xFF63:
      Bracket.byScalar[self]
    default: nil
    }
  }

  /// Whether it begins a pair of brackets of a use, or of any.
  package func opensBracket(_ use: Bracket.Use? = nil) -> Bool {
    bracket.map { $0.opening == self && (use ?? $0.use) == $0.use } ?? false
  }

  /// Whether it ends a pair of brackets of a use, or of any.
  package func closesBracket(_ use: Bracket.Use? = nil) -> Bool {
    bracket.map { $0.closing == self && (use ?? $0.use) == $0.use } ?? false
  }
}

/// The marks in which languages put what somebody said, but for the straight ones.
package enum QuotationMarks {
  private static let closings: [Character: [Character]] = {
    var closings: [Character: [Character]] = ["«": ["»"]]
    for mark: Character in ["“", "„", "‟", "＂"] {
      closings[mark] = ["”", "“", "＂", "\""]
    }
    for mark: Character in ["‘", "‚", "‛"] { closings[mark] = ["’", "‘"] }
    for bracket in Bracket.all where bracket.use == .quotation {
      closings[Character(bracket.opening)] = [Character(bracket.closing)]
    }
    return closings
  }()

  /// All of them.
  package static let all = Set(closings.keys).union(closings.values.joined()).subtracting(["\""])

  /// The marks that may end what one begins; `nil` for one that begins nothing.
  package static func closing(_ mark: Character) -> [Character]? { closings[mark] }
}
