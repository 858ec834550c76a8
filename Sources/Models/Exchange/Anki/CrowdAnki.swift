import RabbleDecks
import RabbleText

/// Reads the JSON of CrowdAnki: a deck with its options, note types, notes and subdecks, which is a collection
/// without cards and progress. Each template makes a card of each note, and each number of a blank.
package enum CrowdAnki {
  /// Whether bytes begin like such a file.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    // It writes its keys in their order, and the notes come late.
    let sample = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    return sample.contains("\"__type__\"") && sample.contains("\"crowdanki_uuid\"")
  }

  /// The collection; `nil` where the JSON is broken or no deck of CrowdAnki.
  package static func collection(_ bytes: [UInt8]) -> AnkiCollection? {
    let collection = JSONView.read(bytes) { deck -> AnkiCollection? in
      guard deck["__type__"]?.text == "Deck" else { return nil }
      var reading = Reading()
      reading.take(deck, above: "", depth: 0)
      return reading.collection
    }
    return collection ?? nil
  }

  private struct Reading {
    var collection = AnkiCollection()
    private var types: [String: Int64] = [:]
    private var options: [String: Int64] = [:]
    /// What the templates of each note type show on their fronts.
    private var fronts: [Int64: [Front]] = [:]

    mutating func take(_ deck: JSONView, above: String, depth: Int) {
      guard depth < 32 else { return }
      let own = deck["name"]?.text ?? "CrowdAnki"
      let name = above.isEmpty || own.hasPrefix(above + "::") ? own : above + "::" + own
      for model in deck["note_models"]?.elements ?? [] { takeType(model) }
      for values in deck["deck_configurations"]?.elements ?? [] { takeOptions(values) }
      let id = Int64(collection.decks.count + 1)
      collection.decks[id] = AnkiCollection.Deck(
        name: name, isFiltered: false,
        options: deck["deck_config_uuid"]?.text.flatMap { options[$0] } ?? 0)
      for note in deck["notes"]?.elements ?? [] { takeNote(note, deck: id) }
      for child in deck["children"]?.elements ?? [] { take(child, above: name, depth: depth + 1) }
    }

    private mutating func takeOptions(_ values: JSONView) {
      guard let uuid = values["crowdanki_uuid"]?.text, options[uuid] == nil else { return }
      let id = Int64(options.count + 1)
      options[uuid] = id
      collection.options[id] = AnkiCollection.DeckOptions(values)
    }

    private mutating func takeType(_ model: JSONView) {
      guard let uuid = model["crowdanki_uuid"]?.text, types[uuid] == nil else { return }
      let id = Int64(types.count + 1)
      types[uuid] = id
      let type = AnkiCollection.NoteType(model, id: id)
      collection.noteTypes[id] = type
      fronts[id] = type.templates.map { Front($0, type) }
    }

    private mutating func takeNote(_ note: JSONView, deck: Int64) {
      let id = Int64(collection.notes.count + 1)
      let made = AnkiCollection.Note(
        id: id, guid: note["guid"]?.text ?? "crowdanki-\(id)",
        noteType: note["note_model_uuid"]?.text.flatMap { types[$0] } ?? 0,
        tags: note["tags"]?.elements.compactMap(\.text) ?? [],
        fields: note["fields"]?.elements.map { $0.text ?? "" } ?? [])
      collection.notes.append(made)
      let numbers =
        collection.noteTypes[made.noteType].map { ordinals(of: made, $0) } ?? [0]
      for ordinal in numbers {
        collection.cards.append(
          AnkiCollection.Card(
            id: Int64(collection.cards.count + 1), note: id, deck: deck, ordinal: ordinal,
            phase: .new, due: id))
      }
    }

    /// The cards that Anki makes of a note: one for each number of a blank, or for each template whose
    /// front shows something.
    private func ordinals(of note: AnkiCollection.Note, _ type: AnkiCollection.NoteType) -> [Int] {
      if type.isCloze {
        var numbers: Set<Int> = []
        for field in note.fields { numbers.formUnion(AnkiCloze(field).numbers) }
        return numbers.map { $0 - 1 }.sorted()
      }
      let filled = Set(
        zip(type.fields, note.fields).filter { !$0.1.isBlank }.map(\.0))
      return (fronts[type.id] ?? []).enumerated().filter { _, front in
        front.needed.isSubset(of: filled) && front.shown.contains(where: filled.contains)
      }.map(\.offset)
    }
  }

  /// What the front of a template shows.
  private struct Front {
    /// The fields that are shown or typed.
    let shown: [String]
    /// The fields without which it shows nothing.
    let needed: Set<String>

    init(_ template: AnkiCollection.Template, _ type: AnkiCollection.NoteType) {
      let read = AnkiTemplate(template, fields: type.fields)
      shown = (read.front + read.typed).map { type.fields[$0] }
      needed = Self.conditions(template.front)
    }

    /// The fields on which a front depends; none where it shows something else without them.
    private static func conditions(_ front: String) -> Set<String> {
      guard front.hasPrefix("{{#"), !front.contains("{{^") else { return [] }
      return Set(front.dropFirst(3).split(separator: "}", maxSplits: 1).prefix(1).map(String.init))
    }
  }
}
