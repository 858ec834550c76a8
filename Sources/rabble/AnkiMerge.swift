import ArgumentParser
import Foundation
import RabbleExchange
import RabbleStudy
import RabbleText

/// `rabble anki`: what only concerns those who study in Anki, too.
struct AnkiCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anki",
    abstract: "Study in Anki and here side by side.", subcommands: [AnkiMerge.self])
}

/// `rabble anki merge`: puts what was studied here into a copy of a collection of Anki.
struct AnkiMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put your reviews into a copy of an Anki collection.",
    discussion: """
      What was studied in Anki is imported first. Reviews, schedules and due days of the collection's \
      cards then go into a new file, and the questions that you added to its deck here become notes \
      there; the copy stays as it is. Exit status 1 if Anki has everything already.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "Collection exported from Anki (.colpkg), or a copy of collection.anki2.",
      valueName: "copy"))
  var source: String

  @Option(help: ArgumentHelp("Write the new collection to this file.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Fields of notes, if not as imported last: prompt=Word,answer=Meaning.", valueName: "columns")
  )
  var columns: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Add the questions that its deck has here and the collection lacks as notes.")
  var newNotes = true

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func validate() throws {
    guard output.hasSuffix(".colpkg") else {
      throw ValidationError("--output: Anki imports a collection only from a .colpkg file.")
    }
    let (old, new) = (URL(fileURLWithPath: source), URL(fileURLWithPath: output))
    guard old.resolvingSymlinksInPath().path != new.resolvingSymlinksInPath().path else {
      throw ValidationError("--output: Write to another file; the copy stays as it is.")
    }
    try Output.requireNew(output, force: force)
  }

  func run() throws {
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
