import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleJudging

struct LiveKanaTests {
  private func typed(_ keys: String) -> LiveKana {
    var line = LiveKana()
    for key in keys { line.type(key) }
    return line
  }

  @Test(arguments: [
    ("konnichiwa", ["k", "こ", "こn", "こん", "こんに", "こんにc", "こんにch", "こんにち", "こんにちw", "こんにちわ"]),
    ("konnyaku", ["k", "こ", "こn", "こん", "こんny", "こんにゃ", "こんにゃk", "こんにゃく"]),
    ("kon'ya", ["k", "こ", "こn", "こん", "こんy", "こんや"]),
    ("matcha", ["m", "ま", "まt", "まtc", "まtch", "まっちゃ"]),
    ("shimbun", ["s", "sh", "し", "しm", "しmb", "しんぶ", "しんぶn"]),
    ("dzu", ["d", "dz", "づ"]), ("la", ["l", "ら"]), ("KA", ["K", "カ"]), ("n?", ["n", "ん？"]),
    ("ヵ年", ["ヵ", "ヵ年"]), ("q8", ["q", "q8"]),
  ])
  func `each key shows at once what it makes`(keys: String, trace: [String]) {
    var line = LiveKana()
    #expect(
      keys.map { key in
        line.type(key); return line.text
      } == trace
    )
  }

  @Test func `enter turns a waiting n into a kana and nothing else`() {
    for (keys, text) in [("hon", "ほん"), ("HON", "ホン"), ("hok", "ほk"), ("honn", "ほん"), ("", "")] {
      var line = typed(keys)
      line.commit()
      #expect(line.text == text)
    }
  }

  @Test func `backspace takes back one kana, or one key that waits`() {
    var line = typed("gakkyok")
    var trace: [String] = []
    while !line.text.isEmpty {
      line.eraseLast()
      trace.append(line.text)
    }
    #expect(trace == ["がっきょ", "がっき", "がっ", "が", ""])
    line.eraseLast()
    #expect(line.text.isEmpty)
  }

  @Test func `what remains after a backspace still has keys that make it`() {
    var line = typed("kyo")
    line.eraseLast()
    #expect(line.text == "き")
    #expect(line.keys == "ki")
    for key in "mono" { line.type(key) }
    #expect(line.text == "きもの")
    #expect(line.keys == "kimono")
  }

  @Test func `the keys are kept as they were struck`() {
    #expect(typed("Konnnichiha").keys == "Konnnichiha")
    #expect(typed("konnichiwa").keys == "konnichiwa")
  }

  @Test(arguments: 0..<10)
  func `the edits bring a screen to the same text`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let keys = Array("aiueoknnnsthymbpxlNKA'-. かン漢👍")
    var line = LiveKana()
    var screen = ""
    for _ in 0..<300 {
      let edit: LiveEdit
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: edit = line.eraseLast()
      case 1 where Int.random(in: 0..<10, using: &generator) == 0: edit = line.commit()
      default: edit = line.type(try #require(keys.randomElement(using: &generator)))
      }
      screen = screen.dropLast(edit.erased) + edit.inserted
      #expect(screen == line.text)
    }
  }
}
