import RabbleTestSupport
import RabbleText
import Testing

@Suite struct EditDistanceTests {
  @Test func `distance counts insertions, removals, replacements and swaps`() {
    func distance(_ first: String, _ second: String) -> Int {
      EditDistance.between(first, second, atMost: 10)
    }
    #expect(distance("", "") == 0)
    #expect(distance("kitten", "sitting") == 3)
    #expect(distance("nubmer", "number") == 1)
    #expect(distance("ひらがな", "ひらかな") == 1)
    #expect(distance("", "abc") == 3)
    #expect(EditDistance.toPrefix(of: "Numbers and dates", from: "Nambers", atMost: 3) == 1)
    #expect(EditDistance.toPrefix(of: "Hiragana: あ", from: "hirag", atMost: 3) == 1)
  }

  @Test func `a distance beyond the bound is one more than it`() {
    #expect(EditDistance.between("kitten", "sitting", atMost: 2) == 3)
    #expect(EditDistance.between("kitten", "sitting", atMost: 0) == 1)
    #expect(EditDistance.between("a", "abcdef", atMost: 2) == 3)
    #expect(EditDistance.toPrefix(of: "abc", from: "xyzxyz", atMost: 4) == 5)
  }

  @Test func `one edit is an insertion, a deletion, a substitution or a swap`() {
    for other in ["hose", "houses", "mouse", "huose"] {
      #expect(EditDistance.isOne("house", other))
      #expect(EditDistance.between("house", other, atMost: 3) == 1)
    }
    #expect(!EditDistance.isOne("house", "house"))
    #expect(!EditDistance.isOne("house", "hosue "))
  }

  @Test func `every bound gives what the whole table of distances gives`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<LongForm.rounds(usually: 300) {
      func letters() -> [UInt8] {
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
          UInt8.random(in: 97...100, using: &random)
        }
      }
      let (first, second) = (letters(), letters())
      let whole = Self.distances(first, second)
      let prefix = whole.min() ?? 0
      for most in 0...10 {
        let distance = EditDistance.between(first, second, atMost: most)
        #expect(distance == min(whole[second.count], most + 1), "\(first) \(second) \(most)")
        let toPrefix = EditDistance.toPrefix(
          of: String(decoding: second, as: UTF8.self), from: String(decoding: first, as: UTF8.self),
          atMost: most)
        #expect(toPrefix == min(prefix, most + 1), "\(first) \(second) \(most)")
      }
    }
  }

  /// The distances from the first list to each beginning of the second, by the definition.
  private static func distances(_ first: [UInt8], _ second: [UInt8]) -> [Int] {
    var rows = [Array(0...second.count)]
    for row in stride(from: 1, through: first.count, by: 1) {
      var next = [row]
      for column in stride(from: 1, through: second.count, by: 1) {
        let isSame = first[row - 1] == second[column - 1]
        var least = min(
          rows[row - 1][column] + 1, next[column - 1] + 1,
          rows[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2],
          first[row - 2] == second[column - 1]
        {
          least = min(least, rows[row - 2][column - 2] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[first.count]
  }

  /// A letter that counts how often it is compared.
  private struct Letter: Equatable {
    final class Counter {
      var count = 0
    }

    let byte: UInt8
    let counter: Counter

    static func == (first: Letter, second: Letter) -> Bool {
      first.counter.count += 1
      return first.byte == second.byte
    }
  }

  @Test func `long texts cost what the bound allows, not the product of their lengths`() {
    let counter = Letter.Counter()
    func text(_ bytes: [UInt8]) -> [Letter] { bytes.map { Letter(byte: $0, counter: counter) } }
    let first = text((0..<20_000).map { UInt8(($0 * 7) % 251) })
    let second = text((0..<20_000).map { UInt8(($0 * 11) % 241) })
    #expect(EditDistance.between(first, second, atMost: 10) == 11)
    // Three comparisons for each of 21 columns a row, at most.
    #expect(counter.count < 20_000 * 70)
  }
}
