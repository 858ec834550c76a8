import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Presets, and which groups use them.
package struct PresetStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// The presets there are, and which groups use them.
  package func book() throws -> PresetBook { try history().book }

  /// All changes of presets that were not undone.
  package func history() throws -> PresetHistory {
    if tx.isUnchanged, let history = try tx.caches(\.history) { return history }
    let history = PresetHistory(
      try (PresetEvent.changes(tx) + PresetUseEvent.changes(tx) + GroupRenameEvent.changes(tx))
        .sorted { $0.id < $1.id })
    tx.remember { $0.history = history }
    return history
  }

  /// What a change of presets comes to for the cards, at one position of the log.
  package struct Preparation {
    fileprivate let change: PresetChange
    fileprivate let moment: Moment
    fileprivate let position: LogPosition
    fileprivate let rescheduled: [ScheduleStore.Rescheduled]
  }

  /// Computes what a change comes to for the cards, so that ``apply(_:prepared:with:at:)`` only has to write it.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - moment: the present.
  /// - Returns: `nil` for a change that is refused, or of which only the events tell what it comes to.
  /// - Throws: ``StorageError``.
  package func prepare(_ change: PresetChange, at moment: Moment) throws -> Preparation? {
    guard change.isSchedulable else { return nil }
    let before = try book()
    var after = before
    after.apply(.init(id: EventID(bits: .max), moment: moment, change: change))
    return Preparation(
      change: change, moment: moment, position: try LogPosition(db),
      rescheduled: try rescheduled(from: before, to: after, by: change, at: moment))
  }

  /// Changes presets, and reschedules all cards this concerns: as the new preset has it from their
  /// first review on, but no card becomes overdue by it (``Schedule/replacing(_:at:)``).
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - preparation: what the change comes to; where the log has gone on since, it is computed again.
  ///   - cause: the event that is undone when this one is, where one command makes several.
  ///   - moment: the present.
  /// - Returns: the event's identity, and how many cards got another due date.
  /// - Throws: ``PresetFault`` for a value that no preset can have, or ``StorageError``; the transaction must be
  ///   rolled back then.
  @discardableResult
  package func apply(
    _ change: PresetChange, prepared preparation: Preparation? = nil, with cause: EventID? = nil,
    at moment: Moment
  ) throws -> (id: EventID, moved: Int) {
    let position = try LogPosition(db)
    let before = try book()
    let isRename = if case .rename = change { true } else { false }
    let historyBefore = try isRename ? history() : nil
    let id =
      switch change {
      case .set(let preset, let reason):
        try tx.append(
          to: PresetEvent.table, at: moment,
          PresetEvent.values(preset, reason, with: cause, at: moment))
      case .use(let preset, let retention, let groups):
        try tx.append(
          to: PresetUseEvent.table, at: moment,
          [
            "utc_offset": moment.utcOffset, "preset": preset, "retention": retention,
            "groups": try PresetUseEvent.text(of: groups),
            "cause": cause,
          ])
      case .rename(let from, let to):
        try tx.append(
          to: GroupRenameEvent.table, at: moment,
          [
            "utc_offset": moment.utcOffset, "deck_before": from.deck, "title_before": from.title,
            "deck_after": to.deck, "title_after": to.title, "cause": cause,
          ])
      }
    try verify(change, of: id)
    if let historyBefore, historyBefore.isUniform {
      tx.afterCommit { $0.forgetSchedules() }
      return (id, 0)
    }
    var after = before
    after.apply(.init(id: id, moment: moment, change: change))
    let known = preparation.flatMap {
      $0.change == change && $0.moment == moment && $0.position == position ? $0.rescheduled : nil
    }
    let moved = try tx.schedules.keep(
      known ?? rescheduled(from: before, to: after, by: change, at: moment))
    if let historyBefore { try renewFacts(before: historyBefore, after: history()) }
    tx.afterCommit { $0.forgetSchedules() }
    return (id, moved)
  }

  private func rescheduled(
    from before: PresetBook, to after: PresetBook, by change: PresetChange, at moment: Moment
  ) throws -> [ScheduleStore.Rescheduled] {
    var schedulers: [GroupName: Scheduler] = [:]
    return try tx.schedules.rescheduled(
      where: Self.groups(before, after) {
        let (old, new) = (before.preset(forGroup: $0), after.preset(forGroup: $1))
        return new.scheduling != old.scheduling && !new.keepsSchedules(of: old)
      }
    ) { card, group, progress, events in
      let group = after.name(of: group, since: progress.wording)
      let scheduler = schedulers[group] ?? Scheduler(after.preset(forGroup: group))
      schedulers[group] = scheduler
      return try events.schedule(of: card, under: scheduler)?
        .replacing(progress.schedule, at: moment, keepsNearDays: change.keepsNearDays)
    }
  }

  /// Computes the facts of the answers of groups again whose presets in the past are others after a rename: one
  /// that has the title of another has its past, too.
  private func renewFacts(before: PresetHistory, after: PresetHistory) throws {
    let isConcerned = Self.groups(before.book, after.book) {
      !before.periods(ofGroup: $0).elementsEqual(after.periods(ofGroup: $1), by: ==)
    }
    var wordings: Set<EventID> = []
    let rows = try Row.fetchCursor(db, sql: "SELECT id, deck, group_title FROM wording")
    while let row = try rows.next() {
      let id: EventID = try row.decode(forColumn: "id")
      if isConcerned(try GroupName(row), id) { wordings.insert(id) }
    }
    if wordings.isEmpty { return }
    var cards: Set<CardID> = []
    let answers = try Row.fetchCursor(
      db, sql: "SELECT DISTINCT question, direction, wording FROM counted_review")
    while let row = try answers.next() {
      if wordings.contains(try row.decode(forColumn: "wording")) { cards.insert(try CardID(row)) }
    }
    try tx.schedules.renewFacts(of: cards)
  }

  /// Makes sure that a change is read as it was written: with one that isn't, nothing of the log could be
  /// read any more.
  private func verify(_ change: PresetChange, of id: EventID) throws {
    do {
      switch change {
      case .set:
        guard try PresetEvent.newest(tx, where: "e.id = ?", [id])?.change == change else {
          throw PresetFault(reason: "a value that a log can't keep")
        }
      case .use: _ = try PresetUseEvent.newest(tx, where: "e.id = ?", [id])
      case .rename: break
      }
    } catch let fault as LogFault {
      throw PresetFault(reason: fault.what)
    }
  }

  /// Moves a group's preset and desired retention to its new title. Where its deck has a group of either title in
  /// another file, the old one keeps what it has, and the new one gets the preset of the old unless it has one.
  ///
  /// - Parameters:
  ///   - old: what it was known by when its deck was read last.
  ///   - new: what it is known by.
  ///   - cause: the event that gave it the title.
  ///   - moment: the present.
  /// - Throws: ``StorageError``.
  package func rename(
    group old: GroupName, to new: GroupName, with cause: EventID?, at moment: Moment
  ) throws {
    func count(_ name: GroupName) throws -> Int {
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM deck_group g JOIN deck d ON d.id = g.deck
          WHERE g.title = ? AND d.name = ?
          """, arguments: [name.title, name.deck]) ?? 0
    }
    if try count(old) < 2, try count(new) == 0 {
      try apply(.rename(from: old, to: new), with: cause, at: moment)
      return
    }
    let book = try book()
    guard let name = book.name(forGroup: old), book.name(forGroup: new) == nil else { return }
    try apply(
      .use(preset: name, retention: book.retention(ofGroup: old), groups: [new]), with: cause,
      at: moment)
  }

  /// Gives a group that has no preset the one of the group that its questions were in. It is undone with
  /// the assignment to that group.
  ///
  /// - Parameters:
  ///   - old: the group that its questions were in.
  ///   - new: the group.
  ///   - moment: the present.
  /// - Throws: ``StorageError``.
  func share(of old: GroupName, with new: GroupName, at moment: Moment) throws {
    let book = try book()
    guard let name = book.name(forGroup: old), book.name(forGroup: new) == nil else { return }
    let assignment = try history().entries.last {
      guard case .use(_, _, let groups) = $0.change else { return false }
      let id = $0.id
      return groups.contains { book.name(of: $0, since: id) == old }
    }
    let cause = try assignment.flatMap {
      try EventID.fetchOne(
        db, sql: "SELECT coalesce(cause, id) FROM preset_use WHERE id = ?", arguments: [$0.id])
    }
    try apply(
      .use(preset: name, retention: book.retention(ofGroup: old), groups: [new]), with: cause,
      at: moment)
  }

  /// What schedules the cards of a group.
  func scheduler(forGroup name: GroupName) throws -> Scheduler {
    try rules(forGroup: name).scheduler
  }

  /// What an answer to a card of a group needs of its preset.
  func rules(forGroup name: GroupName) throws -> GroupRules {
    if tx.isUnchanged, let rules = try tx.caches(\.rules)[name] { return rules }
    let rules = GroupRules(
      try book().preset(forGroup: name),
      since: try history().periods(ofGroup: name).last?.beginning?.id)
    tx.remember { $0.rules[name] = rules }
    return rules
  }

  /// Reschedules all cards this concerns after changes of presets were undone or redone.
  ///
  /// - Returns: how many cards got another due date.
  fileprivate func replay(_ changes: [PresetHistory.Entry]) throws -> Int {
    let after = try history()
    let ids = Set(changes.map(\.id))
    let others = after.entries.filter { !ids.contains($0.id) }
    let wereUndone = others.count == after.entries.count
    let before = PresetHistory(
      wereUndone ? (others + changes).sorted { $0.id < $1.id } : others)
    // The answers since were given under another preset than the log has for them now.
    if let first = changes.map(\.id).min() {
      let answered = try Row.fetchAll(
        db, sql: "SELECT DISTINCT question, direction FROM counted_review WHERE id > ?",
        arguments: [first])
      try tx.schedules.renewFacts(of: Set(answered.map { try CardID($0) }))
    }
    // Which presets a renamed group had depends on those that both names used.
    if after.hasRenames || before.hasRenames { try renewFacts(before: before, after: after) }
    let rules = ReplayRules(after)
    return try tx.schedules.keep(
      tx.schedules.rescheduled(
        where: Self.groups(before.book, after.book) {
          !before.periods(ofGroup: $0).elementsEqual(after.periods(ofGroup: $1), by: ==)
        }
      ) { card, _, _, _ in try tx.schedules.progress(of: card, by: rules)?.schedule })
  }

  /// A condition for the names that a group has by two books, as one for the name it had at an event.
  private static func groups(
    _ before: PresetBook, _ after: PresetBook,
    where condition: @escaping (GroupName, GroupName) -> Bool
  ) -> (_ group: GroupName, _ event: EventID) -> Bool {
    var known: [[GroupName]: Bool] = [:]
    return { group, event in
      let names = [before.name(of: group, since: event), after.name(of: group, since: event)]
      if let found = known[names] { return found }
      let isMeant = condition(names[0], names[1])
      known[names] = isMeant
      return isMeant
    }
  }
}

extension Transaction {
  /// Presets, and which groups use them.
  package var presets: PresetStore { PresetStore(tx: self) }
}

extension PresetChange {
  /// Whether a scheduler can have its values, and it is no rename, which follows what cards showed when.
  fileprivate var isSchedulable: Bool {
    switch self {
    case .set(let preset, _):
      Preset.retentions.contains(preset.desiredRetention)
        && RecallTarget.slopes.contains(preset.slope) && preset.maximumInterval > 0
        && (preset.learningSteps + preset.relearningSteps).allSatisfy { $0 > 0 }
    case .use(_, let retention, _): retention.map(Preset.retentions.contains) ?? true
    case .rename: false
    }
  }
}

/// A value that no preset can have.
package struct PresetFault: Error, Hashable, Sendable {
  /// Which value, in words.
  package let reason: String
}

// MARK: - Events

/// A preset was created or changed: from now on it is as the event says.
enum PresetEvent: UndoableEventKind {
  static let table = "preset"
  static let fields: [EventField] = [
    .utcOffset, .text("name"), .text("reason"), .text("weights"),
    .integer("learned_from", isRequired: false), .real("retention", in: Preset.retentions),
    .real("slope", in: RecallTarget.slopes), .integer("maximum_interval"), .text("learning_steps"),
    .text("relearning_steps"),
    .text("week"), .integer("balances"), .integer("leech_threshold"), .text("leech_action"),
    .cause, .integer("ignored_before", isRequired: false),
    .integer("new_per_day", isRequired: false), .integer("reviews_per_day", isRequired: false),
  ]
  static let hasCause = true
  static let isAutomatic = "e.reason = '\(PresetChange.Reason.automatic.rawValue)'"
  static let columns = """
    e.id, e.time, e.utc_offset, e.reason, e.name, e.weights, e.learned_from, e.retention, \
    e.slope, e.maximum_interval, e.learning_steps, e.relearning_steps, e.week, e.balances, \
    e.leech_threshold, e.leech_action, e.ignored_before, e.new_per_day, e.reviews_per_day, \
    e.cause
    """

  static func event(_ row: Row) throws -> PresetHistory.Entry {
    PresetHistory.Entry(
      id: try row.decode(forColumn: "id"), moment: try Moment(row),
      change: .set(try Preset(row), try row.decode(forColumn: "reason")),
      cause: try row.decode(forColumn: "cause"))
  }

  fileprivate static func values(
    _ preset: Preset, _ reason: PresetChange.Reason, with cause: EventID?, at moment: Moment
  ) -> KeyValuePairs<String, (any DatabaseValueConvertible)?> {
    func text(_ list: [some CustomStringConvertible]) -> String {
      list.map(\.description).joined(separator: " ")
    }
    return [
      "utc_offset": moment.utcOffset, "name": preset.name, "reason": reason,
      "weights": text(preset.model.parameters), "learned_from": preset.learnedFrom,
      "retention": preset.desiredRetention, "slope": preset.slope,
      "maximum_interval": preset.maximumInterval,
      "learning_steps": text(preset.learningSteps),
      "relearning_steps": text(preset.relearningSteps),
      "week": text(preset.week.loads.map(\.rawValue)), "balances": preset.balancesLoad,
      "leech_threshold": preset.leech.threshold, "leech_action": preset.leech.action,
      "ignored_before": preset.ignoresBefore?.number,
      "new_per_day": preset.limits.new, "reviews_per_day": preset.limits.reviews, "cause": cause,
    ]
  }
}

/// Groups were given a preset: from now on they use it.
enum PresetUseEvent: UndoableEventKind {
  static let table = "preset_use"
  static let fields: [EventField] = [
    .utcOffset, .text("preset"), .real("retention", in: Preset.retentions, isRequired: false),
    .text("groups"), .cause,
  ]
  static let hasCause = true
  static let columns =
    "e.id, e.time, e.utc_offset, e.preset, e.retention, e.groups, e.cause"

  /// Groups as a row has them: a list in JSON, each with its deck's name and its title.
  static func text(of groups: [GroupName]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(groups.map { [$0.deck, $0.title] }), as: UTF8.self)
  }

  private static func groups(in text: String) throws -> [GroupName] {
    let list = try? JSONDecoder().decode([[String]].self, from: Data(text.utf8))
    guard let list, list.allSatisfy({ $0.count == 2 }) else {
      throw LogFault("the groups of a preset")
    }
    return list.map { GroupName(deck: $0[0], title: $0[1]) }
  }

  static func event(_ row: Row) throws -> PresetHistory.Entry {
    let hasRetention = try row.decode(String?.self, forColumn: "retention") != nil
    return PresetHistory.Entry(
      id: try row.decode(forColumn: "id"), moment: try Moment(row),
      change: .use(
        preset: try row.decodeName("preset"),
        retention: hasRetention ? try row.decodeReal("retention", in: Preset.retentions) : nil,
        groups: try groups(in: row.decode(forColumn: "groups"))),
      cause: try row.decode(forColumn: "cause"))
  }
}

/// A group got another title, by the learner's command or by an edit of its file.
enum GroupRenameEvent: UndoableEventKind {
  static let table = "group_rename"
  static let fields: [EventField] = [
    .utcOffset, .text("deck_before"), .text("title_before"), .text("deck_after"),
    .text("title_after"), .cause,
  ]
  static let hasCause = true
  /// The command is an event of its own.
  static let isAutomatic = "1"
  static let columns =
    "e.id, e.time, e.utc_offset, e.deck_before, e.title_before, e.deck_after, e.title_after"

  static func event(_ row: Row) throws -> PresetHistory.Entry {
    PresetHistory.Entry(
      id: try row.decode(forColumn: "id"), moment: try Moment(row),
      change: .rename(
        from: try GroupName(row, deck: "deck_before", title: "title_before"),
        to: try GroupName(row, deck: "deck_after", title: "title_after")))
  }
}

extension UndoableEventKind where Event == PresetHistory.Entry {
  static func entry(_ event: PresetHistory.Entry) -> UndoableEvent { .presetChange(event) }

  static func replay(_ events: [PresetHistory.Entry], _ tx: Transaction) throws -> Int {
    try tx.presets.replay(events)
  }

  /// The changes that were not undone and that this condition holds for.
  fileprivate static func changes(_ tx: Transaction) throws -> [PresetHistory.Entry] {
    try Row.fetchAll(tx.db.cachedStatement(sql: query())).map(event)
  }
}

extension PresetHistory.Period {
  /// Whether two periods began with the same event and have the same preset.
  fileprivate static func == (left: Self, right: Self) -> Bool {
    left.beginning?.id == right.beginning?.id && left.preset == right.preset
  }
}

extension Preset {
  /// Reads the columns that a ``PresetEvent`` has for it.
  fileprivate init(_ row: Row) throws {
    func list<Value>(_ column: String, _ value: (String) -> Value?) throws -> [Value] {
      let text = try row.decodeName(column)
      return try text.split(separator: " ").map { word in
        guard let value = value(String(word)) else {
          throw LogFault("“\(word)” in a preset")
        }
        return value
      }
    }
    let parameters = try list("weights") { Double($0) }
    // Its error counts parameters; a log that is damaged is told as one.
    guard let model = try? MemoryModel(parameters: parameters) else {
      throw LogFault(
        "the \(parameters.count) FSRS parameters of a preset, which must be 17, 19 or 21 within their "
          + "bounds")
    }
    self.init(
      name: try row.decodeName("name"), model: model,
      desiredRetention: try row.decodeReal("retention", in: Preset.retentions),
      slope: try row.decodeReal("slope", in: RecallTarget.slopes),
      maximumInterval: try row.decode("maximum_interval", in: 1...MemoryModel.longestInterval),
      learningSteps: try list("learning_steps", Self.seconds),
      relearningSteps: try list("relearning_steps", Self.seconds),
      week: StudyWeek(try list("week") { StudyWeek.Load(rawValue: $0) }),
      balancesLoad: try row.decode(forColumn: "balances"),
      leech: LeechRule(
        threshold: try row.decode("leech_threshold", in: LogBounds.count),
        action: try row.decode(forColumn: "leech_action")),
      learnedFrom: try row.decodeIfPresent("learned_from", in: LogBounds.count),
      ignoresBefore: try row.decodeIfPresent("ignored_before", in: LogBounds.day).map {
        StudyDay(number: $0)
      },
      limits: DeckLimit(
        new: try row.decodeIfPresent("new_per_day", in: LogBounds.count),
        reviews: try row.decodeIfPresent("reviews_per_day", in: LogBounds.count)))
  }

  /// What a desired retention can be.
  fileprivate static let retentions = 0.01...0.999

  /// The seconds of a step: at most ten years.
  private static func seconds(_ word: String) -> Int? {
    Int(word).flatMap { (0...315_576_000).contains($0) ? $0 : nil }
  }
}
