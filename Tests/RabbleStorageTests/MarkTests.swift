import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Flags, tags and notes that come from elsewhere, with whatever a line can say.
@Suite struct MarkTests {
  /// A line of a mark with a check value that fits, as no command of this program makes it.
  private struct Forged {
    var question: QuestionID
    var direction = ""
    var kind = "tag"
    var name = ""
    var value: String?
    var isOn = 1

    /// The line of the event with a number, by which events are ordered.
    func line(_ number: Int) -> String {
      let form = EventForm.of(MarkEvent.table)
      let id = EventID(
        after: nil, milliseconds: morning.milliseconds + Int64(number), random: UInt128(number))
      let device = EventID(after: nil, milliseconds: 1, random: 1)
      let members: [String: EventValue] = [
        "id": .identity(id.bits), "device": .identity(device.bits),
        "time": .integer(morning.milliseconds), "utc_offset": .integer(0),
        "question": EventValue(question), "direction": .text(direction), "kind": .text(kind),
        "name": .text(name), "value": EventValue(value), "is_on": EventValue(isOn),
      ]
      let values = form.fields.map { members[$0.name] ?? .null }
      var sum = EventCheck(form)
      var bytes: [UInt8] = []
      EventLineWriter(form).write(values, check: sum.value(values), to: &bytes)
      return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
  }

  private func fresh() throws -> (log: StudyLog, card: CardID) {
    let log = try openLog()
    try log.store([kana])
    return (log, try log.cards()[0].id)
  }

  private func marks(_ log: StudyLog, _ card: CardID) throws -> CardMarks {
    try log.read { try $0.marks.marks(of: card) }
  }

  @Test(arguments: [
    "caf\u{e9} noir", "cafe\u{301} noir", " caf\u{e9} noir\n", "caf\u{e9}\u{3000}\t noir",
    "\u{1b}caf\u{e9}\u{202e} noir", "caf\u{e9}\u{200b} noir\u{feff}", "caf\u{e9}\u{2028}noir",
  ])
  func `a tag that reads like another one is the same tag`(spelling: String) throws {
    let (log, card) = try fresh()
    let first = Forged(question: card.question, name: "caf\u{e9} noir").line(1)
    let second = Forged(question: card.question, name: spelling).line(2)
    try log.exchange(first + "\n" + second)
    #expect(try marks(log, card).tags.map { Array($0.utf8) } == [Array("caf\u{e9} noir".utf8)])
    #expect(try log.read { try $0.marks.tags() }.map(\.questions) == [1])
    #expect(try log.check() == [])
    // The event is as it came.
    #expect(try Set(log.lines(["tag"]).split(separator: "\n").map(String.init)) == [first, second])
    // It is taken off as it is typed.
    let off = try Mark.Change.tag(typed: "-" + spelling.printable)
    _ = try log.write { try $0.marks.put(off, on: [card], at: morning) }
    #expect(try marks(log, card).tags == [])
    #expect(try log.check() == [])
  }

  @Test func `a tag and a note are cut where they are too long`() throws {
    let (log, card) = try fresh()
    let long = String(repeating: "ab ", count: 9000)
    let tag = Forged(question: card.question, name: long).line(1)
    let note = Forged(question: card.question, kind: "note", value: long).line(2)
    try log.exchange(tag + "\n" + note)
    let found = try marks(log, card)
    #expect(found.tags.map(\.count) == [100] && found.note?.count == 10_000)
    #expect(try log.check() == [])
  }

  @Test(arguments: [
    ("  a\u{1b}[31m\u{202e} mnemonic\n", "a[31m mnemonic"),
    ("one\r\ntwo\ttabs\u{2028}three\r", "one\ntwo\ttabs\nthree"),
    ("\u{7}\n ", nil), ("", nil),
  ])
  func `a note is kept without control characters and space around it`(
    text: String, note: String?
  ) throws {
    let (log, card) = try fresh()
    let earlier = Forged(question: card.question, kind: "note", value: "earlier").line(1)
    try log.exchange(earlier)
    #expect(try marks(log, card).note == "earlier")
    try log.exchange(Forged(question: card.question, kind: "note", value: text).line(2))
    #expect(try marks(log, card).note == note)
    #expect(try log.check() == [])
    #expect(try Mark.Change.note(typed: text) == .note(note))
  }

  @Test func `what a mark says that its kind does not have counts for nothing`() throws {
    let (log, card) = try fresh()
    let question = card.question
    // A flag without a card, with a name, on more than once; a tag and a note of one card.
    let odd = [
      Forged(question: question, kind: "flag", name: "x", value: "blue", isOn: 7),
      Forged(question: question, direction: "production", name: "verb", value: "x"),
      Forged(question: question, direction: "answer", kind: "note", name: "y", value: "n"),
    ]
    try log.exchange(odd.enumerated().map { $1.line($0 + 1) }.joined(separator: "\n"))
    #expect(try log.check() == [])
    var expected = CardMarks()
    (expected.flag, expected.tags, expected.note) = (.blue, ["verb"], "n")
    #expect(try marks(log, card) == expected)
    for change in [Mark.Change.flag(false), .tag("verb", false), .note(nil)] {
      _ = try log.write { try $0.marks.put(change, on: [card], at: morning) }
    }
    #expect(try marks(log, card) == CardMarks())
    #expect(try log.check() == [])
  }

  @Test func `a mark that can't be made canonical is refused, by its name`() throws {
    let (log, card) = try fresh()
    let refused = [
      Forged(question: card.question, name: " \u{200b}\n"), Forged(question: card.question),
      Forged(question: card.question, kind: "flag", value: "beige"),
      Forged(question: card.question, kind: "Flag", value: "red"),
      Forged(question: card.question, kind: "star"), Forged(question: card.question, kind: "note"),
    ].enumerated().map { $1.line($0 + 1) }
    for line in refused {
      let report = try log.join(line, at: morning)
      #expect(report.added == 0)
      #expect(
        report.faults.map { "\($0.reason)" } == ["has no value for “mark” that can be read"])
    }
    try log.exchange(refused.joined(separator: "\n"))
    #expect(try log.read { try $0.syncs.waiting() } == [.unknown: refused.count])
    #expect(try marks(log, card) == CardMarks())
    #expect(try log.check() == [])
  }

  @Test func `any marks come to the same in any order of arrival, and pass the check`() throws {
    for seed in 0..<UInt64(LongForm.rounds(usually: 40)) {
      var generator = SeededGenerator(seed: seed)
      let (log, card) = try fresh()
      let other = try log.cards()[1].id
      let lines = (1...30).map { number in
        Forged(
          question: generator.element(of: [card, other]).question,
          direction: generator.element(of: ["", "", "answer", "production"]),
          kind: generator.element(of: ["flag", "tag", "tag", "note"]),
          name: generator.element(of: [
            "a", " a", "a\u{301}", "\u{e1}", "A", "", "a\u{0}".printable,
          ]),
          value: generator.element(of: [nil, "red", "blue", " n ", "n\u{85}", "\u{202e}"]),
          isOn: generator.element(of: [1, 1, 0, 2, -1])
        ).line(number)
      }
      try log.exchange(lines.shuffled(using: &generator).joined(separator: "\n"))
      let (second, _) = try fresh()
      for line in lines.shuffled(using: &generator) { try second.exchange(line) }
      #expect(try log.dump("marked").sorted() == second.dump("marked").sorted(), "\(seed)")
      for found in [log, second] {
        #expect(try found.check() == [], "\(seed)")
        if let last = try found.read({ try $0.history.entries(limit: 1) }).first {
          _ = try found.undo(last.event.id, at: morning)
        }
        #expect(try found.check() == [], "\(seed)")
      }
    }
  }
}
