import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleStorage
import SystemPackage

extension Library {
  /// Writes groups for other programs, each with the score that the review log knows; `nil` for a
  /// format that can only be imported.
  ///
  /// - Parameters:
  ///   - names: groups and courses, by title or an unambiguous prefix. Without them and without
  ///     files, what is studied every day.
  ///   - files: deck files whose groups are exported; they are among the decks of this library.
  ///   - format: the format, one of `ExchangeFormat.exportable`.
  ///   - guardsFormulas: whether cells that a spreadsheet would calculate get a leading `'`.
  /// - Returns: the text of the export, and what it leaves out.
  /// - Throws: `UnknownGroup`, ``LibraryError``, or an error of the review log.
  package func export(
    _ names: [String], files: [FilePath] = [], as format: ExchangeFormat,
    guardsFormulas: Bool = true
  ) throws -> DeckExport? {
    let paths = Set(files.map { locations?.absolute($0.string) ?? $0.string })
    let planned = files.isEmpty || !names.isEmpty ? try plan(names).groups : []
    let chosen =
      groups.filter { paths.contains($0.deck) }
      + planned.filter { !paths.contains($0.deck) }
    let counts = try log.read { try $0.groups.counts(of: chosen, at: surroundings.now()) }
    var decks: [String: [QuestionGroup]] = [:]
    var sources: [DeckSource] = []
    let labels = GroupLabels(chosen.lazy.map(\.name))
    let scored = zip(chosen, counts).compactMap { group, count -> (QuestionGroup, label: String)? in
      let deck: [QuestionGroup]
      if let known = decks[group.deck] {
        deck = known
      } else {
        sources.append(DeckLoader().loadSource(path: group.deck))
        deck = sources[sources.count - 1].file.groups
      }
      // Groups of one title are different ones, in the order of the file.
      guard let index = deck.firstIndex(where: { $0.title == group.title }) else { return nil }
      var rest = deck
      var found = rest.remove(at: index)
      decks[group.deck] = rest
      found.score = count.score
      return (found, labels[group.name])
    }
    return DeckExport(
      scored.map { group, label in
        var group = group
        group.title = label
        return group
      }, as: format, guardsFormulas: guardsFormulas,
      leavingOut: Self.extras(of: scored.map(\.0), in: sources))
  }

  /// Whether a file is one of the decks that are studied: no export may replace it.
  package func hasDeck(at path: String) -> Bool {
    let path = locations?.absolute(path) ?? path
    return groups.contains { $0.deck == path }
  }

  /// How often the values of exported groups stand in their files that no deck has a use for: those
  /// under unknown keys, comments, and the rules that an author silenced.
  static func extras(of groups: [QuestionGroup], in decks: [DeckSource]) -> [String: Int] {
    let titles = Set(groups.map(\.title))
    var counts: [String: Int] = [:]
    for group in decks.flatMap(\.groups) where titles.contains(group.group.title) {
      let keys =
        group.extras.map(\.key) + group.questions.flatMap { $0.extras.map(\.key) }
      for key in keys { counts[key, default: 0] += 1 }
      let silences = group.silences.count + group.questions.reduce(0) { $0 + $1.silences.count }
      if silences > 0 { counts["silence", default: 0] += silences }
    }
    return counts
  }
}
