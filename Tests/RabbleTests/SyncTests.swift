import Foundation
import GRDB
import RabbleTestSupport
import Testing

/// `rabble sync` on several devices, over a folder that something else carries from one to the other.
@Suite struct SyncTests {
  private static let evening = "2026-11-21T20:00:00+09:00"
  private static let tomorrow = "2026-11-22T09:00:00+09:00"
  private static let later = "2026-11-22T10:00:00+09:00"

  /// A device with the deck that all have.
  private func device(_ name: String, folder: String? = nil, automatic: Bool = false) throws
    -> Program
  {
    let program = try Program(courses: false)
    try program.addDeck(Program.words)
    let lines =
      ["name = \"\(name)\""] + (folder.map { ["folder = \"\($0)\""] } ?? [])
      + (automatic ? ["automatic = true"] : [])
    try program.home.write(
      ".config/rabble/config.toml", "[sync]\n" + lines.joined(separator: "\n") + "\n")
    return program
  }

  private func study(_ program: Program, _ answers: [String], at moment: String) throws {
    let outcome = try program.run(
      ["study", "Words"], at: moment, input: answers.map { $0 + "\n" }.joined() + ":quit\n")
    // 1 where nothing is due.
    #expect(outcome.ending == .exited(0) || outcome.ending == .exited(1), "\(outcome)")
  }

  private func sync(_ program: Program, _ arguments: [String], at moment: String) throws -> Outcome
  {
    try program.run(["sync"] + arguments, at: moment)
  }

  /// What is computed from the events, without the places in the decks as they were read.
  private func caches(_ program: Program) throws -> [String: [String]] {
    let database = try DatabaseQueue(path: program.log)
    return try database.read { db in
      let columns = try db.columns(in: "schedule").map(\.name).filter {
        !["deck_group", "position"].contains($0)
      }
      func names(_ table: String, _ db: Database) throws -> String {
        try db.columns(in: table).map(\.name).filter { !["n", "seq", "card_number"].contains($0) }
          .joined(separator: ", ")
      }
      var caches = try [
        "schedule": "SELECT \(columns.joined(separator: ", ")) FROM schedule",
        "held": "SELECT * FROM held", "marked": "SELECT * FROM marked",
        // The numbers are each log's own.
        "review": "SELECT \(names("whole_review", db)) FROM whole_review",
        "wording": "SELECT \(names("wording", db)) FROM wording",
      ].mapValues { [$0] }
      for (name, sql) in caches {
        caches[name] = try Row.fetchAll(db, sql: sql[0]).map(\.description).sorted()
      }
      return caches
    }
  }

  private func identity(_ program: Program) throws -> String? {
    let database = try DatabaseQueue(path: program.log)
    return try database.read {
      try String.fetchOne($0, sql: "SELECT lower(hex(id)) FROM device WHERE is_own")
    }
  }

  @Test func `two devices have the same after each has synced`() throws {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    let laptop = try device("laptop")
    try study(desk, ["cat", "dog"], at: Program.morning)
    try study(laptop, ["cat"], at: Self.evening)
    let first = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(first.ending == .exited(0) && first.errors == "")
    #expect(first.lines.first == "Nothing new from other devices.")
    let second = try sync(laptop, [folder.path], at: Self.tomorrow)
    #expect(second.lines.first == "2 reviews and 3 other events from “desk”.", "\(second)")
    #expect(second.lines.contains("1 card rescheduled."))
    let third = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(third.lines.first == "1 review and 2 other events from “laptop”.", "\(third)")
    #expect(try caches(desk) == caches(laptop))
    for program in [desk, laptop] {
      #expect(try program.run(["log", "check"]).ending == .exited(0))
      let verified = try sync(program, [folder.path, "--verify"], at: Self.tomorrow)
      #expect(verified.ending == .exited(0))
      #expect(verified.output == "The log and the folder contain the same 8 events.\n")
    }
    // Nothing came: nothing is written, neither to the folder nor to the log.
    let before = try sizes(folder.path)
    let last = try lastExchange(desk)
    let idle = try sync(desk, [folder.path], at: Self.later)
    #expect(idle.output == "Nothing new from other devices.\n")
    #expect(try sizes(folder.path) == before && lastExchange(desk) == last)
    #expect(before.keys.allSatisfy { $0.hasSuffix("/0001.jsonl") } && before.count == 2)
  }

  /// When the log last had something to take in or to hand out. The file itself may change without that: a deck that is
  /// new on disk is read a second time.
  private func lastExchange(_ program: Program) throws -> Int64? {
    let database = try DatabaseQueue(path: program.log)
    return try database.read { try Int64.fetchOne($0, sql: "SELECT max(time) FROM sync_folder") }
  }

  private func sizes(_ folder: String) throws -> [String: [Int]] {
    var sizes: [String: [Int]] = [:]
    let files = FileManager.default.enumerator(atPath: folder)
    while let name = files?.nextObject() as? String {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      sizes[name] = [(attributes[.size] as? Int) ?? 0, Int(time * 1000)]
    }
    return sizes
  }

  @Test func `the status says what there is`() throws {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    let laptop = try device("laptop")
    try study(desk, ["cat", "dog"], at: Program.morning)
    let before = try sync(desk, [folder.path, "--status"], at: Self.evening)
    #expect(
      before.output == """
        Folder: \(folder.path)
        Last sync: never
        To be written: 4 events
        No device has written anything yet.

        """)
    _ = try sync(desk, [folder.path], at: Self.evening)
    try study(laptop, ["cat"], at: Self.evening)
    _ = try sync(laptop, [folder.path], at: Self.evening)
    let events = try desk.run(["log", "export", "--kind", "all"]).lines.count
    try study(desk, ["bird"], at: Self.evening)
    let owed = try desk.run(["log", "export", "--kind", "all"]).lines.count - events
    let status = try sync(desk, [folder.path, "--status"], at: Self.tomorrow).lines
    #expect(status[0] == "Folder: \(folder.path)" && status[1] == "Last sync: 2026-11-21 20:00")
    #expect(status[2].hasPrefix("To be written: \(owed) event") && owed > 0)
    #expect(status[3].hasPrefix("“desk” (this device): 1 file, "))
    #expect(status[4].hasSuffix(", 1 with something new"))
    let json = try sync(desk, [folder.path, "--status", "--format", "json"], at: Self.tomorrow)
    #expect(json.output.contains("\"owed\":\(owed),"), "\(json)")
  }

  @Test func `a screen reader is told the same, a sentence a line`() throws {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try study(desk, ["cat", "dog"], at: Program.morning)
    try study(laptop, ["cat"], at: Self.evening)
    func screen(_ program: Program, _ options: String...) throws -> String {
      let outcome = try sync(program, [folder.path, "--plain"] + options, at: Self.tomorrow)
      #expect(outcome.ending == .exited(0) && outcome.errors == "", "\(outcome)")
      return outcome.output.replacing(folder.path, with: "FOLDER")
        .replacing(#/ file, [0-9.]+ \w+/#, with: " file, SIZE")
    }
    #expect(
      try screen(desk) == """
        Nothing new from other devices.
        5 events written to FOLDER.

        """)
    #expect(
      try screen(laptop) == """
        2 reviews and 3 other events from “desk”.
        1 card rescheduled.
        3 events written to FOLDER.

        """)
    #expect(
      try screen(desk) == """
        1 review and 2 other events from “laptop”.
        1 card rescheduled.

        """)
    #expect(
      try screen(desk, "--status") == """
        Folder: FOLDER
        Last sync: 2026-11-22 09:00
        To be written: 0 events
        “desk” (this device): 1 file, SIZE
        “laptop”: 1 file, SIZE

        """)
    #expect(
      try screen(desk, "--verify") == """
        The log and the folder contain the same 8 events.

        """)
  }

  @Test func `with sync_automatic a session begins and ends with a sync`() throws {
    let folder = try TemporaryFolder()
    let desk = try device("desk", folder: folder.path, automatic: true)
    let laptop = try device("laptop", folder: folder.path, automatic: true)
    try study(desk, ["cat", "dog", "bird"], at: Program.morning)
    let session = try laptop.run(["study", "Words"], at: Self.evening, input: ":quit\n")
    #expect(session.errors.contains("3 reviews and 4 other events from “desk”."), "\(session)")
    #expect(try sync(laptop, ["--verify"], at: Self.evening).ending == .exited(0))
    // A folder that is not there keeps nobody from studying.
    try FileManager.default.removeItem(atPath: folder.path)
    let alone = try desk.run(["study", "Words"], at: Self.tomorrow, input: "cat\n:quit\n")
    #expect(alone.ending == .exited(0) && alone.errors.contains("Not synced: There is no folder"))
  }

  @Test func `without a folder, or without one that is there, it says so`() throws {
    let desk = try device("desk")
    let unnamed = try sync(desk, [], at: Program.morning)
    #expect(unnamed.ending == .exited(2) && unnamed.errors.contains("sync.folder"))
    let missing = try sync(desk, ["/nowhere/stick"], at: Program.morning)
    #expect(
      missing.ending == .exited(3) && missing.errors.contains("There is no folder /nowhere/stick"))
    let folder = try TemporaryFolder()
    let unknown = try sync(desk, [folder.path, "--verify"], at: Program.morning)
    #expect(unknown.ending == .exited(3) && unknown.errors.contains("Nothing has been synced"))
  }

  @Test func `a copied data folder gets an identity of its own, and nothing is lost`() throws {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    try study(desk, ["cat"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    let copy = try Program(courses: false)
    try FileManager.default.removeItem(atPath: copy.home.path)
    try FileManager.default.copyItem(atPath: desk.home.path, toPath: copy.home.path)
    let former = try identity(desk)
    try study(copy, ["dog"], at: Self.evening)
    _ = try sync(copy, [folder.path], at: Self.evening)
    try study(desk, ["dog", "bird"], at: Self.evening)
    let noticed = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(noticed.output.contains("has a new identity now"), "\(noticed)")
    #expect(try identity(desk) != former && identity(copy) == former)
    // What came under the identity that it had tells the other, too.
    for program in [copy, desk, copy] { _ = try sync(program, [folder.path], at: Self.tomorrow) }
    #expect(try caches(desk) == caches(copy))
    for program in [desk, copy] {
      #expect(try sync(program, [folder.path, "--verify"], at: Self.tomorrow).ending == .exited(0))
      #expect(try program.run(["log", "check"]).ending == .exited(0))
    }
    #expect(try caches(desk)["review"]?.count == 4)
  }

  @Test func `conflict files, half-written lines and damage cost nothing that is sound`() throws {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    try study(desk, ["cat", "dog", "bird"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    let name = try #require(sizes(folder.path).keys.first)
    let path = folder.path + "/" + name
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    var lines = whole.split(separator: "\n").map(String.init)
    // One version has lost its last lines, the other's first is damaged, and the last cut off.
    let other = path.replacing(
      "0001.jsonl", with: "0001.sync-conflict-20261122-101500-ABCDEFG.jsonl")
    let damaged = lines[0].replacing("\"time\":1", with: "\"time\":2")
    try ([damaged] + lines[1...]).joined(separator: "\n").dropLast(4).description
      .write(toFile: other, atomically: true, encoding: .utf8)
    lines.removeLast(2)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let laptop = try device("laptop")
    let first = try sync(laptop, [folder.path], at: Self.evening)
    #expect(first.output.contains("3 reviews"), "\(first)")
    // The device whose file it is writes what is missing.
    let mended = try sync(desk, [folder.path], at: Self.evening)
    #expect(mended.output.contains("written to"), "\(mended)")
    _ = try sync(laptop, [folder.path], at: Self.evening)
    #expect(try caches(desk) == caches(laptop))
    #expect(try sync(laptop, [folder.path, "--verify"], at: Self.evening).ending == .exited(0))
  }

  /// Changes the first place that has a text in the only file of a folder.
  ///
  /// - Returns: the file, and what was in it.
  private func damage(_ folder: TemporaryFolder, _ sound: String, _ damaged: String) throws
    -> (path: String, whole: String)
  {
    let path = folder.path + "/" + (try #require(sizes(folder.path).keys.first))
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    let place = try #require(whole.range(of: sound))
    try whole.replacingCharacters(in: place, with: damaged)
      .write(toFile: path, atomically: true, encoding: .utf8)
    return (path, whole)
  }

  @Test(arguments: [
    ("\"grade\":3", "\"grade\":1"), ("\"event\":\"review\"", "\"event\":\"reXiew\""),
  ])
  func `a damaged line is taken in once the file is sound again`(sound: String, damaged: String)
    throws
  {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    try study(desk, ["cat", "dog", "bird"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    let (path, whole) = try damage(folder, sound, damaged)
    let laptop = try device("laptop")
    let first = try sync(laptop, [folder.path], at: Self.evening)
    #expect(first.output.contains("2 reviews") && first.output.contains("damaged"), "\(first)")
    try whole.write(toFile: path, atomically: true, encoding: .utf8)
    let second = try sync(laptop, [folder.path], at: Self.evening)
    #expect(second.output.contains("1 review") && !second.output.contains("damaged"), "\(second)")
    #expect(try caches(desk) == caches(laptop))
    #expect(try sync(laptop, [folder.path, "--verify"], at: Self.evening).ending == .exited(0))
  }

  @Test func `a damaged line is told no more once its event has come otherwise`() throws {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    try study(desk, ["cat", "dog", "bird"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    _ = try damage(folder, "\"event\":\"review\"", "\"event\":\"reXiew\"")
    let laptop = try device("laptop")
    let first = try sync(laptop, [folder.path], at: Self.evening)
    #expect(first.output.contains("2 reviews") && first.output.contains("damaged"), "\(first)")
    #expect(try sync(desk, [folder.path, "--verify"], at: Self.evening).ending == .exited(1))
    _ = try sync(desk, [folder.path], at: Self.evening)
    let second = try sync(laptop, [folder.path], at: Self.evening)
    #expect(second.output.contains("1 review") && !second.output.contains("damaged"), "\(second)")
    #expect(try caches(desk) == caches(laptop))
  }

  @Test func `what one of two folders brings goes into the other`() throws {
    let (cloud, stick) = (try TemporaryFolder(), try TemporaryFolder())
    let (desk, laptop, server) = (try device("desk"), try device("laptop"), try device("server"))
    try study(laptop, ["cat"], at: Program.morning)
    for folder in [cloud, stick] { _ = try sync(desk, [folder.path], at: Program.morning) }
    _ = try sync(laptop, [cloud.path], at: Program.morning)
    _ = try sync(desk, [cloud.path], at: Program.morning)
    _ = try sync(desk, [stick.path], at: Program.morning)
    let news = try sync(server, [stick.path], at: Self.evening)
    #expect(news.output.contains("from “laptop”"), "\(news)")
    #expect(try sync(server, [stick.path, "--verify"], at: Self.evening).ending == .exited(0))
    // The stick is mounted under another name.
    let moved = stick.path + "-moved"
    try FileManager.default.moveItem(atPath: stick.path, toPath: moved)
    defer { try? FileManager.default.removeItem(atPath: moved) }
    let before = try identity(desk)
    try study(desk, ["bird"], at: Self.evening)
    _ = try sync(desk, [moved], at: Self.evening)
    #expect(try identity(desk) == before)
    #expect(try sizes(moved).keys.allSatisfy { $0.hasSuffix("/0001.jsonl") })
  }

  @Test func `files of its own that are gone are written again, and that is told`() throws {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    try study(desk, ["cat", "dog"], at: Program.morning)
    let first = try sync(desk, [folder.path], at: Program.morning)
    #expect(!first.output.contains("were gone"))
    // As an empty folder is where a disk is not mounted.
    try FileManager.default.removeItem(atPath: folder.path + "/" + uuid(try identity(desk)))
    let second = try sync(desk, [folder.path], at: Self.evening)
    #expect(second.output.contains("make sure that the disk is mounted."), "\(second)")
    #expect(second.lines.last == first.lines.last)
    #expect(try sync(desk, [folder.path, "--verify"], at: Self.evening).ending == .exited(0))
  }

  @Test func `what a former identity had written is written again once its folder is gone`() throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try study(desk, ["cat"], at: Program.morning)
    #expect(try desk.run(["log", "backup"], at: Program.morning).ending == .exited(0))
    try study(desk, ["dog", "bird"], at: Self.evening)
    _ = try sync(desk, [folder.path], at: Self.evening)
    let former = uuid(try identity(desk))
    #expect(
      try desk.run(["log", "restore", "--yes"], at: Self.tomorrow).ending == .exited(0))
    let renewed = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(renewed.output.contains("has a new identity now"), "\(renewed)")
    try FileManager.default.removeItem(atPath: folder.path + "/" + former)
    let again = try sync(desk, [folder.path], at: Self.later)
    #expect(again.output.contains("were gone or cut short"), "\(again)")
    #expect(try sync(desk, [folder.path, "--verify"], at: Self.later).ending == .exited(0))
    _ = try sync(laptop, [folder.path], at: Self.later)
    #expect(try caches(desk) == caches(laptop))
    #expect(try caches(laptop)["review"]?.count == 3)
  }

  /// What becomes of the files of a device that does not sync any more.
  enum Loss: CaseIterable {
    case folder, file, half, replaced
  }

  @Test(arguments: Loss.allCases)
  func `what a retired device had written is written again by those who know it`(loss: Loss) throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop, phone) = (try device("desk"), try device("laptop"), try device("phone"))
    try study(laptop, ["cat", "dog", "bird"], at: Program.morning)
    _ = try sync(laptop, [folder.path], at: Program.morning)
    let written = try lines(folder.path)
    _ = try sync(desk, [folder.path], at: Self.evening)
    #expect(try sync(desk, [folder.path], at: Self.evening).output.hasPrefix("Nothing new"))
    let path = folder.path + "/" + uuid(try identity(laptop))
    let file = path + "/0001.jsonl"
    switch loss {
    case .folder: try FileManager.default.removeItem(atPath: path)
    case .file: try FileManager.default.removeItem(atPath: file)
    case .half: #expect(truncate(file, 700) == 0)
    case .replaced:
      // As long as it was, with other events.
      let first = try #require(written.first)
      try (written.map { _ in first }.joined(separator: "\n") + "\n").write(
        toFile: file, atomically: true, encoding: .utf8)
    }
    let again = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(again.ending == .exited(0), "\(again)")
    #expect(again.output.contains("were gone or cut short"), "\(again)")
    _ = try sync(phone, [folder.path], at: Self.tomorrow)
    #expect(try caches(desk) == caches(phone))
    #expect(try caches(phone)["review"]?.count == 3)
    // Each event once, and once only.
    let all = try lines(folder.path)
    #expect(Set(all).isSuperset(of: written))
    if loss == .folder || loss == .file { #expect(Set(all).count == all.count) }
    #expect(try sync(desk, [folder.path], at: Self.later).output.hasPrefix("1 event from"))
    #expect(try sync(desk, [folder.path], at: Self.later).output.hasPrefix("Nothing new"))
  }

  @Test func `an event that waited for its time goes into the folder that it did not come by`()
    throws
  {
    let (cloud, stick) = (try TemporaryFolder(), try TemporaryFolder())
    let (desk, laptop, server) = (try device("desk"), try device("laptop"), try device("server"))
    let ahead = "2026-11-25T09:00:00+09:00"
    try study(laptop, ["cat"], at: ahead)
    _ = try sync(laptop, [stick.path], at: ahead)
    for folder in [stick, cloud] { _ = try sync(desk, [folder.path], at: Program.morning) }
    _ = try sync(desk, [cloud.path], at: ahead)
    _ = try sync(server, [cloud.path], at: ahead)
    #expect(try caches(server)["review"]?.count == 1)
    #expect(try caches(server) == caches(desk))
  }

  @Test func `files of its own that are changed are called changed, and nothing is written for it`()
    throws
  {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    try study(desk, ["cat", "dog"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    let path = folder.path + "/" + (try #require(sizes(folder.path).keys.first))
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    // As git checks it out with `core.autocrlf`.
    try whole.replacing("\n", with: "\r\n").write(toFile: path, atomically: true, encoding: .utf8)
    let same = try sync(desk, [folder.path], at: Self.evening)
    #expect(same.output.contains("were changed") && !same.output.contains("were gone"), "\(same)")
    #expect(same.output.contains("No event is missing"), "\(same)")
    #expect(!same.output.contains("written to"), "\(same)")
    #expect(try sync(desk, [folder.path, "--verify"], at: Self.evening).ending == .exited(0))
    // A line of it is gone.
    let lines = whole.split(separator: "\n").map(String.init)
    try (lines.dropFirst().joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let lacking = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(lacking.output.contains("were changed"), "\(lacking)")
    #expect(lacking.lines.last == "1 event written to \(folder.path).")
    #expect(try sync(desk, [folder.path, "--verify"], at: Self.tomorrow).ending == .exited(0))
  }

  @Test func `an open file that comes back beside its closed one keeps no sync from being idle`()
    throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try study(desk, ["cat", "dog"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    let path = folder.path + "/" + (try #require(sizes(folder.path).keys.first))
    let open = try Data(contentsOf: URL(fileURLWithPath: path))
    // With a next file there, the device closes this one.
    try Data().write(to: URL(fileURLWithPath: path.replacing("0001", with: "0002")))
    try study(desk, ["bird"], at: Self.evening)
    _ = try sync(desk, [folder.path], at: Self.evening)
    #expect(FileManager.default.fileExists(atPath: path + ".zst"))
    try open.write(to: URL(fileURLWithPath: path))
    for program in [desk, laptop] {
      _ = try sync(program, [folder.path], at: Self.tomorrow)
      _ = try sync(desk, [folder.path], at: Self.tomorrow)
      _ = try sync(program, [folder.path], at: Self.tomorrow)
      let last = try lastExchange(program)
      let idle = try sync(program, [folder.path], at: Self.later)
      #expect(idle.output == "Nothing new from other devices.\n")
      #expect(try lastExchange(program) == last)
      let status = try sync(program, [folder.path, "--status"], at: Self.later)
      #expect(!status.output.contains("something new"), "\(status)")
    }
    #expect(try caches(desk) == caches(laptop))
  }

  @Test(.timeLimit(.minutes(1))) func `a pipe in the place of its own file is not waited for`()
    throws
  {
    let folder = try TemporaryFolder()
    let desk = try device("desk")
    try study(desk, ["cat"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    let path = folder.path + "/" + (try #require(sizes(folder.path).keys.first))
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    let blocked = try sync(desk, [folder.path], at: Self.evening)
    #expect(blocked.ending == .exited(3))
    #expect(blocked.errors.contains("it is not a regular file"), "\(blocked)")
  }

  @Test func `a sync that fails before it begins makes no log`() throws {
    let program = try Program(courses: false)
    #expect(try sync(program, [], at: Program.morning).ending == .exited(2))
    #expect(try sync(program, ["/no/such/folder"], at: Program.morning).ending == .exited(3))
    for folder in [program.dataFolder, program.home.path] {
      #expect(try sync(program, [folder], at: Program.morning).ending == .exited(3))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.home.path) == [])
  }

  @Test func `what comes counts even where nothing can be written`() throws {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try study(laptop, ["cat"], at: Program.morning)
    try study(desk, ["cat", "dog"], at: Self.evening)
    for program in [laptop, desk, laptop] {
      _ = try sync(program, [folder.path], at: Self.evening)
    }
    // A folder in the place of the next file, as no right to write it keeps the superuser away.
    let own = try #require(sizes(folder.path).keys.first { $0.hasPrefix(uuid(try identity(desk))) })
    try FileManager.default.moveItem(
      atPath: folder.path + "/" + own, toPath: folder.path + "/" + own + ".away")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/" + own, withIntermediateDirectories: true)
    try study(laptop, ["dog", "bird"], at: Self.tomorrow)
    _ = try sync(laptop, [folder.path], at: Self.tomorrow)
    // What was in the file that is away, the laptop has written again; this it can't know.
    try study(desk, ["bird"], at: Self.tomorrow)
    let blocked = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(blocked.ending == .exited(3) && blocked.errors.contains("can't be written"))
    #expect(blocked.output.contains("from “laptop”."), "\(blocked)")
    #expect(!blocked.output.contains("written to"))
    // It is written once it can be.
    try FileManager.default.removeItem(atPath: folder.path + "/" + own)
    try FileManager.default.moveItem(
      atPath: folder.path + "/" + own + ".away", toPath: folder.path + "/" + own)
    try study(desk, ["cat"], at: Self.later)
    #expect(try sync(desk, [folder.path], at: Self.tomorrow).ending == .exited(0))
    _ = try sync(laptop, [folder.path], at: Self.tomorrow)
    #expect(try caches(desk) == caches(laptop))
    for program in [desk, laptop] {
      #expect(try sync(program, [folder.path, "--verify"], at: Self.tomorrow).ending == .exited(0))
    }
  }

  /// An identity as folders are named.
  private func uuid(_ identity: String?) -> String {
    var name = identity ?? ""
    for place in [20, 16, 12, 8] {
      name.insert("-", at: name.index(name.startIndex, offsetBy: place))
    }
    return name
  }

  @Test func `a folder that holds the review log, or that has no name, is refused`() throws {
    let desk = try device("desk")
    try study(desk, ["cat"], at: Program.morning)
    for folder in [desk.dataFolder, desk.home.path] {
      let refused = try sync(desk, [folder], at: Program.morning)
      #expect(refused.ending == .exited(3) && refused.errors.contains("would damage the log"))
    }
    #expect(try sync(desk, [""], at: Program.morning).ending == .exited(2))
    let entries = try FileManager.default.contentsOfDirectory(atPath: desk.dataFolder)
    #expect(!entries.contains { $0.hasPrefix("01") })
  }

  @Test func `a copy of the folder gets what it lacks`() throws {
    let (cloud, stick) = (try TemporaryFolder(), try TemporaryFolder())
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    for program in [desk, laptop] {
      try study(program, ["cat"], at: Program.morning)
      _ = try sync(program, [cloud.path], at: Program.morning)
    }
    _ = try sync(desk, [cloud.path], at: Program.morning)
    // Somebody carries only this device's own files to the stick.
    let own = uuid(try identity(desk))
    try FileManager.default.copyItem(
      atPath: cloud.path + "/" + own, toPath: stick.path + "/" + own)
    _ = try sync(desk, [stick.path], at: Self.evening)
    #expect(try sync(desk, [stick.path, "--verify"], at: Self.evening).ending == .exited(0))
    #expect(try sync(desk, [cloud.path, "--verify"], at: Self.evening).ending == .exited(0))
  }

  @Test func `what a stranger writes into the folder harms nothing and reaches no terminal`() throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try study(laptop, ["cat"], at: Program.morning)
    _ = try sync(laptop, [folder.path], at: Program.morning)
    let theirs = try #require(sizes(folder.path).keys.first)
    let lines = try String(contentsOfFile: folder.path + "/" + theirs, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let review = try #require(lines.first { $0.contains("\"event\":\"review\"") })
    let unchecked = try #require(review.split(separator: ",\"check\"").first.map(String.init)) + "}"
    let stranger = folder.path + "/019aa3c2-0000-7000-8000-00000000000a"
    try FileManager.default.createDirectory(atPath: stranger, withIntermediateDirectories: true)
    let hostile: [String] = [
      unchecked.replacing("\"grade\":3", with: "\"grade\":1"), "", "{}", "[1]", "\u{feff}{",
      "{\"event\":\"review\",\"id\":\"\u{202e}\",\"check\":\"0\"}",
      "{\"event\":\"\u{202e}\u{1b}[31mdream\",\"id\":\"x\"}",
      String(repeating: "{", count: 100_000),
    ]
    try hostile.joined(separator: "\n").write(
      toFile: stranger + "/0001.jsonl", atomically: true, encoding: .utf8)
    for name in ["0002.jsonl.zst", "0003.jsonl"] {
      try Data((0...255).map { UInt8($0) }).write(to: URL(fileURLWithPath: stranger + "/" + name))
    }
    try Data("Hello".utf8).write(to: URL(fileURLWithPath: folder.path + "/README"))
    let taken = try sync(desk, [folder.path], at: Self.evening)
    #expect(taken.ending == .exited(0) && taken.output.contains("1 review and 2 other events"))
    #expect(taken.output.contains("1 line is of a newer version of rabble, or damaged: "))
    #expect(taken.output.contains("could not be read: damaged, cut off, or not permitted."))
    let verified = try sync(desk, [folder.path, "--verify"], at: Self.evening)
    #expect(
      verified.ending == .exited(1) && verified.output.contains("waits and is not in the log"))
    let status = try sync(desk, [folder.path, "--status"], at: Self.evening)
    #expect(status.output.contains("“019aa3c2-0000-7000”: 3 files, "), "\(status)")
    for outcome in [taken, verified, status] {
      #expect(!(outcome.output + outcome.errors).unicodeScalars.contains("\u{202e}"))
      #expect(!(outcome.output + outcome.errors).unicodeScalars.contains("\u{1b}"))
    }
    // What waits for an update is no reason to look again.
    let last = try lastExchange(desk)
    _ = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(try lastExchange(desk) == last)
  }

  @Test func `the history of a deck that only one device has waits for it, and stays where it is`()
    throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try desk.addDeck("## Mine\nlanguage: ja\n\n牛 [うし] :: cow\n", named: "mine.md")
    _ = try desk.run(["study", "Mine", "--no-lessons"], at: Program.morning, input: "cow\n:quit\n")
    _ = try sync(desk, [folder.path], at: Program.morning)
    // The courses are read after the history has come.
    _ = try sync(laptop, [folder.path], at: Program.morning)
    try study(laptop, [], at: Self.evening)
    let came = try laptop.run(["deck", "list"], at: Self.evening)
    #expect(!came.errors.contains("history kept"), "\(came)")
    _ = try sync(laptop, [folder.path], at: Self.evening)
    _ = try sync(desk, [folder.path], at: Self.evening)
    try desk.addDeck(
      "## Mine\nlanguage: ja\n\n牛 [うし] :: cow\n馬力 [ばりき] :: horsepower\n", named: "mine.md")
    let due = try desk.run(["today", "--count", "--format", "json", "Mine"], at: Self.evening)
    #expect(
      due.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":1,\"today\":2}\n",
      "\(due)")
  }

  @Test func `a deck edit of another device is undone there`() throws {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    #expect(
      try laptop.run(["deck", "edit", "--answer", "tomcat", "ねこ"], at: Program.morning).ending
        == .exited(0))
    for program in [laptop, desk] { _ = try sync(program, [folder.path], at: Program.morning) }
    let refused = try desk.run(["undo"], at: Self.evening)
    #expect(
      refused.ending == .exited(3) && refused.errors.contains("was changed on “laptop”"),
      "\(refused)")
    #expect(try laptop.run(["undo"], at: Self.evening).ending == .exited(0))
    for program in [laptop, desk] { _ = try sync(program, [folder.path], at: Self.tomorrow) }
    // It is undone on both now, and there is nothing else.
    #expect(try desk.run(["undo"], at: Self.tomorrow).ending != .exited(3))
    #expect(try caches(desk) == caches(laptop))
  }

  @Test
  func `after a restore, an edit that a sync brought back is undone from the log that was kept`()
    throws
  {
    let folder = try TemporaryFolder()
    let desk = try device("desk", folder: folder.path)
    try study(desk, ["cat"], at: Program.morning)
    _ = try sync(desk, [], at: Program.morning)
    #expect(try desk.run(["log", "backup"], at: Program.morning).ending == .exited(0))
    _ = try desk.run(["deck", "edit", "--answer", "tomcat", "ねこ"], at: Self.evening)
    let edited = try desk.deck()
    _ = try sync(desk, [], at: Self.evening)
    #expect(
      try desk.run(["log", "restore", "--yes"], at: Self.tomorrow).ending == .exited(0))
    let renewed = try sync(desk, [], at: Self.tomorrow)
    #expect(renewed.output.contains("has a new identity now"), "\(renewed)")
    let undone = try desk.run(["undo"], at: Self.tomorrow)
    #expect(undone.output.hasPrefix("Undone: edited “ねこ” in “Words”, "), "\(undone)")
    #expect(try desk.deck() == Program.words)
    #expect(try desk.run(["redo"], at: Self.tomorrow).ending == .exited(0))
    #expect(try desk.deck() == edited)
    #expect(try desk.run(["log", "check"]).ending == .exited(0))
    // Without that log, nothing is said of a device that could do it but for its name.
    for name in try FileManager.default.contentsOfDirectory(atPath: desk.dataFolder)
    where name.contains(".before-restore-") {
      try FileManager.default.removeItem(atPath: desk.dataFolder + "/" + name)
    }
    let refused = try desk.run(["undo"], at: Self.tomorrow)
    #expect(refused.ending == .exited(3), "\(refused)")
    #expect(refused.errors.contains("another review log of “desk”"), "\(refused)")
    #expect(refused.errors.contains("rabble log restore FILE"), "\(refused)")
    #expect(try desk.deck() == edited)
  }

  @Test func `a log that was put back to before its last sync writes nothing a second time`() throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try study(desk, ["cat"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    // Nothing in the folder is new to this backup, which does not know that it is there.
    try study(desk, ["dog"], at: Self.evening)
    #expect(try desk.run(["log", "backup"], at: Self.evening).ending == .exited(0))
    _ = try sync(desk, [folder.path], at: Self.evening)
    let before = try lines(folder.path)
    #expect(
      try desk.run(["log", "restore", "--yes"], at: Self.tomorrow).ending == .exited(0))
    let again = try sync(desk, [folder.path], at: Self.tomorrow)
    #expect(again.output == "Nothing new from other devices.\n", "\(again)")
    #expect(try lines(folder.path) == before)
    // And it goes on from there.
    try study(desk, ["bird"], at: Self.later)
    _ = try sync(desk, [folder.path], at: Self.later)
    let after = try lines(folder.path)
    #expect(after.count > before.count && Set(after).count == after.count)
    for program in [laptop, desk] { _ = try sync(program, [folder.path], at: Self.later) }
    #expect(try caches(desk) == caches(laptop))
    #expect(try sync(desk, [folder.path, "--verify"], at: Self.later).ending == .exited(0))
  }

  /// The lines of all open files of a folder.
  private func lines(_ folder: String) throws -> [String] {
    try sizes(folder).keys.filter { $0.hasSuffix(".jsonl") }.sorted().flatMap {
      try String(contentsOfFile: folder + "/" + $0, encoding: .utf8).split(separator: "\n")
        .map(String.init)
    }
  }

  @Test func `the earlier text of a question that was edited elsewhere is called so`() throws {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try study(desk, ["cat", "dog"], at: Program.morning)
    _ = try desk.run(["deck", "edit", "--answer", "tomcat", "ねこ"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    let news = try sync(laptop, [folder.path], at: Self.evening)
    let words = "“ねこ :: cat” is the earlier text of a question that was edited"
    #expect(news.errors == words + ": history kept.\n", "\(news)")
    let history = try laptop.run(["history"], at: Self.evening)
    #expect(history.lines.first?.hasSuffix(words + " (automatic)") == true, "\(history)")
  }

  @Test func `a text that was edited elsewhere keeps its history here until the new one comes`()
    throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop) = try animals(folder.path)
    let edit = ["deck", "edit", "--answer", "home", "casa"]
    #expect(try desk.run(edit, at: Self.evening).ending == .exited(0))
    var told = try exchange(desk, laptop, at: Self.tomorrow)
    #expect(try newAnimals(desk) == [])
    #expect(try newAnimals(laptop, &told) == [])
    let check = try laptop.run(["log", "check"])
    #expect(check.ending == .exited(0) && !check.output.contains("in no deck"), "\(check)")
    // The edit is undone and redone there.
    for command in ["undo", "redo"] {
      #expect(try desk.run([command], at: Self.evening).ending == .exited(0))
      told += try exchange(desk, laptop, at: Self.tomorrow)
      #expect(try newAnimals(desk) == [])
      #expect(try newAnimals(laptop, &told) == [])
    }
    // Another question comes into the deck here, which is read again.
    try laptop.addDeck(Self.animals + "- pez :: fish\n", named: "animals.md")
    told += try laptop.run(["deck", "list"], at: Self.tomorrow).errors
    #expect(
      told
        == "“casa :: house” is the earlier text of a question that was edited: history kept.\n")
    #expect(try newAnimals(laptop) == ["pez"])
    _ = try exchange(desk, laptop, at: Self.later)
    #expect(try newAnimals(desk) == [])
    #expect(try newAnimals(laptop) == ["pez"])
    // The new text comes.
    try laptop.addDeck(desk.deck("animals.md"), named: "animals.md")
    let come = try laptop.run(["deck", "list"], at: Self.later)
    #expect(come.errors == "", "\(come)")
    #expect(try exchange(desk, laptop, at: Self.later) == "")
    #expect(try newAnimals(desk) == [])
    #expect(try newAnimals(laptop) == [])
    #expect(try caches(desk) == caches(laptop))
    for program in [desk, laptop] {
      #expect(try program.run(["log", "check"]).ending == .exited(0))
    }
  }

  @Test
  func `a group that was renamed elsewhere keeps its histories here, also once that is undone`()
    throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop) = try animals(folder.path)
    #expect(
      try desk.run(["deck", "rename", "Animals", "Beasts"], at: Self.evening).ending == .exited(0))
    _ = try exchange(desk, laptop, at: Self.evening)
    #expect(try newAnimals(desk) == [])
    #expect(try newAnimals(laptop) == [])
    try laptop.addDeck(desk.deck("animals.md"), named: "animals.md")
    #expect(try laptop.run(["deck", "list"], at: Self.evening).errors == "")
    #expect(try newAnimals(desk) == [])
    #expect(try newAnimals(laptop) == [])
    #expect(try desk.run(["undo"], at: Self.evening).ending == .exited(0))
    var told = try exchange(desk, laptop, at: Self.tomorrow)
    #expect(try newAnimals(desk) == [])
    #expect(try newAnimals(laptop, &told) == [])
    try laptop.addDeck(laptop.deck("animals.md") + "- pez :: fish\n", named: "animals.md")
    told += try laptop.run(["deck", "list"], at: Self.tomorrow).errors
    #expect(
      told
        == ["casa :: house", "perro :: dog", "gato :: cat"].map {
          "“\($0)” is the same question as before: history kept.\n"
        }.joined())
    #expect(try newAnimals(laptop) == ["pez"])
    try laptop.addDeck(desk.deck("animals.md"), named: "animals.md")
    #expect(try laptop.run(["deck", "list"], at: Self.later).errors == "")
    _ = try exchange(desk, laptop, at: Self.later)
    #expect(try newAnimals(desk) == [])
    #expect(try newAnimals(laptop) == [])
    #expect(try caches(desk) == caches(laptop))
    for program in [desk, laptop] {
      #expect(try program.run(["log", "check"]).ending == .exited(0))
    }
  }

  /// Has two devices exchange all that they have; returns what the second was told of its decks.
  private func exchange(_ desk: Program, _ laptop: Program, at moment: String) throws -> String {
    _ = try sync(desk, [], at: moment)
    let told = try sync(laptop, [], at: moment).errors
    _ = try sync(desk, [], at: moment)
    return told
  }

  /// The prompts of the animals that are new.
  private func newAnimals(_ program: Program) throws -> [String] {
    var told = ""
    return try newAnimals(program, &told)
  }

  /// The prompts of the animals that are new; adds what is told of decks, which the first command tells that reads
  /// them again: a deck that was written less than two seconds ago.
  private func newAnimals(_ program: Program, _ told: inout String) throws -> [String] {
    let outcome = try program.run(["card", "list", "--format", "csv"], at: Self.later)
    told += outcome.errors
    return outcome.output
      .split(whereSeparator: \.isNewline)
      .filter { $0.contains("animals.md,") && $0.contains(",new,") }
      .map { String($0.split(separator: ",")[3]) }
  }

  private static let animals = "# Animals\n- casa :: house\n- perro :: dog\n- gato :: cat\n"

  /// Two devices on which the same deck was studied, and whose logs have the same events.
  private func animals(_ folder: String) throws -> (desk: Program, laptop: Program) {
    let (desk, laptop) = (try device("desk", folder: folder), try device("laptop", folder: folder))
    for program in [desk, laptop] { try program.addDeck(Self.animals, named: "animals.md") }
    _ = try desk.run(
      ["study", "Animals", "--no-lessons"], at: Program.morning, input: "house\ndog\ncat\n:quit\n")
    for program in [desk, laptop] { _ = try sync(program, [], at: Self.evening) }
    return (desk, laptop)
  }

  @Test func `a decision made elsewhere counts before a deck that came with it is matched`() throws
  {
    let folder = try TemporaryFolder()
    let (desk, laptop) = try animals(folder.path)
    let edited = Self.animals.replacing("gato", with: "el gato")
    try desk.addDeck(edited, named: "animals.md")
    let matched = try desk.run(["deck", "list"], at: Self.evening)
    #expect(matched.errors.contains("history kept"), "\(matched)")
    // The learner says that it is another question.
    let entry = try #require(
      desk.run(["history"], at: Self.evening).lines.first { $0.contains("el gato") })
    let number = try #require(entry.firstMatch(of: #/\d+/#)).output
    #expect(
      try desk.run(["undo", "--event", String(number)], at: Self.evening).ending == .exited(0))
    _ = try sync(desk, [], at: Self.tomorrow)
    // The deck comes to the laptop by another way, before the laptop syncs.
    try laptop.addDeck(edited, named: "animals.md")
    let news = try sync(laptop, [], at: Self.tomorrow)
    #expect(!news.errors.contains("history kept"), "\(news)")
    _ = try sync(desk, [], at: Self.later)
    let cards = try [desk, laptop].map { program in
      try program.run(["card", "list", "Animals", "--format", "csv"], at: Self.later).output
        .replacing(program.home.path, with: "")
    }
    #expect(cards[0] == cards[1] && cards[0].contains("el gato"))
    #expect(try caches(desk) == caches(laptop))
  }

  @Test(arguments: [false, true])
  func `an edit whose event comes with it is not called unclear`(inSession: Bool) throws {
    let folder = try TemporaryFolder()
    let (desk, laptop) = try animals(folder.path)
    #expect(
      try desk.run(["deck", "edit", "--answer", "home", "casa"], at: Self.evening).ending
        == .exited(0))
    _ = try sync(desk, [], at: Self.evening)
    try laptop.addDeck(
      Self.animals.replacing(":: house", with: ":: home"), named: "animals.md")
    if inSession {
      try laptop.home.write(
        ".config/rabble/config.toml",
        "[sync]\nname = \"laptop\"\nfolder = \"\(folder.path)\"\nautomatic = true\n")
    }
    let outcome = try laptop.run(
      inSession ? ["study", "Animals"] : ["sync"], at: Self.tomorrow, input: ":quit\n")
    #expect((outcome.output + outcome.errors).contains("from “desk”."), "\(outcome)")
    #expect(!outcome.errors.contains("was removed"), "\(outcome)")
    #expect(!(outcome.output + outcome.errors).contains("in none of your decks"), "\(outcome)")
    #expect(!(outcome.output + outcome.errors).contains("differently"), "\(outcome)")
    #expect(try caches(desk) == caches(laptop))
  }

  @Test func `an automatic sync says that its folder is another one`() throws {
    let folder = try TemporaryFolder()
    let desk = try device("desk", folder: folder.path, automatic: true)
    try study(desk, ["cat"], at: Program.morning)
    // A disk that is not mounted leaves an empty folder.
    try FileManager.default.removeItem(atPath: folder.path + "/" + uuid(try identity(desk)))
    let session = try desk.run(["study", "Words"], at: Self.evening, input: ":quit\n")
    #expect(session.errors.contains("make sure that the disk is mounted."), "\(session)")
  }

  @Test func `what one device can't have read keeps nothing of the others back`() throws {
    let folder = try TemporaryFolder()
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    try study(laptop, ["cat"], at: Program.morning)
    _ = try sync(laptop, [folder.path], at: Program.morning)
    let stranger = folder.path + "/019aa3c2-0000-7000-8000-00000000000a"
    try FileManager.default.createDirectory(atPath: stranger, withIntermediateDirectories: true)
    try "one\n".write(toFile: stranger + "/0001.jsonl", atomically: true, encoding: .utf8)
    for (path, news) in [(stranger + "/0001.jsonl", "1 review"), (stranger, "Nothing new")] {
      #expect(chmod(path, 0) == 0)
      let taken = try desk.runWithoutPrivileges(
        ["sync", folder.path, "--now", Self.evening])
      #expect(taken.ending == .exited(0) && taken.output.contains(news), "\(taken)")
      #expect(taken.output.contains("1 line or file could not be read"), "\(taken)")
    }
    #expect(chmod(stranger, 0o700) == 0)
  }

  @Test func `a link in the place of its own folder is named`() throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    let desk = try device("desk")
    try study(desk, ["cat"], at: Program.morning)
    _ = try sync(desk, [folder.path], at: Program.morning)
    let own = folder.path + "/" + uuid(try identity(desk))
    try FileManager.default.moveItem(atPath: own, toPath: elsewhere.path + "/own")
    try FileManager.default.createSymbolicLink(
      atPath: own, withDestinationPath: elsewhere.path + "/own")
    let refused = try sync(desk, [folder.path], at: Self.evening)
    #expect(refused.ending == .exited(3), "\(refused)")
    #expect(refused.errors.contains("it is not a folder, or a link to one"), "\(refused)")
  }

  // MARK: - git

  @Test func `two data folders over git`() throws {
    let bare = try TemporaryFolder()
    try git(["init", "--quiet", "--bare", "--initial-branch", "main", bare.path], in: "/")
    let (desk, laptop) = (try device("desk"), try device("laptop"))
    var clones: [String] = []
    for program in [desk, laptop] {
      let clone = program.home.path + "/sync"
      try git(["clone", "--quiet", bare.path, clone], in: "/")
      try git(["checkout", "--quiet", "-B", "main"], in: clone)
      clones.append(clone)
    }
    let days = [Program.morning, Self.evening, Self.tomorrow, "2026-11-25T09:00:00+09:00"]
    for (round, moment) in days.enumerated() {
      // Both study and commit apart, then one after the other pulls, syncs and pushes.
      for (program, clone) in zip([desk, laptop], clones) {
        try study(program, ["cat", "dog", "bird"], at: moment)
        #expect(try sync(program, [clone], at: moment).ending == .exited(0))
        try git(["add", "--all"], in: clone)
        try git(["commit", "--quiet", "--allow-empty", "--message", "Day \(round)"], in: clone)
      }
      for clone in clones + clones {
        // The first of all finds nothing to pull.
        try git(["pull", "--quiet", "--rebase", "origin", "main"], in: clone, mayFail: round == 0)
        try git(["push", "--quiet", "origin", "main"], in: clone)
      }
      for (program, clone) in zip([desk, laptop], clones) {
        try git(["pull", "--quiet", "--rebase", "origin", "main"], in: clone)
        #expect(try sync(program, [clone], at: moment).ending == .exited(0))
        #expect(try sync(program, [clone, "--verify"], at: moment).ending == .exited(0))
      }
      #expect(try caches(desk) == caches(laptop))
    }
    #expect(try git(["status", "--porcelain"], in: clones[1]) == "")
  }

  /// Runs git, which the project itself is kept with.
  @discardableResult
  private func git(_ arguments: [String], in folder: String, mayFail: Bool = false) throws -> String
  {
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
    if process.terminationStatus != 0, !mayFail { throw Surprise("git \(arguments): \(text)") }
    return text
  }
}
