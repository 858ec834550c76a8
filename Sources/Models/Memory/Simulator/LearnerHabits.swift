/// How a learner answers: how often with which grade, and how long it takes.
///
///     let habits = LearnerHabits(histories)          // those of a log
///     let year = Simulator(model: model, habits: habits, seed: 1)
public struct LearnerHabits: Sendable, Hashable {
  /// The probabilities of the first grade of a new card.
  public var first: PerGrade
  /// The probabilities of the grades of a card that is remembered; 0 for again.
  public var remembered: PerGrade
  /// The probabilities of the grades when a new card is repeated on its first day.
  public var learning: PerGrade
  /// The probabilities of the grades when a forgotten card is repeated on the same day.
  public var relearning: PerGrade
  /// The seconds an answer to a new card takes, and each repetition on that day.
  public var learningSeconds: PerGrade
  /// The seconds an answer to a card takes that was due after days.
  public var reviewSeconds: PerGrade
  /// The seconds an answer takes when a forgotten card is repeated on the same day.
  public var relearningSeconds: PerGrade

  /// The habits of a learner about whom nothing is known: the means over many learners that fsrs-rs
  /// 6.6.2 simulates with.
  public static let usual = LearnerHabits()

  /// Makes habits; those not given are the usual ones. Probabilities should add up to 1.
  public init(
    first: PerGrade = [0.24, 0.094, 0.495, 0.171],
    remembered: PerGrade = [0, 0.224, 0.631, 0.145],
    learning: PerGrade = [0.1553, 0.0554, 0.7329, 0.0564],
    relearning: PerGrade = [0.2157, 0.0643, 0.6596, 0.0604],
    learningSeconds: PerGrade = [19.58, 18.79, 13.78, 10.71],
    reviewSeconds: PerGrade = [19.38, 17.59, 12.38, 8.94],
    relearningSeconds: PerGrade = [16.44, 15.25, 12.32, 8.03]
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
  /// The habits a log shows, blended with the usual ones while it is short: these count as much as 20
  /// answers of each kind.
  ///
  /// An answer of more than a minute counts as a minute: the learner was away.
  public init(_ histories: ReviewHistories) {
    var tally = Tally()
    for card in histories.cardNumbers {
      for index in histories.range(of: card) {
        guard let grade = Grade(rawValue: Int(histories.grades[index])) else { continue }
        tally.add(
          LoggedReview(
            card: card, grade: grade, milliseconds: histories.milliseconds[index],
            day: Int(histories.days[index]), duration: Int(histories.durations[index])))
      }
    }
    self = tally.habits
  }

  /// Learns the habits from reviews that come one by one, those of a card oldest first.
  public struct Tally: Sendable {
    /// How many reviews came.
    public private(set) var count = 0
    private var (first, learning, review, relearning) = (Grades(), Grades(), Grades(), Grades())
    /// The day of each card's last review, by the card's number; and whether the card was forgotten on that day.
    private var last: [(day: Int32, isRelearning: Bool)?] = []

    /// Begins with no review.
    public init() {}

    /// Adds a review. Numbers of cards count from 0.
    public mutating func add(_ review: LoggedReview) {
      while last.count <= review.card { last.append(nil) }
      count += 1
      let day = Int32(clamping: review.day)
      var isRelearning = false
      if let before = last[review.card] {
        if day > before.day {
          isRelearning = review.grade == .again
          self.review.add(review.grade, review.duration)
        } else if before.isRelearning {
          isRelearning = true
          relearning.add(review.grade, review.duration)
        } else {
          learning.add(review.grade, review.duration)
        }
      } else {
        first.add(review.grade, review.duration)
      }
      last[review.card] = (day, isRelearning)
    }

    /// The habits that the reviews so far show.
    public var habits: LearnerHabits {
      let usual = LearnerHabits.usual
      var remembered = review
      remembered.counts[.again] = 0
      return LearnerHabits(
        first: first.shares(beside: usual.first),
        remembered: remembered.shares(beside: usual.remembered),
        learning: learning.shares(beside: usual.learning),
        relearning: relearning.shares(beside: usual.relearning),
        learningSeconds: (first + learning).seconds(beside: usual.learningSeconds),
        reviewSeconds: review.seconds(beside: usual.reviewSeconds),
        relearningSeconds: relearning.seconds(beside: usual.relearningSeconds))
    }
  }

  /// Answers by grade.
  private struct Grades {
    var counts = PerGrade.zero
    private var timed = PerGrade.zero
    private var seconds = PerGrade.zero

    /// How many answers the usual habits count as.
    private static let prior = 20.0
    private static let longestSeconds = 60.0

    mutating func add(_ grade: Grade, _ milliseconds: Int) {
      counts[grade] += 1
      guard milliseconds > 0 else { return }
      timed[grade] += 1
      seconds[grade] += min(Double(milliseconds) / 1000, Self.longestSeconds)
    }

    static func + (left: Grades, right: Grades) -> Grades {
      var sum = left
      sum.counts += right.counts
      sum.timed += right.timed
      sum.seconds += right.seconds
      return sum
    }

    func shares(beside usual: PerGrade) -> PerGrade {
      let answers = counts.sum()
      guard answers > 0 else { return usual }
      return (counts + Self.prior * usual) / (answers + Self.prior)
    }

    func seconds(beside usual: PerGrade) -> PerGrade {
      ((seconds + Self.prior * usual) / (timed + Self.prior))
        .replacing(with: usual, where: timed .== 0)
    }
  }
}
