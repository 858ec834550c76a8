import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// One author on two machines: decks are a git repository, edited apart and merged by git, and events go
/// by a folder. Each question's real identity is known here; no history may go to another question, or
/// be lost where the texts tell whose it is.
@Suite struct TwoAuthorsTests {
  /// How many scripts are played; RABBLE_FUZZ sets another number.
  private static let scripts =
    ProcessInfo.processInfo.environment["RABBLE_FUZZ"].flatMap { Int($0) } ?? 8

  @Test func `decks that git merges keep every history on both machines`() async throws {
    try await withThrowingTaskGroup { group in
      for worker in 0..<2 {
        group.addTask {
          for seed in stride(from: worker, to: Self.scripts, by: 2) {
            var script = try GitScript(seed: UInt64(seed))
            try script.play(rounds: 4)
            #expect(script.wrong == [], "script \(seed): \(script.diary)")
            #expect(script.lost == [], "script \(seed): \(script.diary)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

private struct GitScript {
  /// Histories on a wrong question.
  private(set) var wrong: [String] = []
  /// Questions whose history is on none, and about which nobody was asked.
  private(set) var lost: [String] = []
  private(set) var diary: [String] = []

  private struct Entry {
    var prompt: String
    var answer: String
  }

  private struct Machine {
    let folder: TemporaryFolder
    var library: Library
    var decks: String { folder.path + "/decks" }
    var deck: String { decks + "/words.md" }
  }

  private let home: TemporaryFolder
  private var machines: [Machine] = []
  private var generator: SeededGenerator
  private var next = 0
  /// Which question a history belongs to, by its identity: the words that a question keeps for ever.
  private var owners: [QuestionID: String] = [:]
  private let clock = TestClock(Lesson.start)

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    home = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: home.path + "/sync", withIntermediateDirectories: false)
    let bare = home.path + "/decks.git"
    try git(["init", "--quiet", "--bare", "--initial-branch", "main", bare], in: "/")
    for number in 0..<2 {
      let folder = try TemporaryFolder()
      try git(["clone", "--quiet", bare, folder.path + "/decks"], in: "/")
      try git(["checkout", "--quiet", "-B", "main"], in: folder.path + "/decks")
      if number == 0 {
        let groups = (0..<2).map { group in
          "# Group \(group)\n\n" + (0..<8).map { _ in line(entry()) + "\n" }.joined()
        }
        try folder.write("decks/words.md", groups.joined(separator: "\n"))
        try git(["add", "--all"], in: folder.path + "/decks")
        try git(["commit", "--quiet", "--message", "Begin"], in: folder.path + "/decks")
        try git(["push", "--quiet", "origin", "main"], in: folder.path + "/decks")
      } else {
        try git(["pull", "--quiet", "origin", "main"], in: folder.path + "/decks")
      }
      machines.append(
        Machine(
          folder: folder,
          library: try Library(at: .folder(FilePath(folder.path)), clock.surroundings)))
    }
  }

  mutating func play(rounds: Int) throws {
    for round in 0..<rounds {
      for index in machines.indices {
        clock.set(clock.now.advanced(byMilliseconds: 3_600_000))
        if round > 0 {
          try edit(index)
          try read(index, round)
        }
        try study(index)
        let decks = machines[index].decks
        try git(["add", "--all"], in: decks)
        try git(["commit", "--quiet", "--allow-empty", "--message", "\(round)"], in: decks)
      }
      // Events may come before the decks they are about, or after them.
      if Bool.random(using: &generator) { try sync() }
      for index in [0, 1, 0] {
        let side = Bool.random(using: &generator) ? "ours" : "theirs"
        let decks = machines[index].decks
        try git(
          ["pull", "--quiet", "--no-rebase", "--no-edit", "-X", side, "origin", "main"], in: decks)
        try git(["push", "--quiet", "origin", "main"], in: decks)
        diary.append("\(round) merge on \(index), \(side)")
        if Bool.random(using: &generator) { try sync() }
        try read(index, round)
      }
      try sync()
      for index in machines.indices { try read(index, round) }
      try sync()
      for index in machines.indices { try read(index, round) }
      try compare(round)
    }
  }

  private func sync() throws {
    for machine in machines + machines {
      _ = try machine.library.sync(with: home.path + "/sync")
    }
  }

  // MARK: - Questions

  /// A question whose prompt and answer begin with words that stay.
  private mutating func entry() -> Entry {
    next += 1
    let letters = Array("bcdfghjklmnpqrstvwxz")
    let vowels = Array("aeiou")
    func word() -> String {
      (0..<4).map { _ in
        "\(generator.element(of: letters))\(generator.element(of: vowels))"
      }.joined()
    }
    return Entry(prompt: word(), answer: word())
  }

  private func line(_ entry: Entry) -> String { "\(entry.prompt) :: \(entry.answer)" }

  /// What a question keeps for ever: the beginning of its prompt. Edits change the ends.
  private func truth(_ prompt: String) -> String { String(prompt.prefix(6)) }

  private mutating func edit(_ index: Int) throws {
    let path = machines[index].deck
    var lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let places = lines.indices.filter { lines[$0].contains(" :: ") }
      guard places.count > 4 else { break }
      let place = generator.element(of: places)
      let sides = lines[place].split(separator: " :: ").map(String.init)
      diary.append("\(index): \(lines[place])")
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: lines[place] = sides[0] + generator.element(of: ["a", "o", "!"]) + " :: " + sides[1]
      case 1: lines[place] = sides[0] + " :: " + sides[1] + generator.element(of: ["s", "n", "?"])
      case 2: lines[place] = sides[0] + " :: " + sides[1] + "; " + entry().answer
      case 3: lines.insert(line(entry()), at: place)
      case 4: lines.remove(at: place)
      case 5:
        let moved = lines.remove(at: place)
        let rest = lines.indices.filter { lines[$0].contains(" :: ") }
        lines.insert(moved, at: generator.element(of: rest))
      default: lines.swapAt(place, generator.element(of: places))
      }
    }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func questions(_ index: Int) throws -> [StoredQuestion] {
    let library = machines[index].library
    return try library.log.read { try $0.decks.questions(of: library.groups) }
  }

  /// Reads the decks, and looks whose histories the questions have.
  private mutating func read(_ index: Int, _ round: Int) throws {
    try machines[index].library.refresh()
    for found in try questions(index) {
      if let owner = owners[found.id], owner != truth(found.question.prompt) {
        wrong.append("round \(round), machine \(index): “\(found.question.prompt)”")
      }
    }
  }

  /// Answers a third of the new cards.
  private mutating func study(_ index: Int) throws {
    for (position, found) in try questions(index).enumerated() {
      guard Int.random(in: 0..<3, using: &generator) == 0 else { continue }
      let card = Card(
        id: CardID(question: found.id), question: found.question, group: found.group.name,
        position: position)
      let review = Review(
        card: card.id, grade: .good, moment: clock.now, typed: "typed", verdict: "correct",
        hintUsed: false, duration: 1500)
      _ = try machines[index].library.log.write { try $0.reviews.record(review, of: card) }
      owners[found.id] = truth(found.question.prompt)
    }
  }

  /// Both machines have the same questions with the same histories, and none is lost.
  private mutating func compare(_ round: Int) throws {
    var found: [[String]] = []
    for index in machines.indices {
      let questions = try questions(index)
      found.append(questions.map { "\($0.id) \($0.question.prompt)" }.sorted())
      let log = machines[index].library.log
      let kept = Set(questions.compactMap { owners[$0.id] })
      let unclear = Set(try log.read { try $0.identities.unclear() }.map(\.known.id))
      for (id, truth) in owners
      where questions.contains(where: { self.truth($0.question.prompt) == truth }) {
        if !kept.contains(truth), !unclear.contains(id) {
          lost.append("round \(round), machine \(index): “\(truth)”")
        }
      }
      let findings = try log.check().filter { !$0.isRemark }
      if !findings.isEmpty { wrong.append("\(findings)") }
    }
    if found[0] != found[1] {
      wrong.append("round \(round): \(Set(found[0]).symmetricDifference(found[1]))")
    }
  }

  @discardableResult
  private func git(_ arguments: [String], in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
    process.arguments = ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@b"] + arguments
    process.environment = [
      "PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw GitFailure(arguments: arguments, text: text) }
    return text
  }

  private struct GitFailure: Error {
    let arguments: [String]
    let text: String
  }
}
