/// Text from a file or a path as one line of a message repeats it.
package enum Quoting {
  /// How many scalars of a file's text a message repeats at most.
  package static let limit = 40

  /// The text in straight quotation marks, as a file has it: at most ``limit`` scalars, with nothing
  /// invisible in them.
  package static func quoted(_ text: some StringProtocol) -> String { "\"" + cut(text) + "\"" }

  /// The same in curly quotation marks, as a sentence has what a learner wrote.
  package static func curly(_ text: some StringProtocol) -> String { "“" + cut(text) + "”" }

  /// The same of a text that differs from another: one that is too long begins with `…` shortly before
  /// it does, so that the difference is seen.
  package static func curly(_ text: String, unlike other: String) -> String {
    let scalars = text.unicodeScalars
    let same = zip(scalars, other.unicodeScalars).prefix { $0 == $1 }.count
    guard scalars.count > limit, same > limit / 2 else { return curly(text) }
    let rest = scalars.dropFirst(min(same - limit / 4, scalars.count - limit / 2))
    return "“…" + cut(String(String.UnicodeScalarView(rest))) + "”"
  }

  private static func cut(_ text: some StringProtocol) -> String {
    let scalars = String(text).unicodeScalars
    if scalars.dropFirst(limit).isEmpty { return visible(text) }
    return visible(String(String.UnicodeScalarView(scalars.prefix(limit - 1)))) + "…"
  }

  /// The text with every control, format and other invisible character written as its escape, except those
  /// that are part of an emoji: what joins a family, and the tags of a flag.
  package static func visible(_ text: some StringProtocol) -> String {
    var result = ""
    var tags = FlagTags()
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let joinsEmoji =
        scalar.value == 0x200D && result.unicodeScalars.last?.endsEmoji == true
        && scalars[scalars.index(after: index)...].first?.properties.isEmoji == true
      if tags.continues(with: scalar) || joinsEmoji {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: result += escape(of: scalar)
      case _ where scalar.isInvisible: result += escape(of: scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text with the characters that nobody sees as their numbers in brackets: `a[U+200B]b`.
  package static func showingInvisible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isInvisible) else { return text }
    var result = ""
    var tags = FlagTags()
    for scalar in text.unicodeScalars {
      if !tags.continues(with: scalar), scalar.isInvisible {
        result += "[" + codePoint(of: scalar) + "]"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// `\u{1B}` for the escape character.
  package static func escape(of scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  /// A scalar's number in Unicode: `U+200B`.
  package static func codePoint(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// Tells the tags behind a black flag, which say whose flag it is, from those that nobody sees.
package struct FlagTags {
  private var isFlag = false

  /// Begins before the first scalar of a text.
  package init() {}

  /// Whether the next scalar of the text belongs to a flag.
  package mutating func continues(with scalar: Unicode.Scalar) -> Bool {
    let belongs = scalar.value == 0x1F3F4 || isFlag && (0xE0020...0xE007F).contains(scalar.value)
    isFlag = belongs && scalar.value != 0xE007F
    return belongs
  }
}

extension String {
  /// The text as a terminal may show it: without what could command it (``printable``), and with what
  /// nobody would see as its number (``Quoting/showingInvisible(_:)``).
  package var shown: String { Quoting.showingInvisible(printable) }

  /// The text without the characters that nobody sees; as it is where it has no others.
  package var withoutInvisible: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    var result = String.UnicodeScalarView()
    var tags = FlagTags()
    for scalar in unicodeScalars where tags.continues(with: scalar) || !scalar.isInvisible {
      result.append(scalar)
    }
    return result.isEmpty ? self : String(result)
  }

  /// The text without what could command a terminal or reorder what it shows: control characters
  /// (C0, DEL and C1) and the bidirectional controls of Unicode Standard Annex 9.
  ///
  /// Tabs and line breaks each become one space.
  ///
  ///     "a\u{1b}[31mb\u{202e}c\nd".printable  // "a[31mbc d"
  package var printable: String {
    guard hasUnprintable else { return self }
    var result = String.UnicodeScalarView()
    var previousWasReturn = false
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where previousWasReturn: break
      case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": result.append(" ")
      case let scalar where scalar.isUnprintable: break
      default: result.append(scalar)
      }
      previousWasReturn = scalar == "\r"
    }
    return String(result)
  }
}

extension String {
  /// The text with a sign for each control character other than tabs and line ends: `␛` for the escape
  /// character, `␇` for the bell, `␛[` for what ECMA-48 has as another way to write that (5.3). They would
  /// command the terminal that a file is shown on. Everything else stays as it is.
  package var withoutControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let signs: [UInt32]
      switch scalar.value {
      case _ where !scalar.isControl: signs = [scalar.value]
      case 0x7F: signs = [0x2421]
      case 0x80...: signs = [0x241B, scalar.value - 0x40]
      default: signs = [0x2400 + scalar.value]
      }
      result.append(contentsOf: signs.compactMap { Unicode.Scalar($0) })
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it is the last of an emoji, which a joiner may make part of another: a picture, or what says
  /// that the character before it is shown as one.
  fileprivate var endsEmoji: Bool { properties.isEmojiPresentation || value == 0xFE0F }
}
