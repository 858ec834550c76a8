import RabbleQuestions
import RabbleStorage
import Testing

/// Edits by the learner's own command: known, not guessed.
@Suite struct ReidentifyTests {
  private func text(_ group: String, _ prompt: String, _ answer: String) -> QuestionID {
    QuestionID(of: Question(prompt: prompt, answer: answer), inGroup: group)
  }

  @Test func `a question keeps its history though nothing of its text is left`() throws {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[1]
    let before = try log.answer(card).schedule
    try log.write {
      try $0.identities.reidentify(
        [(text("Kana", "い", "i"), text("Kana", "水", "water"))], at: morning)
    }
    let match = try log.store([
      group("Kana", [("あ", "a"), ("う", "u"), ("え", "e"), ("お", "o"), ("水", "water")])
    ])
    #expect(match.decisions.isEmpty && match.unclear.isEmpty)
    let cards = try log.cards()
    #expect(cards.first { $0.question.prompt == "水" }?.id == card.id)
    #expect(
      try log.read {
        try $0.cards.standing(
          of: card.id, in: $0.decks.groups(of: ["/kana.json"]), at: morning)
      }?.schedule == before)
    #expect(try log.check() == [])
  }

  @Test func `the old text is another question when it comes back`() throws {
    let log = try openLog()
    try log.store([group("Words", [("犬", "dog")])])
    let card = try log.cards()[0]
    try log.answer(card)
    try log.write {
      try $0.identities.reidentify(
        [(text("Words", "犬", "dog"), text("Words", "猫", "cat"))], at: morning)
    }
    try log.store([group("Words", [("猫", "cat"), ("犬", "dog")])])
    let cards = try log.cards()
    #expect(cards.map(\.question.prompt).sorted() == ["犬", "猫"])
    #expect(cards.first { $0.question.prompt == "猫" }?.id == card.id)
    #expect(cards.first { $0.question.prompt == "犬" }?.id != card.id)
    #expect(try log.check() == [])
  }

  @Test func `an edit that is taken back by hand finds the history again`() throws {
    let log = try openLog()
    try log.store([group("Words", [("犬", "dog")])])
    let card = try log.cards()[0]
    try log.answer(card)
    try log.write {
      try $0.identities.reidentify(
        [(text("Words", "犬", "dog"), text("Words", "猫", "cat"))], at: morning)
    }
    try log.store([group("Words", [("猫", "cat")])])
    try log.store([group("Words", [("犬", "dog")])])
    #expect(try log.cards().map(\.id) == [card.id])
    try log.store([group("Words", [("犬", "dog")])])
    #expect(try log.cards().map(\.id) == [card.id], "also when it is read once more")
    #expect(try log.check() == [])
  }

  @Test func `two questions that change places keep each its own`() throws {
    let log = try openLog()
    let (dog, cat) = (text("Words", "犬", "dog"), text("Words", "猫", "cat"))
    try log.store([group("Words", [("犬", "dog"), ("猫", "cat")])])
    let cards = try log.cards()
    for card in cards { try log.answer(card) }
    try log.write { try $0.identities.reidentify([(dog, cat), (cat, dog)], at: morning) }
    try log.store([group("Words", [("犬", "dog"), ("猫", "cat")])])
    #expect(try log.cards().map(\.id).reversed() == cards.map(\.id))
    #expect(try log.check() == [])
  }

  @Test func `an import that changed a question is undone with what it says of the texts`() throws {
    let log = try openLog()
    let (dog, hound) = (group("Words", [("犬", "dog")]), group("Words", [("犬", "hound")]))
    try log.store([dog])
    let card = try log.cards()[0]
    try log.answer(card)
    let change = DeckFileChange(path: "/kana.json", before: [1], after: [2])
    let event = try log.write { tx in
      let event = try tx.imports.record(
        "words.csv", into: change, taken: 0, updated: 1, at: morning)
      try tx.identities.reidentify(
        [(text("Words", "犬", "dog"), text("Words", "犬", "hound"))], with: event, at: morning)
      return event
    }
    try log.store([hound])
    #expect(try log.cards().map(\.id) == [card.id])
    #expect(try log.undo(event, at: morning) != nil)
    #expect(try log.store([dog]).decisions.isEmpty)
    #expect(try log.cards().map(\.id) == [card.id])
    #expect(try log.check() == [])
  }

  @Test func `it does not matter if another program has read the deck already`() throws {
    let log = try openLog()
    try log.store([group("Words", [("犬", "dog"), ("水", "water")])])
    let card = try log.cards()[0]
    try log.answer(card)
    try log.store([group("Words", [("東京", "Tokyo"), ("水", "water")])])
    #expect(try log.cards().allSatisfy { $0.id != card.id })
    try log.write {
      try $0.identities.reidentify(
        [(text("Words", "犬", "dog"), text("Words", "東京", "Tokyo"))], at: morning)
    }
    #expect(
      try log.read {
        try $0.cards.standing(
          of: card.id, in: $0.decks.groups(of: ["/kana.json"]), at: morning)
      }?.card.question.prompt
        == "東京")
    #expect(try log.check() == [])
  }

  @Test func `a text that an edit gave and that nobody answered is found again in another group`()
    throws
  {
    let log = try openLog()
    try log.store([group("Words", [("犬", "dog"), ("水", "water")])])
    let card = try log.cards()[0]
    try log.answer(card)
    try log.write {
      try $0.identities.reidentify(
        [(text("Words", "犬", "dog"), text("Words", "犬", "hound"))], at: morning)
    }
    try log.store([group("Words", [("犬", "hound"), ("水", "water")])])
    try log.store([group("Words", [("水", "water")])])
    let match = try log.store([group("Other", [("犬", "hound")])], as: "/other.json")
    #expect(match.decisions.map(\.reason) == [.sameText])
    #expect(try log.cards("/other.json").map(\.id) == [card.id])
    #expect(try log.check() == [])
  }
}
