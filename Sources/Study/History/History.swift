import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

/// Something that was done: an event of the learner's history.
public struct HistoryItem: Hashable, Sendable {
  /// What kinds of things are done; the names are for programs and never change.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An answer.
    case answer
    /// An answer was given another grade.
    case regrade
    /// What was typed was accepted for a card.
    case acceptance
    /// An answer that was accepted for a card is not any more.
    case withdrawal
    /// A card was suspended, buried or restored.
    case suspension
    /// Cards were taken as known.
    case known
    /// Cards are due on other days.
    case reschedule
    /// Cards were made new again.
    case forget
    /// Cards were flagged, or are not any more.
    case flag
    /// Questions got a tag of the learner's, or lost it.
    case tag
    /// Questions got a note of the learner's, or lost it.
    case note
    /// A preset was changed, or groups were given one.
    case preset
    /// The FSRS parameters of presets were optimized.
    case optimize
    /// Questions were imported.
    case `import`
    /// Deck files were changed.
    case edit
    /// A question was found to be one that is known, or another one.
    case identity
    /// Events of another log were imported.
    case union
  }

  /// Its number, counted from 1 for the first event in the log. It is another one once a sync or an import
  /// brings earlier events; ``id`` stays the same.
  public let number: Int
  /// When it was done.
  public let moment: Moment
  /// What kind of thing it was.
  public let kind: Kind
  /// What it was, in words without an article: `answer to “犬” in Animals (good)`.
  public let what: String
  /// Whether it was undone.
  public let isUndone: Bool
  /// Whether an answer was given another grade since, which is an item of its own.
  public let isReplaced: Bool
  /// Whether the program did it by itself.
  public let isAutomatic: Bool

  let event: UndoableEvent
  /// How the cards were held before, where it unsuspended or unburied them.
  let formerly: Suspension?

  /// The event's identity, a UUID.
  public var id: String { event.id.description }

  /// When it was done, to the minute, as the learner's clock showed it: `2026-11-21 09:00`.
  public var time: String { moment.minute }

  /// What the learner is told before an event of an earlier day is undone or redone.
  package var notice: String { "This was done on an earlier day: \(what), \(time)." }
}

extension Library {
  /// What was done, the newest first, with what was undone.
  ///
  /// - Parameter limit: the most items; `nil` for all.
  /// - Returns: the items.
  /// - Throws: an error of the review log.
  public func history(limit: Int? = nil) throws -> [HistoryItem] {
    try log.read { tx in
      let groups = try GroupTexts(self, tx)
      return try tx.history.entries(limit: limit).map { try HistoryItem($0, groups, tx) }
    }
  }
}

// MARK: - Words

extension HistoryItem {
  init(_ entry: HistoryEntry, _ groups: GroupTexts, _ tx: Transaction) throws {
    let (kind, what) = try Self.description(of: entry.event, groups, tx)
    var formerly: Suspension?
    if case .suspension(let id, let card, .active, _) = entry.event {
      formerly = try tx.suspensions.state(of: card, before: id)
    }
    self.init(
      number: entry.number, moment: entry.event.moment, kind: kind, what: what,
      isUndone: entry.state == .undone, isReplaced: entry.state == .replaced,
      isAutomatic: entry.isAutomatic, event: entry.event, formerly: formerly)
  }

  /// What an event was, in words; where the log can't be read, nothing.
  static func words(of event: UndoableEvent, in log: StudyLog) -> String {
    (try? log.read { try description(of: event, GroupTexts($0), $0).1 }) ?? ""
  }

  private static func description(
    of event: UndoableEvent, _ groups: GroupTexts, _ tx: Transaction
  ) throws -> (Kind, String) {
    switch event {
    case .review(let review): return try description(of: review, groups, tx)
    case .import(_, let record):
      return (
        .import,
        "import of \(record.source) into \(record.deck) (\(record.taken) imported, "
          + "\(record.updated) updated)"
      )
    case .presetChange(let entry): return description(of: entry.change, groups)
    case .suspension(let id, let card, let state, _):
      let others = try tx.suspensions.count(with: id)
      let cards = try name(of: card, tx) + (others > 0 ? " and \(others) more" : "")
      let wasSuspended = try tx.suspensions.state(of: card, before: id) == .suspended
      let sentences =
        state == .active
        ? StudyCommand.unsuspend.sentences(isOn: wasSuspended) : state.sentences
      return (.suspension, sentences.history(cards))
    case .adjustment(let id, let adjustment):
      return description(of: adjustment.command, cards: try tx.adjustments.count(with: id))
    case .mark(let id, let mark):
      let others = try tx.marks.count(with: id) - 1
      let cards = try name(of: CardID(question: mark.question), tx)
      return description(of: mark.change, cards + (others > 0 ? " and \(others) more" : ""))
    case .deckEdit(let edit): return (.edit, edit.what)
    case .withdrawal(let withdrawal):
      let name = try name(of: withdrawal.card, tx)
      return (.withdrawal, "removal of the accepted answer “\(withdrawal.answer)” for \(name)")
    case .union(_, let record):
      return (
        .union, "import of \(NumberText.count(record.events, "event")) from \(record.source)"
      )
    case .identity(let identity): return (.identity, try words(of: identity, tx))
    }
  }

  private static func description(
    of review: RecordedReview, _ groups: GroupTexts, _ tx: Transaction
  ) throws -> (Kind, String) {
    let place = "“\(review.asked)” in \(groups[review.group, since: review.id])"
    let grade = review.review.grade.name
    guard let revised = try review.revises.flatMap({ try tx.reviews.review($0) }) else {
      return (.answer, "answer to \(place) (\(grade))")
    }
    if let typed = review.review.typed, try tx.reviews.review(review.id)?.accepts == true {
      return (.acceptance, "acceptance of “\(typed)” for \(place)")
    }
    return (.regrade, "regrade of \(place) from \(revised.review.review.grade.name) to \(grade)")
  }

  private static func words(of identity: RecordedIdentity, _ tx: Transaction) throws -> String {
    guard let texts = identity.texts else {
      let known = try tx.decks.text(of: identity.question)?.prompt
      return "match of “\(known ?? identity.question.description)”"
    }
    let change: IdentityNews.IDChange =
      if identity.content != texts.now.wording {
        .new
      } else if try tx.identities.wasEdited(identity.content, before: identity.id) {
        .none
      } else {
        .lost
      }
    return IdentityNews.words(texts.known, texts.now, identity.reason, change)
  }

  /// The prompt of a card's question in quotation marks; its identity where no deck has it.
  private static func name(of card: CardID, _ tx: Transaction) throws -> String {
    "“\(try tx.decks.text(of: card.question)?.prompt ?? card.description)”"
  }

  private static func description(of command: Adjustment.Command, cards: Int) -> (Kind, String) {
    let number = NumberText.count(cards, "card")
    func over(_ days: Int) -> String { NumberText.count(days, "day") }
    return switch command {
    case .known: (.known, CardAdjustment.known.sentences.history(number))
    case .placement: (.known, "marked \(number) as known, by placement")
    case .spread(let days):
      (.reschedule, "spread \(NumberText.count(cards, "overdue card")) over \(over(days))")
    case .postpone(let days): (.reschedule, "postponed \(number) by \(over(days))")
    case .imported: (.reschedule, "took over \(number) from another program")
    case .advance(let days): (.reschedule, "advanced \(number) by up to \(over(days))")
    case .set: (.reschedule, StudyCommand.due.sentences().history(number))
    case .forget: (.forget, CardAdjustment.forget.sentences.history(number))
    }
  }

  private static func description(of change: Mark.Change, _ cards: String) -> (Kind, String) {
    let kind: Kind =
      switch change {
      case .flag: .flag
      case .tag: .tag
      case .note: .note
      }
    return (kind, change.sentences.history(cards, change.name))
  }

  private static func description(of change: PresetChange, _ groups: GroupTexts) -> (
    Kind, String
  ) {
    switch change {
    case .set(let preset, .learner): (.preset, "change of preset “\(preset.name)”")
    case .set(let preset, _):
      (.optimize, "new FSRS parameters of preset “\(preset.name)”")
    case .use(let preset, _, let users):
      (
        .preset,
        "preset “\(preset)” for "
          + (users.count == 1 ? "“\(groups[users[0]])”" : "\(users.count) groups")
      )
    case .rename(let old, let new) where old.title == new.title && !old.deck.isEmpty:
      (.identity, "deck “\(old.deck)” is now “\(new.deck)”")
    case .rename(let old, let new) where old.title == new.title:
      (.identity, "group “\(new.title)” was found in deck “\(new.deck)”")
    case .rename(let old, let new): (.identity, "group “\(old.title)” is now “\(new.title)”")
    }
  }
}

extension ReportTable {
  /// The learner's history, an event a row.
  package init(_ items: [HistoryItem]) {
    self.init("history", "History", of: items) {
      Column("number", "Number") { .count($0.number) }
      Column("id", "ID") { .text($0.id) }
      Column("time", "Time") { .text($0.moment.iso8601) }
      Column("kind", "Kind") { .term($0.kind.rawValue, words: $0.kind.rawValue) }
      Column("what", "What") { .text($0.what) }
      Column("undone", "Undone") { .flag($0.isUndone) }
      Column("regraded", "Regraded") { .flag($0.isReplaced) }
      Column("automatic", "Automatic") { .flag($0.isAutomatic) }
    }
  }
}
