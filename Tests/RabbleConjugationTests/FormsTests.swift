import Foundation
import RabbleConjugation
import RabbleDecks
import Testing

struct FormsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static func words() throws -> [Word] {
    try Word.list(
      String(contentsOf: root.appending(path: "Tools/Forms/words.tsv"), encoding: .utf8))
  }

  @Test func `the deck of forms is the one the rules make of the list`() throws {
    let path = Self.root.appending(path: "Decks/Japanese/Forms.json").path
    let made = DeckJSON.text(of: try FormsDeck.groups(Self.words()))
    #expect(try AtomicFile.read(path) == Array(made.utf8), "run `make forms`")
  }

  @Test func `every form is the one a second table, which spells out every tail, has`() throws {
    var count = 0
    for word in try Self.words() {
      let table = RowTable.forms(of: word)
      for form in word.forms {
        let made = try Conjugator.form(form, of: word)
        let expected = try #require(table[form])
        #expect(made == expected, "\(word.dictionary), \(form)")
        count += 1
      }
    }
    #expect(count == 558)
  }

  @Test func `every class and every ending of a godan verb is in the list`() throws {
    let words = try Self.words()
    #expect(Set(words.map(\.wordClass)) == Set(WordClass.allCases))
    let endings = Set(words.filter { $0.wordClass == .godan }.map { $0.reading.suffix(1) })
    #expect(endings == ["う", "く", "ぐ", "す", "つ", "ぬ", "ぶ", "む", "る"])
    #expect(Set(words.map(\.id)).count == words.count)
  }

  @Test func `a group has 10 to 30 cards, each telling which form of which word it asks for`()
    throws
  {
    let groups = try FormsDeck.groups(Self.words())
    #expect(groups.count == 27)
    for group in groups {
      #expect((10...30).contains(group.questions.count), "\(group.title)")
    }
    let beside = groups.filter { $0.title.hasPrefix("More ") }.flatMap(\.questions)
    #expect((250...300).contains(beside.count))
    let questions = groups.flatMap(\.questions)
    #expect(Set(questions.map(\.prompt)).count == questions.count)
    #expect(Set(questions.map(\.id)).count == questions.count)
    #expect(questions.allSatisfy { $0.hint != nil })
    // Only the て-form is neither plain nor polite.
    for question in questions where !question.prompt.hasSuffix("→ て") {
      #expect(
        question.prompt.hasSuffix(" (plain)") || question.prompt.hasSuffix(" (polite)"),
        "\(question.prompt)")
    }
    let nai = try #require(questions.first { $0.id == "ja-form-shizuka-negative" })
    #expect(nai.prompt == "静か → negative (plain)")
    #expect(nai.furigana == "静[しず]か → negative (plain)")
    #expect(nai.answer == "静かじゃない; しずかじゃない")
    #expect(nai.alternatives == ["静かではない", "しずかではない"])
  }

  @Test func `a form that is seldom said is asked beside the path, and says so`() throws {
    for (id, group) in [
      ("wakaru-tai", "たい"), ("shiru-volitional", "volitional"), ("tatsu-potential", "potential"),
      ("iru-need-te", "て"),
    ] {
      let found = try #require(
        try FormsDeck.groups(Self.words()).first { group in
          group.questions.contains { $0.id == "ja-form-\(id)" }
        })
      #expect(found.title == "More verb forms: \(group)")
      let question = found.questions.first { $0.id == "ja-form-\(id)" }
      #expect(question?.note?.hasPrefix("This form is seldom said.") == true, "\(id)")
    }
  }

  @Test func `a word that does not end as its class does is named`() {
    for wordClass in [WordClass.godan, .ichidan, .suru, .kuru, .iAdjective] {
      #expect(throws: WordListError.wrongEnding("静か")) {
        try Conjugator.form(wordClass.forms[0], of: "静か", class: wordClass)
      }
    }
  }

  @Test func `a fault of the list is named with its line`() {
    let header = Word.columns.joined(separator: "\t")
    func error(_ line: String) -> WordListError? {
      #expect(throws: WordListError.self) { try Word.list(header + "\n" + line) }
    }
    #expect(error("kau\t買う") == .wrongFieldCount(line: 2, found: 2))
    let verb = "kau\t買う\tかう"
    #expect(error(verb + "\tyodan\tto buy\tpath\t\t\t\t") == .unknownClass(line: 2, "yodan"))
    #expect(error(verb + "\tgodan\tto buy\tlast\t\t\t\t") == .unknownPlace(line: 2, "last"))
    #expect(error(verb + "\tgodan\tto buy\tpath\tte,to\t\t\t") == .unknownForm(line: 2, "to"))
    #expect(throws: WordListError.wrongHeader) { try Word.list("") }
    #expect(
      error("kau\t買う")?.description == "line 2 has 2 fields; write 10, with tabs between")
  }
}
