import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// What is said when decks were edited by hand, and what becomes of the histories.
@Suite struct IdentityNewsTests {
  @Test func `every match is named once, and the history goes on`() throws {
    var desk = try Desk(["a": [group("Animals", [("犬", "dog"), ("猫", "cat"), ("鳥", "brid")])]])
    try desk.answerAll()
    try desk.save(["a": [group("Animals", [("犬", "dog (animal)"), ("猫", "cat"), ("鳥", "bird")])]])
    #expect(
      desk.messages == [
        "“犬 :: dog” is now “犬 :: dog (animal)”: history kept.",
        "“鳥 :: brid” is now “鳥 :: bird”: history kept.",
      ])
    #expect(try desk.new() == [])
    try desk.library.refresh()
    #expect(desk.messages == [])
  }

  @Test func `a history that is left without a question is named, and listed by check`() throws {
    var desk = try Desk(["a": [group("Animals", [("犬", "dog"), ("猫", "cat")])]])
    try desk.answerAll()
    try desk.save(["a": [group("Animals", [("猫", "cat")])]])
    #expect(
      desk.messages == [
        "Animals: “犬 :: dog” is in no deck now. Its history is kept, and returns with it."
      ])
    #expect(
      try desk.library.checkLog().remarks
        == ["Animals: “犬 :: dog” is in no deck; its history is kept."])
    try desk.save(["a": [group("Animals", [("猫", "cat"), ("犬", "dog")])]])
    #expect(try desk.new() == [])
    #expect(try desk.library.checkLog().remarks == [])
  }

  @Test func `check names a question by the text that it had last`() throws {
    var desk = try Desk(["a": [group("Animals", [("犬", "dog"), ("猫", "cat")])]])
    try desk.answerAll()
    try desk.save(["a": [group("Animals", [("犬", "dog (animal)"), ("猫", "cat")])]])
    try desk.save(["a": [group("Animals", [("猫", "cat")])]])
    #expect(
      try desk.library.checkLog().remarks
        == ["Animals: “犬 :: dog (animal)” is in no deck; its history is kept."])
  }

  @Test func `questions that move in two saves take their histories along`() throws {
    let (dog, cat, fox) = (("犬", "dog"), ("猫", "cat"), ("狐", "fox"))
    var desk = try Desk(["a": [group("Animals", [dog, cat, fox]), group("Pets", [])]])
    try desk.answerAll()
    // The copies first, then the originals go.
    try desk.save(["a": [group("Animals", [dog, cat, fox]), group("Pets", [dog, cat])]])
    #expect(try desk.new() == ["犬", "猫"])
    try desk.save(["a": [group("Animals", [fox]), group("Pets", [dog, cat])]])
    #expect(try desk.new() == [])
    #expect(
      desk.messages == [
        "“犬 :: dog” of “Animals” is now in “Pets”: history kept.",
        "“猫 :: cat” of “Animals” is now in “Pets”: history kept.",
      ])
    // One after the other, with nothing in between.
    try desk.save(["a": [group("Animals", [fox]), group("Pets", [])]])
    try desk.save(["a": [group("Animals", [fox]), group("Pets", []), group("Tame", [dog, cat])]])
    #expect(try desk.new() == [])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a copy under a new title goes on when the file of the original is deleted`() throws {
    let words = [("犬", "dog"), ("猫", "cat")]
    var desk = try Desk(["a": [group("Animals", words)]])
    try desk.answerAll()
    try desk.save(["a": [group("Animals", words)], "b": [group("Pets", words)]])
    #expect(try desk.new() == ["犬", "猫"])
    try desk.save(["b": [group("Pets", words)]])
    #expect(try desk.new() == [])
    #expect(desk.messages == ["“Animals” is now “Pets”: 2 questions kept their history."])
  }

  @Test func `a question that is added again with an id, and goes without one later, is the same`()
    throws
  {
    let named = Question(id: "dog", prompt: "犬", answer: "dog")
    var desk = try Desk(["a": [group("Animals", [("犬", "dog")])]])
    try desk.answerAll()
    var both = group("Animals", [("犬", "dog")])
    both.questions.append(named)
    try desk.save(["a": [both]])
    #expect(try desk.new() == ["犬"])
    try desk.save(["a": [QuestionGroup(title: "Animals", questions: [named])]])
    #expect(try desk.new() == [])
    #expect(desk.messages == ["“犬 :: dog” has a new id: history kept."])
  }

  @Test(arguments: [
    ("日曜日", "Sunday", "月曜日", "Monday"), ("お父さん", "father", "お母さん", "mother"),
    ("暑い", "hot", "熱い", "hot"), ("高い", "not expensive", "高い", "expensive"),
  ])
  func `a changed kanji or negation is asked about`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) throws {
    var desk = try Desk(["a": [group("Words", [(prompt, answer), ("水", "water")])]])
    try desk.answerAll()
    try desk.save(["a": [group("Words", [(newPrompt, newAnswer), ("水", "water")])]])
    #expect(try desk.new() == [newPrompt])
    #expect(desk.messages.count == 1)
    #expect(desk.messages.first?.contains("none of the new questions clearly replaces it") == true)
    #expect(try desk.unclear().map(\.candidates.count) == [1])
  }

  @Test func `a match that was undone is not made again, and can be redone`() throws {
    let (old, new) = (
      [group("Animals", [("犬", "dog")])], [group("Animals", [("犬", "dog (animal)")])]
    )
    var desk = try Desk(["a": old])
    try desk.answerAll()
    try desk.save(["a": new])
    let match = try #require(try desk.library.history().first)
    #expect(match.isAutomatic && match.kind == .identity)
    #expect(match.what == "“犬 :: dog” is now “犬 :: dog (animal)”")
    #expect(try desk.library.item(toUndo: .last)?.kind == .answer, "only by its number")
    _ = try desk.library.undo(match)
    #expect(try desk.new() == ["犬"])
    for deck in [old, new] {
      try desk.save(["a": deck])
      #expect(try desk.new() == (deck == old ? [] : ["犬"]))
    }
    _ = try desk.library.redo(match)
    #expect(try desk.new() == [])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `an answer to what was unclear is undone, and the question asked again`() throws {
    var desk = try Desk(["a": [group("Words", [("bank", "Bank"), ("tree", "Baum")])]])
    try desk.answerAll()
    try desk.save(["a": [group("Words", [("bank", "Ufer"), ("tree", "Baum")])]])
    for isOne in [true, false] {
      let unclear = try #require(try desk.unclear().first)
      try desk.settle(unclear, as: isOne ? unclear.candidates[0] : nil)
      #expect(try desk.unclear().isEmpty)
      #expect(try desk.new() == (isOne ? [] : ["bank"]))
      let item = try #require(try desk.library.item(toUndo: .last))
      #expect(
        item.what
          == "“bank :: \(isOne ? "Bank" : "Ufer")” is \(isOne ? "now" : "not") “bank :: "
          + "\(isOne ? "Ufer" : "Bank")”")
      _ = try desk.library.undo(item)
      #expect(try desk.new() == ["bank"])
    }
    #expect(try desk.unclear().map(\.known.answer) == ["Bank"])
  }

  @Test func `what is unclear is still asked about when its group was renamed`() throws {
    let tree = ("tree", "Baum")
    var desk = try Desk(["a": [group("Words", [("bank", "Bank"), tree])]])
    try desk.answerAll()
    try desk.save(["a": [group("Words", [("bank", "Ufer"), tree])]])
    for title in ["Nouns", "Words", "Things"] {
      try desk.save(["a": [group(title, [("bank", "Ufer"), tree])]])
      #expect(try desk.unclear().map { $0.candidates.map(\.group) } == [[title]])
    }
    try desk.settle(#require(try desk.unclear().first), as: desk.unclear()[0].candidates[0])
    #expect(try desk.new() == [])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a group that is renamed by hand keeps its preset and is one group in stats`() throws {
    let words = [("犬", "dog"), ("猫", "cat")]
    var desk = try Desk(["a": [group("Animals", words)]])
    _ = try desk.library.set(Preset(name: "slow", desiredRetention: 0.97))
    _ = try desk.library.use(preset: "slow", for: ["Animals"])
    try desk.answerAll()
    try desk.save(["b": [group("Beasts", words)]])
    #expect(desk.messages == ["“Animals” is now “Beasts”: 2 questions kept their history."])
    #expect(try desk.presets().name(forGroup: GroupName(deck: "b", title: "Beasts")) == "slow")
    try desk.answerAll(again: true)
    #expect(try desk.groupsInStats() == ["Beasts"])
    #expect(try desk.library.log.check() == [])
    // The preset is changed under the new title, and the old answers follow.
    _ = try desk.library.use(preset: "default", for: ["Beasts"])
    #expect(try desk.library.log.check() == [])
    // Another group of the old title is another group.
    try desk.save(["a": [group("Animals", [("牛", "cow")])], "b": [group("Beasts", words)]])
    try desk.answerAll()
    #expect(try desk.presets().name(forGroup: GroupName(deck: "a", title: "Animals")) == nil)
    #expect(try desk.groupsInStats() == ["Animals", "Beasts"])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a group that takes some questions of another has its preset, until that is undone`()
    throws
  {
    let animals = [("犬", "dog"), ("猫", "cat"), ("牛", "cow"), ("馬", "horse")]
    var desk = try Desk(["a": [group("Animals", animals), group("Trees", [("松", "pine")])]])
    _ = try desk.library.set(Preset(name: "slow", desiredRetention: 0.97))
    _ = try desk.library.use(preset: "slow", for: ["Animals"], retention: 0.95)
    try desk.answerAll()
    let pets = group("Pets", Array(animals.prefix(2)) + [("松", "pine")])
    try desk.save(["a": [group("Animals", Array(animals.suffix(2))), pets]])
    #expect(try desk.new() == [])
    for title in ["Animals", "Pets"] {
      #expect(try desk.presets().name(forGroup: GroupName(deck: "a", title: title)) == "slow")
      #expect(try desk.presets().retention(ofGroup: GroupName(deck: "a", title: title)) == 0.95)
    }
    #expect(try desk.library.log.check() == [])
    let assignment = try #require(
      try desk.library.history().first { $0.kind == .preset })
    _ = try desk.library.undo(assignment)
    #expect(try desk.presets().name(forGroup: GroupName(deck: "a", title: "Pets")) == nil)
    #expect(try desk.presets().name(forGroup: GroupName(deck: "a", title: "Animals")) == nil)
  }

  @Test func `a group that is renamed by command is not renamed twice`() throws {
    var desk = try Desk(["a": [group("Animals", [("犬", "dog"), ("猫", "cat")])]])
    try desk.answerAll()
    _ = try desk.library.editing().rename(group: "Animals", to: "Beasts")
    try desk.library.refresh()
    #expect(desk.messages == [])
    #expect(try desk.new() == [])
    #expect(try desk.groupsInStats() == ["Beasts"])
    let item = try #require(try desk.library.item(toUndo: .last))
    #expect(item.kind == .edit)
    _ = try desk.library.undo(item)
    try desk.library.refresh()
    #expect(try desk.new() == [])
    #expect(try desk.groupsInStats() == ["Animals"])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a group that is renamed twice before any answer is one group in stats`() throws {
    let words = [("犬", "dog"), ("猫", "cat")]
    var desk = try Desk(["a": [group("Animals", words)]])
    try desk.answerAll()
    try desk.save(["a": [group("Beasts", words)]])
    try desk.save(["a": [group("Fauna", words)]])
    #expect(desk.messages == ["“Beasts” is now “Fauna”: 2 questions kept their history."])
    #expect(try desk.new() == [])
    #expect(try desk.groupsInStats() == ["Fauna"])
  }

  @Test func `an id that is removed is not called a new one`() throws {
    let named = Question(id: "dog", prompt: "犬", answer: "dog")
    var desk = try Desk(["a": [QuestionGroup(title: "Animals", questions: [named])]])
    try desk.answerAll()
    try desk.save(["a": [group("Animals", [("犬", "dog")])]])
    #expect(try desk.new() == [])
    #expect(desk.messages == ["“犬 :: dog” no longer has its id: history kept."])
  }

  // MARK: - Edits by hand that follow an edit by command

  @Test func `a question that was edited by command and is moved by hand keeps its history`() throws
  {
    let water = ("水", "water")
    var desk = try Desk(["a": [group("Words", [("火", "fire"), water])]])
    try desk.answerAll()
    #expect(try desk.edit("火", to: "flames") == [])
    try desk.save(["a": [group("Words", [water])], "b": [group("Other", [("火", "flames")])]])
    #expect(desk.messages == ["“火 :: flames” of “Words” is now in “Other”: history kept."])
    #expect(try desk.new() == [])
    // In two steps, without an answer to the new text.
    _ = try desk.edit("火", to: "blaze")
    try desk.save(["a": [group("Words", [water])]])
    #expect(
      desk.messages.count == 1 && desk.messages[0].contains("“火 :: blaze” is in no deck now."))
    try desk.save(["a": [group("Words", [water])], "b": [group("Third", [("火", "blaze")])]])
    #expect(try desk.new() == [])
  }

  @Test func `marks of a question that was never answered follow it in two steps`() throws {
    let (fire, water) = (("火", "fire"), ("水", "water"))
    var desk = try Desk(["a": [group("Words", [fire, water])]])
    try desk.suspend("火")
    try desk.save(["a": [group("Words", [water])]])
    #expect(desk.messages.count == 1 && desk.messages[0].contains("“火 :: fire” is in no deck now."))
    #expect(try desk.suspended() == [])
    try desk.save(["a": [group("Words", [water])], "b": [group("Other", [fire, ("土", "earth")])]])
    #expect(desk.messages == ["“火 :: fire” of “Words” is now in “Other”: history kept."])
    #expect(try desk.suspended() == ["火"])
    // Where it was edited by command before, its text is known by that edit.
    _ = try desk.edit("火", to: "flames")
    try desk.save(["a": [group("Words", [water])], "b": [group("Other", [("土", "earth")])]])
    try desk.save(["a": [group("Words", [water, ("火", "flames")])]])
    #expect(try desk.suspended() == ["火"])
  }

  @Test(arguments: [
    Mark.Change.flag(true, .blue), .tag("hot", true), .note("Not 人."),
  ])
  func `a flag, tag or note of a question that was never answered follows it in two steps`(
    _ change: Mark.Change
  ) throws {
    let (fire, water) = (("火", "fire"), ("水", "water"))
    var desk = try Desk(["a": [group("Words", [fire, water])]])
    let nothing = CardMarks()
    try desk.put(change, on: "火")
    let marked = try #require(try desk.marks()["火"])
    #expect(marked != nothing)
    try desk.save(["a": [group("Words", [water])]])
    #expect(desk.messages.count == 1 && desk.messages[0].contains("“火 :: fire” is in no deck now."))
    #expect(try desk.marks() == ["水": nothing])
    try desk.save(["a": [group("Words", [water])], "b": [group("Other", [fire, ("土", "earth")])]])
    #expect(desk.messages == ["“火 :: fire” of “Words” is now in “Other”: history kept."])
    #expect(try desk.marks() == ["水": nothing, "火": marked, "土": nothing])
    // Where it was edited by command before, its text is known by that edit.
    _ = try desk.edit("火", to: "flames")
    try desk.save(["a": [group("Words", [water])], "b": [group("Other", [("土", "earth")])]])
    try desk.save(["a": [group("Words", [water, ("火", "flames")])]])
    #expect(try desk.marks() == ["水": nothing, "火": marked])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a question that was edited by command and then by hand is asked about`() throws {
    let water = ("水", "water")
    var desk = try Desk(["a": [group("Words", [("火", "fire"), water])]])
    try desk.answerAll()
    _ = try desk.edit("火", to: "flames")
    try desk.save(["a": [group("Words", [("炎", "flames"), water])]])
    let unclear = try desk.unclear()
    #expect(unclear.map(\.known.answer) == ["flames"])
    #expect(unclear.first?.candidates.map(\.prompt) == ["炎"])
  }

  @Test func `what was edited by command and is removed by hand is named as it read`() throws {
    var desk = try Desk(["a": [group("Words", [("火", "fire"), ("水", "water")])]])
    try desk.answerAll()
    _ = try desk.edit("火", to: "flames")
    try desk.save(["a": [group("Words", [("水", "water")])]])
    #expect(
      desk.messages == [
        "Words: “火 :: flames” is in no deck now. Its history is kept, and returns with it."
      ])
  }

  @Test func `a group that was there before is not the new title of one that was deleted`() throws {
    let (dog, cat) = (("犬", "dog"), ("猫", "cat"))
    let animals = group("Animals", [dog, cat, ("鳥", "bird")])
    var desk = try Desk(["a": [animals], "b": [group("Words", [dog, cat, ("魚", "fish")])]])
    _ = try desk.library.set(Preset(name: "slow", desiredRetention: 0.97))
    _ = try desk.library.use(preset: "slow", for: ["Words"])
    try desk.answerAll()
    try desk.save(["a": [animals]])
    #expect(try desk.presets().name(forGroup: GroupName(deck: "a", title: "Animals")) == nil)
    #expect(!desk.messages.contains { $0.contains("“Words” is now") })
    #expect(Set(try desk.groupsInStats()) == ["Animals", "Words"])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `a deck that is undone leaves nothing to another deck, and is redone whole`()
    throws
  {
    let (dog, cat) = (("犬", "dog"), ("猫", "cat"))
    var desk = try Desk(["a": [group("Animals", [dog, cat])]])
    let words = [dog, cat, ("鳥", "bird"), ("魚", "fish")]
    _ = try desk.library.editing().create(group("Words", words))
    try desk.library.refresh()
    try desk.answerAllDirections(of: "Words")
    #expect(try desk.new() == ["犬", "猫"])
    let creation = try #require(try desk.library.history().first { $0.kind == .edit })
    _ = try desk.library.undo(creation)
    try desk.library.refresh()
    #expect(try desk.new() == ["犬", "猫"])
    #expect(try desk.library.history().allSatisfy { !$0.isAutomatic })
    let undone = try #require(try desk.library.itemToRedo())
    _ = try desk.library.redo(undone)
    try desk.library.refresh()
    #expect(try desk.new() == ["犬", "猫"])
    #expect(try desk.library.log.check() == [])
  }

  @Test func `what was edited by hand before an undo is no part of it`() throws {
    let words = [("犬", "dog"), ("猫", "cat")]
    var desk = try Desk(["a": [group("Animals", words)]])
    _ = try desk.library.set(Preset(name: "slow", desiredRetention: 0.97))
    _ = try desk.library.use(preset: "slow", for: ["Animals"])
    try desk.answerAll()
    _ = try desk.library.editing().create(group("Trees", [("松", "pine")]))
    try desk.library.refresh()
    try desk.write(["a": [group("Beasts", words)]])
    let creation = try #require(try desk.library.history().first { $0.kind == .edit })
    let undone = try #require(try desk.library.undo(creation))
    #expect(undone.news == ["“Animals” is now “Beasts”: 2 questions kept their history."])
    #expect(try desk.presets().name(forGroup: GroupName(deck: "a", title: "Beasts")) == "slow")
  }

  @Test func `texts that only other code points write have no new id, and are counted`() throws {
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    var desk = try Desk(["a": [group("Words", [(composed, "coffee house")])]])
    try desk.answerAll()
    try desk.save(["a": [group("Words", [(decomposed, "coffee house")])]])
    #expect(
      desk.messages == [
        "“café :: coffee house” is written with other code points now: history kept."
      ])
    #expect(try desk.new() == [])
    let pair = [(composed, "coffee house"), ("th\u{e9}", "tea")]
    desk = try Desk(["a": [group("Words", pair)]])
    try desk.answerAll()
    try desk.save(
      ["a": [group("Words", pair.map { ($0.0.decomposedStringWithCanonicalMapping, $0.1) })]])
    #expect(
      desk.messages == ["2 questions are written with other code points now: history kept."])
  }

  @Test func `decks whose names differ only in their normal form are told apart`() throws {
    let (composed, decomposed) = ("decks/caf\u{e9}.json", "decks/cafe\u{301}.json")
    let folder = try TemporaryFolder()
    let animals = group("Animals", [("犬", "dog"), ("猫", "cat")])
    try folder.write(composed, DeckJSON.text(of: [animals]))
    var library = try Library(
      at: .folder(FilePath(folder.path)),
      Surroundings(
        now: { Lesson.start }, localTime: .fixed(offset: 9 * 3600),
        random: { UInt64.random(in: .min ... .max) }))
    // Renamed, as a file syncer does.
    #expect(rename(folder.path + "/" + composed, folder.path + "/" + decomposed) == 0)
    try library.refresh()
    #expect(library.groups.map(\.title) == ["Animals"])
    #expect(
      library.groups.allSatisfy {
        $0.deck.utf8.elementsEqual((folder.path + "/" + decomposed).utf8)
      })
    // Both at once.
    try folder.write(composed, DeckJSON.text(of: [group("Trees", [("松", "pine")])]))
    try library.refresh()
    #expect(Set(library.groups.map(\.title)) == ["Animals", "Trees"])
    // One of the twins is replaced.
    try folder.write(composed, DeckJSON.text(of: [group("Trees", [("杉", "cedar")])]))
    try library.refresh()
    let prompts = try library.log.read { try $0.decks.questions(of: library.groups) }.map(
      \.question.prompt)
    #expect(Set(prompts) == ["犬", "猫", "杉"] && prompts.count == 3)
    #expect(unlink(folder.path + "/" + composed) == 0)
    try library.refresh()
    #expect(library.groups.map(\.title) == ["Animals"])
    #expect(try library.log.check() == [])
  }

  @Test func `a deck whose folder gets another normal form keeps its histories and can be undone`()
    throws
  {
    let (composed, decomposed) = ("decks/caf\u{e9}", "decks/cafe\u{301}")
    let folder = try TemporaryFolder()
    try folder.write(
      decomposed + "/a.json", DeckJSON.text(of: [group("Animals", [("犬", "dog"), ("猫", "cat")])]))
    var library = try Library(
      at: .folder(FilePath(folder.path)),
      Surroundings(
        now: { Lesson.start }, localTime: .fixed(offset: 9 * 3600),
        random: { UInt64.random(in: .min ... .max) }))
    let editing = try library.editing()
    _ = try editing.replace(editing.lookup().question("犬", .init()), copying: false) {
      var question = $0
      question.answer = "hound"
      return question
    }
    try library.refresh()
    func cards() throws -> [CardID] {
      try library.log.read { try $0.decks.questions(of: library.groups) }.map {
        CardID(question: $0.id)
      }
    }
    let before = try cards()
    #expect(rename(folder.path + "/" + decomposed, folder.path + "/" + composed) == 0)
    try library.refresh()
    #expect(library.messages == [])
    #expect(try cards() == before && before.count == 2)
    #expect(
      library.groups.allSatisfy {
        $0.deck.utf8.elementsEqual((folder.path + "/" + composed + "/a.json").utf8)
      })
    // What was edited under the other form is undone under this one.
    #expect(try library.undo() != nil)
    let text = try String(contentsOfFile: folder.path + "/" + composed + "/a.json", encoding: .utf8)
    #expect(text.contains("dog") && !text.contains("hound"))
    #expect(try library.log.check() == [])
  }

  @Test func `of a long question the part that changed is shown`() throws {
    let start = "a sentence that is much too long to be repeated as a whole and ends in "
    var desk = try Desk(["a": [group("Words", [(start + "recieve", "letter")])]])
    try desk.answerAll()
    try desk.save(["a": [group("Words", [(start + "receive", "letter")])]])
    let message = try #require(desk.messages.first)
    #expect(message.hasPrefix("“…") && message.contains("recieve :: letter” is now “…"))
    #expect(message.contains("receive :: letter”: history kept."))
  }

  @Test func `what was only marked as known is not asked about once that is undone`() throws {
    var desk = try Desk(["a": [group("Words", [("bank", "Bank"), ("tree", "Baum")])]])
    _ = try desk.library.takeAsKnown([desk.card("bank")])
    try desk.save(["a": [group("Words", [("bank", "Ufer"), ("tree", "Baum")])]])
    #expect(try desk.unclear().count == 1)
    let mark = try #require(try desk.library.item(toUndo: .last))
    _ = try desk.library.undo(mark)
    #expect(try desk.unclear().isEmpty)
    #expect(try desk.library.checkLog().remarks == [])
  }

  @Test func `check names both sides of what was removed`() throws {
    var desk = try Desk(["a": [group("Words", [("bank", "Bank"), ("tree", "Baum")])]])
    try desk.answerAll()
    try desk.save(["a": [group("Words", [("bank", "Ufer"), ("tree", "Baum")])]])
    #expect(
      try desk.library.checkLog().remarks == [
        "“bank :: Bank” was removed from “Words” and might be “bank → Ufer”; `rabble study` asks in "
          + "a terminal."
      ])
  }

  private func group(_ title: String, _ pairs: [(String, String)]) -> QuestionGroup {
    QuestionGroup(
      title: title, questions: pairs.map { Question(prompt: $0.0, answer: $0.1) })
  }
}

/// Deck files in a folder, as an author saves them.
struct Desk {
  var library: Library
  private let folder: TemporaryFolder
  private var names: Set<String> = []

  var messages: [String] { library.messages }

  init(_ files: [String: [QuestionGroup]]) throws {
    folder = try TemporaryFolder()
    library = try Library(
      at: .folder(FilePath(folder.path)),
      Surroundings(
        now: { Lesson.start }, localTime: .fixed(offset: 9 * 3600),
        random: { UInt64.random(in: .min ... .max) }))
    try save(files)
  }

  /// Saves these files in place of all others, and reads them.
  mutating func save(_ files: [String: [QuestionGroup]]) throws {
    try write(files)
    try library.refresh()
  }

  /// Saves these files in place of all others that it saved, and does not read them.
  mutating func write(_ files: [String: [QuestionGroup]]) throws {
    for name in names.subtracting(files.keys) {
      try FileManager.default.removeItem(atPath: folder.path + "/decks/\(name).json")
    }
    names = Set(files.keys)
    for (name, groups) in files {
      try folder.write("decks/\(name).json", DeckJSON.text(of: groups))
    }
  }

  /// Edits a question as a command does, which has no library.
  ///
  /// - Returns: what it says besides.
  func edit(_ prompt: String, to answer: String) throws -> [String] {
    let lines = Mutex<[String]>([])
    let editing = try DeckEditing(
      at: .folder(FilePath(folder.path)), library.surroundings,
      tell: { line in lines.withLock { $0.append(line) } })
    _ = try editing.replace(editing.lookup().question(prompt, .init()), copying: false) {
      var question = $0
      question.answer = answer
      return question
    }
    return lines.withLock { $0 }
  }

  func questions() throws -> [StoredQuestion] {
    try library.log.read { try $0.decks.questions(of: library.groups) }
  }

  /// Answers a card rightly.
  func answer(_ id: CardID, of question: Question, in group: GroupName) throws {
    let card = Card(id: id, question: question, group: group, position: 0)
    let review = Review(
      card: id, grade: .good, moment: Lesson.start, typed: typed(id, question), verdict: "correct",
      hintUsed: false, duration: 1500)
    _ = try library.log.write { try $0.reviews.record(review, of: card) }
  }

  /// What belongs in a blank, as it is typed; anything for other cards.
  private func typed(_ card: CardID, _ question: Question) -> String {
    guard case .cloze(let key) = card.direction else { return "typed" }
    return question.clozeText?.answers(to: key).first ?? "typed"
  }

  private func isNew(_ question: StoredQuestion) throws -> Bool {
    try library.log.read {
      try $0.schedules.progress(of: CardID(question: question.id)) == nil
    }
  }

  /// The prompts of the questions without a history.
  func new() throws -> [String] { try questions().filter(isNew).map(\.question.prompt) }

  /// Suspends the question of a prompt.
  func suspend(_ prompt: String) throws {
    for question in try questions() where question.question.prompt == prompt {
      _ = try library.log.write {
        try $0.suspensions.suspend(CardID(question: question.id), .suspended, at: Lesson.start)
      }
    }
  }

  /// The card in recognition of the question of a prompt.
  func card(_ prompt: String) throws -> CardID {
    CardID(question: try #require(try questions().first { $0.question.prompt == prompt }).id)
  }

  /// Puts something on the question of a prompt.
  func put(_ change: Mark.Change, on prompt: String) throws {
    let cards = try questions().filter { $0.question.prompt == prompt }.map {
      CardID(question: $0.id)
    }
    _ = try library.log.write { try $0.marks.put(change, on: cards, at: Lesson.start) }
  }

  /// What is on the questions in the decks, by their prompts.
  func marks() throws -> [String: CardMarks] {
    let marks = try questions().map { question in
      try library.log.read {
        (question.question.prompt, try $0.marks.marks(of: CardID(question: question.id)))
      }
    }
    return Dictionary(marks) { first, _ in first }
  }

  /// The prompts of the questions in the decks that are suspended.
  func suspended() throws -> [String] {
    try questions().filter { question in
      try library.log.read { try $0.suspensions.state(of: CardID(question: question.id)) }
        == .suspended
    }.map(\.question.prompt)
  }

  func unclear() throws -> [UnclearIdentity] {
    try library.log.read { try $0.identities.unclear() }
  }

  func settle(_ unclear: UnclearIdentity, as candidate: IdentityEntry?) throws {
    try library.log.write { try $0.identities.settle(unclear, as: candidate, at: Lesson.start) }
  }

  func presets() throws -> PresetBook { try library.log.read { try $0.presets.book() } }

  func groupsInStats() throws -> [String] {
    let table = try library.report("answers", by: "group").tables[0]
    let answers = table.index(of: "answers") ?? 0
    return table.rows.filter { $0.values[answers] != .count(0) }.compactMap { row in
      if case .text(let title) = row.values[0] { title } else { nil }
    }.sorted()
  }

  /// The directions of the cards without a history, in the order of the decks.
  func newCards() throws -> [Direction] {
    try questions().flatMap { question in
      try question.directions.filter { direction in
        try library.log.read {
          try $0.schedules.progress(of: CardID(question: question.id, direction: direction)) == nil
        }
      }
    }
  }

  /// The right answers to each card of the question with a prompt.
  func answers(to prompt: String) throws -> [[String]] {
    try questions().filter { $0.question.prompt == prompt }.flatMap { found in
      found.directions.map { direction in
        guard case .cloze(let key) = direction else { return [found.question.answer] }
        return found.question.clozeText?.answers(to: key) ?? []
      }
    }
  }

  /// Answers all cards that are new, or those of one group, in each of their directions; or has the answers shown.
  func answerAllDirections(of title: String? = nil, reveals: Bool = false) throws {
    for (position, question) in try questions().enumerated()
    where title == nil || question.group.title == title {
      for direction in question.directions {
        let id = CardID(question: question.id, direction: direction)
        if try library.log.read({ try $0.schedules.progress(of: id) }) != nil { continue }
        let card = Card(
          id: id, question: question.question, group: question.group.name, position: position)
        let review = Review(
          card: id, grade: .good, moment: Lesson.start,
          typed: reveals ? nil : typed(id, question.question),
          verdict: reveals ? nil : "correct", hintUsed: false, duration: 1500)
        _ = try library.log.write { try $0.reviews.record(review, of: card) }
      }
    }
  }

  /// Answers all cards that are new, or all there are.
  mutating func answerAll(again: Bool = false) throws {
    for (position, question) in try questions().enumerated() where try again || isNew(question) {
      let card = Card(
        id: CardID(question: question.id), question: question.question,
        group: question.group.name, position: position)
      let review = Review(
        card: card.id, grade: .good, moment: Lesson.start, typed: "typed", verdict: "correct",
        hintUsed: false, duration: 1500)
      _ = try library.log.write { try $0.reviews.record(review, of: card) }
    }
  }
}
