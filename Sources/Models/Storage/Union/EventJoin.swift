import GRDB
import RabbleQuestions
import RabbleScheduling

/// Adds events of other logs to this one: an event is its identity, so that it is added once, whatever
/// the order and however often it comes.
final class EventJoin {
  /// What became of an event.
  enum Outcome: Hashable {
    /// It was new to the log.
    case added
    /// The log has it already.
    case known
    /// The log does not take it.
    case refused(EventLineFault)
  }

  /// What follows from the events that were added.
  private(set) var effects = EventEffects()

  private let tx: Transaction
  private let now: Moment
  private let tolerance: Int64
  /// The kinds of which an event is read back before it is kept. Of reviews and wordings every value was
  /// looked at when the line was read.
  private static let readers: [String: any UndoableEventKind.Type] = Dictionary(
    uniqueKeysWithValues: EventKinds.all.compactMap { $0 as? any UndoableEventKind.Type }
      .filter { ![ReviewEvent.table, LogUnionEvent.table].contains($0.table) }
      .map { ($0.table, $0) })

  /// Begins to add events.
  ///
  /// - Parameters:
  ///   - tx: a transaction that changes the log.
  ///   - now: the present.
  ///   - tolerance: how many milliseconds ahead of it an event may be.
  /// - Throws: ``StorageError``.
  init(_ tx: Transaction, at now: Moment, tolerance: Int64) throws {
    self.tx = tx
    self.now = now
    self.tolerance = tolerance
  }

  // MARK: - Most lines

  /// An event that came in a line of its usual form.
  struct Usual {
    let kind: String
    let id: EventID
    let device: EventID
    let isNew: Bool
  }

  /// The answers that are written once all events have come; `nil` where each is written as it comes.
  private var deferred: DeferredReviews?
  /// The numbers of the cards of answers that were noted, by direction and question.
  private var notedCards: [(direction: Direction, numbers: [UInt128: Int64])] = []
  /// The answers that were written all the same, since their lines have another form.
  private var written: Set<UInt128> = []

  /// Prepares for about so many answers, where the log has none: they are written at the end, each with its facts.
  ///
  /// - Throws: ``StorageError``.
  func deferReviews(expecting count: Int) throws {
    guard count <= DeferredReviews.largest,
      try Int.fetchOne(tx.db, sql: "SELECT 1 FROM review LIMIT 1") == nil
    else { return }
    deferred = DeferredReviews(expecting: count)
    // In kibibytes: rows are only appended.
    try tx.db.execute(sql: "PRAGMA cache_size = -8000")
  }

  /// Writes the answers that wait for all events.
  ///
  /// - Throws: ``StorageError``.
  func writeDeferred() throws {
    guard let reviews = deferred.take() else { return }
    if reviews.count > 0 { effects.note(computed: try reviews.write(tx)) }
    written = []
  }

  /// Adds the events of lines: answers and wordings in their usual form to which nothing is wrong. What follows from those
  /// is noted.
  ///
  /// - Parameters:
  ///   - batch: the lines.
  ///   - body: is handed each line with its number, in their order, and the event where it was added, or is known.
  /// - Throws: ``StorageError``, or what `body` throws.
  func add(
    _ batch: LineBatch, _ body: (Int, UnsafeRawBufferPointer, Usual?) throws -> Void
  ) throws {
    let runs = batch.scanned(
      until: now.milliseconds + tolerance, directions: tx.thresholds.scannedDirections)
    for run in runs {
      let places = run.reviews.directions.map { direction in
        if let known = notedCards.firstIndex(where: { $0.direction == direction }) { return known }
        notedCards.append((direction, [:]))
        return notedCards.count - 1
      }
      try run.reviews.bytes.withUnsafeBytes { bytes in
        for (index, line) in run.lines.enumerated() {
          let usual: Usual? =
            switch line {
            case .review(let number):
              try add(
                run.reviews.answers[number], at: places[Int(run.reviews.answers[number].direction)],
                bytes)
            case .wording(let number): try add(run.wordings[number])
            case .other: nil
            }
          try batch.withLine(run.first + index) { line in
            try body(batch.numbers[run.first + index], line, usual)
          }
        }
      }
    }
  }

  private func add(
    _ answer: ScannedReviews.Answer, at place: Int, _ bytes: UnsafeRawBufferPointer
  ) throws -> Usual? {
    func usual(isNew: Bool) -> Usual {
      Usual(
        kind: ReviewEvent.table, id: EventID(bits: answer.id),
        device: EventID(bits: answer.device), isNew: isNew)
    }
    if let check = deferred?.check(of: answer.id) {
      return check == answer.check ? usual(isNew: false) : nil
    }
    guard !written.contains(answer.id), let wording = try tx.numbers.wording(answer.wording) else {
      return nil
    }
    let noted = notedCards[place].numbers[answer.question]
    let direction = notedCards[place].direction
    let numbers = ScannedReviewWriter.Numbers(
      card: try noted ?? tx.numbers.card(answer.question, direction.rawValue),
      device: try tx.numbers.device(answer.device), wording: wording)
    let isDeferred = deferred?.add(answer, numbers, in: bytes)
    if isDeferred == false { return nil }
    if isDeferred == nil {
      let isNew = try scannedReviews().add(
        answer.id, numbers,
        (
          answer.time, answer.utcOffset, answer.grade, answer.duration, answer.hintUsed,
          answer.place, answer.check
        ), answer.parts, in: bytes, facts: .pending)
      guard isNew else {
        let isKnown = try isKnown(
          EventID(bits: answer.id), answer.check, in: .of(ReviewEvent.table))
        return isKnown ? usual(isNew: false) : nil
      }
      tx.noteNewReviews()
    }
    if noted == nil {
      notedCards[place].numbers[answer.question] = numbers.card
      effects.note(CardID(question: QuestionID(bits: answer.question), direction: direction))
    }
    return usual(isNew: true)
  }

  private func add(_ wording: ScannedLines.Wording) throws -> Usual? {
    let form = EventForm.of(WordingEvent.table)
    let isNew: Bool
    switch try tx.rows(of: form).add(wording.values, check: wording.check) {
    case .added: isNew = true
    case .known where try isKnown(wording.id, wording.check, in: form): isNew = false
    case .known, .refused: return nil
    }
    return Usual(kind: form.kind, id: wording.id, device: wording.device, isNew: isNew)
  }

  /// What writes answers as they come.
  private func scannedReviews() throws -> ScannedReviewWriter {
    if let writer { return writer }
    let made = try ScannedReviewWriter(tx.db)
    writer = made
    return made
  }
  private var writer: ScannedReviewWriter?

  /// Whether the log has an event with this check value.
  private func isKnown(_ id: EventID, _ check: Int64, in form: EventForm) throws -> Bool {
    try Int64.fetchOne(
      tx.db.cachedStatement(sql: "SELECT check_value FROM \(form.table) WHERE id = ?"),
      arguments: [id]) == check
  }

  // MARK: - Any line

  /// Reads the event of a line.
  ///
  /// - Throws: ``EventLineFault``.
  func event(_ line: UnsafeRawBufferPointer) throws(EventLineFault) -> EventLine {
    try EventLine(line, at: now, tolerance: tolerance)
  }

  /// Whether the log has the event of a line that is dated too far ahead: made here, when the clock was.
  ///
  /// - Returns: its identity; `nil` where the log does not have it.
  /// - Throws: ``StorageError``.
  func knownAhead(_ line: UnsafeRawBufferPointer) throws -> EventID? {
    let longest = LogBounds.time.upperBound / 2
    // A line that is no event of the log, whatever its time, is not known.
    guard let event = try? EventLine(line, at: now, tolerance: longest) else {
      return nil
    }
    return try compare(event) == .known ? event.id : nil
  }

  /// Adds an event, unless the log has it.
  ///
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  func add(_ event: EventLine) throws -> Outcome {
    guard let reader = Self.readers[event.form.kind] else { return try insert(event) }
    var outcome = Outcome.known
    try tx.db.inSavepoint {
      outcome = try insert(event)
      guard outcome == .added, try !reader.canRead(event.id, tx) else { return .commit }
      outcome = .refused(.value(event.form.kind))
      return .rollback
    }
    return outcome
  }

  /// Notes what follows from an event that was added.
  func note(_ event: EventLine) throws { try effects.note(event, tx) }

  private func insert(_ event: EventLine) throws -> Outcome {
    if let missing = try missingReference(of: event) {
      return .refused(.dangling(field: missing))
    }
    if event.form.kind == ReviewEvent.table, let check = deferred?.check(of: event.id.bits) {
      return check == event.check ? .known : .refused(.conflict(event.id))
    }
    switch try tx.rows(of: event.form).add(event.values, check: event.check) {
    case .added:
      if event.form.kind == ReviewEvent.table, deferred != nil { written.insert(event.id.bits) }
      try noteWhatCounts(event)
      return .added
    case .known: return try compare(event)
    case .refused: return .refused(.value(event.form.kind))
    }
  }

  /// Finds out which events count now that this one is in the log.
  private func noteWhatCounts(_ event: EventLine) throws {
    func identity(_ name: String) -> EventID? { event.value(name)?.eventID }
    switch event.form.kind {
    case UndoEvent.table: try identity("target").map(tx.undone.refresh)
    case RedoEvent.table: try identity("target").map(tx.undone.note(redoOf:))
    case ReviewEvent.table: try identity("revises").map(tx.undone.refresh)
    default: break
    }
  }

  /// Whether the log's own event with the same identity is the same.
  private func compare(_ event: EventLine) throws -> Outcome {
    try tx.events.check(of: event) == event.check ? .known : .refused(.conflict(event.id))
  }

  /// The field by which an event refers to one that the log does not have.
  private func missingReference(of event: EventLine) throws -> String? {
    for (field, value) in zip(event.form.fields, event.values) {
      guard let kind = field.reference, let id = value.eventID else { continue }
      if kind == ReviewEvent.table, deferred?.check(of: id.bits) != nil { continue }
      let statement = try tx.db.cachedStatement(
        sql: "SELECT 1 FROM \(EventForm.of(kind).table) WHERE id = ?")
      if try Int.fetchOne(statement, arguments: [id]) == nil { return field.name }
    }
    return nil
  }
}

extension UndoableEventKind {
  /// Whether an event can be read: a value of it may be beyond all that this program makes.
  fileprivate static func canRead(_ id: EventID, _ tx: Transaction) throws -> Bool {
    do {
      let row = try Row.fetchOne(
        tx.db.cachedStatement(sql: "SELECT \(columns) FROM \(source) WHERE e.id = ?"),
        arguments: [id])
      return try row.map { _ = try event($0) } != nil
    } catch let error where StorageError.isOfValue(error) {
      return false
    }
  }
}
