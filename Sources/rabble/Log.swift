import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStorage

/// `rabble log`: the learner's answers, raw.
struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Take the study log out.", subcommands: [LogExport.self])
}

/// `rabble log export`: every review with everything known about it.
struct LogExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write every review, oldest first, with everything known about it.",
    discussion: "Answers that were taken back are there too, marked as retracted.")

  /// The forms of the export.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv, jsonl
  }

  @OptionGroup var options: CommonOptions

  @Option(help: "The form: csv or jsonl.")
  var format: Format = .csv

  func run() throws {
    let log = try Library.openLog(options)
    let columns = ReportTable.reviewColumns
    var lines = format == .csv ? CSVText.header(columns) : ""
    try log.forEachReview { recorded in
      let values = ReportTable.values(of: recorded)
      switch format {
      case .csv: lines += CSVText.line(values)
      case .jsonl: lines += JSONText.object(columns, values) + "\n"
      }
      if lines.utf8.count > 1 << 16 {
        try OutputFile.write(lines)
        lines = ""
      }
    }
    try OutputFile.write(lines)
  }
}

/// `rabble check`: proves that what is computed from the log is what its events come to.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the study log; exit 1 when something is found.",
    discussion: """
      The database file is examined, and every schedule is computed again from the answers. \
      With --rebuild what differs is made anew; answers are never changed. Questions that an edit \
      of a deck left unclear are listed.
      """)

  @OptionGroup var options: CommonOptions

  @Flag(help: "Make everything that is computed from the answers anew.")
  var rebuild = false

  func run() throws {
    let log = try Library.openLog(options)
    var findings = try log.check()
    if rebuild, findings.allSatisfy(\.isMendable) {
      let cards = try log.rebuild()
      Talk.say("\(findings.count) findings; the schedules of \(cards) cards were made anew.")
      findings = try log.check()
    }
    let lines = findings.map(\.description.printable)
    if !lines.isEmpty {
      try OutputFile.write(lines.joined(separator: "\n") + "\n")
      throw ExitCode(1)
    }
    let unclear = try log.unclearIdentities().map { unclear in
      "“\(unclear.known.prompt)” is gone from “\(unclear.known.group)” and might be "
        + unclear.candidates.map { "“\($0.prompt) → \($0.answer)”" }.joined(separator: " or ")
        + "; `rabble study` asks in a terminal."
    }
    try OutputFile.write(
      (["The study log is sound: every schedule is what its answers come to."]
        + unclear.map(\.printable)).joined(separator: "\n") + "\n")
  }
}

/// `rabble undo`: takes back the last thing that was done, whenever it was.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last thing that was done; exit 1 when there is none.",
    discussion: """
      An answer, an import, a change of presets or their parameters, a suspension: use it as often as \
      wanted. What was done stays in the log, marked as taken back. An import is taken back only while \
      its deck is as the import left it; otherwise nothing is done.
      """)

  @OptionGroup var options: CommonOptions

  @Flag(help: "Take back the last answer, whatever was done since.")
  var answer = false

  func run() throws {
    let log = try Library.openLog(options)
    let now = options.clock.now()
    switch answer ? nil : try log.lastEvent() {
    case .import(let id, let record):
      try restore(record)
      try log.retractImport(id, at: now)
      try say(
        "the import of \(record.source) into \(record.deck), \(record.taken) questions taken and "
          + "\(record.updated) changed, on \(record.moment.iso8601)")
    case .presetChange(let entry):
      let moved = try log.retractPresetChange(entry.id, at: now) ?? 0
      try say(
        "\(Self.phrase(entry.change)), on \(entry.moment.iso8601); "
          + "\(moved == 1 ? "1 card comes" : "\(moved) cards come") back at another time")
    case .suspension(let id, let card, let state, let moment):
      _ = try log.retractSuspension(id, at: now)
      let name = try log.text(of: card.question)?.prompt ?? card.description
      let change =
        switch state {
        case .active: "that “\(name)” is asked again"
        case .suspended: "the suspension of “\(name)”"
        case .buried: "that “\(name)” was buried"
        }
      try say("\(change), on \(moment.iso8601)")
    case .review, nil:
      guard let taken = try log.retract(at: now) else {
        Talk.say("There is no answer to take back.")
        throw ExitCode(1)
      }
      try say(
        "“\(taken.asked)” in \(taken.group), \(taken.review.grade.name), "
          + "answered \(taken.review.moment.iso8601)")
    }
  }

  private func say(_ what: String) throws {
    try OutputFile.write("Taken back: \(what).".printable + "\n")
  }

  private static func phrase(_ change: PresetChange) -> String {
    switch change {
    case .set(let preset, .learner): "the change of the preset \(preset.name)"
    case .set(let preset, .optimize), .set(let preset, .automatic):
      "the new parameters of the preset \(preset.name)"
    case .use(let preset, _, let groups):
      "that \(groups.count == 1 ? "“\(groups[0])” uses" : "\(groups.count) groups use") the preset "
        + preset
    }
  }

  /// Puts the deck back as it was before an import.
  private func restore(_ record: ImportRecord) throws {
    let now = access(record.deck, F_OK) == 0 ? try? AtomicFile.read(record.deck) : nil
    // A program that was killed between the log and the file has left the deck as it was.
    if now == record.before { return }
    guard let now, ContentDigest(now) == record.after else {
      throw CommandError.editedSinceImport(path: record.deck, source: record.source)
    }
    do throws(AtomicFileError) {
      if let before = record.before {
        try AtomicFile.replace(
          record.deck, with: before, ifStill: .content(now), backup: false)
      } else if unlink(record.deck) != 0 {
        throw .unwritable(path: record.deck, reason: String(cString: strerror(errno)))
      }
    } catch { throw CommandError.notRestored(reason: "\(error)") }
  }
}
