import RabbleText
import Testing

@Suite struct PrintableTests {
  @Test(arguments: [
    ("plain かな", "plain かな"), ("", ""),
    ("a\u{1b}[31mb", "a[31mb"), ("bell\u{7}", "bell"), ("\u{9b}2J", "2J"), ("del\u{7f}", "del"),
    ("left\u{200e}right\u{200f}", "leftright"), ("\u{202a}x\u{202e}y\u{202c}", "xy"),
    ("\u{2066}x\u{2069}", "x"), ("\u{61c}x", "x"),
    ("a\tb\nc", "a b c"), ("a\r\nb", "a b"), ("a\rb", "a b"), ("a\n\nb", "a  b"),
    ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"),
    ("👨‍👩‍👧 か\u{3099} e\u{301} ❤️", "👨‍👩‍👧 か\u{3099} e\u{301} ❤️"),
  ])
  func `what could command a terminal is left out`(text: String, expected: String) {
    #expect(Array(text.printable.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("a\u{200B}b", "a[U+200B]b"), ("\u{FEFF}a\u{AD}", "[U+FEFF]a[U+00AD]"),
    ("\u{115F}\u{3164}\u{E0041}", "[U+115F][U+3164][U+E0041]"), ("\u{1b}\u{200B}", "[U+200B]"),
    ("👨‍👩‍👧 ❤️ か\u{3099} 葛\u{E0100}", "👨‍👩‍👧 ❤️ か\u{3099} 葛\u{E0100}"),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{E0041}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿[U+E0041]"),
  ])
  func `what nobody sees is shown, and what joins or tags an emoji stays`(
    text: String, expected: String
  ) {
    #expect(Array(text.shown.unicodeScalars) == Array(expected.unicodeScalars))
    #expect(text.shown.shown == text.shown)
  }

  @Test func `no unprintable scalar survives and every other one does`() {
    for value in UInt32(0)...0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let printable = String(Character(scalar)).printable
      #expect(!printable.unicodeScalars.contains { $0.isUnprintable })
      if !scalar.isUnprintable {
        #expect(Array(printable.unicodeScalars) == [scalar])
      }
    }
  }

  @Test func `printable text stays as it is when made printable again`() {
    let once = "a\r\n\t\u{1b}b\u{202e}".printable
    #expect(once.printable == once)
  }
}
