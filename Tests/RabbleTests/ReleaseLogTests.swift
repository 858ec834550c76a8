import Foundation
import Testing

/// A log of 0.1.0 that `Scripts/convert-log-0.1.0` has converted. What it must come to is in
/// `Fixtures/Release010`: that version said it of the same log.
struct ReleaseLogTests {
  private let program: Program
  private let said: SaidOf010

  init() throws {
    program = try Program(courses: false)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    said = try decoder.decode(
      SaidOf010.self, from: Data(contentsOf: Self.fixture.appending(path: "expected.json")))
  }

  @Test func `schedules, counts and history are those of 0.1.0, but for cards with FSRS-7`() throws
  {
    try importConverted()
    #expect(try run("log", "check").output.contains("Review log OK"))
    try expectSame(cards(), Self.byIdentity(said.cards), "after the import")
    let held = "is:suspended or is:buried"
    let suspended = try rows("card", "list", "--where", held).map {
      $0.values(of: ["prompt", "direction"])
    }
    #expect(Set(suspended) == Set(said.suspended.map { Array($0.prefix(2)) }))
    try expectSameCounts()
    // The import itself is an event of this log alone, and so is what it found of the groups' decks.
    let history = try rows("history", "--limit", "0").filter {
      $0["kind"] != .text("union")
        && $0["what"]?.description.contains("was found in deck") == false
    }
    #expect(history.count == said.history.count)
    for (row, event) in zip(history, said.history) {
      let name = row["kind"] == .text("answer") ? "kind" : "what"
      let isUndone = row["undone"] == .flag(true)
      let isRegraded = row["regraded"] == .flag(true)
      let state = isUndone ? "undone" : isRegraded ? "regraded" : "counts"
      let found = row.values(of: ["id", name]) + [.text(state), row["automatic"] ?? .missing]
      #expect(found == event)
    }
  }

  @Test func `events of 0.1.0 are undone and redone as they were there`() throws {
    try importConverted()
    let numbers = try Dictionary(
      uniqueKeysWithValues: rows("history", "--limit", "0").map {
        ($0["id"]?.description ?? "", $0["number"]?.description ?? "")
      })
    let whole = Self.byIdentity(said.cards)
    var now = whole
    for (step, event) in said.undo.enumerated() {
      let number = try #require(numbers[event[0]], "\(event)")
      let undo = try run("undo", "--event", number, "--yes")
      #expect(undo.lines.joined(separator: "\n") == event[1], "\(undo.errors)")
      for row in said.gone where row[0] == .number(Double(step)) {
        now["\(row[1]) \(row[2])"] = nil
      }
      let changed = said.changed.filter { $0[0] == .number(Double(step)) }
      now.merge(Self.byIdentity(changed.map { Array($0.dropFirst()) })) { $1 }
      try expectSame(cards(), now, "after “\(event[1])”")
    }
    let redo = try run("redo", "\(said.redo.count)")
    #expect(redo.lines == said.redo, "\(redo.errors)")
    try expectSame(cards(), whole, "after all was redone")
    #expect(try run("log", "check").output.contains("Review log OK"))
  }

  @Test func `a preset with FSRS-7 has the default parameters of FSRS-6, and its other options`()
    throws
  {
    try importConverted()
    let presets: Rows<PresetRow> = try json(["preset", "list"])
    let rows = presets.rows
    let seven = try #require(rows.first { $0.preset == "seven" })
    // Of a preset that nobody optimized.
    let old = try #require(rows.first { $0.preset == "old" })
    #expect(seven.parameters == old.parameters && seven.parameters.count == 21)
    #expect(seven.retention == 0.88)
    #expect(seven.groups == said.fsrs7Group)
  }

  @Test func `a line that is damaged or unknown ends the conversion with its number`() throws {
    let lines = try String(contentsOf: Self.export, encoding: .utf8).split(separator: "\n")
    let whole = try convert([], input: lines[..<3].joined(separator: "\n"))
    #expect(whole.ending == .exited(0), "\(whole.errors)")
    #expect(whole.lines.count == 3)
    let grade = try #require(lines.firstIndex { $0.contains(#""grade":3"#) })
    let changed = String(lines[grade]).replacing(#""grade":3"#, with: #""grade":4"#)
    let faults = [
      (changed, "does not match its check value; it was changed or damaged."),
      (#"{"event":"score","id":"1"}"#, "has the unknown kind “score”."),
      (#"{"event":"wording","prompt":7}"#, "has no value for “prompt” that can be read."),
      (#"{"event":"wording","typo":"a"}"#, "has the unknown key “typo”."),
      (String(lines[0].dropLast(2)), "is no JSON."),
    ]
    for (line, reason) in faults {
      let damaged = try convert(["-"], input: "\(lines[0])\n\n\(line)\n\(lines[1])\n")
      #expect(damaged.ending == .exited(3))
      #expect(damaged.errors == "convert-log-0.1.0: line 3 \(reason)\n")
    }
  }

  // MARK: - The program

  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/Release010")
  private static let export = fixture.appending(path: "export.jsonl")
  private static let converter = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scripts/convert-log-0.1.0")

  private func convert(_ arguments: [String], input: String = "") throws -> Outcome {
    var script = program
    script.path = Self.converter.path
    return try script.run(arguments, input: input)
  }

  /// Takes the decks of the log over, and then its events.
  private func importConverted() throws {
    try FileManager.default.createDirectory(
      atPath: program.dataFolder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Self.fixture.appending(path: "decks").path, toPath: program.dataFolder + "/decks")
    let converted = try convert([Self.export.path])
    #expect(converted.ending == .exited(0), "\(converted.errors)")
    // `otherAnswer` in 0.1.0.
    #expect(converted.output.contains(#""mistake":"other_answer""#))
    let taken = try program.run(["log", "import", "-"], at: said.now, input: converted.output)
    #expect(taken.ending == .exited(0), "\(taken.errors)")
  }

  private func run(_ arguments: String...) throws -> Outcome {
    try program.run(arguments, at: said.now)
  }

  private func json<Value: Decodable>(_ arguments: [String]) throws -> Value {
    let outcome = try program.run(arguments + ["--format", "json"], at: said.now)
    guard outcome.ending == .exited(0) else { throw Surprise("\(arguments): \(outcome.errors)") }
    return try JSONDecoder().decode(Value.self, from: Data(outcome.output.utf8))
  }

  private struct Rows<Row: Decodable>: Decodable { let rows: [Row] }

  /// The main table that a command writes.
  private func rows(_ arguments: String...) throws -> [[String: SaidValue]] {
    let report: Rows<[String: SaidValue]> = try json(arguments)
    return report.rows
  }

  // MARK: - Cards

  private func cards() throws -> [String: [SaidValue]] {
    let rows = try rows("card", "list").map { row in
      // 0.1.0 listed the tags of deck and learner as one text, and the learner's note alone.
      let tags = ["tags", "own_tags"].compactMap { row[$0] }.filter { $0 != .missing }
      let own: [String: SaidValue] = [
        "tags": .text(tags.map(\.description).joined(separator: ";")),
        "note": row["own_note"] ?? .missing,
      ]
      return row.merging(own) { $1 }
    }
    return Self.byIdentity(rows.map { $0.values(of: said.cardColumns) })
  }

  /// Cards by their question and direction.
  private static func byIdentity(_ rows: [[SaidValue]]) -> [String: [SaidValue]] {
    Dictionary(uniqueKeysWithValues: rows.map { ("\($0[0]) \($0[1])", $0) })
  }

  private func expectSame(
    _ found: [String: [SaidValue]], _ expected: [String: [SaidValue]], _ time: String
  ) {
    #expect(Set(found.keys) == Set(expected.keys), "\(time)")
    for (card, row) in expected where row[2] != .text(said.fsrs7Group) {
      #expect(found[card] == row, "\(time)")
    }
  }

  // MARK: - Counts

  /// Rows by state, with the young and the mature as one. What an import brought is under its presets now, which give
  /// other intervals than the default one, under which 0.1.0 counted it.
  private static func withoutMaturity(_ rows: [[SaidValue]]) -> [SaidValue: [Double]] {
    var sums: [SaidValue: [Double]] = [:]
    for row in rows {
      let state = row[0] == .text("mature") ? SaidValue.text("young") : row[0]
      let counts = row.dropFirst().map { value -> Double in
        guard case .number(let count) = value else { return .nan }
        return count
      }
      sums[state] = zip(sums[state] ?? counts.map { _ in 0 }, counts).map(+)
    }
    return sums
  }

  private func expectSameCounts() throws {
    let scores: Report = try json(["stats", "answers", "--by", "day", "-p", "all"])
    let grades: Report = try json(["stats", "answers", "--by", "grade"])
    let states: Report = try json([
      "stats", "answers", "--by", "state", "--where", "-deck:\(said.fsrs7Group)",
    ])
    let overview: Report = try json(["stats", "overview"])
    let names = ["again", "hard", "good", "easy"]
    let counts = said.counts
    #expect(
      scores.summary.values(of: ["answers", "correct", "incorrect", "minutes"])
        == [counts.answers, counts.correct, counts.incorrect, counts.minutes])
    #expect(
      grades.rows.map { $0["answers"] } == [counts.again, counts.hard, counts.good, counts.easy])
    #expect(overview.summary["longest_streak"] == counts.longestStreak)
    #expect(
      Self.withoutMaturity(states.rows.map { $0.values(of: ["state"] + names) })
        == Self.withoutMaturity(counts.states))
    let days = scores.rows.filter { $0["answers"] != .number(0) }
    #expect(days.map { $0.values(of: ["day", "correct", "incorrect"]) } == counts.days)
  }
}

/// A preset as it is listed.
private struct PresetRow: Decodable {
  let preset: String
  let parameters: [Double]
  let retention: Double
  let groups: String
}

/// A report of statistics.
private struct Report: Decodable {
  let summary: [String: SaidValue]
  let rows: [[String: SaidValue]]
}

/// What 0.1.0 said; the fixture's README describes it.
private struct SaidOf010: Decodable {
  let now: String
  let fsrs7Group: String
  let cardColumns: [String]
  let cards: [[SaidValue]]
  let suspended: [[SaidValue]]
  let counts: Counts
  let history: [[SaidValue]]
  let undo: [[String]]
  let gone: [[SaidValue]]
  let changed: [[SaidValue]]
  let redo: [String]

  struct Counts: Decodable {
    let answers: SaidValue
    let correct: SaidValue
    let incorrect: SaidValue
    let minutes: SaidValue
    let longestStreak: SaidValue
    let again: SaidValue
    let hard: SaidValue
    let good: SaidValue
    let easy: SaidValue
    let states: [[SaidValue]]
    let days: [[SaidValue]]
  }
}

/// A value of JSON. Numbers are the same to nine digits: sums may be rounded in another order.
private enum SaidValue: Decodable, Hashable, CustomStringConvertible {
  case text(String)
  case number(Double)
  case flag(Bool)
  case missing

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .missing
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(Double(String(format: "%.9g", number)) ?? number)
    } else if let texts = try? container.decode([String].self) {
      self = .text(texts.joined(separator: ";"))
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .flag(let flag): "\(flag)"
    case .missing: "null"
    }
  }
}

extension [String: SaidValue] {
  /// The values of these keys, in their order.
  fileprivate func values(of keys: [String]) -> [SaidValue] { keys.map { self[$0] ?? .missing } }
}
