import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

/// An answer that the learner accepted for a card with `:accept`.
package struct AcceptedAnswer: Hashable, Sendable {
  /// The number of the event in the history; it stays the same.
  package let number: Int
  /// The answer, as it was typed.
  package let answer: String
  /// The question's prompt.
  package let prompt: String
  /// What the deck says is right.
  package let rightAnswer: String
  /// What the card asks for.
  package let direction: Direction
  /// The title of the group in which the card was asked.
  package let group: String
  package let moment: Moment

  let card: CardID
}

extension Library {
  /// The answers that the learner accepted beside what the decks say, oldest first.
  ///
  /// - Throws: an error of the review log.
  package func acceptedAnswers() throws -> [AcceptedAnswer] {
    try log.read { tx in
      let groups = try GroupTexts(self, tx)
      return try tx.acceptances.all().map { accepted in
        AcceptedAnswer(
          number: try tx.history.number(of: accepted.review), answer: accepted.answer,
          prompt: RubyText(accepted.prompt).base,
          rightAnswer: RubyText(accepted.rightAnswer).base, direction: accepted.card.direction,
          group: groups[accepted.group, since: accepted.review], moment: accepted.moment,
          card: accepted.card)
      }
    }
  }

  /// Stops accepting an answer. The grade it was given stays; this can be undone.
  ///
  /// - Throws: an error of the review log.
  package func withdraw(_ accepted: AcceptedAnswer) throws {
    try log.write {
      try $0.acceptances.withdraw(accepted.answer, from: accepted.card, at: surroundings.now())
    }
  }
}

extension ReportTable {
  /// Accepted answers, one a row.
  package init(_ answers: [AcceptedAnswer]) {
    self.init("accepted", "", of: answers) {
      Column("number", "Number") { .count($0.number) }
      Column("accepted", "Accepted") { .text($0.answer) }
      Column("prompt", "Prompt") { .text($0.prompt) }
      Column("answer", "Answer") { .text($0.rightAnswer) }
      Column("direction", "Direction") { .text($0.direction.fullName) }
      Column("group", "Group") { .text($0.group) }
      Column("since", "Since") { .text($0.moment.day.iso8601) }
    }
  }
}
