/// What is made of an answer, besides that it is kept and counted in scores.
package struct AnswerUses: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The schedule of its card follows from it.
  package static let schedule = AnswerUses(rawValue: 1)
  /// Memory models are fitted to it, and simulations answer by it.
  package static let training = AnswerUses(rawValue: 2)
  /// True retention counts it.
  package static let retention = AnswerUses(rawValue: 4)

  package static let all: AnswerUses = [.schedule, .training, .retention]
}

/// A way in which an answer comes about, with its uses: whatever asks whether an answer counts reads them here.
/// An answer that came about in several ways has the uses that all of them have.
package enum AnswerCircumstance: String, Hashable, Sendable, CaseIterable {
  /// The first answer to a card.
  case first
  /// The first answer to a card, right after its lesson was shown.
  case taught
  /// The card is in its learning or relearning steps.
  case inSteps
  /// The card is in review.
  case inReview
  /// The card was answered on that day before.
  case sameDay
  /// It was typed after the hint was shown. It is graded hard at most (``Grade/capped(hintUsed:)``).
  case afterHint
  /// The prompt was shown with its furigana.
  case withFurigana
  /// The learner graded themselves after the answer was shown.
  case revealed
  /// The right answer was typed once more after a miss. The miss counts, and this is not even kept.
  case retyped
  /// The card was asked outside the schedule, by `rabble study --cram` or in a filtered deck of Anki that
  /// reschedules nothing.
  case outsideSchedule
  /// Another program recorded it.
  case imported
  /// The card was taken as known, by a placement or a command: no answer, so that nothing was recalled.
  case placed
  /// The card was taken as known before, so that its first memory is a guess.
  case afterPlacement

  package var uses: AnswerUses {
    switch self {
    case .first: [.schedule, .training]
    case .taught: [.schedule, .training]
    case .inSteps: [.schedule, .training]
    case .inReview: .all
    case .sameDay: [.schedule, .training]
    case .afterHint: .all
    case .withFurigana: .all
    case .revealed: .all
    case .retyped: []
    case .outsideSchedule: []
    case .imported: .all
    case .placed: .schedule
    case .afterPlacement: [.schedule, .retention]
    }
  }
}

extension ReviewOccasion {
  /// How an answer on this occasion comes about.
  package var circumstance: AnswerCircumstance {
    switch self {
    case .taught: .taught
    case .cram: .outsideSchedule
    }
  }

  /// The occasions on which an answer has no such use.
  package static func without(_ use: AnswerUses) -> [ReviewOccasion] {
    allCases.filter { !$0.circumstance.uses.contains(use) }
  }
}

extension ReviewOccasion? {
  /// What is made of an answer on this occasion, or on the usual one.
  package var uses: AnswerUses { self?.circumstance.uses ?? .all }
}
