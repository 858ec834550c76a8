import Foundation
import GRDB
import GRDBSQLite
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Answers from lines in their usual form, side by side: what every answer has in a row of its own size, and what only
/// some have behind each other.
struct ScannedReviews: Sendable {
  /// What every answer has.
  struct Answer: Sendable {
    let id, device, question, wording: UInt128
    /// In Unix milliseconds.
    let time: Int64
    /// In milliseconds.
    let duration: Int64
    /// Not a number where there is none.
    let place: Double
    let check: Int64
    /// In seconds.
    let utcOffset: Int32
    /// The place of its direction among ``ScannedReviews/directions``.
    let direction: Int32
    let grade: Grade
    let hintUsed: Bool
    /// What it has of ``rare``, the first as the lowest bit, and where that begins.
    let parts: Parts
  }

  /// Which of ``rare`` an answer has, and where they begin among the bytes.
  struct Parts: Sendable {
    let mask: UInt8
    let start: UInt32
  }

  /// The fields that not every answer has, in the order in which their bytes follow each other.
  static let rare = ["typed", "verdict", "mistake", "mistaken_for", "occasion", "kind", "cause"]
  static let (mistakenFor, occasion, kind, cause) = (3, 4, 5, 6)

  private(set) var answers: [Answer] = []
  private(set) var directions: [Direction] = []
  /// Texts with their length before them, and identities.
  private(set) var bytes: [UInt8] = []
  private let places: Places

  /// The places of the fields.
  private struct Places: Sendable {
    let question, direction, wording, utcOffset, grade, hintUsed, duration, place: Int
    let rare: [Int]

    init(_ form: EventForm) {
      func place(_ name: String) -> Int {
        guard let place = form.place(of: name) else { preconditionFailure("no \(name)") }
        return place
      }
      question = place("question")
      direction = place("direction")
      wording = place("wording")
      utcOffset = place("utc_offset")
      grade = place("grade")
      hintUsed = place("hint_used")
      duration = place("duration")
      self.place = place("place")
      rare = ScannedReviews.rare.map(place)
    }
  }

  init() { places = Places(.of(ReviewEvent.table)) }

  /// Adds an answer that an ``EventScan`` has read.
  ///
  /// - Returns: whether it could.
  mutating func add(_ values: [EventValue], card: CardID, check: Int64) -> Bool {
    guard case .identity(let id) = values[EventForm.id],
      case .identity(let device) = values[EventForm.device],
      case .identity(let wording) = values[places.wording],
      let time = values[EventForm.time].number, let duration = values[places.duration].number,
      let offset = values[places.utcOffset].number,
      let grade = values[places.grade].number.flatMap({ Grade(rawValue: Int($0)) }),
      let hintUsed = values[places.hintUsed].number, let start = UInt32(exactly: bytes.count)
    else { return false }
    var direction = directions.firstIndex(of: card.direction)
    if direction == nil {
      direction = directions.count
      directions.append(card.direction)
    }
    let place: Double? =
      switch values[places.place] {
      case .real(let number): number
      case .integer(let number): Double(number)
      default: nil
      }
    var mask: UInt8 = 0
    for (index, place) in places.rare.enumerated() where values[place] != .null {
      mask |= 1 << UInt8(index)
      Self.write(values[place], to: &bytes)
    }
    answers.append(
      Answer(
        id: id, device: device, question: card.question.bits, wording: wording, time: time,
        duration: duration, place: place ?? .nan, check: check, utcOffset: Int32(offset),
        direction: Int32(direction ?? 0), grade: grade, hintUsed: hintUsed != 0,
        parts: Parts(mask: mask, start: start)))
    return true
  }

  private static func write(_ value: EventValue, to bytes: inout [UInt8]) {
    switch value {
    case .text(var text):
      text.withUTF8 { text in
        withUnsafeBytes(of: UInt32(text.count)) { bytes += $0 }
        bytes += text
      }
    case .identity(let bits): withUnsafeBytes(of: bits) { bytes += $0 }
    default: preconditionFailure("a text or an identity")
    }
  }

  // MARK: - Parts

  /// Finds what an answer has of ``rare``.
  ///
  /// - Parameters:
  ///   - parts: which, and where.
  ///   - bytes: those of all answers.
  ///   - body: is handed the place of each part among ``rare``, and its bytes.
  /// - Returns: where the parts end.
  @discardableResult
  static func forEachPart(
    _ parts: Parts, in bytes: UnsafeRawBufferPointer, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) -> Int {
    var place = Int(parts.start)
    for index in rare.indices where parts.mask >> UInt8(index) & 1 == 1 {
      var length = 16
      if index != mistakenFor, index != cause {
        length = Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        place += 4
      }
      body(index, UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]))
      place += length
    }
    return place
  }
}

/// Adds answers from lines to their table.
struct ScannedReviewWriter {
  /// The numbers by which an answer refers to its card, its device and what it showed.
  struct Numbers {
    let card, device, wording: Int64
  }

  private let db: Database
  private let statement: Statement
  private static let columns =
    [
      "id", "card", "device", "wording", "time", "utc_offset", "grade", "duration", "hint_used",
      "place", "check_value",
    ] + ScannedReviews.rare + AnswerFacts.columns
  private static let (rare, facts): (CInt, CInt) = (12, 19)

  init(_ db: Database) throws {
    self.db = db
    let places = Array(repeating: "?", count: Self.columns.count).joined(separator: ", ")
    statement = try db.cachedStatement(
      sql: "INSERT INTO review (\(Self.columns.joined(separator: ", "))) VALUES (\(places))")
    sqlite3_reset(statement.sqliteStatement)
  }

  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - id: its identity.
  ///   - numbers: what it refers to.
  ///   - values: its time, offset, grade, duration, whether the hint was used, its place and its check value.
  ///   - parts: what it has of ``ScannedReviews/rare``.
  ///   - bytes: the bytes of all parts.
  ///   - facts: its facts.
  /// - Returns: whether it was added; no if there is one with its identity, or the table does not take it.
  /// - Throws: GRDB's `DatabaseError` where the log can't be written.
  func add(
    _ id: UInt128, _ numbers: Numbers,
    _ values: (
      time: Int64, utcOffset: Int32, grade: Grade, duration: Int64, hintUsed: Bool, place: Double,
      check: Int64
    ), _ parts: ScannedReviews.Parts, in bytes: UnsafeRawBufferPointer, facts: AnswerFacts
  ) throws -> Bool {
    let row = statement.sqliteStatement
    withUnsafeBytes(of: id.bigEndian) {
      _ = sqlite3_bind_blob(row, 1, $0.baseAddress, 16, Statement.transient)
    }
    sqlite3_bind_int64(row, 2, numbers.card)
    sqlite3_bind_int64(row, 3, numbers.device)
    sqlite3_bind_int64(row, 4, numbers.wording)
    sqlite3_bind_int64(row, 5, values.time)
    sqlite3_bind_int64(row, 6, Int64(values.utcOffset))
    sqlite3_bind_int64(row, 7, Int64(values.grade.rawValue))
    sqlite3_bind_int64(row, 8, values.duration)
    sqlite3_bind_int64(row, 9, values.hintUsed ? 1 : 0)
    bind(values.place, at: 10)
    sqlite3_bind_int64(row, 11, values.check)
    for index in ScannedReviews.rare.indices where parts.mask >> UInt8(index) & 1 == 0 {
      sqlite3_bind_null(row, Self.rare + CInt(index))
    }
    ScannedReviews.forEachPart(parts, in: bytes) { index, bytes in
      let column = Self.rare + CInt(index)
      switch index {
      case ScannedReviews.mistakenFor, ScannedReviews.cause:
        let bits = bytes.loadUnaligned(as: UInt128.self)
        withUnsafeBytes(of: bits.bigEndian) {
          _ = sqlite3_bind_blob(row, column, $0.baseAddress, 16, Statement.transient)
        }
      default:
        // The bytes stay where they are until the row is written.
        let text = bytes.assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(row, column, text.baseAddress ?? Self.empty, CInt(text.count), nil)
      }
    }
    bind(facts)
    let code = sqlite3_step(row)
    sqlite3_reset(row)
    switch code {
    case SQLITE_DONE: return true
    case _ where code & 0xff == SQLITE_CONSTRAINT: return false
    default:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code & 0xff), message: db.lastErrorMessage)
    }
  }

  /// A text of no bytes, which is not NULL.
  nonisolated(unsafe) private static let empty: UnsafePointer<CChar> = {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    text.pointee = 0
    return UnsafePointer(text)
  }()

  private func bind(_ number: Double, at column: CInt) {
    if number.isNaN {
      sqlite3_bind_null(statement.sqliteStatement, column)
    } else {
      sqlite3_bind_double(statement.sqliteStatement, column, number)
    }
  }

  /// Sets the values of ``AnswerFacts/columns``.
  private func bind(_ facts: AnswerFacts) {
    let (row, first) = (statement.sqliteStatement, Self.facts)
    sqlite3_bind_int64(row, first, Int64(facts.kind.rawValue))
    sqlite3_bind_int64(row, first + 1, facts.isFirstOfDay ? 1 : 0)
    sqlite3_bind_int64(row, first + 2, Int64(facts.interval))
    bind(Double(facts.state.predicted), at: first + 3)
    sqlite3_bind_double(row, first + 4, Double(facts.target))
    sqlite3_bind_double(row, first + 5, Double(facts.state.stability))
    sqlite3_bind_double(row, first + 6, Double(facts.state.difficulty))
    sqlite3_bind_int64(row, first + 7, Int64(facts.state.phase.rawValue))
    sqlite3_bind_int64(row, first + 8, Int64(facts.state.lapses))
  }
}
