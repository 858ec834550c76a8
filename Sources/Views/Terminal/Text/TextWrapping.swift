import RabbleText

extension String {
  /// The text in lines of at most a number of columns.
  ///
  /// A line breaks at a space, which disappears, or beside a wide character, as Japanese does: never
  /// before a closing bracket, a small kana, a long mark or the like, never behind an opening
  /// bracket. What fits nowhere is cut where the line is full, except for a path: a terminal breaks it by
  /// itself, and it can still be copied.
  ///
  /// - Parameters:
  ///   - columns: The width of a line; below 2 it counts as 2, the width of one kana.
  ///   - hanging: The columns by which every line but the first is narrower.
  /// - Returns: At least one line; an empty text is one empty line.
  package func wrapped(to columns: Int, hanging: Int = 0) -> [String] {
    guard DisplayWidth.columns(of: self) > columns else { return [self] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for part in lineParts {
      let limit = Swift.max(2, lines.isEmpty ? columns : columns - hanging)
      let width = DisplayWidth.columns(of: part)
      if used + width <= limit {
        line += part
        used += width
      } else if part == " " {
        lines.append(line)
        (line, used) = ("", 0)
      } else {
        if used > 0 { lines.append(line.withoutTrailingSpaces) }
        if part.isPath {
          (line, used) = (part, width)
          continue
        }
        let later = Swift.max(2, columns - hanging)
        var rest = part.cut(to: lines.isEmpty ? limit : later)
        while rest.count > 1 {
          lines.append(rest[0])
          rest = rest[1].cut(to: later)
        }
        line = rest[0]
        used = DisplayWidth.columns(of: line)
      }
    }
    if used > 0 || lines.isEmpty { lines.append(line.withoutTrailingSpaces) }
    return lines
  }

  /// The text in parts that no line break may split: words, single spaces, single wide characters
  /// with what must stay beside them.
  private var lineParts: [String] {
    var parts: [String] = []
    var previous: Character?
    for character in self {
      if let previous, character != " ", previous != " ",
        !Character.canBreak(between: previous, and: character)
      {
        parts[parts.count - 1].append(character)
      } else {
        parts.append(String(character))
      }
      previous = character
    }
    return parts
  }

  /// Whether it reads like an absolute path, with what stands around it.
  private var isPath: Bool {
    guard let slash = firstIndex(of: "/") else { return false }
    return self[..<slash].count <= 2 && self[slash...].count { $0 == "/" } > 1
  }

  /// As many characters as fit into a line, and the rest if there is one; at least one character.
  private func cut(to columns: Int) -> [String] {
    var left = columns
    var end = startIndex
    while end < endIndex {
      left -= DisplayWidth.columns(of: self[end])
      if left < 0, end > startIndex { break }
      end = index(after: end)
    }
    return end == endIndex ? [self] : [String(self[..<end]), String(self[end...])]
  }

  /// The text without the spaces at its end.
  var withoutTrailingSpaces: String {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
    return String(self[..<end])
  }
}

// MARK: - Columns

extension String {
  /// The text with spaces behind it up to a number of columns; a wider text stays as it is.
  ///
  ///     "かな".padded(to: 6) + "|"  // "かな  |"
  package func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - DisplayWidth.columns(of: self)))
  }

  /// The text with spaces before it up to a number of columns, as numbers stand in a table.
  package func leftPadded(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.columns(of: self))) + self
  }
}

// MARK: - Where a line may break

extension Character {
  /// Whether a line may end between two characters of which neither is a space.
  static func canBreak(between left: Character, and right: Character) -> Bool {
    if notFirstInLine.contains(right) || notLastInLine.contains(left) { return false }
    return DisplayWidth.columns(of: left) > 1 || DisplayWidth.columns(of: right) > 1
  }

  // Closing brackets, stops, small kana and repetition marks (JIS X 4051, in part).
  private static let notFirstInLine = Set(
    ",.:;!?'\"»”’…、。，．：；！？・ー〜～々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ｡､ﾞﾟｰ"
  ).union(Bracket.all.map { Character($0.closing) })
  private static let notLastInLine = Set(Bracket.all.map { Character($0.opening) }).union("«“‘")
}
