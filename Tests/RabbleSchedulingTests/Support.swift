import Foundation
import RabbleMemory
import RabbleQuestions
import Testing

@testable import RabbleScheduling

/// The contents of a file in `Fixtures`.
func fixture<Contents: Decodable>(_ name: String, as type: Contents.Type) throws -> Contents {
  let file = Bundle.module.bundleURL.appending(path: "Fixtures/\(name)")
  return try JSONDecoder().decode(type, from: Data(contentsOf: file))
}

extension CardID {
  /// A card of a made-up question.
  static func numbered(_ number: Int) -> CardID {
    CardID(question: QuestionID(bits: UInt128(number)))
  }
}

/// The moment of an ISO 8601 text; the test fails when there is none.
func moment(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Moment {
  try #require(Moment(iso8601: text), sourceLocation: sourceLocation)
}

extension Due {
  /// Whether the card is due at a minute of this day.
  func isOfDay(_ day: StudyDay) -> Bool {
    guard case .at(let time) = self else { return false }
    return Moment(milliseconds: time, utcOffset: 0).day == day
  }

  /// How far off it is: minutes of a day before days. 0 for no wait.
  func rank(from now: Moment) -> Double {
    switch self {
    case .at(let time): Double(time - now.milliseconds) / 86_400_000
    case .on(let day): Double(day.number - now.day.number)
    }
  }
}

extension CardID {
  /// The card whose intervals are spread by this factor at this repetition: the mixing of its bits,
  /// undone step by step.
  static func with(fuzzFactor: Double, repetitions: Int) -> CardID {
    let mixed = UInt64(fuzzFactor * 0x1p64)
    let high = UInt64(0).mixed
    let low = (mixed.unmixed ^ UInt64(repetitions).mixed).unmixed ^ high
    return CardID(question: QuestionID(bits: UInt128(low)))
  }
}

extension UInt64 {
  /// The number that ``mixed`` makes this one of: its steps backwards, with the inverses of its
  /// two odd factors modulo 2^64.
  fileprivate var unmixed: UInt64 {
    var bits = self ^ (self >> 31) ^ (self >> 62)
    bits = bits &* 0x3196_42b2_d24d_8ec3
    bits = bits ^ (bits >> 27) ^ (bits >> 54)
    bits = bits &* 0x96de_1b17_3f11_9089
    bits = bits ^ (bits >> 30) ^ (bits >> 60)
    return bits &- 0x9e37_79b9_7f4a_7c15
  }
}

extension Scheduler {
  /// The schedule after the reviews of a card, the oldest first, and how the last of them led to it.
  func origin(of reviews: [Review]) -> (schedule: Schedule, origin: IntervalOrigin)? {
    origin(after: reviews.map { .review($0) })
  }

  /// The schedule with the model's own interval, rounded: without fuzz, and without regard to other
  /// grades.
  func unspread(
    _ current: Schedule?, grade: Grade, at moment: Moment, card: CardID, elapsedDays: Int? = nil,
    rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> Schedule {
    let answer = Answer(
      current, grade, at: moment, card: card, fuzzPosition: nil, elapsedDays: elapsedDays)
    let (memory, next) = outcome(of: answer)
    switch next {
    case .step(let wait, let isRelearning):
      return answer.waiting(wait, isRelearning: isRelearning, memory: memory)
    case .days(let intervals):
      let exact = min(max(intervals.exact[grade], 1), Double(maximumInterval))
      return answer.graduating(to: Int(exact.rounded(rounding)), memory: memory)
    }
  }

  /// The schedule with fuzz alone, without regard to other grades: what a recorded fuzz position gives.
  func spread(_ current: Schedule?, grade: Grade, at moment: Moment, card: CardID) -> Schedule {
    let answer = Answer(current, grade, at: moment, card: card, fuzzPosition: nil)
    return schedule(
      current, grade: grade, at: moment, card: card, fuzzPosition: answer.fuzzFactor)
  }

  /// The schedules that each grade would lead to, from again to easy, their days left to chance.
  func preview(_ current: Schedule?, at moment: Moment, card: CardID) -> [Schedule] {
    Grade.allCases.map { schedule(current, grade: $0, at: moment, card: card) }
  }
}
