import RabbleQuestions
import RabbleText

/// Reads the notes of a collection of Anki: which question and direction each card becomes.
struct AnkiNoteReader {
  private let collection: AnkiCollection
  private var plans: [Int64: AnkiNoteTypePlan] = [:]
  private(set) var records: RecordReader
  private(set) var cards: [AnkiImport.ImportedCard] = []
  private(set) var types: [AnkiImport.NoteType] = []
  /// What the learner says of note types, as ``AnkiColumns`` remembers it.
  private(set) var said: [AnkiColumns.Said] = []
  private var typeNumbers: [Int64: Int] = [:]
  private(set) var remarks = AnkiRemarks()
  /// The cards of notes that belong to another note of ours, by its guid.
  private var furtherCards: [String: [AnkiCollection.Card]] = [:]
  /// The languages of notes that were exported here, by the titles of their groups.
  private var languages: [String: Set<String>] = [:]
  /// The fields of the note at hand that its questions have.
  private var used: Set<Int> = []

  init(_ collection: AnkiCollection, columns: AnkiColumns?) {
    self.collection = collection
    records = RecordReader(
      RecordReader.Style(mapping: ColumnMapping([]), title: "Anki", isHTML: true))
    var samples: [Int64: [[String]]] = [:]
    var counts: [Int64: Int] = [:]
    for note in collection.notes {
      counts[note.noteType, default: 0] += 1
      if samples[note.noteType, default: []].count < 200 {
        samples[note.noteType, default: []].append(note.fields)
      }
    }
    let order = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    for (index, entry) in order.enumerated() {
      guard let type = collection.noteTypes[entry.key] else { continue }
      let (roles, isRemembered) =
        columns?.roles(for: type, isCommonest: index == 0) ?? ([:], false)
      if !roles.isEmpty { said.append(AnkiColumns.Said(type, roles)) }
      let plan = AnkiNoteTypePlan(type, sample: samples[entry.key] ?? [], columns: roles)
      plans[entry.key] = plan
      typeNumbers[entry.key] = types.count
      types.append(
        AnkiImport.NoteType(
          name: type.name, count: entry.value,
          columns: AnkiNotes.isOwn(type) ? "as exported from here" : plan.text(type.fields),
          isRemembered: isRemembered))
      remarks.count(
        .scripts,
        type.templates.count {
          AnkiTemplate($0, fields: type.fields).hasScript
        })
    }
    remarks.count(.mediaFiles, collection.mediaCount)
    remarks.count(.unreadable, collection.unreadableRows)
  }

  mutating func run() {
    let cards = Dictionary(grouping: collection.cards, by: \.note)
    /// Where a note comes: by its deck, studied ones before new ones, and these as Anki asks them.
    struct Place {
      let note: Int
      let group: String
      let due: Int64
    }
    var places: [Place] = []
    let further = takeFurtherDirections(cards)
    for (index, note) in collection.notes.enumerated() where !further.contains(note.id) {
      guard let own = cards[note.id], let first = own.first else { continue }
      if Set(own.map(\.deck)).count > 1 { remarks.count(.decks) }
      let due = own.filter { $0.phase == .new }.map(\.due).min()
      places.append(Place(note: index, group: collection.title(ofDeck: first.deck), due: due ?? -1))
    }
    places.sort { ($0.group, $0.due, $0.note) < ($1.group, $1.due, $1.note) }
    for place in places {
      let note = collection.notes[place.note]
      take(note, cards[note.id] ?? [], group: place.group)
    }
  }

  /// Notes with the further directions of a sentence with blanks, which belong to that sentence's note.
  private mutating func takeFurtherDirections(_ cards: [Int64: [AnkiCollection.Card]]) -> Set<Int64>
  {
    let own = Set(collection.noteTypes.values.filter(AnkiNotes.isOwn).map(\.id))
    guard !own.isEmpty else { return [] }
    let mark = AnkiNotes.furtherDirections
    let notes = collection.notes.filter { own.contains($0.noteType) }
    let guids = Set(notes.map(\.guid))
    var further: Set<Int64> = []
    for note in notes where note.guid.hasSuffix(mark) {
      let sentence = String(note.guid.dropLast(mark.count))
      guard guids.contains(sentence) else { continue }
      further.insert(note.id)
      furtherCards[sentence] = cards[note.id] ?? []
    }
    return further
  }

  // MARK: - Notes

  private mutating func take(
    _ note: AnkiCollection.Note, _ cards: [AnkiCollection.Card], group: String
  ) {
    for field in note.fields {
      if HTMLText.mayHaveMarkup(field) {
        let names = HTMLText(field).media
        let online = names.count(where: MediaName.isOnline)
        remarks.count(.media, names.count - online)
        remarks.count(.online, online)
        if field.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "\\") }),
          field.contains("[latex]") || field.contains("[$") || field.contains("\\(")
            || field.contains("\\[")
        {
          remarks.count(.latex)
        }
      }
    }
    guard let type = collection.noteTypes[note.noteType], let plan = plans[note.noteType] else {
      remarks.count(.noType, cards.count)
      return
    }
    let first = note.fields.first ?? ""
    if first.utf8.contains(UInt8(ascii: "{")) && first.contains("image-occlusion:")
      || type.name.hasPrefix("Image Occlusion")
    {
      remarks.count(.occlusion, cards.count)
      return
    }
    if AnkiNotes.isOwn(type) { return takeOwn(note, cards, type, group) }
    var note = note
    if plan.isOfMigaku {
      note = AnkiCollection.Note(
        id: note.id, guid: note.guid, noteType: note.noteType, tags: note.tags,
        fields: note.fields.map(AnkiFieldNames.withoutMigakuDetails))
    }
    let before = self.cards.count
    used = []
    if type.isCloze {
      takeCloze(note, cards, plan, group)
    } else {
      takeFields(note, cards, plan, group)
    }
    guard self.cards.count > before else { return }
    for (index, name) in type.fields.enumerated()
    where !used.contains(index) && !plan.switches.contains(index)
      && Self.isFilled(index, of: note.fields)
    {
      remarks.countField(name)
    }
  }

  /// The language of a group of which all notes that were exported here say the same.
  func language(ofGroup title: String) -> String? {
    languages[title].flatMap { $0.count == 1 ? $0.first : nil }
  }

  /// Takes a note that was exported here: the question as it was, with what was changed in Anki since.
  private mutating func takeOwn(
    _ note: AnkiCollection.Note, _ cards: [AnkiCollection.Card], _ type: AnkiCollection.NoteType,
    _ group: String
  ) {
    let returned = AnkiNotes.returned(note, type)
    let more: [(role: ColumnRole, text: String)] = [
      (.field(.id), note.guid), (.field(.tags), ListCell.cell(note.tags, of: .tags)),
      (.group, group),
    ]
    let cells = returned.cells + more
    records.style = RecordReader.Style(
      mapping: ColumnMapping(cells.map(\.role)), title: group, isOwn: true, hasGuards: false,
      extras: note.mediaExtras)
    let before = records.content.notices.count
    records.take(TableRecord(fields: cells.map(\.text), line: 0))
    records.forgetNotices(since: before)
    guard let newest = records.newest else {
      remarks.count(.noText, cards.count)
      return
    }
    if let language = returned.language { languages[newest.group, default: []].insert(language) }
    if let number = typeNumbers[note.noteType], types[number].examples.count < 2 {
      types[number].examples.append(newest.question)
    }
    for card in cards {
      if let direction = returned.directions[card.ordinal] {
        add(card, direction, newest)
      } else {
        remarks.count(.unreadable)
      }
    }
    for card in furtherCards[note.guid] ?? [] where Direction.named.indices.contains(card.ordinal) {
      add(card, Direction.named[card.ordinal], newest)
    }
  }

  private mutating func takeFields(
    _ note: AnkiCollection.Note, _ cards: [AnkiCollection.Card], _ plan: AnkiNoteTypePlan,
    _ group: String
  ) {
    let fields = plan.joined(note.fields)
    let plan = plan.fitted { Self.isFilled($0, of: fields) }
    var directions: [(direction: Direction, card: AnkiCollection.Card)] = []
    var others: [AnkiCollection.Card] = []
    for card in cards {
      guard plan.cards.indices.contains(card.ordinal) else {
        remarks.count(.unreadable)
        continue
      }
      if case .direction(let direction) = plan.cards[card.ordinal] {
        directions.append((direction, card))
      } else {
        others.append(card)
      }
    }
    if !directions.isEmpty {
      let names = directions.compactMap(\.direction.name).joined(separator: " ")
      let isPlain = plan.cards.count == 1 && names == "recognition"
      let question = record(
        note, fields: fields, roles: plan.roles, id: note.guid, group: group,
        directions: isPlain ? "" : names)
      if let question {
        used.formUnion(plan.joinedFields)
        let asked = question.question.askedDirections(byDefault: nil)
        for (direction, card) in directions {
          if asked.contains(direction) {
            add(card, direction, question)
          } else {
            others.append(card)
          }
        }
      } else {
        others += directions.map(\.card)
      }
    }
    for card in others { takeAlone(note, card, plan, group) }
  }

  /// Makes a question of its own of a card.
  private mutating func takeAlone(
    _ note: AnkiCollection.Note, _ card: AnkiCollection.Card, _ plan: AnkiNoteTypePlan,
    _ group: String
  ) {
    var fields = note.fields
    if case .direction = plan.cards[card.ordinal] {
      fields = plan.joined(fields)
      used.formUnion(plan.joinedFields)
    }
    let sides = plan.sides(ofCard: card.ordinal)
    guard let prompt = sides.prompts.first(where: { Self.isFilled($0, of: fields) }),
      let answer = sides.answers.first(where: { $0 != prompt && Self.isFilled($0, of: fields) })
    else {
      remarks.count(.noText)
      return
    }
    var roles = plan.roles.map { role -> ColumnRole in
      switch role {
      case .field(.note), .field(.hint), .field(.source): role
      default: .ignored
      }
    }
    for run in plan.runs(ofCard: card.ordinal, prompt: prompt, answer: answer) {
      fields = run.joined(fields)
      for further in run.fields.dropFirst() { roles[further] = .ignored }
      used.formUnion(run.fields)
    }
    if let front = plan.wholeFront(ofCard: card.ordinal, note.fields) {
      fields[prompt] = front.text
      for index in front.fields { roles[index] = .ignored }
      used.formUnion(front.fields)
    }
    roles[prompt] = .field(.prompt)
    roles[answer] = .field(.answer)
    let question = record(
      note, fields: fields, roles: roles, id: "\(note.guid)-\(card.ordinal + 1)", group: group,
      directions: "")
    guard let question else {
      remarks.count(.noText)
      return
    }
    add(card, .recognition, question)
  }

  private static func isFilled(_ index: Int, of fields: [String]) -> Bool {
    index < fields.count && !HTMLText(fields[index]).text.isBlank
  }

  // MARK: - Blanks

  /// Makes one question from a note. Cards whose blanks stand inside other blanks, in another field than the
  /// first with blanks, or belong to another card too, become questions of their own.
  private mutating func takeCloze(
    _ note: AnkiCollection.Note, _ cards: [AnkiCollection.Card], _ plan: AnkiNoteTypePlan,
    _ group: String
  ) {
    let texts = plan.clozes.filter { $0 < note.fields.count }.map { field in
      let plain = HTMLText(note.fields[field]).text
      return (field: field, plain: plain, cloze: AnkiCloze(plain))
    }
    guard let first = texts.first else {
      remarks.count(.noText, cards.count)
      return
    }
    let text = first.cloze
    var hasSemicolons = false
    /// Makes a question of the blanks of some numbers, in one of the fields.
    func ask(_ cards: [AnkiCollection.Card], _ numbers: Set<Int>, in asked: Int, id: String) {
      if cards.isEmpty { return }
      var fields = note.fields
      var roles = plan.roles
      for text in texts {
        let isAsked = text.field == asked
        let sentence = text.cloze.sentence(asking: isAsked ? numbers : [])
        if !sentence.isSame(as: text.plain) { fields[text.field] = HTMLEntity.escaped(sentence) }
        if isAsked {
          roles[text.field] = .field(.cloze)
        } else if roles[text.field] == .field(.cloze) {
          roles[text.field] = .field(.note)
        }
      }
      let made = record(note, fields: fields, roles: roles, id: id, group: group, directions: "")
      let keys = made?.question.clozeText?.keys ?? []
      for card in cards {
        let key = "c\(card.ordinal + 1)"
        if let made, keys.contains(key) {
          add(card, .cloze(key), made)
          if texts.contains(where: { $0.field == asked && $0.cloze.hasSemicolons }) {
            hasSemicolons = true
          }
        } else {
          remarks.count(.noText)
        }
      }
    }
    ask(
      cards.filter { text.together.contains($0.ordinal + 1) }, text.together, in: first.field,
      id: note.guid)
    for card in cards where !text.together.contains(card.ordinal + 1) {
      let number = card.ordinal + 1
      if let other = texts.first(where: { $0.cloze.numbers.contains(number) }) {
        ask([card], [number], in: other.field, id: "\(note.guid)-\(number)")
      } else {
        remarks.count(.noBlank)
      }
    }
    if hasSemicolons { remarks.count(.semicolons) }
  }

  // MARK: - Records

  private mutating func record(
    _ note: AnkiCollection.Note, fields: [String]? = nil, roles: [ColumnRole], id: String,
    group: String, directions: String
  ) -> (question: Question, group: String, wording: QuestionID?)? {
    var fields = fields ?? note.fields
    var roles = roles
    if roles.count > fields.count { roles.removeLast(roles.count - fields.count) }
    if fields.count > roles.count { fields.removeLast(fields.count - roles.count) }
    for (index, role) in roles.enumerated() where role != .ignored {
      // Of several fields for one text the first that is filled is taken.
      let isLate =
        !role.isRepeatable && roles[..<index].contains(role)
        && roles.indices.prefix(index).contains {
          roles[$0] == role && Self.isFilled($0, of: fields)
        }
      if !isLate { used.insert(index) }
    }
    for (index, role) in roles.enumerated() where role == .field(.pitch) {
      let text = HTMLText(fields[index]).text
      if text.isBlank { continue }
      if Int(text).map({ (0...99).contains($0) }) != true {
        remarks.count(.pitch)
        roles[index] = .ignored
      }
    }
    let more = [id, ListCell.cell(note.tags, of: .tags), group, directions]
    let escaped = more.map(HTMLEntity.escaped)
    fields += escaped
    roles += [.field(.id), .field(.tags), .group, .field(.directions)]
    records.style = RecordReader.Style(
      mapping: ColumnMapping(roles), title: group, isHTML: true, readsBlanks: false,
      extras: note.mediaExtras)
    let before = records.content.notices.count
    records.take(TableRecord(fields: fields, line: 0))
    records.uncountHTML(zip(more, escaped).count { !$0.isBlank && $0 != $1 })
    // What a card lacks is counted, not listed.
    records.forgetNotices(since: before)
    guard let newest = records.newest else { return nil }
    if let number = typeNumbers[note.noteType], types[number].examples.count < 2 {
      types[number].examples.append(newest.question)
    }
    return newest
  }

  private mutating func add(
    _ card: AnkiCollection.Card, _ direction: Direction,
    _ made: (question: Question, group: String, wording: QuestionID?)
  ) {
    let id = made.wording ?? QuestionID(of: made.question, inGroup: made.group)
    cards.append(
      AnkiImport.ImportedCard(
        card: card, id: CardID(question: id, direction: direction),
        prompt: made.question.prompt, answer: made.question.answer,
        group: made.group))
  }
}
