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
  /// before is left as it was.
  public func fix(_ decks: [DeckSource]) -> Result {
    var decks = decks
    var findings = checker.check(decks)
    var fixed = [Int](repeating: 0, count: decks.count)
    var given = Set<Int>()
    for _ in 0..<Self.rounds {
      var isChanged = false
      for index in decks.indices where !given.contains(index) {
        let own = findings.filter { $0.path == decks[index].file.path && !$0.edits.isEmpty }
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
