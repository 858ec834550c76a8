/// How a learner answers: how often with which grade, and how long it takes.
public struct LearnerHabits: Sendable, Hashable {
  /// One number a grade, from again to easy.
  public typealias PerGrade = [Double]

  /// The probabilities of the first grade of a new card.
  public let first: PerGrade
  /// The probabilities of the grades of a card that is remembered; 0 for again.
  public let remembered: PerGrade
  /// The probabilities of the grades when a new card is repeated on its first day.
  public let learning: PerGrade
  /// The probabilities of the grades when a forgotten card is repeated on the same day.
  public let relearning: PerGrade
  /// The seconds an answer to a new card takes, that day's repetitions included.
  public let learningSeconds: PerGrade
  /// The seconds an answer to a card that has come back after days takes.
  public let reviewSeconds: PerGrade
  /// The seconds an answer takes when a forgotten card is repeated on the same day.
  public let relearningSeconds: PerGrade

  /// The habits of a learner of whom nothing is known: the means over many learners that fsrs-rs
  /// 6.6.2 simulates with.
  public static let usual = LearnerHabits(
    first: [0.24, 0.094, 0.495, 0.171],
    remembered: [0, 0.224, 0.631, 0.145],
    learning: [0.1553, 0.0554, 0.7329, 0.0564],
    relearning: [0.2157, 0.0643, 0.6596, 0.0604],
    learningSeconds: [19.58, 18.79, 13.78, 10.71],
    reviewSeconds: [19.38, 17.59, 12.38, 8.94],
    relearningSeconds: [16.44, 15.25, 12.32, 8.03])

  init(
    first: PerGrade, remembered: PerGrade, learning: PerGrade, relearning: PerGrade,
    learningSeconds: PerGrade, reviewSeconds: PerGrade, relearningSeconds: PerGrade
  ) {
    self.first = first
    self.remembered = remembered
    self.learning = learning
    self.relearning = relearning
    self.learningSeconds = learningSeconds
    self.reviewSeconds = reviewSeconds
    self.relearningSeconds = relearningSeconds
  }
}

// MARK: - From a log

extension LearnerHabits {
  /// The habits a log shows. As long as it is short, the usual habits weigh in: as much as
  /// 20 answers of each kind.
  ///
  /// An answer of more than a minute counts as a minute: the learner was elsewhere.
  public init(_ histories: ReviewHistories) {
    var tallies = [Tally](repeating: Tally(), count: Moment.allCases.count)
    for card in histories.cards {
      let range = histories.range(of: card)
      var isRelearning = false
      for index in range {
        let grade = Int(histories.grades[index]) - 1
        let moment: Moment =
          index == range.lowerBound
          ? .first
          : histories.elapsedDays(at: index) > 0 ? .review : isRelearning ? .relearning : .learning
        if moment == .review { isRelearning = grade == 0 }
        tallies[moment.rawValue].add(grade, milliseconds: Int(histories.durations[index]))
      }
    }
    func tally(_ moment: Moment) -> Tally { tallies[moment.rawValue] }
    let usual = Self.usual
    var remembered = tally(.review)
    remembered.counts[0] = 0
    var learning = tally(.first)
    learning.add(tally(.learning))
    self.init(
      first: tally(.first).shares(beside: usual.first),
      remembered: remembered.shares(beside: usual.remembered),
      learning: tally(.learning).shares(beside: usual.learning),
      relearning: tally(.relearning).shares(beside: usual.relearning),
      learningSeconds: learning.seconds(beside: usual.learningSeconds),
      reviewSeconds: tally(.review).seconds(beside: usual.reviewSeconds),
      relearningSeconds: tally(.relearning).seconds(beside: usual.relearningSeconds))
  }

  /// When in the life of a card an answer is given.
  private enum Moment: Int, CaseIterable {
    case first, learning, review, relearning
  }

  /// Answers by grade.
  private struct Tally {
    var counts = [0, 0, 0, 0]
    var timed = [0, 0, 0, 0]
    var seconds = [0.0, 0, 0, 0]

    static let prior = 20.0
    static let longest = 60.0

    mutating func add(_ grade: Int, milliseconds: Int) {
      counts[grade] += 1
      guard milliseconds > 0 else { return }
      timed[grade] += 1
      seconds[grade] += min(Double(milliseconds) / 1000, Self.longest)
    }

    mutating func add(_ other: Tally) {
      for grade in 0..<4 {
        counts[grade] += other.counts[grade]
        timed[grade] += other.timed[grade]
        seconds[grade] += other.seconds[grade]
      }
    }

    func shares(beside usual: PerGrade) -> PerGrade {
      let answers = counts.reduce(0, +)
      guard answers > 0 else { return usual }
      let total = Double(answers) + Self.prior
      return (0..<4).map { (Double(counts[$0]) + Self.prior * usual[$0]) / total }
    }

    func seconds(beside usual: PerGrade) -> PerGrade {
      (0..<4).map {
        timed[$0] > 0
          ? (seconds[$0] + Self.prior * usual[$0]) / (Double(timed[$0]) + Self.prior) : usual[$0]
      }
    }
  }
}
