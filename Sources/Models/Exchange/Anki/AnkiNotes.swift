import RabbleLanguages
import RabbleQuestions
import RabbleText

/// The notes and cards that questions are in Anki: two note types of our own, whose fields are those of
/// a question, and whose identities never change, so that a correction updates a note and none is doubled.
///
///     let notes = AnkiNotes.notes(of: question, identity: id, directions: asked, group: "Animals")
///     notes[0].fields        // in the order of ``AnkiNotes/questionType``
///     notes[0].cards         // the directions with the numbers of their templates
package enum AnkiNotes {
  /// A note of a question.
  package struct Note: Hashable, Sendable {
    /// Its identity everywhere.
    package let guid: String
    /// The identity of its note type.
    package let noteType: Int64
    /// Its fields, in HTML.
    package let fields: [String]
    /// The first field as text, by which Anki sorts and finds duplicates.
    package let plain: String
    /// Its cards: the number of the template or blank, and the direction it is here.
    package let cards: [(ordinal: Int, direction: Direction)]

    package static func == (left: Note, right: Note) -> Bool {
      left.guid == right.guid && left.noteType == right.noteType && left.fields == right.fields
        && left.cards.map(\.ordinal) == right.cards.map(\.ordinal)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(guid) }
  }

  /// What begins the names of the note types.
  private static let name = "Rabble Wabble"

  /// The fields that Anki's browser shows first.
  private static let leading: [Question.Field] = [
    .prompt, .answer, .reading, .furigana, .hint, .note, .example,
  ]

  /// The fields of a question that have a place of their own in Anki: the guid, the tags, and the text of a
  /// cloze.
  private static let elsewhere: [Question.Field] = [.id, .tags, .cloze]

  /// The fields that hold what a question holds, in both note types: all of the table.
  private static let roles: [ColumnRole] = {
    let fields =
      leading
      + Question.Field.allCases.filter { !leading.contains($0) && !elsewhere.contains($0) }
    return fields.flatMap { field -> [ColumnRole] in
      field == .example ? [.field(field), .exampleReading, .exampleMeaning] : [.field(field)]
    }
  }()

  /// The fields whose brackets are furigana.
  private static let ruby: Set<ColumnRole> = [
    .field(.prompt), .field(.answer), .field(.furigana), .field(.example), .exampleReading,
  ]

  /// The name of a field in Anki.
  private static func title(_ role: ColumnRole) -> String {
    if case .field(.partOfSpeech) = role { return "Part of speech" }
    let name = role.name.replacing("_", with: " ")
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Which of the directions a question is asked in has its card: a field that is not blank.
  private static func flag(_ direction: Direction) -> String { "Asks \(direction.fullName)" }

  private static let languageField = "Language"
  private static let ownNoteField = "My note"
  private static let clozeField = "Cloze"
  private static let textField = "Text"
  private static let mediaField = "Media"
  private static let more = [languageField, ownNoteField]

  // MARK: - Note types

  /// The note type of questions with a prompt and an answer: a template for each direction.
  static let questionType = AnkiCollection.NoteType(
    id: 1_704_067_200_001, name: name, isCloze: false,
    fields: roles.map(title) + more + Direction.named.map(flag) + [mediaField],
    templates: Direction.named.map { direction in
      let (front, back) = sides(direction)
      let flag = flag(direction)
      return AnkiCollection.Template(
        name: direction.fullName.prefix(1).uppercased() + direction.fullName.dropFirst(),
        front: "{{#\(flag)}}\n\(front)\n{{/\(flag)}}", back: back)
    })

  /// The note type of sentences with blanks.
  static let clozeType = AnkiCollection.NoteType(
    id: 1_704_067_200_002, name: "\(name) Cloze", isCloze: true,
    fields: [textField] + roles.map(title) + [clozeField] + more + [mediaField],
    templates: [
      AnkiCollection.Template(
        name: "Cloze",
        front: """
          <div class="prompt">{{furigana:cloze:Text}}</div>
          {{#Prompt}}<div class="meaning">{{furigana:Prompt}}</div>{{/Prompt}}
          \(hint)
          """,
        back: """
          <div class="prompt">{{furigana:cloze:Text}}</div>
          {{#Prompt}}<div class="meaning">{{furigana:Prompt}}</div>{{/Prompt}}
          \(details)
          """)
    ])

  /// Both, by identity.
  package static let types = [questionType.id: questionType, clozeType.id: clozeType]

  /// Whether a note type is one of ours, whatever identity it has got in a collection; those of the first
  /// exports have no field for media.
  package static func isOwn(_ type: AnkiCollection.NoteType) -> Bool {
    let fields = (type.isCloze ? clozeType : questionType).fields.filter { $0 != mediaField }
    return type.name.hasPrefix(name) && Set(fields).isSubset(of: type.fields)
  }

  private static let hint = "{{#Hint}}<div class=\"hint\">{{hint:Hint}}</div>{{/Hint}}"

  private static let word = """
    {{#Furigana}}<div class="prompt">{{furigana:Furigana}}</div>{{/Furigana}}
    {{^Furigana}}<div class="prompt">{{furigana:Prompt}}</div>\
    {{#Reading}}<div class="reading">{{Reading}}</div>{{/Reading}}{{/Furigana}}
    """

  private static let details = """
    {{#Pitch}}<div class="pitch">{{Pitch}}</div>{{/Pitch}}
    {{#Part of speech}}<div class="detail">{{Part of speech}}</div>{{/Part of speech}}
    {{#Example}}<div class="example">{{furigana:Example}}</div>\
    {{#Example reading}}<div class="reading">{{furigana:Example reading}}</div>{{/Example reading}}{{/Example}}
    {{#Example meaning}}<div class="meaning">{{Example meaning}}</div>{{/Example meaning}}
    {{#Note}}<div class="note">{{Note}}</div>{{/Note}}
    {{#My note}}<div class="note">{{My note}}</div>{{/My note}}
    {{#Media}}<div class="media">{{Media}}</div>{{/Media}}
    """

  /// The front and back of a direction. A front shows no readings.
  private static func sides(_ direction: Direction) -> (front: String, back: String) {
    let prompt = "<div class=\"prompt\">{{kanji:Prompt}}</div>"
    let answer = "<div class=\"answer\">{{furigana:Answer}}</div>"
    switch direction {
    case .production:
      return (
        "<div class=\"answer\">{{kanji:Answer}}</div>\n\(hint)",
        "\(answer)\n<hr id=\"answer\">\n\(word)\n\(details)"
      )
    case .reading:
      return (
        "\(prompt)\n\(hint)",
        """
        \(prompt)
        <hr id="answer">
        {{#Reading}}<div class="reading">{{Reading}}</div>{{/Reading}}
        {{^Reading}}<div class="reading">{{kana:Furigana}}</div>{{/Reading}}
        \(answer)
        \(details)
        """
      )
    case .listening:
      return (
        """
        {{#Language}}[anki:tts lang={{Language}}]{{kanji:Prompt}}[/anki:tts]{{/Language}}\
        {{^Language}}{{#Media}}{{Media}}{{/Media}}{{^Media}}\(prompt){{/Media}}{{/Language}}
        """,
        "\(word)\n<hr id=\"answer\">\n\(answer)\n\(details)"
      )
    case .recognition, .cloze:
      return ("\(prompt)\n\(hint)", "\(word)\n<hr id=\"answer\">\n\(answer)\n\(details)")
    }
  }

  /// How the cards look.
  package static let css = """
    .card { font-family: sans-serif; font-size: 22px; line-height: 1.5; text-align: center; \
    color: black; background-color: white; }
    .nightMode.card { color: #eee; background-color: #222; }
    .prompt { font-size: 36px; }
    .answer { font-size: 28px; }
    .reading, .hint, .meaning, .note, .detail { color: #666; }
    .nightMode .reading, .nightMode .hint, .nightMode .meaning, .nightMode .note, \
    .nightMode .detail { color: #aaa; }
    .pitch::before { content: "Pitch: "; }
    .example { margin-top: 1em; }
    .note { margin-top: 1em; font-size: 18px; white-space: pre-line; }
    .cloze { font-weight: bold; color: #0060c0; }
    .nightMode .cloze { color: #80b8ff; }
    .media { margin-top: 1em; }
    .media img { max-width: 100%; }
    rt { font-size: 55%; }

    """

  // MARK: - Out

  /// What is behind the guid of the note with the further directions of a sentence with blanks: Anki has
  /// no note type with both.
  static let furtherDirections = "+"

  /// The notes of a question: one, or for a sentence with blanks that is asked in directions, too, two.
  ///
  /// - Parameters:
  ///   - question: the question.
  ///   - identity: what the log knows it by.
  ///   - directions: the directions in which it is asked.
  ///   - language: the language that is learned, for listening.
  ///   - ownNote: what the learner has noted on it.
  ///   - media: the names or addresses of its sounds and pictures.
  /// - Returns: the notes.
  package static func notes(
    of question: Question, identity: QuestionID, directions: [Direction], language: String?,
    ownNote: String?, media: [String] = []
  ) -> [Note] {
    let guid = question.id ?? ExchangeID.text(of: identity)
    // A deck that takes the notes back knows nothing of the settings of the group.
    var question = question
    let named = directions.filter { $0.name != nil }
    if question.clozeText != nil ? !named.isEmpty : named != [.recognition] {
      question.directions = named
    }
    let sentence = question.clozeText
    let isOpened = sentence.map { question.prompt == $0.opened } ?? false
    let isFilled = sentence.map { question.answer == $0.filled } ?? false
    let values = roles.map { role -> String in
      // What follows from the sentence is not written twice.
      if isOpened && role == .field(.prompt) || isFilled && role == .field(.answer) { return "" }
      return field(question.cell(role, group: ""), showsReadings: ruby.contains(role))
    }
    // What is heard in kana is of the language that has them, whatever the deck says.
    let isKana = named.contains(.listening) && question.prompt.contains(where: \.isKana)
    let told = isKana ? Languages.shipped.told(by: question.prompt)?.tag : nil
    let more = [
      HTMLEntity.escaped(locale(language ?? told)), plain(ownNote ?? ""),
    ]
    let media = media.map(markup).joined(separator: " ")
    var notes: [Note] = []
    if let sentence {
      let numbers = sentence.ankiNumbers
      let cards = directions.compactMap { direction -> (ordinal: Int, direction: Direction)? in
        guard case .cloze(let key) = direction, let number = numbers[key] else { return nil }
        return (number - 1, direction)
      }
      if !cards.isEmpty {
        let text = ankiText(of: sentence, numbers)
        notes.append(
          Note(
            guid: guid, noteType: clozeType.id,
            fields: [text] + values + [field(question.cloze ?? "")] + more + [media],
            plain: HTMLText(text, isExact: true).text, cards: cards))
      }
    }
    let flags = Direction.named.map { named.contains($0) ? "1" : "" }
    if !named.isEmpty {
      var values = values
      if isOpened { values[0] = field(question.prompt) }
      if isFilled { values[1] = field(question.answer, showsReadings: true) }
      notes.append(
        Note(
          guid: notes.isEmpty ? guid : guid + furtherDirections, noteType: questionType.id,
          fields: values + more + flags + [media], plain: question.prompt,
          cards: named.compactMap { direction in
            Direction.named.firstIndex(of: direction).map { ($0, direction) }
          }))
    }
    return notes
  }

  /// A language as Anki's speech names it: `ja_JP`.
  private static func locale(_ language: String?) -> String {
    guard let language, !language.isEmpty else { return "" }
    return Languages.shipped[language].value.speechLocale
      ?? language.replacing("-", with: "_")
  }

  // MARK: - Fields

  /// A sound or picture in a field.
  private static func markup(_ media: String) -> String {
    let name = HTMLEntity.escaped(media).replacing("\"", with: "&quot;")
      .replacing("]", with: "&#93;")
    let ending = media.split(separator: "?").first?.split(separator: ".").last?.lowercased()
    return sounds.contains(ending ?? "") ? "[sound:\(name)]" : "<img src=\"\(name)\">"
  }

  /// The endings of the names of sounds and films, as Anki's editor knows them.
  private static let sounds: Set<String> = [
    "3gp", "aac", "avi", "flac", "flv", "m4a", "m4v", "mkv", "mov", "mp2", "mp3", "mp4", "mpeg",
    "mpg", "oga", "ogg", "ogv", "ogx", "opus", "spx", "swf", "wav", "webm",
  ]

  /// A text as a field: as HTML that shows it, and of which ``HTMLText`` makes the same text again. Only
  /// where it `showsReadings` do brackets stand above what is before them in Anki, as they do here.
  static func field(_ text: String, showsReadings: Bool = false) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) || RubyText.mayHaveReadings(text) else {
      return plain(text)
    }
    let ruby = RubyText(text)
    guard showsReadings, ruby.hasReadings else { return plain(text) }
    var result = ""
    var rest = text[...]
    for segment in ruby.segments {
      guard let reading = segment.reading else {
        result += plain(segment.base)
        rest = rest.dropFirst(rest.hasPrefix(segment.base) ? segment.base.count : 0)
        continue
      }
      let written = "\(segment.base)[\(reading)]"
      if rest.hasPrefix(" " + written) {
        result += " "
        rest = rest.dropFirst(1 + written.count)
      } else {
        if !result.isEmpty { result += boundary }
        if rest.hasPrefix(written) {
          rest = rest.dropFirst(written.count)
        } else {
          // Another notation, which Anki does not know.
          rest = rest[rest.endIndex...]
        }
      }
      result += "\(plain(segment.base))[\(plain(reading))]"
    }
    return result
  }

  /// Where the base of a reading begins without a space: Anki's goes back to a space or a `>`.
  private static let boundary = "<span></span>"

  /// A text without furigana.
  private static func plain(_ text: String) -> String {
    let escaped = HTMLEntity.escaped(text)
    // Anki separates fields by U+001F.
    guard escaped.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == 0x1F }) else {
      return escaped
    }
    return withLaTeX(
      escaped.replacing("[", with: "&#91;").replacing("\u{1F}", with: "&#31;"))
  }

  /// An escaped text in which the brackets around LaTeX are as Anki looks for them, once it has made furigana of
  /// all brackets with something before them.
  private static func withLaTeX(_ escaped: String) -> String {
    var result = escaped
    for mark in ["latex", "$", "$$"]
    where result.contains("&#91;\(mark)]") && result.contains("&#91;/\(mark)]") {
      for start in ["", "/"] {
        result = result.replacing(
          "&#91;\(start)\(mark)]", with: "\(boundary)[\(start)\(mark)]")
      }
    }
    return result
  }

  private static func ankiText(of sentence: ClozeText, _ numbers: [String: Int]) -> String {
    var result = ""
    var isInMath = false
    for piece in sentence.pieces {
      switch piece {
      case .text(let text):
        let written = field(text, showsReadings: true)
        isInMath = endsInMath(written) ?? isInMath
        result += written
      case .blank(let blank):
        // There Anki shows a blank as a bare `[...]`, which is no reading only behind a space or a tag.
        if isInMath, let last = result.last, last != " ", last != ">" { result += " " }
        let parts = [blank.filling] + (blank.hint.map { [$0] } ?? [])
        let written = parts.map {
          field(AnkiCloze.withoutSelectors($0), showsReadings: true).replacing("::", with: ":&#58;")
            .replacing("}}", with: "}&#125;")
        }
        let content = written.joined(separator: "::")
        isInMath = endsInMath(content) ?? isInMath
        result += "{{c\(numbers[blank.key] ?? 1)::\(content)}}"
      }
    }
    return withInlineMath(withLaTeX(result))
  }

  /// A sentence with `\( … \)` in place of each `\[ … \]` in which a blank stands: the brackets of the latter would
  /// be furigana there, and as entities they hide from Anki that its blanks have no markup.
  private static func withInlineMath(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "\\&#91;"),
      let close = rest[open.upperBound...].firstRange(of: "\\]")
    {
      let inside = rest[open.upperBound..<close.lowerBound]
      result += rest[..<open.lowerBound]
      if inside.contains("{{c") {
        result += "\\(\\displaystyle \(inside)\\)"
      } else {
        result += rest[open.lowerBound..<close.upperBound]
      }
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  /// Whether what follows a text is within MathJax, which `\(` or `\[` begins, the latter as an entity, and `\)` or
  /// `\]` ends; `nil` where none of them is in it.
  private static func endsInMath(_ text: String) -> Bool? {
    func last(_ marks: [String]) -> String.Index? {
      marks.compactMap { text.ranges(of: $0).last?.lowerBound }.max()
    }
    let (begin, end) = (last(["\\(", "\\&#91;"]), last(["\\)", "\\]"]))
    guard let begin else { return end == nil ? nil : false }
    return end.map { begin > $0 } ?? true
  }
}

extension ClozeText {
  /// The highest number of a blank in Anki.
  private static let highest = 499

  /// The numbers of the blanks in Anki by their keys: the author's own, and the first free ones.
  fileprivate var ankiNumbers: [String: Int] {
    var numbers: [String: Int] = [:]
    for key in keys {
      if key.hasPrefix("c"), let number = Int(key.dropFirst()), (1...Self.highest).contains(number)
      {
        numbers[key] = number
      }
    }
    var taken = Set(numbers.values)
    var next = 1
    for key in keys where numbers[key] == nil {
      while taken.contains(next) { next += 1 }
      guard next <= Self.highest else { break }
      numbers[key] = next
      taken.insert(next)
    }
    return numbers
  }
}

// MARK: - Back in

extension AnkiNotes {
  /// A note of ours, as it comes back.
  struct Returned {
    /// The cells of the question, exactly as they were.
    let cells: [(role: ColumnRole, text: String)]
    /// The directions of its cards, by the number of the template or blank.
    let directions: [Int: Direction]
    /// The language that is learned; `nil` where the note doesn't say.
    let language: String?
  }

  /// What a note of ours says; what was changed in Anki counts.
  static func returned(_ note: AnkiCollection.Note, _ type: AnkiCollection.NoteType) -> Returned {
    var texts: [String: String] = [:]
    for (name, field) in zip(type.fields, note.fields) {
      texts[name] = HTMLText(field, isExact: true).text
    }
    var cells = roles.compactMap { role in
      texts[title(role)].flatMap { $0.isBlank ? nil : (role: role, text: $0) }
    }
    var directions: [Int: Direction] = [:]
    if type.isCloze {
      var cloze = texts[clozeField] ?? ""
      let raw = zip(type.fields, note.fields).first { $0.0 == textField }?.1 ?? ""
      if let sentence = ClozeText.sound(cloze), ankiText(of: sentence, sentence.ankiNumbers) == raw
      {
        for (key, number) in sentence.ankiNumbers { directions[number - 1] = .cloze(key) }
      } else {
        cloze = texts[textField] ?? ""
        for key in ClozeText.sound(cloze)?.keys ?? [] {
          if let number = Int(key.dropFirst()) { directions[number - 1] = .cloze(key) }
        }
      }
      cells.append((.field(.cloze), cloze))
    } else {
      for (ordinal, direction) in Direction.named.enumerated() { directions[ordinal] = direction }
    }
    let locale = texts[languageField]?.replacing("_", with: "-") ?? ""
    return Returned(
      cells: cells, directions: directions,
      language: LanguageTag.isWellFormed(locale) ? LanguageTag.language(of: locale) : nil)
  }
}
