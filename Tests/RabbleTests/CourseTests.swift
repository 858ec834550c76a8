import Testing

/// Courses: what is studied without a name, and what waits for what.
struct CourseTests {
  private func groups(_ outcome: Outcome) throws -> [String] {
    try outcome.screens.filter { $0.kind == "question" }.map(\.group)
  }

  /// The new cards of a day in the order in which they are asked, each answered “easy”.
  private func study(_ program: Program, _ names: [String], at moment: String, new: Int) throws
    -> [String]
  {
    let outcome = try program.run(
      ["study"] + names + ["--format", "json", "--new", "\(new)", "--order", "sequential"],
      at: moment, input: String(repeating: "\n4\n", count: new))
    #expect(outcome.errors == "")
    return try groups(outcome)
  }

  @Test func `a newcomer begins with hiragana and the first things to say, and goes round them`()
    throws
  {
    let program = try Program()
    let groups = try study(program, [], at: Program.morning, new: 200)
    #expect(groups.prefix(46).allSatisfy { $0 == "Hiragana" })
    #expect(groups.dropFirst(46).first == "First phrases")
    #expect(Set(groups).isSubset(of: Self.open))
  }

  /// The groups that build on no other.
  private static let open: Set = [
    "Hiragana", "First phrases", "Yes and no", "です and さん", "Japan and Japanese",
    "I, you and friends",
  ]

  @Test func `a group opens when what it builds on is known, and closes when that is forgotten`()
    throws
  {
    let program = try Program()
    let first = try study(program, ["Hiragana"], at: Program.morning, new: 30)
    #expect(Set(first) == ["Hiragana"])
    let path = try program.run(["deck", "list", "--all"], at: Program.morning)
    #expect(row("Hiragana with marks", in: path).hasSuffix("0.0%  locked: needs Hiragana"))
    #expect(row("Hiragana", in: path).hasSuffix("65.2%  unlocked"))
    #expect(row("Hiragana look-alikes, more", in: path).hasSuffix("optional"))
    let rest = try study(
      program, ["japanese", "hiragana"], at: "2026-11-22T09:00:00+09:00", new: 46)
    #expect(Set(rest).isSuperset(of: ["Hiragana"]))
    let open = try program.run(["deck", "list", "--all"], at: "2026-11-22T10:00:00+09:00")
    #expect(row("Hiragana", in: open).hasSuffix("known"))
    #expect(row("Hiragana with marks", in: open).hasSuffix("unlocked"))
    #expect(row("Katakana", in: open).hasSuffix("locked: needs Hiragana combinations"))
    let late = try program.run(["deck", "list", "--all"], at: "2036-11-22T10:00:00+09:00")
    #expect(row("Hiragana with marks", in: late).hasSuffix("locked: needs Hiragana"))
  }

  /// Two groups of two cards, the second locked until the first is known.
  private func twoSteps() throws -> Program {
    let program = try Program(courses: false)
    for (title, words) in [("First", ["uno", "dos"]), ("Second", ["tres", "cuatro"])] {
      let questions = words.map { #"{"prompt": "\#($0)", "answer": "\#($0)!"}"# }
      try program.addDeck(
        #"{"title": "\#(title)", "questions": [\#(questions.joined(separator: ", "))]}"#,
        named: title + ".json")
    }
    try program.addDeck(
      #"{"title": "Steps", "steps": [{"group": "First"}, {"group": "Second", "after": ["First"]}]}"#,
      named: "course.json")
    return program
  }

  @Test func `where a filter selects only cards that are not asked, it is said why`() throws {
    let program = try twoSteps()
    let locked = try program.run(["study", "--where", "tres or cuatro"], at: Program.morning)
    #expect(locked.ending == .exited(1) && locked.errors == "2 cards match.\n")
    #expect(
      locked.output.contains(
        "None of them is asked now:\n    2 cards are new, in the locked group “Second”."))
    #expect(locked.output.contains("`rabble study Second --where 'tres or cuatro'`"))
    let named = try program.run(
      ["study", "Second", "--where", "tres or cuatro"], at: Program.morning, input: ":quit\n")
    #expect(!named.output.contains("None of them") && named.output.contains("tres"))

    _ = try program.run(["study", "--new", "1"], at: Program.morning, input: "\n4\n")
    _ = try program.run(["card", "suspend", "--yes", "--where", "tres"], at: Program.morning)
    let all = try program.run(
      ["study", "--new", "1", "--where", "-is:leech"], at: Program.morning
    ).output
    for line in [
      "1 card is new, in the locked group “Second”", "1 card is new, and today has no room",
      "1 card comes on a later day", "1 card is suspended or buried",
    ] {
      #expect(all.contains("  \(line)"), "\(line)")
    }
  }

  @Test func `new cards that were unlocked in a session are named at its end`() throws {
    let program = try twoSteps()
    let outcome = try program.run(
      ["study", "--order", "sequential"], at: Program.morning,
      input: String(repeating: "\n4\n", count: 2))
    #expect(outcome.output.contains("Left      2\n"), "\(outcome.output)")
    #expect(outcome.output.contains("Next due  now ("), "\(outcome.output)")
    let next = try program.run(["study"], at: Program.morning, input: ":quit\n")
    #expect(next.output.contains("Second"))
  }

  private func row(_ title: String, in outcome: Outcome) -> Substring {
    outcome.output.split(separator: "\n").first { $0.hasPrefix(title + "  ") } ?? ""
  }

  @Test func `a group that is named is studied whatever it waits for`() throws {
    let program = try Program()
    let groups = try study(program, ["verb forms: て"], at: Program.morning, new: 3)
    #expect(groups == ["Verb forms: て", "Verb forms: て", "Verb forms: て"])
  }

  @Test func `another course comes once it was begun, and alone if it is the only one`() throws {
    let program = try Program()
    let before = try program.run(["deck", "list", "--all"], at: Program.morning)
    #expect(
      before.output.contains(
        "\nSpanish\nNot started: `rabble study Spanish` starts the course.\nGroup "))
    let first = try study(program, [], at: Program.morning, new: 1)
    #expect(!first.contains { $0.contains("Spanish") })
    let spanish = try Program()
    let groups = try study(spanish, ["span"], at: Program.morning, new: 2)
    #expect(Set(groups) == ["Spanish: greetings and courtesies"])
    let later = try study(spanish, [], at: "2026-11-22T09:00:00+09:00", new: 5)
    #expect(later.count == 5 && later.allSatisfy { $0.hasPrefix("Spanish: ") })
    let both = try study(spanish, ["japanese"], at: "2026-11-23T09:00:00+09:00", new: 1)
    #expect(both.last == "Hiragana")
    let day = try study(spanish, [], at: "2026-11-24T09:00:00+09:00", new: 45)
    #expect(Set(day).isSuperset(of: ["Hiragana"]))
  }

  @Test func `own decks come without a course, and who has some begins a course by its name`()
    throws
  {
    let program = try Program()
    try program.addDeck(Program.words)
    #expect(Set(try study(program, [], at: Program.morning, new: 20)) == ["Words"])
    _ = try study(program, ["hiragana"], at: "2026-11-22T09:00:00+09:00", new: 1)
    let both = try study(program, [], at: "2026-11-23T09:00:00+09:00", new: 20)
    #expect(both.contains("Hiragana"))
  }

  @Test func `an own course orders own decks, and its faults are named`() throws {
    let program = try Program()
    try program.addDeck(
      """
      [{"title": "Second", "questions": [{"prompt": "b", "answer": "two"}]},
       {"title": "First", "questions": [{"prompt": "a", "answer": "one"}]}]
      """)
    let path = try program.addDeck(
      """
      {"title": "Mine", "steps": [
        {"group": "First"}, {"group": "Second", "after": ["First"]}, {"group": "Frist"}]}
      """, named: "course.json")
    let outcome = try program.run(
      ["study", "--format", "json"], at: Program.morning, input: "one\n:quit\n")
    #expect(
      outcome.errors.hasPrefix(
        "\(path):2:74: error: no deck beside it has the group \"Frist\"; did you mean \"First\"?"
      ))
    #expect(try Set(groups(outcome)) == ["First"])
    let check = try program.run(["deck", "check", program.dataFolder + "/decks"])
    #expect(check.ending == .exited(1))
    #expect(check.output.hasPrefix("\(path):2:74: error: "))
    #expect(check.output.contains("RW223"))
  }

  @Test func `a group that is renamed has its new title in an own course, until that is undone`()
    throws
  {
    let program = try Program()
    let path = try program.addDeck(
      """
      [{"title": "First", "questions": [{"prompt": "a", "answer": "one"}]},
       {"title": "Second", "questions": [{"prompt": "b", "answer": "two"}]}]
      """)
    let text = """
      {"title": "Mine", "steps": [
        {"group": "First"}, {"group": "Second",  "after": ["First"]}]}
      """
    let course = try program.addDeck(text, named: "course.json")
    let outcome = try program.run(["deck", "rename", "First", "The “first”"])
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("\(course) names the group by its new title, too."))
    #expect(try program.deck("course.json") == text.replacing("First", with: "The “first”"))
    #expect(try program.run(["today", "Mine"], at: Program.morning).errors == "")
    #expect(try program.run(["undo"]).ending == .exited(0))
    #expect(try program.deck("course.json") == text)
    #expect(try program.deck().contains("\"First\""))
    #expect(try program.run(["redo"]).ending == .exited(0))
    #expect(try program.deck("course.json").contains("The “first”"))
    // A title that another deck has as well stays in the course.
    _ = try program.run(["undo"])
    _ = try program.addDeck(
      #"[{"title": "First", "questions": [{"prompt": "c", "answer": "three"}]}]"#, named: "b.json")
    let other = try program.run(["deck", "rename", "First", "Other", "--file", path])
    #expect(other.ending == .exited(0))
    #expect(try program.deck("course.json") == text)
  }

  @Test func `an own copy of a bundled deck stands in its place in the course`() throws {
    let program = try Program()
    try program.addDeck(
      """
      [{"title": "Hiragana", "language": "ja", "questions": [
        {"id": "ja-hiragana-a", "prompt": "あ", "answer": "a", "note": "my note"}]}]
      """, named: "Japanese/Hiragana.json")
    let outcome = try program.run(["study", "--format", "json"], at: Program.morning)
    #expect(try groups(outcome) == ["Hiragana"])
    #expect(outcome.errors == "", "the copy need not have all groups")
  }
}
