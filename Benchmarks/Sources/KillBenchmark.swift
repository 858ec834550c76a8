import Foundation
import RabbleTestSupport

/// `kill -9` at random moments of scripted sessions: nothing that was acknowledged may be lost.
struct KillBenchmark {
  let subject: Subject
  let kills: Int
  /// The latest moment of a kill, in microseconds after the start of the process.
  private static let latest: UInt32 = 150_000

  func run(_ report: inout Report) throws {
    report.section("\(kills) times kill -9 at random moments of a session")
    let deck = (0..<2_000).map { #"{"prompt": "No. \#($0)", "answer": "right"}"# }
    try FileManager.default.createDirectory(
      atPath: subject.dataFolder + "/decks", withIntermediateDirectories: true)
    try Data(#"[{"title": "Many", "questions": [\#(deck.joined(separator: ","))]}]"#.utf8)
      .write(to: URL(fileURLWithPath: subject.dataFolder + "/decks/Many.json"))
    _ = try subject.run(["decks"])

    var generator = SeededGenerator(seed: 6)
    var tally = KillTally()
    let time = try ContinuousClock().measure {
      for number in 0..<kills {
        let child = try subject.start(
          ["study", "Many", "--format", "json", "--new", "2000"], streams: .pipes)
        child.send(Self.script(number, using: &generator))
        usleep(UInt32.random(in: 0...Self.latest, using: &generator))
        child.kill()
        let acknowledged = Acknowledgement.all(in: child.readToEnd())
        try tally.compare(acknowledged, with: LogReader(path: subject.log), kill: number)
      }
    }
    try tally.finish(LogReader(path: subject.log))
    let check = try subject.run(["check"])

    report.line("time", "\(Report.number(time.inSeconds)) s")
    report.line("killed before the first answer", "\(tally.beforeFirst)")
    report.line("answers acknowledged", "\(tally.acknowledged)")
    report.line("undos acknowledged", "\(tally.undone)")
    report.line("written, and killed before the acknowledgement", "\(tally.unacknowledged)")
    for fault in tally.faults.prefix(10) { report.line("  fault", fault) }
    report.verdict(
      "acknowledged and not there in order exactly once", "\(tally.lost)", "0",
      isMet: tally.lost == 0 && tally.acknowledged > kills)
    report.verdict(
      "more than one unacknowledged after a kill", "\(tally.surplus)", "0",
      isMet: tally.surplus == 0)
    report.verdict(
      "times the log did not open", "\(tally.unopened)", "0", isMet: tally.unopened == 0)
    report.verdict("rabble check", "exit \(check.code)", "exit 0", isMet: check.code == 0)
  }

  /// 300 lines as a learner may type them. Every wrong answer is another text.
  private static func script(_ number: Int, using generator: inout SeededGenerator) -> String {
    (0..<300).map { line in
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<9: "right"
      case 9..<14: "reply \(number) \(line)"
      case 14..<17: "\n\(Int.random(in: 1...4, using: &generator))"
      case 17: ":undo"
      case 18: ":hint"
      default: ":skip"
      }
    }.joined(separator: "\n") + "\n"
  }
}
