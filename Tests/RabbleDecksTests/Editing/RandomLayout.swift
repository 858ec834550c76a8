import RabbleQuestions
import RabbleTestSupport

/// Writes decks as JSON the way very different authors would.
struct RandomLayout {
  private let newline: String
  private let unit: String
  private let colon: String
  private let isSingle: Bool
  private let hasMark: Bool
  private let end: String

  init(using random: inout SeededGenerator) {
    newline = random.element(of: ["", "\n", "\r\n", "\r"])
    unit = newline.isEmpty ? "" : random.element(of: ["", " ", "  ", "    ", "\t"])
    colon = random.element(of: [":", ": ", " : "])
    isSingle = Bool.random(using: &random)
    hasMark = Bool.random(using: &random)
    end = random.element(of: ["", newline, newline + " " + newline])
  }

  /// The groups as a file; a single one without a list around it if this author does so.
  func text(of groups: [QuestionGroup], using random: inout SeededGenerator) throws -> String {
    let texts = groups.map { group in
      object(
        [("title", JSONText.string(group.title)), ("x", "[ 1,{} ]")] + [
          (
            "questions",
            list(
              group.questions.map { question in
                object(members(question), at: 3, using: &random)
              }, at: 2)
          )
        ], at: 1, using: &random)
    }
    let whole = isSingle && groups.count == 1 ? texts[0] : list(texts, at: 0)
    return (hasMark ? "\u{FEFF}" : "") + whole + end
  }

  private func members(_ question: Question) -> [(String, String)] {
    var result = [
      ("prompt", JSONText.string(question.prompt)), ("answer", JSONText.string(question.answer)),
      ("mine", #"{"a": [true , null]}"#),
    ]
    if let hint = question.hint { result.append(("hint", JSONText.string(hint))) }
    if let id = question.id { result.insert(("id", JSONText.string(id)), at: 0) }
    if !question.tags.isEmpty {
      result.append(
        ("tags", "[" + question.tags.map(JSONText.string).joined(separator: " ,") + "]"))
    }
    return result
  }

  private func line(_ level: Int) -> String {
    newline + String(repeating: unit, count: level)
  }

  private func list(_ texts: [String], at level: Int) -> String {
    texts.isEmpty
      ? "[]" : "[" + texts.map { line(level + 1) + $0 }.joined(separator: ",") + line(level) + "]"
  }

  private func object(
    _ members: [(String, String)], at level: Int, using random: inout SeededGenerator
  ) -> String {
    let isInline = Bool.random(using: &random)
    let lines = members.map { key, value in
      (isInline ? random.element(of: ["", " "]) : line(level + 1))
        + JSONText.string(key) + colon + value
    }
    return "{" + lines.joined(separator: ",") + (isInline ? "" : line(level)) + "}"
  }
}

/// JSON texts, written without help from what is tested.
enum JSONText {
  /// A text with its quotation marks, every scalar beyond ASCII letters as it comes.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" || scalar.value < 0x20 {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
