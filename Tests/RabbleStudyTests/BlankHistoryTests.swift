import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// What becomes of the cards of blanks when their sentences are edited.
@Suite struct BlankHistoryTests {
  private func group(_ clozes: String..., id: String? = nil) throws -> QuestionGroup {
    QuestionGroup(title: "G", questions: try clozes.map { try question($0, id: id) })
  }

  private func question(_ cloze: String, id: String? = nil) throws -> Question {
    let text = try ClozeText(cloze)
    return Question(id: id, prompt: text.opened, answer: text.filled, cloze: cloze)
  }

  @Test(arguments: [nil, "letter"])
  func `a corrected typo in a blank keeps its history`(id: String?) throws {
    var desk = try Desk(["a": [group("You {{recieve}} a {{letter}} today.", id: id)]])
    try desk.answerAllDirections()
    let prompt = "You ＿＿ a ＿＿ today."
    for _ in 0..<2 {
      try desk.save(["a": [group("You {{receive}} a {{letter}} today.", id: id)]])
      #expect(try desk.newCards() == [])
      #expect(try desk.answers(to: prompt) == [["receive"], ["letter"]])
      #expect(try desk.library.checkLog().findings == [])
      #expect(try desk.library.checkLog().remarks == [])
      // With another question beside it, the file is read again.
      try desk.save(
        [
          "a": [
            QuestionGroup(
              title: "G",
              questions: [
                try question("You {{receive}} a {{letter}} today.", id: id),
                try question("I {{go}}."),
              ])
          ]
        ])
      #expect(try desk.newCards() == [.cloze("go")])
      #expect(try desk.answers(to: prompt) == [["receive"], ["letter"]])
      // And back, as a checkout would.
      try desk.save(["a": [group("You {{recieve}} a {{letter}} today.", id: id)]])
      #expect(try desk.newCards() == [])
      #expect(try desk.answers(to: prompt) == [["recieve"], ["letter"]])
    }
    #expect(try desk.library.checkLog().findings == [])
  }

  @Test func `a sentence with one blank is read and answered on under its old name`() throws {
    var desk = try Desk(["a": [group("You {{recieve}} it.")]])
    try desk.answerAllDirections()
    try desk.save(["a": [group("You {{receive}} it.")]])
    #expect(
      desk.messages == [
        "“You ＿＿ it. :: You recieve it.” is now “You ＿＿ it. :: You receive it.”: history kept."
      ])
    #expect(try desk.newCards() == [])
    // A third spelling is one of the first.
    try desk.save(["a": [group("You {{recieved}} it.")]])
    #expect(try desk.newCards() == [])
    #expect(try desk.answers(to: "You ＿＿ it.") == [["recieved"]])
    #expect(try desk.library.checkLog().findings == [])
  }

  @Test func `a blank with another word is a new card, and costs those beside it nothing`() throws {
    var desk = try Desk(["a": [group("The {{kitten}} {{sleeps}} here.", "I see a {{river}}.")]])
    try desk.answerAllDirections()
    try desk.save(["a": [group("The {{elephant}} {{sleeps}} here.", "I see a {{mountain}}.")]])
    #expect(try desk.newCards() == [.cloze("elephant"), .cloze("mountain")])
    #expect(try desk.unclear() == [])
    #expect(desk.messages.count { $0.hasPrefix("G: the blank “kitten” is no longer in “") } == 1)
    #expect(desk.messages.count { $0.hasPrefix("G: the blank “river” is no longer in “") } == 1)
    try desk.save(["a": [group("The {{kitten}} {{sleeps}} here.", "I see a {{river}}.")]])
    #expect(try desk.newCards() == [])
    // Of two such sentences neither is clearly the one that went.
    try desk.save(["a": [group("I see a {{river}}.", "I see a {{tree}}.")]])
    try desk.save(["a": [group("I see a {{stone}}.", "I see a {{tree}}.")]])
    #expect(try desk.newCards() == [.cloze("stone"), .cloze("tree")])
    #expect(try desk.library.checkLog().findings == [])
  }

  @Test(arguments: [nil, "letter"])
  func `blanks whose numbers go keep their histories, by what was typed in them`(id: String?) throws
  {
    let numbered = "You {{c2::recieve}} a {{c1::letter::paper}} today."
    var desk = try Desk(["a": [group(numbered, id: id)]])
    try desk.answerAllDirections()
    try desk.save(["a": [group("You {{receive}} a {{letter}} today.", id: id)]])
    #expect(try desk.newCards() == [])
    #expect(try desk.answers(to: "You ＿＿ a ＿＿ today.") == [["receive"], ["letter"]])
    #expect(try desk.questions().map(\.directions) == [[.cloze("c2"), .cloze("c1")]])
    #expect(!desk.messages.contains { $0.contains("no longer in") })
    #expect(try desk.library.checkLog(rebuilds: true).remarks == [])
    #expect(try desk.library.checkLog().findings == [])
    // What nobody has answered has no history to keep, and another word is another card.
    try desk.save(["a": [group("You {{receive}} a {{parcel}} today.", id: id)]])
    #expect(try desk.newCards() == [.cloze("parcel")])
    try desk.save(["a": [group(numbered, id: id)]])
    #expect(try desk.newCards() == [])
    #expect(try desk.library.checkLog().findings == [])
  }

  @Test func `the only blank of a sentence keeps its history without its number, though shown`()
    throws
  {
    var desk = try Desk([
      "a": [group("You {{c1::receive}} it.", "A {{c1::cat}} and a {{c2::dog}}.")]
    ])
    try desk.answerAllDirections(reveals: true)
    try desk.save(["a": [group("You {{receive}} it.", "A {{cat}} and a {{dog}}.")]])
    // Which of two was which nobody has typed.
    #expect(try desk.newCards() == [.cloze("cat"), .cloze("dog")])
    #expect(desk.messages.count { $0.contains("no longer in") } == 2)
    #expect(try desk.answers(to: "You ＿＿ it.") == [["receive"]])
    #expect(try desk.library.checkLog().findings == [])
  }

  @Test func `a match that is undone takes the blanks along`() throws {
    var desk = try Desk(["a": [group("You {{recieve}} it.")]])
    try desk.answerAllDirections()
    try desk.save(["a": [group("You {{receive}} it.")]])
    let match = try #require(try desk.library.history().first { $0.kind == .identity })
    _ = try desk.library.undo(match)
    #expect(try desk.newCards() == [.cloze("receive")])
    #expect(try desk.library.checkLog().findings == [])
    _ = try desk.library.redo(match)
    #expect(try desk.newCards() == [])
    #expect(try desk.answers(to: "You ＿＿ it.") == [["receive"]])
    #expect(try desk.library.checkLog().findings == [])
  }

  @Test(arguments: [nil, "student"])
  func `a blank that is another card now is named, listed by check, and returns`(id: String?)
    throws
  {
    var desk = try Desk(["a": [group("私{{わ}}学生{{です}}。", id: id)]])
    try desk.answerAllDirections()
    try desk.save(["a": [group("私{{は}}学生{{です}}。", id: id)]])
    #expect(try desk.newCards() == [.cloze("は")])
    let sentence = "“私＿＿学生＿＿。 :: 私は学生です。”"
    #expect(
      desk.messages.last
        == "G: the blank “わ” is no longer in \(sentence). Its history is kept, and returns with it."
    )
    #expect(!desk.messages.contains { $0.hasSuffix("history kept.") })
    #expect(
      try desk.library.checkLog().remarks
        == ["G: the blank “わ” is no longer in \(sentence); its history is kept."])
    try desk.library.refresh()
    #expect(desk.messages == [])
    try desk.save(["a": [group("私{{わ}}学生{{です}}。", id: id)]])
    #expect(try desk.newCards() == [])
    #expect(try desk.library.checkLog().remarks == [])
    #expect(try desk.library.checkLog().findings == [])
  }

  @Test func `a blank that is corrected by command keeps its history, also when that is undone`()
    throws
  {
    var desk = try Desk(["a": [group("You {{recieve}} it.")]])
    try desk.answerAllDirections()
    let editing = try desk.library.editing()
    let new = try question("You {{receive}} it.")
    _ = try editing.replace(editing.lookup().question("You ＿＿ it.", .init()), copying: false) { _ in
      new
    }
    try desk.library.refresh()
    #expect(try desk.newCards() == [])
    #expect(try desk.answers(to: "You ＿＿ it.") == [["receive"]])
    let edit = try #require(try desk.library.item(toUndo: .last))
    _ = try desk.library.undo(edit)
    try desk.library.refresh()
    #expect(try desk.newCards() == [])
    #expect(try desk.answers(to: "You ＿＿ it.") == [["recieve"]])
    #expect(try desk.library.checkLog().findings == [])
  }
}
