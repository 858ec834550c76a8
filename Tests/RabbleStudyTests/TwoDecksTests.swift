import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStudy

/// Two decks that each have a group “Unit 1”, as two courses of one kind have.
struct TwoDecksTests {
  private let korean = QuestionGroup(
    title: "Unit 1",
    questions: [Question(prompt: "개", answer: "dog"), Question(prompt: "새", answer: "bird")])
  private let spanish = QuestionGroup(
    title: "Unit 1",
    questions: [Question(prompt: "perro", answer: "dog"), Question(prompt: "ave", answer: "bird")])

  private func desk() throws -> Desk { try Desk(["Korean": [korean], "Spanish": [spanish]]) }

  private func name(_ deck: String, _ title: String = "Unit 1") -> GroupName {
    GroupName(deck: deck, title: title)
  }

  @Test func `groups of one title are two in lists, choices and reports`() throws {
    var desk = try desk()
    #expect(desk.library.titles == ["Korean/Unit 1", "Spanish/Unit 1"])
    #expect(try desk.library.plan(["spanish/unit 1"]).titles == ["Spanish/Unit 1"])
    #expect(try desk.library.plan(["Korean"]).titles == ["Korean/Unit 1"])
    let error = #expect(throws: UnknownGroup.self) { try desk.library.plan(["Unit 1"]) }
    #expect(
      error?.description
        == "“Unit 1” is ambiguous: “Korean/Unit 1”, “Spanish/Unit 1”. Type the deck before the title."
    )
    try desk.answerAll()
    #expect(try desk.groupsInStats() == ["Korean/Unit 1", "Spanish/Unit 1"])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a group is called by its title alone where no other deck has that`() throws {
    var desk = try Desk(["Korean": [korean]])
    #expect(desk.library.titles == ["Unit 1"])
    try desk.answerAll()
    #expect(try desk.groupsInStats() == ["Unit 1"])
    #expect(try desk.library.plan(["Korean/Unit 1"]).titles == ["Unit 1"])
  }

  @Test func `a preset of one group leaves the group of that title in the other deck alone`() throws
  {
    var desk = try desk()
    _ = try desk.library.set(Preset(name: "slow", desiredRetention: 0.97))
    let used = try desk.library.use(preset: "slow", for: ["Korean/Unit 1"], retention: 0.95)
    #expect(used.groups == ["Korean/Unit 1"])
    try desk.answerAll()
    let book = try desk.presets()
    #expect(book.preset(forGroup: name("Korean")).desiredRetention == 0.95)
    #expect(book.preset(forGroup: name("Spanish")) == Preset())
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a limit of one group leaves the other alone, and one that means both is named`()
    throws
  {
    var desk = try desk()
    #expect(try desk.library.due(desk.library.plan()).new == 4)
    desk.library.settings.deckLimits = ["Korean/Unit 1": DeckLimit(new: 1)]
    #expect(try desk.library.due(desk.library.plan()).new == 3)
    #expect(desk.library.limitFaults == [])
    desk.library.settings.deckLimits = ["Unit 1": DeckLimit(new: 1)]
    #expect(try desk.library.due(desk.library.plan()).new == 4)
    #expect(
      desk.library.limitFaults == [
        "The config file limits “Unit 1”. “Unit 1” is ambiguous: “Korean/Unit 1”, “Spanish/Unit 1”. "
          + "Type the deck before the title."
      ])
  }

  @Test func `a rename concerns the group of one deck`() throws {
    var desk = try desk()
    _ = try desk.library.set(Preset(name: "slow", desiredRetention: 0.97))
    _ = try desk.library.use(preset: "slow", for: ["Korean/Unit 1"])
    _ = try desk.library.use(preset: "slow", for: ["Spanish/Unit 1"])
    try desk.answerAll()
    _ = try desk.library.editing().rename(group: "Korean/Unit 1", to: "Animals")
    try desk.library.refresh()
    #expect(desk.library.titles == ["Animals", "Unit 1"])
    #expect(
      try desk.presets().groups(using: "slow") == [name("Korean", "Animals"), name("Spanish")])
    #expect(try desk.groupsInStats() == ["Animals", "Unit 1"])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a deck that is moved or renamed goes on with its preset and its history`() throws {
    var desk = try desk()
    _ = try desk.library.set(Preset(name: "slow", desiredRetention: 0.97))
    _ = try desk.library.use(preset: "slow", for: ["Korean/Unit 1"])
    try desk.answerAll()
    try desk.save(["languages/Hangul": [korean], "Spanish": [spanish]])
    #expect(
      desk.messages == [
        "Deck “Korean” is now “languages/Hangul”: 1 group kept its history and preset."
      ])
    #expect(try desk.presets().groups(using: "slow") == [name("languages/Hangul")])
    #expect(
      Set(try desk.groupsInStats()) == ["languages/Hangul/Unit 1", "Spanish/Unit 1"])
    #expect(desk.library.titles == ["Spanish/Unit 1", "languages/Hangul/Unit 1"])
    #expect(try desk.library.plan(["hangul/unit 1"]).titles == ["languages/Hangul/Unit 1"])
    try desk.answerAll(again: true)
    #expect(
      Set(try desk.groupsInStats()) == ["languages/Hangul/Unit 1", "Spanish/Unit 1"])
    #expect(try desk.library.log.check() == [])
    try desk.save(["Korean": [korean], "Spanish": [spanish]])
    #expect(try desk.presets().groups(using: "slow") == [name("Korean")])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a filter finds groups by their titles, with the deck or without`() throws {
    let desk = try desk()
    func count(_ filter: String) throws -> Int {
      try desk.library.select(CardFilter(filter)).cards.count
    }
    #expect(try count("deck:\"Unit 1\"") == 4)
    #expect(try count("deck:\"Korean/Unit 1\"") == 2)
    #expect(try count("deck:\"Spanish/Unit 1\"") == 2)
    #expect(try count("deck:\"French/Unit 1\"") == 0)
  }

  @Test func `a deck is the same one on devices whose folders of decks differ`() throws {
    let shared = try TemporaryFolder()
    var desks = [try desk(), try desk()]
    _ = try desks[0].library.set(Preset(name: "slow", desiredRetention: 0.97))
    _ = try desks[0].library.use(preset: "slow", for: ["Korean/Unit 1"])
    for index in [0, 1, 0] {
      if index == 1 { try desks[1].answerAll() }
      _ = try desks[index].library.sync(with: shared.path)
    }
    for desk in desks {
      #expect(try desk.groupsInStats() == ["Korean/Unit 1", "Spanish/Unit 1"])
      #expect(try desk.presets().groups(using: "slow") == [name("Korean")])
    }
    // Both meet the same move.
    for index in desks.indices {
      try desks[index].save(["Hangul": [korean], "Spanish": [spanish]])
    }
    for index in [0, 1, 0] { _ = try desks[index].library.sync(with: shared.path) }
    for desk in desks {
      #expect(try desk.presets().groups(using: "slow") == [name("Hangul")])
      #expect(try desk.groupsInStats() == ["Hangul/Unit 1", "Spanish/Unit 1"])
      #expect(try desk.library.log.check() == [])
    }
  }

  @Test func `a deck whose file is named alone keeps the name that it had in its folder`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("mine/asia/Korean.md", "# Unit 1\n\n개 :: dog\n")
    func library(_ decks: String) throws -> Library {
      try Library(
        at: Locations(
          data: FilePath(folder.path + "/data"), state: FilePath(folder.path + "/state"),
          decks: [FilePath(decks)]),
        Surroundings(
          now: { Lesson.start }, localTime: .fixed(offset: 0),
          random: { UInt64.random(in: .min ... .max) }))
    }
    #expect(try library(path).groupNames == [name("Korean")])
    #expect(try library(folder.path + "/mine").groupNames == [name("asia/Korean")])
    #expect(try library(path).groupNames == [name("asia/Korean")])
    #expect(try library(folder.path + "/mine/asia").groupNames == [name("asia/Korean")])
  }
}
