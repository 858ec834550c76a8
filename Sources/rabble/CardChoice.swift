import ArgumentParser
import RabbleControllers
import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleStorage

/// Which card a command means.
struct CardChoice: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A card: its prompt, reading or answer, in kana or romaji, or the beginning of one.",
      valueName: "card"))
  var card: String

  @Option(
    help: ArgumentHelp(
      "Only the card that asks for this: meaning, word, reading, or the text of a blank.",
      valueName: "what"))
  var direction: String?

  @Option(help: ArgumentHelp("Look in this group only.", valueName: "group"))
  var group: String?

  /// The cards that are meant, all of one question. What is studied comes before what could be.
  func cards(in library: Library) throws -> (question: StoredQuestion, cards: [CardID]) {
    if let group {
      let groups = try GroupChoice.choose([group], among: library.loaded.map(\.title)).get()
      return try cards(in: groups.map { library.loaded[$0] }, of: library.log)
    }
    do {
      return try cards(in: library.plan.groups, of: library.log)
    } catch CardError.unknown {
      return try cards(in: library.loaded, of: library.log)
    }
  }

  private func cards(in groups: [StoredGroup], of log: StudyLog) throws -> (
    question: StoredQuestion, cards: [CardID]
  ) {
    let questions = try log.questions(of: groups)
    func names(_ ids: [QuestionID]) -> [String] {
      ids.prefix(10).compactMap { id in questions.first { $0.id == id }.map(Self.name) }
    }
    switch QuestionSearch(questions.map { ($0.id, $0.question) }).find(card) {
    case .none(let closest): throw CardError.unknown(name: card, near: names(closest))
    case .several(let ids): throw CardError.several(name: card, cards: names(ids))
    case .one(let id):
      guard let question = questions.first(where: { $0.id == id }) else {
        throw CardError.unknown(name: card, near: [])
      }
      return (question, try cards(of: question))
    }
  }

  private func cards(of question: StoredQuestion) throws -> [CardID] {
    let wanted = question.directions.filter { direction.map($0.isCalled) ?? true }
    if let direction, wanted.isEmpty {
      throw CardError.noDirection(
        direction, cards: question.directions.map { $0.asked })
    }
    return wanted.map { CardID(question: question.id, direction: $0) }
  }

  private static func name(_ question: StoredQuestion) -> String {
    "\(CardName.text(question.question)), in \(question.group.title)"
  }
}

extension Direction {
  /// Whether a learner may mean this direction by a word.
  fileprivate func isCalled(_ name: String) -> Bool {
    let name = name.lowercased()
    return switch self {
    case .recognition: name == "meaning" || name == "recognition"
    case .production: name == "word" || name == "production"
    case .reading: name == "reading"
    case .cloze(let key): name == key.lowercased() || name == "blank" || name == "cloze"
    }
  }
}
