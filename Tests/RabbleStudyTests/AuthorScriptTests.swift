import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// Authors edit their deck files in all the ways there are, between which somebody studies them. Each
/// question's real identity is known here, and the library has to find it by the texts alone.
@Suite struct AuthorScriptTests {
  /// How many scripts are played; `make fuzz` has 500 played.
  private static let scripts: UInt64 =
    ProcessInfo.processInfo.environment["RABBLE_FUZZ"] == nil ? 40 : 500

  @Test func `no script gives a history to another question, or loses one without asking`()
    async throws
  {
    var (edits, needless): (Int, [String]) = (0, [])
    try await withThrowingTaskGroup { group in
      for seed in 0..<Self.scripts {
        group.addTask {
          var script = try AuthorScript(seed: seed)
          try script.play(saves: 10)
          let diary = script.author.diary
          #expect(script.wrong == [], "script \(seed): \(diary)")
          #expect(script.lost == [], "script \(seed): \(diary)")
          #expect(try script.check() == [], "script \(seed): \(diary)")
          return (script.author.edits, script.needless)
        }
      }
      for try await (made, asked) in group {
        edits += made
        needless += asked
      }
    }
    #expect(needless.count * 50 <= edits, "\(edits) edits: \(needless)")
  }
}

/// A script of edits, with what came of the histories.
private struct AuthorScript {
  private(set) var author: Author
  /// Histories on a wrong question.
  private(set) var wrong: [String] = []
  /// Questions whose history is on none, and about which nobody was asked.
  private(set) var lost: [String] = []
  /// What was asked though the texts tell it.
  private(set) var needless: [String] = []
  private let folder: TemporaryFolder
  private var library: Library
  private let seed: UInt64
  /// Which question a history belongs to.
  private var owners: [QuestionID: Int] = [:]
  private var asked: Set<QuestionID> = []

  private static let start = Lesson.start

  init(seed: UInt64) throws {
    self.seed = seed
    author = Author(seed: seed)
    folder = try TemporaryFolder()
    library = try Library(
      at: .folder(FilePath(folder.path)),
      Surroundings(
        now: { Self.start }, localTime: .fixed(offset: 9 * 3600),
        random: { UInt64.random(in: .min ... .max) }))
  }

  mutating func play(saves: Int) throws {
    for save in 0..<saves {
      if save > 0 { author.edit() }
      try write()
      try library.refresh()
      try compare(save)
      try settle()
      try study()
    }
  }

  func check() throws -> [LogFinding] { try library.log.check() }

  private func write() throws {
    let decks = folder.path + "/decks"
    let wanted = Set(author.files.map { ($0.path as NSString).lastPathComponent })
    for name in try FileManager.default.contentsOfDirectory(atPath: decks)
    where !wanted.contains(name) {
      try FileManager.default.removeItem(atPath: decks + "/" + name)
    }
    for file in author.files { try folder.write(file.path, file.text) }
  }

  /// The questions as the library has them, with what they really are.
  private func questions() throws -> [(question: StoredQuestion, truth: Int)] {
    let truths = Dictionary(
      author.placed.map { ([$0.group, $0.entry.prompt, $0.entry.answer], $0.entry.truth) }
    ) { first, _ in first }
    return try library.log.read { try $0.decks.questions(of: library.groups) }.compactMap { found in
      truths[[found.group.title, found.question.prompt, found.question.answer]].map { (found, $0) }
    }
  }

  private mutating func compare(_ save: Int) throws {
    let found = try questions()
    let place = "script \(seed), save \(save): "
    // Of two that a swap has made the same in one group, the second is named and left out.
    let placed = Set(author.placed.map { [$0.group, $0.entry.prompt, $0.entry.answer] })
    if found.count != placed.count {
      wrong.append(place + "\(found.count) of \(placed.count) questions")
    }
    var kept: Set<Int> = []
    for (question, truth) in found {
      guard let owner = owners[question.id] else { continue }
      kept.insert(owner)
      if owner != truth {
        wrong.append(place + "“\(question.question.prompt) :: \(question.question.answer)”")
      }
    }
    let unclear = try library.log.read { try $0.identities.unclear() }
    let waiting = Set(unclear.map(\.known.id))
    let present = Set(found.map(\.truth))
    for (id, truth) in owners
    where present.contains(truth) && !kept.contains(truth) && !waiting.contains(id) {
      if owners.contains(where: { $0.value == truth && waiting.contains($0.key) }) { continue }
      lost.append(
        place + found.filter { $0.truth == truth }.map { $0.question.question.prompt }.joined())
    }
    let claims = Dictionary(grouping: unclear.flatMap(\.candidates), by: \.id)
    for unclear in unclear where asked.insert(unclear.known.id).inserted {
      guard let truth = owners[unclear.known.id], !author.changed.contains(truth) else { continue }
      let text = "“\(unclear.known.prompt) :: \(unclear.known.answer)” → "
      // Of two histories, one of which can go on, somebody has to choose.
      if !unclear.candidates.contains(where: { $0.isStudied || claims[$0.id]?.count != 1 }) {
        needless.append(
          place + text + unclear.candidates.map { "\($0.prompt) :: \($0.answer)" }.description)
      }
    }
  }

  /// Decides some of what is unclear, as it really is.
  private mutating func settle() throws {
    let truths = Dictionary(try questions().map { ($0.question.id, $0.truth) }) { first, _ in first
    }
    for unclear in try library.log.read({ try $0.identities.unclear() })
    where author.isLucky(1, in: 2) {
      let truth = owners[unclear.known.id]
      let candidate = unclear.candidates.first { truths[$0.id] == truth }
      try library.log.write {
        try $0.identities.settle(unclear, as: candidate, at: Self.start)
      }
      if candidate == nil { asked.remove(unclear.known.id) }
    }
  }

  /// Answers a third of the new cards.
  private mutating func study() throws {
    for (position, found) in try questions().enumerated() {
      let id = found.question.id
      guard owners[id] == nil, author.isLucky(1, in: 3) else { continue }
      let card = Card(
        id: CardID(question: id), question: found.question.question,
        group: found.question.group.name, position: position)
      let review = Review(
        card: card.id, grade: .good, moment: Self.start, typed: "typed", verdict: "correct",
        hintUsed: false, duration: 1500)
      _ = try library.log.write { try $0.reviews.record(review, of: card) }
      owners[id] = found.truth
    }
  }
}
