import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// A card that was forgotten by command is learned as another one from then on.
private struct Memory: Hashable {
  let card: CardID
  let beginnings: Int
}

/// What the optimizer and the simulator learn from.
package struct OptimizerInput {
  let tx: Transaction
  private var db: Database { tx.db }

  /// The reviews that were not undone, as memory models learn from them. Days are the learner's own,
  /// and each direction of a question is a card of its own. Answers outside the schedule are left out,
  /// and cards that were taken as known: what they began with is a guess. A card that was made new again
  /// counts as another one from then on. Of a preset, cards first reviewed before the day that it names
  /// are left out, too (``Preset/ignoresBefore``): without its beginning, a history says nothing.
  ///
  /// - Parameters:
  ///   - name: the preset of the cards to take, each by the group it was last asked in; `nil`
  ///     for all cards.
  ///   - latest: about how many of the latest reviews to take; all of them without it.
  /// - Returns: the reviews by card.
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func histories(ofPreset name: String? = nil, latest: Int? = nil) throws -> ReviewHistories
  {
    let wanted = try name.flatMap { try cards(ofPreset: $0) }
    let start = try name.flatMap { try tx.presets.book().preset(named: $0)?.ignoresBefore }
    let beginnings = try tx.adjustments.beginnings()
    // `nil` for those that are left out.
    var numbers: [Memory: Int?] = [:]
    var count = 0
    var builder = ReviewHistories.Builder()
    var directions = DirectionNumbers()
    try RawRows(
      db,
      """
      SELECT id, question, direction, grade, time, utc_offset, duration FROM counted_review e
      WHERE \(ReviewEvent.isTraining)
        AND id > coalesce((SELECT id FROM counted_review ORDER BY id DESC LIMIT ? OFFSET ?), x'')
      ORDER BY id
      """, [latest == nil ? 0 : 1, latest ?? 0]
    ).forEach { row in
      let review = EventID(bits: try row.identity(0))
      let card = try directions.card(row, 1)
      if let wanted, !wanted.contains(card) { return }
      var memory = Memory(card: card, beginnings: 0)
      if !beginnings.isEmpty, let known = beginnings[card] {
        let before = known.prefix { $0.id < review }
        if before.last?.isGuess == true,
          !AnswerCircumstance.afterPlacement.uses.contains(.training)
        {
          return
        }
        memory = Memory(card: card, beginnings: before.count)
      }
      let moment = try row.moment(4)
      if numbers[memory] == nil {
        let isLeftOut = start.map { moment.day < $0 } ?? false
        numbers[memory] = .some(isLeftOut ? nil : count)
        count += isLeftOut ? 0 : 1
      }
      guard let known = numbers[memory], let number = known else { return }
      builder.append(
        LoggedReview(
          card: number, grade: try row.grade(3), milliseconds: moment.milliseconds,
          day: moment.day.number, duration: try row.integer(6, in: LogBounds.duration)))
    }
    return builder.histories()
  }

  /// How a learner answers, and by how many reviews that is known: all that ``histories(ofPreset:latest:)`` has.
  ///
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func habits() throws -> (LearnerHabits, reviews: Int) {
    guard try tx.adjustments.beginnings().isEmpty else {
      let histories = try histories()
      return (LearnerHabits(histories), histories.count)
    }
    // Where no memory of a card started over, the answers say it all.
    var tally = LearnerHabits.Tally()
    _ = try tx.statistics.forEach([.cards]) { event, _ in
      let answer = event.answer
      if event.isAdjustment || !answer.kind.uses.contains(.training) { return }
      tally.add(
        LoggedReview(
          card: answer.card, grade: answer.grade, milliseconds: answer.milliseconds,
          day: answer.day, duration: answer.duration))
    }
    return (tally.habits, tally.count)
  }

  /// How many reviews each preset has, by its name; presets without any are missing.
  package func reviewCounts() throws -> [String: Int] {
    let book = try tx.presets.book()
    guard !book.isUniform else {
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT \(Score.sum(of: "correct + incorrect")) AS reviews FROM schedule
          """)
      let count = try row?.decode("reviews", in: LogBounds.count) ?? 0
      return count > 0 ? [Preset.defaultName: count] : [:]
    }
    return Dictionary(
      try reviewCountsByGroup().map { (book.preset(forGroup: $0.key).name, $0.value) },
      uniquingKeysWith: +)
  }

  /// How many reviews the cards of each group have that were last shown in it, by what it is known by now;
  /// groups without any are missing.
  package func reviewCountsByGroup() throws -> [GroupName: Int] {
    let book = try tx.presets.book()
    var counts: [GroupName: Int] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT w.deck, w.group_title, w.id, \(Score.sum(of: "s.correct + s.incorrect")) AS reviews
        FROM schedule s JOIN wording w ON w.id = s.wording GROUP BY w.id
        """)
    while let row = try rows.next() {
      let group = book.name(of: try GroupName(row), since: try row.decode(forColumn: "id"))
      counts[group, default: 0] += try row.decode("reviews", in: LogBounds.count)
    }
    return counts
  }

  /// The cards of these groups that have been answered, as a simulation begins with them. Suspended
  /// cards are not among them, buried ones are not due before their day, and one that several groups have
  /// counts once.
  ///
  /// - Parameters:
  ///   - groups: the groups.
  ///   - share: of how many questions one is taken, 1 or more, in place of all.
  ///   - model: the memory model to remember them by; cards whose preset has another one are
  ///     replayed under it.
  ///   - moment: the present.
  /// - Returns: each card once, in the order of the groups.
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func knownCards(
    of groups: [StoredGroup], oneIn share: Int = 1, under model: MemoryModel, at moment: Moment
  ) throws -> [KnownCard] {
    let table = try CardTable(tx, of: groups)
    return try knownCards(
      table, table.newCards(tx), of: groups, oneIn: share, under: model, at: moment)
  }

  /// As ``knownCards(of:oneIn:under:at:)``, where a table of the groups has been made.
  ///
  /// - Returns: the cards in the order of the table, each with its number there.
  func knownCards(
    _ table: CardTable, _ new: CardBits, of groups: [StoredGroup], oneIn share: Int = 1,
    under model: MemoryModel, at moment: Moment
  ) throws -> [KnownCard] {
    let book = try tx.presets.book()
    var started = new
    started.invert()
    var wanted = CardBits(count: table.count)
    var cards: [CardID] = []
    table.forEach(started, inOrderOf: groups) { place, question, _, isFirst in
      guard isFirst, question % share == 0 else { return }
      wanted.insert(place)
      if share > 1 { cards.append(table.card(place, ofQuestion: question)) }
    }
    let scheduler = Scheduler(model: model)
    var known: [KnownCard] = []
    // Which of them each place has: to sort them takes longer than to read them.
    var numbers = [Int32](repeating: -1, count: table.count)
    try tx.statistics.forEachCard(
      among: share > 1 ? cards : nil, andNewOf: [], withGroups: !book.isUniform
    ) { card in
      guard card.suspension != .suspended, let place = table.place(of: card.card), wanted[place],
        let schedule = card.schedule
      else { return }
      let memory =
        book.preset(forGroup: card.group).model == model
        ? schedule.memory
        : try tx.schedules.progress(of: card.card, under: scheduler)?.schedule.memory
          ?? schedule.memory
      var due = schedule.due.day(on: moment)
      if case .buried(let end) = card.suspension, moment.day < end { due = max(due, end) }
      numbers[place] = Int32(known.count)
      known.append(
        KnownCard(
          state: memory,
          daysSinceReview: moment.day.number - schedule.lastReview.day.number,
          daysUntilDue: due.number - moment.day.number, number: place))
    }
    return numbers.lazy.filter { $0 >= 0 }.map { known[Int($0)] }
  }

  /// The cards that were last asked in a group with the preset of this name; `nil` when all are.
  private func cards(ofPreset name: String) throws -> Set<CardID>? {
    let book = try tx.presets.book()
    if book.isUniform { return name == Preset.defaultName ? nil : [] }
    var names: [GroupName: String] = [:]
    var cards: Set<CardID> = []
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT s.question, s.direction, w.deck, w.group_title, w.id
        FROM schedule s JOIN wording w ON w.id = s.wording
        """)
    while let row = try rows.next() {
      let group = book.name(of: try GroupName(row), since: try row.decode(forColumn: "id"))
      let used = names[group] ?? book.preset(forGroup: group).name
      names[group] = used
      if used == name { cards.insert(try CardID(row)) }
    }
    return cards
  }
}

extension Transaction {
  /// What the optimizer and the simulator learn from.
  package var optimizerInput: OptimizerInput { OptimizerInput(tx: self) }
}

extension Due {
  /// The day it falls on, by the clock of this moment.
  fileprivate func day(on moment: Moment) -> StudyDay {
    switch self {
    case .at(let time): Moment(milliseconds: time, utcOffset: moment.utcOffset).day
    case .on(let day): day
    }
  }
}
