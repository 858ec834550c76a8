import RabbleControllers
import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

/// A card in a list, with all that deck and log say about it.
package struct ListedCard: Sendable {
  /// The card with its schedule.
  package let standing: CardStanding
  /// The path of its deck file.
  package let deck: String
  /// How it was answered last; `nil` when it never was.
  package let lastAnswer: Review?
  /// The probability of recall now, 0…1; `nil` for a new card.
  package let retrievability: Double?
  /// The day it is due on, by the learner's clock; `nil` for a new card.
  package let due: StudyDay?
  /// The present day.
  fileprivate let today: StudyDay

  /// In how many days it is due; negative once it is overdue.
  package var daysUntilDue: Int? { due.map { $0.number - today.number } }

  /// The days until the probability of recall falls to 90%; `nil` for a new card.
  package var stability: Double? { standing.schedule?.memory.stability }

  /// What it is, as `is:` names it: suspended, buried, new, learning or review.
  package var state: String {
    if standing.suspension.holds(on: today) {
      return standing.suspension == .suspended ? "suspended" : "buried"
    }
    switch standing.schedule?.phase {
    case nil: return "new"
    case .learning, .relearning: return "learning"
    case .review: return "review"
    }
  }
}

extension Library {
  /// Looks up selected cards, to list them.
  ///
  /// - Throws: an error of the review log.
  package func list(_ selection: CardSelection) throws -> [ListedCard] {
    let now = surroundings.now()
    return try log.read { tx in
      let standings = try tx.cards.standings(of: selection.cards, in: groups, at: now)
      return try standings.map { standing, deck in
        let scheduler = Scheduler(standing.preset)
        let due = standing.schedule.map { schedule in
          switch schedule.due {
          case .on(let day): day
          case .at(let time): surroundings.localTime.moment(milliseconds: time).day
          }
        }
        return ListedCard(
          standing: standing, deck: deck,
          lastAnswer: try standing.schedule == nil
            ? nil : tx.reviews.last(of: standing.card.id)?.review,
          retrievability: standing.schedule.map {
            scheduler.retrievability(of: $0.memory, since: $0.lastReview, at: now)
          },
          due: due, today: now.day)
      }
    }
  }
}

extension ReportTable {
  /// The groups that have selected cards, with how many.
  package init(groupsOf selection: CardSelection) {
    self.init("groups", "", of: selection.groups) {
      Column("group", "Group") { .text($0.title) }
      Column("matching_cards", "Matching cards") { .count($0.cards) }
    }
  }

  /// A list of cards with everything that is known of each and every field of its question, for programs.
  package init(cards: [ListedCard]) {
    self.init("cards", "", of: cards) {
      Column("card", "Card") { .text($0.standing.card.id.question.description) }
      Column("group", "Group") { .text($0.standing.card.groupLabel) }
      Column("deck", "Deck") { .text($0.deck) }
      Self.fields([.prompt, .answer])
      Column("direction", "Direction") { .text($0.standing.card.id.direction.fullName) }
      Column("state", "State") { .text($0.state) }
      Column("due", "Due") { .text(ifAny: $0.due?.iso8601) }
      Column("interval", "Interval") { .count(ifAny: $0.standing.schedule?.interval) }
      Column("stability", "Stability") { .number(ifAny: $0.stability, decimals: 1) }
      Column("difficulty", "Difficulty") {
        .number(ifAny: $0.standing.schedule?.memory.difficulty, decimals: 1)
      }
      Column("retrievability", "Retrievability") { .share(ifAny: $0.retrievability) }
      Column("reviews", "Reviews") { .count($0.standing.schedule?.repetitions ?? 0) }
      Column("lapses", "Lapses") { .count($0.standing.schedule?.lapses ?? 0) }
      Column("last_grade", "Last grade") { .text(ifAny: $0.lastAnswer?.grade.name) }
      Column("last_answer", "Last answer") { .text(ifAny: $0.lastAnswer?.typed) }
      Column("last_time", "Last time") { .text(ifAny: $0.lastAnswer?.moment.iso8601) }
      Column("flagged", "Flagged") { .flag($0.standing.marks.isFlagged) }
      Column("flag", "Flag") { .text(ifAny: $0.standing.marks.flag?.name) }
      Column("own_tags", "Own tags") { .texts(ifAny: $0.standing.marks.tags) }
      Column("own_note", "Own note") { .text(ifAny: $0.standing.marks.note) }
      Self.fields(Question.Field.allCases.filter { $0 != .prompt && $0 != .answer })
    }
  }

  private static func fields(_ fields: [Question.Field]) -> [Column<ListedCard>] {
    fields.map { field($0).of { $0.standing.card.question } }
  }

  /// A list of cards for people: a card is what it shows and what it asks for.
  package init(_ cards: [ListedCard]) {
    self.init("cards", "", of: cards) {
      Column("card", "Card") { card in
        let asked = card.standing.card.asked
        let flag = card.standing.marks.isFlagged ? "* " : ""
        return .text("\(flag)\(RubyText(asked.prompt).base) → \(RubyText(asked.answer).base)")
      }
      Column("state", "State") { .text($0.state) }
      Column("due_in", "Due in", unit: "day") { .count(ifAny: $0.daysUntilDue) }
      Column("interval", "Intvl", inFull: "Interval", unit: "day") {
        .count(ifAny: $0.standing.schedule?.interval)
      }
      Column("stability", "Stab.", inFull: "Stability", unit: "day") {
        let days = $0.stability
        return .number(ifAny: days, decimals: (days ?? 0) < 100 ? 1 : 0)
      }
      Column("difficulty", "Diff.", inFull: "Difficulty") {
        .number(ifAny: $0.standing.schedule?.memory.difficulty, decimals: 1)
      }
      Column("retrievability", "Recall") { .share(ifAny: $0.retrievability) }
      Column("lapses", "Lapses") { .count($0.standing.schedule?.lapses ?? 0) }
      Column("last", "Last") { .text($0.lastAnswer?.grade.name ?? "–") }
    }
  }
}
