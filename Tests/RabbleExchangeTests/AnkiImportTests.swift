import RabbleDecks
import RabbleQuestions
import Testing

@testable import RabbleExchange

/// What questions notes of Anki become.
struct AnkiImportTests {
  private static let cloze = AnkiCollection.NoteType(
    id: 1, name: "Cloze", isCloze: true, fields: ["Text", "Back Extra"],
    templates: [
      AnkiCollection.Template(
        name: "Cloze", front: "{{cloze:Text}}", back: "{{cloze:Text}}<br>{{Back Extra}}")
    ])

  /// A collection of one note type in a deck “T”: the fields of each note, and the numbers of its cards.
  private func collection(
    _ type: AnkiCollection.NoteType, _ notes: [(fields: [String], ordinals: [Int])]
  ) -> AnkiCollection {
    var collection = AnkiCollection()
    collection.noteTypes = [type.id: type]
    collection.decks[1] = AnkiCollection.Deck(name: "T", isFiltered: false, options: 1)
    for (index, note) in notes.enumerated() {
      let id = Int64(index + 1)
      collection.notes.append(
        AnkiCollection.Note(
          id: id, guid: "g\(id)", noteType: type.id, tags: [], fields: note.fields))
      for ordinal in note.ordinals {
        collection.cards.append(
          AnkiCollection.Card(
            id: id * 100 + Int64(ordinal), note: id, deck: 1, ordinal: ordinal, phase: .new,
            due: id))
      }
    }
    return collection
  }

  private func questions(_ made: AnkiImport) -> [Question] {
    made.content.groups.flatMap { $0.items.map(\.question) }
  }

  // MARK: - Blanks

  @Test func `a note stays one question when a blank is taken out of its text`() {
    let before = AnkiImport(
      collection(Self.cloze, [(["{{c1::one}} and {{c2::two}}", ""], [0, 1])]))
    #expect(questions(before).map(\.id) == ["g1"] && before.cards.count == 2)
    let after = AnkiImport(collection(Self.cloze, [(["{{c1::one}} and two", ""], [0, 1])]))
    #expect(questions(after).map(\.id) == ["g1"])
    #expect(questions(after).first?.cloze == "{{c1::one}} and two")
    #expect(after.cards.map(\.id) == before.cards.filter { $0.card.ordinal == 0 }.map(\.id))
    #expect(after.remarks == [AnkiImport.Remark(count: 1, kind: .noBlank)])
  }

  @Test func `a blank that was put into another becomes a question, and the note stays one`() {
    let made = AnkiImport(
      collection(Self.cloze, [(["{{c1::red or {{c2::blue}}}}", ""], [0, 1])]))
    #expect(questions(made).map(\.id) == ["g1", "g1-2"])
    #expect(questions(made).map(\.cloze) == ["{{c1::red or blue}}", "red or {{c2::blue}}"])
    #expect(made.cards.map(\.id.direction) == [.cloze("c1"), .cloze("c2")])
  }

  @Test func `a note keeps the blanks whose cards are in another package`() {
    let made = AnkiImport(collection(Self.cloze, [(["{{c1::one}} {{c2::two}}", ""], [1])]))
    #expect(questions(made).map(\.id) == ["g1"])
    #expect(questions(made).first?.cloze == "{{c1::one}} {{c2::two}}")
    #expect(made.cards.map(\.id.direction) == [.cloze("c2")])
  }

  @Test(arguments: [
    ("{{c1::b::hint}} {{c2:: c }}", [1, 2], "{{c1::b::hint}} {{c2:: c }}"),
    ("{{c1::{{c1::same nested}} x}}", [1], "{{c1::same nested x}}"),
    ("{{c1,2::both}} and {{c2::two}}", [1], "{{c1::both}} and two"),
    ("{{c1,2::both}} and {{c2::two}}", [2], "{{c2::both}} and {{c2::two}}"),
    ("{{c2::a {{c1::b {{c3::c::h}} d}} e}}", [1], "a {{c1::b c d}} e"),
    ("{{c0::zero}} {{c1::one}}", [1], "zero {{c1::one}}"),
    ("{{c1::}}{{c2::x}}", [1, 2], "{{c2::x}}"), ("{{c1::}} {{c2::x}} ", [1, 2], "{{c2::x}}"),
    ("{{{c1::a}}} {{C1::b}}", [1], "{ {{c1::a}}} { {C1::b}}"),
    ("{{c1::{x} }}", [1], "{{c1::{x} }}"),
    ("no blank, {{c1::open", [1], "no blank, open"),
  ])
  func `the blanks of some numbers make a sentence`(text: String, numbers: [Int], sentence: String)
  {
    #expect(AnkiCloze(text).sentence(asking: Set(numbers)) == sentence)
  }

  @Test(arguments: [
    ("{{c1::a}} {{c2::b}} {{c1::c}}", [1, 2], [1, 2]), ("{{c1::a {{c2::b}}}}", [1, 2], [1]),
    ("{{c1::a {{c2::b}}}} {{c2::c}} {{c3::d}}", [1, 2, 3], [1, 3]),
    ("{{c1::a {{c1::b}}}}", [1], [1]), ("{{c2,1::both}}", [1, 2], [2]), ("none", [], []),
  ])
  func `blanks fit into one sentence unless they stand in others or are shared`(
    text: String, numbers: [Int], together: [Int]
  ) {
    let text = AnkiCloze(text)
    #expect(text.numbers == Set(numbers) && text.together == Set(together))
  }

  @Test func `a blank keeps its semicolons`() throws {
    let made = AnkiImport(
      collection(Self.cloze, [(["for({{c1::i=0; i&lt;n；i++}}) {{c2::x}}", ""], [0, 1])]))
    let sentence = try #require(questions(made).first?.clozeText)
    #expect(sentence.keys == ["c1", "c2"])
    let answers = sentence.answers(to: "c1").map { answer in
      String(String.UnicodeScalarView(answer.unicodeScalars.filter { $0 != "\u{FE0E}" }))
    }
    #expect(answers == ["i=0; i<n；i++"])
    let question = try #require(questions(made).first)
    let back = AnkiNotes.notes(
      of: question, identity: QuestionID(of: question, inGroup: "T"),
      directions: question.askedDirections(byDefault: nil), language: nil, ownNote: nil)
    #expect(back.first?.fields[0] == "for({{c1::i=0; i&lt;n；i++}}) {{c2::x}}")
    #expect(made.remarks == [AnkiImport.Remark(count: 1, kind: .semicolons)])
  }

  // MARK: - Fields

  @Test func `an empty field gives way to the one that the template shows instead`() {
    let type = AnkiCollection.NoteType(
      id: 2, name: "Word", isCloze: false, fields: ["Kanji", "Kana", "English", "German"],
      templates: [
        AnkiCollection.Template(
          name: "1", front: "{{#Kanji}}{{Kanji}}{{/Kanji}}{{^Kanji}}{{Kana}}{{/Kanji}}",
          back: "{{FrontSide}}<hr>{{English}}{{^English}}{{German}}{{/English}}")
      ])
    let made = AnkiImport(
      collection(
        type,
        [
          (["犬", "いぬ", "dog", "Hund"], [0]), (["", "りんご", "apple", ""], [0]),
          (["猫", "", "", "Katze"], [0]), (["", "", "nothing", ""], [0]),
        ]))
    #expect(questions(made).map(\.id) == ["g1", "g2", "g3"])
    #expect(questions(made).map(\.prompt) == ["犬", "りんご", "猫"])
    #expect(questions(made).map(\.answer) == ["dog", "apple", "Katze"])
    #expect(questions(made).map(\.reading) == ["いぬ", nil, nil])
    #expect(made.cards.map(\.id.direction) == [.recognition, .recognition, .recognition])
    #expect(made.remarks.map(\.count) == [1])
  }

  private static let nouns = AnkiCollection.NoteType(
    id: 4, name: "Noun", isCloze: false, fields: ["Article", "Noun", "English", "Remark"],
    templates: [
      AnkiCollection.Template(
        name: "1", front: "<div>{{Article}} {{Noun}}</div>",
        back: "{{FrontSide}}<hr id=answer>{{English}}"),
      AnkiCollection.Template(
        name: "2", front: "{{English}}", back: "{{FrontSide}}<hr id=answer>{{Article}} {{Noun}}"),
    ])

  @Test
  func `fields that stand side by side make up the prompt, and one that no card shows is named`() {
    let made = AnkiImport(
      collection(
        Self.nouns,
        [
          (["der", "<b>Hund</b>", "dog", "barks"], [0, 1]),
          (["", "Eltern", "parents", ""], [0, 1]),
        ])
    )
    #expect(questions(made).map(\.id) == ["g1", "g2"])
    #expect(questions(made).map(\.prompt) == ["der Hund", "Eltern"])
    #expect(questions(made).map(\.answer) == ["dog", "parents"])
    #expect(questions(made).map(\.note) == [nil, nil])
    #expect(
      made.cards.map(\.id.direction) == [.recognition, .production, .recognition, .production])
    #expect(made.noteTypes.map(\.columns) == ["prompt=Article + Noun, answer=English"])
    #expect(made.remarks == [AnkiImport.Remark(count: 1, kind: .field("Remark"))])
  }

  @Test func `fields that the learner names are not joined with others, and the others are named`()
    throws
  {
    let notes = collection(Self.nouns, [(["der", "Hund", "dog", "barks"], [0, 1])])
    let made = AnkiImport(notes, columns: try AnkiColumns("prompt=Noun,answer=English"))
    #expect(questions(made).map(\.prompt) == ["Hund"])
    #expect(made.remarks.map(\.kind) == [.field("Article"), .field("Remark")])
  }

  @Test func `the learner may ask about a field that no card shows`() throws {
    let notes = collection(Self.nouns, [(["der", "Hund", "dog", "barks"], [0])])
    let made = AnkiImport(notes, columns: try AnkiColumns("prompt=Noun,answer=Remark"))
    #expect(questions(made).map(\.prompt) == ["Hund"])
    #expect(questions(made).map(\.answer) == ["barks"])
  }

  @Test(arguments: [
    // A side by side with spaces and the commas of a list is one answer; what has its own name is not in it.
    ("{{Meaning}}", "{{Infinitive}}, {{Past}}&nbsp;{{Notes}}", "to go", "gehen, ging"),
    // On lines of their own, in conditions, tags and behind other words, fields are apart.
    ("{{Meaning}}", "{{Infinitive}}<br>{{Past}}", "to go", "gehen"),
    ("{{Meaning}}", "{{Infinitive}}\n{{Past}}", "to go", "gehen"),
    ("{{Meaning}}", "{{Infinitive}}{{Past}}", "to go", "gehen"),
    ("{{Meaning}}", "{{Infinitive}} {{#Past}}{{Past}}{{/Past}}", "to go", "gehen"),
    ("{{Meaning}}", "{{Infinitive}} (past: {{Past}})", "to go", "gehen"),
    ("{{Meaning}}", "<a href='/{{Infinitive}} {{Past}}'>{{Infinitive}}</a>", "to go", "gehen"),
    ("{{Meaning}} {{type:Infinitive}}", "{{Infinitive}} {{Past}}", "to go", "gehen"),
    ("{{Infinitive}} {{Past}}", "{{FrontSide}} {{Meaning}}", "gehen ging", "to go"),
    // A condition that only leaves out an article with its space sets nothing apart.
    ("{{Meaning}}", "{{#Past}}{{Past}} {{/Past}}{{Infinitive}}", "to go", "ging gehen"),
    ("{{Meaning}}", "{{#Past}}{{Past}}{{/Past}} {{Infinitive}}", "to go", "ging gehen"),
    ("{{Meaning}}", "{{#Past}}{{Past}}{{/Past}}{{Infinitive}}", "to go", "ging"),
    ("{{Meaning}}", "{{#Past}}{{Past}}<br>{{/Past}}{{Infinitive}}", "to go", "ging"),
  ])
  func `only what stands side by side whatever a note has is joined`(
    front: String, back: String, prompt: String, answer: String
  ) {
    let type = AnkiCollection.NoteType(
      id: 5, name: "Verb", isCloze: false, fields: ["Infinitive", "Past", "Meaning", "Notes"],
      templates: [AnkiCollection.Template(name: "1", front: front, back: back)])
    let made = AnkiImport(collection(type, [(["gehen", "ging", "to go", "irregular"], [0])]))
    #expect(questions(made).map(\.prompt) == [prompt])
    #expect(questions(made).map(\.answer) == [answer])
  }

  @Test func `the answer is below the rule, and a picture alone is nothing to hear`() {
    let back = "{{Country}} {{#Info}}{{Info}}{{/Info}}<hr>{{Capital}}"
    let type = AnkiCollection.NoteType(
      id: 8, name: "Geography", isCloze: false, fields: ["Country", "Info", "Capital", "Flag"],
      templates: [
        AnkiCollection.Template(name: "1", front: "{{Country}}", back: back),
        AnkiCollection.Template(name: "2", front: "{{Flag}}", back: "{{Flag}}<hr>{{Country}}"),
      ])
    let fields = ["France", "in Europe", "Paris", "<img src=\"fr.svg\">"]
    let made = AnkiImport(collection(type, [(fields, [0, 1])]))
    #expect(questions(made).map(\.answer) == ["Paris"])
    #expect(made.cards.map(\.id.direction) == [.recognition])
  }

  @Test func `a field that only tells which cards there are is no text that is left out`() {
    let type = AnkiCollection.NoteType(
      id: 7, name: "Reversed", isCloze: false, fields: ["Front", "Back", "Add Reverse"],
      templates: [
        AnkiCollection.Template(name: "1", front: "{{Front}}", back: "{{Back}}"),
        AnkiCollection.Template(
          name: "2", front: "{{#Add Reverse}}{{Back}}{{/Add Reverse}}", back: "{{Front}}"),
      ])
    let made = AnkiImport(collection(type, [(["two", "zwei", "y"], [0, 1])]))
    #expect(made.cards.map(\.id.direction) == [.recognition, .production])
    #expect(made.remarks.isEmpty)
  }

  @Test func `a further card asks with all fields that its front shows side by side`() {
    let type = AnkiCollection.NoteType(
      id: 6, name: "Word", isCloze: false, fields: ["Kanji", "English", "Beispiel", "Lesung"],
      templates: [
        AnkiCollection.Template(name: "1", front: "{{Kanji}}", back: "{{English}}"),
        AnkiCollection.Template(name: "2", front: "{{Beispiel}} {{Lesung}}", back: "{{English}}"),
      ])
    let made = AnkiImport(collection(type, [(["犬", "dog", "犬だ。", "いぬだ。"], [0, 1])]))
    #expect(questions(made).map(\.id) == ["g1", "g1-2"])
    #expect(questions(made).map(\.prompt) == ["犬", "犬だ。 いぬだ。"])
    #expect(made.remarks.isEmpty)
  }

  private static let basic = AnkiCollection.NoteType(
    id: 3, name: "Basic", isCloze: false, fields: ["Front", "Back"],
    templates: [AnkiCollection.Template(name: "1", front: "{{Front}}", back: "{{Back}}")])

  @Test func `media have the names under which they are unpacked, or their addresses`() {
    let fields = [
      "s [sound:hund &amp; katze.mp3]<img src=\"a?b.png\">", "<img src='https://x.y/z.png'>p",
    ]
    let made = AnkiImport(collection(Self.basic, [(fields, [0])]))
    #expect(
      made.content.groups.first?.items.first?.extras == [
        DeckExtra(
          key: "media", source: "[\"hund & katze.mp3\",\"a_b.png\",\"https://x.y/z.png\"]")
      ])
    #expect(made.remarks.map(\.count) == [2, 1])
  }

  @Test func `columns name fields of a note type`() throws {
    let notes = collection(Self.basic, [(["a", "b"], [0])])
    try AnkiColumns("prompt=Back,answer=Front").check(notes)
    try AnkiColumns("prompt,answer").check(notes)
    let columns = try AnkiColumns("prompt=Front,answer=Rückseite")
    #expect(throws: ColumnMapping.Failure.noColumn("Rückseite", names: ["Front", "Back"])) {
      try columns.check(notes)
    }
  }

  @Test func `columns may be named for each note type`() throws {
    var notes = collection(Self.basic, [(["a", "b"], [0])])
    let other = AnkiCollection.NoteType(
      id: 77, name: "Vocab: core", isCloze: false, fields: ["Front", "Back", "Note; more"],
      templates: Self.basic.templates)
    notes.noteTypes[77] = other
    notes.notes.append(
      AnkiCollection.Note(id: 9, guid: "v", noteType: 77, tags: [], fields: ["c", "d", "e"]))
    notes.cards.append(
      AnkiCollection.Card(id: 900, note: 9, deck: 1, ordinal: 0, phase: .new, due: 2))
    func prompts(_ text: String) throws -> [String] {
      let columns = try AnkiColumns(text)
      try columns.check(notes)
      return questions(AnkiImport(notes, columns: columns)).map { "\($0.prompt)=\($0.answer)" }
        .sorted()
    }
    #expect(try prompts("prompt=Back,answer=Front") == ["b=a", "d=c"])
    #expect(try prompts("vocab: core: prompt=Back,answer=Front") == ["a=b", "d=c"])
    #expect(
      try prompts("vocab: core: prompt=Front,answer=Back; prompt=Back,answer=Front;")
        == ["b=a", "c=d"])
    // A field may have a semicolon in its name.
    #expect(throws: ColumnMapping.Failure.noColumn("Note; less", names: other.fields)) {
      try prompts("Vocab: core: prompt=Note; less,answer=Front")
    }
    #expect(
      try prompts(
        "\(Self.basic.name): prompt=Back,answer=Front; Vocab: core: prompt=Front,answer=Back")
        == ["b=a", "c=d"])
    #expect(throws: ColumnMapping.Failure.noColumn("Bak", names: other.fields)) {
      try prompts("Vocab: core: prompt=Bak,answer=Front")
    }
    #expect(throws: ColumnMapping.Failure.incomplete) {
      try prompts("Vocab: core: prompt=Back; prompt=Back,answer=Front")
    }
    let failure = #expect(throws: ColumnMapping.Failure.self) {
      try prompts("Vocab core: prompt=Back,answer=Front")
    }
    #expect(failure?.description.hasSuffix("Did you mean “Vocab: core”?") == true)
  }

  @Test func `columns are remembered by note type, and no field of another is meant`() throws {
    let notes = collection(Self.nouns, [(["der", "Hund", "dog", "barks"], [0])])
    let made = AnkiImport(notes, columns: try AnkiColumns("prompt=remark,answer=English"))
    #expect(questions(made).map(\.prompt) == ["barks"])
    #expect(made.said.map(\.columns) == [",,answer,prompt"])
    var columns = AnkiColumns()
    columns.remember(Dictionary(uniqueKeysWithValues: made.said.map { ($0.shape, $0.columns) }))
    let again = AnkiImport(notes, columns: columns)
    #expect(again.content == made.content && again.noteTypes.map(\.isRemembered) == [true])
    // What is said now comes first, and another note type is another.
    var others = try AnkiColumns("prompt=Noun,answer=English")
    others.remember(Dictionary(uniqueKeysWithValues: made.said.map { ($0.shape, $0.columns) }))
    #expect(questions(AnkiImport(notes, columns: others)).map(\.prompt) == ["Hund"])
    let other = collection(Self.basic, [(["a", "b"], [0])])
    #expect(questions(AnkiImport(other, columns: columns)).map(\.prompt) == ["a"])
  }

  @Test func `only the readings in Migaku's brackets are readings`() throws {
    let type = AnkiCollection.NoteType(
      id: 9, name: "Migaku Japanese", isCloze: false,
      fields: ["Target Word", "Sentence", "Definitions"],
      templates: [
        AnkiCollection.Template(
          name: "1", front: "{{Target Word}}", back: "{{Sentence}}<hr>{{Definitions}}")
      ])
    let made = AnkiImport(
      collection(
        type, [(["走[はし,走る;k2]る", "学生[がくせい,;h]が 走[はし,走る;k2]る[,する;h]。", "to run [1; 2]"], [0])]))
    let question = try #require(questions(made).first)
    #expect(question.prompt == "走る" && question.reading == "はしる")
    #expect(question.example?.text == "学生[がくせい]が 走[はし]る。")
    #expect(question.answer == "to run [1; 2]")
  }

  @Test func `a card that moved to a new deck leaves no group without a question`() throws {
    let deck = DeckLoader().parseSource(
      Array(
        "[{\"title\": \"T\", \"questions\": [{\"id\": \"g1\", \"prompt\": \"a\", \"answer\": \"b\"}]}]"
          .utf8),
      path: "t.json")
    var moved = collection(Self.basic, [(["a", "b"], [0]), (["c", "d"], [0])])
    moved.decks[2] = AnkiCollection.Deck(name: "Moved", isFiltered: false, options: 1)
    moved.cards[0] = AnkiCollection.Card(
      id: 100, note: 1, deck: 2, ordinal: 0, phase: .new, due: 1)
    let merge = DeckMerge(AnkiImport(moved).content, into: deck, duplicates: .update)
    let groups = try deck.applying(merge.changes).file.groups
    #expect(groups.map(\.title) == ["T"])
    #expect(groups.first?.questions.map(\.id) == ["g1", "g2"])
    #expect(merge.movedCount == 1)
  }
}
