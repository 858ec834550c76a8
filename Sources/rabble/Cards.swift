import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage
import RabbleTerminal

/// `rabble why`: where a card's interval comes from, in plain words.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say why a card comes back when it does, and what each grade would do.",
    discussion: """
      A card is named by its prompt, its reading or its answer, in kana or romaji, or by the \
      beginning of one. If its question is asked in several directions, all are explained. `:why` \
      does the same in a session.
      """)

  /// The forms of an explanation.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions

  @Option(help: "text for people, json for programs.")
  var format: Format = .text

  @Argument(help: "A card: its prompt, reading or answer, or the beginning of one.")
  var card: String

  func run() throws {
    let library = try Library.open(options)
    let log = library.log
    let now = options.clock.now()
    let explanations = try scope.cards(card, in: library, at: now).map { standing in
      Explanation(
        standing, try log.history(of: standing.card),
        load: try log.dueLoad(besides: standing.card.id, at: now),
        localTime: options.clock.localTime, at: now)
    }
    switch format {
    case .text:
      try OutputFile.write(
        ExplanationText.text(
          explanations.map(\.screen), width: Terminal.columns(descriptor: STDOUT_FILENO),
          isColored: options.isColored(STDOUT_FILENO)))
    case .json: try OutputFile.write(JSONText.text(ReportTable.tables(of: explanations)))
    }
    for line in try HardUse(log).advice { Talk.say(line) }
  }
}

/// `rabble suspend`: has a card asked no more.
struct Suspend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "Ask a card no more, or not today.",
    discussion: """
      A card is named as for `rabble why`. If its question is asked in several directions, all are \
      left out unless --direction says which. `rabble suspended` lists what is left out, `rabble \
      unsuspend` has it asked again, and so does `rabble undo` at once. Its history stays.
      """)

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions

  @Flag(help: "Only until tomorrow.")
  var today = false

  @Argument(help: "A card: its prompt, reading or answer, or the beginning of one.")
  var card: String

  func run() throws {
    let library = try Library.open(options)
    let now = options.clock.now()
    let state: Suspension = today ? .buried(until: now.day.advanced(byDays: 1)) : .suspended
    for standing in try scope.cards(card, in: library, at: now) {
      let name = CardName.text(standing.card)
      if standing.suspension == state || standing.suspension == .suspended {
        Talk.say("Left out already: \(name).")
        continue
      }
      try library.log.suspend(standing.card.id, state, at: now)
      let what = today ? "Not before tomorrow" : "Suspended"
      try OutputFile.write("\(what): \(name).".printable + "\n")
    }
  }
}

/// `rabble unsuspend`: has a card that was left out asked again.
struct Unsuspend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsuspend",
    abstract: "Ask a card again that was suspended or buried; exit 1 when it was not.",
    discussion: "`rabble suspended` lists what is left out.")

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions

  @Flag(help: "All cards that are left out.")
  var all = false

  @Argument(help: "A card: its prompt, reading or answer, or the beginning of one.")
  var card: String?

  func validate() throws {
    guard all != (card != nil) else {
      throw ValidationError("Name a card, or say --all for all that are left out.")
    }
  }

  func run() throws {
    let now = options.clock.now()
    var names: [String] = []
    if let card {
      let library = try Library.open(options)
      for standing in try scope.cards(card, in: library, at: now)
      where standing.suspension.holds(on: now.day) {
        try library.log.suspend(standing.card.id, .active, at: now)
        names.append(CardName.text(standing.card))
      }
    } else {
      let log = try Library.openLog(options)
      for held in try log.suspendedCards(at: now).reversed() {
        try log.suspend(held.card, .active, at: now)
        names.append(try log.name(of: held.card))
      }
    }
    guard !names.isEmpty else {
      Talk.say(all ? "No card is left out." : "It is not left out.")
      throw ExitCode(1)
    }
    try OutputFile.write(names.map { "Asked again: \($0).".printable + "\n" }.joined())
  }
}

extension StudyLog {
  /// What a card is called, whether or not a deck still has it.
  func name(of card: CardID) throws -> String {
    guard let text = try text(of: card.question) else { return card.description }
    return CardName.text(Question(prompt: text.prompt, answer: text.answer)) + ": "
      + card.direction.asked
  }
}

/// `rabble suspended`: the cards that are left out.
struct Suspended: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspended",
    abstract: "List the cards that are suspended or buried, the latest first.",
    discussion: "`rabble unsuspend CARD` has one asked again, `rabble unsuspend --all` all.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let log = try Library.openLog(options)
    let held = try log.suspendedCards(at: options.clock.now())
    if held.isEmpty, report.format == .text { return Talk.say("No card is left out.") }
    let rows = try held.map { card -> [ReportTable.Value] in
      let text = try log.text(of: card.card.question)
      return [
        .text(text?.prompt ?? card.card.question.description), .text(text?.answer ?? ""),
        report.format.direction(card.card.direction), .text(card.since.day.iso8601),
        card.until.map { .text($0.iso8601) } ?? .missing,
        .text(card.isLeech ? "leech" : card.until == nil ? "suspended" : "buried"),
      ]
    }
    try report.write([
      ReportTable(
        key: "suspended", title: "",
        columns: [
          .init("prompt", "Prompt"), .init("answer", "Answer"), .init("direction", "Asks for"),
          .init("since", "Since"), .init("until", "Until"), .init("reason", "Why"),
        ], rows: rows)
    ])
  }
}

/// Where a card that is named is looked for.
struct CardScope: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only this card: recognition, production, reading, cloze, or the text of a blank.",
      valueName: "direction"))
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
      let found = groups.map { library.loaded[$0] }
      return try question(name, among: library.log.questions(of: found))
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
    case .several(let ids):
      throw CardError.several(name: name, cards: names(ids), further: max(0, ids.count - 10))
    case .none(let near): closest = near
    }
    throw CardError.unknown(name: name, near: names(closest))
  }
}

extension Direction {
  /// Whether a learner may mean this direction by a word; `meaning`, `word` and `blank` are its older
  /// names.
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
