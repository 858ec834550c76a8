import RabbleScreens

extension Page {
  /// The fewest columns of a terminal on which furigana stand above the line; on a narrower one they
  /// stand in brackets.
  static let narrow = 40

  /// How a text with furigana is arranged; `nil` where it has none, or they are better in brackets.
  func layout(of ruby: RubyLine, indent: Int = 0) -> RubyLayout? {
    guard ruby.hasReadings, let width, width >= Self.narrow else { return nil }
    return RubyLayout(ruby, width: width - indent)
  }

  /// Adds a text, its furigana above it or in brackets.
  mutating func add(_ ruby: RubyLine, _ meaning: Meaning?) {
    guard let layout = layout(of: ruby) else { return add(ruby.bracketed, meaning) }
    for line in layout.lines {
      if !line.kana.isEmpty { addLine(line.kana, .muted) }
      addLine(line.text.withoutTrailingSpaces, meaning)
    }
  }

  /// A word's pitch: a line over what is high and a mark where it falls, or the kernel's number where
  /// nothing can be drawn over the letters.
  func pitch(_ line: PitchLine) -> String {
    let number = "[\(line.kernel)]"
    guard isColored, !line.morae.isEmpty else {
      return line.morae.isEmpty ? number : line.text.printable + " " + number
    }
    // SGR 53 draws a line over the letters, 55 ends it (ECMA-48, 8.3.117).
    var text = ""
    var isHigh = false
    for (index, mora) in line.morae.enumerated() {
      if mora.isHigh != isHigh { text += mora.isHigh ? "\u{1b}[53m" : "\u{1b}[55m" }
      isHigh = mora.isHigh
      text += mora.text.printable
      if index + 1 == line.kernel {
        text += "\u{1b}[55mꜜ"
        isHigh = false
      }
    }
    return isHigh ? text + "\u{1b}[55m" : text
  }
}
