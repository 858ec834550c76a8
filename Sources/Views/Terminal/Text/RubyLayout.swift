import RabbleScreens
import RabbleText

/// A text with furigana in lines of at most a number of columns: every reading stands over what it is
/// the reading of, each of the two in the middle of as many columns as the wider one takes.
struct RubyLayout {
  /// A line of the text, and the kana above it, empty where there are none.
  struct Line {
    var kana = ""
    var text = ""
  }

  /// The lines from top to bottom.
  let lines: [Line]

  /// What is not broken: a base with its reading, or a letter.
  private struct Cell {
    let kana: String
    let text: String
    let columns: Int
    let first: Character
    let last: Character

    var isSpace: Bool { text == " " }

    init?(base: String, reading: String) {
      guard let first = base.first, let last = base.last else { return nil }
      columns = max(DisplayWidth.columns(of: base), DisplayWidth.columns(of: reading))
      kana = reading.centered(in: columns)
      text = base.centered(in: columns)
      self.first = first
      self.last = last
    }
  }

  /// Arranges a text; `nil` where a part that can't be broken is wider than a line.
  init?(_ ruby: RubyText, width: Int) {
    var lines = [Line()]
    var used = 0
    for part in Self.parts(of: ruby) {
      let columns = part.reduce(0) { $0 + $1.columns }
      let isSpace = part.allSatisfy(\.isSpace)
      guard columns <= width else { return nil }
      if used + columns > width {
        lines.append(Line())
        used = 0
        if isSpace { continue }
      }
      lines[lines.count - 1].kana += part.map(\.kana).joined()
      lines[lines.count - 1].text += part.map(\.text).joined()
      used += columns
    }
    self.lines = lines.map { line in
      Line(kana: line.kana.withoutTrailingSpaces, text: line.text)
    }
  }

  /// The cells in parts between which a line may end.
  private static func parts(of ruby: RubyText) -> [[Cell]] {
    let cells = ruby.segments.flatMap { segment -> [Cell] in
      let base = segment.base.shown
      guard let reading = segment.reading?.shown else {
        return base.compactMap { Cell(base: String($0), reading: "") }
      }
      return Cell(base: base, reading: reading).map { [$0] } ?? []
    }
    var parts: [[Cell]] = []
    for cell in cells {
      if let last = parts.last?.last, !last.isSpace, !cell.isSpace,
        !Character.canBreak(between: last.last, and: cell.first)
      {
        parts[parts.count - 1].append(cell)
      } else {
        parts.append([cell])
      }
    }
    return parts
  }
}

extension String {
  /// The text in the middle of a number of columns.
  fileprivate func centered(in columns: Int) -> String {
    let free = max(0, columns - DisplayWidth.columns(of: self))
    return leftPadded(to: columns - (free - free / 2)).padded(to: columns)
  }
}

// MARK: - On a page

extension Page {
  /// The fewest columns of a terminal on which furigana stand above the line; on a narrower one they
  /// stand in brackets.
  static let narrow = 40

  /// How a text with furigana is arranged; `nil` where it has none, or they are better in brackets.
  func layout(of ruby: RubyText, indent: Int = 0) -> RubyLayout? {
    guard ruby.hasReadings, style.furigana == .above, let width, width >= Self.narrow else {
      return nil
    }
    return RubyLayout(ruby, width: width - indent)
  }

  /// A text with furigana in one line: in brackets, or without them as the learner chose.
  func inLine(_ ruby: RubyText) -> String { style.furigana == .off ? ruby.base : ruby.bracketed }

  /// Adds a text, its furigana above it or in brackets, each paragraph on lines of its own.
  mutating func add(_ ruby: RubyText, _ style: TextStyle?) {
    for paragraph in ruby.paragraphs {
      guard let layout = layout(of: paragraph) else {
        add(inLine(paragraph), style)
        continue
      }
      for line in layout.lines {
        if !line.kana.isEmpty { addLine(line.kana, .muted) }
        addLine(line.text.withoutTrailingSpaces, style)
      }
    }
  }

  /// A word's pitch: a mark where it falls and the kernel's number, by which it can be read anywhere, and
  /// a line over what is high where that can be drawn.
  func pitch(_ line: PitchPattern) -> String {
    let number = "[\(line.kernel)]"
    guard !line.morae.isEmpty else { return number }
    // SGR 53 draws a line over the letters, 55 ends it (ECMA-48, 8.3.117).
    let (over, plain) = isColored ? ("\u{1b}[53m", "\u{1b}[55m") : ("", "")
    var text = ""
    var isHigh = false
    for (index, mora) in line.morae.enumerated() {
      if mora.isHigh != isHigh { text += mora.isHigh ? over : plain }
      isHigh = mora.isHigh
      text += mora.text.shown
      if index + 1 == line.kernel {
        text += plain + "ꜜ"
        isHigh = false
      }
    }
    return text + (isHigh ? plain : "") + " " + number
  }
}
