import RabbleQuestions
import Testing

@testable import RabbleExchange

/// What the templates of a note type make of its notes.
struct AnkiTemplateTests {
  /// What notes of a note type become, in a deck “T”, where each template makes a card of each note.
  private func made(
    _ fields: [String], _ templates: [(front: String, back: String)], _ notes: [[String]],
    isCloze: Bool = false, cardCount: Int? = nil
  ) -> AnkiImport {
    var collection = AnkiCollection()
    collection.noteTypes[1] = AnkiCollection.NoteType(
      id: 1, name: "Type", isCloze: isCloze, fields: fields,
      templates: templates.enumerated().map {
        AnkiCollection.Template(name: "\($0)", front: $1.front, back: $1.back)
      })
    collection.decks[1] = AnkiCollection.Deck(name: "T", isFiltered: false, options: 1)
    for (index, fields) in notes.enumerated() {
      let id = Int64(index + 1)
      collection.notes.append(
        AnkiCollection.Note(id: id, guid: "g\(id)", noteType: 1, tags: [], fields: fields))
      for ordinal in 0..<(cardCount ?? templates.count) {
        collection.cards.append(
          AnkiCollection.Card(
            id: id * 100 + Int64(ordinal), note: id, deck: 1, ordinal: ordinal, phase: .new,
            due: id))
      }
    }
    return AnkiImport(collection)
  }

  private func questions(_ made: AnkiImport) -> [Question] {
    made.content.groups.flatMap { $0.items.map(\.question) }
  }

  @Test(arguments: [
    ("{{Q}}<br>A) {{A}}<br>B) {{B}}", "Largest?\nA) Mars\nB) Jupiter"),
    ("{{Q}} ({{A}})", "Largest? (Mars)"),
    ("{{Q}}", "Largest?"),
  ])
  func `what a card of an unknown note type asks is all of its front`(front: String, prompt: String)
  {
    let made = made(
      ["Q", "A", "B", "Key"], [(front, "{{FrontSide}}<hr>{{Key}}")],
      [["Largest?", "Mars", "Jupiter", "B"]])
    #expect(questions(made).map(\.prompt) == [prompt])
    #expect(questions(made).map(\.answer) == ["B"])
    #expect(questions(made).map(\.id) == ["g1"])
    #expect(made.cards.map(\.id.direction) == [.recognition])
  }

  @Test func `a front that is only read aloud is heard`() {
    let made = made(
      ["Front", "Back"],
      [("{{Front}}", "{{Back}}"), ("{{tts en_US voices=x:Front}}", "{{Front}}<hr>{{Back}}")],
      [["cat", "Katze"]])
    #expect(questions(made).map(\.prompt) == ["cat"])
    #expect(made.cards.map(\.id.direction) == [.recognition, .listening])
  }

  @Test func `blanks in a note type without blanks are text`() {
    let both: [Direction] = [.recognition, .production]
    let basic = made(
      ["Front", "Back"], [("{{Front}}", "{{Back}}")], [["{{c1::Paris}} is in France", "yes"]])
    #expect(
      questions(basic) == [Question(id: "g1", prompt: "{{c1::Paris}} is in France", answer: "yes")])
    #expect(basic.cards.map(\.id.direction) == [.recognition])
    let reversed = made(
      ["Front", "Back"], [("{{Front}}", "{{Back}}"), ("{{Back}}", "{{Front}}")],
      [["{{c2::Rome}}", "Rom"]])
    #expect(
      questions(reversed) == [
        Question(id: "g1", prompt: "{{c2::Rome}}", answer: "Rom", directions: both)
      ])
  }

  @Test(arguments: [
    ("<div class=\"{{X}}\">{{A}}</div>", "{{FrontSide}}<hr>{{B}}"),
    ("<div id=\"card-{{X}}\">{{A}}</div>", "<a href=\"https://x.y/{{X}}\">{{B}}</a>"),
    ("<!-- {{X}} -->{{A}}", "<!--{{X}}\n{{A}}-->{{B}}"),
    ("<script>var x = '{{X}}';</script>{{A}}", "<script>{{X}}</script>{{B}}"),
    ("<style>.{{X}} {color: red}</style>{{A}}", "{{B}}"),
    ("1 < 2 {{A}}", "<-- {{B}}"), ("<div id=card></div><script>show('{{A}}')</script>", "{{B}}"),
  ])
  func `only fields that a card shows are asked or told`(front: String, back: String) {
    let made = made(["X", "A", "B"], [(front, back)], [["x", "a", "b"]])
    #expect(questions(made) == [Question(id: "g1", prompt: "a", answer: "b")])
  }

  @Test func `a front that only reads its field aloud asks by listening`() {
    let made = made(
      ["A", "B"], [("{{A}}", "{{B}}"), ("{{tts en_US voices=X:A}}", "{{A}}")], [["a", "b"]])
    #expect(made.cards.map(\.id.direction) == [.recognition, .listening])
  }

  @Test func `a card asks with all fields of its front`() throws {
    let made = made(
      ["Person", "Inf", "Tense", "Form"],
      [("{{Person}} ({{Inf}}, {{Tense}})", "{{FrontSide}}<hr>{{Form}}")],
      [["yo", "ser", "presente", "soy"]])
    let question = try #require(questions(made).first)
    #expect(question.prompt.contains("yo (ser, presente)"))
  }

  @Test(arguments: [
    ("Word Reading Meaning", "dog", "いぬ"), ("単語 読み 意味", "dog", "いぬ"),
    ("French Gender English", "dog", "いぬ"), ("English IPA German", "dog", "いぬ"),
    ("Word Part-of-speech Definition", "dog", "いぬ"), ("Wort Lesung Kroatisch", "dog", "いぬ"),
    // What is asked for a meaning is the word, whatever else explains it.
    ("English Japanese Definition", "いぬ", "dog"), ("Meaning Target Translation", "いぬ", "dog"),
    ("Front Word Back", "dog", "いぬ"), ("Question A B", "いぬ", "dog"),
  ])
  func `the answer is what the back calls a meaning, and not what stands before it`(
    names: String, answer: String, other: String
  ) throws {
    let fields = names.split(separator: " ").map(String.init)
    let made = made(
      fields, [("{{\(fields[0])}}", "{{FrontSide}}<hr>{{\(fields[1])}}<br>{{\(fields[2])}}")],
      [["perro", "いぬ", "dog"]])
    let question = try #require(questions(made).first)
    #expect(question.prompt == "perro" && question.answer == answer)
    #expect([question.reading, question.note, question.partOfSpeech].contains(other))
  }

  @Test func `of several readings of a kanji none is its meaning, and what is typed is asked for`()
    throws
  {
    let kanji = made(
      ["Kanji", "On", "Kun", "Meaning"],
      [("{{Kanji}}", "{{FrontSide}}<hr>{{On}}<br>{{Kun}}<br>{{Meaning}}")],
      [["犬", "ケン", "いぬ", "dog"]])
    let question = try #require(questions(kanji).first)
    #expect(question.prompt == "犬" && question.answer == "dog")
    let typed = made(
      ["Front", "Meaning", "Name"],
      [("{{Front}}{{type:Name}}", "{{FrontSide}}<hr>{{Meaning}}<br>{{Name}}")],
      [["a", "b", "c"]])
    #expect(questions(typed).map(\.answer) == ["c"])
  }

  @Test func `a hint on the back is the answer if nothing else is`() {
    let only = made(["A", "B"], [("{{A}}", "{{FrontSide}}<hr>{{hint:B}}")], [["a", "b"]])
    #expect(questions(only) == [Question(id: "g1", prompt: "a", answer: "b")])
    let besides = made(
      ["A", "B", "C"], [("{{A}}", "{{B}}{{hint:C}}")], [["a", "b", "c"]])
    // Before the answer, it would tell it.
    #expect(questions(besides) == [Question(id: "g1", prompt: "a", answer: "b", note: "c")])
    let front = made(
      ["A", "B", "C"], [("{{A}}{{hint:C}}", "{{B}}{{hint:C}}")], [["a", "b", "c"]])
    #expect(questions(front) == [Question(id: "g1", prompt: "a", hint: "c", answer: "b")])
  }

  @Test func `templates that ask with the same field in other words ask with their words`() {
    let capitals = made(
      ["Country", "Capital", "Currency"],
      [
        ("<b>Capital</b> of {{Country}}?", "{{FrontSide}}<hr>{{Capital}}"),
        ("Currency of {{Country}}?", "{{FrontSide}}<hr>{{Currency}}"),
        ("{{Capital}}", "{{Country}}"),
      ], [["Peru", "Lima", "<i>Sol</i>"]])
    #expect(
      questions(capitals) == [
        Question(id: "g1", prompt: "Peru", answer: "Lima", directions: [.production]),
        Question(id: "g1-1", prompt: "Capital of Peru?", answer: "Lima"),
        Question(id: "g1-2", prompt: "Currency of Peru?", answer: "Sol"),
      ])
    #expect(
      capitals.cards.map { $0.card.ordinal } == [2, 0, 1]
        && capitals.cards.map(\.id.direction) == [.production, .recognition, .recognition])
    #expect(capitals.remarks.isEmpty)
    let verbs = made(
      ["Verb", "yo", "tú"],
      [
        ("{{Verb}}{{#yo}} – yo{{/yo}}{{^yo}} – I{{/yo}}", "{{yo}}"), ("{{Verb}} – tú", "{{tú}}"),
      ],
      [["ser", "soy", "eres"]])
    #expect(questions(verbs).map(\.prompt) == ["ser – yo", "ser – tú"])
    #expect(questions(verbs).map(\.answer) == ["soy", "eres"])
  }

  @Test func `a further card asks with all fields that tell it from another`() {
    let verbs = made(
      ["Inf", "P1", "P2", "F1", "F2"],
      [("{{Inf}} ({{P1}})", "{{F1}}"), ("{{Inf}} ({{P2}})", "{{F2}}")],
      [["hablar", "yo", "tú", "hablo", "hablas"]])
    #expect(questions(verbs).map(\.prompt) == ["hablar (yo)", "hablar (tú)"])
    #expect(questions(verbs).map(\.answer) == ["hablo", "hablas"])
    let sentences = made(
      ["Wort", "Satz1", "Satz2", "A", "B"],
      [
        ("<i>{{Wort}}</i><div>{{Satz1}}</div>", "{{A}}"),
        ("<i>{{Wort}}</i><div>{{Satz2}}</div>", "{{B}}"),
      ], [["gehen", "ich …", "du …", "gehe", "gehst"]])
    #expect(questions(sentences).map(\.prompt) == ["gehen\nich …", "gehen\ndu …"])
  }

  @Test func `notes with text in a field that mostly holds pictures are asked`() {
    let pictures = (1...9).map { ["<img src=\"\($0).png\">", "word \($0)"] }
    let basic = made(
      ["Front", "Back"], [("{{Front}}", "{{FrontSide}}<hr>{{Back}}")],
      pictures + [["dog", "Hund"], ["cat", "Katze"]])
    #expect(questions(basic).map(\.prompt) == ["dog", "cat"])
    #expect(basic.remarks.map(\.count) == [9, 9])
    let reversed = made(
      ["Front", "Back"], [("{{Front}}", "{{Back}}"), ("{{Back}}", "{{Front}}")],
      pictures + [["dog", "Hund"]])
    #expect(questions(reversed).map(\.prompt) == ["dog"])
    #expect(reversed.cards.map(\.id.direction) == [.recognition, .production])
    // Beside a text, a picture with a name is none.
    let beside = made(
      ["Word", "Picture", "Meaning"], [("{{Word}}<br>{{Picture}}", "{{Meaning}}")],
      pictures.map { ["犬", $0[0], "dog"] } + [["猫", "a cat", "cat"]])
    #expect(questions(beside).last?.prompt == "猫")
  }

  @Test func `words that tell no cards apart are left out`() {
    let one = made(["A", "B"], [("What is {{A}}?", "{{B}}")], [["a", "b"]])
    #expect(questions(one).map(\.prompt) == ["a"])
    let same = made(
      ["A", "B", "C"], [("Say: {{A}}", "{{B}}"), ("Say:<br>{{A}}", "{{C}}")], [["a", "b", "c"]])
    #expect(questions(same).map(\.id) == ["g1", "g1-2"])
    #expect(questions(same).map(\.prompt) == ["a", "a"])
    // A reading is asked for as such.
    let reading = made(
      ["Word", "Meaning", "Kana"],
      [("{{Word}}: meaning?", "{{Meaning}}<br>{{Kana}}"), ("{{Word}}: reading?", "{{Kana}}")],
      [["犬", "dog", "いぬ"]])
    #expect(
      questions(reading) == [
        Question(
          id: "g1", prompt: "犬", answer: "dog", reading: "いぬ",
          directions: [.recognition, .reading])
      ])
  }

  @Test func `a reading belongs to the word in Japanese, whichever side has it`() {
    let fields = ["Kanji", "Kana", "English"]
    let one = made(fields, [("{{English}}", "{{Kanji}}<br>{{Kana}}")], [["犬", "いぬ", "dog"]])
    #expect(
      questions(one) == [
        Question(
          id: "g1", prompt: "犬", answer: "dog", reading: "いぬ", directions: [.production])
      ])
    #expect(one.cards.map(\.id.direction) == [.production])
    let two = made(
      fields,
      [("{{English}}", "{{Kanji}}<br>{{Kana}}"), ("{{Kanji}}", "{{Kana}}<br>{{English}}")],
      [["犬", "いぬ", "dog"]])
    #expect(questions(two).map(\.prompt) == ["犬"] && questions(two).map(\.reading) == ["いぬ"])
    #expect(two.cards.map(\.id.direction) == [.production, .recognition])
  }

  @Test func `blanks in a second field become questions of their own`() {
    let made = made(
      ["Text", "More", "Extra"],
      [("{{cloze:Text}} {{cloze:More}}", "{{cloze:Text}} {{cloze:More}}<br>{{Extra}}")],
      [["{{c1::one}} is 1", "{{c2::two}} is 2", "e"]], isCloze: true, cardCount: 3)
    #expect(
      questions(made) == [
        Question(
          id: "g1", prompt: "＿＿ is 1", answer: "one is 1", note: "two is 2\ne",
          cloze: "{{c1::one}} is 1"),
        Question(
          id: "g1-2", prompt: "＿＿ is 2", answer: "two is 2", note: "one is 1\ne",
          cloze: "{{c2::two}} is 2"),
      ])
    #expect(made.cards.map(\.id.direction) == [.cloze("c1"), .cloze("c2")])
    #expect(made.remarks == [AnkiImport.Remark(count: 1, kind: .noBlank)])
  }
}
