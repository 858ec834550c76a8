import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// How much there is in the logs that are measured.
struct LogSize: CustomStringConvertible {
  var cards = 100_000
  var reviews = 1_000_000
  /// How often an import was undone before the one that counts.
  var undone = 10

  var description: String {
    "\(Report.count(cards)) cards and \(Report.count(reviews)) reviews"
  }
}

/// A log that was made once and is kept for later runs, in a data folder with its deck.
///
/// Most of what is measured changes a log. Then the deck stays where it is, as decks are known by their paths, and
/// the rest of the folder is put back as it was kept.
struct BigLog {
  /// For people.
  let name: String
  /// The data folder.
  let folder: String
  /// What the data folder had besides the decks when the log was made.
  let kept: String
  /// How many reviews it has, those that were undone included.
  let reviews: Int
  /// Anki's collection of the same cards and reviews; `nil` without Anki.
  fileprivate(set) var collection: String?
  fileprivate let rabble: String

  var path: String { folder + "/study.sqlite" }
  var decks: String { folder + "/decks" }

  /// The size of the log as it was made.
  var bytes: Int { Self.bytes(in: kept) }

  /// The size of the log as it is now.
  var bytesNow: Int { Self.bytes(in: folder) }

  private static func bytes(in folder: String) -> Int {
    ["", "-wal"].reduce(0) { sum, ending in
      var status = stat()
      let isThere = stat("\(folder)/study.sqlite\(ending)", &status) == 0
      return isThere ? sum + Int(status.st_size) : sum
    }
  }

  /// Puts the log back as it was made; returns the program with this log, whose clock is held at a time.
  func restored(now: String = BigLogs.now) throws -> Subject {
    try Self.copyBesidesDecks(kept, to: folder)
    sync()
    return Subject(path: rabble, dataFolder: folder, now: now)
  }

  /// Copies the log as it was made.
  func copy(to path: String) throws {
    for ending in ["", "-wal"] {
      let file = "\(kept)/study.sqlite\(ending)"
      guard FileManager.default.fileExists(atPath: file) else { continue }
      try FileManager.default.copyItem(atPath: file, toPath: path + ending)
    }
  }

  /// Replaces what a folder has besides decks by what another has.
  fileprivate static func copyBesidesDecks(_ source: String, to folder: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: folder) where name != "decks" {
      try files.removeItem(atPath: "\(folder)/\(name)")
    }
    for name in try files.contentsOfDirectory(atPath: source) where name != "decks" {
      try files.copyItem(atPath: "\(source)/\(name)", toPath: "\(folder)/\(name)")
    }
  }

  /// Opens a study log as the program does.
  static func open(_ path: String) throws -> StudyLog {
    try StudyLog(path: path) {
      UInt128.random(in: .min ... .max)
    }
  }
}

/// The logs that are measured: one that was answered here, one with what was imported from Anki, and one into
/// which that was imported several times, and undone each time but the last. Each is made when it is first needed.
struct BigLogs {
  static let now = "2026-11-21T09:00:00+09:00"
  /// The evening of the last day with answers: reports read the answers of the present day from the log.
  static let evening = "2026-11-17T23:50:00+09:00"
  /// When the last answer was given in Anki.
  private static let lastInAnki = "2026-11-17T23:30:00+09:00"
  /// When Anki's package is imported.
  static let timeOfImport = "2026-11-17T23:40:00+09:00"

  let size: LogSize
  let rabble: String
  let anki: AnkiPeer?
  /// The seconds of the processor that starting the program takes, which are not counted.
  let idle: Double
  /// The deck of the log that was answered here.
  let deck: BigDeck
  private let folder: String

  /// Removes what earlier versions of the tables, or of what makes the logs, have left in a folder.
  init(in parent: String, key: String, size: LogSize, rabble: String, anki: AnkiPeer?) throws {
    let files = FileManager.default
    let logs = "logs-\(key)"
    for old in try files.contentsOfDirectory(atPath: parent)
    where old.hasPrefix("logs-") && old != logs {
      try files.removeItem(atPath: "\(parent)/\(old)")
    }
    folder = "\(parent)/\(logs)/\(size.cards)-\(size.reviews)"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    (self.size, self.rabble, self.anki) = (size, rabble, anki)
    idle = try Subject.idleTime(of: rabble)
    deck = BigDeck(questions: size.cards)
  }

  /// All of them; without Anki, the one that was answered here.
  func all() throws -> [BigLog] {
    try [answered()] + (anki == nil ? [] : [imported(), undone()])
  }

  /// What a time in words is.
  static func moment(_ text: String) throws -> Moment {
    guard let moment = Moment(iso8601: text) else { throw Failure("\(text) is not a time") }
    return moment
  }

  // MARK: - Answered here

  /// The log that was answered here.
  func answered() throws -> BigLog {
    var log = try log("answered", "answered here", now: Self.now) { subject in
      try Data(deck.json.utf8).write(
        to: URL(fileURLWithPath: subject.dataFolder + "/decks/Words.json"))
      try answer(in: subject.log)
      // A file that has just been made is read again at the next start.
      usleep(2_500_000)
      try subject.measure(["deck", "list"])
    }
    if let anki {
      log.collection = try once("answered.anki2") { collection in
        let subject = try log.restored(now: Self.evening)
        let columns = "question,time,rating,milliseconds,state,interval_before,interval"
        let (reviews, cards) = (collection + ".reviews.csv", collection + ".cards.csv")
        try subject.measure(["log", "export", "--columns", columns], streams: .file(reviews))
        try subject.measure(["card", "list", "--format", "csv"], streams: .file(cards))
        try anki.convert(reviews: reviews, cards: cards, to: collection, last: Self.evening)
      }
    }
    return log
  }

  private func answer(in path: String) throws {
    let log = try BigLog.open(path)
    let cards = deck.cards
    let history = try BigHistory(
      count: size.reviews, cards: cards.map(\.id), now: Self.moment(Self.now))
    var generator = SeededGenerator(seed: 3)
    var rest = history.entries[...]
    while !rest.isEmpty {
      try log.write { transaction in
        for entry in rest.prefix(20_000) {
          let card = cards[Int(entry.card)]
          let review = entry.review(of: card, using: &generator)
          try transaction.reviews.record(review, of: card)
        }
      }
      rest = rest.dropFirst(20_000)
    }
    try log.close()
  }

  // MARK: - From Anki

  /// A package that Anki has made, and the collection that it has made it of; `nil` without Anki.
  func package() throws -> (path: String, collection: String)? {
    guard let anki else { return nil }
    let collection = try once("anki.anki2") { try anki.make($0, size, last: Self.lastInAnki) }
    return (try once("Words.apkg") { _ = try anki.export(collection, to: $0) }, collection)
  }

  private func imported() throws -> BigLog {
    try fromAnki("imported", "from Anki", undone: 0)
  }

  private func undone() throws -> BigLog {
    try fromAnki("undone-\(size.undone)", "\(size.undone) imports undone", undone: size.undone)
  }

  private func fromAnki(_ name: String, _ title: String, undone: Int) throws -> BigLog {
    guard let package = try package() else { throw Failure("Anki is missing") }
    var log = try log(name, title, now: Self.timeOfImport, reviews: size.reviews * (undone + 1)) {
      for _ in 0..<undone {
        try $0.measure(["deck", "import", package.path, "--yes"])
        try $0.measure(["undo", "--yes"])
      }
      try $0.measure(["deck", "import", package.path, "--yes"])
      usleep(2_500_000)
    }
    log.collection = package.collection
    return log
  }

  // MARK: - Once

  /// Finds a log, or makes it: `fill` is handed the program with an empty folder for decks.
  private func log(
    _ name: String, _ title: String, now: String, reviews: Int? = nil,
    fill: (Subject) throws -> Void
  ) throws -> BigLog {
    let data = "\(folder)/\(name)"
    let kept = try once(name + "-kept") { draft in
      try? FileManager.default.removeItem(atPath: data)
      try FileManager.default.createDirectory(
        atPath: data + "/decks", withIntermediateDirectories: true)
      try fill(Subject(path: rabble, dataFolder: data, now: now))
      try BigLog.copyBesidesDecks(data, to: draft)
    }
    return BigLog(
      name: title, folder: data, kept: kept, reviews: reviews ?? size.reviews, rabble: rabble)
  }

  /// The path of a file or a folder, which is made where it isn't there.
  private func once(_ name: String, make: (String) throws -> Void) throws -> String {
    let (path, drafts) = ("\(folder)/\(name)", folder + "/drafts")
    if FileManager.default.fileExists(atPath: path) { return path }
    try? FileManager.default.removeItem(atPath: drafts)
    try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
    let time = try ContinuousClock().measure { try make("\(drafts)/\(name)") }
    try FileManager.default.moveItem(atPath: "\(drafts)/\(name)", toPath: path)
    try FileManager.default.removeItem(atPath: drafts)
    Report().line("made \(name)", "\(Report.number(time.inSeconds)) s")
    return path
  }
}

extension BigHistory.Entry {
  /// The answer as the log keeps it.
  fileprivate func review(of card: Card, using generator: inout SeededGenerator) -> Review {
    let isWrong = grade == .again
    return Review(
      card: card.id, grade: grade,
      moment: Moment(milliseconds: time, utcOffset: BigHistory.utcOffset),
      typed: isWrong ? "something else" : card.question.answer,
      verdict: isWrong ? "wrong" : "correct", hintUsed: grade == .hard,
      duration: Int.random(in: 1_000..<9_000, using: &generator))
  }
}
