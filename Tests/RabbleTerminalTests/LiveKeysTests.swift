import RabbleScreens
import RabbleText
import Testing

@testable import RabbleTerminal

/// A script of three letters: `ka` is か, `ki` is き, and an `n` at the end is ん.
private struct Script: LiveInput {
  private var letters: [(text: String, keys: String)] = []

  var text: String { letters.map(\.text).joined() }
  var keys: String { letters.map(\.keys).joined() }

  mutating func type(_ key: Character) -> LiveEdit {
    if letters.last?.text == "k", let kana = ["a": "か", "i": "き"][key] {
      letters[letters.count - 1] = (kana, "k\(key)")
      return LiveEdit(erased: 1, inserted: kana)
    }
    let text = key == "a" ? "あ" : String(key)
    letters.append((text, String(key)))
    return LiveEdit(erased: 0, inserted: text)
  }

  mutating func eraseLast() -> LiveEdit {
    letters.removeLast()
    return LiveEdit(erased: 1, inserted: "")
  }

  mutating func commit() -> LiveEdit {
    guard letters.last?.text == "n" else { return LiveEdit(erased: 0, inserted: "") }
    letters[letters.count - 1].text = "ん"
    return LiveEdit(erased: 1, inserted: "ん")
  }
}

struct LiveLineTests {
  /// Types keys one after the other at the end of a line.
  private func typed(_ keys: String, into line: inout LiveLine, after start: String = "") -> String
  {
    keys.reduce(into: start) { text, key in
      let change = line.type(key, between: text, and: "")
      text = change.map { apply($0, to: text) } ?? text + String(key)
    }
  }

  private func apply(_ change: LiveLine.Change, to text: String) -> String {
    String(decoding: text.utf8.dropLast(change.erased), as: UTF8.self) + change.inserted
  }

  @Test func `a key that completes a letter takes the waiting one's place`() {
    var line = LiveLine(Script())
    #expect(line.type("k", between: "", and: "") == LiveLine.Change(erased: 0, inserted: "k"))
    #expect(line.type("a", between: "k", and: "") == LiveLine.Change(erased: 1, inserted: "か"))
    #expect(line.keys(of: "か") == "ka")
  }

  @Test func `Backspace takes back a letter of three bytes whole`() {
    var line = LiveLine(Script())
    #expect(typed("kaki", into: &line) == "かき")
    #expect(
      line.eraseLast(between: "かき", and: "") == LiveLine.Change(erased: 3, inserted: ""))
    #expect(line.keys(of: "か") == "ka")
  }

  @Test func `Backspace on nothing is Readline's`() {
    var line = LiveLine(Script())
    #expect(line.eraseLast(between: "", and: "か") == nil)
  }

  @Test func `an undo brings back the keys, too`() {
    var line = LiveLine(Script())
    #expect(typed("kaki", into: &line) == "かき")
    #expect(line.type("i", between: "かk", and: "") == LiveLine.Change(erased: 1, inserted: "き"))
    #expect(line.type("k", between: "か", and: "") == LiveLine.Change(erased: 0, inserted: "k"))
    #expect(line.keys(of: "かk") == "kak")
  }

  @Test func `in the middle of a line only what stands before the cursor matters`() {
    var line = LiveLine(Script())
    #expect(typed("kaki", into: &line) == "かき")
    #expect(line.type("k", between: "か", and: "き") == LiveLine.Change(erased: 0, inserted: "k"))
    #expect(line.type("i", between: "かk", and: "き") == LiveLine.Change(erased: 1, inserted: "き"))
    #expect(line.keys(of: "かきき") == nil)
  }

  @Test func `a waiting letter that came in another way is taken up`() {
    var line = LiveLine(Script())
    #expect(line.type("a", between: "lamak", and: "") == LiveLine.Change(erased: 1, inserted: "か"))
    #expect(line.keys(of: "lamaか") == nil)
  }

  @Test func `what an input method sends has no keys`() {
    var line = LiveLine(Script())
    #expect(line.keys(of: "かき") == nil)
    #expect(line.commit("かき") == LiveLine.Change(erased: 0, inserted: ""))
    #expect(line.keys(of: "かき") == nil)
  }

  @Test func `Enter decides what still waits`() {
    var line = LiveLine(Script())
    let text = typed("kan", into: &line)
    #expect(line.commit(text).map { apply($0, to: text) } == "かん")
    #expect(line.keys(of: "かん") == "kan")
  }

  @Test(arguments: [":ka", "：ka", " :ka", "\u{3000}：ka", ":"])
  func `a command stays as it is typed`(command: String) {
    var line = LiveLine(Script())
    #expect(typed(command, into: &line) == command)
    #expect(line.eraseLast(between: command, and: "") == nil)
    #expect(line.commit(command) == nil)
    #expect(line.keys(of: command) == nil)
  }

  @Test func `a colon before a line makes it a command`() {
    var line = LiveLine(Script())
    #expect(typed("ka", into: &line) == "か")
    #expect(line.type(":", between: "", and: "か") == nil)
    #expect(line.type("k", between: ":", and: "か") == nil)
  }

  @Test func `equal letters of other bytes are not taken for one another`() {
    var line = LiveLine(Script())
    _ = line.type("が", between: "", and: "")
    let decomposed = "か\u{3099}"
    #expect(
      line.eraseLast(between: decomposed, and: "")
        == LiveLine.Change(erased: decomposed.utf8.count, inserted: ""))
  }

  @Test func `a line longer than any answer is left alone`() {
    var line = LiveLine(Script())
    let long = String(repeating: "か", count: LiveLine.longest / 3)
    #expect(line.type("k", between: long, and: "") != nil)
    #expect(line.type("a", between: long + "k", and: "") == nil)
    #expect(line.commit(long + "か") == nil)
    #expect(line.keys(of: long + "か") == nil)
  }
}
