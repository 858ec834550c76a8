import RabbleText

/// Which questions have an identity: their numbers in the order of the identities, which is the order of the
/// tables of schedules, so that a pass over those reads this from its beginning to its end, too.
package struct IdentityIndex {
  /// The identities in their order, each with the number of a question that has it.
  private var entries: [(identity: UInt128, number: Int32)]
  /// Where the entries begin that have these first bits; and the number of entries at the end.
  private var starts: [Int32]
  private let shift: Int

  /// Indexes the identities of the questions that are numbered from 0 on.
  package init(_ identities: [UInt128]) {
    let bits = max(1, Int.bitWidth - identities.count.leadingZeroBitCount)
    shift = UInt128.bitWidth - bits
    starts = [Int32](repeating: 0, count: 1 << bits + 1)
    entries = [(identity: UInt128, number: Int32)](repeating: (0, 0), count: identities.count)
    for identity in identities { starts[Int(identity >> shift) + 1] += 1 }
    for place in starts.indices.dropFirst() { starts[place] += starts[place - 1] }
    var ends = starts
    for (number, identity) in identities.enumerated() {
      let place = Int(identity >> shift)
      entries[Int(ends[place])] = (identity, Int32(number))
      ends[place] += 1
    }
    for place in starts.indices.dropLast() where starts[place + 1] - starts[place] > 1 {
      entries[Int(starts[place])..<Int(starts[place + 1])].sort {
        ($0.identity, $0.number) < ($1.identity, $1.number)
      }
    }
  }

  /// The first number of a question with an identity; `nil` where none has it.
  package func firstNumber(of identity: UInt128) -> Int? {
    var numbers = numbers(of: identity).makeIterator()
    return numbers.next().map { Int($0) }
  }

  /// The numbers of the questions with an identity, in their order.
  func numbers(of identity: UInt128) -> some Sequence<Int32> {
    let place = Int(identity >> shift)
    // Few have the same first bits; but a log may come from anywhere.
    let first = entries[Int(starts[place])..<Int(starts[place + 1])].partitioningIndex {
      $0.identity >= identity
    }
    return entries[first...].lazy.prefix { $0.identity == identity }.map(\.number)
  }

  /// The numbers of the questions that share an identity, for each that several have.
  package var repeated: [[Int32]] {
    var found: [[Int32]] = []
    var start = 0
    for place in entries.indices {
      let isLast = place + 1 == entries.count
      if !isLast, entries[place + 1].identity == entries[place].identity { continue }
      if place > start { found.append(entries[start...place].map(\.number)) }
      start = place + 1
    }
    return found
  }
}
