import RabbleQuestions
import RabbleText

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

extension DeckJSON {
  /// A deck's JSON in canonical form. It has the same values: the known keys in one order, others
  /// after them as they stand, nothing added and nothing left out, whatever is wrong with the deck.
  ///
  /// - Throws: a ``DeckFault`` when the bytes are not JSON.
  public static func formatted(_ bytes: [UInt8], path: String) throws(DeckFault) -> String {
    try formatted(bytes, path: path, newIDs: [:])
  }

  /// A deck's JSON in canonical form, with ids for the questions that begin at these bytes.
  static func formatted(
    _ bytes: [UInt8], path: String, newIDs: [Int: String]
  ) throws(DeckFault) -> String {
    let depthLimit = DeckLoader().depthLimit
    let result: Result<String, DeckFault> = bytes.withUnsafeBufferPointer { buffer in
      if let fault = DeckLoader(depthLimit: depthLimit).encodingFault(of: buffer, path: path) {
        return .failure(fault)
      }
      let start = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      do throws(JSONParser.Failure) {
        let document = try JSONParser.document(buffer, start: start, depthLimit: depthLimit)
        return .success(
          JSONWriter.text(value(of: 0, as: .file, in: document, newIDs)) + "\n")
      } catch {
        var faults = FaultList(path: path, bytes: buffer, start: start, limit: 1)
        faults.add(error.kind, at: error.offset, in: nil, .fileLeftOut)
        return .failure(faults.all[0])
      }
    }
    return try result.get()
  }

  /// What a value is in a deck, which tells the order of its keys and how it is laid out.
  private enum Part {
    case file, group, questions, question, example, settings, score, other

    var keys: [String] {
      switch self {
      case .file, .group: groupKeys
      case .question: questionKeys
      case .example: ["text", "reading", "meaning"]
      case .settings: ["accents", "furigana"]
      case .score: ["correct", "incorrect", "correctCount", "incorrectCount"]
      case .questions, .other: []
      }
    }

    func member(_ key: String) -> Part {
      switch (self, key) {
      case (.file, "questions"), (.group, "questions"): .questions
      case (.file, "settings"), (.group, "settings"): .settings
      case (.file, "score"), (.group, "score"): .score
      case (.question, "example"): .example
      default: .other
      }
    }

    var element: Part {
      switch self {
      case .file: .group
      case .questions: .question
      default: .other
      }
    }

    var isSpread: Bool {
      switch self {
      case .file, .group, .questions, .question: true
      default: false
      }
    }
  }

  private static func value(
    of node: Int, as part: Part, in document: JSONDocument, _ newIDs: [Int: String]
  ) -> JSONValue {
    switch document.type(of: node) {
    case .string: return .text(document.string(node))
    case .number, .boolean, .null: return source(of: node, in: document)
    case .array:
      var elements: [JSONValue] = []
      document.forEachElement(of: node) {
        elements.append(value(of: $0, as: part.element, in: document, newIDs))
      }
      return .array(elements, isSpread: part.isSpread)
    case .object:
      let keys = part.keys
      var known = [[JSONValue.Member]](repeating: [], count: keys.count)
      var others: [JSONValue.Member] = []
      document.forEachMember(of: node) { key, child in
        let name = document.string(key)
        if let rank = keys.firstIndex(where: { $0.isSame(as: name) }) {
          known[rank].append(
            .init(
              name,
              value(of: child, as: part.member(name), in: document, newIDs)))
        } else {
          others.append(.init(name, source(of: child, in: document)))
        }
      }
      if part == .question, let id = newIDs[Int(document.nodes[node].start)] {
        known[0] = [.init(keys[0], .text(id))]
      }
      return .object(known.joined() + others, isSpread: part.isSpread)
    }
  }

  private static func source(of node: Int, in document: JSONDocument) -> JSONValue {
    .source(String(decoding: document.source(of: node), as: UTF8.self))
  }
}
