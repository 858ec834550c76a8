import RabbleDecks
import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleExchange

/// What goes out comes in again, whatever stands in it.
struct RoundTripTests {
  private func imported(_ text: String, _ name: String) throws -> [QuestionGroup] {
    let file = try ImportFile(Array(text.utf8), name: name, options: ImportOptions())
    let content = file.content(file.mapping)
    #expect(content.notices.isEmpty)
    return content.groups.map { group in
      group.header.with(questions: group.entries.map(\.question), score: nil)
    }
  }

  private func expectSame(_ found: [QuestionGroup], _ groups: [QuestionGroup], seed: UInt64) {
    guard found.map(\.title) == groups.map(\.title) else {
      Issue.record("seed \(seed): \(found.map(\.title)) is not \(groups.map(\.title))")
      return
    }
    for (left, right) in zip(found, groups) {
      #expect(left.questions.count == right.questions.count, "seed \(seed)")
      for (left, right) in zip(left.questions, right.questions) where !left.isSame(as: right) {
        Issue.record("seed \(seed): \(left) is not \(right)")
      }
    }
  }

  @Test(arguments: [(ExportFormat.csv, "x.csv"), (.tsv, "x.tsv"), (.anki, "x.txt")])
  func `a deck goes out and comes in as it was`(format: ExportFormat, name: String) throws {
    for seed in UInt64(0)..<150 {
      var random = RandomDeck(seed: seed)
      let groups = random.groups()
      let text = DeckExport(groups, as: format).text
      expectSame(try imported(text, name), groups, seed: seed)
    }
  }

  @Test func `CSV becomes a deck and the same CSV again`() throws {
    for seed in UInt64(1000)..<1060 {
      var random = RandomDeck(seed: seed)
      let csv = DeckExport(random.groups(), as: .csv).text
      let file = try ImportFile(Array(csv.utf8), name: "x.csv", options: ImportOptions())
      let merge = DeckMerge(
        file.content(file.mapping), into: nil, path: "x.json", duplicates: .skip)
      let deck = DeckLoader().parse(try merge.bytes(), path: "x.json")
      #expect(deck.faults.isEmpty)
      #expect(DeckExport(deck.groups, as: .csv).text.utf8.elementsEqual(csv.utf8), "seed \(seed)")
    }
  }

  @Test func `JSON becomes CSV and the same JSON again`() throws {
    for seed in UInt64(2000)..<2060 {
      var random = RandomDeck(seed: seed)
      let json = DeckExport(random.groups(), as: .json).text
      let deck = DeckLoader().parse(Array(json.utf8), path: "x.json")
      #expect(deck.faults.isEmpty)
      let groups = try imported(DeckExport(deck.groups, as: .csv).text, "x.csv")
      #expect(DeckExport(groups, as: .json).text.utf8.elementsEqual(json.utf8), "seed \(seed)")
    }
  }

  @Test func `no cell begins like a formula, and a quotation mark before one is no guard`() throws {
    let question = Question(prompt: "=SUM(A1)", answer: "-さん", note: "'=x", tags: ["@a"])
    let group = QuestionGroup(title: "+1", questions: [question])
    let export = DeckExport([group], as: .csv)
    #expect(export.remarks.guarded == 5)
    let records = Array(TableReader(export.text, separator: ","))
    #expect(records[1].fields.allSatisfy { !SpreadsheetCell.isFormula($0) })
    #expect(records[1].fields.contains("''=x"))
    expectSame(try imported(export.text, "x.csv"), [group], seed: 0)
    let plain = DeckExport([group], as: .csv, guardsFormulas: false)
    #expect(plain.text.contains("=SUM(A1)") && !plain.text.contains("'=SUM"))
    expectSame(try imported(plain.text, "x.csv"), [group], seed: 0)
  }

  @Test func `the original app's file has its score, and only what it knows`() throws {
    let group = QuestionGroup(
      title: "Pets", description: "at home",
      questions: [Question(prompt: "犬", hint: "wuff", answer: "dog", note: "n")],
      score: Score(correct: 7, incorrect: 2))
    let export = DeckExport([group], as: .rabbleWabble)
    #expect(
      export.text == """
        [
          {
            "title": "Pets",
            "questions": [
              {
                "prompt": "犬",
                "hint": "wuff",
                "answer": "dog"
              }
            ],
            "score": {"correct": 7, "incorrect": 2}
          }
        ]

        """)
    #expect(export.remarks.reduced == 1)
    #expect(export.remarks.headers == 1)
  }

  @Test func `Quizlet gets a line a card`() {
    let questions = [
      Question(prompt: "犬\tいぬ", answer: "dog\nhound"), Question(prompt: "猫", answer: "cat"),
    ]
    let export = DeckExport([QuestionGroup(title: "Pets", questions: questions)], as: .quizlet)
    #expect(export.text == "犬 いぬ\tdog hound\n猫\tcat\n")
    #expect(export.remarks.flattened == 2)
    #expect(export.remarks.reduced == 0)
  }
}
