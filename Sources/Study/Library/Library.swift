import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText
import SystemPackage

/// A learner's decks and review log: the application without a command line.
///
///     var library = try Library(at: .folder("/home/me/study"), surroundings)
///     var session = try library.session(library.plan())
///     show(session.start())
///     while !session.isOver {
///       show(session.send(readLine().map { StudyAction(line: $0) } ?? .end))
///     }
///
/// Every answer is on disk before its verdict is returned, and several processes may use one library
/// at once.
public struct Library: Sendable {
  package private(set) var log: StudyLog
  let surroundings: Surroundings
  /// Where the files are; `nil` in memory.
  let locations: Locations?
  /// What the config file says.
  public var settings: Settings
  /// What is wrong with deck files and the config file, and what became of edited questions, a line
  /// each, as of the last ``refresh()``.
  public private(set) var messages: [String] = []
  private(set) var groups: [StoredGroup] = []
  private(set) var courses: [StudyCourse] = []

  /// Opens a library, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - locations: where its files are, and where to look for decks.
  ///   - surroundings: the present, the time zone, and chance.
  ///   - readsDecks: whether to read the config file and the decks, too. Without them only the
  ///     review log is opened, which is faster.
  /// - Throws: ``LibraryError``, or an error of the review log with what to do about it. A deck that
  ///   can't be read is no error: ``messages`` says so.
  public init(
    at locations: Locations, _ surroundings: Surroundings, readsDecks: Bool = true
  ) throws {
    try self.init(at: locations, surroundings, for: .creating, readsDecks: readsDecks)
  }

  /// As ``init(at:_:readsDecks:)``. Without ``StudyLog/Access/creating`` no file is made; `patience` is
  /// the seconds to wait for another program that is writing to the review log; after one of them, `tell` is
  /// told which one that is.
  package init(
    at locations: Locations, _ surroundings: Surroundings, for access: StudyLog.Access,
    readsDecks: Bool = true, patience: Double = StudyLog.usualPatience,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    if access == .creating { try locations.prepare() }
    try locations.expectLog()
    var failure: String?
    log = try StudyLog(
      path: locations.log, for: access, temporary: locations.temporary.string, patience: patience,
      whenWaiting: { tell(Self.waiting(for: $0)) }, random: surroundings.identityBits,
      beforeUpdate: {
        failure = Self.backUp($0, locations, surroundings, before: "the update of its tables")
      })
    self.surroundings = surroundings
    self.locations = locations
    settings =
      readsDecks ? Settings(at: locations) : Settings()
    if readsDecks {
      do {
        try refresh()
      } catch let error as StorageError where access == .looking && error.isOfSurroundings {
        log = try StudyLog(
          path: locations.log, for: .copying, temporary: locations.temporary.string,
          random: surroundings.identityBits)
        try refresh()
      }
    }
    messages += [failure].compactMap { $0 }
  }

  /// What is said while another program writes to the review log.
  static func waiting(for holder: LogHolder?) -> String {
    "Waiting for \(holder?.words ?? "another program") to finish writing to the review database…"
  }

  /// Makes a library in memory.
  ///
  /// - Parameters:
  ///   - groups: what there is to study.
  ///   - surroundings: the present, the time zone, and chance.
  /// - Throws: when SQLite can't provide a database in memory.
  public init(inMemory groups: [QuestionGroup], _ surroundings: Surroundings) throws {
    log = try StudyLog(path: nil, random: surroundings.identityBits)
    self.surroundings = surroundings
    locations = nil
    settings = Settings()
    let deck = StoredDeck(path: "memory", name: "", signature: "", faults: [])
    let silent = groups.map(\.withoutListening)
    _ = try log.write { try $0.decks.store([(deck, silent)], removed: [], at: surroundings.now()) }
    self.groups = try log.read { try $0.decks.groups(of: [deck.path]) }
  }

  /// The titles of all groups; of two that have the same, each with its deck before it.
  public var titles: [String] { groups.map(\.label) }

  /// What groups and courses are chosen from.
  var groupNames: [GroupName] { groups.map(\.name) }
  var courseNames: [(title: String, groups: [GroupName])] {
    courses.map { ($0.title, $0.groups.map(\.name)) }
  }

  /// The titles of all courses and groups, as commands take them.
  public var names: [String] { courses.map(\.title) + titles }

  /// What all questions show, in the order of the decks.
  ///
  /// - Throws: an error of the review log.
  package func prompts() throws -> [String] {
    try log.read { try $0.decks.questions(of: groups) }.map { RubyText($0.question.prompt).base }
  }

  /// The tags of the decks and the learner's own, by name.
  ///
  /// - Throws: an error of the review log.
  package func tags() throws -> [String] {
    let authors = try log.read { try $0.decks.questions(of: groups) }.flatMap(\.question.tags)
    return Set(authors + (try ownTags()).map(\.tag)).sorted()
  }

  /// The decks that the log knows and that are not studied now, as those given with `--decks` another time.
  ///
  /// - Throws: an error of the review log.
  func unlistedDecks(_ tx: Transaction) throws -> Set<Int64> {
    guard let locations else { return [] }
    return try tx.decks.unlistedDecks(besides: DeckCatalog(locations).listing().decks.map(\.path))
  }

  /// Reads the decks that have changed.
  ///
  /// - Throws: an error of the review log.
  public mutating func refresh() throws { try refresh(isUndoing: false) }

  /// As ``refresh()``; with `isUndoing` after a change of the decks was undone or redone.
  mutating func refresh(isUndoing: Bool) throws {
    guard let locations else { return }
    let content = try DeckCatalog(locations).update(
      log, surroundings, hears: settings.speaks, isUndoing: isUndoing)
    groups = content.groups
    courses = content.courses
    messages = settings.faults + content.messages + limitFaults
  }

  // MARK: - Studying

  /// Chooses what to study.
  ///
  /// - Parameter names: groups and courses, by title or an unambiguous prefix. Without any, new cards
  ///   come from the learner's own decks and the courses they have started.
  /// - Returns: the groups to study, in order.
  /// - Throws: `UnknownGroup`, or ``LibraryError/nothingToStudy`` when there is no group at all.
  public func plan(_ names: [String] = []) throws -> StudyPlan {
    guard !groups.isEmpty else { throw LibraryError.nothingToStudy }
    let started = try log.read { try $0.groups.started() }
    return names.isEmpty
      ? StudyPlan(all: groups, courses: courses, started: started)
      : try StudyPlan(names, among: groups, courses: courses, started: started)
  }

  /// Counts the cards of a plan that are ready to study now.
  ///
  /// - Parameters:
  ///   - plan: what is studied.
  ///   - newPerDay: the most new cards a day; the config file's number without it.
  /// - Returns: how many cards are due, in their steps, and new.
  /// - Throws: an error of the review log.
  public func due(_ plan: StudyPlan, newPerDay: Int? = nil) throws -> CardCounts {
    try due(plan, newPerDay: newPerDay, within: []).all
  }

  /// As ``due(_:newPerDay:)``, with how many of the cards due these limits let a session ask; cards that are
  /// heard are among them unless the session has no speaker.
  func due(
    _ plan: StudyPlan, newPerDay: Int?, within limits: [ReviewLimit], hears: Bool = true
  ) throws -> (all: CardCounts, allowed: Int) {
    let now = surroundings.now()
    var options = SessionOptions()
    options.newPerDay = newPerDay
    let entries = try entries(plan, options, at: now)
    let queue = ReviewQueue(
      entries: hears ? entries : options.hearable(entries),
      QueueOptions(order: .sequential, reviewLimits: limits), at: now)
    var counts = queue.ready(at: now)
    let allowed = counts.due
    counts.due += queue.heldBack
    return (counts, allowed)
  }

  /// Makes a session of the cards of a plan that are ready to study now.
  ///
  /// - Throws: an error of the review log.
  public func session(_ plan: StudyPlan, _ options: SessionOptions = .init()) throws
    -> StudySession
  {
    var options = options
    if settings.speech == .off { options.speaker = nil }
    let now = surroundings.now()
    let last = try log.read { try $0.reviews.last() }
    var opening =
      try last.flatMap {
        try clockWarning(after: $0, isInteractive: options.isInteractive, at: now)
      }.map { [$0] } ?? []
    if options.practicesConfusions {
      let practice = try confusionPractice(plan, at: now)
      return StudySession(
        self, plan, options,
        ReviewQueue(entries: practice.entries, order: .sequential, at: now),
        opening: opening + practice.opening)
    }
    var queue = try queue(plan, options, at: now)
    if options.isInteractive, last == nil { opening += guide(options) }
    if queue.countsWithoutLimit.total + queue.heldBack == 0 {
      opening += try reasonsForNone(of: plan, at: now)
    }
    let offer = try backlogOffer(plan, options, queue, at: now)
    if offer != nil {
      // Another break, another choice.
      opening += [keep(nil)].compactMap { $0 }
    } else if let pace = try catchingUp(plan, options, queue, at: now) {
      (options, queue) = (pace.options, pace.queue)
      opening += pace.opening
    }
    if options.isInteractive, let card = interruptedCard {
      if !queue.isWaiting(card), options.newPerDay == nil {
        try bringBack(card, to: &queue, plan, options, at: now)
      }
      if queue.isWaiting(card) { queue.putFirst(card) }
    }
    return StudySession(self, plan, options, queue, opening: opening, offer: offer)
  }

  /// Adds the card with which the last session was interrupted if it is new or due, and only a limit of every day leaves
  /// it out: `:more` had brought it.
  private func bringBack(
    _ card: CardID, to queue: inout ReviewQueue, _ plan: StudyPlan, _ options: SessionOptions,
    at now: Moment
  ) throws {
    let more = queue.countsWithoutLimit.new + Self.mostBroughtBack
    let entries = try options.hearable(entries(plan, options, besides: more, at: now))
    _ = queue.add(entries.filter { $0.card == card }, most: 1)
  }

  /// So many new cards beyond the limit of the day are searched for the one of an interrupted session.
  private static let mostBroughtBack = 100

  /// What a learner must know before the first card of all.
  private func guide(_ options: SessionOptions) -> [String] {
    let lessons = options.style(settings).lessonSize > 0 ? "New cards are shown first. " : ""
    return [
      "Type each answer and press Enter. An empty line shows the answer.",
      lessons + ":help lists the commands; :quit saves and ends.",
    ]
      // The tutorial itself is in memory.
      + (locations == nil ? [] : ["`rabble tutorial` shows how it works with ten cards."])
  }

  /// The queue of a session.
  func queue(_ plan: StudyPlan, _ options: SessionOptions, at now: Moment) throws -> ReviewQueue {
    var shape = QueueOptions(
      newCards: options.newCards ?? settings.newCards, mostCards: options.cards ?? settings.cards,
      daysAhead: options.daysAhead)
    if options.isInteractive {
      shape.first = interruptedCard
      shape.spacesRepeats = true
    }
    if !options.crams { shape.reviewLimits = try reviewLimits(plan, options, at: now) }
    let order =
      options.order
      ?? SessionOrder(name: settings.order, seed: surroundings.random()) ?? .due
    var entries = options.hearable(try entries(plan, options, at: now))
    switch order {
    case .due: shape.order = options.crams ? .random(seed: surroundings.random()) : .due
    case .sequential: shape.order = .sequential
    case .random(let seed): shape.order = .random(seed: seed)
    case .retrievability, .added:
      shape.order = .ranked
      entries = try log.read {
        try $0.queue.ranked(
          entries, by: order == .added ? .added : .retrievability, of: plan.groups, at: now)
      }
    }
    return ReviewQueue(entries: entries, shape, at: now)
  }

  /// The cards of a plan that a session may ask; with `more`, so many new cards that the day has
  /// no room for as well.
  func entries(
    _ plan: StudyPlan, _ options: SessionOptions, besides more: Int? = nil, at now: Moment
  ) throws -> [QueueEntry] {
    let only = try plan.filter.map { try select($0, in: plan.groups).set }
    return try log.read { tx in
      if options.crams {
        return try tx.queue.all(of: plan.groups, at: now).filter {
          only?.contains($0.card) != false
        }
      }
      return try tx.queue.entries(
        of: plan.groups, after: plan.prerequisites,
        newPerDay: try more.map { try $0 + tx.queue.introduced(on: now.day) } ?? options.newPerDay
          ?? settings.newPerDay,
        limits: more == nil ? newLimits(plan, options, tx) : [], shares: shares(plan, options),
        daysAhead: options.daysAhead, only: only, at: now)
    }
  }
}
