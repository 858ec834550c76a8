/// Compares what sessions acknowledged before they were killed with what the log has.
struct KillTally {
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
  private var retractions = 0

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
      taken = try log.retractions() - retractions
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
    retractions += taken
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
