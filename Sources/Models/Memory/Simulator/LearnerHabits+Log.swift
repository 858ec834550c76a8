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
