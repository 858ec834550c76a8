import Foundation
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// Devices that sync by folders to which everything happens that programs and people do to files: they
/// vanish, are cut off, and come back as they were; logs are restored, wiped and copied. After each sync
/// the folder has every event that the device has, whoever made it, and in the end all have the same.
@Suite struct SyncScriptTests {
  @Test func `after every sync the folder has all that the device has, and all come to the same`()
    async throws
  {
    let workers = 2
    try await withThrowingTaskGroup { group in
      for worker in 0..<workers {
        group.addTask {
          for seed in stride(from: worker, to: LongForm.rounds(usually: 4), by: workers) {
            var script = try SyncScript(seed: UInt64(seed))
            try script.play(steps: 110)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

private struct SyncScript {
  /// A device, with the backups that were made on it.
  private struct Machine {
    let home: TemporaryFolder
    /// `nil` while its files are replaced.
    var library: Library?
    var backups: [TemporaryFolder] = []
    var data: String { home.path + "/data" }
  }

  private let seed: UInt64
  private var generator: SeededGenerator
  private let surroundings: Surroundings
  private let clock = TestClock(Lesson.start)
  private let home: TemporaryFolder
  private var machines: [Machine] = []
  /// The folders that devices sync by.
  private var places: [String] = []
  /// Files of them as they once were.
  private var copies: [(path: String, bytes: Data)] = []
  private var next = 0
  private var diary: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    home = try TemporaryFolder()
    let bits = Mutex(SeededGenerator(seed: ~seed))
    let clock = clock
    surroundings = Surroundings(
      now: { clock.now }, localTime: .fixed(offset: 9 * 3600),
      random: { bits.withLock { $0.next() } })
    for _ in 0..<Int.random(in: 1...2, using: &generator) { places.append(try newPlace()) }
    for index in 0..<Int.random(in: 3...6, using: &generator) {
      machines.append(Machine(home: try TemporaryFolder()))
      try open(index)
    }
  }

  mutating func play(steps: Int) throws {
    for _ in 0..<steps {
      clock.set(
        clock.now.advanced(byMilliseconds: Int64.random(in: 1000...4_000_000, using: &generator)))
      try step()
    }
    let known = try machines.indices.reduce(into: Set<String>()) { try $0.formUnion(events($1)) }
    // A stick carries what only the other folder has, and what waited for it.
    for _ in 0..<3 {
      for index in machines.indices {
        for place in places { try sync(index, place, as: nil) }
      }
    }
    let all = try events(0)
    #expect(all.isSuperset(of: known), "script \(seed): \(diary)")
    for index in machines.indices {
      let found = try events(index)
      #expect(
        found == all,
        "script \(seed), device \(index): \(found.symmetricDifference(all)) \(diary)")
    }
    for place in places {
      machines.append(Machine(home: try TemporaryFolder()))
      let index = machines.count - 1
      try open(index)
      try sync(index, place, as: nil)
      #expect(try events(index) == all, "script \(seed), new device: \(diary)")
      let findings = try machines[index].library?.log.check().filter { !$0.isRemark }
      #expect(findings == [], "script \(seed): \(diary)")
    }
  }

  private mutating func step() throws {
    let index = Int.random(in: machines.indices, using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<36: try act(index)
    case 36..<68:
      let name = Int.random(in: 0..<4, using: &generator) == 0 ? "device \(index)" : nil
      try sync(index, generator.element(of: places), as: name)
    case 68..<72: try back(up: index)
    case 72..<76: try restore(index)
    case 76..<79:
      diary.append("wipe \(index)")
      try replace(index, with: nil)
    case 79..<82:
      let other = Int.random(in: machines.indices, using: &generator)
      guard other != index else { return }
      diary.append("copy \(index) to \(other)")
      machines[index].library = nil
      try replace(other, with: machines[index].data)
      try open(index)
    default: try change(generator.element(of: places))
    }
  }

  // MARK: - Devices

  private mutating func open(_ index: Int) throws {
    let data = machines[index].data
    if !FileManager.default.fileExists(atPath: data + "/decks") {
      try machines[index].home.write(
        "data/decks/kana.md", "# Kana\n\nあ :: a\nい :: i\nう :: u\nえ :: e\nお :: o\n")
    }
    machines[index].library = try Library(at: .folder(FilePath(data)), surroundings)
  }

  /// Puts a copy of another folder of data in the place of a device's own; `nil` for an empty one.
  private mutating func replace(_ index: Int, with data: String?) throws {
    machines[index].library = nil
    try FileManager.default.removeItem(atPath: machines[index].data)
    if let data { try FileManager.default.copyItem(atPath: data, toPath: machines[index].data) }
    try open(index)
  }

  private mutating func back(up index: Int) throws {
    diary.append("back up \(index)")
    let backup = try TemporaryFolder()
    machines[index].library = nil
    try FileManager.default.copyItem(atPath: machines[index].data, toPath: backup.path + "/data")
    machines[index].backups.append(backup)
    try open(index)
  }

  private mutating func restore(_ index: Int) throws {
    guard !machines[index].backups.isEmpty else { return }
    let backup = generator.element(of: machines[index].backups)
    diary.append("restore \(index)")
    try replace(index, with: backup.path + "/data")
  }

  private mutating func act(_ index: Int) throws {
    guard let library = machines[index].library else { return }
    let moment = clock.now
    let questions = try library.log.read { try $0.decks.questions(of: library.groups) }
    let position = Int.random(in: questions.indices, using: &generator)
    let found = questions[position]
    let card = Card(
      id: CardID(question: found.id), question: found.question, group: found.group.name,
      position: position)
    diary.append("act \(index)")
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<6:
      let review = Review(
        card: card.id, grade: generator.element(of: Grade.allCases), moment: moment,
        typed: "typed", verdict: "correct", hintUsed: false, duration: 1500)
      _ = try library.log.write { try $0.reviews.record(review, of: card) }
    case 6:
      let change = generator.element(of: [
        Mark.Change.flag(true), .flag(false), .tag("t", true), .tag("t", false), .note("n"),
      ])
      _ = try library.log.write { try $0.marks.put(change, on: [card.id], at: moment) }
    case 7:
      let state = generator.element(of: [Suspension.suspended, .active])
      _ = try library.log.write { try $0.suspensions.suspend(card.id, state, at: moment) }
    default:
      let items = try library.log.read { try $0.history.entries(limit: 6) }
        .filter { $0.state == .counts }
      guard !items.isEmpty else { return }
      let id = generator.element(of: items).event.id
      _ = try library.log.write { try $0.history.undo(id, at: moment) }
    }
  }

  /// The events of a device, as lines.
  private func events(_ index: Int) throws -> Set<String> {
    var bytes: [UInt8] = []
    try machines[index].library?.log.read { try $0.events.export(["all"]) { bytes += $0 } }
    return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  // MARK: - Folders

  private mutating func newPlace() throws -> String {
    next += 1
    let place = home.path + "/place\(next)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    return place
  }

  private mutating func sync(_ index: Int, _ place: String, as name: String?) throws {
    diary.append("sync \(index) \((place as NSString).lastPathComponent)")
    let screen = try machines[index].library?.sync(with: place, as: name)
    #expect(screen?.unwritten == nil)
    var written: Set<String> = []
    for file in try SyncFolder(place).files() {
      _ = try file.read(from: nil) { written.insert(String(decoding: $0, as: UTF8.self)) }
    }
    let lacking = try events(index).subtracting(written)
    #expect(lacking.isEmpty, "script \(seed): \(diary)")
  }

  /// Something happens to files.
  private mutating func change(_ place: String) throws {
    let files = try SyncFolder(place).files()
    guard !files.isEmpty else { return }
    let file = generator.element(of: files)
    let folder = (file.path as NSString).deletingLastPathComponent
    switch Int.random(in: 0..<18, using: &generator) {
    case 0..<3:
      diary.append("remove folder")
      try FileManager.default.removeItem(atPath: folder)
    case 3..<5:
      diary.append("remove file")
      try FileManager.default.removeItem(atPath: file.path)
    case 5:
      diary.append("remove all")
      for file in files { try FileManager.default.removeItem(atPath: file.path) }
    case 6..<9:
      diary.append("cut")
      let length = Int.random(in: 0...Int(file.size), using: &generator)
      #expect(truncate(file.path, length) == 0)
    case 9..<11:
      copies.append((file.path, try Data(contentsOf: URL(fileURLWithPath: file.path))))
    case 11..<13:
      guard !copies.isEmpty else { return }
      let copy = generator.element(of: copies)
      guard
        FileManager.default.fileExists(atPath: (copy.path as NSString).deletingLastPathComponent)
      else { return }
      diary.append("bring back")
      try copy.bytes.write(to: URL(fileURLWithPath: copy.path))
    case 13..<15:
      // Its device closes the file before it when it writes next.
      guard let number = files.filter({ $0.device == file.device }).compactMap(\.number).max(),
        number < 9998
      else { return }
      diary.append("next file")
      let name = String(String(10_000 + number + 1).dropFirst()) + ".jsonl"
      try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
    case 15:
      diary.append("conflict")
      try Data(contentsOf: URL(fileURLWithPath: file.path)).write(
        to: URL(
          fileURLWithPath: folder + "/0001.sync-conflict-\(diary.count)"
            + (file.isClosed ? ".jsonl.zst" : ".jsonl")))
    case 16:
      diary.append("copy folder")
      guard places.count < 3 else { return }
      let other = try newPlace()
      try FileManager.default.removeItem(atPath: other)
      try FileManager.default.copyItem(atPath: place, toPath: other)
      places.append(other)
    default:
      diary.append("move folder")
      let other = try newPlace()
      try FileManager.default.removeItem(atPath: other)
      try FileManager.default.moveItem(atPath: place, toPath: other)
      places = places.map { $0 == place ? other : $0 }
    }
  }
}
