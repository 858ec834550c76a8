import Testing

@testable import RabbleTerminal

@Suite struct InputEventTests {
  @Test func `a line that is not UTF-8 is no line`() {
    #expect(InputEvent(lineBytes: [0x61, 0xff, 0x62]) == .garbledLine)
  }

  @Test func `a pasted line break is a space`() {
    #expect(InputEvent(lineBytes: Array("a\nb\rc".utf8)) == .line("a b c"))
  }

  @Test func `a line of the longest length is whole`() {
    let text = String(repeating: "a", count: InputEvent.longestLine)
    #expect(InputEvent(lineBytes: Array(text.utf8)) == .line(text))
    #expect(InputEvent(lineBytes: Array((text + "b").utf8)) == .cutLine(text))
  }

  @Test(arguments: 0...3) func `a cut never splits a character`(offset: Int) {
    for character in ["é", "あ", "𠮷"] {
      let start = String(repeating: "a", count: offset)
      let text = start + String(repeating: character, count: InputEvent.longestLine / 2 + 1)
      guard case .cutLine(let taken) = InputEvent(lineBytes: Array(text.utf8)) else {
        Issue.record("The line was not cut")
        continue
      }
      #expect(text.hasPrefix(taken))
      #expect(taken.utf8.count > InputEvent.longestLine - 4)
    }
  }
}
