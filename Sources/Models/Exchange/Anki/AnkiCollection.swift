import Foundation
import RabbleDecks
import RabbleText

/// What a collection of Anki holds, as far as an import takes it: plain values, whichever of Anki's
/// schemas they were read from.
package struct AnkiCollection: Hashable, Sendable {
  /// A note type: the names of the fields of its notes, and the templates that make cards of them.
  package struct NoteType: Hashable, Sendable {
    /// Its identity.
    package let id: Int64
    /// What the learner calls it.
    package let name: String
    /// Whether each number of a blank makes a card.
    package let isCloze: Bool
    /// The names of its fields.
    package let fields: [String]
    /// Its templates, by their number.
    package let templates: [Template]

    /// Makes a note type.
    package init(
      id: Int64, name: String, isCloze: Bool, fields: [String], templates: [Template]
    ) {
      self.id = id
      self.name = name
      self.isCloze = isCloze
      self.fields = fields
      self.templates = templates
    }
  }

  /// What makes a card of a note.
  package struct Template: Hashable, Sendable {
    /// What the learner calls it.
    package let name: String
    /// The card's front, with fields in doubled braces.
    package let front: String
    /// The card's back.
    package let back: String

    /// Makes a template.
    package init(name: String, front: String, back: String) {
      self.name = name
      self.front = front
      self.back = back
    }
  }

  /// A note.
  package struct Note: Hashable, Sendable {
    /// Its identity in this collection.
    package let id: Int64
    /// Its identity everywhere.
    package let guid: String
    /// The identity of its note type.
    package let noteType: Int64
    /// Its tags.
    package let tags: [String]
    /// Its fields, in HTML.
    package let fields: [String]

    /// Makes a note.
    package init(id: Int64, guid: String, noteType: Int64, tags: [String], fields: [String]) {
      self.id = id
      self.guid = guid
      self.noteType = noteType
      self.tags = tags
      self.fields = fields
    }
  }

  /// A card, with its state in Anki.
  package struct Card: Hashable, Sendable {
    /// Whether a card is asked.
    package enum Hold: Hashable, Sendable { case none, suspended, buried }
    /// Which phase it is in.
    package enum Phase: Int, Hashable, Sendable { case new, learning, review, relearning }

    /// Its identity, the milliseconds since 1970 at which it was made.
    package let id: Int64
    /// The identity of its note.
    package let note: Int64
    /// The deck it is in, or was before a filtered deck took it.
    package let deck: Int64
    /// Whether a filtered deck has it.
    package let isFiltered: Bool
    /// The number of its template, or of its blank less one.
    package let ordinal: Int
    /// Its phase.
    package let phase: Phase
    /// Whether it is asked.
    package let hold: Hold
    /// A new card's place; the day of a review, from the collection's first; else seconds since 1970.
    package let due: Int64
    /// Its interval in days.
    package let interval: Int
    /// Its ease factor, 2.5 for most; 0 for none.
    package let ease: Double
    /// How often it was answered.
    package let repetitions: Int
    /// How often it was forgotten.
    package let lapses: Int
    /// Its flag, 0 for none … 7.
    package let flag: Int
    /// Its stability in days and its difficulty; `nil` where FSRS never was on.
    package let memory: Memory?
    /// What a card that is written has besides.
    package let written: Written

    /// What an import has no use for, and Anki has.
    package struct Written: Hashable, Sendable {
      /// How many steps are left.
      package var stepsLeft = 0
      /// Whether it is in a step of a day or more, so that ``Card/due`` is a day.
      package var isDayStep = false
      /// The place it had, or has, among new cards.
      package var position: Int?
      /// The desired retention, of 1; `nil` for that of its deck.
      package var desiredRetention: Double?
      /// The exponent of the forgetting curve, positive.
      package var decay: Double?
      /// When it was answered last, in seconds since 1970.
      package var lastReview: Int64?

      /// Nothing.
      package init() {}
    }

    /// A card's memory, as FSRS has it.
    package struct Memory: Hashable, Sendable {
      /// In days.
      package let stability: Double
      /// 1…10.
      package let difficulty: Double

      /// Makes a memory.
      package init(stability: Double, difficulty: Double) {
        self.stability = stability
        self.difficulty = difficulty
      }
    }

    /// Makes a card.
    package init(
      id: Int64, note: Int64, deck: Int64, isFiltered: Bool = false, ordinal: Int, phase: Phase,
      hold: Hold = .none, due: Int64, interval: Int = 0, ease: Double = 0, repetitions: Int = 0,
      lapses: Int = 0, flag: Int = 0, memory: Memory? = nil, written: Written = Written()
    ) {
      self.written = written
      self.id = id
      self.note = note
      self.deck = deck
      self.isFiltered = isFiltered
      self.ordinal = ordinal
      self.phase = phase
      self.hold = hold
      self.due = due
      self.interval = interval
      self.ease = ease
      self.repetitions = repetitions
      self.lapses = lapses
      self.flag = flag
      self.memory = memory
    }
  }

  /// A row of the review log.
  package struct LogEntry: Hashable, Sendable {
    /// What was done.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
      case learn, review, relearn, filtered, manual, rescheduled
    }

    /// When it was done, in milliseconds since 1970; no other row has it.
    package let id: Int64
    /// The identity of the card.
    package let card: Int64
    /// What was done.
    package let kind: Kind
    // A collection has a million of them, each in 40 bytes.
    private let shortGrade: Int8
    private let shortFactor, shortDuration, shortInterval, shortLastInterval: Int32

    /// 1 again … 4 easy; 0 where nothing was answered.
    package var grade: Int { Int(shortGrade) }
    /// The ease factor in thousandths; 0 for none.
    package var factor: Int { Int(shortFactor) }
    /// How long the answer took, in milliseconds.
    package var duration: Int { Int(shortDuration) }
    /// The interval from then on: days, or seconds where it is negative.
    package var interval: Int { Int(shortInterval) }
    /// The interval until then, in the same units; only rows that are written have it.
    package var lastInterval: Int { Int(shortLastInterval) }

    /// Makes a row. Numbers beyond 32 bits become the nearest within.
    package init(
      id: Int64, card: Int64, grade: Int, kind: Kind, factor: Int, duration: Int, interval: Int,
      lastInterval: Int = 0
    ) {
      self.id = id
      self.card = card
      self.kind = kind
      shortGrade = Int8(clamping: grade)
      shortFactor = Int32(clamping: factor)
      shortDuration = Int32(clamping: duration)
      shortInterval = Int32(clamping: interval)
      shortLastInterval = Int32(clamping: lastInterval)
    }
  }

  /// A deck.
  package struct Deck: Hashable, Sendable {
    /// Its name, with `::` before the name of each subdeck.
    package let name: String
    /// Whether it takes cards of other decks for a while.
    package let isFiltered: Bool
    /// The identity of its options.
    package let options: Int64
    /// The desired retention, of 1; `nil` for that of its options.
    package let desiredRetention: Double?
    /// How many new cards a day; `nil` for what its options say.
    package let newPerDay: Int?
    /// How many reviews a day; `nil` for what its options say.
    package let reviewsPerDay: Int?

    /// Makes a deck.
    package init(
      name: String, isFiltered: Bool, options: Int64, desiredRetention: Double? = nil,
      newPerDay: Int? = nil, reviewsPerDay: Int? = nil
    ) {
      self.name = name
      self.isFiltered = isFiltered
      self.options = options
      self.desiredRetention = desiredRetention
      self.newPerDay = newPerDay
      self.reviewsPerDay = reviewsPerDay
    }
  }

  /// The options of decks, which Anki calls a preset, too.
  package struct DeckOptions: Hashable, Sendable {
    /// What the learner calls them.
    package let name: String
    /// The parameters of FSRS: 21, or of earlier versions 19 or 17; empty for its own.
    package let parameters: [Double]
    /// The desired retention, of 1, for decks that have none of their own.
    package let desiredRetention: Double
    /// The steps of a new card, in seconds.
    package let learningSteps: [Int]
    /// The steps of a forgotten card, in seconds.
    package let relearningSteps: [Int]
    /// The longest interval in days.
    package let maximumInterval: Int
    /// How many new cards a day.
    package let newPerDay: Int
    /// How many reviews a day.
    package let reviewsPerDay: Int
    /// At how many lapses a card is a leech.
    package let leechThreshold: Int
    /// Whether leeches are suspended.
    package let suspendsLeeches: Bool
    /// How many reviews Monday to Sunday should bring, of 1; empty for all alike.
    package let easyDays: [Double]

    /// Makes options.
    package init(
      name: String, parameters: [Double], desiredRetention: Double, learningSteps: [Int],
      relearningSteps: [Int], maximumInterval: Int, newPerDay: Int, reviewsPerDay: Int,
      leechThreshold: Int, suspendsLeeches: Bool, easyDays: [Double]
    ) {
      self.name = name
      self.parameters = parameters
      self.desiredRetention = desiredRetention
      self.learningSteps = learningSteps
      self.relearningSteps = relearningSteps
      self.maximumInterval = maximumInterval
      self.newPerDay = newPerDay
      self.reviewsPerDay = reviewsPerDay
      self.leechThreshold = leechThreshold
      self.suspendsLeeches = suspendsLeeches
      self.easyDays = easyDays
    }
  }

  /// When the collection was made, in seconds since 1970: the day that due days count from.
  package var created: Int64 = 0
  /// The minutes by which clocks were behind UTC then and there; `nil` where Anki counts days as it did
  /// before 2.1.20, with ``created`` at the hour at which a day begins.
  package var creationOffset: Int?
  /// Whether FSRS is on.
  package var usesFSRS = false
  /// The note types by identity.
  package var noteTypes: [Int64: NoteType] = [:]
  /// The decks by identity.
  package var decks: [Int64: Deck] = [:]
  /// The options of decks by identity.
  package var options: [Int64: DeckOptions] = [:]
  /// The notes in the order in which they were made.
  package var notes: [Note] = []
  /// The cards, by note and template.
  package var cards: [Card] = []
  /// The review log, oldest first.
  package var log: [LogEntry] = []
  /// How many sounds, pictures and the like come with it.
  package var mediaCount = 0
  /// Rows that are no cards or answers, such as of a template that is gone.
  package var unreadableRows = 0

  /// Makes an empty collection.
  package init() {}
}

extension AnkiCollection {
  /// The title of the group for a deck, on one line.
  package func title(ofDeck deck: Int64) -> String {
    let name = decks[deck]?.name ?? ""
    let title = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
    ).trimmed
    return title.isEmpty ? "Anki" : String(title.prefix(300))
  }
}

/// The names of sounds and pictures of a package of Anki, as those of files beside a deck.
package enum MediaName {
  /// The key of a question with the names of its media.
  package static let key = "media"

  /// A name that stays in its folder: composed (NFC), without what leads elsewhere, hides a file or
  /// changes a terminal; `nil` for one of which nothing is left.
  package static func safe(_ name: String) -> String? {
    let composed = name.precomposedStringWithCanonicalMapping
    let scalars = composed.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: "_"
      default: "/\\:*?\"<>|".unicodeScalars.contains(scalar) ? "_" : scalar
      }
    }
    var short = String(String.UnicodeScalarView(scalars)).trimmed
    while short.utf8.count > 200 { short.removeFirst() }
    short = short.trimmed
    while short.hasPrefix(".") { short = String(short.dropFirst()).trimmed }
    return short.isEmpty ? nil : short
  }

  /// Whether it is the address of something on the web, which no package holds.
  package static func isOnline(_ name: String) -> Bool {
    name.contains("://") || name.hasPrefix("//")
  }
}

extension AnkiCollection.Note {
  /// The files of the sounds and pictures in its fields, called as `--media` unpacks them, and the addresses
  /// of those on the web: each once, at most 100.
  var mediaNames: [String] {
    var names: [String] = []
    for field in fields where HTMLText.mayHaveMarkup(field) {
      for media in HTMLText(field).media {
        guard let name = MediaName.isOnline(media) ? media : MediaName.safe(media) else { continue }
        if !names.contains(name) { names.append(name) }
      }
    }
    return Array(names.prefix(100))
  }

  /// The key of its questions with the names of its media files.
  var mediaExtras: [DeckExtra] {
    let names = mediaNames
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A list of texts can always be written.
    guard !names.isEmpty, let list = try? encoder.encode(names) else { return [] }
    return [DeckExtra(key: MediaName.key, source: String(decoding: list, as: UTF8.self))]
  }
}

extension [DeckExtra] {
  /// The names and addresses of a question's sounds and pictures, as ``AnkiCollection/Note/mediaExtras``
  /// has them. An author may have written others, so that they are made safe again.
  package var mediaNames: [String] {
    guard let list = first(where: { $0.owner == nil && $0.key == MediaName.key }),
      // What is no list of texts names nothing.
      let names = try? JSONDecoder().decode([String].self, from: Data(list.source.utf8))
    else { return [] }
    return names.prefix(100).compactMap { MediaName.isOnline($0) ? $0 : MediaName.safe($0) }
  }
}
