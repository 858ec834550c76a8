import ArgumentParser
import Foundation
import RabbleDecks
import RabbleScreens
import RabbleStorage

/// `rabble undo`: takes back the last answer or import, whenever it was.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last answer or import; exit 1 when there is none.",
    discussion: """
      Use it as often as wanted. What was done stays in the log, marked as taken back. An import is \
      taken back only while its deck is as the import left it; otherwise nothing is done.
      """)

  @OptionGroup var options: CommonOptions

  @Flag(help: "Take back the last answer, even if there was an import since.")
  var answer = false

  func run() throws {
    let log = try Library.openLog(options)
    if !answer, case .import(let id, let record) = try log.lastEvent() {
      try restore(record)
      try log.retractImport(id, at: options.clock.now())
      let text =
        "Taken back: the import of \(record.source) into \(record.deck), \(record.taken) questions "
        + "taken and \(record.updated) changed, on \(record.moment.iso8601)."
      return try OutputFile.write(text.printable + "\n")
    }
    guard let taken = try log.retract(at: options.clock.now()) else {
      Talk.say("There is no answer to take back.")
      throw ExitCode(1)
    }
    let review = taken.review
    let text =
      "Taken back: “\(taken.asked)” in \(taken.group), \(review.grade.name), "
      + "answered \(review.moment.iso8601)."
    try OutputFile.write(text.printable + "\n")
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
