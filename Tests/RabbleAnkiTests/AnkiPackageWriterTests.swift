import Foundation
import RabbleExchange
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleAnki

/// Packages as they are written: what real Anki makes of them, `Scripts/check-anki` shows.
struct AnkiPackageWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(
    _ questions: [Question], reviewTimes: [Int64] = [], to name: String
  ) throws -> String {
    let writer = try AnkiPackageWriter(temporary: folder.path, now: 1_795_000_000_000)
    var frame = AnkiCollection()
    frame.created = 1_794_000_000
    frame.usesFSRS = true
    frame.noteTypes = AnkiNotes.types
    frame.decks[7] = AnkiCollection.Deck(name: "Words::N5", isFiltered: false, options: 1)
    for (index, question) in questions.enumerated() {
      let made = AnkiNotes.notes(
        of: question, identity: QuestionID(of: question, inGroup: "Words::N5"),
        directions: question.askedDirections(byDefault: nil), language: "ja", ownNote: nil)
      let id = Int64(index + 1)
      for note in made {
        try writer.add(
          AnkiCollection.Note(
            id: id, guid: note.guid, noteType: note.noteType, tags: question.tags,
            fields: note.fields), sortedBy: note.plain)
        var written = AnkiCollection.Card.Written()
        (written.position, written.decay, written.desiredRetention) = (index, 0.1542, 0.9)
        written.lastReview = 1_794_999_000
        for (ordinal, _) in note.cards {
          let card = id * 10 + Int64(ordinal)
          try writer.add(
            AnkiCollection.Card(
              id: card, note: id, deck: 7, ordinal: ordinal, phase: .review, hold: .suspended,
              due: 12, interval: 3, ease: 2.5, repetitions: 4, lapses: 1, flag: 1,
              memory: .init(stability: 3.14159, difficulty: 5.5), written: written))
          writer.add(
            AnkiCollection.LogEntry(
              id: 1_794_999_000_000 + card, card: card, grade: 3, kind: .review, factor: 600,
              duration: 1500, interval: 3, lastInterval: -600))
        }
      }
    }
    for time in reviewTimes {
      writer.add(
        AnkiCollection.LogEntry(
          id: time, card: 10, grade: 3, kind: .review, factor: 600, duration: 1500, interval: 3,
          lastInterval: -600))
    }
    let path = folder.path + "/" + name
    try writer.finish(
      frame, css: AnkiNotes.css, media: [], creationOffset: 32_400, utcOffset: 32_400, to: path)
    return path
  }

  private static let questions = [
    Question(
      id: "a", prompt: "犬", answer: "dog", reading: "いぬ", tags: ["n5"],
      directions: [.recognition, .production]),
    Question(prompt: "s", answer: "A cat.", cloze: "A {{cat}}."),
  ]

  @Test func `what was written is read again`() throws {
    let collection = try AnkiReader.read(
      try write(Self.questions, to: "x.apkg"), temporary: folder.path)
    #expect(collection.created == 1_794_000_000 && collection.usesFSRS)
    // Nine hours ahead of UTC, in minutes behind it.
    #expect(collection.creationOffset == -540)
    #expect(collection.notes.count == 2 && collection.cards.count == 3)
    #expect(collection.log.count == 3 && collection.unreadableRows == 0)
    let card = try #require(collection.cards.first)
    #expect(card.hold == .suspended && card.flag == 1 && card.phase == .review && card.due == 12)
    #expect(card.memory == .init(stability: 3.1416, difficulty: 5.5))
    let made = AnkiImport(collection)
    #expect(made.content.groups.map(\.header.title) == ["Words::N5"])
    #expect(made.content.groups.first?.items.map(\.question) == Self.questions)
  }

  @Test
  func `reviews with the time 0 or in seconds are unusable, and those before the collection count`()
    throws
  {
    let path = try write(
      Self.questions,
      reviewTimes: [-5, 0, 1_794_999_000, 1_136_073_599_999, 1_136_073_600_000, 1_500_000_000_000],
      to: "times.apkg")
    let collection = try AnkiReader.read(path, temporary: folder.path)
    #expect(collection.unreadableRows == 4)
    #expect(
      collection.log.map(\.id).filter { $0 < 1_794_000_000_000 }
        == [1_136_073_600_000, 1_500_000_000_000])
  }

  @Test func `a package is the one that every Anki since 2.1.50 reads`() throws {
    let archive = try ZipArchive(path: try write(Self.questions, to: "y.apkg")) { _ in true }
    #expect(archive.entries.keys.sorted() == ["collection.anki21", "media", "meta"])
    var bytes: [UInt8] = []
    for name in ["meta", "media"] {
      let entry = try #require(archive.entries[name])
      try archive.unpack(entry, limit: 100) { piece throws(PackageFault) in bytes += piece }
    }
    #expect(bytes == [0x08, 0x02] + Array("{}".utf8))
  }

  @Test func `the check value of a note is that of its first field`() {
    // Python: int.from_bytes(hashlib.sha1("犬".encode()).digest()[:4], "big")
    #expect(AnkiRow.checksum("犬") == 0x022D_D77D)
    #expect(AnkiRow.checksum("") == 0xDA39_A3EE)
  }

  /// What Anki has of cards, but for when they were changed: the queue and the flag come last.
  private func cards(in path: String) throws -> [[String]] {
    let file = try CollectionFile(path, in: folder.path)
    defer { withExtendedLifetime(file) {} }
    var cards: [[String]] = []
    try ForeignDatabase(path: file.path).rows(
      """
      SELECT id, nid, did, ord, type, due, ivl, factor, reps, lapses, left, odue, odid, data, queue,
        flags FROM cards ORDER BY id
      """
    ) { row in cards.append((0..<16).map { row.text($0) }) }
    return cards
  }

  @Test func `a mark changes only whether a card is asked, and its flag`() throws {
    let source = try Packages.path("sm2.colpkg")
    let before = try cards(in: source)
    let (marked, restored) = (folder.path + "/marked.colpkg", folder.path + "/restored.colpkg")
    let copy = try CollectionCopy(source, temporary: folder.path, now: 1_795_000_000_000)
    let asked = copy.collection.cards.filter { $0.hold == .none }
    for card in asked { try copy.mark(card, hold: .suspended, flag: 5) }
    try copy.finish(to: marked)
    let suspended = before.map { card in
      card[14].hasPrefix("-") ? card : Array(card.prefix(14)) + ["-1", "5"]
    }
    #expect(try cards(in: marked) == suspended)

    // Anki knows from the rest in which queue a card was: new, review or one of the steps.
    let flags = Dictionary(uniqueKeysWithValues: asked.map { ($0.id, $0.flag) })
    let again = try CollectionCopy(marked, temporary: folder.path, now: 1_795_000_001_000)
    for card in again.collection.cards {
      if let flag = flags[card.id] { try again.mark(card, hold: .none, flag: flag) }
    }
    try again.finish(to: restored)
    #expect(try cards(in: restored) == before)
  }

  @Test func `nothing is left behind, and nothing in place of a package that can't be written`()
    throws
  {
    #expect(throws: PackageFault.self) { try write(Self.questions, to: "no/such/folder.apkg") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `an archive holds stored, deflated and compressed files`() throws {
    let source = folder.path + "/source"
    let text = String(repeating: "食べる, ", count: 100_000)
    try Data(text.utf8).write(to: URL(fileURLWithPath: source))
    let zip = try ZipWriter(path: folder.path + "/z.zip")
    try zip.add("stored", Array(text.utf8))
    try zip.addFile("deflated", from: source)
    try zip.addCompressed("zstandard", from: source)
    try zip.finish()
    let archive = try ZipArchive(path: folder.path + "/z.zip") { _ in true }
    for name in ["stored", "deflated", "zstandard"] {
      let entry = try #require(archive.entries[name])
      var bytes: [UInt8] = []
      try archive.unpack(entry, isCompressed: name == "zstandard", limit: 1 << 24) {
        piece throws(PackageFault) in
        bytes += piece
      }
      #expect(bytes == Array(text.utf8), "\(name)")
    }
  }
}
