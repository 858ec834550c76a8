import RabbleQuestions

/// Writes decks as JSON: the keys in one order, two spaces a level, short arrays on one line, and
/// escapes only where there have to be.
///
///     DeckJSON.text(of: question, indentation: 6)   // {⏎        "prompt": "一",⏎ …
///     DeckJSON.formatted(bytes, path: "d.json")     // the file in the same form
public enum DeckJSON {
  /// The keys of a group in the order they are written; others follow in their own.
  public static let groupKeys = [
    "$schema", "title", "description", "language", "author", "licence", "version", "directions",
    "settings", "silence", "questions", "score",
  ]
  /// The keys of a question in the order they are written; others follow in their own.
  public static let questionKeys = [
    "id", "prompt", "cloze", "hint", "answer", "reading", "furigana", "alternatives", "blocked",
    "part_of_speech", "pitch", "note", "example", "tags", "directions", "source",
    "silence",
  ]

  /// A question as a JSON object whose first line stands `indentation` spaces from the left; the
  /// first line is not indented, and the last has no line break.
  public static func text(
    of question: Question, extras: [DeckExtra] = [], indentation: Int = 0
  ) -> String {
    JSONWriter.text(value(of: question, extras: extras), indentation: indentation)
  }

  /// A group as a JSON object whose first line stands `indentation` spaces from the left; the first
  /// line is not indented, and the last has no line break.
  public static func text(
    of group: QuestionGroup, extras: [DeckExtra] = [], indentation: Int = 0
  ) -> String {
    let questions = group.questions.map { value(of: $0, extras: []) }
    return JSONWriter.text(
      value(of: group, questions: questions, extras: extras), indentation: indentation)
  }

  /// A whole file of groups.
  public static func text(of groups: [QuestionGroup]) -> String {
    text(
      of: groups.map { group in
        DraftGroup(group: group, questions: group.questions.map { DraftQuestion(question: $0) })
      })
  }

  /// A whole file of groups, with all that is said of them.
  static func text(of groups: [DraftGroup]) -> String {
    let values = groups.map { draft in
      value(
        of: draft.group,
        questions: draft.questions.map {
          value(of: $0.question, extras: $0.extras, silences: $0.silences)
        }, extras: draft.extras, silences: draft.silences)
    }
    return JSONWriter.text(.array(values, isSpread: true)) + "\n"
  }

  private static func silence(_ silences: [DraftSilence]) -> [JSONValue.Member] {
    if silences.isEmpty { return [] }
    let members = silences.map { JSONValue.Member($0.code, .text($0.reason)) }
    return [.init("silence", .object(members))]
  }

  static func value(
    of question: Question, extras: [DeckExtra], silences: [DraftSilence] = []
  ) -> JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ text: String?) {
      if let text { members.append(.init(key, .text(text))) }
    }
    func add(_ key: String, _ texts: [String]) {
      if !texts.isEmpty { members.append(.init(key, .array(texts.map { .text($0) }))) }
    }
    let sentence = ClozeText.sound(question.cloze)
    add("id", question.id)
    if !question.prompt.isSame(as: sentence?.opened) { add("prompt", question.prompt) }
    add("cloze", question.cloze)
    add("hint", question.hint)
    if !question.answer.isSame(as: sentence?.filled) { add("answer", question.answer) }
    add("reading", question.reading)
    add("furigana", question.furigana)
    add("alternatives", question.alternatives)
    add("blocked", question.blocked)
    add("part_of_speech", question.partOfSpeech)
    if let pitch = question.pitch { members.append(.init("pitch", .source("\(pitch)"))) }
    add("note", question.note)
    if let example = question.example {
      members.append(.init("example", value(of: example, extras: extras)))
    }
    add("tags", question.tags)
    if let directions = question.directions { add("directions", directions.compactMap(\.name)) }
    add("source", question.source)
    members += silence(silences) + own(extras)
    return .object(members, isSpread: true)
  }

  private static func value(of example: Example, extras: [DeckExtra]) -> JSONValue {
    let further = extras.filter { $0.owner == "example" }
    if example.reading == nil, example.meaning == nil, further.isEmpty {
      return .text(example.text)
    }
    var members: [JSONValue.Member] = [.init("text", .text(example.text))]
    if let reading = example.reading { members.append(.init("reading", .text(reading))) }
    if let meaning = example.meaning { members.append(.init("meaning", .text(meaning))) }
    return .object(members + self.members(further))
  }

  static func value(
    of group: QuestionGroup, questions: [JSONValue], extras: [DeckExtra],
    silences: [DraftSilence] = []
  ) -> JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ text: String?) {
      if let text { members.append(.init(key, .text(text))) }
    }
    let schema = extras.filter { $0.owner == nil && $0.key == groupKeys[0] }
    members += self.members(schema)
    add("title", group.title)
    add("description", group.description)
    add("language", group.language)
    add("author", group.author)
    add("licence", group.licence)
    add("version", group.version)
    if let directions = group.directions?.compactMap(\.name), !directions.isEmpty {
      members.append(.init("directions", .array(directions.map { .text($0) })))
    }
    let settings = settings(of: group, extras: extras)
    if !settings.isEmpty { members.append(.init("settings", .object(settings))) }
    members += silence(silences)
    members.append(.init("questions", .array(questions, isSpread: true)))
    if let score = group.score {
      let counts: [JSONValue.Member] = [
        .init("correct", .source("\(score.correct)")),
        .init("incorrect", .source("\(score.incorrect)")),
      ]
      let further = self.members(extras.filter { $0.owner == "score" })
      members.append(.init("score", .object(counts + further)))
    }
    members += own(extras.filter { !schema.contains($0) })
    return .object(members, isSpread: true)
  }

  private static func settings(of group: QuestionGroup, extras: [DeckExtra])
    -> [JSONValue.Member]
  {
    var members: [JSONValue.Member] = []
    if let accents = group.settings.accents?.rawValue {
      members.append(.init("accents", .text(accents)))
    }
    if let furigana = group.settings.furigana?.rawValue {
      members.append(.init("furigana", .text(furigana)))
    }
    return members + self.members(extras.filter { $0.owner == "settings" })
  }

  private static func own(_ extras: [DeckExtra]) -> [JSONValue.Member] {
    members(extras.filter { $0.owner == nil })
  }

  private static func members(_ extras: [DeckExtra]) -> [JSONValue.Member] {
    extras.map { .init($0.key, .source($0.source)) }
  }
}
