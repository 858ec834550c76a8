import RabbleChecking
import RabbleDecks
import RabbleScreens

extension FindingScreen {
  /// What is shown of a finding in a file with these lines.
  package init(_ finding: Finding, in deck: DeckSource, lines: SourceLines) {
    self.init(
      path: finding.path, region: finding.span.map { Region($0.range, lines) },
      code: finding.rule.code, severity: finding.rule.severity,
      group: finding.place?.group, question: finding.place?.question,
      place: finding.place?.description, reason: finding.reason, advice: finding.advice,
      excerpt: finding.span.map { Excerpt($0, in: deck, lines: lines) },
      edits: finding.edits.map { Edit(region: Region($0.range, lines), text: $0.replacement) },
      fix: finding.fix)
  }
}

extension FindingScreen.Region {
  fileprivate init(_ range: Range<Int>, _ lines: SourceLines) {
    let start = lines.position(of: range.lowerBound)
    let end = range.isEmpty ? start : lines.position(of: range.upperBound)
    self.init(
      startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column,
      bytes: range)
  }
}

extension FindingScreen.Excerpt {
  /// How many bytes of a line are kept before the place and behind it.
  private static let reach = 480

  fileprivate init(_ span: SourceSpan, in deck: DeckSource, lines: SourceLines) {
    let line = lines.range(ofLine: lines.position(of: span.start).line)
    let start = min(max(span.start, line.lowerBound), line.upperBound)
    let end = min(max(span.end, start), line.upperBound)
    let first = Self.boundary(max(line.lowerBound, start - Self.reach), deck.bytes, line)
    let stop = Self.boundary(min(end, start + Self.reach), deck.bytes, line)
    let last = Self.boundary(min(line.upperBound, stop + Self.reach), deck.bytes, line)
    func text(_ range: Range<Int>) -> String { String(decoding: deck.bytes[range], as: UTF8.self) }
    self.init(
      before: text(first..<max(first, start)), marked: text(start..<max(start, stop)),
      after: text(max(start, stop)..<max(start, stop, last)), isCutBefore: first > line.lowerBound,
      isCutAfter: last < line.upperBound)
  }

  /// The offset itself, or the next one where a character begins.
  private static func boundary(_ offset: Int, _ bytes: [UInt8], _ line: Range<Int>) -> Int {
    var offset = offset
    while offset < line.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }
}

extension RuleScreen {
  /// What a report lists of a rule.
  package init(_ rule: Rule) { self.init(rule, example: nil) }

  /// The rule with its example.
  package init(explaining rule: Rule) {
    let example = RuleExample(rule).map { example in
      Example(
        text: example.text,
        finding: FindingScreen(
          example.finding, in: example.deck, lines: SourceLines(example.deck.bytes)),
        fixed: example.fixed)
    }
    self.init(rule, example: example)
  }

  private init(_ rule: Rule, example: Example?) {
    self.init(
      code: rule.code, name: rule.name, summary: rule.summary, severity: rule.severity,
      fix: rule.fix, example: example)
  }
}
