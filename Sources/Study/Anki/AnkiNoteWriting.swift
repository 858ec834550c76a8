import RabbleAnki
import RabbleExchange
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText

/// Writes questions as notes of ours, with their cards as they stand and what happened to them: into a
/// package that is exported, or into a copy of a collection.
struct AnkiNoteWriting {
  private let tx: Transaction
  private let target: any AnkiTarget
  private let progress: ExportedProgress
  private let form: AnkiForm
  private let takesProgress: Bool
  private let hears: Bool
  private var questions: Set<QuestionID> = []
  private var spacedTags = 0

  /// The identities in Anki.
  var ids = StableIDs()
  /// The place of the last question among new cards.
  var position = 0
  /// The sounds and pictures of the notes so far.
  private(set) var media: AnkiMedia
  /// How many notes were written.
  private(set) var notes = 0
  /// How many cards.
  private(set) var cards = 0
  /// How many answers.
  private(set) var reviews = 0

  /// Begins.
  ///
  /// - Parameters:
  ///   - tx: reads the log.
  ///   - target: takes the notes.
  ///   - progress: what was studied.
  ///   - media: the sounds and pictures of the questions.
  ///   - form: how Anki has where a card stands.
  ///   - takesProgress: whether schedules and reviews come along.
  ///   - hears: whether something reads to the learner here.
  init(
    _ tx: Transaction, to target: any AnkiTarget, _ progress: ExportedProgress, _ media: AnkiMedia,
    _ form: AnkiForm, takesProgress: Bool, hears: Bool
  ) {
    self.tx = tx
    self.target = target
    self.progress = progress
    self.media = media
    self.form = form
    self.takesProgress = takesProgress
    self.hears = hears
  }

  /// Leaves out questions that Anki has already.
  mutating func leaveOut(_ questions: Set<QuestionID>) { self.questions.formUnion(questions) }

  /// Writes the questions of a group, each at most once.
  ///
  /// - Parameters:
  ///   - group: the group.
  ///   - preset: how it is scheduled.
  ///   - deck: the deck in Anki that takes its cards.
  ///   - takes: whether a card comes along.
  ///   - tick: is called after each question.
  /// - Throws: `PackageFault`, or an error of the review log.
  mutating func add(
    _ group: StoredGroup, _ preset: Preset, toDeck deck: Int64, where takes: (CardID) -> Bool,
    tick: () -> Void
  ) throws {
    let language = try tx.decks.languages(of: group).learned
    let scheduler = Scheduler(preset)
    let heard = hears ? [] : media.heard(in: group)
    for (index, question) in try tx.decks.questions(of: [group]).enumerated() {
      defer { tick() }
      let asked = question.directions + (heard.contains(index) ? [.listening] : [])
      let directions = asked.filter { takes(CardID(question: question.id, direction: $0)) }
      guard !directions.isEmpty, questions.insert(question.id).inserted else { continue }
      position += 1
      let notes = AnkiNotes.notes(
        of: question.question, identity: question.id, directions: directions, language: language,
        ownNote: progress.note(of: question.id), media: media.take(index, of: group))
      for note in notes { try add(note, of: question, deck: deck, preset, scheduler) }
    }
  }

  // MARK: - Notes and cards

  private mutating func add(
    _ note: AnkiNotes.Note, of question: StoredQuestion, deck: Int64, _ preset: Preset,
    _ scheduler: Scheduler
  ) throws {
    let id = ids.id(for: "note \(note.guid)")
    let given = question.question.tags + progress.tags(of: question.id)
    spacedTags += given.count { $0.contains(where: \.isWhitespace) }
    let tags = given.map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    }
    try target.add(
      AnkiCollection.Note(
        id: id, guid: note.guid, noteType: note.noteType, tags: tags.filter { !$0.isEmpty },
        fields: note.fields), sortedBy: note.plain)
    notes += 1
    for (ordinal, direction) in note.cards {
      let card = CardID(question: question.id, direction: direction)
      let number = ids.id(for: "card \(note.guid) \(ordinal)")
      let schedule = takesProgress ? progress.schedule(of: card) : nil
      if takesProgress {
        try add(progress.events(of: card), of: card, number: number, scheduler)
      }
      try target.add(
        self.card(number, of: id, card, ordinal: ordinal, deck: deck, schedule, preset))
      cards += 1
    }
  }

  private func card(
    _ number: Int64, of note: Int64, _ id: CardID, ordinal: Int, deck: Int64,
    _ schedule: Schedule?, _ preset: Preset
  ) -> AnkiCollection.Card {
    let isFlagged = takesProgress && progress.isFlagged(id)
    let flag = isFlagged ? (progress.flagColor(of: id) ?? .red).rawValue : 0
    let hold = takesProgress ? form.hold(progress.suspension(of: id, on: form.now.day)) : .none
    guard let schedule else {
      var written = AnkiCollection.Card.Written()
      written.position = position
      return AnkiCollection.Card(
        id: number, note: note, deck: deck, ordinal: ordinal, phase: .new, hold: hold,
        due: Int64(position), flag: flag, memory: nil, written: written)
    }
    let place = AnkiCollection.Card(
      id: number, note: note, deck: deck, ordinal: ordinal, phase: .new, due: Int64(position))
    return form.card(place, hold: hold, flag: flag, schedule, preset, position: position)
  }

  // MARK: - The review log

  /// Adds what happened to a card.
  private mutating func add(
    _ events: [ExportedProgress.Event], of card: CardID, number: Int64, _ scheduler: Scheduler
  ) throws {
    var entries = AnkiEntries(card: card, number: number, scheduler)
    for event in events {
      guard let entry = entries.entry(for: event) else { continue }
      try target.add(entry.at(event.moment.milliseconds))
      if entry.grade > 0 { reviews += 1 }
    }
  }

  /// What is not as it is here, a sentence each.
  var remarks: [String] {
    var remarks: [String] = []
    if spacedTags > 0 {
      remarks.append(
        "Anki's tags have no spaces, so \(NumberText.count(spacedTags, "tag")) "
          + "\(spacedTags == 1 ? "has" : "have") “_” instead.")
    }
    if let missing = media.missingRemark { remarks.append(missing) }
    return remarks
  }
}

/// Identities that are the same in each export: milliseconds of the years 2001 to 2020, made of names.
struct StableIDs {
  private var taken: Set<Int64>
  private var known: [String: Int64] = [:]

  /// Begins with those that a collection has.
  init(taken: Set<Int64> = []) { self.taken = taken }

  /// The identity of a note, card, deck or preset of this name.
  mutating func id(for name: String) -> Int64 {
    let hash = FNV1a.hash(name.utf8)
    let isShared = name.hasPrefix("deck ") || name.hasPrefix("preset ")
    if isShared, let id = known[name] { return id }
    var id = 1_000_000_000_000 + Int64(hash % 600_000_000_000)
    while !taken.insert(id).inserted { id += 1 }
    if isShared { known[name] = id }
    return id
  }
}
