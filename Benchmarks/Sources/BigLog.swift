import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// A data folder with 100,000 cards in one own deck and 1,000,000 reviews in the log, made once and
/// kept for the next time.
struct BigLog {
  static let reviews = 1_000_000
  static let now = "2026-11-21T09:00:00+09:00"

  let folder: String
  let deck: BigDeck
  /// How long it took to make; `nil` when it was there.
  let making: Duration?

  var path: String { folder + "/study.sqlite" }
  var deckPath: String { folder + "/decks/Words.json" }

  /// The cards in the order of the deck.
  var cards: [Card] { Self.cards(of: deck) }

  /// Finds the folder made under this key, or makes it. `shelve` must bring the decks into the log
  /// of a folder.
  init(in parent: String, key: String, shelve: (String) throws -> Void) throws {
    let folder = "\(parent)/big-\(key)"
    let deck = BigDeck()
    if FileManager.default.fileExists(atPath: folder) {
      making = nil
    } else {
      let draft = "\(parent)/draft"
      making = try ContinuousClock().measure {
        try? FileManager.default.removeItem(atPath: draft)
        for old in try FileManager.default.contentsOfDirectory(atPath: parent)
        where old.hasPrefix("big-") {
          try FileManager.default.removeItem(atPath: "\(parent)/\(old)")
        }
        try FileManager.default.createDirectory(
          atPath: draft + "/decks", withIntermediateDirectories: true)
        try Data(deck.json.utf8).write(to: URL(fileURLWithPath: draft + "/decks/Words.json"))
        try Self.writeLog(draft + "/study.sqlite", Self.cards(of: deck))
        try FileManager.default.moveItem(atPath: draft, toPath: folder)
        // A file that has just been made is read again at the next start.
        usleep(2_500_000)
        try shelve(folder)
      }
    }
    self.folder = folder
    self.deck = deck
  }

  private static func cards(of deck: BigDeck) -> [Card] {
    deck.groups.flatMap { group in
      group.questions.enumerated().map { position, question in
        Card(
          id: CardID(question: QuestionID(of: question, inGroup: group.title)),
          question: question, group: group.title, position: position)
      }
    }
  }

  private static func writeLog(_ path: String, _ cards: [Card]) throws {
    guard let now = Moment(iso8601: Self.now) else { throw Failure("\(Self.now) is no time") }
    let log = try openLog(path)
    let history = BigHistory(count: reviews, cards: cards.map(\.id), now: now)
    try BigLogWriter(path: path).write(history, of: cards)
    _ = try log.rebuild()
  }

  /// Opens a study log as the program does.
  static func openLog(_ path: String) throws -> StudyLog {
    try StudyLog(path: path) {
      UInt128.random(in: .min ... .max)
    }
  }
}
