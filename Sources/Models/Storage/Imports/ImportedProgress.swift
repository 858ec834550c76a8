import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// What was studied in another program, as an import brings it: reviews, and where each card stood.
package struct ImportedProgress: Sendable {
  /// What another program called an answer, or a change of a schedule that is no answer.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An answer to a new card or in its steps.
    case learn
    /// An answer to a card that was due.
    case review
    /// An answer in the steps of a forgotten card.
    case relearn
    /// An answer out of turn.
    case filtered
    /// The learner made the card new again, or set its day.
    case manual
    /// The program set its day.
    case rescheduled
  }

  /// An answer to a card. A collection has a million of them, so that it is no ``Review``, which is six
  /// times as large.
  package struct Answer: Hashable, Sendable {
    /// When it was given.
    package let moment: Moment
    /// Where in the fuzz range of its interval the due day is, as ``Review/fuzzPosition``.
    package let fuzzPosition: Double?
    /// How well the card was remembered.
    package let grade: Grade
    /// What occasion it was given on; `nil` for the usual one.
    package let occasion: ReviewOccasion?
    /// What the other program calls it.
    package let kind: Kind
    private let shortDuration: Int32

    /// How long it took, in milliseconds.
    package var duration: Int { Int(shortDuration) }
    /// Whether schedules follow from it.
    package var isScheduled: Bool { occasion.uses.contains(.schedule) }

    /// Makes an answer.
    package init(
      moment: Moment, grade: Grade, duration: Int, fuzzPosition: Double? = nil,
      occasion: ReviewOccasion? = nil, kind: Kind
    ) {
      self.moment = moment
      self.fuzzPosition = fuzzPosition
      self.grade = grade
      self.occasion = occasion
      self.kind = kind
      shortDuration = Int32(clamping: duration)
    }
  }

  /// A change that is no answer. It is kept, and nothing follows from it here.
  package struct Change: Hashable, Sendable {
    /// When it was made.
    package let moment: Moment
    /// Whether the learner or the program made it.
    package let kind: Kind
    /// The interval in days from then on; 0 for none.
    package let interval: Int

    /// Makes a change.
    package init(moment: Moment, kind: Kind, interval: Int) {
      self.moment = moment
      self.kind = kind
      self.interval = interval
    }
  }

  /// Where a card stood that had left its steps.
  package struct Standing: Hashable, Sendable {
    /// When it is due.
    package let due: StudyDay
    /// Its interval in days.
    package let interval: Int
    /// Its memory, for a card without answers.
    package let memory: MemoryState

    /// Makes a standing.
    package init(due: StudyDay, interval: Int, memory: MemoryState) {
      self.due = due
      self.interval = interval
      self.memory = memory
    }
  }

  /// The progress of a card.
  package struct OfCard: Sendable {
    /// The card.
    package let card: CardID
    /// What it shows. The whole question, of which a deck has a hundred thousand, is much larger.
    let shown: ShownCard
    /// Its answers, oldest first.
    package let answers: [Answer]
    /// Its changes that are no answers, oldest first.
    package let changes: [Change]
    /// Where it stood; `nil` for a card that was new or in its steps.
    package let standing: Standing?
    /// Its flag; `nil` for none.
    package let flag: FlagColor?
    /// Whether it was suspended or buried.
    package let suspension: Suspension

    /// Makes the progress of a card.
    package init(
      card: Card, answers: [Answer], changes: [Change], standing: Standing?,
      flag: FlagColor? = nil, suspension: Suspension
    ) {
      self.card = card.id
      shown = ShownCard(card)
      self.answers = answers
      self.changes = changes
      self.standing = standing
      self.flag = flag
      self.suspension = suspension
    }
  }

  /// The cards with progress.
  package let cards: [OfCard]
  /// The presets that come along, and the groups that use them.
  package let presets: [(preset: Preset, groups: [GroupName])]

  /// Makes progress.
  package init(cards: [OfCard], presets: [(preset: Preset, groups: [GroupName])]) {
    self.cards = cards
    self.presets = presets
  }

  /// What of it was new to the log.
  package struct Added: Hashable, Sendable {
    /// The answers.
    package var answers = 0
    /// The changes that are no answers.
    package var changes = 0
    /// The cards whose due day in the other program is kept.
    package var dueDays = 0
    /// The cards that were made new again.
    package var resets = 0
    /// The cards that were suspended or buried.
    package var suspensions = 0
    /// The cards that were flagged.
    package var flags = 0
    /// The suspensions and flags of the learner's that the other program has by now.
    package var agreements = 0
    /// The presets.
    package var presets = 0
    /// The groups that were given a preset.
    package var groups = 0

    /// Makes a count of nothing.
    package init() {}

    /// Whether there was nothing new.
    package var isEmpty: Bool { self == Added() }
  }
}
