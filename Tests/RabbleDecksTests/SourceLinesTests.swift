import Testing

@testable import RabbleDecks

struct TextLocatorTests {
  private func position(of offset: Int, in text: String) -> [Int] {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      let position = TextLocator(bytes, start: 0).position(of: offset)
      return [position.line, position.column]
    }
  }

  @Test func `LF, CR LF and a lone CR end a line`() {
    let text = "a\nb\r\nc\rd"
    #expect(position(of: 0, in: text) == [1, 1])
    #expect(position(of: 2, in: text) == [2, 1])
    #expect(position(of: 5, in: text) == [3, 1])
    #expect(position(of: 7, in: text) == [4, 1])
    #expect(position(of: 8, in: text) == [4, 2])
    #expect(position(of: 99, in: text) == [4, 2])
    #expect(position(of: 0, in: "") == [1, 1])
  }

  @Test func `columns count scalars, in long lines too`() {
    let text = String(repeating: "日本語😀x", count: 2_000)
    for index in stride(from: 0, through: 2_000, by: 37) {
      #expect(position(of: index * 14, in: text) == [1, index * 5 + 1])
    }
  }
}
