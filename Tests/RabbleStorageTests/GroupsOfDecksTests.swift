import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Groups of one title in several decks, as the log knows them.
@Suite struct GroupsOfDecksTests {
  private let words = group("Unit 1", [("dog", "犬"), ("bird", "鳥")])

  private func name(_ deck: String) -> GroupName { GroupName(deck: deck, title: "Unit 1") }

  private func store(
    _ decks: [String: QuestionGroup], removing removed: [String] = [], in log: StudyLog
  ) throws -> DeckNews {
    let decks = decks.sorted { $0.key < $1.key }.map { name, group in
      (
        StoredDeck(path: "/\(name).json", name: name, signature: UUID().uuidString, faults: []),
        [group]
      )
    }
    return try log.write {
      try $0.decks.store(decks, removed: removed.map { "/\($0).json" }, at: morning)
    }
  }

  @Test func `a card that goes on in a group of the same title in another deck is shown in that`()
    throws
  {
    let log = try openLog()
    _ = try store(["a": words], in: log)
    try log.answer(try log.cards("/a.json")[0])
    let other = group("Unit 1", words.questions.map { ($0.prompt, $0.answer) } + [("cat", "猫")])
    _ = try store(["b": other], in: log)
    let card = try log.cards("/b.json")[0]
    #expect(card.group == name("b"))
    try log.answer(card, at: morning.advanced(byMilliseconds: 86_400_000))
    var groups: [GroupName] = []
    try log.read { try $0.reviews.forEach { groups.append($0.group) } }
    #expect(groups == [name("a"), name("b")])
    #expect(try log.check() == [])
  }

  @Test func `groups that were known by their titles alone are those of the first deck with them`()
    throws
  {
    let old = try openLog()
    try old.store([words])
    try old.answer(try old.cards()[0])
    try old.write {
      try $0.presets.apply(
        .use(preset: "default", retention: 0.8, groups: ["Unit 1"]), at: morning)
    }
    let lines = try old.lines()
    func expectFound(_ log: StudyLog) throws {
      let book = try log.read { try $0.presets.book() }
      #expect(book.groups(using: "default") == [name("a")])
      #expect(book.retention(ofGroup: name("a")) == 0.8)
      #expect(try log.read { try $0.optimizerInput.reviewCountsByGroup() } == [name("a"): 1])
      #expect(try log.check() == [])
    }
    // The decks come before the log, and after it.
    let before = try openLog()
    _ = try store(["b": words, "a": words], in: before)
    try before.join(lines, at: morning)
    try expectFound(before)
    let after = try openLog()
    try after.join(lines, at: morning)
    _ = try store(["b": words, "a": words], in: after)
    try expectFound(after)
    // It is said once.
    let count = try after.events(of: "group_rename").count
    _ = try store(["c": words], in: after)
    #expect(try after.events(of: "group_rename").count == count)
    #expect(count == 1)
  }

  @Test func `a rename that two devices met is one, and takes no preset away`() throws {
    var history: [PresetHistory.Entry] = []
    func add(_ change: PresetChange) {
      let moment = morning.advanced(byMilliseconds: Int64(history.count) * 1000)
      history.append(
        PresetHistory.Entry(
          id: EventID(after: nil, milliseconds: moment.milliseconds, random: 1), moment: moment,
          change: change))
    }
    add(.use(preset: "default", retention: 0.8, groups: [name("a")]))
    add(.rename(from: name("a"), to: name("b")))
    add(.rename(from: name("a"), to: name("b")))
    let all = PresetHistory(history)
    #expect(all.book.retention(ofGroup: name("b")) == 0.8)
    #expect(
      all.periods(ofGroup: name("b")).map(\.preset.desiredRetention)
        == PresetHistory(history.dropLast()).periods(ofGroup: name("b"))
        .map(\.preset.desiredRetention))
    // Back and forth is no repetition.
    add(.rename(from: name("b"), to: name("a")))
    add(.rename(from: name("a"), to: name("b")))
    #expect(PresetHistory(history).book.retention(ofGroup: name("b")) == 0.8)
    #expect(PresetHistory(history).book.retention(ofGroup: name("a")) == nil)
  }
}
