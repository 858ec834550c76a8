import RabbleScheduling

/// By what answers are counted.
package enum AnswerGrouping: Hashable, Sendable {
  /// By stretches of the learner's days.
  case time(StatisticsInterval)
  /// By the group of the card.
  case group
  /// By what else is known of the card: its deck, its preset, or its tags, of which a card may have several.
  case label
  /// By what the answer was to its card.
  case kind
  /// By what the card asks for.
  case direction
  /// By grade.
  case grade
  /// By the hour of the learner's clock.
  case hour
  /// By the day of the week.
  case weekday
  /// By session: answers with less than ``SessionRule/longestBreak`` between them.
  case session
  /// By card.
  case card
}

/// Where one session ends and the next begins. The log knows answers only.
package enum SessionRule {
  /// The milliseconds without an answer that end a session: half an hour.
  package static let longestBreak: Int64 = 30 * 60_000

  /// Whether a session ends between two answers that follow each other in the log, by their Unix
  /// milliseconds. A clock may have been set back between them.
  package static func isBreak(from last: Int64, to next: Int64) -> Bool {
    abs(next - last) >= longestBreak
  }
}

/// Answers of a period, counted in one way.
package struct AnswerReport: Hashable, Sendable {
  /// The answers that have something in common.
  package struct Part: Hashable, Sendable {
    /// What they have in common, as a number: the first day, the number of a group, label, card or
    /// session, the index of a direction, the grade, the hour, or the day of the week.
    package let key: Int
    package var figures: AnswerFigures
    /// The clock's offset from UTC in seconds at the first of them.
    package let utcOffset: Int
  }

  /// The period, from its first day or that of the first answer.
  package let period: StatisticsPeriod
  /// In what way they are counted.
  package let grouping: AnswerGrouping
  package let total: AnswerFigures
  /// How many of them are in no part, because their cards have no label.
  package let unlabeled: Int
  package let studiedDays: Int
  /// The parts in the order of their keys; stretches of time, hours and days of the week without an
  /// answer too.
  package let parts: [Part]
}

/// Counts answers into an ``AnswerReport``; they come oldest first.
package struct AnswerTally: Sendable {
  private let period: StatisticsPeriod
  private let grouping: AnswerGrouping
  /// All answers where an answer may be in several parts, or in none; otherwise the parts add up to them.
  private var labeled = AnswerFigures()
  private var unlabeled = 0
  private var parts: [AnswerReport.Part] = []
  /// The place of each key: in a list where it is small and not negative, as nearly all are.
  private var places: [Int: Int] = [:]
  private var densePlaces: [Int32] = []
  private static let denseKeys = 0..<(1 << 22)
  private var recent = (key: Int.min, place: 0)
  private var stretch = (start: 0, end: Int.min)
  private var sessions = 0
  private var lastAnswer = Int64.min / 2
  private var lastDay = Int.min
  private var days: Set<Int> = []

  /// Makes an empty tally.
  ///
  /// - Parameters:
  ///   - period: which answers count.
  ///   - grouping: by what.
  package init(_ period: StatisticsPeriod, by grouping: AnswerGrouping) {
    self.period = period
    self.grouping = grouping
  }

  /// Counts an answer if it is in the period. Sessions have the numbers that they have in the whole log
  /// where the answers before the period come, too.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - direction: the index of its card's direction among the kinds there are.
  ///   - labels: the numbers of its card's labels.
  ///   - isSelected: whether it counts; those that don't tell where a session ends.
  package mutating func add(
    _ answer: CountedAnswer, direction: Int = 0, labels: [Int] = [], isSelected: Bool = true
  ) {
    if case .session = grouping {
      // Sessions are numbered from the beginning of the log, whatever the period.
      if SessionRule.isBreak(from: lastAnswer, to: answer.milliseconds) { sessions += 1 }
      lastAnswer = answer.milliseconds
    }
    guard isSelected, answer.day <= period.last.number,
      period.first.map({ $0.number <= answer.day }) ?? true
    else { return }
    if answer.day != lastDay {
      // Who travels west has a day again.
      days.insert(answer.day)
      lastDay = answer.day
    }
    switch grouping {
    case .time(let interval):
      if answer.day < stretch.start || answer.day >= stretch.end {
        let start = interval.start(of: StudyDay(number: answer.day))
        stretch = (start.number, interval.next(after: start).number)
      }
      count(answer, stretch.start)
    case .group: count(answer, answer.group)
    case .label:
      labeled.add(answer)
      if labels.isEmpty { unlabeled += 1 }
      for label in labels { count(answer, label) }
    case .direction: count(answer, direction)
    case .grade: count(answer, answer.grade.rawValue)
    case .kind: count(answer, answer.kind.rawValue)
    case .hour: count(answer, answer.hour)
    case .weekday: count(answer, StudyDay(number: answer.day).weekday)
    case .session: count(answer, sessions)
    case .card: count(answer, answer.card)
    }
  }

  @inline(__always)
  private mutating func count(_ answer: CountedAnswer, _ key: Int) {
    if key != recent.key {
      let place = place(of: key) ?? parts.count
      if place == parts.count {
        keep(place, of: key)
        parts.append(
          AnswerReport.Part(key: key, figures: AnswerFigures(), utcOffset: answer.utcOffset))
      }
      recent = (key, place)
    }
    parts[recent.place].figures.add(answer)
  }

  private func place(of key: Int) -> Int? {
    guard Self.denseKeys.contains(key) else { return places[key] }
    return key < densePlaces.count && densePlaces[key] >= 0 ? Int(densePlaces[key]) : nil
  }

  private mutating func keep(_ place: Int, of key: Int) {
    guard Self.denseKeys.contains(key) else { return places[key] = place }
    if key >= densePlaces.count {
      let room = max(key + 1, densePlaces.count * 2)
      densePlaces += repeatElement(-1, count: room - densePlaces.count)
    }
    densePlaces[key] = Int32(place)
  }

  /// The report of what has been counted so far.
  package var report: AnswerReport {
    let period = period.beginning(days.min().map { StudyDay(number: $0) })
    let total =
      grouping == .label ? labeled : parts.reduce(into: AnswerFigures()) { $0 += $1.figures }
    var all = parts
    for key in expectedKeys(of: period, hasAnswers: total.total > 0) where place(of: key) == nil {
      all.append(AnswerReport.Part(key: key, figures: AnswerFigures(), utcOffset: 0))
    }
    // Days and cards come in the order of their keys mostly; to sort is to copy all of them.
    if !zip(all, all.dropFirst()).allSatisfy({ $0.key < $1.key }) { all.sort { $0.key < $1.key } }
    return AnswerReport(
      period: period, grouping: grouping, total: total, unlabeled: unlabeled,
      studiedDays: days.count, parts: all)
  }

  /// The keys that there are whether or not there was an answer.
  private func expectedKeys(of period: StatisticsPeriod, hasAnswers: Bool) -> [Int] {
    switch grouping {
    case .time(let interval):
      guard let first = period.first, hasAnswers || self.period.first != nil else { return [] }
      var keys: [Int] = []
      var start = interval.start(of: first)
      while start <= period.last, keys.count < StatisticsPeriod.mostDays {
        keys.append(start.number)
        start = interval.next(after: start)
      }
      return keys
    case .hour: return Array(0..<24)
    case .weekday: return Array(0..<7)
    case .grade: return Array(1...4)
    case .kind: return AnswerKind.allCases.map(\.rawValue)
    case .group, .label, .direction, .session, .card: return []
    }
  }
}
