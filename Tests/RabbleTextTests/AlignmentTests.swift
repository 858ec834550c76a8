import RabbleTestSupport
import Testing

@testable import RabbleText

struct AlignmentTests {
  private func drawn(_ typed: String, _ right: String) -> String {
    Alignment(typed: typed, right: right).pieces.map { piece in
      switch piece.kind {
      case .same: piece.right
      case .replaced: "(\(piece.typed)→\(piece.right))"
      case .missing: "(+\(piece.right))"
      case .extra: "(-\(piece.typed))"
      case .swapped: "(\(piece.typed)↔\(piece.right))"
      }
    }.joined()
  }

  @Test(arguments: [
    ("がこう", "がっこう", "が(+っ)こう"), ("かっこう", "がっこう", "(か→が)っこう"), ("shcool", "school", "s(hc↔ch)ool"),
    ("watter", "water", "wat(-t)er"), ("Insde", "inside", "ins(+i)de"), ("", "ab", "(+a)(+b)"),
    ("ガッコウ", "がっこう", "がっこう"), ("banana", "banana", "banana"),
  ])
  func `letters are set over the right ones`(typed: String, right: String, expected: String) {
    #expect(drawn(typed, right) == expected)
  }

  @Test(arguments: 0..<10)
  func `the pieces make both texts again`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      func text() -> String {
        String(
          (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            "abcあいうが👍".randomElement(using: &generator) ?? "a"
          }
        )
      }
      let (typed, right) = (text(), text())
      let pieces = Alignment(typed: typed, right: right).pieces
      #expect(pieces.map(\.typed).joined() == typed)
      #expect(pieces.map(\.right).joined() == right)
      #expect((typed == right) == pieces.allSatisfy { $0.kind == .same })
      #expect(
        EditDistance.isOne(typed, right)
          == (AlignmentPath(Array(typed), Array(right)).cost == 1)
      )
    }
  }
}
