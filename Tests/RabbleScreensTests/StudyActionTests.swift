import RabbleScreens
import Testing

@Suite struct StudyActionTests {
  @Test(arguments: ["", "a", "か", " a ", "a:b", "1", ";hint"])
  func `a line without a colon in front is an answer as it was typed`(line: String) {
    #expect(StudyAction(line: line) == .submit(line))
  }

  @Test(
    arguments: [
      (":more 10", 10, nil), (":more １０", 10, nil), (":undo 3", 3, nil), (":redo two", nil, "two"),
      (":more abc", nil, "abc"), (":undo 1.5", nil, "1.5"), (":undo", nil, nil),
      (":more 99999999999999999999", nil, "99999999999999999999"),
    ] as [(String, Int?, String?)])
  func `a command that takes a number has it, or the text that is none`(
    line: String, count: Int?, text: String?
  ) {
    guard case .command(_, count, text) = StudyAction(line: line) else {
      Issue.record("\(StudyAction(line: line))")
      return
    }
  }

  @Test(arguments: StudyCommand.typed) func `a command is its name behind a colon`(
    command: StudyCommand
  ) {
    for line in [
      ":\(command.rawValue)", "：\(command.rawValue)", "  :\(command.rawValue) ",
      "\u{3000}：\(command.rawValue)", ":\(command.rawValue.uppercased())",
    ] {
      #expect(StudyAction(line: line) == .command(command), "\(line)")
    }
  }

  @Test(arguments: [
    (":hi", StudyAction.command(.hint)), (":h", .command(.help)), (":u", .command(.undo)),
    (":q", .command(.quit)), (":s", .unknownCommand("s")), (":", .unknownCommand("")),
    (":nonsense", .unknownCommand("nonsense")), (": hint", .unknownCommand("")),
    (":hinted", .unknownCommand("hinted")),
  ])
  func `first letters suffice where they are unique`(line: String, expected: StudyAction) {
    #expect(StudyAction(line: line) == expected)
  }

  @Test(arguments: [
    (":tag verb", StudyAction.command(.tag, text: "verb")), (":t", .command(.tag)),
    ("：note  it sounds like 「か」 ", .command(.note, text: "it sounds like 「か」")),
    (":due 3", .command(.due, count: 3, text: "3")),
    (":edit last", .command(.edit, text: "last")), (":flag LAST", .command(.flag, text: "LAST")),
    (":edit it", .command(.edit, text: "it")), (":k", .command(.known)),
    (":i", .command(.info)), (":quit now", .command(.quit, text: "now")),
    (":suspend 5", .command(.suspend, count: 5, text: "5")),
  ])
  func `a text behind a command is kept, also where it takes none`(
    line: String, expected: StudyAction
  ) {
    #expect(StudyAction(line: line) == expected)
  }

  @Test(arguments: [
    ("：ｗｒｏｎｇ", StudyAction.command(.wrong)), ("：ｕｎｄｏ　１", .command(.undo, count: 1)),
    ("：ＨＥＬＰ", .command(.help)), (":undo　３", .command(.undo, count: 3)),
    ("：ｆｌａｇ　ｌａｓｔ", .command(.flag, text: "last")),
    ("：ｄｕｅ　３", .command(.due, count: 3, text: "3")),
    ("：ｎｏｔｅ　ＣＤ　の「か」", .command(.note, text: "ＣＤ　の「か」")),
    ("：ｆｏｏ", .unknownCommand("foo")),
  ])
  func `a command means the same in full width, and a note stays as it was typed`(
    line: String, expected: StudyAction
  ) {
    #expect(StudyAction(line: line) == expected)
  }

  @Test(arguments: [
    (":r", StudyCommand.redo), (":f", .furigana), (":n", .note), (":u", .undo),
    (":sk", .skip), (":b", .bury), (":fl", .flag), (":fo", .forget), (":du", .due),
  ])
  func `abbreviations mean what they meant before there were more commands`(
    line: String, command: StudyCommand
  ) {
    #expect(StudyAction(line: line) == .command(command))
    #expect(StudyAction(line: ":w") == .unknownCommand("w"))
  }

  @Test(arguments: [
    "note hello", ":note hello", "undo", ":undo", "：undo", "undo 3", "due 3", "dance", "",
  ])
  func `a command of a program is what stands behind a colon`(command: String) {
    let bare = command.drop { $0 == ":" || $0 == "：" }
    #expect(
      StudyAction(programLine: #"{"action": "command", "command": "\#(command)"}"#)
        == StudyAction(line: ":\(bare)"))
  }

  @Test func `a count stands beside a command that has nothing behind it`() {
    func read(_ command: String) -> StudyAction {
      StudyAction(
        programLine: #"{"action": "command", "command": "\#(command)", "count": 10}"#)
    }
    #expect(read("more") == .command(.more, count: 10))
    guard case .unusable(.request) = read("more 5") else {
      Issue.record("\(read("more 5"))")
      return
    }
  }

  @Test func `added questions are all that an action names, the single one first`() throws {
    let line = #"{"action": "add", "question": {"answer": "1"}, "questions": [{"answer": "2"}]}"#
    guard case .request(let request) = StudyAction(programLine: line) else {
      Issue.record("no request")
      return
    }
    #expect(request.questions == #"[{"answer":"1"},{"answer":"2"}]"#)
  }

  @Test(arguments: [
    #"{"action": "edit", "copy": "yes", "question": {"hint": "a"}}"#,
    #"{"action": "edit", "copy": 1, "question": {"hint": "a"}}"#,
    #"{"action": "command", "command": "undo", "count": true}"#,
    #"{"action": "add", "questions": {"hint": "a"}}"#,
    #"{"action": "add", "question": 5, "questions": [{"hint": "a"}]}"#,
  ])
  func `a value of another type is refused`(line: String) {
    guard case .unusable(.request) = StudyAction(programLine: line) else {
      Issue.record("\(line)")
      return
    }
  }

  @Test func `spaces alone are an answer, not a command`() {
    #expect(StudyAction(line: "   ") == .submit("   "))
  }
}

@Suite struct StudyCommandTests {
  @Test func `every command can be reached by its name and says what it does`() {
    for command in StudyCommand.typed {
      #expect(StudyCommand.matching(command.rawValue) == [command])
      #expect(!command.explanation.isEmpty)
    }
  }

  @Test func `nothing typed matches every command`() {
    #expect(StudyCommand.matching("") == StudyCommand.typed)
  }

  @Test func `h asks for help, which costs nothing`() {
    #expect(StudyCommand.matching("h") == [.help])
    #expect(StudyCommand.matching("H") == [.help])
  }

  @Test func `all commands that begin alike match`() {
    #expect(Set(StudyCommand.matching("s")) == [.show, .skip, .suspend])
    #expect(StudyCommand.matching("S") == StudyCommand.matching("s"))
    #expect(StudyCommand.matching("x") == [])
  }
}
