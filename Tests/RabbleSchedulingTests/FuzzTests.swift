import RabbleTestSupport
import Testing

@testable import RabbleScheduling

struct FuzzTests {
  struct Bounds: Decodable {
    let anki: [[Double]]
    let anki_frac: [[Double]]
    let anki_observed_26_9_3: [[Double]]
  }

  @Test func `the ranges are Anki's`() throws {
    let bounds = try fixture("fuzz_bounds.json", as: Bounds.self)
    for row in bounds.anki + bounds.anki_frac + bounds.anki_observed_26_9_3 {
      let fuzz = Fuzz(around: row[0], minimum: 1, maximum: 36_500)
      #expect([Double(fuzz.lower), Double(fuzz.upper)] == [row[1], row[2]], "\(row[0]) days")
    }
  }

  @Test func `every day of a range is reached, and as often`() {
    let fuzz = Fuzz(around: 30, minimum: 1, maximum: 36_500)
    var counts: [Int: Int] = [:]
    for index in 0..<7000 { counts[fuzz.interval(Double(index) / 7000), default: 0] += 1 }
    #expect(counts.keys.sorted() == Array(27...33))
    #expect(counts.values.allSatisfy { abs($0 - 1000) <= 1 })
  }

  @Test func `the factor just below one gives the last day`() {
    let fuzz = Fuzz(around: 30, minimum: 1, maximum: 36_500)
    #expect(fuzz.interval(1.0.nextDown) == 33)
  }

  @Test func `limits hold, and the maximum wins`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<5000 {
      let maximum = Int.random(in: 1...400, using: &generator)
      let minimum = Int.random(in: 1...500, using: &generator)
      let exact = Double.random(in: 0...800, using: &generator)
      let fuzz = Fuzz(around: exact, minimum: minimum, maximum: maximum)
      #expect(fuzz.lower <= fuzz.upper)
      #expect(fuzz.upper <= maximum)
      #expect(fuzz.lower >= min(minimum, maximum))
    }
  }

  @Test func `a range bound to one day gets a second one`() {
    let fuzz = Fuzz(around: 2, minimum: 3, maximum: 1000)
    #expect([fuzz.lower, fuzz.upper] == [3, 4])
    let last = Fuzz(around: 2, minimum: 3, maximum: 3)
    #expect([last.lower, last.upper] == [3, 3])
  }
}
