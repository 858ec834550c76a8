import RabbleDecks
import RabbleQuestions
import RabbleText

/// Makes the edits that findings offer, those that are safe or also those that are not.
package struct DeckFixer: Sendable {
  /// What is checked after each round of edits.
  private let checker: DeckChecker
  private let loader: DeckLoader
  /// Which edits are made: safe ones, or unsafe ones as well.
  private let safety: FixSafety
  /// One edit can uncover another finding; no deck needs more rounds than this.
  private static let rounds = 20

  /// Makes a fixer that reads with `loader` and makes the edits that are safe, or also the unsafe ones.
  package init(
    _ safety: FixSafety = .safe, checker: DeckChecker = DeckChecker(),
    loader: DeckLoader = DeckLoader()
  ) {
    self.safety = safety
    self.checker = checker
    self.loader = loader
  }

  /// Whether the edits of a finding may be made.
  private func isMade(_ finding: Finding) -> Bool {
    finding.fix == .safe || (finding.fix == .unsafe && safety == .unsafe)
  }

  /// The result of fixing.
  package struct Result: Sendable {
    /// The files with their edits made.
    package let decks: [DeckSource]
    /// What is left to find in them.
    package let findings: [Finding]
    /// How many findings were fixed in each file.
    package let fixed: [Int]
  }

  /// Fixes what can be fixed, file by file. Nothing is written.
  ///
  /// Edits that overlap others wait for the next round. An edit by which less could be studied than
  /// before is not made, nor a safe one after which a question says something else after all, because a text
  /// is read differently without the character that it removes. So that nothing gets worse, neither are
  /// edits after which more is found than before: those of single findings, or else of single rules, or
  /// else all of the file.
  ///
  /// - Parameters:
  ///   - decks: the files.
  ///   - untouched: the indices of files in which nothing is fixed.
  /// - Returns: the files with their edits made.
  package func fix(_ decks: [DeckSource], leaving untouched: Set<Int> = []) -> Result {
    let before = checker.check(decks)
    var left = decks.indices.map { untouched.contains($0) ? LeftOut.all : .some() }
    while true {
      let result = fix(decks, before, leavingOut: left)
      let worse = decks.indices.filter { index in
        result.fixed[index] > 0
          && Self.count(result.findings, in: decks[index]) > Self.count(before, in: decks[index])
      }
      if worse.isEmpty, result.findings.count <= before.count { return result }
      // When it is the findings of other files that grow, no edit is known to be good.
      let changed = worse.isEmpty ? decks.indices.filter { result.fixed[$0] > 0 } : worse
      for index in changed {
        left[index] = worse.isEmpty ? .all : leavingOutMore(decks, before, index, left)
      }
    }
  }

  /// Which findings of a file are not fixed.
  private enum LeftOut {
    case some(findings: Set<Place> = [], rules: Set<String> = [])
    case all

    func contains(_ finding: Finding, in deck: DeckSource) -> Bool {
      switch self {
      case .some(let findings, let rules):
        rules.contains(finding.rule.code)
          || !findings.isEmpty && findings.contains(Place(finding, in: deck))
      case .all: true
      }
    }
  }

  /// What a finding is recognized by once other lines have changed: its rule and its line.
  private struct Place: Hashable {
    let code: String
    let line: [UInt8]

    init(_ finding: Finding, in deck: DeckSource) {
      code = finding.rule.code
      let bytes = deck.bytes
      let start = min(finding.edits.first?.range.lowerBound ?? 0, bytes.count)
      let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
      let first = bytes[..<start].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
      line = Array(bytes[first..<(bytes[start...].firstIndex(where: isEnd) ?? bytes.count)])
    }
  }

  private static func count(_ findings: [Finding], in deck: DeckSource) -> Int {
    findings.count { $0.path == deck.file.path }
  }

  /// What is left out of a file next, in which fixing the rest leaves more findings than there were.
  private func leavingOutMore(
    _ decks: [DeckSource], _ before: [Finding], _ index: Int, _ left: [LeftOut]
  ) -> LeftOut {
    guard case .some(let findings, let rules) = left[index] else { return .all }
    let deck = decks[index]
    let alone = checker.check([deck])
    let candidates = Self.compatible(
      alone.filter { isMade($0) && !left[index].contains($0, in: deck) })
    let harmful = Set(
      harmful(candidates, in: deck, besides: alone.count).map { Place($0, in: deck) })
    if !harmful.isSubset(of: findings) {
      return .some(findings: findings.union(harmful), rules: rules)
    }
    let more = rulesThatHarm(decks, before, index)
    return more.isSubset(of: rules) ? .all : .some(findings: findings, rules: rules.union(more))
  }

  /// Those of some findings whose edits leave more findings in a file than the `count` it has.
  private func harmful(_ findings: [Finding], in deck: DeckSource, besides count: Int) -> [Finding]
  {
    guard let result = edited(deck, findings), checker.check([result]).count > count else {
      return []
    }
    if findings.count == 1 { return findings }
    let half = findings.count / 2
    return harmful(Array(findings[..<half]), in: deck, besides: count)
      + harmful(Array(findings[half...]), in: deck, besides: count)
  }

  /// The rules whose edits alone leave more findings in a file than there were.
  private func rulesThatHarm(
    _ decks: [DeckSource], _ before: [Finding], _ index: Int
  ) -> Set<String> {
    let own = before.filter { $0.path == decks[index].file.path && isMade($0) }
    let codes = Set(own.map(\.rule.code))
    return codes.filter { code in
      var alone = [LeftOut](repeating: .all, count: decks.count)
      alone[index] = .some(rules: codes.subtracting([code]))
      let result = fix(decks, before, leavingOut: alone)
      return Self.count(result.findings, in: decks[index]) > Self.count(before, in: decks[index])
    }
  }

  /// Fixes round by round.
  private func fix(_ decks: [DeckSource], _ before: [Finding], leavingOut left: [LeftOut]) -> Result
  {
    var decks = decks
    var findings = before
    var fixed = [Int](repeating: 0, count: decks.count)
    for _ in 0..<Self.rounds {
      var isChanged = false
      for index in decks.indices {
        let own = findings.filter {
          $0.path == decks[index].file.path && isMade($0)
            && !left[index].contains($0, in: decks[index])
        }
        let result = edited(decks[index], stepwise: Self.compatible(own))
        guard let deck = result.deck else { continue }
        decks[index] = deck
        fixed[index] += result.count
        isChanged = true
      }
      if !isChanged { break }
      findings = checker.check(decks)
    }
    return Result(decks: decks, findings: findings, fixed: fixed)
  }

  /// The deck with the edits of as many findings as can be made together, and how many they are; `nil`
  /// for a deck in which none can.
  private func edited(_ deck: DeckSource, stepwise findings: [Finding]) -> (
    deck: DeckSource?, count: Int
  ) {
    var made: [Finding] = []
    var best: DeckSource?
    func add(_ candidates: ArraySlice<Finding>) {
      if candidates.isEmpty { return }
      if let result = edited(deck, made + candidates) {
        made += candidates
        best = result
      } else if candidates.count > 1 {
        let middle = candidates.startIndex + candidates.count / 2
        add(candidates[..<middle])
        add(candidates[middle...])
      }
    }
    add(findings[...])
    return (best, made.count)
  }

  /// The findings whose edits do not overlap those of one before.
  private static func compatible(_ findings: [Finding]) -> [Finding] {
    var chosen: [Finding] = []
    var taken: [TextEdit] = []
    // Findings come by place, but an edit may reach back. Comparing with the latest 64 edits keeps
    // this linear; if some overlap anyway, they are not made together.
    for finding in findings {
      let clashes = finding.edits.contains { edit in
        taken.suffix(64).contains { $0.overlaps(edit) && $0 != edit }
      }
      guard !clashes, !finding.edits.allSatisfy(taken.suffix(64).contains) else { continue }
      chosen.append(finding)
      taken += finding.edits
    }
    return chosen
  }

  /// The deck with the edits of findings; `nil` if they change nothing, less could be studied, or a safe
  /// edit would change what a question says.
  private func edited(_ deck: DeckSource, _ findings: [Finding]) -> DeckSource? {
    guard !findings.isEmpty else { return nil }
    do throws(TextEdit.Failure) {
      let bytes = try TextEdit.apply(findings.flatMap(\.edits), to: deck.bytes)
      guard bytes != deck.bytes else { return nil }
      let result = loader.parseSource(bytes, path: deck.file.path)
      let isLess =
        result.file.groups.count < deck.file.groups.count
        || result.file.questionCount < deck.file.questionCount
        || (deck.file.isUsable && !result.file.isUsable)
      if isLess { return nil }
      let isKept =
        safety == .unsafe || Meaning(result.file).contains(Meaning(deck.file))
      return isKept ? result : nil
    } catch { return nil }
  }
}

extension DeckFile {
  fileprivate var questionCount: Int { groups.reduce(0) { $0 + $1.questions.count } }
}

// MARK: - Renaming and removing

extension DeckSource {
  /// The edits that give a value of a JSON file its right key and, under that, its right form: of a text that is
  /// expected, a number in quotation marks or the elements of a list. None where its author must decide.
  func renaming(_ field: SourceField, to key: String) -> [TextEdit] {
    let range = field.span.range.clamped(to: 0..<bytes.count)
    guard form == .json, let first = range.first.map({ bytes[$0] }) else { return [] }
    let rename = TextEdit(content(of: field.keySpan), key)
    let beginnings = Self.beginnings(ofValue: key)
    if beginnings.utf8.contains(first) { return [rename] }
    guard beginnings == "\"" else { return [] }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      return [rename, TextEdit(range, "\"\(text(field.span))\"")]
    case UInt8(ascii: "["):
      guard let texts = plainTexts(range), texts.count == 1 || key == Question.Field.answer.key
      else {
        return []
      }
      return [rename, TextEdit(range, "\"\(texts.joined(separator: "; "))\"")]
    default: return []
    }
  }

  /// What the value of a key may begin with in JSON.
  private static func beginnings(ofValue key: String) -> String {
    switch (Question.Field.allCases.first { $0.key == key }?.kind, key) {
    case (.required, _), (.text, _), (.choice, _): "\""
    case (.list, _), (.directions, _): "[\""
    case (.number, _): "0123456789"
    case (.example, _): "{\""
    case (nil, "questions"): "["
    case (nil, "settings"), (nil, "silence"), (nil, "score"): "{"
    case (nil, _): "\""
    }
  }

  /// The texts of an array of nothing else, in none of which a separator or an escape stands.
  private func plainTexts(_ range: Range<Int>) -> [String]? {
    var texts: [String] = []
    var index = range.lowerBound
    repeat {
      index += 1
      skipSpace(&index)
      guard index < range.upperBound, bytes[index] == UInt8(ascii: "\"") else { return nil }
      let start = index + 1
      guard let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\"")) else {
        return nil
      }
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      guard !text.isBlank, !text.contains("\\"),
        !text.unicodeScalars.contains(where: { $0.isListSeparator || $0.endsLine })
      else { return nil }
      texts.append(text)
      index = end + 1
      skipSpace(&index)
    } while index < range.upperBound && bytes[index] == UInt8(ascii: ",")
    return index == range.upperBound - 1 ? texts : nil
  }

  /// The edit that removes an element of a list from a JSON file, or a value with its key; `nil` for
  /// another form.
  func removal(of field: SourceField) -> TextEdit? {
    guard form == .json else { return nil }
    let isElement = field.element != nil
    let start = isElement ? field.span.start : field.keySpan.start
    return removal(start..<field.span.end)
  }

  /// The edit that removes the member or element at these bytes, with its comma.
  func removal(_ range: Range<Int>) -> TextEdit? {
    guard form == .json else { return nil }
    var next = range.upperBound
    skipSpace(&next)
    if next < bytes.count, bytes[next] == UInt8(ascii: ",") {
      next += 1
      skipSpace(&next)
      return TextEdit(range.lowerBound..<next, "")
    }
    var previous = range.lowerBound
    while previous > 0, isSpace(bytes[previous - 1]) { previous -= 1 }
    if previous > 0, bytes[previous - 1] == UInt8(ascii: ",") {
      return TextEdit(previous - 1..<range.upperBound, "")
    }
    return TextEdit(range, "")
  }

  private func skipSpace(_ index: inout Int) {
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
