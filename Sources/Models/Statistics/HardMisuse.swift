import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// Whether a learner seems to grade forgotten cards "hard". To the memory model "hard" is a success, so
/// that every such card is due later instead of sooner.
///
/// Two kinds of evidence count, both without answers after a hint, which are hard at most:
///
/// - Answers that were judged wrong and that the learner then graded hard. Honest learners do so to
///   correct the judge; doing it for more than ``honestShare`` of the answers judged wrong is taken to
///   be misuse.
/// - Answers the learner graded themselves on a later day: far fewer "again" than an average memory
///   would forget (the model with its default parameters: parameters fitted to the very grades in doubt
///   would expect exactly those), while "hard" makes up for at least half of what is missing. Honest
///   learners are taken to forget at least ``honestForgetting`` times what that model expects; one
///   whose stabilities are four times as long still does.
///
/// Each is reported when an honest learner would show as much by chance in at most ``falseAlarmRate``
/// of all logs, by Chernoff's bound on the tail of the count, which needs no table and never
/// underestimates the chance. Few answers are never enough: if none of them is "again", about two
/// hundred at a retrievability of 0.9 are needed.
package struct HardMisuse: Hashable, Sendable {
  /// The largest share of the answers judged wrong that an honest learner grades hard.
  package static let honestShare = 0.2
  /// The smallest share of what the default model expects to be forgotten that an honest learner
  /// forgets.
  package static let honestForgetting = 1.0 / 3
  /// How often each kind of evidence would accuse an honest learner at the limit of these two.
  package static let falseAlarmRate = 0.001

  /// The answers judged wrong, however they count in the end.
  package let judgedWrong: Int
  /// Those of them that count as hard.
  package let calledHard: Int
  /// The answers the learner graded themselves, on a later day than the one before.
  package let selfGraded: Int
  /// How many of them the default model expected to be forgotten.
  package let expected: Double
  /// How many of them were graded again.
  package let again: Int
  /// How many of them were graded hard.
  package let hard: Int

  package init(
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

  /// Whether wrong answers are graded hard too often for chance.
  package var callsWrongHard: Bool {
    let share = Double(calledHard) / Double(max(judgedWrong, 1))
    guard share > Self.honestShare else { return false }
    let divergence =
      share * logarithm(share / Self.honestShare)
      + (share < 1 ? (1 - share) * logarithm((1 - share) / (1 - Self.honestShare)) : 0)
    return -Double(judgedWrong) * divergence <= logarithm(Self.falseAlarmRate)
  }

  /// Whether "again" is missing too often for chance, with "hard" in its place.
  package var gradesForgottenHard: Bool {
    let fewest = expected * Self.honestForgetting
    let again = Double(again)
    guard again < fewest, Double(hard) * 2 >= expected - again else { return false }
    let exponent = again - fewest + (again > 0 ? again * logarithm(fewest / again) : 0)
    return exponent <= logarithm(Self.falseAlarmRate)
  }

  /// Whether there is anything to report.
  package var isSuspicious: Bool { callsWrongHard || gradesForgottenHard }
}

/// Counts, review by review, what ``HardMisuse`` judges.
package struct HardMisuseTally: Sendable {
  /// An average memory.
  private static let model = MemoryModel()

  /// What an average memory has of a card.
  private struct Memory {
    /// Its state after the last answer.
    let state: MemoryState
    /// When that was.
    let last: Moment
  }

  /// By the numbers of cards.
  private var memories: [Memory?] = []
  private var judgedWrong = 0
  private var calledHard = 0
  private var selfGraded = 0
  private var expected = 0.0
  private var again = 0
  private var hard = 0

  package init() {}

  /// Counts an answer in the schedule that was not undone; those to one card must come oldest first.
  ///
  /// - Parameters:
  ///   - card: the number of its card.
  ///   - grade: how well the card was remembered.
  ///   - moment: when it was given.
  ///   - isJudgedWrong: whether it was judged incorrect; `nil` where the learner judged.
  ///   - hintUsed: whether the hint was shown before.
  package mutating func add(
    _ card: Int, _ grade: Grade, at moment: Moment, isJudgedWrong: Bool?, hintUsed: Bool
  ) {
    while memories.count <= card { memories.append(nil) }
    if !hintUsed, isJudgedWrong == true {
      judgedWrong += 1
      calledHard += grade == .hard ? 1 : 0
    }
    guard let memory = memories[card] else {
      memories[card] = Memory(state: Self.model.initialState(grade), last: moment)
      return
    }
    let days = moment.wholeDays(since: memory.last)
    if !hintUsed, isJudgedWrong == nil, days > 0 {
      let recall = Self.model.retrievability(memory.state, elapsedDays: Double(days))
      countGrade(grade, recall: recall)
    }
    let state = Self.model.nextState(memory.state, grade: grade, elapsedDays: days)
    memories[card] = Memory(state: state, last: moment)
  }

  private mutating func countGrade(_ grade: Grade, recall: Double) {
    selfGraded += 1
    expected += 1 - recall
    again += grade == .again ? 1 : 0
    hard += grade == .hard ? 1 : 0
  }

  /// The counts so far.
  package var use: HardMisuse {
    HardMisuse(
      judgedWrong: judgedWrong, calledHard: calledHard, selfGraded: selfGraded,
      expected: expected, again: again, hard: hard)
  }
}
