/// Up to which number the log is read or written in one way, and beyond which in another that comes to the
/// same: the first takes less time for few, the second for many.
///
/// The results are the same at any number. `ThresholdTests` plays random histories at 0, at the largest
/// number and at those of the program, and compares them.
package struct Thresholds: Hashable, Sendable {
  /// Cards that a change of presets reschedules. Up to this number the events of each are looked up;
  /// beyond, all answers are read once, and sorted by card.
  package var rescheduledCards = 500
  /// Rows that are added to a table at once. Up to this number they are added to its indexes, too; beyond,
  /// the indexes are dropped and made again afterwards, if ``growthWithoutIndexes`` has it so.
  package var rowsWithoutIndexes = 10_000
  /// How many times the rows that a table has are added to it at once. Up to this number its indexes stay,
  /// since to make them would take longer; beyond, they may be dropped. At 0 they may be in any case.
  package var growthWithoutIndexes = 10
  /// Cards that events from another log concern. Up to this number each is computed again; beyond, all are,
  /// in one reading of the log, and only those sentences are read that may have other blanks.
  package var cardsFromElsewhere = 5_000
  /// Questions that a sync brought events of. Up to this number each is compared with the decks; beyond,
  /// all that have a schedule are read once.
  package var comparedQuestions = 2_000
  /// Answers of a block (``ReviewBlocks``). Up to twice this number reports read the rows of the newest answers;
  /// beyond, all but those are in blocks.
  package var answersOfBlock = 1_024
  /// Cards that a report names, or of which it says where they stand. Up to this number each is looked up;
  /// beyond, the tables are read once.
  package var namedCards = 5_000
  /// How many percent of the questions of a group are looked at. Up to this number each is looked up;
  /// beyond, the group is read once.
  package var percentOfGroup = 25

  /// Directions of reviews that come from another log, which has one for each blank. Reviews of up to this
  /// number are read in one pass each; those of others as any event is.
  package var scannedDirections = 64

  /// The numbers of the program, from measurements: about there, both ways take the same time.
  package static let shipped = Thresholds()
  /// The way for many, for any number.
  package static let always = Thresholds(all: 0)
  /// The way for few, for any number.
  package static let never = Thresholds(all: .max)

  private init() {}

  private init(all number: Int) {
    rescheduledCards = number
    rowsWithoutIndexes = number
    growthWithoutIndexes = number
    cardsFromElsewhere = number
    comparedQuestions = number
    answersOfBlock = number
    namedCards = number
    percentOfGroup = number
    scannedDirections = number
  }
}
