import Foundation
import GRDB
import RabbleDecks
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// Whatever a learner does is undone, and redone.
@Suite struct HistoryTests {
  /// A learner who does things by chance, in a library on disk.
  private struct Learner {
    let folder: TemporaryFolder
    var library: Library
    var random: SeededGenerator
    private let lesson: Lesson

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      folder = try TemporaryFolder()
      for (name, title) in [("a.json", "Animals"), ("b.md", "Verbs")] {
        let questions = (0..<5).map { Question(prompt: "\(title) \($0)", answer: "\(title)\($0)") }
        let group = QuestionGroup(title: title, questions: questions)
        try folder.write(
          "decks/" + name,
          name == "a.json" ? DeckJSON.text(of: [group]) : DeckMarkdown.text(of: [group]))
      }
      lesson = try Lesson([Question(prompt: "a", answer: "b")])
      library = try Library(
        at: .folder(FilePath(folder.path)), lesson.library.surroundings, for: .creating, patience: 1
      )
    }

    /// What there is: the deck files to the byte, and what follows from the events.
    func state() throws -> [String] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/decks")
      let files = try names.sorted().map {
        $0 + ": " + (try String(contentsOfFile: folder.path + "/decks/" + $0, encoding: .utf8))
      }
      let queries = [
        """
        SELECT question, direction, phase, stability, difficulty, due_day, due_time, interval,
          last_time, repetitions, lapses, correct, incorrect, wording, content
        FROM schedule ORDER BY question, direction
        """,
        "SELECT * FROM held ORDER BY question",
        """
        SELECT g.title, q.prompt, q.answer, q.id, c.is_new FROM question q
          JOIN deck_group g ON g.id = q.deck_group
          JOIN deck_card c ON c.deck_group = q.deck_group AND c.position = q.position
        ORDER BY g.title, q.position
        """,
      ]
      return try files
        + library.log.read { tx in
          try queries.flatMap { try Row.fetchAll(tx.db, sql: $0).map(\.description) }
        }
    }

    /// Does something that can be undone by one `undo`.
    mutating func act(_ number: Int) throws {
      let editing = try library.editing()
      let decks = editing.lookup().decks
      let places = decks.flatMap { deck in
        deck.source.groups.indices.flatMap { group in
          deck.source.groups[group].questions.indices.map {
            DeckLookup.Question(deck: deck, place: QuestionIndex(group: group, question: $0))
          }
        }
      }
      let place = random.element(of: places)
      let cards = try library.log.read { tx in try tx.decks.questions(of: library.groups) }
      let card = CardID(question: random.element(of: cards).id)
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1:
        let asked = try library.log.read { tx in
          try tx.cards.standing(of: card, in: library.groups, at: lesson.now)?.card
        }
        guard let asked else { return try act(number) }
        let review = Review(
          card: card, grade: random.element(of: [.again, .good, .easy]), moment: lesson.now,
          typed: "typed", verdict: "correct", hintUsed: false, duration: 900,
          occasion: random.element(of: [nil, nil, .taught, .cram]))
        try library.log.write { _ = try $0.reviews.record(review, of: asked) }
      case 2:
        let state = random.element(of: [Suspension.suspended, .active])
        try library.log.write { try $0.suspensions.suspend(card, state, at: lesson.now) }
      case 3: try library.set(Preset(desiredRetention: random.element(of: [0.8, 0.85, 0.9])))
      case 4:
        let question = Question(prompt: "new \(number)", answer: "n\(number)")
        try editing.add([question], to: place.group, copying: false)
      case 5 where places.count > 4: try editing.remove(place, copying: false)
      case 6:
        _ = try editing.rename(group: place.group.title, to: "Title \(number)")
      case 7 where decks.count > 1:
        let goal = random.element(of: decks.filter { $0.path != place.deck.path })
        _ = try editing.move(
          place.source.question.prompt, .init(file: place.deck.path),
          to: .init(group: goal.groups[0].title, file: goal.path), before: nil, copying: false)
      case 8:
        guard try library.takeAsKnown([place.group.title]).count > 0 else { return try act(number) }
      case 9:
        let command = random.element(of: [Adjustment.Command.postpone(days: 3), .spread(days: 9)])
        guard
          try !library.reschedule(library.cards(named: []).cards, command, isDry: true).moves
            .isEmpty
        else {
          return try act(number)
        }
        _ = try library.reschedule(library.cards(named: []).cards, command)
      default:
        _ = try editing.replace(place, copying: false) {
          var question = $0
          question.prompt = "edited \(number)"
          question.answer += "!"
          return question
        }
      }
    }
  }

  @Test(arguments: 1...UInt64(LongForm.rounds(usually: 6)))
  func `as many undos as actions give all files and schedules back, and as many redos the end`(
    seed: UInt64
  ) throws {
    var learner = try Learner(seed: seed)
    var states = [try learner.state()]
    for number in 1...12 {
      try learner.act(number)
      try learner.library.refresh()
      states.append(try learner.state())
    }
    for index in (0..<12).reversed() {
      let undone = try learner.library.undo()
      try learner.library.refresh()
      #expect(try learner.state() == states[index], "seed \(seed), \(undone?.description ?? "")")
    }
    #expect(try learner.library.undo() == nil)
    #expect(try learner.library.log.check() == [])
    for index in 1...12 {
      let item = try #require(try learner.library.itemToRedo())
      let redone = try learner.library.redo(item)
      try learner.library.refresh()
      #expect(try learner.state() == states[index], "seed \(seed), \(redone?.description ?? "")")
    }
    #expect(try learner.library.itemToRedo() == nil)
    #expect(try learner.library.log.check() == [])
  }
}
