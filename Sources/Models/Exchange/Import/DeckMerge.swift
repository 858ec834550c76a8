import RabbleDecks
import RabbleQuestions
import RabbleText

/// What an import makes of a deck: which questions are added, which change, and which are skipped.
///
///     let merge = DeckMerge(content, into: deck, duplicates: .update)
///     let merged = try deck.applying(merge.changes)
package struct DeckMerge: Sendable {
  /// How many questions are added.
  package private(set) var addedCount = 0
  /// How many questions change.
  package private(set) var updatedCount = 0
  /// How many questions are in the deck already and read the same.
  package private(set) var unchangedCount = 0
  /// How many questions of a collection of Anki stay in a group of the deck that is not their deck there.
  package private(set) var movedCount = 0
  /// How many questions of a collection of Anki other decks have: they stay as they are there.
  package private(set) var elsewhereCount = 0
  /// How many questions were edited in the deck since the last import, and not in the other program: they stay.
  package private(set) var keptCount = 0
  /// The questions that are skipped because the deck or the import has them already.
  package private(set) var notices: [ImportNotice] = []
  /// What changes in the deck, until it is forgotten.
  package private(set) var changes: [DeckChange] = []
  /// Whether the deck stays as it is.
  package private(set) var changesNothing = true
  /// The titles of the groups that the deck has afterwards.
  package private(set) var titles: Set<String>
  /// What happened to questions that the deck already has.
  package let duplicates: DuplicatePolicy

  /// Compares the questions of an import with those of a deck.
  ///
  /// - Parameters:
  ///   - content: the import.
  ///   - deck: the deck; for a new file, one that is read from no bytes.
  ///   - group: the title of the group for all questions; `nil` for the groups of the import.
  ///   - duplicates: what happens to questions that the deck already has.
  ///   - rewordings: the wordings that questions of the deck have now, by those that they were exported
  ///     under.
  package init(
    _ content: ImportContent, into deck: DeckSource, group: String? = nil,
    duplicates: DuplicatePolicy, rewordings: [QuestionID: QuestionID] = [:]
  ) {
    self.init(
      content, into: deck, group: group, duplicates: duplicates, rewordings: rewordings,
      elsewhere: [], lastTexts: nil)
  }

  /// Compares as ``init(_:into:group:duplicates:rewordings:)`` does, but adds no question of which other decks have
  /// the identity (`elsewhere`), and changes none that reads as at the last import (`lastTexts`).
  package init(
    _ content: ImportContent, into deck: DeckSource, group: String?, duplicates: DuplicatePolicy,
    rewordings: [QuestionID: QuestionID], elsewhere: Set<QuestionID>, lastTexts: ImportedTexts?
  ) {
    let single = group.map { title in
      let header = QuestionGroup(title: title, questions: [])
      return [ImportContent.Group(header: header, items: content.groups.flatMap(\.items))]
    }
    self.duplicates = duplicates
    titles = Set(deck.groups.map(\.group.title))
    var decisions = ImportDuplicates(
      in: deck, policy: duplicates, isKnownByIDAlone: content.isKnownByIDAlone,
      hasWordings: content.groups.contains { $0.items.contains { $0.wording != nil } },
      rewordings: rewordings, elsewhere: elsewhere, lastTexts: lastTexts)
    var additions: [DeckChange] = []
    var newGroups: [DeckGroup] = []
    for group in single ?? content.groups {
      let number = deck.groups.firstIndex { $0.group.title.isSame(as: group.header.title) }
      decisions.begin(group, into: number)
      let entries = entries(of: group, by: &decisions)
      addedCount += entries.count
      if let number, !entries.isEmpty {
        additions.append(.add(entries, toGroup: number))
      } else if number == nil, !entries.isEmpty || single == nil && group.items.isEmpty {
        var header = group.header
        // A score is progress, which a deck does not contain.
        header.score = nil
        newGroups.append(DeckGroup(header: header, entries: entries))
      }
    }
    if single == nil, content.isKnownByIDAlone { movedCount = decisions.movedCount }
    keptCount = decisions.keptCount
    elsewhereCount = decisions.elsewhereCount
    // Empty groups alone are not worth an import.
    if addedCount > 0 {
      changes += additions
      if !newGroups.isEmpty { changes.append(.addGroups(newGroups)) }
      titles.formUnion(newGroups.map(\.header.title))
    }
    changesNothing = changes.isEmpty
  }

  /// Forgets the changes, which take much memory, once they are made.
  package mutating func forgetChanges() { changes = [] }

  /// The questions of a group that are added; what becomes of the others is noted.
  private mutating func entries(
    of group: ImportContent.Group, by decisions: inout ImportDuplicates
  ) -> [DeckEntry] {
    var entries: [DeckEntry] = []
    for item in group.items {
      switch decisions.decide(item) {
      case .add(let question): entries.append(DeckEntry(question, extras: item.extras))
      case .replace(let index, let question):
        updatedCount += 1
        changes.append(.replace(index, by: question, extras: item.extras))
      case .unchanged: unchangedCount += 1
      case .skip(let kind): notices.append(ImportNotice(line: item.line, kind: kind))
      }
    }
    return entries
  }
}
