import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// Authors edit sentences with blanks, between which somebody studies them. Which word each blank really
/// is, is known here, and the library has to find it by the texts alone.
@Suite struct BlankScriptTests {
  /// How many scripts are played; `make fuzz` has 500 played.
  private static let scripts: UInt64 =
    ProcessInfo.processInfo.environment["RABBLE_FUZZ"] == nil ? 30 : 500

  @Test func `no script gives the history of a blank to another word, or loses one silently`()
    async throws
  {
    try await withThrowingTaskGroup { group in
      for seed in 0..<Self.scripts {
        group.addTask {
          var script = try BlankScript(seed: seed)
          try script.play(saves: 10)
          #expect(script.wrong == [], "script \(seed): \(script.diary)")
          #expect(script.lost == [], "script \(seed): \(script.diary)")
          #expect(try script.desk.library.log.check() == [], "script \(seed): \(script.diary)")
        }
      }
      try await group.waitForAll()
    }
  }
}

/// A word of a sentence, which is asked or not.
private struct Word {
  /// Which word it really is, however it is spelled.
  let truth: Int
  var text: String
  var isBlank = false
  var hint: String?
  var alternative: String?
  var number: Int?

  /// As it stands in the deck.
  var written: String {
    if !isBlank { return text }
    let answer = [text, alternative].compactMap(\.self).joined(separator: "; ")
    let parts = [number.map { "c\($0)" }, answer, hint].compactMap(\.self)
    return "{{\(parts.joined(separator: "::"))}}"
  }
}

private struct Sentence {
  /// Which sentence it really is.
  let truth: Int
  var id: String?
  var words: [Word]

  var question: Question {
    get throws {
      let cloze = words.map(\.written).joined(separator: " ") + "."
      let text = try ClozeText(cloze)
      return Question(id: id, prompt: text.opened, answer: text.filled, cloze: cloze)
    }
  }
}

/// A script of edits, with what came of the histories.
private struct BlankScript {
  /// What an author does.
  private enum Edit: CaseIterable {
    // To the same words.
    case fixTypo, capitalize, hint, alternative, number, ask, tell, typoBeside, extend, name
    case reorder, move, renameGroup, checkOut, remove, putBack
    // To other words.
    case replace
  }

  private(set) var desk: Desk
  /// Histories on a wrong word.
  private(set) var wrong: [String] = []
  /// Blanks whose history is on none, though their sentence is clear.
  private(set) var lost: [String] = []
  /// What was done, an edit a line.
  private(set) var diary: [String] = []
  private var generator: SeededGenerator
  private var groups: [(title: String, sentences: [Sentence])] = []
  private var history: [[(title: String, sentences: [Sentence])]] = []
  private var newest: [(title: String, sentences: [Sentence])]?
  private var removed: [Sentence] = []
  private var count = 0
  /// Which word a history belongs to.
  private var owners: [CardID: Int] = [:]

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    desk = try Desk([:])
    for _ in 0..<2 {
      var sentences: [Sentence] = []
      for _ in 0..<4 { sentences.append(sentence()) }
      groups.append(("Group \(next())", sentences))
    }
  }

  mutating func play(saves: Int) throws {
    for save in 0..<saves {
      if save > 0 { edit() }
      try desk.save([
        "a": try groups.map {
          QuestionGroup(title: $0.title, questions: try $0.sentences.map { try $0.question })
        }
      ])
      try compare(save)
      try study()
    }
  }

  // MARK: - What came of it

  /// The cards of the blanks that the library has, with the words that they really ask for.
  private func cards() throws -> [(id: CardID, question: Question, group: GroupName, truth: Int)] {
    let sentences = Dictionary(
      uniqueKeysWithValues: try groups.flatMap { group in
        try group.sentences.map { ([group.title, try $0.question.answer], $0) }
      })
    return try desk.questions().flatMap { found in
      let sentence = try #require(sentences[[found.group.title, found.question.answer]])
      let text = try #require(found.question.clozeText)
      let blanks = sentence.words.filter(\.isBlank)
      #expect(blanks.count == text.blanks.count)
      return zip(text.blanks, blanks).map { blank, word in
        (
          CardID(question: found.id, direction: .cloze(blank.key)), found.question,
          found.group.name, word.truth
        )
      }
    }
  }

  private mutating func compare(_ save: Int) throws {
    let cards = try cards()
    let unclear = try desk.unclear()
    let named = try Set(
      desk.library.log.read { try $0.identities.lostBlanks() }.map {
        CardID(question: $0.question, direction: .cloze($0.key))
      })
    let waiting = Set(unclear.map(\.known.id) + unclear.flatMap(\.candidates).map(\.id))
    for card in cards where !waiting.contains(card.id.question) {
      let place = "save \(save): \(card.question.cloze ?? "") (\(card.id.direction.rawValue))"
      if let owner = owners[card.id] {
        if owner != card.truth { wrong.append(place) }
      } else if let former = owners.first(where: { $0.value == card.truth })?.key,
        !waiting.contains(former.question), !named.contains(former)
      {
        lost.append(place)
      }
    }
  }

  /// Answers half of the new cards.
  private mutating func study() throws {
    for card in try cards() where owners[card.id] == nil && isLucky(1, in: 2) {
      // Whoever answers a word that has a history elsewhere begins another one.
      if owners.values.contains(card.truth) { continue }
      try desk.answer(card.id, of: card.question, in: card.group)
      owners[card.id] = card.truth
    }
  }

  // MARK: - Edits

  private mutating func isLucky(_ share: Int, in whole: Int) -> Bool {
    Int.random(in: 1...whole, using: &generator) <= share
  }

  private mutating func next() -> Int {
    count += 1
    return count
  }

  /// A word that nobody has read before.
  private mutating func text() -> String {
    (0..<4).map { _ in
      String(generator.element(of: Array("bcdfgklmnprstvz")))
        + String(generator.element(of: Array("aeiou")))
    }.joined()
  }

  private mutating func word() -> Word { Word(truth: next(), text: text()) }

  private mutating func sentence() -> Sentence {
    var words: [Word] = []
    for _ in 0..<6 { words.append(word()) }
    for index in [1, 4] { words[index].isBlank = true }
    return Sentence(truth: next(), words: words)
  }

  private mutating func edit() {
    if let newest {
      groups = newest
      self.newest = nil
    }
    history.append(groups)
    let places = groups.indices.flatMap { group in
      groups[group].sentences.indices.map { (group, $0) }
    }
    guard let (group, index) = places.randomElement(using: &generator) else { return }
    let edit = generator.element(of: Edit.allCases)
    var sentence = groups[group].sentences[index]
    let before = sentence.words.map(\.written).joined(separator: " ")
    let asked = sentence.words.indices.filter { sentence.words[$0].isBlank }
    let told = sentence.words.indices.filter { !sentence.words[$0].isBlank }
    let blank = generator.element(of: asked)
    switch edit {
    case .fixTypo: typo(in: &sentence.words[blank].text)
    case .capitalize: sentence.words[blank].text = sentence.words[blank].text.capitalized
    case .hint: sentence.words[blank].hint = sentence.words[blank].hint == nil ? text() : nil
    case .alternative:
      sentence.words[blank].alternative = sentence.words[blank].alternative == nil ? text() : nil
    case .number:
      for (number, index) in asked.enumerated() {
        sentence.words[index].number = sentence.words[blank].number == nil ? number + 1 : nil
      }
    case .ask:
      if let index = told.randomElement(using: &generator), sentence.words[blank].number == nil {
        sentence.words[index].isBlank = true
      }
    case .tell:
      if asked.count > 1 {
        sentence.words[blank].isBlank = false
        sentence.words[blank].number = nil
      }
    case .typoBeside:
      if let index = told.randomElement(using: &generator) { typo(in: &sentence.words[index].text) }
    case .extend: sentence.words.append(word())
    case .name: sentence.id = sentence.id ?? "s\(next())"
    case .reorder: groups[group].sentences.shuffle(using: &generator)
    case .move, .remove:
      groups[group].sentences.remove(at: index)
      if edit == .move {
        groups[1 - group].sentences.append(sentence)
      } else {
        removed.append(sentence)
      }
    case .renameGroup: groups[group].title = "Title \(next())"
    case .checkOut:
      newest = groups
      groups = generator.element(of: history)
    case .putBack: if let sentence = removed.popLast() { groups[group].sentences.append(sentence) }
    case .replace:
      if sentence.words[blank].number == nil {
        sentence.words[blank] = another(blank, of: sentence)
      }
    }
    let after = sentence.words.map(\.written).joined(separator: " ")
    diary.append("\(history.count) \(edit) \(before)\(before == after ? "" : " → " + after)")
    if let place = groups[group].sentences.firstIndex(where: { $0.truth == sentence.truth }),
      edit != .checkOut
    {
      groups[group].sentences[place] = sentence
    }
  }

  private mutating func another(_ index: Int, of sentence: Sentence) -> Word {
    var new = word()
    new.isBlank = sentence.words[index].isBlank
    return new
  }

  /// Two neighboring letters swapped, as fingers do.
  private mutating func typo(in text: inout String) {
    var letters = Array(text)
    let first = Int.random(in: 2..<letters.count - 2, using: &generator)
    letters.swapAt(first, first + 1)
    text = String(letters)
  }
}
