import RabbleMemory

/// Whether a learner seems to grade "hard" what they had forgotten. To the memory model "hard" is a
/// success, so that every such card comes later instead of sooner.
///
/// Two kinds of evidence count, neither with answers after a hint, which are hard at most:
///
/// - Answers that were judged wrong and that the learner then called hard. Who does so honestly
///   corrects the judge; that this is so for more than ``honestShare`` of the answers judged wrong is
///   taken to be no honest habit.
/// - Answers the learner graded themselves on a later day: far fewer "again" than a memory of which
///   nothing is known would forget (FSRS-6 with its default weights: those that were learned from the
///   very grades in doubt would expect what they brought), while "hard" makes up for at least half of
///   what is missing. Honest learners are taken to forget at least ``honestForgetting`` times what
///   that model expects; one whose stabilities are four times as long still does.
///
/// Each is told when chance alone would bring as much to an honest learner in at most
/// ``falseAlarmRate`` of all logs, by Chernoff's bound on the tail of the count, which needs no table
/// and never promises too much. Nothing is told of few answers: with none of them "again", some two
/// hundred at a retrievability of 0.9 must have been graded.
public struct HardUse: Hashable, Sendable {
  /// The largest share of the answers judged wrong that an honest learner calls hard.
  public static let honestShare = 0.2
  /// The smallest part of what the default model expects to be forgotten that an honest learner
  /// forgets.
  public static let honestForgetting = 1.0 / 3
  /// How often each kind of evidence would accuse an honest learner at the very edge of these two.
  public static let falseAlarmRate = 0.001

  /// The answers judged wrong, however they count in the end.
  public let judgedWrong: Int
  /// Those of them that count as hard.
  public let calledHard: Int
  /// The answers the learner graded themselves, on a later day than the one before.
  public let selfGraded: Int
  /// How many of them the default model expected to be forgotten.
  public let expected: Double
  /// How many of them were graded again.
  public let again: Int
  /// How many of them were graded hard.
  public let hard: Int

  /// Makes the counts.
  public init(
    judgedWrong: Int = 0, calledHard: Int = 0, selfGraded: Int = 0, expected: Double = 0,
    again: Int = 0, hard: Int = 0
  ) {
    self.judgedWrong = judgedWrong
    self.calledHard = calledHard
    self.selfGraded = selfGraded
    self.expected = expected
    self.again = again
    self.hard = hard
  }

  /// Whether wrong answers are called hard too often for chance.
  public var callsWrongHard: Bool {
    let share = Double(calledHard) / Double(max(judgedWrong, 1))
    guard share > Self.honestShare else { return false }
    let divergence =
      share * logarithm(share / Self.honestShare)
      + (share < 1 ? (1 - share) * logarithm((1 - share) / (1 - Self.honestShare)) : 0)
    return -Double(judgedWrong) * divergence <= logarithm(Self.falseAlarmRate)
  }

  /// Whether "again" is missing too often for chance, and "hard" stands in its place.
  public var gradesForgottenHard: Bool {
    let fewest = expected * Self.honestForgetting
    let again = Double(again)
    guard again < fewest, Double(hard) * 2 >= expected - again else { return false }
    let exponent = again - fewest + (again > 0 ? again * logarithm(fewest / again) : 0)
    return exponent <= logarithm(Self.falseAlarmRate)
  }

  /// Whether there is anything to tell the learner.
  public var isSuspicious: Bool { callsWrongHard || gradesForgottenHard }
}
