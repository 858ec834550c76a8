import RabbleDecks
import RabbleText

/// Makes the edits that findings offer.
public struct DeckFixer: Sendable {
  /// What is checked after each round of edits.
  private let checker: DeckChecker
  private let loader: DeckLoader
  /// One edit can uncover another finding; no deck needs more rounds than this.
  private static let rounds = 20

  /// Makes a fixer that reads with `loader` and checks with `checker`.
  public init(checker: DeckChecker = DeckChecker(), loader: DeckLoader = DeckLoader()) {
    self.checker = checker
    self.loader = loader
  }

  /// The result of fixing.
  public struct Result: Sendable {
    /// The files with their edits made.
    public let decks: [DeckSource]
    /// What is left to find in them.
    public let findings: [Finding]
    /// How many findings were fixed in each file.
    public let fixed: [Int]
  }

  /// Fixes what can be fixed without a doubt, file by file. Nothing is written.
  ///
  /// Edits that overlap others wait for the next round. A file from which less could be studied than
  /// before is left as it was. So that nothing gets worse, edits after which more is found than before
  /// are not made: those of single rules in the file, or else all of the file.
  public func fix(_ decks: [DeckSource]) -> Result {
    let before = checker.check(decks)
    var left = [LeftOut](repeating: .rules([]), count: decks.count)
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
        let rules = worse.isEmpty ? [] : rulesThatHarm(decks, before, index, left)
        if case .rules(let known) = left[index], !rules.isSubset(of: known) {
          left[index] = .rules(known.union(rules))
        } else {
          left[index] = .all
        }
      }
    }
  }

  /// Which findings of a file are not fixed.
  private enum LeftOut {
    case rules(Set<String>)
    case all

    func contains(_ rule: Rule) -> Bool {
      switch self {
      case .rules(let codes): codes.contains(rule.code)
      case .all: true
      }
    }
  }

  private static func count(_ findings: [Finding], in deck: DeckSource) -> Int {
    findings.count { $0.path == deck.file.path }
  }

  /// The rules whose edits alone leave more findings in a file than there were.
  private func rulesThatHarm(
    _ decks: [DeckSource], _ before: [Finding], _ index: Int, _ left: [LeftOut]
  ) -> Set<String> {
    let own = before.filter { $0.path == decks[index].file.path && !$0.edits.isEmpty }
    let codes = Set(own.map(\.rule.code))
    return codes.filter { code in
      var alone = [LeftOut](repeating: .all, count: decks.count)
      alone[index] = .rules(codes.subtracting([code]))
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
    var given = Set<Int>()
    for _ in 0..<Self.rounds {
      var isChanged = false
      for index in decks.indices where !given.contains(index) {
        let own = findings.filter {
          $0.path == decks[index].file.path && !$0.edits.isEmpty && !left[index].contains($0.rule)
        }
        let chosen = Self.compatible(own)
        guard let deck = edited(decks[index], chosen) else {
          if !chosen.isEmpty { given.insert(index) }
          continue
        }
        decks[index] = deck
        fixed[index] += chosen.count
        isChanged = true
      }
      if !isChanged { break }
      findings = checker.check(decks)
    }
    return Result(decks: decks, findings: findings, fixed: fixed)
  }

  /// The findings whose edits do not overlap those of one before.
  private static func compatible(_ findings: [Finding]) -> [Finding] {
    var chosen: [Finding] = []
    var taken: [TextEdit] = []
    // Findings come by place, but an edit may reach back. Comparing with the latest 64 edits keeps
    // this linear; if some overlap anyway, the round fails and only the first finding is fixed.
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

  /// The deck with the edits of findings; `nil` if they change nothing, or less could be studied.
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
      return isLess ? nil : result
    } catch {
      return findings.count > 1 ? edited(deck, [findings[0]]) : nil
    }
  }
}

extension DeckFile {
  fileprivate var questionCount: Int { groups.reduce(0) { $0 + $1.questions.count } }
}
