import RabbleDecks
import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleExchange

/// What goes out comes in again, whatever stands in it.
struct RoundTripTests {
  private func imported(_ text: String, _ name: String) throws -> [QuestionGroup] {
    let file = try ImportFile(Array(text.utf8), name: name)
    let content = file.content(file.mapping)
    #expect(content.notices.isEmpty)
    return content.groups.map { group in
      var header = group.header
      header.questions = group.items.map(\.question)
      header.score = nil
      return header
    }
  }

  private func exported(_ groups: [QuestionGroup], as format: ExchangeFormat) throws -> String {
    try #require(DeckExport(groups, as: format)).text
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

  @Test(arguments: [(ExchangeFormat.csv, "x.csv"), (.tsv, "x.tsv"), (.anki, "x.txt")])
  func `a deck goes out and comes in as it was`(format: ExchangeFormat, name: String) throws {
    for seed in UInt64(0)..<150 {
      var random = RandomDeck(seed: seed)
      let groups = random.groups()
      let text = try exported(groups, as: format)
      expectSame(try imported(text, name), groups, seed: seed)
    }
  }

  @Test func `CSV becomes a deck and the same CSV again`() throws {
    for seed in UInt64(1000)..<1060 {
      var random = RandomDeck(seed: seed)
      let csv = try exported(random.groups(), as: .csv)
      let file = try ImportFile(Array(csv.utf8), name: "x.csv")
      let empty = DeckLoader().parseSource([], path: "x.json")
      let merge = DeckMerge(file.content(file.mapping), into: empty, duplicates: .skip)
      let deck = try empty.applying(merge.changes).file
      #expect(deck.faults.isEmpty)
      #expect(try exported(deck.groups, as: .csv).utf8.elementsEqual(csv.utf8), "seed \(seed)")
    }
  }

  @Test func `JSON becomes CSV and the same JSON again`() throws {
    for seed in UInt64(2000)..<2060 {
      var random = RandomDeck(seed: seed)
      let json = try exported(random.groups(), as: .json)
      let deck = DeckLoader().parse(Array(json.utf8), path: "x.json")
      #expect(deck.faults.isEmpty)
      let groups = try imported(exported(deck.groups, as: .csv), "x.csv")
      #expect(try exported(groups, as: .json).utf8.elementsEqual(json.utf8), "seed \(seed)")
    }
  }

  @Test func `no cell begins like a formula, and a quotation mark before one is no guard`() throws {
    let question = Question(prompt: "=SUM(A1)", answer: "-さん", note: "'=x", tags: ["@a"])
    let group = QuestionGroup(title: "+1", questions: [question])
    let export = try #require(DeckExport([group], as: .csv))
    #expect(export.remarks.guarded == 5)
    let records = Array(TableReader(export.text, separator: ","))
    #expect(records[1].fields.allSatisfy { !SpreadsheetCell.isFormula($0) })
    #expect(records[1].fields.contains("''=x"))
    expectSame(try imported(export.text, "x.csv"), [group], seed: 0)
    let plain = try #require(DeckExport([group], as: .csv, guardsFormulas: false))
    #expect(plain.text.contains("=SUM(A1)") && !plain.text.contains("'=SUM"))
    expectSame(try imported(plain.text, "x.csv"), [group], seed: 0)
  }

  @Test func `the original app's file has its score, and only what it knows`() throws {
    let group = QuestionGroup(
      title: "Pets", description: "at home",
      questions: [Question(prompt: "犬", hint: "wuff", answer: "dog", note: "n")],
      score: Score(correct: 7, incorrect: 2))
    let export = try #require(DeckExport([group], as: .rabbleWabble))
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
            "score": {"correctCount": 7, "incorrectCount": 2}
          }
        ]

        """)
    #expect(export.remarks.reduced == 1)
    #expect(export.remarks.headers == 1)
  }

  @Test func `Quizlet gets a line a card`() throws {
    let questions = [
      Question(prompt: "犬\tいぬ", answer: "dog\nhound"), Question(prompt: "猫", answer: "cat"),
    ]
    let export = try #require(
      DeckExport([QuestionGroup(title: "Pets", questions: questions)], as: .quizlet))
    #expect(export.text == "犬 いぬ\tdog hound\n猫\tcat\n")
    #expect(export.remarks.flattened == 2)
    #expect(export.remarks.reduced == 0)
  }
}
