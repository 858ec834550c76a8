import RabbleQuestions

/// The identity of an event of the study log on every device: a UUID of version 7, which sorts by the
/// time it was made (RFC 9562, section 5.7).
package struct EventID: Hashable, Sendable {
  /// The UUID's 128 bits, in the order they are written.
  package let bits: UInt128

  package init(bits: UInt128) {
    self.bits = bits
  }

  /// The least identity that an event of this time can have, in Unix milliseconds.
  package init(earliestAt milliseconds: Int64) {
    bits = (UInt128(truncatingIfNeeded: max(0, milliseconds)) & 0xffff_ffff_ffff) << 80
  }

  /// Makes an identity that sorts after `previous`, whatever the clock says.
  ///
  /// - Parameters:
  ///   - previous: the newest identity of the log, if it has one.
  ///   - milliseconds: the time in Unix milliseconds; only its low 48 bits are kept.
  ///   - random: 128 random bits, of which 74 are used.
  package init(after previous: EventID?, milliseconds: Int64, random: UInt128) {
    let time = UInt128(truncatingIfNeeded: max(0, milliseconds)) & 0xffff_ffff_ffff
    let fresh = Self.layOut(time: time, tail: random)
    guard let previous, fresh.bits <= previous.bits else {
      self = fresh
      return
    }
    // The clock stands still or runs backwards: count on from the newest identity, by a random
    // step so that two devices that continue from one log do not meet.
    let step = (random & 0xffff_ffff) + 1
    let sum = previous.sortKey &+ step
    self = Self.layOut(time: sum >> 74, tail: sum)
  }

  /// The time it was made, in Unix milliseconds, as far as the clock ran forward.
  package var milliseconds: Int64 { Int64(bits >> 80) }

  /// The 48 bits of time followed by the 74 free bits, without version and variant.
  private var sortKey: UInt128 {
    let time = bits >> 80
    let high = (bits >> 64) & 0xfff
    let low = bits & 0x3fff_ffff_ffff_ffff
    return (time << 74) | (high << 62) | low
  }

  /// Lays out `time` (48 bits), version 7, 12 bits of `tail`, variant 2 and 62 bits of `tail`.
  private static func layOut(time: UInt128, tail: UInt128) -> EventID {
    let high = (tail >> 62) & 0xfff
    let low = tail & 0x3fff_ffff_ffff_ffff
    return EventID(
      bits: (time & 0xffff_ffff_ffff) << 80 | 0x7 << 76 | high << 64 | 0x2 << 62 | low)
  }
}

extension EventID: Comparable {
  /// Orders by time of making.
  package static func < (left: EventID, right: EventID) -> Bool { left.bits < right.bits }
}

extension EventID: CustomStringConvertible {
  /// The UUID as usually written: `019aa3c2-…`.
  package var description: String {
    bits.hexadecimalDigits(hyphensBefore: 1 << 8 | 1 << 12 | 1 << 16 | 1 << 20)
  }
}
