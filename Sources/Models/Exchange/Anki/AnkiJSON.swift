import RabbleDecks

/// What Anki has as JSON in its collections of schema 11, and CrowdAnki in its decks.
extension AnkiCollection {
  /// Takes what a collection of schema 11 has in one row.
  ///
  /// - Parameters:
  ///   - settings: those of the collection; what can't be read counts as missing.
  ///   - noteTypes: its note types by identity.
  ///   - decks: its decks by identity.
  ///   - options: the options of decks by identity.
  /// - Returns: whether the last three could be read.
  package mutating func take(
    settings: String, noteTypes: String, decks: String, options: String
  ) -> Bool {
    func forEach(_ text: String, _ body: (_ key: String, _ value: JSONView) -> Void) -> Bool {
      let isSound = JSONView.read(Array(text.utf8)) { json in
        for (key, value) in json.members { body(key, value) }
        return json.type == .object
      }
      return isSound ?? false
    }
    func forEachID(_ text: String, _ body: (_ id: Int64, _ value: JSONView) -> Void) -> Bool {
      forEach(text) { key, value in
        if value.type == .object, let id = Int64(key) { body(id, value) }
      }
    }
    _ = forEach(settings) { key, value in
      if key == "fsrs" { usesFSRS = value.source == "true" }
      if key == "creationOffset" { creationOffset = AnkiNumber.offset(value.integer) }
    }
    return forEachID(noteTypes) { self.noteTypes[$0] = NoteType($1, id: $0) }
      && forEachID(decks) { self.decks[$0] = Deck($1) }
      && forEachID(options) { self.options[$0] = DeckOptions($1) }
  }
}

extension AnkiCollection.NoteType {
  /// Reads a note type, whose fields and templates are numbered.
  init(_ json: JSONView, id: Int64) {
    func sorted(_ key: String) -> [JSONView] {
      (json[key]?.elements ?? []).enumerated()
        .sorted { ($0.1["ord"]?.integer ?? $0.0) < ($1.1["ord"]?.integer ?? $1.0) }.map(\.1)
    }
    self.init(
      id: id, name: json["name"]?.text ?? "", isCloze: json["type"]?.integer == 1,
      fields: sorted("flds").map { $0["name"]?.text ?? "" },
      templates: sorted("tmpls").map {
        AnkiCollection.Template(
          name: $0["name"]?.text ?? "", front: $0["qfmt"]?.text ?? "", back: $0["afmt"]?.text ?? "")
      })
  }
}

extension AnkiCollection.Deck {
  fileprivate init(_ json: JSONView) {
    self.init(
      name: json["name"]?.text ?? "", isFiltered: json["dyn"]?.integer == 1,
      options: Int64(json["conf"]?.integer ?? 1),
      // In percent here, and in no other place.
      desiredRetention: AnkiNumber.share(json["desiredRetention"]?.number.map { $0 / 100 }),
      newPerDay: AnkiNumber.count(json["newLimit"]?.integer),
      reviewsPerDay: AnkiNumber.count(json["reviewLimit"]?.integer))
  }
}

extension AnkiCollection.DeckOptions {
  /// Reads the options of decks; what is missing is as Anki has it at first.
  init(_ json: JSONView) {
    let (new, lapse, review) = (json["new"], json["lapse"], json["rev"])
    func list(_ value: JSONView?) -> [Double] { value?.elements.compactMap(\.number) ?? [] }
    func steps(_ value: JSONView?) -> [Int] { AnkiNumber.steps(list(value?["delays"])) }
    let parameters = ["fsrsParams6", "fsrsParams5", "fsrsWeights"].map { list(json[$0]) }
    self.init(
      name: json["name"]?.text ?? "", parameters: parameters.first { !$0.isEmpty } ?? [],
      desiredRetention: json["desiredRetention"]?.number ?? 0.9,
      learningSteps: steps(new), relearningSteps: steps(lapse),
      maximumInterval: AnkiNumber.count(review?["maxIvl"]?.integer) ?? AnkiNumber.longestInterval,
      newPerDay: AnkiNumber.count(new?["perDay"]?.integer) ?? 20,
      reviewsPerDay: AnkiNumber.count(review?["perDay"]?.integer) ?? 200,
      leechThreshold: AnkiNumber.count(lapse?["leechFails"]?.integer) ?? 8,
      suspendsLeeches: lapse?["leechAction"]?.integer == 0,
      easyDays: list(json["easyDaysPercentages"]))
  }
}

/// Numbers of Anki, within what any collection has.
package enum AnkiNumber {
  /// Anki's default for the longest interval, in days.
  package static let longestInterval = 36_500
  /// The most steps of a card.
  private static let mostSteps = 100

  /// A number that is a count.
  package static func count(_ number: Int64) -> Int { Int(min(max(number, 0), 1_000_000)) }

  /// A number that is a count; `nil` for none.
  package static func count(_ number: Int?) -> Int? { number.map { count(Int64($0)) } }

  /// A share of 1; `nil` for what is none.
  package static func share(_ value: Double?) -> Double? {
    value.flatMap { $0 > 0 && $0 < 1 ? $0 : nil }
  }

  /// The seconds of steps given in minutes.
  package static func steps(_ minutes: [Double]) -> [Int] {
    minutes.prefix(mostSteps).map { $0.isFinite ? Int(min(max($0, 0), 5_000_000) * 60) : 0 }
  }

  /// The minutes by which clocks are behind UTC; `nil` for what no clock is.
  package static func offset(_ minutes: Int?) -> Int? {
    minutes.flatMap { (-1439...1439).contains($0) ? $0 : nil }
  }
}
