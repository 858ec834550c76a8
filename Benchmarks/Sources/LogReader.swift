import RabbleMemory
import RabbleQuestions

/// Reads a study log from outside and leaves the file as it is.
struct LogReader {
  private let database: BareDatabase

  init(path: String) throws {
    database = try BareDatabase(path: path, isReadOnly: true)
  }

  /// The number of answers taken back.
  func retractions() throws -> Int { try database.number("SELECT count(*) FROM retraction") }

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
