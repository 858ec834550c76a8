import RabbleLanguages

extension Question {
  /// The table of a question's fields: a row for each tells how it is called, what kind of value it
  /// holds and how to reach that value. Decoding, writing, tables, differences, screens and the deck checker
  /// read it. A new field is a case and a row here, a property in ``Question``, an option in
  /// `QuestionOptions` and a property in `deck.schema.json`.
  ///
  ///     for field in Question.Field.allCases {
  ///       print(field.label, question.summary(field) ?? "")
  ///     }
  public enum Field: Int, Hashable, Sendable, CaseIterable {
    // The order of a deck file.
    case id, prompt, cloze, hint, answer, reading, furigana, spellings, alternatives, blocked
    case partOfSpeech, pitch, note, example, tags, directions, typos, source, romaji

    /// The way to a value of a question.
    package typealias Path<Value> = WritableKeyPath<Question, Value> & Sendable

    /// What kind of value a field holds, and the way to it.
    package enum Kind: Sendable {
      /// A text that every question has.
      case required(Path<String>)
      /// A text that a question may have.
      case text(Path<String?>)
      /// Any number of texts.
      case list(Path<[String]>)
      /// A whole number in a range.
      case number(Path<Int?>, ClosedRange<Int>)
      /// One of some names.
      case choice(Path<String?>, [String])
      /// The directions in which the question is asked.
      case directions(Path<[Direction]?>)
      /// A sentence with its reading and its meaning.
      case example(Path<Example?>)
    }

    /// The key in a deck, a table and the program's JSON.
    public var key: String { row.key }
    /// What kind of value it holds.
    package var kind: Kind { row.kind }
    /// What the learner reads before the value: `Part of speech`.
    public var label: String { row.label }
    /// What belongs in it, in a sentence of at most 70 characters.
    public var help: String { row.help }
    /// What the schema of decks adds to ``help``; empty for nothing.
    package var details: String { row.details }
    /// Its names in a Markdown deck, the one that is written first.
    package var markdownNames: [String] {
      row.markdownNames.isEmpty ? [row.key] : row.markdownNames
    }
    /// Keys that other programs, and people, use for it, in lower case with letters alone.
    package var aliases: [String] { row.aliases }
    /// The names under which spreadsheets have it as a column, in all languages, in lower case with letters
    /// alone.
    package var columnNames: Set<String> { Self.allColumnNames[rawValue] }
    /// The most columns of a terminal that one of its texts should take; `nil` where any width is
    /// fine.
    package var width: Int? { row.width }
    /// Whether its text belongs on one line.
    package var isOneLine: Bool { row.isOneLine }
    /// Whether its text may be of any length: it is read, not asked or compared.
    package var isProse: Bool { self == .note }
    /// What stands before the value when it is shown beside an answer as it is, without markup; `nil`
    /// for a field that is not shown there, or in its own way.
    package var detailLabel: String? { row.detailLabel }

    private var row: Row { Self.rows[rawValue] }
    private static let rows = allCases.map(\.newRow)
    private static let allColumnNames = allCases.map { Languages.shipped.columnNames($0.key) }
  }
}

extension Question.Field {
  /// What is known of a field.
  private struct Row: Sendable {
    let key: String
    let kind: Kind
    let label: String
    let help: String
    var details = ""
    var markdownNames: [String] = []
    var aliases: [String] = []
    var width: Int?
    var isOneLine = false
    var detailLabel: String?
  }

  /// The table. A field is a case, its row here and its property in ``Question``.
  private var newRow: Row {
    switch self {
    case .id:
      Row(
        key: "id", kind: .text(\.id), label: "ID",
        help: "A name of its own, unique among all decks.",
        details: "It keeps the review history through every edit of the question.", width: 80,
        isOneLine: true)
    case .prompt:
      Row(
        key: "prompt", kind: .required(\.prompt), label: "Prompt",
        help: "The text that is asked.", details: "With a cloze, the meaning of the sentence.",
        aliases: ["front", "question", "term", "word"], width: 240)
    case .cloze:
      Row(
        key: "cloze", kind: .text(\.cloze), label: "Cloze",
        help: "A sentence with {{blanks}}, each of which is a card.",
        details: "`::` begins the hint of a blank, `;` separates texts that are all right in it.")
    case .hint:
      Row(
        key: "hint", kind: .text(\.hint), label: "Hint",
        help: "Help that doesn't give the answer away, shown on request.",
        aliases: ["hints"], width: 240)
    case .answer:
      Row(
        key: "answer", kind: .required(\.answer), label: "Answer",
        help: "The expected answer; `;` separates several correct ones.",
        details: "So do line breaks, and commas outside a sentence. "
          + "With a cloze, defaults to the whole sentence.",
        aliases: ["back", "definition", "translation"], width: 240)
    case .reading:
      Row(
        key: "reading", kind: .text(\.reading), label: "Reading",
        help: "The reading of the prompt in kana; `;` separates several.",
        aliases: ["kana"], isOneLine: true)
    case .furigana:
      Row(
        key: "furigana", kind: .text(\.furigana), label: "Furigana",
        help: "The prompt with its readings, such as 食[た]べる.",
        details: "Also ｜漢字《かんじ》 or <ruby>漢字<rt>かんじ</rt></ruby>.",
        aliases: ["ruby"])
    case .spellings:
      Row(
        key: "spellings", kind: .list(\.spellings), label: "Spellings",
        help: "Other usual spellings of the prompt, correct where it is asked for.",
        details: "Such as 鍵 for かぎ. They are never shown as a hint.",
        aliases: ["spelling"])
    case .alternatives:
      Row(
        key: "alternatives", kind: .list(\.alternatives), label: "Alternatives",
        help: "Further correct answers.", markdownNames: ["also", "alternatives"],
        aliases: ["answers"])
    case .blocked:
      Row(
        key: "blocked", kind: .list(\.blocked), label: "Blocked",
        help: "Answers that are always incorrect, never accepted as a typo.",
        details: "`::` begins the reason, which is shown when it is typed. "
          + "Furigana add its reading.",
        markdownNames: ["never", "blocked"])
    case .partOfSpeech:
      Row(
        key: "part_of_speech", kind: .text(\.partOfSpeech), label: "Part of speech",
        help: "The part of speech, in the author's words.", markdownNames: ["part of speech"],
        aliases: ["partofspeech", "pos"], width: 80,
        isOneLine: true, detailLabel: "Kind")
    case .pitch:
      Row(
        key: "pitch", kind: .number(\.pitch, 0...99), label: "Pitch",
        help: "The mora after which the pitch falls; 0 if it does not fall.",
        aliases: ["accent"])
    case .note:
      Row(
        key: "note", kind: .text(\.note), label: "Note",
        help: "Something worth knowing, shown with the answer.", aliases: ["notes", "comment"])
    case .example:
      Row(
        key: "example", kind: .example(\.example), label: "Example",
        help: "A sentence that shows the prompt in use.",
        details: "Its text alone, or with its reading and meaning. The text may have furigana.",
        aliases: ["sentence"])
    case .tags:
      Row(
        key: "tags", kind: .list(\.tags), label: "Tags", help: "The author's labels.",
        aliases: ["tag"], width: 80,
        isOneLine: true)
    case .directions:
      Row(
        key: "directions", kind: .directions(\.directions), label: "Directions",
        help: "The directions in which it is asked; defaults to its group's.",
        aliases: ["direction"])
    case .typos:
      Row(
        key: "typos", kind: .choice(\.typosName, TypoRule.allCases.map(\.rawValue)),
        label: "Typos", help: "Whether a typo is forgiven; defaults to what its group says.",
        details: "young: only while the card is young, up to a stability of 21 days.")
    case .source:
      Row(
        key: "source", kind: .text(\.source), label: "Source",
        help: "Where the question is from.")
    case .romaji:
      Row(
        key: "romaji", kind: .text(\.romaji), label: "Romaji",
        help: "The prompt in Latin letters, shown until its kana are known.",
        details: "Known are the kana whose own cards have left their learning steps.",
        isOneLine: true)
    }
  }
}

extension Question {
  /// The rule as its name, for the table of fields; an unknown name is none.
  fileprivate var typosName: String? {
    get { typos?.rawValue }
    set { typos = newValue.flatMap(TypoRule.init) }
  }

  /// Why texts can't be the value of a field.
  public enum FieldError: Error, Hashable, Sendable {
    /// The text is no whole number of the range.
    case number(String, ClosedRange<Int>)
    /// The field knows no such name; those that it knows follow.
    case choice(String, [String])
    /// No direction has this name.
    case direction(String)
  }

  /// The texts of a field's value: one for a text or a number, one each for the elements of a list and
  /// for directions, up to three for an example (an empty one for a reading that is missing before a
  /// meaning); none where there is no value.
  public func texts(_ field: Field) -> [String] {
    switch field.kind {
    case .required(let path): return [self[keyPath: path]]
    case .text(let path), .choice(let path, _): return self[keyPath: path].map { [$0] } ?? []
    case .list(let path): return self[keyPath: path]
    case .number(let path, _): return self[keyPath: path].map { ["\($0)"] } ?? []
    case .directions(let path): return self[keyPath: path]?.compactMap(\.name) ?? []
    case .example(let path):
      guard let example = self[keyPath: path] else { return [] }
      let more = [example.reading ?? "", example.meaning ?? ""]
      return [example.text] + (more[1].isEmpty ? more[0].isEmpty ? [] : [more[0]] : more)
    }
  }

  /// Gives a field the value that ``texts(_:)`` has as these texts; none remove it. Of a field that
  /// holds one text the first counts.
  ///
  /// - Throws: ``FieldError`` when a text is no number of the field's range, none of its names, or no
  ///   direction.
  public mutating func set(_ field: Field, to texts: [String]) throws(FieldError) {
    switch field.kind {
    case .required(let path): self[keyPath: path] = texts.first ?? ""
    case .text(let path): self[keyPath: path] = texts.first
    case .list(let path): self[keyPath: path] = texts
    case .number(let path, let range):
      guard let text = texts.first else {
        self[keyPath: path] = nil
        return
      }
      guard let number = Int(text), range.contains(number) else { throw .number(text, range) }
      self[keyPath: path] = number
    case .choice(let path, let names):
      if let text = texts.first, !names.contains(text) { throw .choice(text, names) }
      self[keyPath: path] = texts.first
    case .directions(let path):
      var directions: [Direction] = []
      for text in texts {
        guard let direction = Direction(name: text) else { throw .direction(text) }
        if !directions.contains(direction) { directions.append(direction) }
      }
      self[keyPath: path] = directions.isEmpty ? nil : directions
    case .example(let path):
      func more(_ index: Int) -> String? {
        texts.indices.contains(index) && !texts[index].isEmpty ? texts[index] : nil
      }
      self[keyPath: path] = texts.first.map {
        Example(text: $0, reading: more(1), meaning: more(2))
      }
    }
  }

  /// Gives a field the value that it has in another question.
  public mutating func copy(_ field: Field, from other: Question) {
    switch field.kind {
    case .required(let path): self[keyPath: path] = other[keyPath: path]
    case .text(let path): self[keyPath: path] = other[keyPath: path]
    case .list(let path): self[keyPath: path] = other[keyPath: path]
    case .number(let path, _): self[keyPath: path] = other[keyPath: path]
    case .choice(let path, _): self[keyPath: path] = other[keyPath: path]
    case .directions(let path): self[keyPath: path] = other[keyPath: path]
    case .example(let path): self[keyPath: path] = other[keyPath: path]
    }
  }

  /// The value of a field on one line, the elements of a list between bars; `nil` where there is none,
  /// and where the sentence with blanks says the prompt or the answer already.
  public func summary(_ field: Field) -> String? {
    switch field {
    case .prompt where prompt == clozeText?.opened: return nil
    case .answer where answer == clozeText?.filled: return nil
    default: break
    }
    let texts = field == .example ? texts(field).filter { !$0.isEmpty } : texts(field)
    return texts.isEmpty ? nil : texts.joined(separator: " | ")
  }
}
