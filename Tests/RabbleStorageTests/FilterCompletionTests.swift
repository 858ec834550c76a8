import RabbleStorage
import RabbleTestSupport
import Testing

/// What a filter that is being typed may become.
struct FilterCompletionTests {
  private func completions(_ text: String) -> [String] {
    CardFilter.completions(
      of: text, decks: ["Hiragana", "Katakana", "Katakana long sounds"], tags: ["verb", "n5"])
  }

  @Test(arguments: [
    ("lap", ["lapses<"]), ("is:l", ["is:learning", "is:leech"]),
    (
      "is:leech d",
      ["is:leech deck:", "is:leech due:", "is:leech difficulty<", "is:leech direction:"]
    ),
    ("(is:due or -tag:v", ["(is:due or -tag:verb"]), ("TAG:V", ["TAG:verb"]),
    ("deck:kata", ["deck:Katakana", "deck:Katakana*long*sounds"]),
    ("rated:7:h", ["rated:7:hard"]), ("rated:2026-11:e", ["rated:2026-11:easy"]),
    ("nonsense:x", []), ("\"is:", []),
    ("is:due \"to eat\" is:ov", ["is:due \"to eat\" is:overdue"]),
  ])
  func `the last word is completed`(typed: String, filters: [String]) {
    #expect(Set(completions(typed)) == Set(filters))
  }

  @Test func `what is completed begins with what was typed, and is a filter once it has a value`()
    throws
  {
    var generator = SeededGenerator(seed: 1)
    let letters = Array("adeilnrstv:-( \"or")
    for _ in 0..<5_000 {
      let length = Int.random(in: 0...12, using: &generator)
      let typed = String((0..<length).map { _ in letters.randomElement(using: &generator)! })
      for filter in completions(typed) {
        #expect(filter.lowercased().hasPrefix(typed.lowercased()))
      }
    }
    for key in FilterKey.allCases {
      for filter in completions(key.rawValue + ":") { _ = try CardFilter(filter) }
    }
  }
}
