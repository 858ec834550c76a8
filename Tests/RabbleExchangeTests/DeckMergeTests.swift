import RabbleDecks
import RabbleQuestions
import Testing

@testable import RabbleExchange

/// What an import makes of a deck that is there.
struct DeckMergeTests {
  private static let deck = """
    [
      {
        "title": "Pets", "mood": "fine",
        "questions": [
          { "id": "dog", "prompt": "犬", "answer": "dog", "note": "mine", "x": [1, 2],
            "silence": {"RW1": "so"} },
          {"prompt": "猫", "answer": "cat"},
          {"prompt": "橋", "answer": "bridge"},
          {"prompt": "橋", "answer": "Hashi"}
        ]
      },
      {"title": "Other", "questions": [ ]}
    ]

    """

  private func merge(
    _ csv: String, into text: String? = deck, path: String = "pets.json", group: String? = "Pets",
    _ duplicates: DuplicatePolicy
  ) throws -> (merge: DeckMerge, text: String, deck: DeckFile) {
    let file = try ImportFile(Array(csv.utf8), name: "x.csv")
    let source = DeckLoader().parseSource(Array((text ?? "").utf8), path: path)
    let merge = DeckMerge(
      file.content(file.mapping), into: source, group: group, duplicates: duplicates)
    let changed = try source.applying(merge.changes)
    return (merge, String(decoding: changed.bytes, as: UTF8.self), changed.file)
  }

  @Test func `what a deck's groups have beside their questions is told when it is left`() throws {
    let json = try ImportFile(
      Array(Self.deck.utf8), name: "pets.json")
    #expect(
      json.content(json.mapping).notices.contains(
        ImportNotice(line: 3, kind: .foreign(key: "mood"))))
    let markdown = try ImportFile(
      Array("## Pets\nx-mood: \"fine\"\n\n犬 :: dog\n  x-weight: 3\n".utf8), name: "pets.md")
    #expect(
      markdown.content(markdown.mapping).notices.map { $0.reason(countedBy: "line") } == [
        "“x-mood” is not imported", "“x-weight” is not imported",
      ])
  }

  private static let csv = "prompt,answer,hint\n犬,dog,wuff\n猫,kitty,\n鳥,bird,\n"

  @Test func `duplicates are skipped, each with the reason`() throws {
    let (merge, _, deck) = try merge(Self.csv, .skip)
    #expect(merge.addedCount == 1)
    #expect(
      merge.notices == [
        ImportNotice(line: 2, kind: .known(prompt: "犬")),
        ImportNotice(line: 3, kind: .otherAnswer(prompt: "猫", answer: "cat")),
      ])
    #expect(deck.groups[0].questions.map(\.answer) == ["dog", "cat", "bridge", "Hashi", "bird"])
  }

  @Test func `duplicates are updated, and keep what the import does not speak of`() throws {
    let (merge, text, deck) = try merge(Self.csv, .update)
    #expect(merge.addedCount == 1 && merge.updatedCount == 2)
    #expect(
      deck.groups[0].questions.prefix(2) == [
        Question(id: "dog", prompt: "犬", hint: "wuff", answer: "dog", note: "mine"),
        Question(prompt: "猫", answer: "kitty"),
      ])
    #expect(text.contains("\"x\": [1, 2]"))
    #expect(text.contains("\"silence\": {\"RW1\": \"so\"}"))
    #expect(text.contains("\"mood\": \"fine\""))
    #expect(try self.merge(Self.csv, into: text, .update).merge.unchangedCount == 3)
  }

  @Test func `duplicates are added besides, each a question of its own`() throws {
    let (merge, text, deck) = try merge(Self.csv, .add)
    #expect(merge.addedCount == 3)
    #expect(deck.faults.map(\.kind) == [.noQuestions])
    #expect(deck.groups[0].questions.count == 7)
    #expect(deck.groups[0].questions[4] == Question(prompt: "犬", hint: "wuff", answer: "dog"))
    #expect(deck.groups[0].questions[5] == Question(prompt: "猫", answer: "kitty"))
    #expect(text.hasPrefix(String(Self.deck.prefix { $0 != "H" })))
  }

  @Test func `what is added besides under the same text gets an id, to be told apart`() throws {
    let (_, text, deck) = try merge("prompt,answer\n猫,cat\n", .add)
    let added = try #require(deck.groups[0].questions.last)
    #expect(added.answer == "cat" && added.id?.hasSuffix("-2") == true)
    let again = try merge("prompt,answer\n猫,cat\n", into: text, .add).deck
    #expect(again.groups[0].questions.last?.id?.hasSuffix("-3") == true)
  }

  @Test func `of several with one prompt none is taken for another`() throws {
    let (merge, _, deck) = try merge("prompt,answer\n橋,bridge\n橋,Brücke\n", .update)
    #expect(merge.unchangedCount == 1 && merge.addedCount == 1)
    #expect(deck.groups[0].questions.map(\.answer).suffix(3) == ["bridge", "Hashi", "Brücke"])
  }

  @Test func `an id finds its question under any text`() throws {
    let (merge, _, deck) = try merge("id,prompt,answer\ndog,ワンちゃん,doggy\n", .update)
    #expect(merge.updatedCount == 1)
    #expect(
      deck.groups[0].questions[0]
        == Question(id: "dog", prompt: "ワンちゃん", answer: "doggy", note: "mine"))
  }

  @Test func `Anki's way back finds a question that has no id`() throws {
    let source = DeckLoader().parse(Array(Self.deck.utf8), path: "pets.json")
    let anki = try #require(DeckExport(source.groups, as: .anki)).text
      .replacing("\tcat\t", with: "\tpussycat\t")
    let file = try ImportFile(Array(anki.utf8), name: "x.txt")
    let pets = DeckLoader().parseSource(Array(Self.deck.utf8), path: "pets.json")
    let merge = DeckMerge(file.content(file.mapping), into: pets, duplicates: .update)
    #expect(merge.updatedCount == 1 && merge.unchangedCount == 3 && merge.addedCount == 0)
    let deck = try pets.applying(merge.changes).file
    #expect(deck.groups[0].questions[1] == Question(prompt: "猫", answer: "pussycat"))
  }

  @Test(arguments: [
    "{\"title\": \"Pets\", \"questions\": [{\"prompt\": \"犬\", \"answer\": \"dog\"}]}",
    "[{\"title\": \"Pets\", \"questions\": [{\"prompt\": \"犬\", \"answer\": \"dog\"}]}]",
    "[{\"title\":\"Pets\",\"questions\":[]}]", "[]", " ",
  ])
  func `new groups and questions come into files of any layout`(text: String) throws {
    let csv = "group,prompt,answer\nPets,猫,cat\nBirds,鷹,hawk\nBirds,鳩,dove\n"
    let (_, _, deck) = try merge(csv, into: text, group: nil, .skip)
    #expect(deck.faults.isEmpty)
    #expect(deck.groups.map(\.title) == ["Pets", "Birds"])
    #expect(deck.groups[0].questions.last?.answer == "cat")
    #expect(deck.groups[1].questions.map(\.answer) == ["hawk", "dove"])
  }

  @Test func `a deck in Markdown takes them too`() throws {
    let text = """
      # My pets

      ## Pets

      犬 [いぬ] :: dog
        silence: RW204 it is so
      猫 :: cat

      ## Other

      鳥 :: bird

      """
    let csv = "group,prompt,answer,note\nPets,犬,hound,good\nPets,魚,fish,\nNew,鷹,hawk,\n"
    let (merge, changed, deck) = try merge(csv, into: text, path: "pets.md", group: nil, .update)
    #expect(merge.updatedCount == 1 && merge.addedCount == 2)
    #expect(deck.faults.isEmpty)
    #expect(
      deck.groups.map { $0.questions.map(\.answer) } == [
        ["hound", "cat", "fish"], ["bird"], ["hawk"],
      ])
    #expect(changed.contains("silence: RW204 it is so"))
    #expect(changed.hasPrefix("# My pets\n\n## Pets\n"))
  }

  @Test func `a deck that can't be read is left alone`() throws {
    #expect(throws: DeckChangeError.self) {
      try merge("prompt,answer\na,b\n", into: "[{\"title\": ", group: nil, .skip)
    }
  }

  @Test func `what a deck has besides comes along into a new one`() throws {
    let file = try ImportFile(Array(Self.deck.utf8), name: "pets.json")
    let new = DeckLoader().parseSource([], path: "y.json")
    let merge = DeckMerge(file.content(file.mapping), into: new, duplicates: .skip)
    let text = String(decoding: try new.applying(merge.changes).bytes, as: UTF8.self)
    #expect(text.contains("\"x\": [1, 2]"))
    #expect(text.contains("\"silence\": {\"RW1\": \"so\"}"))
  }
}
