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
      let decks = try broken.decks(sample)
      let result = DeckFixer(.unsafe).fix(decks)
      if let wanted = broken.bytes(sample.files[0] + ".fixed") {
        count += 1
        let found = String(decoding: result.decks[0].bytes, as: UTF8.self)
        #expect(found == String(decoding: wanted, as: UTF8.self), "\(sample.name)")
        #expect(result.fixed[0] > 0)
        let left = result.findings.filter { $0.fix == .safe || $0.fix == .unsafe }
        #expect(left.isEmpty, "\(sample.name): \(left.map(\.rule.code))")
      }
    }
    #expect(count >= 48)
  }

  @Test func `each fix by itself removes its finding and adds no other`() throws {
    let broken = try BrokenDecks.read()
    for sample in broken.cases {
      let checker = DeckChecker()
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

  @Test(arguments: [
    ("| Word | Meaning |\n|:-----|--------:|\n| 鳥 | bird |\n", "鳥 :: bird\n"),
    ("- | 単語 | 意味 |\r\n- |---|---|\r\n- | 鳥 | bird |\r\n", "- 鳥 :: bird\r\n"),
    // What is no name may be a card: a table needs a heading.
    ("| 犬 | dog |\n|---|---|\n| 鳥 | bird |\n", "| 犬 | dog |\n|---|---|\n鳥 :: bird\n"),
  ])
  func `the heading of a table is removed where it names the sides`(table: String, fixed: String) {
    let begin = "## T\n\na :: b\n\n"
    let deck = DeckLoader(faultLimit: .max).parseSource(
      Array((begin + table).utf8), path: "a.md")
    let result = DeckFixer(loader: DeckLoader(faultLimit: .max)).fix([deck])
    #expect(String(decoding: result.decks[0].bytes, as: UTF8.self) == begin + fixed)
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
  func `a mistake that would lose something is found`(lines: String, code: String) throws {
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
      let result = DeckFixer(.unsafe).fix([deck])
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
      let result = DeckFixer(.unsafe).fix(decks)
      #expect(result.fixed == [0])
      #expect(result.decks[0].bytes == decks[0].bytes)
    }
  }

  private func fixed(_ answer: String, form: String) -> DeckFixer.Result {
    let text =
      form == "md"
      ? "## T\n\nword :: \(answer)\n"
      : #"[{"title": "T", "questions": [{"prompt": "word", "answer": "\#(answer)"}]}]"#
    return DeckFixer(.unsafe).fix([
      DeckLoader().parseSource(Array(text.utf8), path: "deck.\(form)")
    ])
  }

  @Test(
    arguments: [
      "use &lt;b&gt; for bold", "write &amp;nbsp; here", "a &amp;lt; entity", "a &lt;b> c",
      "a &amp;copy; sign", "x <<i>b> y",
    ], ["json", "md"])
  func `a text that would be read as HTML again is left to the author`(
    answer: String, form: String
  ) {
    let result = fixed(answer, form: form)
    #expect(result.decks[0].file.groups.first?.questions.first?.answer == answer)
    #expect(result.fixed == [0])
    #expect(!result.findings.isEmpty && result.findings.allSatisfy { $0.rule.code == "RW313" })
    #expect(result.findings.allSatisfy { $0.edits.isEmpty })
  }

  @Test(
    arguments: [
      ("<b>x</b> &lt;tag&gt;", "x <tag>"), ("cats &amp; dogs", "cats & dogs"),
      ("a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"), ("a&nbsp;b", "a b"),
      ("a <b>  </b> b", "a b"), ("foo  bar", "foo bar"), ("is <b>#1</b> of x", "is #1 of x"),
      ("a&nbsp;#b", "a #b"), ("<i>dog</i> &amp;lt;", "dog &amp;lt;"),
    ], ["json", "md"])
  func `HTML and spaces become plain text, read as they are meant`(
    answer: (String, String), form: String
  ) {
    let result = fixed(answer.0, form: form)
    let question = result.decks[0].file.groups.first?.questions.first
    #expect(question?.answer == answer.1)
    #expect(question?.tags == [])
    #expect(!String(decoding: result.decks[0].bytes, as: UTF8.self).contains("&#32;"))
    #expect(result.findings.allSatisfy { $0.edits.isEmpty })
  }

  @Test func `the semicolon of an entity parts no answers`() {
    let deck = DeckLoader().parseSource(
      Array("## T\n\namp :: <b>x</b> &lt;tag&gt;\n\nb :: R&D; \n\nc :: x &gt;; y\n".utf8),
      path: "a.md")
    let findings = DeckChecker().check([deck]).filter { $0.rule.code != "RW313" }
    #expect(findings.map(\.rule.code) == ["RW508"])
    #expect(findings.first.flatMap(\.span).map { deck.position(of: $0.start).line } == 5)
    let list = #"""
      [{"title": "T", "questions": [
        {"prompt": "a", "answer": "b", "alternatives": ["fish &amp; chips"]}]}]
      """#
    let json = DeckLoader().parseSource(Array(list.utf8), path: "a.json")
    #expect(DeckChecker().check([json]).map(\.rule.code) == ["RW313"])
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
