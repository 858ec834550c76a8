import ArgumentParser
import RabbleControllers
import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// Where a card that is named is looked for.
struct CardScope: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only the card that asks for this: meaning, word, reading, or the text of a blank.",
      valueName: "what"))
  var direction: String?

  @Option(help: ArgumentHelp("Look in this group only.", valueName: "group"))
  var group: String?

  /// The cards a name means, all of one question. What is studied comes before what could be.
  ///
  /// - Throws: ``CardError`` when it means none, or cards of several questions.
  func cards(_ name: String, in library: Library, at moment: Moment) throws -> [CardStanding] {
    let question = try question(name, in: library)
    let wanted = question.directions.filter { direction.map($0.isCalled) ?? true }
    if let direction, wanted.isEmpty {
      throw CardError.noDirection(direction, cards: question.directions.map(\.asked))
    }
    return try wanted.compactMap { direction in
      try library.log.card(
        CardID(question: question.id, direction: direction), in: [question.group], at: moment)
    }
  }

  private func question(_ name: String, in library: Library) throws -> StoredQuestion {
    if let group {
      let groups = try GroupChoice.choose([group], among: library.loaded.map(\.title)).get()
      return try question(name, among: library.log.questions(of: groups.map { library.loaded[$0] }))
    }
    do {
      return try question(name, among: library.log.questions(of: library.plan.groups))
    } catch CardError.unknown {
      return try question(name, among: library.log.questions(of: library.loaded))
    }
  }

  private func question(_ name: String, among questions: [StoredQuestion]) throws -> StoredQuestion
  {
    func names(_ ids: [QuestionID]) -> [String] {
      ids.prefix(10).compactMap { id in
        questions.first { $0.id == id }
          .map { "\(CardName.text($0.question)), in \($0.group.title)" }
      }
    }
    let closest: [QuestionID]
    switch QuestionSearch(questions.map { ($0.id, $0.question) }).find(name) {
    case .one(let id):
      if let question = questions.first(where: { $0.id == id }) { return question }
      closest = []
    case .several(let ids): throw CardError.several(name: name, cards: names(ids))
    case .none(let near): closest = near
    }
    throw CardError.unknown(name: name, near: names(closest))
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
