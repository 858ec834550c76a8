import Foundation
import Testing

/// A session as a program drives it: what the page for programs promises.
struct ProgramProtocolTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(
      """
      {"title": "Own", "questions": [
        {"prompt": "犬", "answer": "dog", "hint": "barks"},
        {"prompt": "猫", "answer": "cat"}, {"prompt": "鳥", "answer": "bird"}
      ]}
      """)
  }

  private func objects(_ lines: String..., options: [String] = []) throws -> [[String: Any]] {
    let outcome = try program.run(
      ["study", "Own", "--format", "json"] + options, at: Program.morning,
      input: lines.map { $0 + "\n" }.joined())
    return try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `each object tells its schema, and questions what is left`() throws {
    let objects = try objects("dog", options: ["--order", "sequential"])
    #expect(objects.allSatisfy { $0["schema"] as? Int == 1 })
    #expect(objects[0]["state"] as? String == "new")
    #expect(objects[0]["has_hint"] as? Bool == true)
    #expect(objects[0]["counts"] as? [String: Int] == ["due": 0, "learning": 0, "new": 3])
    let verdict = try #require(objects.first { $0["kind"] as? String == "verdict" })
    #expect(verdict["state"] as? String == "learning")
    let review = try #require(verdict["review"] as? String)
    #expect(UUID(uuidString: review) != nil)
    #expect(try program.run(["log", "export"]).output.contains(review))
    #expect(verdict["counts"] as? [String: Int] == ["due": 0, "learning": 1, "new": 2])
  }

  @Test func `a revealed card says in ISO 8601 when each grade brings it back`() throws {
    let revealed = try #require(
      try objects("").first { $0["kind"] as? String == "revealed" })
    let choices = try #require(revealed["choices"] as? [[String: Any]])
    #expect(
      choices.map { $0["due"] as? String }.prefix(2) == [
        "2026-11-21T09:01:00+09:00", "2026-11-21T09:05:30+09:00",
      ])
  }

  @Test func `a lesson is an object, too`() throws {
    let first = try objects(options: ["--lessons"])[0]
    #expect(first["kind"] as? String == "lesson")
    #expect(first["schema"] as? Int == 1)
  }

  @Test func `why gives the numbers, of any card by its identity`() throws {
    let first = try objects()[0]
    let card = try #require(first["card"] as? String)
    let objects = try objects("dog", #"{"action": "why", "card": "\#(card)"}"#)
    let notice = try #require(objects.first { $0["topic"] as? String == "why" })
    let why = try #require(notice["why"] as? [String: Any])
    #expect(why["card"] as? String == card)
    #expect(why["state"] as? String == "learning")
    #expect((why["answers"] as? [[String: Any]])?.count == 1)
    #expect((why["choices"] as? [[String: Any]])?.count == 4)
    #expect(why["difficulty"] as? Double != nil)
    #expect(objects.last { $0["kind"] as? String == "question" }?["prompt"] as? String == "猫")
  }

  @Test func `another card is suspended by its identity, and the asked one stays`() throws {
    let card = try #require(
      try objects(":skip").first { $0["prompt"] as? String == "猫" }?["card"] as? String)
    let objects = try objects(
      #"{"action": "suspend", "card": "\#(card)"}"#, "dog", ":undo", ":undo", ":quit")
    #expect(
      objects[1]["message"] as? String == "Suspended this card. :undo takes it back.")
    #expect(objects[2]["prompt"] as? String == "犬")
    #expect(
      objects.first { $0["kind"] as? String == "verdict" }?["verdict"] as? String == "correct")
    #expect(
      try program.run(["card", "list", "--where", "is:suspended or is:buried"]).output.contains("猫")
        == false)
  }

  @Test func `an edit and new questions come as data, and can be undone`() throws {
    let objects = try objects(
      #"{"action": "edit", "question": {"answer": "hound", "hint": null}}"#, "hound",
      #"{"action": "add", "group": "Own", "question": {"prompt": "魚", "answer": "fish"}}"#,
      ":quit")
    #expect(objects[1]["topic"] as? String == "edited")
    #expect(objects[2]["has_hint"] as? Bool == false)
    #expect(
      objects.first { $0["kind"] as? String == "verdict" }?["verdict"] as? String == "correct")
    let shown = try program.run(["deck", "show", "Own", "--format", "json"]).output
    #expect(shown.contains("hound") && shown.contains("魚") && !shown.contains("barks"))
    _ = try program.run(["undo", "3", "--yes"])
    let before = try program.run(["deck", "show", "Own", "--format", "json"]).output
    #expect(before.contains("barks") && !before.contains("魚"))
  }

  @Test
  func `flags, tags, notes and schedules of any card are changed by its identity, and undone`()
    throws
  {
    let card = try #require(
      try objects(":skip").first { $0["prompt"] as? String == "猫" }?["card"] as? String)
    let named = #""card": "\#(card)""#
    let objects = try objects(
      #"{"action": "flag", \#(named)}"#, #"{"action": "tag", \#(named), "text": "pet"}"#,
      #"{"action": "note", \#(named), "text": "purrs"}"#, #"{"action": "info", \#(named)}"#,
      #"{"action": "known", \#(named)}"#,
      #"{"action": "due", \#(named), "text": "2027-06-24"}"#,
      #"{"action": "forget", \#(named)}"#, ":undo", ":quit", options: ["--order", "sequential"])
    let notices = objects.filter { $0["kind"] as? String == "notice" }
      .compactMap { $0["message"] as? String }
    #expect(notices.count >= 8)
    let info = notices.count > 3 ? notices[3] : ""
    #expect(info.contains("Flagged.") && info.contains("pet") && info.contains("purrs"))
    for (notice, words) in zip(
      notices,
      [
        "Flagged this card.", "Tagged “pet”: this card.", "Saved the note", "“猫” = cat",
        "Marked this card as known",
        "Rescheduled this card to 2027-06-24.", "Made this card new again",
        "Undone: made 1 card new again",
      ])
    {
      #expect(notice.hasPrefix(words), "\(notice)")
    }
    // What is undone is asked next.
    let asked = objects.filter { $0["kind"] as? String == "question" }.dropLast()
    #expect(asked.allSatisfy { $0["prompt"] as? String == "犬" })
    let listed = try program.run(
      ["card", "list", "--where", "is:flagged tag:pet note:purrs due:2027-06-24"],
      at: Program.morning)
    #expect(listed.output.contains("猫"), "\(listed.errors)")
  }

  @Test(arguments: [
    (#"{"action": "suspned"}"#, "; the nearest is “suspend”."),
    (#"{"action": "bury", "crad": "0f"}"#, "; the nearest is “card”."),
    (#"{"action": "tag"}"#, "“text” is missing"),
    (#"{"action": "due", "text": "soon"}"#, "Name the day: a number of days from today"),
    (#"{"action": "tag", "text": "two words"}"#, "can't be a tag"),
  ])
  func `what is wrong with an action is told, with the nearest name`(line: String, words: String)
    throws
  {
    let notice = try #require(
      try objects(line, ":quit").first { $0["kind"] as? String == "notice" })
    #expect(notice["tone"] as? String == "problem")
    #expect((notice["message"] as? String)?.contains(words) == true, "\(notice)")
  }

  @Test func `a field that no question has names the nearest`() throws {
    let objects = try objects(#"{"action": "edit", "question": {"hnit": "zz"}}"#)
    let notice = try #require(objects.first { $0["kind"] as? String == "notice" })
    #expect((notice["message"] as? String)?.hasSuffix(" Did you mean “hint”?") == true, "\(notice)")
  }

  @Test(arguments: [
    #"{"action": "dance"}"#, #"{"action": "edit"}"#, #"{"action": "why", "card": "0f"}"#,
    #"{"action": "edit", "question": {"answer": 7}}"#, #"{"action": "answer"}"#,
    #"{"action": "add", "group": "None", "question": {"prompt": "a", "answer": "b"}}"#,
    #"{"action": "command", "command": "dance"}"#, #"{"action": "suspend""#, #"{"a": 1}"#,
    #"{"action": 5}"#, #"{"action": "bury", "cardd": "0f"}"#,
    #"{"action": "bury", "direction": "flying"}"#,
    #"{"action": "bury", "direction": "production"}"#,
    #"{"action": "edit", "question": {"hnit": "zz"}}"#,
    #"{"action": "edit", "question": {"prompt": null}}"#,
    #"{"action": "add", "group": "Own", "question": {"prompt": "a", "answer": "b", "hnit": "c"}}"#,
  ])
  func `a request that can't be met is a problem, and costs no answer`(line: String) throws {
    let objects = try objects(line, "dog")
    let notice = try #require(objects.first { $0["kind"] as? String == "notice" })
    #expect(notice["tone"] as? String == "problem", "\(notice)")
    #expect(objects.last { $0["kind"] as? String == "verdict" }?["grade"] as? String == "good")
  }

  @Test(arguments: [
    (
      #"{"action": "why", "direction": "production"}"#,
      "The question has no card “production”. Its cards:\n  recognition"
    ),
    (
      #"{"action": "edit", "question": {"hint": 5}}"#,
      "Nothing was changed: \"hint\" is a number, but must be a text in quotation marks; put it in "
        + "quotation marks."
    ),
    (
      #"{"action": "add", "group": "Nosuch", "question": {"prompt": "犬", "answer": "dog"}}"#,
      "Unknown group “Nosuch”."
    ),
  ])
  func `a problem tells in whole sentences what there is instead`(line: String, message: String)
    throws
  {
    #expect(try objects(line, ":quit")[1]["message"] as? String == message)
  }

  @Test(arguments: [
    #"{"action": "edit", "question": {"hint": "x"}}"#,
    #"{"action": "add", "group": "Hiragana", "question": {"prompt": "犬", "answer": "dog"}}"#,
  ])
  func `a program is told in its own terms how to change a bundled deck`(line: String) throws {
    let output = try program.withCourses.run(
      ["study", "Hiragana", "--format", "json"], at: Program.morning, input: line + "\n:quit\n"
    ).output
    #expect(output.contains("Set “copy” to true"))
    #expect(!output.contains("--copy"))
  }

  @Test func `an edit that changes nothing is none`() throws {
    let objects = try objects(
      #"{"action": "edit", "question": {"answer": "dog"}}"#, ":quit",
      options: ["--order", "sequential"])
    #expect(objects[1]["message"] as? String == "Nothing was changed.")
    #expect(try !program.run(["history"]).output.contains("edited"))
  }

  @Test func `a shown answer is shown again after a notice, so that a program knows what is asked`()
    throws
  {
    let kinds = try objects("", "33", ":why", "3", ":quit", options: ["--order", "sequential"]).map
    {
      $0["kind"] as? String
    }
    #expect(
      kinds == [
        "question", "revealed", "notice", "revealed", "notice", "revealed", "verdict", "question",
        "summary",
      ])
  }

  @Test func `the summary is shown again after a notice while the session goes on`() throws {
    let kinds = try objects(
      "", "4", "", "4", "", "4", #"{"action": "why"}"#, #"{"action": "dance"}"#, ":quit",
      options: ["--order", "sequential"]
    ).map { $0["kind"] as? String }
    #expect(kinds.suffix(5) == ["summary", "notice", "summary", "notice", "summary"])
  }

  @Test func `each key of an object is in the schema`() throws {
    try program.addDeck(
      #"""
      {"title": "Own", "questions": [
        {"prompt": "犬", "answer": "dog", "hint": "barks", "part_of_speech": "noun", "pitch": 2,
          "reading": "いぬ", "note": "It barks.",
          "example": {"text": "犬がいる。", "meaning": "There is a dog."}},
        {"prompt": "猫", "answer": "cat"}
      ]}
      """#)
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Documentation/session.schema.json")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let kinds = try #require(schema["$defs"] as? [String: [String: Any]])
    let note = #"{"action": "note", "text": "mine"}"#
    let all =
      try objects(note, options: ["--lessons"])
      + objects(note, "", "3", "caat", ":why", ":quit", options: ["--order", "sequential"])
    for object in all {
      let kind = try #require(object["kind"] as? String)
      let properties = try #require(kinds[kind]?["properties"] as? [String: Any])
      let required = try #require(kinds[kind]?["required"] as? [String])
      #expect(Set(object.keys).subtracting(properties.keys).isEmpty, "\(kind)")
      #expect(Set(required).subtracting(object.keys).isEmpty, "\(kind)")
    }
    let revealed = try #require(all.first { $0["kind"] as? String == "revealed" })
    #expect(revealed["part_of_speech"] as? String == "noun")
    #expect(revealed["own_note"] as? String == "mine")
  }

  @Test func `a question without a part of speech and an own note has null for them`() throws {
    let revealed = try #require(try objects("").first { $0["kind"] as? String == "revealed" })
    #expect(revealed["part_of_speech"] is NSNull && revealed["own_note"] is NSNull)
  }

  @Test func `a line that is no request is an answer, whatever it begins with`() throws {
    let objects = try objects("{dog}", #"{"action": "answer", "text": "cat"}"#)
    #expect(objects[1]["typed"] as? String == "{dog}")
    let second = objects.filter { $0["kind"] as? String == "verdict" }
    #expect(second.last?["verdict"] as? String == "correct")
  }

  @Test func `due and decks have JSON`() throws {
    #expect(
      try program.run(["today", "Own", "--count", "--format", "json"]).output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":0,\"new\":3,\"today\":3}\n")
    let outcome = try program.run(["deck", "list", "Own", "--format", "json"])
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let groups = try #require((value as? [String: Any])?["rows"] as? [[String: Any]])
    #expect(groups.count == 1 && groups[0]["group"] as? String == "Own")
  }

  /// What a command lists, as JSON and as the words of a CSV header.
  @Test(arguments: [
    (["card", "list"], "cards"), (["card", "accept"], "accepted"), (["deck", "list"], "groups"),
    (["deck", "list", "--where", "is:new"], "matching"), (["deck", "show", "Own"], "deck"),
    (["preset", "list"], "presets"), (["preset", "optimize", "--dry-run"], "optimization"),
    (["preset", "simulate", "--days", "2"], "simulation"), (["log", "backups"], "backups"),
    (["config"], "config"),
  ])
  func `a report has schema, name and rows first, and its CSV the same words`(
    command: [String], report: String
  ) throws {
    _ = try program.run(["study", "Own"], at: Program.morning, input: "dog\n:accept\n:quit\n")
    let json = try program.run(command + ["--format", "json"], at: Program.morning).output
    let head = "{\n  \"schema\": 1,\n  \"report\": \"\(report)\",\n  \"rows\": ["
    #expect(json.hasPrefix(head), "\(json.prefix(200))")
    let csv = try program.run(command + ["--format", "csv"], at: Program.morning).output
    let words = try #require(csv.split(separator: "\r\n").first)
    if let row = json.dropFirst(head.count).split(separator: "\n").first, row.hasPrefix("    {") {
      // A key, and the place where it is found, in the order of the header.
      let places = words.split(separator: ",").map { row.firstRange(of: "\"\($0)\":")?.lowerBound }
      #expect(!places.contains(nil), "\(words)\n\(row)")
      #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted(), "\(words)\n\(row)")
    }
  }

  @Test(arguments: [
    (["history", "--format", "json"], "history"), (["today", "--format", "json"], "today"),
    (["deck", "check", "--format", "json"], "check"),
  ])
  func `what has no CSV is a report, too`(command: [String], report: String) throws {
    let output = try program.run(command, at: Program.morning).output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    #expect(object?["schema"] as? Int == 1 && object?["report"] as? String == report)
    #expect(object?["rows"] is [Any])
  }

  @Test func `cards and questions are listed with every field that a question can have`() throws {
    let fields = [
      "id", "prompt", "cloze", "hint", "answer", "reading", "furigana", "spellings", "alternatives",
      "blocked", "part_of_speech", "pitch", "note", "example", "tags", "directions", "typos",
      "source", "romaji",
    ]
    try program.addDeck(
      """
      {"title": "Full", "language": "ja", "questions": [{"prompt": "犬[いぬ]", "answer": "dog",
        "pitch": 2, "tags": ["pet", "noun"], "note": "barks", "part_of_speech": "noun",
        "example": {"text": "犬だ。", "meaning": "It is a dog."}}]}
      """, named: "full.json")
    _ = try program.run(["card", "tag", "mine", "--yes", "Full"], at: Program.morning)
    func rows(_ command: String...) throws -> [[String: Any]] {
      let output = try program.run(command + ["--format", "json"], at: Program.morning).output
      let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      return try #require(object?["rows"] as? [[String: Any]])
    }
    for row in try rows("card", "list", "Full") + rows("deck", "show", "Full") {
      #expect(Set(row.keys).isSuperset(of: fields))
      #expect(row["prompt"] as? String == "犬" && row["pitch"] as? Int == 2)
      #expect(row["tags"] as? [String] == ["pet", "noun"] && row["note"] as? String == "barks")
      #expect(row["example"] as? [String] == ["犬だ。", "", "It is a dog."])
      #expect(row["cloze"] is NSNull && row["spellings"] is NSNull)
    }
    let card = try #require(try rows("card", "list", "Full").first)
    #expect(card["own_tags"] as? [String] == ["mine"] && card["own_note"] is NSNull)
  }

  @Test func `the map of decks fits a terminal of 80 columns, and folds courses`() throws {
    func map(_ arguments: String...) throws -> String {
      try PseudoTerminal(
        program.withCourses, ["deck", "list"] + arguments, at: Program.morning,
        environment: ["PAGER": "cat"]
      ).finish().shown
    }
    let folded = try map()
    let lines = folded.split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 80 }, "\(folded)")
    #expect(folded.contains(#/[0-9]+ groups, not started: `rabble study Japanese` starts/#))
    let all = try map("--all")
    #expect(all.split(whereSeparator: \.isNewline).allSatisfy { $0.unicodeScalars.count <= 80 })
    #expect(all.count > folded.count && !all.contains("…"))
    #expect(try map("Own").split(whereSeparator: \.isNewline).count == 2)
  }

  @Test func `the map of decks is the same in a pipe, and begins at what is being learned`() throws
  {
    let newcomer = try Program()
    _ = try newcomer.run(
      ["card", "known", "--yes", "--where", "group:Hiragana or group:\"First phrases\""],
      at: Program.morning)
    let piped = try newcomer.run(["deck", "list"], at: Program.morning).lines
    let terminal = try PseudoTerminal(
      newcomer, ["deck", "list", "--color", "never"], at: Program.morning,
      environment: ["PAGER": "cat"],
      columns: 200
    ).finish().shown.withoutEscapes
    #expect(terminal.split(whereSeparator: \.isNewline).map(String.init) == piped)
    #expect(piped.prefix(2) == ["Japanese", "2 groups before these are known."], "\(piped)")
    #expect(piped[3].hasPrefix("Yes and no  "), "\(piped)")
    // Every group is in a row or in a line.
    let all = try newcomer.run(["deck", "list", "--all"], at: Program.morning).lines
      .prefix { $0 != "Spanish" }
    let locked = all.count { $0.contains("  locked: needs ") }
    let optional = all.count { $0.hasSuffix("  optional") }
    #expect(piped.contains { $0.hasPrefix("\(locked) groups are not unlocked yet; ") })
    #expect(piped.contains("\(optional) groups are optional."))
    let rows = piped.drop { !$0.hasPrefix("Group ") }.prefix { $0.first?.isNumber != true }
    #expect(rows.count - 1 == all.count - 2 - locked - optional - 2)
  }

  @Test(arguments: [
    ["history"], ["deck", "list", "--all"], ["config"], ["--help"], ["log", "export"],
  ])
  func `a closed pipe ends a command quietly`(command: [String]) throws {
    _ = try program.run(["study", "Own"], at: Program.morning, input: "dog\ncat\n")
    var shell = program
    shell.path = "/bin/bash"
    let outcome = try shell.run(["-c", "\"$0\" \"$@\" | head -n 1", program.path] + command)
    #expect(outcome.errors == "")
    #expect(outcome.ending == .exited(0))
  }

  @Test(arguments: [["study", "Own"], ["history"], ["--help"], ["log", "export"]])
  func `a reader that is gone ends a command by the signal, whatever the parent does with it`(
    command: [String]
  ) throws {
    _ = try program.run(["study", "Own"], at: Program.morning, input: "dog\n")
    var shell = program
    shell.path = "/bin/bash"
    for trap in ["", "trap '' PIPE; "] {
      // The reader is gone long before anything is written.
      let script = trap + "{ sleep 1; \"$0\" \"$@\" < /dev/null; echo $? >&2; } | :"
      let outcome = try shell.run(["-c", script, program.path] + command)
      #expect(outcome.errors == "141\n")
    }
  }

  @Test(arguments: [
    "study", "card list", "today", "card why", "deck check", "log import", "config set",
  ])
  func `the usage of a command fits a line, and begins with the program`(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let help = try program.run(words + ["--help"])
    let usage = try #require(help.lines.first { $0.hasPrefix("Usage: ") })
    #expect(usage.hasPrefix("Usage: rabble \(command) ") && usage.count <= 80)
    let error = try program.run(words + ["--nonsense"])
    #expect(error.errors.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(error.errors)")
  }

  @Test func `mistyped commands, options, groups and keys name the nearest`() throws {
    func error(_ arguments: String...) throws -> String {
      let outcome = try program.run(arguments)
      #expect(outcome.ending == .exited(2), "\(arguments)")
      return outcome.errors
    }
    #expect(try error("stuy").contains("Did you mean `study`?"))
    #expect(try error("study", "Owm").contains("Did you mean “Own”?"))
    #expect(try error("study", "--limt", "3").contains("--limit"))
    #expect(try error("import", "x.csv").contains("Did you mean `deck import` or `log import`?"))
    #expect(try !error("study", "Xyzzy").contains("Did you mean"))
    #expect(try error("config", "sett", "study.new").contains("Did you mean `config set`?"))
    #expect(
      try error("help", "stats", "nonsense").contains("`rabble stats` has no commands of its own"))
    #expect(try error("help", "stast").contains("Did you mean `stats`?"))
    #expect(try error("config", "get", "study.retyp").contains("Did you mean study.retype?"))
    #expect(try error("--hlp").contains("Did you mean '--help'?"))
    #expect(try error("study", "--verison").contains("Did you mean '--version'?"))
    #expect(try error("STUDY").contains("Did you mean `study`?"))
    #expect(try error("stats", "Owm").contains("Did you mean “Own”?"))
    #expect(try error("stats", "retntion").contains("Did you mean `stats retention`?"))
    #expect(
      try error("stats", "answers", "--sort", "corect", "--format", "csv")
        .contains("Did you mean “correct”?"))
    #expect(try error("stats", "--value", "streek").contains("Did you mean “streak"))
    #expect(try error("log", "export", "--columns", "id,promt").contains("Did you mean “prompt”?"))
    #expect(try !error("config", "set", "limit..new", "1").contains("mean limit"))
    #expect(try error("log", "export", "Owm").contains("Did you mean “Own”?"))
  }
}
