import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText
import SystemPackage

/// What an import would do, and how to do it.
package struct ImportProposal {
  private let editing: DeckEditing
  private let source: String
  private let file: ImportFile?
  private let columns: ColumnMapping?
  private let anki: (cards: AnkiImport, progress: AnkiProgress)?
  private let content: ImportContent
  private let merge: DeckMerge
  /// The deck file that takes the import.
  package let deck: String
  private let before: [UInt8]?
  private let after: [UInt8]?
  /// Which questions have another text afterwards.
  private let edits: [DeckSource.Edit]
  /// Whether it is known, or of no use, which questions were edited here since the last import.
  private let knowsLastTexts: Bool

  init(
    _ content: ImportContent, _ merge: DeckMerge, from source: String,
    _ file: (file: ImportFile, columns: ColumnMapping)?,
    _ anki: (cards: AnkiImport, progress: AnkiProgress)?, into deck: String, before: [UInt8]?,
    after: [UInt8]?, edits: [DeckSource.Edit], knowsLastTexts: Bool, by editing: DeckEditing
  ) {
    self.content = content
    self.knowsLastTexts = knowsLastTexts
    doubts = file.map { $0.file.isOwn ? [] : content.doubts.map(\.description) } ?? []
    self.merge = merge
    self.source = source
    self.file = file?.file
    self.columns = file?.columns
    self.anki = anki
    self.deck = deck
    self.before = before
    self.after = after
    self.edits = edits
    self.editing = editing
  }

  /// Whether the deck stays as it is.
  package var changesNothing: Bool {
    merge.changesNothing && anki?.progress.isEmpty ?? true
  }

  /// Whether the file holds nothing that the deck could have.
  package var isEmpty: Bool { changesNothing && merge.unchangedCount == 0 }

  /// What looks wrong about the file, as if its columns were something else; a sentence each.
  package let doubts: [String]

  /// That questions are replaced that may have been edited here, in a sentence; `nil` where none is.
  package var caution: String? {
    guard !knowsLastTexts, merge.updatedCount > 0 else { return nil }
    return
      "What the questions of this deck read in Anki before is not known on this device, so it can't tell "
      + "which ones were edited here. Those that read differently in Anki get Anki's text: \(merge.updatedCount)."
  }

  /// Why the import is refused where nobody can be asked about its doubts.
  package var refusal: LibraryError {
    .notImported(
      path: source,
      reason: doubts.joined(separator: " ") + " Name other columns with --columns, or import it as "
        + "it is with --yes")
  }

  /// Imports: records it in the review log and writes the deck, in this order, so that a deck is
  /// never changed without a way back.
  ///
  /// - Parameter report: is told the share of the progress that is done, 0…1.
  /// - Returns: what of the progress was new to the review log, line by line.
  /// - Throws: ``LibraryError/notImported(path:reason:)`` or an error of the review log; everything
  ///   is as it was then.
  @discardableResult
  package func apply(report: (Double) -> Void = { _ in }) throws -> [String] {
    var written: (lines: [String], event: EventID?) = ([], nil)
    if let after {
      written = try write(after, report: report)
    } else if let before, !changesNothing {
      written = try write(before, report: report)
    }
    if let columns, let file { editing.remember(columns, for: file) }
    if let anki {
      editing.remember(
        anki.cards, merge.duplicates == .update ? content : nil, inDeck: deck, by: written.event)
    }
    return written.lines
  }

  /// Nothing is new, and so nothing is written.
  private struct NothingNew: Error {}

  /// Writes the deck and the log.
  ///
  /// - Returns: what was new to the log, and the import in it; `nil` where nothing was.
  private func write(
    _ after: [UInt8], report: (Double) -> Void
  ) throws -> (lines: [String], event: EventID?) {
    let log = try editing.log()
    let failure = Library.backUp(
      try log.snapshot(), editing.locations, editing.surroundings, before: "the import")
    if let failure { editing.tell(failure) }
    let change = DeckFileChange(path: deck, before: before, after: after)
    do { try DeckFiles.check([change]) } catch {
      throw LibraryError.notImported(path: source, reason: "\(error)")
    }
    let now = editing.surroundings.now()
    let (event, added): (EventID, ImportedProgress.Added)
    do {
      (event, added) = try log.write { tx in
        let event = try tx.imports.record(
          FilePath(source).lastComponent?.string ?? source, into: change, taken: merge.addedCount,
          updated: merge.updatedCount, at: now)
        try tx.identities.reidentify(edits, with: event, at: now)
        guard let anki else { return (event, ImportedProgress.Added()) }
        let added = try tx.imports.add(
          anki.progress.progress, because: event, at: now, report: report)
        if added.isEmpty, before == after { throw NothingNew() }
        return (event, added)
      }
    } catch is NothingNew { return (["Nothing in it is new to the review log."], nil) }
    do {
      try DeckFiles.write(before == after ? [] : [change]) {
        try log.write { _ = try $0.history.undo(event, at: editing.surroundings.now()) }
      }
    } catch let error as AtomicFileError {
      throw LibraryError.notImported(path: source, reason: "\(error)")
    }
    return (anki?.progress.isEmpty ?? true ? [] : added.lines, event)
  }

  // MARK: - In words

  /// Two finished cards; of Anki's notes two of each note type, with what its fields are for.
  package var preview: [String] {
    if let file, let columns, !columns.noteTypes.isEmpty {
      return file.noteTypes.prefix(AnkiImport.shownTypes).flatMap { type in
        ["“\(type.name)” (\(type.count)):"]
          + file.examples(of: type, columns, count: 2).prefix(2).map {
            "    " + AnkiImport.line($0)
          }
      }
    }
    return anki?.cards.preview
      ?? content.groups.lazy.flatMap(\.items).prefix(2).map {
        "    " + AnkiImport.line($0.question)
      }
  }

  /// What the learner is asked to agree to.
  package var question: String {
    "To import: \(merge.addedCount), to update: \(merge.updatedCount), unchanged: "
      + "\(merge.unchangedCount), skipped: \(skippedCount). Import into \(deck)?"
  }

  /// What is imported, changed and skipped, line by line.
  ///
  /// - Parameter isDryRun: whether nothing is to be written.
  /// - Returns: the lines.
  package func report(isDryRun: Bool = false) -> [String] {
    let summary =
      isDryRun
      ? "Dry run, nothing written. Into \(deck): would import \(merge.addedCount), update "
        + "\(merge.updatedCount), leave \(merge.unchangedCount) unchanged, skip \(skippedCount)."
      : "Import into \(deck): \(counts)"
    let undoing =
      isDryRun || after == nil || editing.catalog.isInOwnFolder(deck)
      ? [] : [editing.catalog.undoing([deck])]
    return [summary] + (anki.map { $0.cards.lines + $0.progress.lines } ?? [])
      + changes + notices + undoing
  }

  /// How many lines of the file are listed one by one for each reason to skip or change them.
  private static let listed = 20

  private var allNotices: [ImportNotice] { content.notices + merge.notices }

  private var skippedCount: Int { allNotices.count(where: \.isSkip) }

  /// How many questions of the deck are new or changed, for a command that asks nobody; none where none is.
  package var deckNews: [String] {
    merge.addedCount + merge.updatedCount > 0 ? ["Import into \(deck): \(counts)"] : []
  }

  private var counts: String {
    "\(merge.addedCount) imported, \(merge.updatedCount) updated, "
      + "\(merge.unchangedCount) unchanged, \(skippedCount) skipped."
  }

  /// What was done to fields all over the file.
  private var changes: [String] {
    let changes = content.changes
    let lines: [(count: Int, text: String)] = [
      (
        changes.damage,
        "Characters that are not valid \(file?.encoding.rawValue ?? "UTF-8"), replaced by �"
      ),
      (changes.htmlFields, "HTML fields converted to text"),
      (changes.media, "Sounds and pictures skipped"),
      (changes.composed, "Fields with decomposed letters (NFD), composed (NFC)"),
      (changes.lineBreaks, "Fields with line breaks of another system, converted"),
      (changes.unguarded, "Cells with a leading ' against formulas, removed"),
      (changes.answerReadings, "Answers with furigana, whose readings are accepted as well"),
      (changes.joinedLines, "Lines that continue the definition before"),
      (
        changes.cutTexts,
        "Notes and examples of more than \(NumberText.grouped(Question.longestText)) characters, cut"
      ),
      (changes.schedules, "Schedules not imported"),
      (merge.movedCount, "Notes in another deck in Anki, left in their group here"),
      (
        merge.elsewhereCount,
        "Questions that another deck file has, whose texts stay as they are there"
      ),
      (
        merge.keptCount,
        "Questions edited here, and not in Anki since the last import, left as they are"
      ),
      (changes.suspensions, "Suspended cards imported as not suspended"),
      (
        changes.noteTypes,
        "Notes imported as one question each, since only an .apkg has the cards of their note type"
      ),
    ]
    let scores = content.groups.compactMap { group in
      group.header.score.map { score in
        "“\(group.header.title)” had a score (\(score.correct) correct, \(score.incorrect) "
          + "incorrect), which is not imported: progress comes from the review log"
      }
    }
    return lines.filter { $0.count > 0 }.map { "\($0.text): \($0.count)" } + scores
  }

  /// What was skipped or changed, line by line.
  private var notices: [String] {
    var listed: [Int: Int] = [:]
    var lines: [String] = []
    for notice in allNotices.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
      let count = listed[notice.kind.number, default: 0] + 1
      listed[notice.kind.number] = count
      if count > Self.listed { continue }
      let unit = file?.format == .objects ? "object" : "line"
      // What comes from a package of Anki has no lines.
      let place = notice.line.flatMap { $0 > 0 ? "\(unit) \($0): " : nil } ?? ""
      lines.append(
        place + (notice.isSkip ? "skipped: " : "") + notice.reason(countedBy: unit))
    }
    let more = listed.values.reduce(0) { $0 + max(0, $1 - Self.listed) }
    if more > 0 { lines.append("and \(more) more like these") }
    let skipsLines = content.notices.contains {
      if case .fault(_, true) = $0.kind { true } else { false }
    }
    if skipsLines, file?.format == .markdown {
      lines.append(
        "If these are cards of hashcards, Obsidian or Mochi, import the file with --format hashcards, "
          + "--format obsidian or --format mochi.")
    }
    return lines
  }
}

extension ImportedProgress.Added {
  /// What was new to the review log, line by line.
  fileprivate var lines: [String] {
    let counts: [(count: Int, text: String)] = [
      (answers, "Reviews added to the review log"),
      (changes, "Changes of schedules added to the review log"),
      (dueDays, "Due dates taken over from Anki"),
      (resets, "Cards reset to new, as in Anki"),
      (suspensions, "Cards suspended, buried or restored"),
      (flags, "Cards flagged or unflagged"),
      (agreements, "Suspensions and flags from here that Anki has by now"),
      (presets, "Presets added"),
      (groups, "Groups given a preset"),
    ]
    let lines = counts.filter { $0.count > 0 }.map { "\($0.text): \($0.count)" }
    return lines.isEmpty ? ["Nothing in it is new to the review log."] : lines
  }
}

extension AnkiImport {
  /// How many note types are shown before anything is written.
  fileprivate static let shownTypes = 12

  /// The note types, each with two finished cards.
  fileprivate var preview: [String] {
    let lines = noteTypes.prefix(Self.shownTypes).flatMap { type in
      let origin = type.isRemembered ? ", columns as for the last import" : ""
      let columns = type.columns.isEmpty ? "no columns" : type.columns
      return ["“\(type.name)” (\(type.count))\(origin): \(columns)"]
        + type.examples.map { "    \(Self.line($0))" }
    }
    let more = noteTypes.count - Self.shownTypes
    return lines + (more > 0 ? ["and \(more) more note \(more == 1 ? "type" : "types")"] : [])
  }

  /// A question as a card shows it, on one line.
  fileprivate static func line(_ question: Question) -> String {
    let reading = question.reading.map { " [\($0)]" } ?? ""
    var sides = ["\(question.prompt)\(reading)", question.answer]
    let directions = question.directions ?? []
    if directions.contains(.production), !directions.contains(.recognition) { sides.reverse() }
    let text = sides.joined(separator: " → ").replacing("\n", with: " / ")
    return text.count > 76 ? text.prefix(75) + "…" : text
  }

  /// What comes along of the cards, and what doesn't.
  fileprivate var lines: [String] {
    ["Cards: \(takenCount) of \(cardCount)"]
      + remarks.map { "\($0.kind.text): \($0.count)" }
  }
}

extension ImportNotice.Kind {
  /// A number for each kind, whatever it says.
  fileprivate var number: Int {
    switch self {
    case .noPrompt: 0
    case .noAnswer: 1
    case .cloze: 2
    case .repeated: 3
    case .known: 4
    case .otherAnswer: 5
    case .furtherFields: 6
    case .strayQuote: 7
    case .pitch: 8
    case .direction: 9
    case .idTaken: 10
    case .foreign: 11
    case .oneSide: 12
    case .fault: 13
    case .choice: 14
    case .noObject: 15
    case .longText: 16
    }
  }
}
