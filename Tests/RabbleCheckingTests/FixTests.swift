import RabbleChecking
import RabbleDecks
import RabbleQuestions
import Testing

/// What `--fix` makes of the broken decks.
struct FixTests {
  @Test func `a deck is fixed to exactly the file beside it`() throws {
    let broken = try BrokenDecks.read()
    var count = 0
    for sample in broken.cases where sample.files.count == 1 {
      let checker = BrokenDecks.checker(sample)
      let decks = try broken.decks(sample)
      let result = DeckFixer(checker: checker, loader: DeckLoader()).fix(decks)
      if let wanted = broken.bytes(sample.files[0] + ".fixed") {
        count += 1
        let found = String(decoding: result.decks[0].bytes, as: UTF8.self)
        #expect(found == String(decoding: wanted, as: UTF8.self), "\(sample.name)")
        #expect(result.fixed[0] > 0)
        let left = result.findings.filter { !$0.edits.isEmpty }
        #expect(left.isEmpty, "\(sample.name): \(left.map(\.rule.code))")
      }
    }
    #expect(count >= 48)
  }

  @Test func `each fix by itself removes its finding and adds no other`() throws {
    let broken = try BrokenDecks.read()
    for sample in broken.cases {
      let checker = BrokenDecks.checker(sample)
      let decks = try broken.decks(sample)
      let before = checker.check(decks)
      for finding in before where !finding.edits.isEmpty {
        let index = try #require(decks.firstIndex { $0.file.path == finding.path })
        var changed = decks
        changed[index] = DeckLoader().parseSource(
          try TextEdit.apply(finding.edits, to: decks[index].bytes), path: finding.path)
        let after = checker.check(changed)
        let codes = { (findings: [Finding], code: String) in
          findings.count { $0.rule.code == code }
        }
        let code = finding.rule.code
        #expect(codes(after, code) == codes(before, code) - 1, "\(sample.name) \(code)")
        // Text that becomes readable may have findings of its own.
        if sample.name.contains("several") || ["RW107", "RW111", "RW112"].contains(code) {
          continue
        }
        for other in Set(after.map(\.rule.code)) {
          #expect(codes(after, other) <= codes(before, other), "\(sample.name): \(code), \(other)")
        }
      }
    }
  }

  @Test func `a finding that can't be fixed leaves the others fixed`() throws {
    let checker = DeckChecker()
    let deck = DeckLoader(faultLimit: .max).parseSource(
      Array("## T\n\na\u{200B}b :: dog\n\n\u{3164} :: filler\n\nc\u{200B}d :: cat\n".utf8),
      path: "a.md")
    let result = DeckFixer(checker: checker, loader: DeckLoader(faultLimit: .max)).fix([deck])
    let text = String(decoding: result.decks[0].bytes, as: UTF8.self)
    #expect(text.contains("ab :: dog") && text.contains("cd :: cat"))
    #expect(result.decks[0].file.groups.first?.questions.count == 3)
  }

  @Test func `a blank of Anki is left to the author, and the lines beside it are fixed`() throws {
    let deck = DeckLoader(faultLimit: .max).parseSource(
      Array("## T\n\nx :: y\n\n猫::cat\n\n{{c1::本::book}}です\n\n鳥::bird\n".utf8), path: "a.md")
    let result = DeckFixer(loader: DeckLoader(faultLimit: .max)).fix([deck])
    let text = String(decoding: result.decks[0].bytes, as: UTF8.self)
    #expect(text.contains("猫 :: cat") && text.contains("鳥 :: bird"))
    #expect(text.contains("{{c1::本::book}}です"))
    #expect(result.fixed == [2])
    #expect(result.findings.map(\.advice).contains { $0.contains("==本::book==") })
  }

  @Test func `nothing is fixed in files that are left alone`() throws {
    let deck = DeckLoader().parseSource(Array("## T\n\na :: b\n\n猫::cat\n".utf8), path: "a.md")
    #expect(DeckFixer().fix([deck], leaving: [0]).decks[0].bytes == deck.bytes)
  }

  @Test(arguments: [
    ("x :: y\n 猫 [ねこ] :: cat", "RW143"), ("x :: y\n  - 虫 [むし] :: insect", "RW143"),
    ("鳥 [とり] :: bird #animals #b ^bird ^x", "RW204"), ("これは==ほん :: book", "RW153"),
    ("lang: ja\n\nx :: y", "RW149"), ("tags: a\n\nx :: y", "RW149"),
  ])
  func `a slip that would lose something is found`(lines: String, code: String) throws {
    let deck = DeckLoader(faultLimit: .max).parseSource(
      Array("## T\n\n\(lines)\n".utf8), path: "a.md")
    #expect(DeckChecker().check([deck]).map(\.rule.code).contains(code))
    #expect(deck.file.isUsable)
  }

  @Test func `what is written as a note or description is read without a finding`() throws {
    let group = QuestionGroup(
      title: "T", description: "tags: a\nlang: b",
      questions: [Question(id: "e", prompt: "a ==b", answer: "c ^d", note: "f :: g\n- h :: i")])
    let deck = DeckLoader(faultLimit: .max).parseSource(
      Array(DeckMarkdown.text(of: [group]).utf8), path: "a.md")
    #expect(deck.faults.isEmpty)
    #expect(deck.file.groups == [group])
  }

  @Test func `false and true become the names that typos has`() {
    for (value, name) in [("false", "off"), ("true", "on"), ("\"false\"", "off")] {
      let text = { (typos: String) in
        "[{\"title\": \"T\", \"questions\": "
          + "[{\"prompt\": \"a\", \"answer\": \"b\", \"typos\": \(typos)}]}]"
      }
      let deck = DeckLoader().parseSource(Array(text(value).utf8), path: "deck.json")
      let result = DeckFixer().fix([deck])
      #expect(String(decoding: result.decks[0].bytes, as: UTF8.self) == text("\"\(name)\""))
      #expect(result.findings.isEmpty)
    }
  }

  @Test func `the advice for braces in Markdown speaks of its own marks`() {
    let text = "## T\n\na {{x}} b :: hello\n"
    let deck = DeckLoader().parseSource(Array(text.utf8), path: "a.md")
    let advice = DeckChecker().check([deck]).map(\.advice)
    #expect(advice == ["mark the text to ask for with ==, as in ==x=="])
  }

  @Test func `nothing is fixed in a good deck`() throws {
    let broken = try BrokenDecks.read()
    for sample in broken.cases where sample.name.hasPrefix("good/") {
      let decks = try broken.decks(sample)
      let checker = BrokenDecks.checker(sample)
      let result = DeckFixer(checker: checker, loader: DeckLoader()).fix(decks)
      #expect(result.fixed == [0])
      #expect(result.decks[0].bytes == decks[0].bytes)
    }
  }

  @Test func `edits that overlap are made in turns`() {
    let text =
      #"[{"title": "T", "questions": [{"prompt": "a", "answer": "b", "hint": "  ", "#
      + #""note": " "}]}]"#
    let deck = DeckLoader().parseSource(Array(text.utf8), path: "deck.json")
    let result = DeckFixer(checker: DeckChecker(), loader: DeckLoader()).fix([deck])
    #expect(
      String(decoding: result.decks[0].bytes, as: UTF8.self)
        == #"[{"title": "T", "questions": [{"prompt": "a", "answer": "b"}]}]"#)
    #expect(result.fixed == [2])
    #expect(result.findings.isEmpty)
  }
}
