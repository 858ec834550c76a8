import ArgumentParser
import Foundation
import RabbleExchange
import RabbleStudy
import RabbleText

extension DeckExportCommand {
  /// - Throws: `ValidationError` where a collection can't be merged as was asked for.
  func validateMerge(into source: String) throws {
    guard let output = file.output, output.hasSuffix(".colpkg") else {
      throw ValidationError(
        "--into needs --output FILE.colpkg: Anki imports a collection only from such a file.")
    }
    let (old, new) = (URL(fileURLWithPath: source), URL(fileURLWithPath: output))
    guard old.resolvingSymlinksInPath().path != new.resolvingSymlinksInPath().path else {
      throw ValidationError("--output: Write to another file; the copy stays as it is.")
    }
    guard names.isEmpty, filter.text == nil, !progress else {
      throw ValidationError(
        "--into takes all that was studied of the collection; leave out groups, --where and --progress."
      )
    }
  }

  /// Puts what was studied here into a copy of an Anki collection: reviews, schedules and due days of its cards, and the
  /// questions that its deck has here and the collection lacks as notes. The copy stays as it is.
  func merge(into source: String, writing output: String) throws {
    let editing = try options.editing()
    guard FileManager.default.fileExists(atPath: source) else {
      throw LibraryError.unreadable(path: source, reason: "there is no such file")
    }
    guard editing.isAnki(source) else {
      throw ValidationError("\(source.printable) is no collection of Anki; export a .colpkg there.")
    }
    do { try editing.requireAnkiCollection(source) } catch { throw ValidationError("\(error)") }
    let file = try editing.readAnki(source)
    let proposal: ImportProposal
    do { proposal = try editing.prepareImport(file, columns: columns) } catch let failure
      as ColumnMapping.Failure
    { throw ValidationError("--columns: \(failure)") }
    for line in proposal.deckNews { Output.tell(line) }
    if let caution = proposal.caution { Output.tell(caution + " `rabble undo` undoes the import.") }
    for line in try proposal.apply() { Output.tell(line) }
    let library = try options.openLibrary(for: .looking)
    let bar = ProgressLine("Merging")
    let report = try LongRunningWork.endsProgram {
      defer { bar.end() }
      return try library.mergeIntoAnki(
        source, to: output, columns: columns, importedInto: proposal.deck, addsNotes: newNotes
      ) { bar.update($0) }
    }
    for remark in report.remarks { Output.tell(remark) }
    if report.isEmpty {
      try Output.line("Anki has everything already; nothing was written.")
      throw ExitCode(1)
    }
    var news: [String] = []
    if report.reviews > 0 || report.cards > 0 {
      let cards = NumberText.count(report.cards, "card")
      let reviews = NumberText.count(report.reviews, "review")
      if report.reviews == 0 {
        news.append("\(cards) rescheduled")
      } else {
        let schedules = report.cards == 0 ? "" : " and the schedules of \(cards)"
        news.append("\(reviews)\(schedules) added")
      }
    }
    if report.marks > 0 {
      news.append(
        "\(NumberText.count(report.marks, "card")) suspended, restored, flagged or unflagged")
    }
    if report.notes > 0 {
      news.append(
        "\(NumberText.count(report.notes, "new note")) with "
          + NumberText.count(report.newCards, "card"))
    }
    try Output.line("\(news.joined(separator: "; ")): \(output)")
    try Output.line("1. In Anki, choose File > Import and open this file.")
    try Output.line("2. Agree that it replaces your collection, and sync with “Upload to AnkiWeb”.")
    try Output.line("3. Anything you studied in Anki since \(source) was made will be lost.")
  }
}
