import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// The answers that a log without any gets from elsewhere, in memory until all have come. Then their cards are replayed
/// on all processors, and each row is written once, with its facts. To write the rows first, and their facts
/// afterwards, takes twice as long.
///
/// An answer takes 150 bytes while its card is replayed.
struct DeferredReviews {
  /// The most answers that are expected.
  static let largest = 5_000_000

  /// What an answer has besides what a replay needs.
  private struct Rest {
    let check: Int64
    let duration: Int64
    let device: Int32
    let parts: ScannedReviews.Parts
    let hintUsed: Bool
  }

  /// The answers; their cards and wordings are numbers of the log.
  private var entries: [AnswerTable.Entry] = []
  private var rests: [Rest] = []
  private var bytes: [UInt8] = []
  private var causes = AnswerTable.Causes()
  private var known = IdentityPlaces()

  /// Makes room for about so many.
  init(expecting count: Int) {
    entries.reserveCapacity(count)
    rests.reserveCapacity(count)
  }

  var count: Int { entries.count }

  /// The check value of an answer that has come; `nil` for another one.
  func check(of id: UInt128) -> Int64? {
    known.place(of: id, in: entries).map { rests[$0].check }
  }

  /// Adds an answer that has not come yet.
  ///
  /// - Returns: whether there is room for its numbers.
  mutating func add(
    _ answer: ScannedReviews.Answer, _ numbers: ScannedReviewWriter.Numbers,
    in source: UnsafeRawBufferPointer
  ) -> Bool {
    guard let card = Int32(exactly: numbers.card), let wording = Int32(exactly: numbers.wording),
      let device = Int32(exactly: numbers.device), let start = UInt32(exactly: bytes.count),
      let place = Int32(exactly: entries.count)
    else { return false }
    var (isScheduled, wasInSteps, wasInReview) = (true, false, false)
    var cause: UInt128?
    let first = Int(answer.parts.start)
    let end = ScannedReviews.forEachPart(answer.parts, in: source) { index, bytes in
      switch index {
      case ScannedReviews.occasion:
        isScheduled = !ReviewOccasion.without(.schedule).contains {
          bytes.elementsEqual($0.rawValue.utf8)
        }
      case ScannedReviews.kind:
        wasInSteps = ReviewEvent.stepKinds.contains { bytes.elementsEqual($0.utf8) }
        wasInReview = bytes.elementsEqual(ReviewEvent.reviewKind.utf8)
      case ScannedReviews.cause: cause = bytes.loadUnaligned(as: UInt128.self)
      default: break
      }
    }
    bytes += UnsafeRawBufferPointer(rebasing: source[first..<end])
    entries.append(
      AnswerTable.Entry(
        id: answer.id, time: answer.time, place: answer.place, card: card, wording: wording,
        cause: causes.place(of: cause), utcOffset: answer.utcOffset, grade: answer.grade,
        isScheduled: isScheduled, wasInSteps: wasInSteps, wasInReview: wasInReview))
    rests.append(
      Rest(
        check: answer.check, duration: answer.duration, device: device,
        parts: ScannedReviews.Parts(mask: answer.parts.mask, start: start),
        hintUsed: answer.hintUsed))
    known.add(answer.id, at: place, in: entries)
    return true
  }

  /// Writes all answers with the facts that follow from the events that the log has now.
  ///
  /// - Returns: the cards that have been answered or adjusted, and what their events come to.
  /// - Throws: ``StorageError``.
  consuming func write(
    _ tx: Transaction
  ) throws -> (cards: [CardID], progress: [CardProgress?]) {
    let adjustments = try tx.adjustments.all()
    let numbers = entries.map { (card: $0.card, wording: $0.wording) }
    known = IdentityPlaces()
    // Not copied: a million take 56 MB.
    var moved: [AnswerTable.Entry] = []
    swap(&moved, &entries)
    let table = try AnswerTable(tx, adjustments, besides: consume moved, causes)
    let outcome = table.replay(try tx.presets.history(), adjustments)
    let writer = try ScannedReviewWriter(tx.db)
    try bytes.withUnsafeBytes { bytes in
      for (place, rest) in rests.enumerated() {
        let entry = table.entries[place]
        let isNew = try writer.add(
          entry.id,
          ScannedReviewWriter.Numbers(
            card: Int64(numbers[place].card), device: Int64(rest.device),
            wording: Int64(numbers[place].wording)),
          (
            entry.time, entry.utcOffset, entry.grade, rest.duration, rest.hintUsed, entry.place,
            rest.check
          ), rest.parts, in: bytes, facts: outcome.facts[place] ?? .pending)
        precondition(isNew, "the log has had no answers")
      }
    }
    tx.noteNewReviews()
    try tx.schedules.saveFacts(of: outcome, in: table)
    return (table.cards, outcome.progress)
  }
}

/// Finds places by identities: a dictionary without its keys, which the entries have.
private struct IdentityPlaces {
  /// At the place that the hash of an identity names, or after it: its place, and -1 where there is none.
  private var slots = [Int32](repeating: -1, count: 1 << 10)
  private var count = 0

  /// The place of an identity; `nil` for one that was not added.
  func place(of id: UInt128, in entries: [AnswerTable.Entry]) -> Int? {
    var slot = Self.slot(of: id, slots.count)
    while slots[slot] >= 0 {
      if entries[Int(slots[slot])].id == id { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds an identity that has no place yet.
  mutating func add(_ id: UInt128, at place: Int32, in entries: [AnswerTable.Entry]) {
    if count * 2 >= slots.count {
      let before = slots
      slots = [Int32](repeating: -1, count: before.count * 2)
      for place in before where place >= 0 { put(place, entries[Int(place)].id) }
    }
    put(place, id)
    count += 1
  }

  private mutating func put(_ place: Int32, _ id: UInt128) {
    var slot = Self.slot(of: id, slots.count)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = place
  }

  /// Hashed, since imported answers to one card have the same last bits, and forged ones may have any.
  private static func slot(of id: UInt128, _ count: Int) -> Int { id.hashValue & (count - 1) }
}
