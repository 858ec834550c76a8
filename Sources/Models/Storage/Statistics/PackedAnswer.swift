import Foundation
import RabbleMemory
import RabbleScheduling
import RabbleStatistics

/// What reports ask of an answer, as a block has it: 60 bytes, the lowest byte of each number first.
struct PackedAnswer: Sendable {
  /// How an answer was judged.
  enum Verdict: Int, Sendable {
    /// By the learner.
    case none
    case right
    case wrong
  }

  /// The bytes of one.
  static let size = 60

  let id: UInt128
  /// The import that brought it.
  let cause: UInt128?
  /// The numbers that the log gives its card and what that showed.
  let card, wording: Int
  let moment: Moment
  let grade: Grade
  /// In milliseconds, at most ``CountedAnswer/longestDuration``.
  let duration: Int
  let verdict: Verdict
  let hintUsed: Bool
  let facts: AnswerFacts

  init(
    id: UInt128, cause: UInt128?, card: Int, wording: Int, moment: Moment, grade: Grade,
    duration: Int, verdict: Verdict, hintUsed: Bool, facts: AnswerFacts
  ) {
    self.id = id
    self.cause = cause
    self.card = card
    self.wording = wording
    self.moment = moment
    self.grade = grade
    self.duration = min(duration, CountedAnswer.longestDuration)
    self.verdict = verdict
    self.hintUsed = hintUsed
    var state = facts.state
    state.lapses = min(state.lapses, Int(UInt16.max))
    self.facts = AnswerFacts(
      kind: facts.kind, isFirstOfDay: facts.isFirstOfDay,
      interval: min(facts.interval, Int(UInt16.max)), target: facts.target, state: state)
  }

  /// The first half of its identity: its time, and a part of what tells it from others of that time.
  var order: UInt64 { UInt64(truncatingIfNeeded: id >> 64) }

  /// From the lowest bit on: the offset from UTC, more by a day; the grade, the kind, whether it is the first of its
  /// day, the phase after it, the verdict, and whether the hint was used.
  private var bits: UInt32 {
    UInt32(moment.utcOffset + 86_400) | UInt32(grade.rawValue) << 18
      | UInt32(facts.kind.rawValue) << 21 | (facts.isFirstOfDay ? 1 << 24 : 0)
      | UInt32(facts.state.phase.rawValue) << 25 | UInt32(verdict.rawValue) << 27
      | (hintUsed ? 1 << 29 : 0)
  }

  func append(to data: inout Data, causeNumber: Int) {
    withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 16) { bytes in
      func put(_ number: some FixedWidthInteger, _ offset: Int) {
        bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: type(of: number))
      }
      put(id, 0)
      put(moment.milliseconds, 16)
      put(UInt32(clamping: card), 24)
      put(UInt32(clamping: wording), 28)
      put(bits, 32)
      put(facts.state.predicted.isNaN ? UInt32.max : facts.state.predicted.bitPattern, 36)
      put(facts.state.stability.bitPattern, 40)
      put(facts.state.difficulty.bitPattern, 44)
      put(UInt16(clamping: facts.interval), 48)
      put(UInt16(clamping: duration), 50)
      put(UInt16(clamping: facts.state.lapses), 52)
      put(UInt16(clamping: causeNumber), 54)
      put(facts.target.bitPattern, 56)
      data.append(contentsOf: bytes)
    }
  }

  /// Reads an answer; `nil` where there can't be such a one.
  ///
  /// - Parameters:
  ///   - bytes: those of a block.
  ///   - place: where the answer begins.
  ///   - causes: the imports of the block, by their numbers from 1.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer, at place: Int, _ causes: [UInt128]) {
    func integer<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place + offset, as: type))
    }
    let bits = integer(32, UInt32.self)
    let time = integer(16, Int64.self)
    let offset = Int(bits & 0x3_ffff) - 86_400
    let (recall, cause) = (integer(36, UInt32.self), Int(integer(54, UInt16.self)))
    let predicted = recall == .max ? Float.nan : Float(bitPattern: recall)
    let stability = Float(bitPattern: integer(40, UInt32.self))
    let difficulty = Float(bitPattern: integer(44, UInt32.self))
    let target = Float(bitPattern: integer(56, UInt32.self))
    guard LogBounds.time.contains(time), LogBounds.utcOffset.contains(offset),
      let grade = Grade(rawValue: Int(bits >> 18 & 7)),
      let kind = AnswerKind(rawValue: Int(bits >> 21 & 7)),
      let phase = ReplayedState.Phase(rawValue: Int(bits >> 25 & 3)),
      let verdict = Verdict(rawValue: Int(bits >> 27 & 3)), cause <= causes.count,
      recall == .max || (0...1).contains(predicted), stability >= 0, stability.isFinite,
      difficulty >= 0, difficulty.isFinite, (0...1).contains(target)
    else { return nil }
    id = integer(0, UInt128.self)
    self.cause = cause > 0 ? causes[cause - 1] : nil
    card = Int(integer(24, UInt32.self))
    wording = Int(integer(28, UInt32.self))
    moment = Moment(milliseconds: time, utcOffset: offset)
    self.grade = grade
    duration = Int(integer(50, UInt16.self))
    self.verdict = verdict
    hintUsed = bits >> 29 & 1 == 1
    facts = AnswerFacts(
      kind: kind, isFirstOfDay: bits >> 24 & 1 == 1, interval: Int(integer(48, UInt16.self)),
      target: target,
      state: ReplayedState(
        predicted: predicted, stability: stability, difficulty: difficulty,
        lapses: Int(integer(52, UInt16.self)), phase: phase))
  }
}
