import ArgumentParser
import RabbleScreens

/// `rabble undo`: takes back the last answer, whenever it was given.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last answer; exit 1 when there is none.",
    discussion: "Use it as often as wanted. The answer stays in the log, marked as taken back.")

  @OptionGroup var options: CommonOptions

  func run() throws {
    let log = try Library.openLog(options)
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
}
