import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

extension Library {
  /// The presets.
  ///
  /// - Throws: an error of the review log.
  package func presetTable() throws -> ReportTable {
    try log.read { tx in
      let history = try tx.presets.history()
      return ReportTable(presets: history, try labels(of: history.book, tx))
    }
  }

  /// The presets, each described under its name.
  ///
  /// - Throws: an error of the review log.
  package func presetDescriptions() throws -> [ExplanationScreen] {
    try log.read { tx in
      let history = try tx.presets.history()
      return ExplanationScreen.presets(history, try labels(of: history.book, tx))
    }
  }

  /// What the groups with presets are called.
  private func labels(of book: PresetBook, _ tx: Transaction) throws -> GroupLabels {
    GroupLabels(try (groups.isEmpty ? tx.decks.groupNames() : groupNames) + book.groups)
  }
}

// MARK: - Checking the log

extension Library {
  /// What a check of the review log found.
  package struct LogReport: Sendable {
    /// What is wrong with it, a line each.
    package let findings: [String]
    /// What the learner should know besides: answers that are dated after the present, questions whose
    /// history could not be matched after an edit of a deck, and events that can't be verified, a line each.
    package let remarks: [String]
    /// What was rebuilt, in a sentence; `nil` when nothing was.
    package let rebuilt: String?
  }

  /// Verifies that the database is intact and that all schedules are what the answers come to.
  ///
  /// - Parameter rebuilds: whether what differs is recomputed. Answers are never changed.
  /// - Returns: what was found.
  /// - Throws: an error of the review log.
  package func checkLog(rebuilds: Bool = false) throws -> LogReport {
    func check() throws -> (findings: [LogFinding], remarks: [LogFinding]) {
      let all = try log.check()
      return (all.filter { !$0.isRemark }, all.filter(\.isRemark))
    }
    var (findings, remarks) = try check()
    var rebuilt: String?
    if rebuilds, findings.allSatisfy(\.isFixable) {
      let cards = try log.rebuild()
      rebuilt =
        "\(NumberText.count(findings.count, "problem")) found; recomputed the schedules of "
        + "\(NumberText.count(cards, "card"))."
      (findings, remarks) = try check()
    }
    let more =
      findings.isEmpty
      ? try [answersAfterNow(at: surroundings.now())].compactMap { $0 } + withoutQuestion() : []
    return LogReport(
      findings: findings.map(\.description), remarks: remarks.map(\.description) + more,
      rebuilt: rebuilt)
  }

  /// The histories that no question of the decks has, those that wait for a decision first, a line each.
  private func withoutQuestion() throws -> [String] {
    // Nothing is known of decks that were never read, as after an import into an empty log.
    if try log.read({ try $0.decks.all() }).isEmpty { return [] }
    let (unclear, parked, blanks) = try log.read {
      let unlisted = try unlistedDecks($0)
      return (
        try $0.identities.unclear(besides: unlisted), try $0.identities.parked(besides: unlisted),
        try $0.identities.lostBlanks(besides: unlisted)
      )
    }
    var told = Set(unclear.map(\.known.id))
    return unclear.map { unclear -> String in
      if unclear.candidates.allSatisfy({ $0.text == unclear.known.text }) {
        return "\(unclear.known.group): the id of \(IdentityNews.words(unclear.known.text)) is "
          + "another one now, so it may be a different question; `rabble study` asks in a terminal."
      }
      return "\(IdentityNews.words(unclear.known.text)) was removed from “\(unclear.known.group)” "
        + "and might be "
        + unclear.candidates.map { "“\($0.prompt) → \($0.answer)”" }.joined(separator: " or ")
        + "; `rabble study` asks in a terminal."
    }
      + parked.filter { told.insert($0.id).inserted }.map {
        "\($0.group): \(IdentityNews.words($0.text)) is in no deck; its history is kept."
      }
      + blanks.map {
        "\($0.text.group): the blank \(Quoting.curly($0.key)) is no longer in "
          + "\(IdentityNews.words($0.text)); its history is kept."
      }
  }
}
