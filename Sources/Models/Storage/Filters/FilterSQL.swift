import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Writes conditions as SQL over a card at a place: `q`, its question there, `c`, its row in `deck_card`
/// unless it is the question's only card, and `s`, its schedule, if it has one.
///
/// A condition may be NULL where a card has no schedule; negation takes that for false.
struct FilterSQL {
  private let tx: Transaction
  private let groups: [FilterStore.Group]
  private let localTime: LocalTime
  private let now: Moment
  /// The values of `?1`, `?2`, …
  private(set) var arguments: [DatabaseValue]
  /// The cards that were answered on days of the past, by the number in `is_rated`.
  private(set) var rated: [Set<CardID>] = []
  /// The queries of what deeply nested conditions select.
  private var selections: [String] = []

  init(
    _ tx: Transaction, _ groups: [FilterStore.Group], localTime: LocalTime, at now: Moment
  ) throws {
    self.tx = tx
    self.groups = groups
    self.localTime = localTime
    self.now = now
    arguments = [try PlacedCards.groups(groups.map { ($0.stored.id, $0.names) }).databaseValue]
  }

  /// The query of the cards that a condition selects.
  mutating func query(_ condition: CardFilter.Condition) throws -> String {
    let condition = try sql(condition)
    let tables = [PlacedCards.tables] + selections.enumerated().map { "selection\($0) AS (\($1))" }
    return "WITH \(tables.joined(separator: ", ")) \(PlacedCards.select) AND \(condition)"
  }

  private mutating func sql(_ condition: CardFilter.Condition) throws -> String {
    let sql =
      switch condition {
      case .all(let conditions): joined(try conditions.map { try self.sql($0) }, "AND")
      case .any(let conditions): joined(try conditions.map { try self.sql($0) }, "OR")
      case .not(let condition): "(\(try self.sql(condition)) IS NOT TRUE)"
      case .term(let term): "(\(try self.sql(term)))"
      }
    // SQLite's parser has a stack of 100. No filter that makes sense is nested as deep.
    guard condition.height > 0, condition.height.isMultiple(of: 6) else { return sql }
    selections.append("\(PlacedCards.select) AND \(sql)")
    return among("selection\(selections.count - 1)", "id")
  }

  /// As a balanced tree: SQLite allows a depth of 1,000.
  private func joined(_ parts: [String], _ sign: String) -> String {
    guard parts.count > 1 else { return parts.first ?? "TRUE" }
    let half = parts.count / 2
    let (left, right) = (Array(parts[..<half]), Array(parts[half...]))
    return "(\(joined(left, sign)) \(sign) \(joined(right, sign)))"
  }

  private mutating func bind(_ value: some DatabaseValueConvertible) -> String {
    arguments.append(value.databaseValue)
    return "?\(arguments.count)"
  }

  private mutating func sql(_ term: CardFilter.Term) throws -> String {
    switch term {
    case .text(let pattern, in: let kind):
      let own = kind == nil ? " OR \(marked("note", "value", .note, pattern))" : ""
      return hasText(pattern, kind) + own
    case .note(let pattern):
      return "\(hasText(pattern, .note)) OR \(marked("note", "value", .note, pattern))"
    case .tag(let pattern):
      return "\(hasText(pattern, .tag)) OR \(marked("tag", "name", .tag, pattern))"
    case .deck(let pattern):
      let fits = fits(pattern, .tag)("folded(\(FilterText.Kind.tag.rawValue), n.value)")
      let ids = "SELECT g.id FROM searched g, json_each(g.names) n WHERE \(fits)"
      return inAnyPlace { "\($0).deck_group IN (\(ids))" }
    case .group(let pattern):
      let fits = fits(pattern, .tag)("folded(\(FilterText.Kind.tag.rawValue), g.title)")
      let ids = "SELECT g.id FROM deck_group g WHERE \(fits)"
      return inAnyPlace { "\($0).deck_group IN (\(ids))" }
    case .added(let range):
      let days = between(range)
      return inAnyPlace(own: "SELECT deck_group, position FROM question WHERE added_day \(days)") {
        "\($0).added_day \(days)"
      }
    case .state(let state): return try sql(state)
    case .rated(let range, let grade): return try rated(range.days(today: now.day), grade)
    case .introduced(let range): return "s.introduced_day \(between(range)) AND s.repetitions > 0"
    case .dueOn(let range): return "\(dueDay) \(between(range))"
    case .number(.retrievability, let comparison): return try recalled(comparison)
    case .number(let quantity, let comparison): return compared(number(quantity), comparison)
    case .direction(.cloze): return "\(PlacedCards.direction) GLOB 'cloze *'"
    case .direction(let kind):
      let named = Direction.named.filter { $0.kind == kind }
      return "\(PlacedCards.direction) IN (\(named.map { bind($0) }.joined(separator: ", ")))"
    case .mistake(let name):
      return among(
        "counted_review WHERE mistake \(name.isEmpty ? "IS NOT NULL" : "= \(bind(name))")")
    }
  }

  // MARK: States

  private mutating func sql(_ state: CardState) throws -> String {
    switch state {
    case .new: "s.question IS NULL"
    case .learning: "s.phase IN (0, 2)"
    case .review: "s.phase = 1"
    case .young: "s.phase = 1 AND s.interval < \(CardState.matureInterval)"
    case .mature: "s.phase = 1 AND s.interval >= \(CardState.matureInterval)"
    case .due:
      "(s.due_day <= \(now.day.number) OR s.due_time <= \(now.milliseconds)) AND NOT \(isHeld)"
    case .overdue: "\(dueDay) < \(now.day.number) AND NOT \(isHeld)"
    case .leech: try byPreset(\.leech.threshold) { "s.lapses >= \($1)" }
    case .suspended: among("held WHERE until_day IS NULL")
    case .buried: among("held WHERE until_day > \(now.day.number)")
    case .flagged: among("marked WHERE kind = 'flag'")
    case .known: "s.repetitions = 0"
    }
  }

  private var isHeld: String {
    among("held WHERE until_day IS NULL OR until_day > \(now.day.number)")
  }

  // MARK: Numbers

  /// The day on which the card is due, by the clock of now.
  private var dueDay: String {
    // Division rounds to zero: days before 1970 are moved beyond it.
    let shift = -LogBounds.day.lowerBound
    let offset = (now.utcOffset - StudyDay.rolloverHour * 3600 + shift * 86_400) * 1000
    return "coalesce(s.due_day, (s.due_time + \(offset)) / 86400000 - \(shift))"
  }

  private func number(_ quantity: CardFilter.Quantity) -> String {
    switch quantity {
    case .due: "\(dueDay) - \(now.day.number)"
    case .stability: "s.stability"
    case .difficulty: "s.difficulty"
    case .interval: "s.interval"
    // A new card was answered and forgotten no times.
    case .lapses: "coalesce(s.lapses, 0)"
    case .reviews: "coalesce(s.repetitions, 0)"
    case .retrievability: preconditionFailure("it depends on the preset")
    }
  }

  private mutating func compared(_ number: String, _ comparison: CardFilter.Comparison) -> String {
    let rounded = comparison.rounded
    return switch comparison.relation {
    case .equal:
      "\(number) >= \(bind(rounded.lowerBound)) AND \(number) < \(bind(rounded.upperBound))"
    case .unequal:
      "\(number) < \(bind(rounded.lowerBound)) OR \(number) >= \(bind(rounded.upperBound))"
    case .less, .atMost, .more, .atLeast:
      "\(number) \(comparison.relation.rawValue) \(bind(comparison.number))"
    }
  }

  /// A comparison of the probability of recall: of the days since the last answer with those after which it
  /// has fallen to a number, which are in proportion to the stability.
  private mutating func recalled(_ comparison: CardFilter.Comparison) throws -> String {
    let elapsed = "max(\(now.milliseconds) - s.last_time, 0)"
    func milliseconds(_ model: MemoryModel, _ recall: Double) -> Double {
      recall <= 0
        ? .infinity : model.interval(stability: 1, retention: min(recall, 1)) * 86_400_000
    }
    return try byPreset(\.model) { writer, model in
      func compare(_ relation: String, _ recall: Double) -> String {
        "\(elapsed) \(relation) \(writer.bind(milliseconds(model, recall))) * s.stability"
      }
      let rounded = comparison.rounded
      switch comparison.relation {
      case .less: return compare(">", comparison.number)
      case .atMost: return compare(">=", comparison.number)
      case .more: return compare("<", comparison.number)
      case .atLeast: return compare("<=", comparison.number)
      case .equal:
        let isAtLeast = compare("<=", rounded.lowerBound)
        return rounded.upperBound > 1
          ? isAtLeast : "\(isAtLeast) AND \(compare(">", rounded.upperBound))"
      case .unequal:
        let isLess = compare(">", rounded.lowerBound)
        return rounded.upperBound > 1
          ? isLess : "\(isLess) OR \(compare("<=", rounded.upperBound))"
      }
    }
  }

  private func between(_ range: CardFilter.DayRange) -> String {
    let days = range.days(today: now.day)
    return "BETWEEN \(days.lowerBound.number) AND \(days.upperBound.number)"
  }
}

// MARK: - Places

extension FilterSQL {
  /// What holds of a card if it holds of one of the places where the card is.
  ///
  /// - Parameters:
  ///   - own: a query of the group and position of the places it holds of; by default the condition is
  ///     looked at where the card is.
  ///   - condition: what holds of a question with this name.
  /// - Returns: the condition.
  private func inAnyPlace(own: String? = nil, _ condition: (String) -> String) -> String {
    let here = own.map { "(q.deck_group, q.position) IN (\($0))" } ?? condition("q")
    return """
      \(here) OR q.id IN twin AND EXISTS (
        SELECT 1 FROM question o
        WHERE o.id = q.id AND +o.deck_group IN (SELECT id FROM searched) AND (\(condition("o")))
          AND \(PlacedCards.direction) IN (SELECT direction FROM deck_card
            WHERE deck_group = o.deck_group AND position = o.position))
      """
  }

  /// What holds of cards of groups by a value of their preset.
  private mutating func byPreset<Value: Hashable>(
    _ value: KeyPath<Preset, Value>, _ condition: (inout FilterSQL, Value) -> String
  ) throws -> String {
    let book = try tx.presets.book()
    let groups = Dictionary(grouping: groups) {
      book.preset(forGroup: $0.stored.name)[keyPath: value]
    }
    if groups.count == 1, let value = groups.keys.first { return condition(&self, value) }
    let parts = groups.map { value, groups in
      (ids: Self.list(groups.map(\.stored.id)), condition: condition(&self, value))
    }
    return inAnyPlace { place in
      let parts = parts.map { "\(place).deck_group IN (\($0.ids)) AND (\($0.condition))" }
      return parts.isEmpty ? "FALSE" : parts.joined(separator: " OR ")
    }
  }

  private static func list(_ ids: [Int64]) -> String {
    ids.map(String.init).joined(separator: ", ")
  }

  /// Whether the card is among those of a table.
  private func among(_ source: String, _ question: String = "question") -> String {
    "(q.id, \(PlacedCards.direction)) IN (SELECT \(question), direction FROM \(source))"
  }

  // MARK: Texts

  /// Whether a text of the question fits, of a kind or of any but tags.
  private mutating func hasText(_ pattern: FilterPattern, _ kind: FilterText.Kind?) -> String {
    if kind == nil, pattern.isAny { return "TRUE" }
    let fits = fits(pattern, kind)
    let places = "SELECT deck_group, position FROM question WHERE \(fits("folded"))"
    return inAnyPlace(own: places) { fits("\($0).folded") }
  }

  /// Whether a mark of the question has a text that fits.
  private mutating func marked(
    _ mark: String, _ column: String, _ kind: FilterText.Kind, _ pattern: FilterPattern
  ) -> String {
    let fits = fits(pattern, kind)("folded(\(kind.rawValue), \(column))")
    return "q.id IN (SELECT question FROM marked WHERE kind = '\(mark)' AND (\(fits)))"
  }

  /// What holds of fields of which one fits.
  private mutating func fits(
    _ pattern: FilterPattern, _ kind: FilterText.Kind?
  ) -> (String) -> String {
    let forms = pattern.parts(in: kind).map { parts in
      let separator = String(decoding: [FilterText.separator], as: UTF8.self)
      return "\(kind?.rawValue ?? 0), \(bind(parts.joined(separator: separator)))"
    }
    return { fields in forms.map { "fits(\(fields), \($0))" }.joined(separator: " OR ") }
  }

  // MARK: Answers

  /// Whether the card was answered on some days, with a grade or with any. Answers in the schedule from
  /// before a card became new again don't count.
  private mutating func rated(_ days: ClosedRange<StudyDay>, _ grade: Grade?) throws -> String {
    if days.upperBound < now.day {
      rated.append(try ratedBefore(days, grade))
      return "is_rated(\(rated.count - 1), q.id, \(PlacedCards.direction))"
    }
    let start = localTime.start(of: days.lowerBound).milliseconds
    let grades = grade.map { [$0] } ?? Grade.allCases
    let last = grades.map { "s.\($0.name)_time >= \(start)" }
    let range = "BETWEEN \(grades[0].rawValue) AND \(grades[grades.count - 1].rawValue)"
    let crammed = among(
      "counted_review e WHERE (\(ReviewEvent.isOutsideSchedule)) AND time >= \(start) AND grade \(range)"
    )
    return (last + [crammed]).joined(separator: " OR ")
  }

  /// The cards that were answered on days of the past: the last answers, which schedules have, may be of
  /// later days.
  private func ratedBefore(_ days: ClosedRange<StudyDay>, _ grade: Grade?) throws -> Set<CardID> {
    var (scheduled, crammed): (Set<Int>, Set<Int>) = ([], [])
    let names = try tx.statistics.forEach(since: days.lowerBound, [.cards, .states]) { event, _ in
      let card = event.answer.card
      if event.isAdjustment {
        if event.state.phase == .new { scheduled.remove(card) }
      } else if days.contains(StudyDay(number: event.answer.day)),
        grade == nil || grade == event.answer.grade
      {
        if event.answer.kind == .cram { crammed.insert(card) } else { scheduled.insert(card) }
      }
    }
    return Set(scheduled.union(crammed).map { names.cards[$0] })
  }
}

extension CardFilter.Condition {
  /// How deep conditions are nested in it; 0 for a term.
  fileprivate var height: Int {
    switch self {
    case .all(let conditions), .any(let conditions):
      1 + (conditions.lazy.map(\.height).max() ?? 0)
    case .not(let condition): 1 + condition.height
    case .term: 0
    }
  }
}

extension CardFilter.Comparison {
  /// The numbers that are equal to this one in as many decimals as were typed.
  fileprivate var rounded: Range<Double> {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = (number * scale).rounded()
    return (whole - 0.5) / scale..<(whole + 0.5) / scale
  }
}
