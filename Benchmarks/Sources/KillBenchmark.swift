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
    _ = try subject.run(["deck", "list"])

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
        tally.compare(acknowledged, kill: number) { known in
          try LoggedAnswers(of: subject, after: known)
        }
      }
    }
    tally.finish(try LoggedAnswers(of: subject, after: 0))
    let check = try subject.run(["log", "check"])

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
    report.verdict("rabble log check", "exit \(check.code)", "exit 0", isMet: check.code == 0)
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

/// Compares what sessions acknowledged before they were killed with what the log has.
private struct KillTally {
  private(set) var acknowledged = 0
  private(set) var undone = 0
  private(set) var unacknowledged = 0
  private(set) var beforeFirst = 0
  /// Answers that are missing, doubled or out of order.
  private(set) var lost = 0
  /// Kills after which the log had more than one event that was not acknowledged.
  private(set) var surplus = 0
  private(set) var unopened = 0
  private(set) var faults: [String] = []

  private var known: [LoggedAnswer] = []
  private var undoCount = 0

  /// Compares what came after the kill before with what the log has after so many answers.
  mutating func compare(
    _ acknowledgements: [Acknowledgement], kill number: Int,
    with log: (Int) throws -> LoggedAnswers
  ) {
    let fresh: [LoggedAnswer]
    let taken: Int
    do {
      let log = try log(known.count)
      fresh = log.answers
      taken = log.undone - undoCount
    } catch {
      unopened += 1
      faults.append("kill \(number): \(error)")
      return
    }
    let answers = acknowledgements.compactMap { acknowledgement in
      if case .answer(let answer) = acknowledgement { answer } else { nil }
    }
    let undos = acknowledgements.count - answers.count
    if answers.isEmpty { beforeFirst += 1 }
    acknowledged += answers.count
    undone += undos
    if !fresh.starts(with: answers) || taken < undos {
      lost += 1
      faults.append("kill \(number): \(answers.count) acknowledged, \(fresh.count) found")
    }
    let extra = fresh.count - answers.count + taken - undos
    unacknowledged += max(0, extra)
    if extra > 1 { surplus += 1 }
    known += fresh
    undoCount += taken
  }

  /// Compares the whole log with what was seen after each kill: nothing may have changed since.
  mutating func finish(_ log: LoggedAnswers) {
    let all = log.answers
    let typed = all.compactMap(\.typed).filter { $0 != "right" }
    if all != known || Set(typed).count != typed.count {
      lost += 1
      faults.append("at the end: \(known.count) answers seen before, \(all.count) found")
    }
  }
}

/// What a session says it has done to the log.
enum Acknowledgement: Hashable {
  case answer(LoggedAnswer)
  case undo

  /// The acknowledgements in a session's JSON lines, in their order. A line that was cut off is
  /// none. An undo is known by the session's score: only its notice has counted an answer less than
  /// the screen before.
  static func all(in output: String) -> [Acknowledgement] {
    let complete = output[..<(output.lastIndex(of: "\n") ?? output.startIndex)]
    var answered = 0
    return complete.split(separator: "\n").compactMap { line in
      guard let screen = try? JSONDecoder().decode(Screen.self, from: Data(line.utf8)) else {
        return nil
      }
      defer { answered = screen.correct + screen.incorrect }
      if screen.kind == "verdict", let card = screen.card, let grade = screen.grade {
        return .answer(LoggedAnswer(card: card, grade: grade, typed: screen.typed))
      }
      let isUndo = screen.kind == "notice" && screen.correct + screen.incorrect < answered
      return isUndo ? .undo : nil
    }
  }

  /// The part of a screen that is read.
  private struct Screen: Decodable {
    let kind: String
    let correct: Int
    let incorrect: Int
    let card: String?
    let grade: String?
    let typed: String?
  }
}

/// An answer as a screen shows it and as the log has it.
struct LoggedAnswer: Hashable {
  /// The question's identity, 32 hexadecimal digits.
  let card: String
  /// The grade's name.
  let grade: String
  /// What was typed, if the learner did not grade themselves.
  let typed: String?
}

/// The answers that a log has, as the program exports them.
private struct LoggedAnswers {
  /// Those after the first so many, oldest first.
  let answers: [LoggedAnswer]
  /// How many of all were undone.
  let undone: Int

  /// - Throws: ``Failure`` when the program can't read the log.
  init(of subject: Subject, after known: Int) throws {
    let child = try subject.start(
      ["log", "export", "--columns", "question,grade,typed,retracted"], streams: .pipes)
    let ends = "\r\n".utf8
    let rows = child.readToEnd().utf8.split { ends.contains($0) }.dropFirst()
    let code = child.waitForExit()
    guard code == 0 else { throw Failure("log export ended with \(code)") }
    undone = rows.count { $0.suffix(5).elementsEqual(",true".utf8) }
    answers = try rows.dropFirst(known).map { row in
      // No text in it needs quotes.
      let fields = row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4 else { throw Failure("a row of \(fields.count) fields") }
      return LoggedAnswer(
        card: fields[0], grade: fields[1], typed: fields[2].isEmpty ? nil : fields[2])
    }
  }
}
