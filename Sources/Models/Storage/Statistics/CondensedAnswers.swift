import Foundation
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleText

/// The events of a block, as they are kept.
struct CondensedBlock {
  private(set) var events = 0
  private(set) var lastDay = Int(Int32.min)
  private(set) var answers = Data()
  private(set) var memories = Data()
  private(set) var names = Data()
  private(set) var cards = Data()
  private(set) var use = HardUse()

  /// What the answers tell of a misuse of “hard”, in bytes.
  var hardUse: Data {
    var data = Data()
    for number in [use.judgedWrong, use.calledHard, use.selfGraded] { data.append(Int64(number)) }
    data.append(use.expected.bitPattern)
    for number in [use.again, use.hard] { data.append(Int64(number)) }
    return data
  }

  mutating func add(_ event: borrowing ReplayedEvent) {
    events += 1
    lastDay = max(lastDay, event.answer.day)
    CondensedEvent.append(event, &answers)
    CondensedEvent.append(event.state, &memories)
  }

  /// The bytes of a card: its question's identity and the number of its direction.
  static let cardSize = 18

  /// Adds what comes for the first time in it.
  mutating func finish(
    cards new: ArraySlice<CardID>, groups: ArraySlice<String>,
    presets: ArraySlice<(group: Int, event: EventID)>, hardUse hard: HardUse,
    _ directions: inout [Direction: UInt16]
  ) {
    var fresh: [Direction] = []
    cards.append(UInt32(clamping: new.count))
    for card in new {
      let number = directions[card.direction] ?? UInt16(clamping: directions.count)
      if directions[card.direction] == nil {
        directions[card.direction] = number
        fresh.append(card.direction)
      }
      cards.append(card.question.bits)
      cards.append(number)
    }
    names.append(UInt32(clamping: fresh.count))
    for direction in fresh { names.append(text: direction.rawValue) }
    names.append(UInt32(clamping: groups.count))
    for group in groups { names.append(text: group) }
    names.append(UInt32(clamping: presets.count))
    for (group, event) in presets {
      names.append(UInt32(clamping: group))
      names.append(event.bits)
    }
    use = hard
  }
}

/// How an event is kept: 28 bytes, and 16 for the state of its card. An answer has its group where a change of
/// a schedule has its day, which the time of the last review does not tell.
enum CondensedEvent {
  static let size = 28
  static let stateSize = 16

  /// From the lowest bit on: the grade (0 for a change of a schedule), the kind, whether it is the
  /// first of its day, what the card asks for, the phase after it, and the interval before it.
  private static func bits(_ event: borrowing ReplayedEvent) -> UInt32 {
    let answer = event.answer
    let grade = event.isAdjustment ? 0 : answer.grade.rawValue
    let interval = min(max(answer.interval, 0), 65_535)
    return UInt32(grade) | UInt32(answer.kind.rawValue) << 3
      | (answer.isFirstOfDay ? 1 << 6 : 0) | UInt32(event.direction & 7) << 7
      | UInt32(event.state.phase.rawValue) << 10 | UInt32(interval) << 12
  }

  static func append(_ event: borrowing ReplayedEvent, _ data: inout Data) {
    let answer = event.answer
    let (scheduler, bits) = (event.scheduler, bits(event))
    let groupOrDay =
      event.isAdjustment
      ? UInt32(bitPattern: Int32(clamping: answer.day)) : UInt32(clamping: answer.group)
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { bytes in
      func put(_ number: some FixedWidthInteger, _ offset: Int) {
        bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: type(of: number))
      }
      put(answer.milliseconds, 0)
      put(UInt32(clamping: answer.card), 8)
      put(groupOrDay, 12)
      put(Int32(clamping: answer.utcOffset), 16)
      put(UInt16(clamping: answer.duration), 20)
      put(UInt16(clamping: scheduler), 22)
      put(bits, 24)
      data.append(contentsOf: bytes)
    }
  }

  static func append(_ state: ReplayedState, _ data: inout Data) {
    withUnsafeTemporaryAllocation(byteCount: stateSize, alignment: 4) { bytes in
      func put(_ number: UInt32, _ offset: Int) {
        bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self)
      }
      func put(_ number: Float, _ offset: Int) {
        put(number.isNaN ? UInt32.max : number.bitPattern, offset)
      }
      put(state.predicted, 0)
      put(state.stability, 4)
      put(state.difficulty, 8)
      put(UInt32(clamping: state.lapses), 12)
      data.append(contentsOf: bytes)
    }
  }

  /// Whether the event at a place is an answer that was given at a time or later.
  @inline(__always)
  static func isAnswer(_ bytes: UnsafeRawBufferPointer, _ index: Int, after end: Int64) -> Bool {
    let place = index * size
    return bytes[place + 24] & 7 != 0
      && Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int64.self)) >= end
  }

  /// The event at a place; `nil` where there can't be such an event.
  @inline(__always)
  static func read(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> ReplayedEvent? {
    let place = index * size
    func integer<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place + offset, as: type))
    }
    let bits = integer(24, UInt32.self)
    let time = integer(0, Int64.self)
    let offset = Int(integer(16, Int32.self))
    let grade = Int(bits & 7)
    let isAdjustment = grade == 0
    let day =
      isAdjustment
      ? Int(integer(12, Int32.self)) : Moment(milliseconds: time, utcOffset: offset).day.number
    guard let kind = AnswerKind(rawValue: Int(bits >> 3 & 7)), LogBounds.time.contains(time),
      LogBounds.utcOffset.contains(offset), LogBounds.day.contains(day), grade <= 4,
      let phase = ReplayedState.Phase(rawValue: Int(bits >> 10 & 3))
    else { return nil }
    var event = ReplayedEvent(
      CountedAnswer(
        card: Int(integer(8, UInt32.self)),
        group: isAdjustment ? 0 : Int(integer(12, UInt32.self)),
        grade: Grade(rawValue: grade) ?? .again, milliseconds: time, utcOffset: offset, day: day,
        duration: Int(integer(20, UInt16.self)), kind: kind, isFirstOfDay: bits >> 6 & 1 == 1,
        interval: Int(bits >> 12 & 0xffff)),
      isAdjustment: isAdjustment, direction: Int(bits >> 7 & 7),
      scheduler: Int(integer(22, UInt16.self)))
    event.state.phase = phase
    return event
  }

  @inline(__always)
  static func readState(
    _ bytes: UnsafeRawBufferPointer, _ index: Int, into state: inout ReplayedState
  ) {
    let place = index * stateSize
    func number(_ offset: Int) -> Float {
      let bits = UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: place + offset, as: UInt32.self))
      return bits == .max ? .nan : Float(bitPattern: bits)
    }
    state.predicted = number(0)
    state.stability = number(4)
    state.difficulty = number(8)
    state.lapses = Int(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self)))
  }
}

/// What tells the bytes of blocks from others, however they are cut.
struct CondensedSums: Equatable {
  private var events = 0
  private var answers = FNV1a.basis
  private var memories = FNV1a.basis

  mutating func add(
    _ count: Int, _ new: UnsafeRawBufferPointer, _ states: UnsafeRawBufferPointer
  ) {
    events += count
    answers = FNV1a.hash(new, after: answers)
    memories = FNV1a.hash(states, after: memories)
  }
}

/// Reads what ``Data/append(text:)`` and its kin wrote.
struct ByteReader {
  private let data: Data
  private var place = 0

  init(_ data: Data) { self.data = data }

  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let end = place + MemoryLayout<Number>.size
    guard end <= data.count else { throw LogFault("the names of condensed answers") }
    defer { place = end }
    return data.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: type))
    }
  }

  /// How many things follow: each takes a byte at least.
  mutating func count() throws -> Int {
    let count = Int(try integer(UInt32.self))
    guard count <= data.count else { throw LogFault("the names of condensed answers") }
    return count
  }

  mutating func text() throws -> String {
    let count = try count()
    guard place + count <= data.count else { throw LogFault("the names of condensed answers") }
    defer { place += count }
    return data.withUnsafeBytes { String(decoding: $0[place..<place + count], as: UTF8.self) }
  }
}

extension Data {
  /// Adds a number, its lowest byte first.
  mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  mutating func append(text: String) {
    append(UInt32(clamping: text.utf8.count))
    append(contentsOf: Array(text.utf8))
  }
}
