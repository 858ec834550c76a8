import Foundation
import RabbleExchange
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleAnki

/// What real Anki exports, read in all its formats; and what nobody should export.
struct AnkiReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ path: String) throws(PackageFault) -> AnkiCollection {
    try AnkiReader.read(path, temporary: folder.path)
  }

  @Test(arguments: [
    "types-legacy.apkg", "types-latest.apkg", "types.colpkg", "fsrs.apkg", "sm2.colpkg",
    "mixed.colpkg",
  ])
  func `every note, card, tag, flag and review is there that Anki counts`(name: String) throws {
    let collection = try read(try Packages.path(name))
    let json = name.replacing(".apkg", with: ".json").replacing(".colpkg", with: ".json")
    let counts = try Packages.Counts(json)
    #expect(collection.notes.count == counts.notes)
    #expect(collection.cards.count == counts.cards)
    #expect(collection.log.count { $0.grade > 0 } == counts.reviews)
    #expect(collection.log.count { $0.grade == 0 } == counts.others)
    #expect(collection.cards.count { $0.hold == .suspended } == counts.suspended)
    #expect(collection.cards.count { $0.hold == .buried } == counts.buried)
    #expect(collection.cards.count { $0.flag > 0 } == counts.flagged)
    #expect(collection.cards.count(where: \.isFiltered) == counts.filtered)
    #expect(collection.cards.count { $0.phase == .new } == counts.new)
    #expect(collection.notes.count { !$0.tags.isEmpty } == counts.tagged)
    #expect(collection.unreadableRows == 0)
  }

  @Test(arguments: [
    "types-legacy.apkg", "types-latest.apkg", "types.colpkg", "fsrs.apkg", "sm2.colpkg",
    "mixed.colpkg",
  ])
  func `each card becomes one card, and no two the same`(name: String) throws {
    let collection = try read(try Packages.path(name))
    let made = AnkiImport(collection)
    #expect(made.cards.count == collection.cards.count)
    #expect(Set(made.cards.map(\.id)).count == made.cards.count)
    // Every card here is asked by its question.
    let asked = Set(
      made.content.groups.flatMap { group in
        group.items.flatMap { item in
          let question = item.question
          return question.askedDirections(byDefault: nil).map {
            CardID(question: QuestionID(of: question, inGroup: group.header.title), direction: $0)
          }
        }
      })
    #expect(asked == Set(made.cards.map(\.id)))
  }

  @Test func `the formats hold the same`() throws {
    let legacy = try read(try Packages.path("types-legacy.apkg"))
    let latest = try read(try Packages.path("types-latest.apkg"))
    let whole = try read(try Packages.path("types.colpkg"))
    #expect(AnkiImport(legacy).content == AnkiImport(latest).content)
    #expect(AnkiImport(legacy).content == AnkiImport(whole).content)
  }

  @Test(arguments: ["parameters-legacy.apkg", "parameters-latest.apkg"])
  func `FSRS parameters of the learner's own come along with retention and steps`(name: String)
    throws
  {
    let collection = try read(try Packages.path(name))
    let options = try #require(
      collection.decks.values.first { $0.name == "Default" }
        .flatMap { collection.options[$0.options] })
    // As `make.py` has set them; Anki keeps them as `Float`.
    let parameters = [
      0.3, 1.5, 4.2, 12, 6.1, 0.9, 2.7, 0.05, 1.6, 0.2, 0.9, 1.5, 0.07, 0.3, 1.7, 0.4, 2, 0.6, 0.1,
      0.07, 0.2,
    ]
    #expect(options.parameters.count == parameters.count)
    #expect(zip(options.parameters, parameters).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(abs(options.desiredRetention - 0.86) < 1e-6)
    #expect(options.learningSteps == [120, 1800])
    // The first answer to each card gave it one of the first four numbers as its stability.
    let memories = collection.cards.compactMap(\.memory).map(\.stability)
    #expect(memories.contains { abs($0 - 12) < 0.001 })
    #expect(collection.log.count == 6)
  }

  @Test(arguments: ["retention-legacy.apkg", "retention-latest.apkg"])
  func `a deck may have a desired retention of its own`(name: String) throws {
    let decks = try read(try Packages.path(name)).decks.values
    // As `make.py` has set them, in percent.
    for (deck, retention) in [("Often", 0.95), ("Seldom", 0.75)] {
      let own = try #require(decks.first { $0.name == deck }?.desiredRetention)
      #expect(abs(own - retention) < 1e-6)
    }
    #expect(decks.first { $0.name == "Usual" }?.desiredRetention == nil)
  }

  @Test(arguments: ["types-legacy.apkg", "types-latest.apkg"])
  func `where a collection was made is read from both schemas`(name: String) throws {
    // Anki made them in UTC.
    #expect(try read(try Packages.path(name)).creationOffset == 0)
  }

  @Test func `a version that can't be read is not said to have a wrong check value`() throws {
    let path = folder.path + "/meta.apkg"
    let zip = try ZipWriter(path: path)
    // A field without its value.
    try zip.add("meta", [0x08])
    try zip.add("collection.anki21", Array("SQLite format 3\0".utf8))
    try zip.finish()
    let fault = PackageFault.broken("the version in its file “meta” can't be read")
    #expect(throws: fault) { try read(path) }
  }

  @Test(arguments: ["types-legacy.apkg", "types-latest.apkg", "types.colpkg"])
  func `reading leaves nothing behind`(name: String) throws {
    _ = try read(try Packages.path(name))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  private func question(_ type: String) throws -> Question {
    let made = AnkiImport(try read(try Packages.path("types-legacy.apkg")))
    return try #require(made.noteTypes.first { $0.name == type }?.examples.first)
  }

  @Test func `the note types that learners of Japanese have are known by their fields`() throws {
    let kaishi = try question("Kaishi 1.5k")
    #expect(kaishi.prompt == "犬" && kaishi.reading == "いぬ" && kaishi.answer == "dog")
    #expect(kaishi.furigana == "犬[いぬ]" && kaishi.pitch == 2)
    #expect(kaishi.example?.text == "犬がいる。" && kaishi.example?.meaning == "There is a dog.")
    let core = try question("Core 2000")
    #expect(core.prompt == "学校" && core.answer == "school" && core.partOfSpeech == "Noun")
    #expect(core.directions == [.recognition, .production, .listening])
    #expect(core.example?.text == "学校に行く。")
    let lapis = try question("Lapis")
    #expect(lapis.prompt == "食べる" && lapis.answer == "to eat" && lapis.reading == "たべる")
    let heisig = try question("RTK 6th")
    #expect(heisig.prompt == "一" && heisig.answer == "one" && heisig.directions == [.production])
    let sentence = try question("Tango N5")
    #expect(sentence.prompt == "私は学生です。" && sentence.answer == "I am a student.")
    #expect(try question("Migaku Japanese").prompt == "猫")
    #expect(try question("JP Mining Note").answer == "water")
    #expect(try question("Animecards").reading == "はしる")
    #expect(try question("Yomitan").answer == "mountain")
  }

  @Test func `other note types are read by what their templates show`() throws {
    let countries = try question("Länder")
    #expect(countries.prompt == "Frankreich" && countries.answer == "Paris")
    #expect(countries.note == "An der Seine & mehr")
    #expect(countries.directions == [.recognition, .production])
    let basic = try question("Basic")
    #expect(basic.prompt == "front <a>" && basic.answer == "back\nline")
    #expect(try question("Basic (type in the answer)").answer == "drei")
    #expect(try question("Basic (optional reversed card)").directions == [.recognition])
  }

  @Test func `blanks keep their numbers and hints, and blanks in blanks become questions`() throws {
    let made = AnkiImport(try read(try Packages.path("types-legacy.apkg")))
    let questions = made.content.groups.first { $0.header.title == "Cloze" }?.items.map(\.question)
    let capital = try #require(questions?.first { $0.cloze != nil })
    #expect(capital.clozeText?.keys == ["c1", "c2"])
    #expect(capital.clozeText?.blanks[1].hint == "country")
    let nested = questions?.dropFirst().compactMap(\.cloze)
    #expect(
      nested == ["{{c1::Canberra was founded}} in 1913", "Canberra was {{c2::founded}} in 1913"])
  }

  @Test func `the learner may say what fields are for`() throws {
    let collection = try read(try Packages.path("types-legacy.apkg"))
    let columns = try AnkiColumns("prompt=Hauptstadt,answer=Land")
    let made = AnkiImport(collection, columns: columns)
    let countries = try #require(made.noteTypes.first { $0.name == "Länder" }?.examples.first)
    #expect(countries.prompt == "Paris" && countries.answer == "Frankreich")
    #expect(throws: ColumnMapping.Failure.self) { try AnkiColumns("prompt=Land") }
  }

  @Test func `a bare collection is read, unless Anki has it open`() throws {
    // The legacy package holds it as it is.
    let file = try CollectionFile(try Packages.path("types-legacy.apkg"), in: folder.path)
    let copy = folder.path + "/collection.anki2"
    try FileManager.default.copyItem(atPath: file.path, toPath: copy)
    #expect(AnkiReader.recognizes(copy))
    #expect(try read(copy).notes.count == 16)
    try Data([1]).write(to: URL(fileURLWithPath: copy + "-wal"))
    #expect(throws: PackageFault.inUse) { try read(copy) }
  }

  // MARK: - Media

  @Test(arguments: ["types-legacy.apkg", "types-latest.apkg", "types.colpkg"])
  func `media are unpacked under their names, and never over what is there`(name: String) throws {
    let path = try Packages.path(name)
    #expect(try AnkiReader.unpackMedia(of: path, into: folder.path) == UnpackedMedia(written: 1))
    let file = folder.path + "/inu.mp3"
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("ID3".utf8))
    try folder.write("inu.mp3", "mine")
    #expect(try AnkiReader.unpackMedia(of: path, into: folder.path) == UnpackedMedia(known: 1))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("mine".utf8))
  }

  @Test(arguments: [
    ("../../etc/passwd", "_.._etc_passwd"), ("/a", "_a"), ("C:\\x.mp3", "C__x.mp3"),
    (".profile", "profile"), ("か\u{3099}.mp3", "が.mp3"), ("a\u{202E}3pm.exe", "a_3pm.exe"),
    ("\u{1B}[2J", "_[2J"),
  ])
  func `no name of a sound leads out of its folder`(name: String, safe: String) {
    #expect(
      MediaName.safe(name).map { Array($0.unicodeScalars) } == Array(safe.unicodeScalars))
  }

  @Test func `what is left of dots alone is no name`() { #expect(MediaName.safe("..") == nil) }

  // MARK: - Ill will

  @Test func `no package of ill will does anything but fail with a message`() throws {
    let hostile = try TemporaryFolder()
    let names = try Packages.unpackHostile(into: hostile)
    #expect(names.count >= 40)
    for name in names {
      do throws(PackageFault) {
        let collection = try read(hostile.path + "/" + name)
        #expect(name.hasPrefix("ok-"), "\(name) was read")
        let made = AnkiImport(collection)
        #expect(Set(made.cards.map(\.id)).count == made.cards.count, "\(name)")
      } catch {
        #expect(!name.hasPrefix("ok-"), "\(name): \(error)")
        let isPlain = "\(error)".unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        #expect(isPlain, "\(name): \(error)")
      }
    }
    // Nothing is left behind.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `options are within what any collection has`() throws {
    let hostile = try TemporaryFolder()
    _ = try Packages.unpackHostile(into: hostile)
    let collection = try read(hostile.path + "/ok-options-extreme.apkg")
    let counts = 0...1_000_000
    #expect(!collection.options.isEmpty)
    for options in collection.options.values {
      #expect(options.learningSteps.count <= 100 && options.relearningSteps.count <= 100)
      #expect(counts.contains(options.newPerDay) && counts.contains(options.reviewsPerDay))
      #expect(counts.contains(options.leechThreshold) && counts.contains(options.maximumInterval))
    }
    for deck in collection.decks.values {
      #expect(deck.newPerDay.map(counts.contains) != false)
      #expect(deck.reviewsPerDay.map(counts.contains) != false)
    }
  }

  @Test func `a file of a package whose name is a huge number is no medium`() throws {
    let path = folder.path + "/numbers.apkg"
    let zip = try ZipWriter(path: path)
    try zip.add("media", Array("{}".utf8))
    for name in ["-7", "3", "\(Int.max)"] { try zip.add(name, [1]) }
    try zip.finish()
    var list = MediaList(isPacked: false)
    try list.read(ZipArchive(path: path) { _ in true })
    #expect(try list.add(AnkiMediaFile(name: "cat.mp3", path: path)) == "4")
  }

  @Test func `no mutated package crashes`() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["RABBLE_FUZZ"] ?? "") ?? 200
    var generator = SeededGenerator(seed: 19)
    let packages = try ["types-legacy.apkg", "types-latest.apkg", "sm2.colpkg"].map {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: try Packages.path($0))))
    }
    let file = try CollectionFile(try Packages.path("mixed.colpkg"), in: folder.path)
    let database = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
    let path = folder.path + "/mutated.apkg"
    for round in 0..<rounds {
      // Most of a package's bytes are packed: half of the rounds change the database itself.
      var bytes =
        round % 2 == 0 ? database : packages[Int.random(in: 0..<packages.count, using: &generator)]
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        let place = Int.random(in: 16..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.replaceSubrange(place..<min(place + 8, bytes.count), with: [255, 255, 255])
        default: bytes.removeLast(min(bytes.count - 32, Int.random(in: 0...64, using: &generator)))
        }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do throws(PackageFault) {
        _ = AnkiImport(try read(path))
      } catch { #expect(!"\(error)".isEmpty) }
    }
  }
}
