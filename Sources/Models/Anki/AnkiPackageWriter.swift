import CGcrypt
import Foundation
import RabbleExchange

/// What takes notes, cards and reviews: a package that is being made, or a copy of a collection.
package protocol AnkiTarget: AnyObject {
  /// Adds a note.
  ///
  /// - Parameters:
  ///   - note: the note.
  ///   - plain: its first field as text, by which Anki sorts notes and finds duplicates.
  /// - Throws: ``PackageFault``.
  func add(_ note: AnkiCollection.Note, sortedBy plain: String) throws(PackageFault)

  /// Adds a card.
  func add(_ card: AnkiCollection.Card) throws(PackageFault)

  /// Adds a row of the review log.
  func add(_ entry: AnkiCollection.LogEntry) throws(PackageFault)
}

/// A sound or picture that goes into a package.
package struct AnkiMediaFile: Hashable, Sendable {
  /// Its name there.
  let name: String
  /// Where it is.
  let path: String

  /// Makes a file.
  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}

/// Writes a package that Anki since 2.1.50, AnkiDroid and AnkiMobile read: version 2, with a collection
/// of schema 11. Notes and cards are written as they come; the rows of the review log in the order of
/// their times, in which Anki keeps them: each would be written elsewhere otherwise.
///
///     let writer = try AnkiPackageWriter(temporary: "/tmp", now: milliseconds)
///     try writer.add(note, sortedBy: "犬")
///     try writer.add(card)
///     try writer.finish(frame, to: "Words.apkg")
package final class AnkiPackageWriter: AnkiTarget {
  private let path: String
  private var database: OwnDatabase?
  private let now: Int64
  private var log: [AnkiCollection.LogEntry] = []

  /// Begins a package.
  ///
  /// - Parameters:
  ///   - temporary: the folder for the database until it is packed.
  ///   - now: the present in milliseconds since 1970.
  /// - Throws: ``PackageFault``.
  package init(temporary: String, now: Int64) throws(PackageFault) {
    let file: CInt
    (path, file) = try temporaryFile(startingWith: temporary + "/rabble-anki-")
    close(file)
    self.now = now
    let database = try OwnDatabase(path: path)
    self.database = database
    // In kibibytes. Notes and cards come in the order of the decks, which is not that of their rows.
    try database.run("PRAGMA cache_size = -32000")
    try database.run(Self.schema)
    try database.run("BEGIN")
  }

  deinit {
    database = nil
    unlink(path)
  }

  private func open() throws(PackageFault) -> OwnDatabase {
    guard let database else { throw .unwritable(reason: "the package is finished") }
    return database
  }

  /// Adds a note.
  ///
  /// - Parameters:
  ///   - note: the note.
  ///   - plain: its first field without markup, by which Anki sorts.
  /// - Throws: ``PackageFault``.
  package func add(_ note: AnkiCollection.Note, sortedBy plain: String) throws(PackageFault) {
    try open().run(
      "INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')",
      AnkiRow.note(note, sortedBy: plain, modified: now / 1000))
  }

  /// Adds a card of a note.
  ///
  /// - Throws: ``PackageFault``.
  package func add(_ card: AnkiCollection.Card) throws(PackageFault) {
    try open().run(
      "INSERT INTO cards VALUES (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)",
      AnkiRow.card(card, modified: now / 1000))
  }

  /// Adds a row of the review log. Of several at the same time all but the first come some milliseconds
  /// later: Anki knows a row by its time.
  package func add(_ entry: AnkiCollection.LogEntry) { log.append(entry) }

  private func writeLog(_ database: OwnDatabase) throws(PackageFault) {
    log.sort { ($0.id, $0.card) < ($1.id, $1.card) }
    var last = Int64.min
    for entry in log {
      last = max(entry.id, last + 1)
      try database.run(
        "INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)", AnkiRow.entry(entry, at: last))
    }
    log = []
  }

  /// Packs what was added.
  ///
  /// - Parameters:
  ///   - frame: note types, decks, their options and the first day; its notes, cards and log are not
  ///     read.
  ///   - css: how cards look.
  ///   - media: the sounds and pictures, each name once.
  ///   - creationOffset: the seconds by which the learner's clock was ahead of UTC on the first day.
  ///   - utcOffset: the same now.
  ///   - target: the path of the package.
  /// - Throws: ``PackageFault``; there is no package then, or the one from before.
  package func finish(
    _ frame: AnkiCollection, css: String, media: [AnkiMediaFile], creationOffset: Int,
    utcOffset: Int, to target: String
  ) throws(PackageFault) {
    let database = try open()
    try writeLog(database)
    let json = AnkiJSON(frame, css: css, [creationOffset, utcOffset], now: now)
    try database.run(
      "INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')",
      [.init(frame.created), .init(now), .init(now)]
        + [json.settings, json.noteTypes, json.decks, json.options].map { .init($0) })
    // As much as the cache may hold is sorted at once: what fits the processor's caches is sorted faster.
    try database.run("PRAGMA cache_size = -2000")
    try database.run(Self.indexes)
    try database.run("COMMIT")
    self.database = nil
    let zip = try ZipWriter(path: target)
    try zip.add("meta", [0x08, 0x02])
    try zip.addFile("collection.anki21", from: path)
    var list = MediaList(isPacked: false)
    for file in media {
      if let number = try list.add(file) { try zip.addStored(number, from: file.path) }
    }
    try zip.add("media", list.bytes())
    try zip.finish()
  }

  private static let schema = """
    CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL,
      scm integer NOT NULL, ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL,
      ls integer NOT NULL, conf text NOT NULL, models text NOT NULL, decks text NOT NULL,
      dconf text NOT NULL, tags text NOT NULL);
    CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL,
      mod integer NOT NULL, usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL,
      sfld integer NOT NULL, csum integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
    CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL,
      ord integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL,
      queue integer NOT NULL, due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL,
      reps integer NOT NULL, lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL,
      odid integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
    CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL,
      ease integer NOT NULL, ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL,
      time integer NOT NULL, type integer NOT NULL);
    CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
    """

  private static let indexes = """
    CREATE INDEX ix_notes_usn ON notes (usn);
    CREATE INDEX ix_cards_usn ON cards (usn);
    CREATE INDEX ix_revlog_usn ON revlog (usn);
    CREATE INDEX ix_cards_nid ON cards (nid);
    CREATE INDEX ix_cards_sched ON cards (did, queue, due);
    CREATE INDEX ix_revlog_cid ON revlog (cid);
    CREATE INDEX ix_notes_csum ON notes (csum);
    """
}

/// The values of rows as Anki has them, in both schemas.
enum AnkiRow {
  /// `id, guid, mid, mod, tags, flds, sfld, csum`.
  static func note(
    _ note: AnkiCollection.Note, sortedBy plain: String, modified: Int64
  ) -> [OwnDatabase.Value] {
    let tags = note.tags.isEmpty ? "" : " \(note.tags.joined(separator: " ")) "
    return [
      .init(note.id), .init(note.guid), .init(note.noteType), .init(modified), .init(tags),
      .init(note.fields.joined(separator: "\u{1F}")), .init(plain), .init(checksum(plain)),
    ]
  }

  /// The first four bytes of the SHA-1 of the first field without markup.
  static func checksum(_ plain: String) -> Int64 {
    digest(Array(plain.utf8)).prefix(4).reduce(0) { $0 << 8 | Int64($1) }
  }

  /// The SHA-1 of bytes.
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    gcry_md_hash_buffer(Int32(GCRY_MD_SHA1.rawValue), &digest, bytes, bytes.count)
    return digest
  }

  /// `id, nid, did, ord, mod, type, queue, due, ivl, factor, reps, lapses, left, flags, data`.
  static func card(_ card: AnkiCollection.Card, modified: Int64) -> [OwnDatabase.Value] {
    let queue: Int64 =
      switch (card.hold, card.phase) {
      case (.suspended, _): -1
      case (.buried, _): -3
      case (_, .new): 0
      case (_, .review): 2
      case (_, .learning), (_, .relearning): card.written.isDayStep ? 3 : 1
      }
    return [
      .init(card.id), .init(card.note), .init(card.deck), .init(card.ordinal), .init(modified),
      .init(card.phase.rawValue), .init(queue), .init(card.due), .init(card.interval),
      .init(Int((card.ease * 1000).rounded())), .init(card.repetitions), .init(card.lapses),
      .init(card.written.stepsLeft), .init(card.flag), .init(data(of: card)),
    ]
  }

  /// What FSRS knows of a card, as JSON.
  static func data(of card: AnkiCollection.Card) -> String {
    func number(_ value: Double, _ places: Int) -> String {
      let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
      let whole = Int((min(max(value, 0), 1e12) * Double(unit)).rounded())
      return "\(whole / unit)." + String(String(unit + whole % unit).dropFirst())
    }
    var parts: [String] = []
    if let position = card.written.position { parts.append("\"pos\":\(position)") }
    if let memory = card.memory {
      parts.append("\"s\":\(number(memory.stability, 4))")
      parts.append("\"d\":\(number(memory.difficulty, 3))")
      if let share = card.written.desiredRetention { parts.append("\"dr\":\(number(share, 2))") }
      if let decay = card.written.decay { parts.append("\"decay\":\(number(decay, 3))") }
    }
    if let time = card.written.lastReview { parts.append("\"lrt\":\(time)") }
    return "{" + parts.joined(separator: ",") + "}"
  }

  /// `id, cid, ease, ivl, lastIvl, factor, time, type`.
  ///
  /// - Parameters:
  ///   - entry: the row.
  ///   - time: its identity, where its own time is another row's.
  /// - Returns: the values.
  static func entry(_ entry: AnkiCollection.LogEntry, at time: Int64? = nil) -> [OwnDatabase.Value]
  {
    [
      .init(time ?? entry.id), .init(entry.card), .init(entry.grade), .init(entry.interval),
      .init(entry.lastInterval), .init(entry.factor), .init(entry.duration),
      .init(entry.kind.rawValue),
    ]
  }
}

/// The JSON in the one row of `col`, with all keys that Anki's reader of schema 11 wants.
struct AnkiJSON {
  let settings: String
  let noteTypes: String
  let decks: String
  let options: String

  init(_ frame: AnkiCollection, css: String, _ offsets: [Int], now: Int64) {
    let first = frame.noteTypes.keys.min() ?? 1
    settings = Self.text([
      "curDeck": 1, "activeDecks": [1], "curModel": first, "nextPos": 1, "sortType": "noteFld",
      "sortBackwards": false, "addToCur": true, "schedVer": 2, "sched2021": true, "rollover": 4,
      "creationOffset": -offsets[0] / 60, "localOffset": -offsets[1] / 60, "fsrs": frame.usesFSRS,
      "newSpread": 0, "timeLim": 0, "estTimes": true, "dueCounts": true, "collapseTime": 1200,
      "dayLearnFirst": false,
    ])
    let seconds = now / 1000
    noteTypes = Self.text(
      Dictionary(
        uniqueKeysWithValues: frame.noteTypes.map { id, type in
          ("\(id)", Self.noteType(type, css: css, seconds))
        }))
    var decks: [String: Any] = ["1": Self.deck(1, "Default", options: 1, 0)]
    for (id, deck) in frame.decks {
      decks["\(id)"] = Self.deck(id, deck.name, options: deck.options, seconds)
    }
    self.decks = Self.text(decks)
    var options: [String: Any] = [:]
    for (id, values) in frame.options { options["\(id)"] = Self.deckOptions(values, id, seconds) }
    self.options = Self.text(options)
  }

  static func text(_ value: [String: Any]) -> String {
    // Our own strings and numbers can always be written.
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data ?? Data("{}".utf8), as: UTF8.self)
  }

  /// What precedes a text in LaTeX where Anki makes a picture of it.
  static let latexPre = """
    \\documentclass[12pt]{article}
    \\special{papersize=3in,5in}
    \\usepackage[utf8]{inputenc}
    \\usepackage{amssymb,amsmath}
    \\pagestyle{empty}
    \\setlength{\\parindent}{0in}
    \\begin{document}

    """
  /// What follows it.
  static let latexPost = "\\end{document}"

  static func noteType(
    _ type: AnkiCollection.NoteType, css: String, _ seconds: Int64
  ) -> [String: Any] {
    [
      "id": type.id, "name": type.name, "type": type.isCloze ? 1 : 0, "mod": seconds, "usn": -1,
      "sortf": 0, "did": NSNull(), "css": css, "req": [Any](), "tags": [Any](), "vers": [Any](),
      "latexsvg": false,
      "latexPre": latexPre, "latexPost": latexPost,
      "flds": type.fields.enumerated().map { index, name -> [String: Any] in
        [
          "name": name, "ord": index, "sticky": false, "rtl": false, "font": "Arial", "size": 20,
          "media": [Any](), "description": "", "plainText": false,
          "collapsed": index >= AnkiJSON.openFields,
          "excludeFromSearch": false, "id": type.number(ofField: index), "tag": NSNull(),
          "preventDeletion": false,
        ]
      },
      "tmpls": type.templates.enumerated().map { index, template -> [String: Any] in
        [
          "name": template.name, "ord": index, "qfmt": template.front, "afmt": template.back,
          "bqfmt": "", "bafmt": "", "did": NSNull(), "bfont": "", "bsize": 0,
          "id": type.number(ofTemplate: index),
        ]
      },
    ]
  }

  static func deck(
    _ id: Int64, _ name: String, options: Int64, _ seconds: Int64
  ) -> [String: Any] {
    [
      "id": id, "name": name, "mod": seconds, "usn": -1, "lrnToday": [0, 0], "revToday": [0, 0],
      "newToday": [0, 0], "timeToday": [0, 0], "collapsed": false, "browserCollapsed": false,
      "desc": "", "dyn": 0, "conf": options, "extendNew": 0, "extendRev": 0,
    ]
  }

  private static func deckOptions(
    _ values: AnkiCollection.DeckOptions, _ id: Int64, _ seconds: Int64
  ) -> [String: Any] {
    func minutes(_ steps: [Int]) -> [Double] { steps.map { Double($0) / 60 } }
    return [
      "id": id, "name": values.name, "mod": seconds, "usn": -1, "maxTaken": 60, "autoplay": true,
      "timer": 0, "replayq": true, "dyn": false,
      "new": [
        "bury": true, "delays": minutes(values.learningSteps), "initialFactor": 2500,
        "ints": [1, 4, 0], "order": 1, "perDay": values.newPerDay,
      ] as [String: Any],
      "rev": [
        "bury": true, "ease4": 1.3, "ivlFct": 1.0, "maxIvl": values.maximumInterval,
        "perDay": values.reviewsPerDay, "hardFactor": 1.2,
      ] as [String: Any],
      "lapse": [
        "delays": minutes(values.relearningSteps), "leechAction": values.suspendsLeeches ? 0 : 1,
        "leechFails": values.leechThreshold, "minInt": 1, "mult": 0.0,
      ] as [String: Any],
      "newMix": 0, "newPerDayMinimum": 0, "interdayLearningMix": 0, "reviewOrder": 0,
      "newSortOrder": 0, "newGatherPriority": 0, "buryInterdayLearning": false,
      "fsrsWeights": [Double](), "fsrsParams5": [Double](), "fsrsParams6": values.parameters,
      "desiredRetention": values.desiredRetention, "ignoreRevlogsBeforeDate": "",
      "easyDaysPercentages": values.easyDays, "stopTimerOnAnswer": false,
      "secondsToShowQuestion": 0.0, "secondsToShowAnswer": 0.0, "questionAction": 0,
      "answerAction": 0, "waitForAudio": true, "sm2Retention": 0.9, "weightSearch": "",
    ]
  }
}

extension AnkiJSON {
  /// The editor shows these first fields of a note; the others are collapsed there.
  static let openFields = 9
}

extension AnkiCollection.NoteType {
  /// The number that tells a renamed field from a new one when Anki merges note types.
  func number(ofField index: Int) -> Int64 { id * 100 + Int64(index) }

  /// The same of a template.
  func number(ofTemplate index: Int) -> Int64 { id * 100 + 50 + Int64(index) }
}
