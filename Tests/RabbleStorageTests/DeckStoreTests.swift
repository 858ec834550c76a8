import Foundation
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport
import Testing

@Suite struct DeckStoreTests {
  @Test func `a deck comes back as it was stored`() throws {
    let log = try openLog()
    let question = Question(
      id: "one", prompt: "一", hint: "いち", answer: "one", reading: "いち",
      alternatives: ["1"], partOfSpeech: "number", pitch: 2,
      example: Example(text: "一[ひと]つ", meaning: "one thing"), note: "a stroke", tags: ["number"],
      directions: [.reading, .production], cloze: "{{一}}つ", source: "here")
    try log.store([QuestionGroup(title: "Numbers", questions: [question])])
    #expect(try log.cards().map(\.question) == [question])
    #expect(try log.read { try $0.decks.all() }.values.map(\.path) == ["/kana.json"])
    #expect(try log.read { try $0.decks.groups(of: ["/kana.json"]) }.map(\.title) == ["Numbers"])
  }

  @Test func `a due card is found wherever decks have it, as decks come and go`() throws {
    let log = try openLog()
    try log.store([kana], as: "/a.json")
    let card = try log.cards("/a.json")[1]
    try log.answer(card, .easy)
    let later = morning.advanced(byMilliseconds: 400 * 86_400_000)
    func places(_ paths: String...) throws -> [Int] {
      let groups = try log.read { try $0.decks.groups(of: paths) }
      return try log.read { try $0.queue.entries(of: groups, newPerDay: 0, at: later) }
        .filter { $0.card == card.id }.map(\.deckPosition).sorted()
    }
    #expect(try places("/a.json") == [1])
    try log.store([group("Other", []), kana], as: "/b.json")
    // The group's rank stands in the upper half.
    #expect(try places("/b.json") == [1 << 32 | 1])
    #expect(try places("/a.json", "/b.json") == [1, 2 << 32 | 1])
    try log.store([group("Other", [("い", "i")])], as: "/a.json")
    #expect(try places("/a.json", "/b.json") == [2 << 32 | 1])
    // What stands elsewhere goes on when the deck of the original is deleted.
    _ = try log.write { try $0.decks.store([], removed: ["/b.json"], at: morning) }
    #expect(try places("/a.json") == [0])
    try log.store([kana], as: "/c.json")
    #expect(try places("/c.json") == [1])
    #expect(try log.check() == [])
  }

  @Test func `a group keeps its place in the log when its questions read otherwise`() throws {
    let log = try openLog()
    let (numbers, colors) = (group("Numbers", [("一", "one")]), group("Colors", [("赤", "red")]))
    func rows() throws -> [String: Int64] {
      let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
      return Dictionary(uniqueKeysWithValues: groups.map { ($0.title, $0.id) })
    }
    func directions() throws -> [[Direction]] {
      try log.read { try $0.decks.questions(of: $0.decks.groups(of: ["/kana.json"])) }.map(
        \.directions)
    }
    try log.store([numbers, kana, colors])
    let before = try rows()
    try log.answer(log.cards()[1])
    var both = kana
    both.directions = [.recognition, .production]
    try log.store([colors, both, numbers])
    #expect(try rows()["Colors"] == before["Colors"])
    #expect(try rows()["Numbers"] == before["Numbers"])
    #expect(try rows()["Kana"] == before["Kana"])
    #expect(try log.cards().map(\.question.prompt).first == "赤")
    let two: [[Direction]] = kana.questions.map { _ in [.recognition, .production] }
    #expect(try directions() == [[.recognition]] + two + [[.recognition]])
    try log.store([both])
    #expect(try directions() == two)
    #expect(try log.check() == [])
  }

  @Test func `a group that was edited is kept as one that was never kept before`() throws {
    var generator = SeededGenerator(seed: 11)
    let log = try openLog()
    var texts = (0..<60).map { ("prompt \($0)", "answer \($0)") }
    var number = texts.count
    try log.store([group("Words", texts), kana])
    for _ in 0..<60 {
      let place = Int.random(in: 0..<texts.count, using: &generator)
      number += 1
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: texts[place].1 += "!"
      case 1: texts.insert(("prompt \(number)", "answer \(number)"), at: place)
      case 2 where texts.count > 5: texts.remove(at: place)
      case 3: texts.swapAt(place, Int.random(in: 0..<texts.count, using: &generator))
      default: texts.append(("prompt \(number)", "answer \(number)"))
      }
      let groups = [group("Words", texts), kana]
      try log.store(groups)
      let fresh = try openLog()
      try fresh.store(groups)
      func kept(_ log: StudyLog) throws -> [StoredQuestion] {
        try log.read { try $0.decks.questions(of: $0.decks.groups(of: ["/kana.json"])) }
      }
      let (one, other) = (try kept(log), try kept(fresh))
      #expect(one.map(\.question) == other.map(\.question))
      #expect(one.map(\.id) == other.map(\.id))
      #expect(one.map(\.directions) == other.map(\.directions))
      #expect(try log.check() == [])
    }
  }

  @Test func `many new questions at once are found by their identity, with their histories`() throws
  {
    let log = try openLog()
    let words = group("Words", (0..<12_000).map { ("prompt \($0)", "answer \($0)") })
    try log.store([kana, group("Few", [("prompt 7", "answer 7")])])
    let card = try log.cards()[1]
    try log.answer(card, .easy)
    _ = try log.write { try $0.decks.store([], removed: ["/kana.json"], at: morning) }
    try log.store([words, kana])
    let later = morning.advanced(byMilliseconds: 400 * 86_400_000)
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let due = try log.read { try $0.queue.entries(of: groups, newPerDay: 0, at: later) }
    #expect(due.map(\.card) == [card.id])
    #expect(due.map(\.deckPosition) == [1 << 32 | 1])
    #expect(try log.check() == [])
  }

  @Test func `a note, a tag and a hint that are edited come into the log`() throws {
    let log = try openLog()
    var question = Question(prompt: "一", answer: "one", alternatives: ["1"], tags: ["a", "b"])
    for edit in [
      { $0.note = "a stroke" }, { $0.tags = ["a"] }, { $0.hint = "いち" }, { $0.alternatives = [] },
      { $0.cloze = "{{一}}つ" }, { $0.directions = [.production] }, { _ in },
    ] as [(inout Question) -> Void] {
      edit(&question)
      try log.store([QuestionGroup(title: "Numbers", questions: [question])])
      #expect(try log.cards().map(\.question) == [question])
      #expect(try log.check() == [])
    }
  }

  @Test func `a big deck leaves no long write-ahead log to the next start`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let log = try openLog(path)
    let long = String(repeating: "a long note ", count: 4_000)
    let questions = (0..<240).map { Question(prompt: "\($0)", answer: "\($0)", note: long) }
    try log.store([QuestionGroup(title: "Notes", questions: questions)])
    let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    #expect(size == 0)
    #expect(try log.cards().count == 240)
  }

  @Test func `an answer that is mended keeps its history`() throws {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[2]
    let before = try log.answer(card).schedule
    let edited = group("Kana", [("あ", "a"), ("い", "i"), ("う", "u; oo"), ("え", "e"), ("お", "o")])
    let match = try log.store([edited])
    #expect(match.decisions.map(\.reason) == [.samePlace])
    let after = try log.read {
      try $0.cards.standing(
        of: card.id, in: $0.decks.groups(of: ["/kana.json"]), at: morning)
    }
    #expect(after?.card.question.answer == "u; oo")
    #expect(after?.schedule == before)
    #expect(try log.check() == [])
  }

  @Test func `an answer that is replaced is asked about, and keeps its history when told so`()
    throws
  {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[2]
    let before = try log.answer(card).schedule
    let edited = group("Kana", [("あ", "a"), ("い", "i"), ("う", "oo"), ("え", "e"), ("お", "o")])
    #expect(try log.store([edited]).decisions.isEmpty)
    let unclear = try #require(try log.read { try $0.identities.unclear() }.first)
    #expect(unclear.known.answer == "u")
    #expect(unclear.candidates.map(\.answer) == ["oo"])
    try log.write { try $0.identities.settle(unclear, as: unclear.candidates[0], at: morning) }
    #expect(try log.read { try $0.identities.unclear() }.isEmpty)
    let after = try log.read {
      try $0.cards.standing(
        of: card.id, in: $0.decks.groups(of: ["/kana.json"]), at: morning)
    }
    #expect(after?.card.question.answer == "oo")
    #expect(after?.schedule == before)
    try log.store([edited])
    #expect(try log.cards()[2].id == card.id)
    #expect(try log.check() == [])
  }

  @Test func `what is told to be another question is not asked about again`() throws {
    let log = try openLog()
    try log.store([group("Words", [("bank", "Bank")])])
    let old = try log.cards()[0]
    try log.answer(old)
    let edited = group("Words", [("bank", "Ufer")])
    try log.store([edited])
    let unclear = try #require(try log.read { try $0.identities.unclear() }.first)
    try log.write { try $0.identities.settle(unclear, as: nil, at: morning) }
    try log.store([edited])
    #expect(try log.read { try $0.identities.unclear() }.isEmpty)
    #expect(try log.cards()[0].id != old.id)
    try log.store([group("Words", [("bank", "Bank")])])
    #expect(try log.cards()[0].id == old.id)
  }

  @Test func `what was put back is not asked about`() throws {
    let log = try openLog()
    try log.store([group("Words", [("bank", "Bank")])])
    try log.answer(try log.cards()[0])
    try log.store([group("Words", [("bank", "Ufer")])])
    try log.store([group("Words", [("bank", "Bank")])])
    #expect(try log.read { try $0.identities.unclear() }.isEmpty)
  }

  @Test func `a history goes on through a second edit, a restart of the log and a way back`()
    throws
  {
    let log = try openLog()
    try log.store([group("Words", [("犬", "a dog")])])
    let card = try log.cards()[0]
    try log.answer(card)
    try log.store([group("Words", [("犬", "dog")])])
    try log.answer(try log.cards()[0], at: morning.advanced(byMilliseconds: 700_000))
    try log.store([group("Words", [("犬", "the dog")])])
    #expect(try log.cards()[0].id == card.id)
    try log.store([group("Words", [("犬", "a dog")])])
    #expect(try log.cards()[0].id == card.id)
    #expect(try log.check() == [])
  }

  @Test func `an old text that comes back beside the mended one is another question`() throws {
    let log = try openLog()
    try log.store([group("Words", [("recieve", "bekommen")])])
    let card = try log.cards()[0]
    try log.answer(card)
    try log.store([group("Words", [("receive", "bekommen")])])
    for _ in 0..<2 {
      try log.store([group("Words", [("receive", "bekommen"), ("recieve", "bekommen")])])
      let cards = try log.cards()
      #expect(cards.map(\.id.question).count == Set(cards.map(\.id.question)).count)
      #expect(cards.first { $0.question.prompt == "receive" }?.id == card.id)
    }
    #expect(try log.check() == [])
  }

  @Test func `an insertion above moves nobody's history`() throws {
    let log = try openLog()
    try log.store([kana])
    let ids = try log.cards().map(\.id)
    for card in try log.cards() { try log.answer(card) }
    let edited = group(
      "Kana",
      [("ん", "n"), ("あ", "a"), ("い", "i; ee"), ("う", "u"), ("え", "e"), ("お", "o")])
    let match = try log.store([edited])
    #expect(match.decisions.map(\.reason) == [.samePlace])
    let cards = try log.cards()
    #expect(cards.dropFirst().map(\.id) == ids)
    #expect(!ids.contains(cards[0].id))
  }

  @Test func `what is unclear is reported and never guessed`() throws {
    let log = try openLog()
    try log.store([group("Words", [("bank", "Bank"), ("tree", "Baum")])])
    let old = try log.cards()[0]
    try log.answer(old)
    let match = try log.store([
      group("Words", [("tree", "Baum"), ("bank", "Ufer"), ("bank", "Geldinstitut")])
    ])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.map(\.known.prompt) == ["bank"])
    #expect(try log.cards().allSatisfy { $0.id != old.id })
  }

  @Test func `a group that is renamed keeps every history`() throws {
    let log = try openLog()
    try log.store([kana])
    let ids = try log.cards().map(\.id)
    for card in try log.cards() { try log.answer(card) }
    let match = try log.store([QuestionGroup(title: "Vowels", questions: kana.questions)])
    #expect(match.decisions.count == 5)
    #expect(try log.cards().map(\.id) == ids)
  }

  @Test func `groups that share questions go on under their own new titles`() throws {
    let log = try openLog()
    let shared = [("鶴", "crane"), ("鼠", "mouse"), ("蝙蝠", "bat")]
    let (animals, things) = (shared + [("犬", "dog")], shared + [("車", "car")])
    try log.store([group("Animals", animals), group("Things", things)])
    for card in try log.cards() { try log.answer(card) }
    let deck = StoredDeck(path: "/kana.json", signature: "renamed", faults: [])
    let groups = [group("Fauna", animals), group("Objects", things)]
    let renames = try log.write {
      try $0.decks.store([(deck, groups)], removed: [], at: morning)
    }.renames
    #expect(renames.map(\.old) == ["Animals", "Things"])
    #expect(renames.map(\.new) == ["Fauna", "Objects"])
  }

  @Test func `the author's identity wins over any edit`() throws {
    let log = try openLog()
    func deck(_ prompt: String) -> QuestionGroup {
      QuestionGroup(title: "Words", questions: [Question(id: "w1", prompt: prompt, answer: "x")])
    }
    try log.store([deck("one")])
    let card = try log.cards()[0]
    try log.answer(card)
    let match = try log.store([deck("something else entirely")])
    #expect(match.decisions.isEmpty)
    #expect(try log.cards()[0].id == card.id)
  }

  @Test func `two different questions with one identity in two decks are named`() throws {
    let log = try openLog()
    func deck(_ prompt: String, _ answer: String) -> QuestionGroup {
      QuestionGroup(
        title: "Words", questions: [Question(id: "1", prompt: prompt, answer: answer)])
    }
    try log.store([deck("犬", "dog")], as: "/a.json")
    try log.store([deck("犬", "dog")], as: "/copy.json")
    #expect(try log.read { try $0.decks.sharedIdentities() }.isEmpty)
    try log.store([deck("猫", "cat")], as: "/b.json")
    let shared = try log.read { try $0.decks.sharedIdentities() }
    #expect(shared.map(\.second.deck) == ["/b.json", "/b.json"])
    #expect(shared.map(\.second.prompt) == ["猫", "猫"])
  }

  @Test func `the queue holds what is due today and no more new cards than a day allows`() throws {
    let log = try openLog()
    try log.store([group("Many", (0..<50).map { ("prompt \($0)", "answer \($0)") })])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let first = try log.read { try $0.queue.entries(of: groups, newPerDay: 20, at: morning) }
    #expect(first.count == 20)
    #expect(first.map(\.deckPosition) == Array(0..<20))
    for entry in first.prefix(7) {
      let card = try #require(
        try log.read { try $0.cards.standing(of: entry.card, in: groups, at: morning) }
      ).card
      try log.answer(card, .easy)
    }
    #expect(
      try log.read { try $0.queue.entries(of: groups, newPerDay: 20, at: morning) }.count == 13)
    let tomorrow = morning.advanced(byMilliseconds: 86_400_000)
    #expect(
      try log.read { try $0.queue.entries(of: groups, newPerDay: 20, at: tomorrow) }.count {
        $0.due == nil
      } == 20)
    #expect(try log.read { try $0.queue.entries(of: groups, newPerDay: 0, at: morning) }.isEmpty)
  }

  @Test func `only the chosen groups are asked`() throws {
    let log = try openLog()
    try log.store([kana, group("Words", [("犬", "dog")])])
    let words = try log.read { try $0.decks.groups(of: ["/kana.json"]) }.filter {
      $0.title == "Words"
    }
    let entries = try log.read { try $0.queue.entries(of: words, newPerDay: 20, at: morning) }
    #expect(entries.count == 1)
    #expect(
      try log.read { try $0.cards.standing(of: entries[0].card, in: words, at: morning) }?.card
        .question.prompt == "犬")
  }

  @Test func `counts tell new, learning, due and accuracy by group`() throws {
    let log = try openLog()
    try log.store([kana])
    let cards = try log.cards()
    try log.answer(cards[0], .again)
    try log.answer(cards[1], .good)
    try log.answer(cards[2], .easy)
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let today = try log.read { try $0.groups.counts(of: groups, at: morning) }
    #expect(
      today == [
        GroupCounts(
          title: "Kana", questions: 5, cards: 5, new: 2, learning: 2, due: 0,
          score: Score(correct: 2, incorrect: 1))
      ])
    let later = morning.advanced(byMilliseconds: 86_400_000 * 60)
    #expect(try log.read { try $0.groups.counts(of: groups, at: later) }[0].due == 1)
  }

  @Test func `the next due time is the earliest to come`() throws {
    let log = try openLog()
    try log.store([group("One", [("犬", "dog")])])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    #expect(try log.read { try $0.queue.nextDue(of: groups, newPerDay: 0, at: morning) } == nil)
    let card = try log.cards()[0]
    let step = try log.answer(card, .good).schedule
    #expect(
      try log.read { try $0.queue.nextDue(of: groups, newPerDay: 20, at: morning) } == step.due)
    let days = try log.answer(card, .easy).schedule
    #expect(
      try log.read { try $0.queue.nextDue(of: groups, newPerDay: 20, at: morning) } == days.due)
  }
}
