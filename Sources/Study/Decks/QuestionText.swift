import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleText

/// Questions in a text, such as standard input.
package enum QuestionText {
  /// Reads all of them: a JSON list, JSON objects one after the other, or Markdown.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isInput: whether it is standard input, whose lines and columns its author knows.
  /// - Returns: the questions, one or more.
  /// - Throws: ``DeckEditError`` when there is none, or anything is wrong with one.
  package static func questions(_ text: String, ofInput isInput: Bool = false)
    throws(DeckEditError) -> [Question]
  {
    var text = text
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    // What has no end ends on its last line.
    while text.last?.isWhitespace == true { text.removeLast() }
    let deck: DeckFile
    switch text.first(where: { !$0.isWhitespace }) {
    case nil:
      throw .incomplete(
        "There is no question: use --prompt and --answer, or write questions to standard input.")
    case "[": deck = json(list: text)
    case "{": deck = json(objects: separated(text))
    default: deck = parse("## -\n" + text, ending: ".md")
    }
    guard deck.faults.isEmpty, let group = deck.groups.first else {
      guard isInput else { throw Self.flaw(deck.faults, isList: text.first == "[") }
      let faults = deck.faults.map(Self.told)
      let hasNone = faults.contains { $0.code == .noQuestions }
      throw .unusable(
        path: name,
        reason: hasNone
          ? "Nothing was added, because there is no question, such as `一 [いち] :: one`."
          : "Nothing was added:\n" + faults.map(\.description).joined(separator: "\n"))
    }
    return group.questions
  }

  /// Reads a question of a JSON object, or those of a list, with all fields that decks have and no other.
  ///
  /// - Throws: ``DeckEditError`` when there is none, or anything is wrong with one.
  package static func questions(json: String) throws(DeckEditError) -> [Question] {
    let value = try? JSONSerialization.jsonObject(with: Data(json.utf8))
    for values in value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]] {
      try check(values)
    }
    return try questions(json)
  }

  /// A question with other values of the fields in a JSON object, as decks have them; null or an empty text removes one.
  ///
  /// - Throws: ``DeckEditError`` when anything is wrong with it.
  package static func changed(_ old: Question, by fields: String) throws -> Question {
    let values = try object(Data(fields.utf8))
    try check(values)
    var changed = try object(JSONEncoder().encode(old))
    for (key, value) in values {
      changed[key] = value is NSNull || value as? String == "" ? nil : value
    }
    let data = try JSONSerialization.data(withJSONObject: changed)
    let questions = try questions(String(decoding: data, as: UTF8.self))
    guard questions.count == 1, let new = questions.first else {
      throw DeckEditError.incomplete("Name the fields of one question.")
    }
    return new
  }

  /// Checks the names of fields that are to be changed, and that none is removed that must be there.
  private static func check(_ values: [String: Any]) throws(DeckEditError) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where !key.hasPrefix("x-") {
      guard let field = Question.Field.allCases.first(where: { $0.key == key }) else {
        let fields = Question.Field.allCases.map(\.key)
        throw .incomplete(
          "A question has no field “\(key)”; it has \(fields.joined(separator: ", "))."
            + Nearest.asked(key, among: fields))
      }
      if value is NSNull, case .required = field.kind {
        throw .incomplete("A question must have “\(key)”; it can't be removed.")
      }
    }
  }

  private static func object(_ json: Data) throws(DeckEditError) -> [String: Any] {
    guard let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any] else {
      throw .incomplete(
        "Fields of a question are a JSON object, such as {\"answer\": \"dog\"}.")
    }
    return object
  }

  /// What is wrong with questions that a program sends, without places in a text that it has not written.
  private static func flaw(_ faults: [DeckFault], isList: Bool) -> DeckEditError {
    let reasons = faults.map { fault in
      let number = isList ? fault.location?.question.map { "question \($0): " } ?? "" : ""
      return "\(number)\(fault.reason); \(fault.advice)."
    }
    return .incomplete("Nothing was changed: " + reasons.joined(separator: " "))
  }

  private static let name = "standard input"

  /// Reads a text that one line was put before.
  private static func parse(_ text: String, ending: String = "") -> DeckFile {
    DeckLoader(faultLimit: 20).parse(Array(text.utf8), path: name + ending)
  }

  // MARK: - JSON

  /// What stands before the questions, on a line of its own.
  private static let head = #"{"title": "-", "questions":"#

  private static func json(list: String) -> DeckFile {
    // What has no end must not be closed by what is put behind it.
    let alone = parse("\n" + list)
    return alone.faults.contains(where: \.isOfSyntax) ? alone : parse(head + "\n" + list + "}")
  }

  private static func json(objects: String) -> DeckFile {
    let open = parse("[\n" + objects)
    let fault: DeckFault
    switch open.faults.first?.kind {
    // Only the bracket that was put before has no end.
    case .syntax(.unclosed(opening: _, line: 1)): return parse(head + " [\n" + objects + "]}")
    case .syntax(.mismatchedBracket(found: let found, opening: _, line: 1)):
      fault = open.faults[0].with(.syntax(.textAfterEnd(found: String(found))))
    case .syntax(.keyInArray(line: 1)):
      fault = open.faults[0].with(.syntax(.unexpected(found: ":", expected: "an object")))
    case .syntax, .tooDeep: fault = open.faults[0]
    default:
      fault = DeckFault(
        path: name, kind: .syntax(.textAfterEnd(found: "]")), consequence: .fileSkipped)
    }
    return DeckFile(path: name, groups: [], faults: [fault])
  }

  /// Objects, each of which begins a line, with a comma behind each but the last.
  private static func separated(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 64)
    // The end of an object, until something else follows it.
    var end: Int?
    var isLineStart = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isLineStart = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default:
        if let end, isLineStart, byte == UInt8(ascii: "{") {
          result.insert(UInt8(ascii: ","), at: end)
        }
        isLineStart = false
        end = byte == UInt8(ascii: "}") ? result.count + 1 : nil
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: - Faults

  /// A fault as the author is told of it, who knows nothing of the line that was put before.
  private static func told(_ fault: DeckFault) -> DeckFault {
    let line = fault.line.flatMap { $0 > 1 ? $0 - 1 : nil }
    let kind: DeckFault.Kind =
      switch fault.kind {
      case .syntax(.unclosed(let opening, let line)):
        .syntax(.unclosed(opening: opening, line: line - 1))
      case .syntax(.mismatchedBracket(let found, let opening, let line)):
        .syntax(.mismatchedBracket(found: found, opening: opening, line: line - 1))
      case .syntax(.keyInArray(let line)): .syntax(.keyInArray(line: line - 1))
      case .duplicateID(let id, let line): .duplicateID(id: id, firstLine: line - 1)
      case .duplicateQuestion(let line): .duplicateQuestion(firstLine: line - 1)
      default: fault.kind
      }
    return DeckFault(
      path: name, line: line, column: line == nil ? nil : fault.column, kind: kind,
      consequence: fault.consequence)
  }
}

extension DeckFault {
  /// Whether the text is not JSON.
  fileprivate var isOfSyntax: Bool {
    switch kind {
    case .syntax, .tooDeep: true
    default: false
    }
  }

  /// The fault as another kind.
  fileprivate func with(_ kind: Kind) -> DeckFault {
    DeckFault(path: path, line: line, column: column, kind: kind, consequence: consequence)
  }
}
