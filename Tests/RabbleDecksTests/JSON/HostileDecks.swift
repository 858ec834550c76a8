import Foundation
import RabbleQuestions
import RabbleTestSupport
import RabbleText

@testable import RabbleDecks

/// Random decks whose texts look like everything that Markdown and JSON mean something by.
enum HostileDecks {
  private static let pieces = [
    "a", "Z", "か", "が", "か\u{3099}", "漢字", "食[た]べる", "😀", "👨‍👩‍👧", "é", "\u{301}", "1", "0",
    "\"", "\\", "/", "\n", "\n\n", "\r", "\r\n", "\t", "\u{0}", "\u{1}", "\u{1B}", "\u{85}",
    "\u{2028}", "\u{202E}", "\u{200D}", "\u{FEFF}", "\u{7F}", "\u{3000}", "\u{10FFFF}", " ", " ",
    "  ", "::", " :: ", ":", ":::", "==", " ==", "=", "===", "==x==", "{{", "}}", "{", "}", "{{x}}",
    "[", "]", " [x]", "[いち]", "#", " #", "# ", "## ", "### ", " #tag", "^", " ^id", "{#id}",
    " {#x}", "Q:", "A:", "\nA: ", "\nQ: ", "<!--", "-->", "<!-- x -->", "<", "&", "&#10;", "&#x41;",
    "&amp;", "|", " | ", ",", ";", "- ", "-", "* ", "+ ", "---", "> ", "`", "```", "*", "_",
    "x-a: 1",
    "x-", "x-\"a\": 1", "hint: ", "note:", "Note: ", "langage: ", "language: ja", "silence: RW1 x",
    "hint：", "language：", "Q：", " : ", " = ", "part of speech: ", "notes: ", "reading:", "\\n",
    "\\:", "\\\\", "(", ")", "!", "%", "'",
    "a much longer piece of text, so that lines get too long for one of a hundred columns ",
  ]

  /// A text that is not blank; half of the time it looks like something from its first letter on.
  static func text(using random: inout SeededGenerator) -> String {
    while true {
      let count = Int.random(in: 1...5, using: &random)
      let text = (0..<count).map { _ in random.element(of: pieces) }.joined()
      if !text.isBlank { return text }
    }
  }

  private static func optional(using random: inout SeededGenerator) -> String? {
    Int.random(in: 0..<3, using: &random) == 0 ? text(using: &random) : nil
  }

  private static func list(using random: inout SeededGenerator) -> [String] {
    (0..<max(0, Int.random(in: -2...3, using: &random))).map { _ in text(using: &random) }
  }

  /// A sentence with blanks, sound but strange.
  private static func cloze(using random: inout SeededGenerator) -> String {
    while true {
      let text =
        text(using: &random) + "{{" + text(using: &random) + "}}" + text(using: &random)
        + (Bool.random(using: &random) ? "{{は::" + text(using: &random) + "}}" : "")
      if (try? ClozeText(text)) != nil { return text }
    }
  }

  private static func directions(using random: inout SeededGenerator) -> [Direction]? {
    let some = Direction.named.filter { _ in Bool.random(using: &random) }
    return some.isEmpty ? nil : some
  }

  /// A question no other has the identity of.
  static func question(_ name: String, using random: inout SeededGenerator) -> Question {
    let cloze = Int.random(in: 0..<3, using: &random) == 0 ? cloze(using: &random) : nil
    let sentence = cloze.flatMap { try? ClozeText($0) }
    let givesPrompt = sentence == nil || Bool.random(using: &random)
    let givesAnswer = sentence == nil || Int.random(in: 0..<4, using: &random) == 0
    let own = Bool.random(using: &random) ? text(using: &random) + name : name
    var question = Question(
      id: Int.random(in: 0..<3, using: &random) == 0 ? own : nil,
      prompt: givesPrompt ? text(using: &random) : sentence?.opened ?? "",
      answer: givesAnswer ? text(using: &random) + name : sentence?.filled ?? "", cloze: cloze)
    question.fillOptionalFields(using: &random, but: [.id, .cloze]) { text(using: &$0) }
    return question
  }

  /// A group whose questions all have different identities.
  static func group(_ name: String, using random: inout SeededGenerator) -> QuestionGroup {
    var seen: Set<QuestionID> = []
    let title = text(using: &random) + name
    let questions = (0..<Int.random(in: 1...4, using: &random))
      .map { question("\(name).\($0)", using: &random) }
      .filter { seen.insert(QuestionID(of: $0, inGroup: title)).inserted }
    return QuestionGroup(
      title: title, description: optional(using: &random), language: optional(using: &random),
      answerLanguage: optional(using: &random),
      author: optional(using: &random), license: optional(using: &random),
      version: optional(using: &random), directions: directions(using: &random),
      settings: GroupSettings(
        accents: random.element(of: [nil, .demanded, .forgiven]),
        furigana: random.element(of: [nil, .shown, .hidden]),
        typos: random.element(of: [nil, .on, .young, .off]),
        politeness: random.element(of: [nil, .any, .plain, .polite])),
      questions: questions,
      score: Bool.random(using: &random) ? Score(correct: 3, incorrect: 0) : nil)
  }

  /// A file of a group with silences, unknown keys and comments.
  static func json(_ name: String, using random: inout SeededGenerator) -> String {
    let group = group(name, using: &random)
    let entries = group.questions.map { question in
      DeckEntry(
        question,
        extras: extras(owner: question.example == nil ? nil : "example", using: &random),
        silenced: silenced(using: &random))
    }
    let owner = random.element(of: ["settings", group.score == nil ? nil : "score", nil])
    return DeckJSON.text(of: [
      DeckGroup(
        header: group,
        extras: extras(owner: owner, using: &random) + headings(using: &random),
        silenced: silenced(using: &random), entries: entries)
    ])
  }

  private static func silenced(using random: inout SeededGenerator) -> [SilencedRule] {
    list(using: &random).map { SilencedRule(code: $0, reason: text(using: &random)) }
  }

  private static func headings(using random: inout SeededGenerator) -> [DeckExtra] {
    guard Bool.random(using: &random) else { return [] }
    return [
      DeckExtra(key: "heading", source: JSONWriter.string(text(using: &random))),
      DeckExtra(key: "closing_comment", source: JSONWriter.string(text(using: &random))),
    ]
  }

  private static func extras(owner: String?, using random: inout SeededGenerator) -> [DeckExtra] {
    let values = [
      "1.50", "null", "true", "[ ]", "{\"a\" : [1,\n  2 ]}", "\"\\u3042 :: ==b== -->\"",
      "[\n  \"x\\\"  y\",\n  {}\n]",
    ]
    let count = max(0, Int.random(in: -1...2, using: &random))
    var result = (0..<count).map { number in
      DeckExtra(
        owner: Bool.random(using: &random) ? owner : nil,
        key: random.element(of: ["audio", "x-a", "example.b", "", "\(number) ü: \"\n", "score.x"])
          + "\(number)",
        source: random.element(of: values))
    }
    if Bool.random(using: &random) {
      let comments = (0..<Int.random(in: 1...2, using: &random)).map { _ in text(using: &random) }
      result.append(
        DeckExtra(
          key: "comment",
          source: comments.count == 1
            ? JSONWriter.string(comments[0])
            : "[" + comments.map { JSONWriter.string($0) }.joined(separator: ", ") + "]"))
    }
    return result
  }

  /// The groups to the last scalar: texts of the same meaning but other scalars are not the same.
  static func scalars(_ groups: [QuestionGroup]) -> [UInt8] {
    Array(DeckJSON.text(of: groups).utf8)
  }

  /// All values of a file of groups.
  static func values(_ json: String) throws -> AnyJSON {
    try JSONDecoder().decode(AnyJSON.self, from: Data(json.utf8))
  }
}

/// Any JSON value, read by another reader than ours.
enum AnyJSON: Hashable, Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case text([UInt8])
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(Array(text.utf8))
    } else if let array = try? value.decode([AnyJSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: AnyJSON].self))
    }
  }
}
