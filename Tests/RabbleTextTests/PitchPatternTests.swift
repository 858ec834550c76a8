import RabbleText
import Testing

@Suite struct PitchPatternTests {
  /// The pattern as L and H, mora by mora.
  private func pattern(_ reading: String, _ kernel: Int) -> String {
    PitchPattern(reading: reading, kernel: kernel).morae.map { $0.isHigh ? "H" : "L" }.joined()
  }

  // NHK's accent dictionary: はし chopsticks 1, bridge 2, edge 0; たまご 2; おとうと 4; さくら 0.
  @Test(arguments: [
    ("はし", 1, "HL"), ("はし", 2, "LH"), ("はし", 0, "LH"), ("たまご", 2, "LHL"),
    ("おとうと", 4, "LHHH"), ("さくら", 0, "LHH"), ("き", 1, "H"), ("は", 0, "L"),
  ])
  func `a word rises and falls as it does in Tokyo`(
    reading: String, kernel: Int, expected: String
  ) {
    #expect(pattern(reading, kernel) == expected)
  }

  @Test func `small kana share a mora, and a small っ, ん and ー have their own`() {
    let morae = PitchPattern(reading: "きょう がっこう ビョーイン", kernel: 0).morae.map(\.text)
    #expect(
      morae == ["きょ", "う", "が", "っ", "こ", "う", "ビョ", "ー", "イ", "ン"])
  }
}
