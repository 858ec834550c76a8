import RabbleDecks

/// Makes the edits that findings offer.
public struct DeckFixer: Sendable {
  /// What is checked after each round of edits.
  private let checker: DeckChecker
  private let loader: DeckLoader
  /// One edit can uncover another; after so many rounds enough is mended.
  private static let rounds = 20

  /// Makes a fixer that reads with `loader` and looks with `checker`.
  public init(checker: DeckChecker, loader: DeckLoader) {
    self.checker = checker
    self.loader = loader
  }

  /// What came of fixing.
  public struct Result: Sendable {
    /// The files with their edits made.
    public let decks: [DeckSource]
    /// What is left to find in them.
    public let findings: [Finding]
    /// How many findings were mended in each file.
    public let mended: [Int]
  }

  /// Mends what can be mended, file by file. Nothing is written.
  ///
  /// Edits that overlap others wait for the next round. A file from which less could be studied than
  /// before is left as it was.
  public func fix(_ decks: [DeckSource]) -> Result {
    var decks = decks
    var findings = checker.check(decks)
    var mended = [Int](repeating: 0, count: decks.count)
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
        mended[index] += chosen.count
        isChanged = true
      }
      if !isChanged { break }
      findings = checker.check(decks)
    }
    return Result(decks: decks, findings: findings, mended: mended)
  }

  /// The findings whose edits do not overlap those of one before.
  private static func compatible(_ findings: [Finding]) -> [Finding] {
    var chosen: [Finding] = []
    var taken: [TextEdit] = []
    // Findings come by place, but an edit may reach back: a few of the latest are looked at, and all
    // that overlap nevertheless make the round fail, which is tried again with one edit less.
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
