import RabbleDecks
import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleExchange

/// What questions are in Anki, and how they come back.
struct AnkiNotesTests {
  private func notes(
    of question: Question, asking directions: [Direction]? = nil
  ) -> [AnkiNotes.Note] {
    AnkiNotes.notes(
      of: question, identity: QuestionID(of: question, inGroup: "Words"),
      directions: directions ?? question.askedDirections(byDefault: nil), language: "ja",
      ownNote: nil)
  }

  /// A collection with these notes in a deck “Words”.
  private func collection(_ notes: [AnkiNotes.Note]) -> AnkiCollection {
    var collection = AnkiCollection()
    collection.noteTypes = AnkiNotes.types
    collection.decks[1] = AnkiCollection.Deck(name: "Words", isFiltered: false, options: 1)
    for (index, note) in notes.enumerated() {
      let id = Int64(index + 1)
      collection.notes.append(
        AnkiCollection.Note(
          id: id, guid: note.guid, noteType: note.noteType, tags: [], fields: note.fields))
      for (ordinal, _) in note.cards {
        collection.cards.append(
          AnkiCollection.Card(
            id: id * 100 + Int64(ordinal), note: id, deck: 1, ordinal: ordinal, phase: .new,
            due: id))
      }
    }
    return collection
  }

  @Test func `a card that is heard needs a language, or its word's own sound`() throws {
    let listening = try #require(AnkiNotes.questionType.templates.first { $0.name == "Listening" })
    #expect(listening.front.contains("{{#Language}}[anki:tts lang={{Language}}]"))
    #expect(listening.front.contains("{{^Language}}{{#Media}}{{Media}}{{/Media}}"))
    func language(_ prompt: String) -> String? {
      let question = Question(prompt: prompt, answer: "a", directions: [.listening])
      let notes = AnkiNotes.notes(
        of: question, identity: QuestionID(of: question, inGroup: "Words"),
        directions: [.listening], language: nil, ownNote: nil)
      let place = AnkiNotes.questionType.fields.firstIndex(of: "Language")
      return place.flatMap { notes.first?.fields[$0] }
    }
    #expect(language("いぬ") == "ja_JP" && language("dog") == "")
  }

  @Test func `an example has its furigana on the back`() throws {
    let question = Question(
      prompt: "犬", answer: "dog",
      example: Example(text: "犬だ。", reading: "犬[いぬ]だ。", meaning: "A dog."))
    let place = try #require(AnkiNotes.questionType.fields.firstIndex(of: "Example reading"))
    #expect(notes(of: question).first?.fields[place] == "犬[いぬ]だ。")
    for template in AnkiNotes.questionType.templates + AnkiNotes.clozeType.templates {
      #expect(template.back.contains("{{furigana:Example reading}}"))
    }
  }

  @Test func `questions without an id are known again in another deck of Anki`() throws {
    let deck = DeckLoader().parseSource(
      Array(
        """
        [{"title": "Words", "questions": [{"prompt": "犬", "answer": "dog"}]},
         {"title": "Others", "questions": [{"prompt": "鳥", "answer": "bird"}]}]
        """.utf8), path: "w.json")
    let dog = Question(prompt: "犬", answer: "dog")
    var moved = collection(notes(of: dog))
    for title in ["Others", "Words::renamed", "words"] {
      moved.decks[1] = AnkiCollection.Deck(name: title, isFiltered: false, options: 1)
      let merge = DeckMerge(AnkiImport(moved).content, into: deck, duplicates: .update)
      #expect(
        merge.changesNothing && merge.unchangedCount == 1 && merge.addedCount == 0, "\(title)")
      #expect(merge.movedCount == 1)
    }
    // It was edited here since; Anki has it as it was, in another deck.
    let edited = DeckLoader().parseSource(
      Array(#"[{"title": "Words", "questions": [{"prompt": "犬", "answer": "hound"}]}]"#.utf8),
      path: "w.json")
    let old = QuestionID(ofWordingOf: dog, inGroup: "Words")
    let new = QuestionID(
      ofWordingOf: Question(prompt: "犬", answer: "hound"), inGroup: "Words")
    let merge = DeckMerge(
      AnkiImport(moved).content, into: edited, duplicates: .update, rewordings: [old: new])
    #expect(merge.changesNothing && merge.unchangedCount == 1)
  }

  @Test func `a question comes back as it went, whatever stands in it`() throws {
    var decks = RandomDeck(seed: 19)
    for number in 0..<500 {
      var question = decks.question(number: number)
      question.id = "id-\(number)"
      question.tags = []
      let notes = notes(of: question)
      for note in notes {
        let type = try #require(AnkiNotes.types[note.noteType])
        #expect(note.fields.count == type.fields.count)
        #expect(!note.fields.contains { $0.contains("\u{1F}") })
        #expect(!note.fields[0].isBlank)
      }
      let back = AnkiImport(collection(notes))
      #expect(back.cards.count == notes.reduce(0) { $0 + $1.cards.count })
      let found = try #require(back.content.groups.first?.items.first?.question)
      let asked = question.askedDirections(byDefault: nil)
      #expect(found.askedDirections(byDefault: nil) == asked)
      #expect(Set(back.cards.map(\.id.direction)) == Set(asked))
      // Those in which it can't be asked don't come along.
      var expected = question
      expected.directions = found.directions
      #expect(found == expected)
    }
  }

  @Test func `furigana stand above what Anki has them stand above`() {
    #expect(AnkiNotes.field("食[た]べる", showsReadings: true) == "食[た]べる")
    #expect(
      AnkiNotes.field("私[わたし]は 魚[さかな]を食[た]べる。", showsReadings: true)
        == "私[わたし]は 魚[さかな]を<span></span>食[た]べる。")
    // What is no reading here must be none there.
    #expect(AnkiNotes.field("see [1]", showsReadings: true) == "see &#91;1]")
    // Anki looks for these brackets only after it has made furigana of others.
    let formula = AnkiNotes.field("x [$]y[/$]", showsReadings: true)
    #expect(formula.contains("[$]y") && formula.contains("[/$]"))
    #expect(AnkiNotes.field("a[い]", showsReadings: false) == "a&#91;い]")
  }

  @Test func `the blanks of a sentence get the numbers of their author, and others the free ones`()
    throws
  {
    let question = Question(
      prompt: "Where?", answer: "Paris is in France.",
      cloze: "{{c2::Paris}} {{is::verb}} in {{France;Gaul}}.")
    let note = try #require(notes(of: question).first)
    #expect(note.fields[0] == "{{c2::Paris}} {{c1::is::verb}} in {{c3::France}}.")
    #expect(note.cards.map(\.ordinal) == [1, 0, 2])
    #expect(note.cards.map(\.direction) == [.cloze("c2"), .cloze("is"), .cloze("France")])
  }

  @Test(arguments: [
    ("\\({{x^2}} + {{c2::y}}\\) {{z}}", "\\( {{c1::x^2}} + {{c2::y}}\\) {{c3::z}}"),
    ("so \\(a={{b}}{{c}}\\),{{d}}", "so \\(a= {{c1::b}} {{c2::c}}\\),{{c3::d}}"),
    ("a{{\\(b\\)}}c{{d}}", "a{{c1::\\(b\\)}}c{{c2::d}}"),
  ])
  func `a blank in MathJax stands behind a space in Anki, and comes back without it`(
    cloze: String, text: String
  ) throws {
    let sentence = try ClozeText(cloze)
    let question = Question(
      id: "x", prompt: sentence.opened, answer: sentence.filled, cloze: cloze)
    let note = try #require(notes(of: question).first)
    #expect(note.fields[0] == text)
    let back = AnkiImport(collection([note]))
    #expect(back.content.groups.first?.items.first?.question == question)
  }

  @Test func `brackets around LaTeX are those that Anki looks for, and no others are brackets`()
    throws
  {
    let question = Question(id: "q", prompt: "[$]x^2[/$] and [0, 1]", answer: "[latex]y[/latex]")
    let fields = try #require(notes(of: question).first).fields.joined(separator: "\n")
    #expect(fields.contains("[$]x^2") && fields.contains("[/$]") && fields.contains("[latex]y"))
    #expect(fields.contains("&#91;0, 1]") && !fields.contains("[0, 1]"))
  }

  @Test func `a blank in displayed MathJax stands in a formula that Anki draws`() throws {
    let question = Question(
      id: "q", prompt: "a power", answer: "x^2", cloze: "\\[x^{{2}}+y\\]")
    let fields = try #require(notes(of: question).first { $0.fields[0].contains("{{c1") }).fields
    #expect(fields[0] == "\\(\\displaystyle x^ {{c1::2}}+y\\)")
  }

  @Test func `what was corrected in Anki counts`() throws {
    let question = Question(id: "x", prompt: "犬", answer: "dgo")
    let note = try #require(notes(of: question).first)
    var changed = collection([note])
    var fields = note.fields
    fields[1] = "<b>dog</b>"
    let old = changed.notes[0]
    changed.notes[0] = AnkiCollection.Note(
      id: old.id, guid: old.guid, noteType: old.noteType, tags: ["seen"], fields: fields)
    let found = AnkiImport(changed).content.groups.first?.items.first?.question
    #expect(found == Question(id: "x", prompt: "犬", answer: "dog", tags: ["seen"]))
  }

  @Test func `a group gets its language back`() {
    let made = AnkiImport(collection(notes(of: Question(id: "x", prompt: "犬", answer: "dog"))))
    #expect(made.content.groups.map(\.header.language) == ["ja"])
  }

  @Test func `each direction is a card, and a sentence with directions two notes`() {
    let word = Question(
      prompt: "犬", answer: "dog", reading: "いぬ",
      directions: [.recognition, .production, .reading, .listening])
    #expect(notes(of: word).map { $0.cards.map(\.ordinal) } == [[0, 1, 2, 3]])
    let sentence = Question(
      id: "s", prompt: "a cat", answer: "A cat.", directions: [.recognition], cloze: "A {{cat}}.")
    #expect(notes(of: sentence).map(\.guid) == ["s", "s+"])
  }
}

/// The JSON of CrowdAnki.
struct CrowdAnkiTests {
  private static let deck = """
    {"__type__": "Deck", "crowdanki_uuid": "d", "name": "Geography", "media_files": ["a.png"],
     "note_models": [
       {"__type__": "NoteModel", "crowdanki_uuid": "m", "name": "Two sides", "type": 0,
        "flds": [{"name": "Land"}, {"name": "Hauptstadt"}],
        "tmpls": [{"name": "1", "qfmt": "{{Land}}", "afmt": "{{Hauptstadt}}"},
                  {"name": "2", "qfmt": "{{Hauptstadt}}", "afmt": "{{Land}}"}]}],
     "notes": [
       {"__type__": "Note", "guid": "g1", "note_model_uuid": "m", "tags": ["eu"],
        "fields": ["Frankreich", "Paris<br>&amp; more"]}],
     "children": [
       {"__type__": "Deck", "crowdanki_uuid": "e", "name": "Rivers", "children": [], "notes": [
         {"__type__": "Note", "guid": "g2", "note_model_uuid": "m", "tags": [], "fields": ["Rhine", ""]},
         {"__type__": "Note", "guid": "g3", "note_model_uuid": "m", "tags": [], "fields": ["Seine", "Q1"]}]}]}
    """

  @Test func `decks, subdecks, notes and templates come along`() throws {
    let bytes = Array(Self.deck.utf8)
    #expect(CrowdAnki.recognizes(bytes))
    let collection = try #require(CrowdAnki.collection(bytes))
    let made = AnkiImport(collection)
    #expect(made.content.groups.map(\.header.title) == ["Geography", "Geography::Rivers"])
    #expect(
      made.content.groups[0].items.map(\.question) == [
        Question(
          id: "g1", prompt: "Frankreich", answer: "Paris\n& more", tags: ["eu"],
          directions: [.recognition, .production])
      ])
    #expect(made.content.groups[1].items.map(\.question.id) == ["g3"])
    #expect(CrowdAnki.collection(Array(Self.deck.utf8.dropLast(5))) == nil)
  }

  @Test func `the options of decks come along by their identities`() throws {
    let text = Self.deck.replacing(
      "\"name\": \"Geography\",",
      with: """
        "name": "Geography", "deck_config_uuid": "o", "deck_configurations": [
          {"__type__": "DeckConfig", "crowdanki_uuid": "o", "name": "Slow",
           "new": {"delays": [1, 10], "perDay": 0}, "rev": {"perDay": 50, "maxIvl": 365},
           "lapse": {"delays": [], "leechFails": 0, "leechAction": 1}}],
        """)
    let collection = try #require(CrowdAnki.collection(Array(text.utf8)))
    let used = try #require(
      collection.decks.values.first { $0.name == "Geography" }.flatMap {
        collection.options[$0.options]
      })
    #expect(
      used
        == AnkiCollection.DeckOptions(
          name: "Slow", parameters: [], desiredRetention: 0.9, learningSteps: [60, 600],
          relearningSteps: [], maximumInterval: 365, newPerDay: 0, reviewsPerDay: 50,
          leechThreshold: 0, suspendsLeeches: false, easyDays: []))
    // The subdeck names options that the file does not have.
    let river = try #require(collection.decks.values.first { $0.name == "Geography::Rivers" })
    #expect(collection.options[river.options] == nil)
    #expect(collection.mediaCount == 0)
  }
}
