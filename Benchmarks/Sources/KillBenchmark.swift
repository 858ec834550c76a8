import Foundation
import RabbleMemory
import RabbleQuestions
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
  private var last: UInt128 = 0
  private var undoCount = 0

  /// Compares what came after the kill before.
  mutating func compare(
    _ acknowledgements: [Acknowledgement], with log: @autoclosure () throws -> LogReader,
    kill number: Int
  ) throws {
    let fresh: (answers: [LoggedAnswer], last: UInt128)
    let taken: Int
    do {
      let log = try log()
      fresh = try log.answers(after: last)
      taken = try log.undos() - undoCount
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
    if !fresh.answers.starts(with: answers) || taken < undos {
      lost += 1
      faults.append("kill \(number): \(answers.count) acknowledged, \(fresh.answers.count) found")
    }
    let extra = fresh.answers.count - answers.count + taken - undos
    unacknowledged += max(0, extra)
    if extra > 1 { surplus += 1 }
    known += fresh.answers
    last = fresh.last
    undoCount += taken
  }

  /// Compares the whole log with what was seen after each kill: nothing may have changed since.
  mutating func finish(_ log: LogReader) throws {
    let all = try log.answers(after: 0).answers
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

/// Reads a study log from outside, without changing the file.
struct LogReader {
  private let database: BareDatabase

  init(path: String) throws {
    database = try BareDatabase(path: path, isReadOnly: true)
  }

  /// The number of answers undone.
  func undos() throws -> Int { try database.number("SELECT count(*) FROM undo") }

  /// The numbers of reviews, of cards with a schedule, and of those due on a day or before.
  func status(day: Int) throws -> String {
    let counts = try [
      "SELECT count(*) FROM review", "SELECT count(*) FROM schedule",
      "SELECT count(*) FROM schedule WHERE due_day <= \(day)",
    ].map(database.number)
    return counts.map(String.init).joined(separator: "; ")
  }

  /// The answers that came after an event, in their order, and the last event's identity.
  func answers(after last: UInt128) throws -> (answers: [LoggedAnswer], last: UInt128) {
    let statement = try database.statement(
      "SELECT question, grade, typed, id FROM review WHERE id > ? ORDER BY id")
    statement.bind(1, last)
    var answers: [LoggedAnswer] = []
    var last = last
    while try statement.step() {
      answers.append(
        LoggedAnswer(
          card: QuestionID(bits: statement.bits(0)).description,
          grade: Grade(rawValue: statement.integer(1))?.name ?? "", typed: statement.text(2)))
      last = statement.bits(3)
    }
    return (answers, last)
  }
}
