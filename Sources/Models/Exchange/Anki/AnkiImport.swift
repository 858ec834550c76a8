import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleText

/// The questions of a collection of Anki: which question and direction each card becomes, and what is
/// left behind.
///
///     let `import` = AnkiImport(collection)
///     `import`.content.count   // the questions
///     `import`.cards.count     // the cards, each a direction of one of them
package struct AnkiImport: Sendable {
  /// A card of Anki, and what it is here.
  package struct ImportedCard: Hashable, Sendable {
    /// The card in Anki.
    package let card: AnkiCollection.Card
    /// The card here.
    package let id: CardID
    /// The question it asks.
    package let question: Question
    /// The title of the group that has the question.
    package let group: String
  }

  /// A note type with notes, as a learner sees it before anything is written.
  package struct NoteType: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// How many notes it has.
    package let count: Int
    /// What its fields are for: `prompt=Word, answer=Word Meaning`.
    package let columns: String
    /// Two finished cards.
    package internal(set) var examples: [Question] = []
  }

  /// How often something is not as it was in Anki.
  package struct Remark: Hashable, Sendable {
    /// How often.
    package let count: Int
    /// What, and why.
    package let text: String
  }

  /// The questions, group by group.
  package private(set) var content = ImportContent()
  /// The cards that come along.
  package private(set) var cards: [ImportedCard] = []
  /// The note types, those with most notes first.
  package private(set) var noteTypes: [NoteType] = []
  /// What is not as it was.
  package private(set) var remarks: [Remark] = []
  /// How many cards there are in the collection.
  package let cardCount: Int

  /// Makes questions of notes.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - columns: what the learner says of fields, as ``AnkiColumns`` reads it; `nil` without a word.
  package init(_ collection: AnkiCollection, columns: AnkiColumns? = nil) {
    cardCount = collection.cards.count
    var work = Work(collection, columns: columns)
    work.run()
    content = work.reader.content
    content.changes.media = 0
    content.isKnownByIDAlone = true
    cards = work.cards
    for index in content.groups.indices {
      content.groups[index].header.language = work.language(
        ofGroup: content.groups[index].header.title)
    }
    noteTypes = work.types
    remarks = work.remarks
  }
}

/// One run over a collection.
private struct Work {
  private let collection: AnkiCollection
  private var plans: [Int64: AnkiNoteTypePlan] = [:]
  private(set) var reader: RecordReader
  private(set) var cards: [AnkiImport.ImportedCard] = []
  private(set) var types: [AnkiImport.NoteType] = []
  private var typeNumbers: [Int64: Int] = [:]
  private var tallies: [Tally: Int] = [:]
  /// The cards of notes that belong to another note of ours, by its guid.
  private var furtherCards: [String: [AnkiCollection.Card]] = [:]
  /// The languages of notes that were exported here, by the titles of their groups.
  private var languages: [String: Set<String>] = [:]
  /// The fields of the note at hand that its questions have.
  private var used: Set<Int> = []
  /// In how many notes a field is filled that their questions don't have, by its name.
  private var leftFields: [String: Int] = [:]

  /// What is counted.
  private enum Tally: Int, CaseIterable {
    case media, online, mediaFiles, noType, occlusion, noText, noBlank, semicolons, latex, scripts,
      pitch, decks, unreadable
  }

  init(_ collection: AnkiCollection, columns: AnkiColumns?) {
    self.collection = collection
    reader = RecordReader(
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
      let plan = AnkiNoteTypePlan(
        type, sample: samples[entry.key] ?? [],
        columns: columns?.roles(for: type, isCommonest: index == 0) ?? [:])
      plans[entry.key] = plan
      typeNumbers[entry.key] = types.count
      types.append(
        AnkiImport.NoteType(
          name: type.name, count: entry.value,
          columns: AnkiNotes.isOwn(type) ? "as exported from here" : plan.text(type.fields)))
      tallies[.scripts, default: 0] += type.templates.count {
        AnkiTemplate($0, fields: type.fields).hasScript
      }
    }
    tallies[.mediaFiles] = collection.mediaCount
    tallies[.unreadable] = collection.unreadableRows
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
      if Set(own.map(\.deck)).count > 1 { tallies[.decks, default: 0] += 1 }
      let due = own.filter { $0.phase == .new }.map(\.due).min()
      places.append(Place(note: index, group: title(ofDeck: first.deck), due: due ?? -1))
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

  /// The title of the group for a deck, on one line.
  private func title(ofDeck deck: Int64) -> String {
    let name = collection.decks[deck]?.name ?? ""
    let title = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
    ).trimmed
    return title.isEmpty ? "Anki" : String(title.prefix(300))
  }

  // MARK: - Notes

  private mutating func take(
    _ note: AnkiCollection.Note, _ cards: [AnkiCollection.Card], group: String
  ) {
    for field in note.fields {
      if HTMLText.mayHaveMarkup(field) {
        let names = HTMLText(field).media
        let online = names.count(where: MediaName.isOnline)
        tallies[.media, default: 0] += names.count - online
        tallies[.online, default: 0] += online
        if field.contains("[latex]") || field.contains("[$") || field.contains("\\(") {
          tallies[.latex, default: 0] += 1
        }
      }
    }
    guard let type = collection.noteTypes[note.noteType], let plan = plans[note.noteType] else {
      tallies[.noType, default: 0] += cards.count
      return
    }
    if note.fields.first?.contains("image-occlusion:") == true
      || type.name.hasPrefix("Image Occlusion")
    {
      tallies[.occlusion, default: 0] += cards.count
      return
    }
    if AnkiNotes.isOwn(type) { return takeOwn(note, cards, type, group) }
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
      leftFields[name, default: 0] += 1
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
    reader.style = RecordReader.Style(
      mapping: ColumnMapping(cells.map(\.role)), title: group, isOwn: true, hasGuards: false)
    let before = reader.content.notices.count
    reader.take(TableRecord(fields: cells.map(\.text), line: 0))
    reader.forgetNotices(since: before)
    guard let newest = reader.newest else {
      tallies[.noText, default: 0] += cards.count
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
        tallies[.unreadable, default: 0] += 1
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
    let fields = plan.runs.reduce(note.fields) { $1.joined($0) }
    let plan = plan.fitted { Self.isFilled($0, of: fields) }
    var directions: [(direction: Direction, card: AnkiCollection.Card)] = []
    var others: [AnkiCollection.Card] = []
    for card in cards {
      guard plan.cards.indices.contains(card.ordinal) else {
        tallies[.unreadable, default: 0] += 1
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
        used.formUnion(plan.runs.flatMap(\.fields))
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
      fields = plan.runs.reduce(fields) { $1.joined($0) }
      used.formUnion(plan.runs.flatMap(\.fields))
    }
    let (prompts, answers): ([Int], [Int]) =
      switch plan.cards[card.ordinal] {
      case .question(let prompts, let answers): (prompts, answers)
      case .direction(.production):
        (plan.indices(of: .field(.answer)), plan.indices(of: .field(.prompt)))
      case .direction(.reading):
        (plan.indices(of: .field(.prompt)), plan.indices(of: .field(.reading)))
      case .direction, .blank:
        (plan.indices(of: .field(.prompt)), plan.indices(of: .field(.answer)))
      }
    guard let prompt = prompts.first(where: { Self.isFilled($0, of: fields) }),
      let answer = answers.first(where: { $0 != prompt && Self.isFilled($0, of: fields) })
    else {
      tallies[.noText, default: 0] += 1
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
    roles[prompt] = .field(.prompt)
    roles[answer] = .field(.answer)
    let question = record(
      note, fields: fields, roles: roles, id: "\(note.guid)-\(card.ordinal + 1)", group: group,
      directions: "")
    guard let question else {
      tallies[.noText, default: 0] += 1
      return
    }
    add(card, .recognition, question)
  }

  private static func isFilled(_ index: Int, of fields: [String]) -> Bool {
    index < fields.count && !HTMLText(fields[index]).text.isBlank
  }

  // MARK: - Blanks

  /// Makes one question from a note. Cards whose blanks stand inside other blanks, or belong to another card
  /// too, become questions of their own.
  private mutating func takeCloze(
    _ note: AnkiCollection.Note, _ cards: [AnkiCollection.Card], _ plan: AnkiNoteTypePlan,
    _ group: String
  ) {
    guard let field = plan.indices(of: .field(.cloze)).first, field < note.fields.count else {
      tallies[.noText, default: 0] += cards.count
      return
    }
    let plain = HTMLText(note.fields[field]).text
    let text = AnkiCloze(plain)
    var isTaken = false
    /// Makes a question of the blanks of some numbers.
    func ask(_ cards: [AnkiCollection.Card], _ numbers: Set<Int>, id: String) {
      if cards.isEmpty { return }
      let sentence = text.sentence(asking: numbers)
      var fields = note.fields
      if !sentence.isSame(as: plain) { fields[field] = HTMLEntity.escaped(sentence) }
      let made = record(
        note, fields: fields, roles: plan.roles, id: id, group: group, directions: "")
      let keys = made?.question.clozeText?.keys ?? []
      for card in cards {
        let key = "c\(card.ordinal + 1)"
        if let made, keys.contains(key) {
          add(card, .cloze(key), made)
          isTaken = true
        } else {
          tallies[.noText, default: 0] += 1
        }
      }
    }
    ask(cards.filter { text.together.contains($0.ordinal + 1) }, text.together, id: note.guid)
    for card in cards where !text.together.contains(card.ordinal + 1) {
      let number = card.ordinal + 1
      if text.numbers.contains(number) {
        ask([card], [number], id: "\(note.guid)-\(number)")
      } else {
        tallies[.noBlank, default: 0] += 1
      }
    }
    if isTaken, text.hasSemicolons { tallies[.semicolons, default: 0] += 1 }
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
        tallies[.pitch, default: 0] += 1
        roles[index] = .ignored
      }
    }
    let more = [id, ListCell.cell(note.tags, of: .tags), group, directions]
    let escaped = more.map(HTMLEntity.escaped)
    fields += escaped
    roles += [.field(.id), .field(.tags), .group, .field(.directions)]
    reader.style = RecordReader.Style(
      mapping: ColumnMapping(roles), title: group, isHTML: true,
      extras: Self.media(of: note).map { [$0] } ?? [])
    let before = reader.content.notices.count
    reader.take(TableRecord(fields: fields, line: 0))
    reader.uncountHTML(zip(more, escaped).count { !$0.isBlank && $0 != $1 })
    // What a card lacks is counted, not listed.
    reader.forgetNotices(since: before)
    guard let newest = reader.newest else { return nil }
    if let number = typeNumbers[note.noteType], types[number].examples.count < 2 {
      types[number].examples.append(newest.question)
    }
    return newest
  }

  /// The files and addresses of the sounds and pictures of a note, each once.
  private static func media(of note: AnkiCollection.Note) -> DeckExtra? {
    var names: [String] = []
    for field in note.fields where HTMLText.mayHaveMarkup(field) {
      for media in HTMLText(field).media {
        // As it is called where `--media` unpacks it.
        guard let name = MediaName.isOnline(media) ? media : MediaName.safe(media) else { continue }
        if !names.contains(name) { names.append(name) }
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A list of texts can always be written.
    guard !names.isEmpty, let list = try? encoder.encode(Array(names.prefix(100))) else {
      return nil
    }
    return DeckExtra(key: "media", source: String(decoding: list, as: UTF8.self))
  }

  private mutating func add(
    _ card: AnkiCollection.Card, _ direction: Direction,
    _ made: (question: Question, group: String, wording: QuestionID?)
  ) {
    let id = made.wording ?? QuestionID(of: made.question, inGroup: made.group)
    cards.append(
      AnkiImport.ImportedCard(
        card: card, id: CardID(question: id, direction: direction), question: made.question,
        group: made.group))
  }

  // MARK: - Remarks

  var remarks: [AnkiImport.Remark] {
    let counted: [AnkiImport.Remark] = Tally.allCases.compactMap { tally in
      guard let count = tallies[tally], count > 0 else { return nil }
      return AnkiImport.Remark(count: count, text: Self.text(tally))
    }
    let left = leftFields.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return counted
      + left.map { name, count in
        AnkiImport.Remark(count: count, text: "Notes whose field “\(name)” is not imported")
      }
  }

  private static func text(_ tally: Tally) -> String {
    switch tally {
    case .media: "Sounds and pictures in fields, kept as the names of their files"
    case .online: "Sounds and pictures on the web, kept as their addresses"
    case .mediaFiles: "Media files in the package, which --media unpacks"
    case .noType: "Cards not imported: their note type is missing"
    case .occlusion: "Cards not imported: image occlusion, which a terminal can't show"
    case .noText: "Cards not imported: no text on the front or on the back"
    case .noBlank: "Cards not imported: no blank of the note has their number"
    case .semicolons:
      "Notes with “;” in a blank, followed by an invisible U+FE0E so that it separates no answers"
    case .latex: "Fields with LaTeX, imported as it is written"
    case .scripts: "Templates with scripts, which are not run"
    case .pitch: "Pitch accents that are no number, not imported"
    case .decks: "Notes with cards in several decks, put into the deck of the first card"
    case .unreadable: "Cards and reviews not imported: their rows are no cards or reviews of Anki"
    }
  }
}
