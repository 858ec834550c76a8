import Foundation
import GRDB
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleTestSupport
import Synchronization
import SystemPackage

@testable import RabbleStorage
@testable import RabbleStudy

/// A session over a library whose clock the test moves.
struct Lesson {
  let library: Library
  private(set) var session: StudySession
  private let clock: TestClock
  /// Where the decks lie; `nil` in memory.
  private let folder: TemporaryFolder?

  static let start =
    Moment(iso8601: "2026-11-21T09:00:00+09:00") ?? Moment(milliseconds: 0, utcOffset: 0)

  /// A lesson over a library in memory, with one group “Kana”.
  init(
    _ questions: [Question], at now: Moment = Lesson.start, newPerDay: Int = 20,
    settings: GroupSettings = GroupSettings(), suggestsByTime: Bool = false,
    typos: TypoRule = .on
  ) throws {
    let clock = TestClock(now)
    var library = try Library(
      inMemory: [QuestionGroup(title: "Kana", settings: settings, questions: questions)],
      clock.surroundings)
    library.settings.suggestsByTime = suggestsByTime
    library.settings.typos = typos
    try self.init(library, clock, folder: nil, newPerDay: newPerDay)
  }

  /// A lesson over a library on disk, with one deck in a file.
  init(onDisk questions: [Question], author: DeckAuthor? = nil) throws {
    let clock = TestClock(Lesson.start)
    let folder = try TemporaryFolder()
    try folder.write(
      "decks/kana.json",
      DeckJSON.text(of: [QuestionGroup(title: "Kana", questions: questions)]))
    let library = try Library(
      at: .folder(FilePath(folder.path)), clock.surroundings, for: .creating, patience: 0.1)
    try self.init(library, clock, folder: folder, author: author)
  }

  /// Another lesson over the same library: a later session, or another terminal.
  init(
    on other: Lesson, at now: Moment? = nil, newPerDay: Int = 20, practicesConfusions: Bool = false,
    typos: TypoRule = .on
  ) throws {
    if let now { other.clock.set(now) }
    var library = other.library
    library.settings.typos = typos
    try self.init(
      library, other.clock, folder: other.folder, newPerDay: newPerDay,
      practicesConfusions: practicesConfusions)
  }

  /// A session in another way over the same library.
  init(
    on other: Lesson, at now: Moment? = nil, settings: Settings? = nil,
    options: (inout SessionOptions) -> Void
  ) throws {
    if let now { other.clock.set(now) }
    var library = other.library
    if let settings { library.settings = settings }
    try self.init(library, other.clock, folder: other.folder, options: options)
  }

  private init(
    _ library: Library, _ clock: TestClock, folder: TemporaryFolder?, newPerDay: Int = 20,
    practicesConfusions: Bool = false, author: DeckAuthor? = nil,
    options change: (inout SessionOptions) -> Void = { _ in }
  ) throws {
    self.library = library
    self.clock = clock
    self.folder = folder
    var options = SessionOptions()
    options.newPerDay = newPerDay
    options.order = .sequential
    options.practicesConfusions = practicesConfusions
    options.author = author
    change(&options)
    session = try library.session(library.plan(), options)
  }

  var now: Moment { clock.now }
  var isOver: Bool { session.isOver }
  var log: StudyLog { library.log }
  var groups: [StoredGroup] { library.groups }

  mutating func begin() -> [StudyScreen] { session.start() }

  /// Types a line so many seconds later.
  mutating func type(_ line: String, after seconds: Int64 = 0) -> [StudyScreen] {
    clock.set(now.advanced(byMilliseconds: seconds * 1000))
    return session.send(StudyAction(line: line))
  }

  /// Waits.
  func wait(_ seconds: Int64) { clock.set(now.advanced(byMilliseconds: seconds * 1000)) }

  /// Replaces the deck file, as another program does.
  func rewrite(_ questions: [Question]) throws {
    try folder?.write(
      "decks/kana.json",
      DeckJSON.text(of: [QuestionGroup(title: "Kana", questions: questions)]))
  }

  /// Gives the deck file another name, as another program does; removes it without one.
  func rename(to name: String?) throws {
    guard let folder else { return }
    let old = folder.path + "/decks/kana.json"
    if let name {
      try FileManager.default.moveItem(atPath: old, toPath: folder.path + "/decks/" + name)
    } else {
      try FileManager.default.removeItem(atPath: old)
    }
  }

  mutating func send(_ action: StudyAction) -> [StudyScreen] { session.send(action) }

  /// What the log knows of a card that asks this prompt.
  func standing(_ prompt: String) throws -> CardStanding? {
    let questions = try log.read { try $0.decks.questions(of: library.groups) }
    guard let question = questions.first(where: { $0.question.prompt == prompt }) else {
      return nil
    }
    return try log.read {
      try $0.cards.standing(of: CardID(question: question.id), in: library.groups, at: now)
    }
  }

  /// Another program that does something to the log, and undoes it when `body` is done.
  mutating func whileLog(
    is state: LogState, _ body: (inout Lesson) throws -> Void
  ) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: log.path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: state.sql.begin) }
    try body(&self)
    try other.inDatabase { try $0.execute(sql: state.sql.end) }
  }

  /// What another program does to a log.
  enum LogState {
    /// It is writing, and doesn't stop: as if the disk were full.
    case locked
    /// A table is not there.
    case unreadable

    fileprivate var sql: (begin: String, end: String) {
      switch self {
      case .locked: ("BEGIN IMMEDIATE", "ROLLBACK")
      case .unreadable:
        ("ALTER TABLE question RENAME TO missing", "ALTER TABLE missing RENAME TO question")
      }
    }
  }
}

/// A clock that stands still until it is set.
final class TestClock: Sendable {
  private let time: Mutex<Moment>

  init(_ now: Moment) { time = Mutex(now) }

  var now: Moment { time.withLock { $0 } }

  func set(_ now: Moment) { time.withLock { $0 = now } }

  var surroundings: Surroundings {
    Surroundings(
      now: { self.now }, localTime: .fixed(offset: 9 * 3600),
      random: { UInt64.random(in: .min ... .max) })
  }
}

let a = Question(prompt: "あ", hint: "as in father", answer: "a")
let i = Question(prompt: "い", answer: "i")

extension [StudyScreen] {
  var questions: [QuestionScreen] {
    compactMap { if case .question(let screen) = $0 { screen } else { nil } }
  }
  var verdicts: [VerdictScreen] {
    compactMap { if case .verdict(let screen) = $0 { screen } else { nil } }
  }
  var lessons: [LessonScreen] {
    compactMap { if case .lesson(let screen) = $0 { screen } else { nil } }
  }
  var choices: [ChoiceScreen] {
    compactMap { if case .choice(let screen) = $0 { screen } else { nil } }
  }
  var notices: [NoticeScreen] {
    compactMap { if case .notice(let screen) = $0 { screen } else { nil } }
  }
  var revealed: [RevealedScreen] {
    compactMap { if case .revealed(let screen) = $0 { screen } else { nil } }
  }
  var summaries: [SummaryScreen] {
    compactMap { if case .summary(let screen) = $0 { screen } else { nil } }
  }
}
