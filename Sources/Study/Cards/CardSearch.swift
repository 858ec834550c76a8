import RabbleControllers
import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage

/// Which cards are meant.
package struct CardQuery: Hashable, Sendable {
  /// The question's prompt, reading or answer, in kana or romaji, or a prefix of one.
  package var name: String
  /// Only the card of this direction, as the learner calls it.
  package var direction: String?
  /// Only questions of this group, by title or an unambiguous prefix.
  package var group: String?

  package init(_ name: String, direction: String? = nil, group: String? = nil) {
    self.name = name
    self.direction = direction
    self.group = group
  }
}

extension Library {
  /// The cards that a query means, all of one question. What is studied every day comes before what
  /// else there is.
  ///
  /// - Throws: ``CardError`` when it means no card, or cards of several questions; an error of the
  ///   review log.
  package func cards(_ query: CardQuery) throws -> [CardStanding] {
    let question = try question(query)
    let wanted = question.directions.filter { query.direction.map($0.isCalled) ?? true }
    if let direction = query.direction, wanted.isEmpty {
      throw CardError.noDirection(direction, cards: question.directions.map(\.fullName))
    }
    return try wanted.compactMap { direction in
      try log.read {
        try $0.cards.standing(
          of: CardID(question: question.id, direction: direction), in: [question.group],
          at: surroundings.now())
      }
    }
  }

  /// Explains the schedules of the cards that a query means.
  ///
  /// - Throws: as ``cards(_:)``.
  package func explanations(_ query: CardQuery) throws -> [Explanation] {
    try cards(query).map(explanation)
  }

  /// Explains the schedule of a card.
  ///
  /// - Throws: an error of the review log.
  func explanation(of standing: CardStanding) throws -> Explanation {
    let now = surroundings.now()
    return try log.read {
      Explanation(
        standing, try $0.cards.history(of: standing.card),
        load: try $0.dueLoad.besides(standing.card.id, at: now),
        localTime: surroundings.localTime, at: now)
    }
  }

  /// The card that a program means: the one it names, or the one that is asked; `nil` for none. Without
  /// a direction it is that of the card that is asked, or else the first that the question has.
  ///
  /// - Throws: ``CardError`` when it names no card; an error of the review log.
  func standing(of request: StudyRequest, _ asked: Card?) throws -> CardStanding? {
    let question: QuestionID
    if let name = request.card {
      guard name.utf8.count == 32, let bits = UInt128(name, radix: 16) else {
        throw CardError.unknown(name: name, near: [])
      }
      question = QuestionID(bits: bits)
    } else if let asked {
      question = asked.id.question
    } else {
      return nil
    }
    var directions: [Direction] = [.recognition, .production, .reading, .listening]
    if let asked, asked.id.question == question { directions.insert(asked.id.direction, at: 0) }
    if let wanted = request.direction {
      directions = directions.filter { $0.fullName == wanted || $0.kind.rawValue == wanted }
      if wanted.hasPrefix("cloze ") { directions = [.cloze(String(wanted.dropFirst(6)))] }
    }
    for direction in directions {
      if let found = try standing(of: CardID(question: question, direction: direction)) {
        return found
      }
    }
    let stored = try log.read { try $0.decks.questions(of: groups) }
    guard let wanted = request.direction, let found = stored.first(where: { $0.id == question })
    else {
      throw CardError.unknown(name: request.card ?? asked?.question.prompt ?? "", near: [])
    }
    throw CardError.noDirection(wanted, cards: found.directions.map(\.fullName))
  }

  private func standing(of card: CardID) throws -> CardStanding? {
    try log.read { try $0.cards.standing(of: card, in: groups, at: surroundings.now()) }
  }

  private func question(_ query: CardQuery) throws -> StoredQuestion {
    if let group = query.group {
      let chosen = try GroupChoice.choose([group], among: groupNames).get().map { groups[$0] }
      return try question(query.name, among: log.read { try $0.decks.questions(of: chosen) })
    }
    let studied = try plan().groups
    do {
      return try question(query.name, among: log.read { try $0.decks.questions(of: studied) })
    } catch CardError.unknown {
      return try question(query.name, among: log.read { try $0.decks.questions(of: groups) })
    }
  }

  private func question(_ name: String, among questions: [StoredQuestion]) throws -> StoredQuestion
  {
    func names(_ ids: [QuestionID]) -> [String] {
      ids.prefix(10).compactMap { id in
        questions.first { $0.id == id }
          .map { "\(CardName.text($0.question)), in \($0.group.label)" }
      }
    }
    let closest: [QuestionID]
    switch QuestionSearch(questions.map { ($0.id, $0.question) }).find(name) {
    case .one(let id):
      if let question = questions.first(where: { $0.id == id }) { return question }
      closest = []
    case .several(let ids):
      throw CardError.several(name: name, cards: names(ids), more: max(0, ids.count - 10))
    case .none(let near): closest = near
    }
    throw CardError.unknown(name: name, near: names(closest))
  }
}

extension Direction {
  /// Whether a learner may mean this direction by a word.
  fileprivate func isCalled(_ name: String) -> Bool {
    let name = name.lowercased()
    if name == fullName.lowercased() { return true }
    return switch self {
    case .recognition: name == "recognition" || name == "meaning"
    case .production: name == "production" || name == "word"
    case .reading: name == "reading"
    case .listening: name == "listening"
    case .cloze(let key): name == "cloze" || name == "blank" || name == key.lowercased()
    }
  }
}

/// Why a query does not mean the cards of one question.
package enum CardError: Error, Hashable, CustomStringConvertible {
  /// No question is called so; `near` are the closest ones.
  case unknown(name: String, near: [String])
  /// Several questions are called so: some of them, and the number of the others.
  case several(name: String, cards: [String], more: Int)
  /// The question has no card of this direction; `cards` are those it has.
  case noDirection(String, cards: [String])

  /// What happened and what to do.
  package var description: String {
    switch self {
    case .unknown(let name, let near):
      let list = near.isEmpty ? "" : " Did you mean:\n  \(near.joined(separator: "\n  "))"
      return "No card matches “\(name)”.\(list)"
    case .several(let name, let cards, let more):
      let rest = more > 0 ? "\n  and \(more) more" : ""
      return "“\(name)” is ambiguous:\n  \(cards.joined(separator: "\n  "))\(rest)\n"
        + "Type more of it, or choose a group with --group GROUP."
    case .noDirection(let direction, let cards):
      return "The question has no card “\(direction)”. Its cards:\n  "
        + cards.joined(separator: "\n  ")
    }
  }
}
