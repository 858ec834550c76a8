/// Lines above a group's first question: its values, its description, or what was meant as a question.
extension MarkdownReader {
  /// Whether a line is one of the group's values, or looks like one.
  func isHeaderValue(_ line: Range<Int>) -> Bool {
    guard let name = scanner.key(of: line)?.name ?? scanner.fullWidthKey(of: line) else {
      return false
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
    return MarkdownKey<GroupKey>(ofGroup: text[...]) != nil
  }

  /// The mistake by which a line is part of the description, though it was meant as a question, or may
  /// have been; `nil` for an ordinary line.
  ///
  /// A line that was clearly meant is an error, so that its question keeps its history until the line
  /// is corrected.
  func questionMeant(
    by line: Range<Int>
  ) -> (mistake: MarkdownMistake, consequence: DeckFault.Consequence)? {
    let isAbove = isRightAboveQuestion
    if let mistake = mistake(in: line) {
      let isClear = isAbove || hasTextBeside(mistake, in: line)
      switch mistake.fault {
      case .fullWidthSeparator, .fullWidthName, .tripleColon: return (mistake, .questionSkipped)
      case .separatorWithoutSpaces where isClear: return (mistake, .questionSkipped)
      case .unclosedMark where isClear: return (mistake, .questionSkipped)
      case .unclosedMark where scanner.parts(of: line).unclosedMark != nil:
        return (MarkdownMistake(line, mark: "=="), .valueIgnored)
      case .tableRow: return (mistake, .valueIgnored)
      case .foreignBlank where hasTextBesideHintMark(mistake): return (mistake, .valueIgnored)
      default: break
      }
    }
    if let mark = scanner.singleSeparator(in: line) {
      let sides = [line.lowerBound..<mark.lowerBound, mark.upperBound..<line.upperBound]
      let text = scanner.text(mark)
      // A text in another script than the one beside it is its translation.
      guard isAbove || Set(sides.map { scanner.hasEastAsian(in: $0) }).count == 2 else {
        return (MarkdownMistake(line, mark: text), .valueIgnored)
      }
      let mistake = MarkdownMistake(fault: .singleSeparator(text), range: mark, edits: [])
      return (mistake, .questionSkipped)
    }
    return isAbove ? (MarkdownMistake(line, mark: nil), .valueIgnored) : nil
  }

  /// Whether the very next line is a question.
  private var isRightAboveQuestion: Bool {
    guard next + 1 < lines.count else { return false }
    let below = scanner.trimmed(lines[next + 1])
    guard !below.isEmpty, below.lowerBound == lines[next + 1].lowerBound else { return false }
    if scanner.has("Q:", at: below.lowerBound, before: below.upperBound) { return true }
    let line = withoutBullet(below)
    let parts = scanner.parts(of: line)
    return !startsBlock(below) && (parts.separator != nil || !parts.blanks.isEmpty)
      && !isHeaderExtra(line)
  }

  /// Whether a mark touches a letter beyond ASCII: between those of the Latin alphabet, `::` may be
  /// the name of something, and `==` a comparison.
  private func hasTextBeside(_ mistake: MarkdownMistake, in line: Range<Int>) -> Bool {
    let start = mistake.range.lowerBound
    let end = (start..<line.upperBound).first { bytes[$0] != bytes[start] } ?? line.upperBound
    return (start > line.lowerBound && bytes[start - 1] >= 0x80)
      || (end < line.upperBound && bytes[end] >= 0x80)
  }

  /// Whether the `::` of a blank of Anki touches a letter beyond ASCII.
  private func hasTextBesideHintMark(_ mistake: MarkdownMistake) -> Bool {
    scanner.first("::", in: mistake.range).map {
      bytes[$0 - 1] >= 0x80 || bytes[$0 + 2] >= 0x80
    } ?? false
  }
}

extension MarkdownMistake {
  /// A line of a description that may be a question.
  fileprivate init(_ line: Range<Int>, mark: String?) {
    self.init(fault: .descriptionLikeQuestion(mark: mark), range: line, edits: [])
  }
}
