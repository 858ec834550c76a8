import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScreens
import RabbleStorage

/// Edits decks in the middle of a session, and says how to do it elsewhere where there is no
/// terminal to do it on.
struct SessionAuthor {
  let options: CommonOptions
  /// Who is asked; nobody without a terminal.
  let form: (any FormView)?

  /// Opens the learner's editor at a card's question.
  func edit(_ card: Card, in groups: [StoredGroup]) throws -> StudyOutcome {
    let writer = try DeckWriter(options)
    let found = try place(of: card, in: groups, writer)
    guard let form else {
      let file = DeckFileName.quoted("\(found.deck.source.file.path):\(found.line)")
      return .decksUnchanged(["It is edited elsewhere: rabble deck edit \(file)"])
    }
    let source = try writer.editable(found.deck, copying: false)
    let edited = try DeckEditor(writer: writer, view: form).edit(source, line: found.line)
    return edited == nil
      ? .decksUnchanged(["Nothing was changed."]) : .decksChanged(["Saved."])
  }

  /// Asks for questions and adds them to a card's group.
  func add(toGroupOf card: Card, in groups: [StoredGroup]) throws -> StudyOutcome {
    let writer = try DeckWriter(options)
    let found = try place(of: card, in: groups, writer)
    guard let form else {
      return .decksUnchanged([
        "Questions are added elsewhere: rabble deck add \(DeckFileName.quoted(card.group))"
      ])
    }
    let source = try writer.editable(found.deck, copying: false)
    let adder = QuestionAdder(writer: writer, path: source.file.path, title: card.group)
    let added = try adder.converse(on: form) { try writer.finder().groups }
    switch added {
    case 0: return .decksUnchanged(["No question was added."])
    case 1: return .decksChanged(["1 question added; it comes in a later session."])
    default: return .decksChanged(["\(added) questions added; they come in a later session."])
    }
  }

  /// Where a card's question stands.
  private func place(of card: Card, in groups: [StoredGroup], _ writer: DeckWriter) throws
    -> DeckFinder.Question
  {
    let paths = Set(groups.filter { $0.title == card.group }.map(\.deck))
    for deck in try writer.finder().decks where paths.contains(deck.source.file.path) {
      for (number, group) in deck.source.groups.enumerated() where group.group.title == card.group {
        let question = group.questions.firstIndex {
          $0.index != nil && $0.question == card.question
        }
        if let question {
          return DeckFinder.Question(
            deck: deck, place: QuestionPlace(group: number, question: question))
        }
      }
    }
    throw DeckEditError.incomplete(
      "This question is not in its deck any more as it was asked; the next start reads it anew.")
  }
}
