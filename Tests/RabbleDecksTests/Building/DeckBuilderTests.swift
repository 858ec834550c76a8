import RabbleQuestions
import Testing

@testable import RabbleDecks

/// A reader of another form only finds values: all else is the same for every form.
struct DeckBuilderTests {
  /// The bundled Spanish decks, the first question of each group with a value for every field.
  private var decks: [String] {
    BundledCourses.decks("Spanish").filter { !$0.groups.isEmpty }.map { file in
      DeckJSON.text(
        of: file.groups.map { group in
          var group = group
          group.author = "A. Sato"
          group.directions = [.production]
          group.score = Score(correct: 3, incorrect: 1)
          var deck = DeckGroup(group)
          let note = DeckExtra(key: "comment", source: "\"Checked: by # a teacher\"")
          let audio = DeckExtra(key: "audio", source: "{\"folder\": [\"a\", 1]}")
          deck.extras = [note, audio]
          deck.silenced = [SilencedRule(code: "RW204", reason: "short on purpose")]
          deck.entries[0] = whole(deck.entries[0].question, note, audio)
          return deck
        })
    }
  }

  private func whole(_ question: Question, _ note: DeckExtra, _ audio: DeckExtra) -> DeckEntry {
    var question = question
    for field in Question.Field.allCases
    where field != .cloze && question.texts(field).isEmpty {
      switch field.kind {
      case .required, .text, .list: try? question.set(field, to: ["a \"text\":\n- of \(field.key)"])
      case .number: try? question.set(field, to: ["2"])
      case .choice(_, let names): try? question.set(field, to: [names[0]])
      case .directions: try? question.set(field, to: ["reading"])
      case .example: try? question.set(field, to: ["text", "reading", "meaning"])
      }
    }
    question.cloze = question.cloze ?? "Yo {{hablo::to speak}}."
    let spoken = DeckExtra(owner: "example", key: "audio", source: "\"a\\tb.ogg\"")
    return DeckEntry(
      question, extras: [note, audio, spoken],
      silenced: [SilencedRule(code: "RW101", reason: "it: is so")])
  }

  @Test func `a form that is indented reads as JSON does, in all that a deck says`() throws {
    #expect(decks.count == 8)
    for json in decks {
      let found = IndentedReader.read(IndentedWriter.text(of: json))
      let expected = DeckLoader().parseSource(Array(json.utf8), path: "d.json")
      #expect(expected.faults.isEmpty)
      #expect(found.faults.map(\.description) == [])
      #expect(found.groups.map(\.content) == expected.groups.map(\.content))
      #expect(found.groups.map(\.index) == expected.groups.map(\.index))
    }
  }

  @Test func `a fault has its line in every form`() {
    let text = """
      - title: Numbers
        # A comment that is none of the faults.
        accents: forgiven
        settings:
          accents: sometimes
        score:
          correct_count: many
        questions:
          - prompt: uno
            hint: 1
          - prompt: dos
            answer: two
            pitch: high
          - prompt: tres
            answer: three
            answer: 3
          - cloze: no blank
          - prompt: cuatro
            answer: four
            alternatives:
              - 4
              - ""
          - prompt: cinco
            answer: five
            hint:
              - 5
          - prompt: cuatro
            answer: four
          - id: seis
            prompt: seis
            answer: six
            directions:
              - sideways
          - id: siete
            prompt: siete
            answer: seven
          - prompt: ocho
            id: siete
            answer: eight
      - questions:
          - prompt: nueve
            answer: nine

      """
    let found = IndentedReader.read(text)
    #expect(
      found.faults.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.code)" } == [
        "5:14 ignoredValue", "7:20 malformedScore", "9:7 missingKey", "13:14 malformedPitch",
        "16:7 duplicateKey", "17:14 clozeWithoutBlank", "22:11 emptyElement", "26:9 wrongType",
        "27:7 duplicateQuestion", "33:11 unknownValue", "38:11 duplicateID", "40:3 missingKey",
      ])
    #expect(found.groups.map(\.index) == [0, nil])
    let sound = found.groups[0].questions.filter { $0.index != nil }
    #expect(sound.map(\.question.prompt) == ["tres", "cuatro", "siete"])
  }
}
