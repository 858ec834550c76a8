import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleDecks

/// Whatever happens to the bytes of a deck, its reader answers and names places within the file.
struct DeckMutationTests {
  private let deck = Array(
    """
    [{"title": "Numbers", "language": "ja", "score": {"correctCount": 1, "incorrectCount": 0},
      "questions": [
        {"prompt": "一", "hint": "いち", "answer": "one", "tags": ["n", "1"], "id": "n1"},
        {"prompt": "\\u4e8c", "answer": "two; 2", "alternatives": "a pair", "x": [null, -1.5e2]}
      ]},
     {"title": "Faces", "questions": [{"prompt": "\\ud83d\\ude00", "answer": "grin\\n"}]}]

    """.utf8
  )

  private func check(_ bytes: [UInt8]) {
    let file = DeckLoader().parse(bytes, path: "d.json")
    if file.groups.isEmpty { #expect(!file.faults.isEmpty) }
    let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
    for fault in file.faults {
      guard let line = fault.line, let column = fault.column else {
        Issue.record("\(fault) has no place")
        continue
      }
      #expect((1...max(1, lines.count)).contains(line), "\(fault)")
      if lines.indices.contains(line - 1) {
        #expect((1...(lines[line - 1].count + 1)).contains(column), "\(fault)")
      }
      #expect(!fault.description.unicodeScalars.contains { $0.value < 0x20 })
    }
    for group in file.groups {
      #expect(!group.title.isEmpty && !group.questions.isEmpty)
      for question in group.questions {
        #expect(!question.prompt.isEmpty && !question.answer.isEmpty)
      }
    }
  }

  @Test func `the deck itself is sound`() {
    let file = DeckLoader().parse(deck, path: "d.json")
    #expect(file.faults.isEmpty)
    #expect(file.groups.map(\.questions.count) == [2, 1])
  }

  @Test func `cut off anywhere, it is named as broken`() {
    for count in 0..<(deck.count - 2) {
      let bytes = Array(deck.prefix(count))
      check(bytes)
      #expect(!DeckLoader().parse(bytes, path: "d.json").isUsable)
    }
  }

  @Test func `with any byte removed, it is read or named`() {
    for index in deck.indices {
      var bytes = deck
      bytes.remove(at: index)
      check(bytes)
    }
  }

  @Test func `with bytes replaced, inserted, swapped or doubled, it is read or named`() {
    var random = SeededGenerator(seed: 6)
    let marks = Array("{}[]\",:\\'/#-+.0eEu \n\r\tntf\u{B}".utf8) + [0, 0x80, 0xE3, 0xFF, 0xC2]
    for _ in 0..<4_000 {
      var bytes = deck
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        let byte =
          Bool.random(using: &random)
          ? random.element(of: marks) : UInt8.random(in: 0...255, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = byte
        case 1: bytes.insert(byte, at: index)
        case 2: bytes.swapAt(index, Int.random(in: bytes.indices, using: &random))
        default: bytes.insert(contentsOf: bytes[index..<min(index + 40, bytes.count)], at: index)
        }
      }
      check(bytes)
    }
  }

  @Test func `no bytes at all make it fail`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...40, using: &random)
      check((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }
}
