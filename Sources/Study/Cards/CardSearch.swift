import RabbleControllers
import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

extension Library {
  /// The cards that are named, and that a filter selects.
  ///
  /// A name is that of a question, whose cards are meant: its prompt or its id, whole, in upper or lower case and
  /// any width; or that of a group, a deck or a course, for all of its cards. What begins a title or stands in
  /// a question means nothing here: what changes cards must not change others than were meant. A question that is
  /// studied comes before one of a deck that is not.
  ///
  /// - Parameters:
  ///   - names: the names; without any, what is studied when nothing is named.
  ///   - filter: what must hold of the cards; `nil` for all of them.
  /// - Returns: the cards, each once; there may be none where a filter is given.
  /// - Throws: ``CardError`` for a name that means nothing, or a question and a group; `UnknownGroup` for one that
  ///   groups of several decks have; an error of the review log.
  package func cards(named names: [String], where filter: CardFilter? = nil) throws -> CardSelection
  {
    guard !names.isEmpty else { return try select(filter, in: .studied) }
    let questions = try log.read { try $0.decks.questions(of: groups) }
    let studied = Set(try plan().groups.map(\.id))
    var named: [StoredGroup] = []
    var single: [StoredQuestion] = []
    for name in names {
      let all = Self.questions(called: name, among: questions)
      // What is studied comes before what else there is.
      let own = all.filter { studied.contains($0.group.id) }
      var met: Set<QuestionID> = []
      let called = (own.isEmpty ? all : own).filter { met.insert($0.id).inserted }
      switch (try groups(called: name), called.count) {
      case (nil, 0): throw unknown(name, among: questions)
      case (_?, 1...): throw CardError.cardAndGroup(name: name)
      case (let found?, _): named += found
      case (nil, 1): single += called
      case (nil, _):
        throw CardError.several(
          name: name, cards: called.map { "\($0.id.description)  \(Self.text($0))" })
      }
    }
    let selected = try select(filter, in: named)
    var cards = selected.cards
    var counts = selected.groups
    for question in single where !named.contains(where: { $0.id == question.group.id }) {
      let own = try select(filter, in: [question.group]).cards.filter {
        $0.question == question.id && !cards.contains($0)
      }
      cards += own
      if !own.isEmpty { counts.append(CardSelection.Group(question.group, cards: own.count)) }
    }
    return CardSelection(cards: cards, filter: filter?.text, groups: counts)
  }

  /// The groups of a name; `nil` where none is called so.
  private func groups(called name: String) throws -> [StoredGroup]? {
    let choices = GroupChoice.choose(
      [name], among: groupNames, courses: courseNames, takesBeginnings: false)
    if case .failure(let error) = choices, error.reason == .unknown { return nil }
    var found: [StoredGroup] = []
    for choice in try choices.get() {
      switch choice {
      case .group(let index): found.append(groups[index])
      case .course(let index): found += courses[index].groups
      }
    }
    return found
  }

  /// The questions of a prompt, or of an id, in all groups that have them.
  private static func questions(
    called name: String, among questions: [StoredQuestion]
  ) -> [StoredQuestion] {
    let wanted = TextFold.title(name)
    let id = name.lowercased()
    return questions.filter { stored in
      stored.id.description == id || stored.question.id == name
        || TextFold.title(RubyText(stored.question.prompt).base) == wanted
    }
  }

  private func unknown(_ name: String, among questions: [StoredQuestion]) -> CardError {
    let found = QuestionSearch(questions.map { ($0.id, $0.question) }).find(name)
    let ids =
      switch found {
      case .one(let id): [id]
      case .several(let ids): ids
      case .none(let closest): closest
      }
    let cards = ids.prefix(5).compactMap { id in questions.first { $0.id == id }.map(Self.text) }
    var near: [String] = []
    if case .failure(let error) = GroupChoice.choose([name], among: groupNames) {
      near = error.near.map(Quoting.curly)
    }
    return .unknown(name: name, near: near + cards)
  }

  private static func text(_ stored: StoredQuestion) -> String {
    "\(CardName.text(stored.question)), in \(stored.group.label)"
  }

  /// Explains the schedules of cards.
  ///
  /// - Throws: an error of the review log.
  package func explanations(of cards: [CardID]) throws -> [Explanation] {
    try log.read {
      try $0.cards.standings(of: cards, in: groups, at: surroundings.now()).map(\.standing)
    }.map(explanation)
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
}

/// Why a name does not mean cards.
package enum CardError: Error, Hashable, CustomStringConvertible {
  /// No question, group or deck is called so; `near` are the closest ones.
  case unknown(name: String, near: [String])
  /// A question and a group are.
  case cardAndGroup(name: String)
  /// Several questions are: each by its identity.
  case several(name: String, cards: [String])
  /// The question has no card of this direction; `cards` are those it has.
  case noDirection(String, cards: [String])

  /// What happened and what to do.
  package var description: String {
    switch self {
    case .unknown(let name, let near):
      let list = near.isEmpty ? "" : " Did you mean:\n  \(near.joined(separator: "\n  "))\n"
      return "No card, group or deck is called \(Quoting.curly(name)).\(list)"
        + "\(list.isEmpty ? " " : "")Name a prompt, an id, a group or a deck, or select cards with --where."
    case .cardAndGroup(let name):
      let value = Self.value(name)
      return "\(Quoting.curly(name)) is a card and a group. Choose one with "
        + "--where \("prompt:\(value)".shellQuoted) or --where \("group:\(value)".shellQuoted)."
    case .several(let name, let cards):
      let shown = cards.prefix(10).joined(separator: "\n  ")
      let rest = cards.count > 10 ? "\n  and \(cards.count - 10) more" : ""
      return "Several cards are called \(Quoting.curly(name)):\n  \(shown)\(rest)\n"
        + "Name one by its id, or select them with --where \("prompt:\(Self.value(name))".shellQuoted)."
    case .noDirection(let direction, let cards):
      return "The question has no card \(Quoting.curly(direction)). Its cards:\n  "
        + cards.joined(separator: "\n  ")
    }
  }

  /// A name as a filter takes it.
  private static func value(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber } ? name : "\"\(name)\""
  }
}
