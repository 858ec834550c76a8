import Foundation
import GRDB
import RabbleTestSupport
import Testing

/// The program is killed before any of its writes, and the power fails at any moment: no verdict that was
/// told is lost, no deck is half written, and the next program goes on.
struct CrashTests {
  /// What the program does when it happens.
  struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    var input = ""
    /// Whether there are enough answers of earlier days to learn parameters from.
    var hasHistory = false
    var testDescription: String { name }
  }

  static let scenarios = [
    Scenario(
      name: "study", arguments: ["study", "Words", "--format", "json"],
      input: "cat\nhund\nbird\n:undo\nbirds\n"),
    Scenario(name: "deck edit", arguments: ["deck", "remove", "いぬ", "--yes"]),
    Scenario(
      name: "import", arguments: ["deck", "import", "more.csv", "--into", "Words", "--yes"]),
    Scenario(name: "undo", arguments: ["undo", "--answer"]),
    Scenario(
      name: "preset", arguments: ["preset", "use", "own", "Words", "--retention", "0.8"]),
    Scenario(
      name: "optimize", arguments: ["preset", "optimize"], hasHistory: true),
    Scenario(name: "backup", arguments: ["log", "backup"]),
    Scenario(name: "restore", arguments: ["log", "restore", "--yes"]),
  ]

  private let program: Program
  private let recorder: CrashRecorder
  /// The home before anything happens.
  private let before: TemporaryFolder
  private var deck: String { program.dataFolder + "/decks/words.json" }

  init() throws {
    program = try Program(courses: false)
    before = try TemporaryFolder()
    recorder = CrashRecorder(program: program)
    try program.addDeck(Program.words)
    let yesterday = "2026-11-20T09:00:00+09:00"
    let first = try program.run(["study", "Words"], at: yesterday, input: "cat\ndog\n")
    #expect(first.ending == .exited(0), "\(first.errors)")
    _ = try program.run(["preset", "set", "own"], at: yesterday)
    try program.home.write("more.csv", "prompt,answer\nうま,horse\n")
    try FileManager.default.removeItem(atPath: before.path)
    try FileManager.default.copyItem(atPath: program.home.path, toPath: before.path)
  }

  /// Adds answers to the two cards, mostly forgotten every other day for two months, to the home as it is
  /// before anything happens.
  private func addHistory() throws {
    let reviews = try program.reviewRows().enumerated().flatMap { card, row in
      stride(from: 60, to: 2, by: -2).map { day in
        let time = (row["time"] as Int64) - Int64(day) * 86_400_000 + Int64(card)
        return (time: time, like: row, grade: day % 8 == 0 ? 3 : 1)
      }
    }
    try program.addReviews(reviews)
    try FileManager.default.removeItem(atPath: before.path)
    try FileManager.default.copyItem(atPath: program.home.path, toPath: before.path)
  }

  private func arguments(_ scenario: Scenario) -> [String] {
    scenario.arguments.map { $0 == "more.csv" ? program.home.path + "/more.csv" : $0 }
  }

  private func reset(for scenario: Scenario) throws {
    try FileManager.default.removeItem(atPath: program.home.path)
    try FileManager.default.copyItem(atPath: before.path, toPath: program.home.path)
  }

  /// What was typed to the verdicts that were told, and are still to be there.
  private static func acknowledged(_ said: String) -> [String] {
    said[..<(said.lastIndex(of: "\n") ?? said.startIndex)].split(separator: "\n").compactMap {
      guard let screen = try? Screen(json: String($0)), screen.kind == "verdict" else { return nil }
      return screen.grade == nil ? nil : screen.typed
    }
  }

  /// Makes sure that nothing is lost.
  private func inspect(_ said: String, decks: Set<Data>, _ scenario: Scenario, _ place: String)
    throws
  {
    let check = try program.run(["log", "check"])
    #expect(
      check.ending == .exited(0), "\(scenario.name), \(place): \(check.output)\(check.errors)")
    let log = try program.reviews().compactMap(\.typed)
    if scenario.name != "restore" { #expect(log.starts(with: ["cat", "dog"]), "\(place): \(log)") }
    let told = Self.acknowledged(said)
    #expect(log.dropFirst(2).starts(with: told), "\(scenario.name), \(place): \(told), \(log)")
    let left = try Data(contentsOf: URL(fileURLWithPath: deck))
    #expect(
      decks.contains(left), "\(scenario.name), \(place): \(String(decoding: left, as: UTF8.self))")
    let folder = program.dataFolder + "/backups"
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where file.hasSuffix(".sqlite") {
      let backup = try DatabaseQueue(path: folder + "/" + file)
      let (health, count) = try backup.read {
        (
          try String.fetchOne($0, sql: "PRAGMA integrity_check"),
          try Int.fetchOne($0, sql: "SELECT count(*) FROM review")
        )
      }
      try backup.close()
      #expect(health == "ok" && (count ?? 0) >= 2, "\(scenario.name), \(place): \(file)")
    }
  }

  @Test(arguments: scenarios)
  func `kill -9 before any write loses nothing that was told`(_ scenario: Scenario) throws {
    if scenario.hasHistory { try addHistory() }
    try reset(for: scenario)
    let whole = try recorder.record(arguments(scenario), input: scenario.input)
    #expect(whole.outcome.ending == .exited(0), "\(scenario.name): \(whole.outcome.errors)")
    let changes = whole.events.count { $0.kind != .say }
    try #require(changes > 3)
    if scenario.hasHistory {
      #expect(try program.rows(of: ["preset"])["preset"]?.count == 2, "\(whole.outcome.output)")
    }
    let decks = Set(
      try [before.path + deck.dropFirst(program.home.path.count), deck].map {
        try Data(contentsOf: URL(fileURLWithPath: $0))
      })
    var random = SeededGenerator(seed: 5)
    let kills = Array(1...changes).shuffled(using: &random).prefix(LongForm.rounds(usually: 1))
    for change in kills {
      try reset(for: scenario)
      let outcome = try recorder.run(
        arguments(scenario), input: scenario.input, killedBefore: change)
      try inspect(outcome.output, decks: decks, scenario, "change \(change) of \(changes)")
      let again = try program.run(arguments(scenario), at: Program.morning, input: scenario.input)
      // What was done before the kill can't be done again.
      guard case .exited = again.ending else {
        Issue.record("\(scenario.name): \(again.ending) after change \(change)")
        continue
      }
    }
  }

  @Test(arguments: scenarios)
  func `a power cut at any moment loses nothing that was told`(_ scenario: Scenario) throws {
    if scenario.hasHistory { try addHistory() }
    try reset(for: scenario)
    let start = try CrashedDisk(program.home.path)
    let (outcome, events) = try recorder.record(arguments(scenario), input: scenario.input)
    #expect(outcome.ending == .exited(0), "\(scenario.name): \(outcome.errors)")
    let decks = Set(
      try [before.path + deck.dropFirst(program.home.path.count), deck].map {
        try Data(contentsOf: URL(fileURLWithPath: $0))
      })
    var random = SeededGenerator(seed: 6)
    let rounds = (LongForm.rounds(usually: 9) + Self.scenarios.count - 1) / Self.scenarios.count
    for round in 0..<rounds {
      let moment = Int.random(in: 0...events.count, using: &random)
      var disk = start
      var said: [UInt8] = []
      for event in events.prefix(moment) {
        disk.follow(event)
        if event.kind == .say { said += event.bytes }
      }
      try reset(for: scenario)
      for folder in ["/decks", "/backups"] {
        let path = program.dataFolder + folder
        if FileManager.default.fileExists(atPath: path) {
          try FileManager.default.removeItem(atPath: path)
        }
      }
      for file in try FileManager.default.contentsOfDirectory(atPath: program.dataFolder) {
        try FileManager.default.removeItem(atPath: program.dataFolder + "/" + file)
      }
      for (path, bytes) in disk.image(using: &random) {
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
      }
      try inspect(
        String(decoding: said, as: UTF8.self), decks: decks, scenario,
        "round \(round), after \(moment) of \(events.count)")
    }
  }
}
