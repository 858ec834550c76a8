import RabbleExchange

// What a copy of a collection gets besides reviews and schedules: notes of ours with their cards, and the
// note types, decks and tags that they need. Schema 11 has these as JSON in its one row of `col`, schema 18
// as rows with messages of Protocol Buffers.

extension CollectionCopy {
  /// Adds our note types, or finds those that an earlier export or merge has brought.
  ///
  /// - Parameters:
  ///   - types: the note types.
  ///   - css: how their cards look.
  /// - Throws: ``PackageFault``.
  package func add(_ types: [AnkiCollection.NoteType], css: String) throws(PackageFault) {
    let present = collection.noteTypes.values.sorted { $0.id < $1.id }
    var names = Set(present.map { $0.name.lowercased() })
    var ids = Set(collection.noteTypes.keys)
    for type in types {
      let known = present.first {
        AnkiNotes.isOwn($0) && $0.isCloze == type.isCloze
          && $0.templates.count >= type.templates.count
      }
      if let known {
        ownTypes[type.id] = known
        continue
      }
      var (id, name) = (type.id, type.name)
      while !ids.insert(id).inserted { id += 10 }
      while !names.insert(name.lowercased()).inserted { name += "+" }
      let new = AnkiCollection.NoteType(
        id: id, name: name, isCloze: type.isCloze, fields: type.fields, templates: type.templates)
      if hasTables { try addRows(new, css) } else { try addJSON(new, css) }
      ownTypes[type.id] = new
    }
  }

  private func addJSON(_ type: AnkiCollection.NoteType, _ css: String) throws(PackageFault) {
    try put(
      AnkiJSON.text(AnkiJSON.noteType(type, css: css, now / 1000)), in: "models", "\(type.id)")
  }

  private func addRows(_ type: AnkiCollection.NoteType, _ css: String) throws(PackageFault) {
    let database = try open()
    let seconds = OwnDatabase.Value(now / 1000)
    var config = ProtobufWriter()
    config.add(1, type.isCloze)
    config.add(3, css)
    config.add(5, AnkiJSON.latexPre)
    config.add(6, AnkiJSON.latexPost)
    try database.run(
      "INSERT INTO notetypes (id, name, mtime_secs, usn, config) VALUES (?, ?, ?, -1, ?)",
      [.init(type.id), .init(type.name), seconds, .bytes(config.bytes)])
    for (index, name) in type.fields.enumerated() {
      var config = ProtobufWriter()
      config.add(3, "Arial")
      config.add(4, 20)
      config.add(7, index >= AnkiJSON.openFields)
      config.add(9, type.number(ofField: index))
      try database.run(
        "INSERT INTO fields (ntid, ord, name, config) VALUES (?, ?, ?, ?)",
        [.init(type.id), .init(index), .init(name), .bytes(config.bytes)])
    }
    for (index, template) in type.templates.enumerated() {
      var config = ProtobufWriter()
      config.add(1, template.front)
      config.add(2, template.back)
      config.add(8, type.number(ofTemplate: index))
      try database.run(
        """
        INSERT INTO templates (ntid, ord, name, mtime_secs, usn, config) VALUES (?, ?, ?, ?, -1, ?)
        """, [.init(type.id), .init(index), .init(template.name), seconds, .bytes(config.bytes)])
    }
  }

  /// Adds a deck.
  ///
  /// - Throws: ``PackageFault``.
  package func add(_ deck: AnkiCollection.Deck, id: Int64) throws(PackageFault) {
    guard hasTables else {
      let value = AnkiJSON.deck(id, deck.name, options: deck.options, now / 1000)
      return try put(AnkiJSON.text(value), in: "decks", "\(id)")
    }
    var (common, normal, kind) = (ProtobufWriter(), ProtobufWriter(), ProtobufWriter())
    // Its subdecks are folded.
    common.add(1, true)
    common.add(2, true)
    normal.add(1, deck.options)
    kind.add(1, normal.bytes)
    try open().run(
      "INSERT INTO decks (id, name, mtime_secs, usn, common, kind) VALUES (?, ?, ?, -1, ?, ?)",
      [
        .init(id), .init(deck.name.replacing("::", with: "\u{1F}")), .init(now / 1000),
        .bytes(common.bytes), .bytes(kind.bytes),
      ])
  }

  /// Has new cards that Anki makes come after a place.
  ///
  /// - Throws: ``PackageFault``.
  package func reserve(position: Int) throws(PackageFault) {
    if hasTables {
      try open().run(
        """
        UPDATE config SET usn = -1, val = CAST(max(CAST(val AS INTEGER), ?) AS BLOB)
        WHERE KEY = 'nextPos'
        """, [.init(position + 1)])
    } else {
      try open().run(
        """
        UPDATE col SET conf = json_set(conf, '$.nextPos',
          max(coalesce(json_extract(conf, '$.nextPos'), 1), ?))
        """, [.init(position + 1)])
    }
  }

  /// Adds a note of one of our types, with its tags.
  package func add(
    _ note: AnkiCollection.Note, sortedBy plain: String
  ) throws(PackageFault) {
    guard let type = ownTypes[note.noteType], let own = AnkiNotes.types[note.noteType] else {
      throw .database("it has not our note types")
    }
    // A learner may have moved fields, or added some.
    let values = Dictionary(zip(own.fields, note.fields), uniquingKeysWith: { first, _ in first })
    let fitted = AnkiCollection.Note(
      id: note.id, guid: note.guid, noteType: type.id, tags: note.tags,
      fields: type.fields.map { values[$0] ?? "" })
    try open().run(
      """
      INSERT INTO notes (id, guid, mid, mod, usn, tags, flds, sfld, csum, flags, data)
      VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')
      """, AnkiRow.note(fitted, sortedBy: plain, modified: now / 1000))
    for tag in note.tags {
      if hasTables {
        try open().run(
          "INSERT OR IGNORE INTO tags (tag, usn, collapsed) VALUES (?, -1, 0)", [.init(tag)])
      } else {
        try put("-1", in: "tags", tag)
      }
    }
  }

  /// Adds a card.
  package func add(_ card: AnkiCollection.Card) throws(PackageFault) {
    try open().run(
      """
      INSERT INTO cards (id, nid, did, ord, mod, usn, type, queue, due, ivl, factor, reps, lapses,
        left, odue, odid, flags, data)
      VALUES (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)
      """, AnkiRow.card(card, modified: now / 1000))
  }

  /// Puts JSON under a key of the JSON in a column of `col`, unless the key is there.
  private func put(_ json: String, in column: String, _ key: String) throws(PackageFault) {
    try open().run(
      "UPDATE col SET \(column) = json_insert(\(column), '$.' || json_quote(?), json(?))",
      [.init(key), .init(json)])
  }
}
