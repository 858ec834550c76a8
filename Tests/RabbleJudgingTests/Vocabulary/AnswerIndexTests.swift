import Foundation
import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Synchronization
import Testing

@testable import RabbleJudging

@Suite struct AnswerIndexTests {
  /// Groups that are kept elsewhere; counts what is asked of it.
  private final class Decks: VocabularySource {
    let groups: [QuestionGroup]
    let asked = Mutex(0)

    init(_ groups: [QuestionGroup]) { self.groups = groups }

    func question(at position: Int, inGroup number: Int) -> KnownQuestion? {
      asked.withLock { $0 += 1 }
      guard groups[number].questions.indices.contains(position) else { return nil }
      return KnownQuestion(groups[number].questions[position], of: groups[number], started: [])
    }
  }

  private static let groups = [
    QuestionGroup(
      title: "Animals", directions: [.recognition, .production],
      questions: [
        Question(prompt: "犬", answer: "a dog, hound", reading: "いぬ"),
        Question(prompt: "猫", answer: "the cats (animal)", reading: "ねこ"),
        Question(prompt: "熊", answer: "bear", reading: "くま", directions: [.production]),
      ]),
    QuestionGroup(
      title: "Blanks",
      questions: [
        Question(prompt: "who, where", answer: "猫は家です", cloze: "{{1::猫}}は{{2::家}}です"),
        Question(prompt: "シ", answer: "shi"),
      ]),
    QuestionGroup(title: "Empty", questions: []),
  ]

  @Test(arguments: DirectionKind.allCases)
  func `an index comes back from its bytes, and no other bytes are one`(kind: DirectionKind) throws
  {
    for group in Self.groups {
      let index = AnswerIndex(of: group, kind: kind)
      let bytes = index.bytes
      let read = try #require(AnswerIndex(bytes: bytes))
      #expect(read.entries == index.entries)
      #expect(read.isOfWords == index.isOfWords)
      for card in 0..<index.count { #expect(read.place(of: card) == index.place(of: card)) }
      #expect(AnswerIndex(bytes: bytes.dropLast()) == nil)
      #expect(AnswerIndex(bytes: Data(bytes.prefix(39))) == nil)
      #expect(AnswerIndex(bytes: Data([bytes[0] ^ 1]) + bytes.dropFirst()) == nil)
    }
  }

  @Test func `damaged bytes crash nothing`() {
    var generator = SeededGenerator(seed: 7)
    let bytes = AnswerIndex(of: Self.groups[1], kind: .cloze).bytes
    let question = Self.groups[1].questions[0].asked(.cloze("1"))
    for _ in 0..<500 {
      var damaged = bytes
      damaged[Int.random(in: 8..<bytes.count, using: &generator)] =
        UInt8.random(in: 0...255, using: &generator)
      guard let index = AnswerIndex(bytes: damaged) else { continue }
      let count = Self.groups[1].questions.count
      if index.isSound(for: count) { _ = AnswerIndex(joining: [(index, count), (index, count)]) }
      let judge = Judge(
        vocabulary: Vocabulary(
          [index], kind: .cloze, studied: [0], from: Decks([Self.groups[1]])))
      _ = judge.judge("家", for: question)
    }
  }

  @Test func `a judge over kept groups says what one over groups in memory says`() throws {
    let questions = try BundledDecks.questions()
    let groups = stride(from: 0, to: 900, by: 300).map { start in
      QuestionGroup(
        title: "\(start)", directions: [.recognition, .production],
        questions: Array(questions[start..<start + 300]))
    }
    var generator = SeededGenerator(seed: 3)
    for kind in [DirectionKind.recognition, .production] {
      let memory = Judge(
        vocabulary: Vocabulary(groups.map { KnownGroup($0, started: [:]) }, kind: kind))
      let indexes = try groups.map {
        try #require(AnswerIndex(bytes: AnswerIndex(of: $0, kind: kind).bytes))
      }
      let kept = Judge(
        vocabulary: Vocabulary(indexes, kind: kind, studied: [], from: Decks(groups)))
      for _ in 0..<200 {
        let group = generator.element(of: groups)
        let direction: Direction = kind == .recognition ? .recognition : .production
        let asked = generator.element(of: group.questions).asked(
          direction, in: group.askingContext)
        let other = generator.element(of: questions)
        let line = kind == .recognition ? other.answer : other.prompt
        #expect(memory.judge(line, for: asked) == kept.judge(line, for: asked))
      }
    }
  }

  @Test func `an index joined from those of its parts has what the whole one has`() throws {
    let questions = Array(try BundledDecks.questions().prefix(900))
    let whole = QuestionGroup(
      title: "Whole", directions: [.recognition, .production], questions: questions)
    for kind in [DirectionKind.recognition, .production, .cloze] {
      let parts = stride(from: 0, to: questions.count, by: 250).map { start in
        var part = whole
        part.questions = Array(questions[start..<min(start + 250, questions.count)])
        return (AnswerIndex(of: part, kind: kind), part.questions.count)
      }
      let (index, joined) = (AnswerIndex(of: whole, kind: kind), AnswerIndex(joining: parts))
      #expect(joined.count == index.count)
      #expect(joined.isOfWords == index.isOfWords)
      for card in 0..<index.count { #expect(joined.place(of: card) == index.place(of: card)) }
      // A word that several parts have is there once for each.
      #expect(Set(index.entries).isSubset(of: joined.entries))
      let hashes = Set(index.entries.map { $0 >> 32 })
      #expect(joined.entries.allSatisfy { hashes.contains($0 >> 32) })
      #expect(joined.isSound(for: questions.count))
    }
  }

  @Test func `of many questions only those are looked at that a line concerns`() {
    let group = QuestionGroup(
      title: "Many",
      questions: (0..<5000).map { Question(prompt: "prompt \($0)", answer: "answer\($0)") })
    let decks = Decks([group])
    let judge = Judge(
      vocabulary: Vocabulary(
        [AnswerIndex(of: group, kind: .recognition)], kind: .recognition, studied: [],
        from: decks))
    let verdict = judge.judge("answer77", for: group.questions[5].asked(.recognition))
    #expect(verdict.mistakenFor.map(\.prompt) == ["prompt 77"])
    #expect(decks.asked.withLock { $0 } < 100)
  }

  @Test(arguments: [("й", "и\u{306}"), ("ὰ", "α\u{300}"), ("각", "\u{1100}\u{1161}\u{11A8}")])
  func `a letter is found however Unicode writes it`(composed: String, decomposed: String) {
    for (one, other) in [(composed, decomposed), (decomposed, composed)] {
      let asked = Question(prompt: "first", answer: "something")
      let judge = Judge(
        vocabulary: Vocabulary([asked, Question(prompt: "second", answer: one + "xyz")]))
      #expect(judge.judge(other + "xyz", against: asked).mistakenFor.map(\.prompt) == ["second"])
    }
  }
}
