import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleDecks

/// Whatever happens to the bytes of a Markdown deck, its reader answers and names places within it.
struct MarkdownMutationTests {
  private let deck = Array(
    """
    # Japanese
    ## Numbers
    language: ja
    score: 3 correct, 1 incorrect
    x-audio: {"folder": ["a", 1]}

    A text.

    一 [いち] :: one #n1 ^ja-1
      hint: 1
      also: a \\| b | c
      example: 一[いち] | いち | one
      pitch: 2
      directions: reading, production
      silence: RW1 so
      x-example.audio: "a.ogg"
      note

      more &#10; note
    Q: What is
    this?
    A: one
    two #t
    <!-- a
    b -->
    私==は==学生==です::copula==。 :: I am {{a}} student.
    - \\:: \\== :: b <!-- c -->
    ## More
    四 :: four

    """.utf8)

  private static let pieces: [[UInt8]] =
    [
      "::", " :: ", "==", "\n", "\n\n", "\r", "  ", "\t", "## ", "# ", "### ", "Q:", "A:", "<!--",
      "-->", "[", "]", "#", "^", "{#", "}", "|", "\\", "&#", "&#10;", ";", ":", "x-", "x-\"", "\"",
      "hint:", "tags:", "id:", "{{", "}}", "- ", "あ", "\u{FEFF}",
    ].map { Array($0.utf8) } + [[0], [0x80], [0xE3], [0xFF], [0xED, 0xA0, 0x80]]

  private func mutated(using random: inout SeededGenerator) -> [UInt8] {
    var bytes = deck
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let index = Int.random(in: 0..<max(1, bytes.count), using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.insert(contentsOf: random.element(of: Self.pieces), at: index)
      case 1:
        bytes.removeSubrange(
          index..<min(bytes.count, index + Int.random(in: 1...8, using: &random)))
      case 2: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 40)], at: 0)
      case 3 where !bytes.isEmpty: bytes[index] = UInt8.random(in: 0...255, using: &random)
      default: bytes.removeLast(min(bytes.count, Int.random(in: 0...20, using: &random)))
      }
    }
    return bytes
  }

  private func check(_ bytes: [UInt8]) -> Bool {
    let source = DeckLoader().parseSource(bytes, path: "d.md")
    let studied = DeckLoader().parse(bytes, path: "d.md")
    var isSound = source.file.groups == studied.groups
    if source.file.groups.isEmpty { isSound = isSound && !source.file.faults.isEmpty }
    for fault in source.faults {
      isSound = isSound && fault.span.end <= bytes.count && fault.fault.line != nil
    }
    for group in source.groups {
      isSound = isSound && group.span.end <= bytes.count
      for question in group.questions {
        isSound = isSound && question.fields.allSatisfy { $0.span.end <= bytes.count }
      }
    }
    // What can be rewritten is read again as the same, and then stays as it is.
    if let text = try? DeckRewriting(source).text(as: .markdown) {
      let again = DeckLoader().parseSource(Array(text.utf8), path: "d.md")
      isSound = isSound && again.file.groups == source.file.groups && again.file.faults.isEmpty
      isSound = isSound && (try? DeckRewriting(again).text(as: .markdown)) == text
    }
    return isSound
  }

  /// `RABBLE_FUZZ` is how many inputs are tried, from a seed of that number.
  @Test func `with bytes replaced, inserted, removed or doubled, it is read or named`() {
    let wanted = ProcessInfo.processInfo.environment["RABBLE_FUZZ"].flatMap(Int.init)
    var random = SeededGenerator(seed: UInt64(wanted ?? 8))
    for _ in 0..<(wanted ?? 600) {
      let bytes = mutated(using: &random)
      guard check(bytes) else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        return
      }
    }
  }

  @Test func `cut off anywhere, it is read or named`() {
    for count in deck.indices { #expect(check(Array(deck.prefix(count))), "\(count)") }
  }

  @Test func `marks without end are read in time that grows with the text alone`() {
    for mark in [
      "==a ", "<!-- ", "[a ", "Q:\n", "a == ", "#a ", "x-\"", "  hint: ", "&#", "\\", "- ",
    ] {
      func cost(_ count: Int) -> Duration {
        let bytes = Array(("## A\n" + String(repeating: mark, count: count)).utf8)
        return ProcessorTime.least { _ = DeckLoader().parse(bytes, path: "d.md") }
      }
      // A cost that grows with the square is 16 times as much.
      #expect(cost(80_000) < cost(20_000) * 10, "\(mark)")
    }
  }
}
