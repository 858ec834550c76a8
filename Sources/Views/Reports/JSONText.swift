import RabbleScreens
import RabbleText

/// Tables as JSON (RFC 8259), in the order of their columns, safe for a terminal yet lossless:
/// control and bidirectional characters are escaped.
public enum JSONText {
  /// One row as an object on one line, without its end.
  public static func object(_ columns: [ReportTable.Column], _ values: [ReportTable.Value])
    -> String
  {
    let members = zip(columns, values).map { column, value in
      string(column.key) + ":" + text(value)
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Tables as the members of one object: a table without a naming column as its one row, another
  /// as an array of rows.
  public static func text(_ tables: [ReportTable]) -> String {
    let members = tables.map { table in
      let rows = table.rows.map { "    " + object(table.columns, $0) }
      let value =
        table.key == "total"
        ? rows.joined().trimmingPrefix { $0 == " " }
        : rows.isEmpty ? "[]" : "[\n" + rows.joined(separator: ",\n") + "\n  ]"
      return "  " + string(table.key) + ": " + value
    }
    return "{\n" + members.joined(separator: ",\n") + "\n}\n"
  }

  private static func text(_ value: ReportTable.Value) -> String {
    switch value {
    case .text(let text): string(text)
    case .count(let count): "\(count)"
    case .share(let share): "\(share)"
    case .number(let number, _): number.isFinite ? "\(number)" : "null"
    case .numbers(let numbers): "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
    case .flag(let flag): flag ? "true" : "false"
    case .missing: "null"
    }
  }

  /// A string in quotes.
  static func string(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" || $0.isUnprintable })
    else { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case let scalar where scalar.isUnprintable:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Study screens as JSON, one object a line: the session's second view.
///
///     JSONScreen.line(for: .question(screen))
///     // {"card":"0f…","correct":2,"group":"Hiragana",…,"kind":"question","prompt":"あ",…}
public enum JSONScreen {
  /// A screen as one JSON object, without a line break: keys sorted, slashes as they are, control
  /// and bidirectional characters as `\u` escapes.
  ///
  /// What a screen always has is always there, as `null` when it has no value. The others are there
  /// when they have one: of a question `hint`, `furigana` (its prompt in segments) and `meaning` (of a
  /// sentence with a blank); of an answer `reading`, `note`, `furigana` (of the word, where it was not
  /// to be seen before, or of the `sentence`), `meaning`, `pitch`, `partOfSpeech`, `example` with
  /// `exampleFurigana`, `exampleReading` and `exampleMeaning`; of a verdict `typed`, `slip` and `leech`.
  public static func line(for screen: StudyScreen) -> String {
    let (kind, standing, members) =
      switch screen {
      case .question(let screen): ("question", screen.standing, members(of: screen))
      case .revealed(let screen): ("revealed", screen.standing, members(of: screen))
      case .verdict(let screen): ("verdict", screen.standing, members(of: screen))
      case .notice(let screen): ("notice", screen.standing, members(of: screen))
      case .summary(let screen): ("summary", screen.standing, members(of: screen))
      }
    return JSONScreenValue.object(
      members.merging(self.members(of: standing)) { own, _ in own }
        .merging(["kind": .string(kind)]) { own, _ in own }
    ).text
  }

  private static func members(of standing: Standing) -> [String: JSONScreenValue] {
    [
      "group": .string(standing.group), "correct": .integer(standing.correct),
      "incorrect": .integer(standing.incorrect), "remaining": .integer(standing.remaining),
      "percentage": JSONScreenValue(standing.percentage),
    ]
  }

  private static func members(of screen: QuestionScreen) -> [String: JSONScreenValue] {
    var members: [String: JSONScreenValue] = [
      "card": .string(screen.card), "prompt": .string(screen.prompt),
      "number": .integer(screen.number), "new": .boolean(screen.isNew),
      "kana": .boolean(screen.asksForKana),
    ]
    members["direction"] = .string(screen.asksFor.rawValue)
    members["furigana"] = screen.furigana.map(segments)
    members["meaning"] = screen.meaning.map { .string($0) }
    members["hint"] = screen.hint.map { .string($0) }
    return members
  }

  private static func members(of screen: RevealedScreen) -> [String: JSONScreenValue] {
    var members = members(of: screen.answer)
    members["card"] = .string(screen.card)
    members["direction"] = .string(screen.asksFor.rawValue)
    members["prompt"] = .string(screen.prompt)
    members["choices"] = .array(
      screen.choices.map { choice in
        .object([
          "number": .integer(choice.number), "name": .string(choice.name),
          "returns": .string(choice.returns),
        ])
      }
    )
    return members
  }

  private static func members(of screen: VerdictScreen) -> [String: JSONScreenValue] {
    var members = screen.answer.map(members(of:)) ?? ["answer": .null]
    members["card"] = .string(screen.card)
    members["verdict"] = .string(screen.verdict.rawValue)
    members["message"] = .string(screen.message)
    members["grade"] = JSONScreenValue(screen.grade)
    members["due"] = JSONScreenValue(screen.due?.timestamp)
    members["returns"] = JSONScreenValue(screen.due?.phrase)
    members["typed"] = screen.typed.map { .string($0) }
    members["slip"] = screen.mistake.map { .string($0) }
    members["leech"] = screen.leech.map { leech in
      .object([
        "lapses": .integer(leech.lapses), "suspended": .boolean(leech.isSuspended),
        "message": .string(leech.message),
      ])
    }
    return members
  }

  private static func members(of screen: NoticeScreen) -> [String: JSONScreenValue] {
    [
      "tone": .string(screen.tone.rawValue),
      "message": .string(screen.lines.joined(separator: "\n")),
    ]
  }

  private static func members(of screen: SummaryScreen) -> [String: JSONScreenValue] {
    [
      "answered": .integer(screen.answered), "seconds": .integer(screen.seconds),
      "grades": .object(
        Dictionary(screen.grades.map { ($0.grade, .integer($0.count)) }) { first, _ in first }
      ),
      "nextDue": JSONScreenValue(screen.nextDue?.timestamp),
      "returns": JSONScreenValue(screen.nextDue?.phrase), "final": .boolean(screen.isFinal),
    ]
  }

  private static func members(of answer: AnswerText) -> [String: JSONScreenValue] {
    var members: [String: JSONScreenValue] = ["answer": .string(answer.answer)]
    members["reading"] = answer.reading.map { .string($0) }
    members["note"] = answer.note.map { .string($0) }
    members["furigana"] = (answer.word ?? answer.sentence).flatMap { $0.hasReadings ? $0 : nil }
      .map(segments)
    members["sentence"] = answer.sentence.map { .string($0.base) }
    members["meaning"] = answer.meaning.map { .string($0) }
    members["pitch"] = answer.pitch.map { .integer($0.kernel) }
    members["partOfSpeech"] = answer.partOfSpeech.map { .string($0) }
    guard let example = answer.example else { return members }
    members["example"] = .string(example.text.base)
    members["exampleFurigana"] = example.text.hasReadings ? segments(example.text) : nil
    members["exampleReading"] = example.reading.map { .string($0) }
    members["exampleMeaning"] = example.meaning.map { .string($0) }
    return members
  }

  /// A text's segments: `base`, and `reading` where there is one.
  private static func segments(_ line: RubyText) -> JSONScreenValue {
    .array(
      line.segments.map { segment in
        var members: [String: JSONScreenValue] = ["base": .string(segment.base)]
        members["reading"] = segment.reading.map { .string($0) }
        return .object(members)
      })
  }
}

/// Findings as one array of JSON, an object a finding and a line.
///
/// Lines and columns count from 1, columns in Unicode scalars; `start` and `end` of an edit are bytes
/// of the file, from 0.
public enum FindingJSON {
  /// The array.
  public static func text(_ findings: [FindingScreen]) -> String {
    guard !findings.isEmpty else { return "[]\n" }
    return "[\n" + findings.map { "  " + object($0).text }.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ finding: FindingScreen) -> JSONScreenValue {
    var members: [String: JSONScreenValue] = [
      "file": .string(finding.path), "code": .string(finding.code),
      "severity": .string(finding.severity.rawValue), "group": JSONScreenValue(finding.group),
      "question": finding.question.map { .integer($0) } ?? .null,
      "reason": .string(finding.reason), "advice": .string(finding.advice),
      "edits": .array(finding.edits.map(edit)),
    ]
    members["line"] = finding.region.map { .integer($0.startLine) } ?? .null
    members["column"] = finding.region.map { .integer($0.startColumn) } ?? .null
    members["endLine"] = finding.region.map { .integer($0.endLine) } ?? .null
    members["endColumn"] = finding.region.map { .integer($0.endColumn) } ?? .null
    return .object(members)
  }

  private static func edit(_ edit: FindingScreen.Edit) -> JSONScreenValue {
    .object([
      "start": .integer(edit.region.bytes.lowerBound),
      "end": .integer(edit.region.bytes.upperBound),
      "text": .string(edit.text),
    ])
  }
}

/// A value on its way into one line of JSON (RFC 8259).
enum JSONScreenValue: Hashable {
  case null
  case string(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case array([JSONScreenValue])
  case object([String: JSONScreenValue])

  /// A text, or null.
  init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  /// A number, or null: also for what JSON has no number for.
  init(_ number: Double?) {
    self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
  }

  /// The JSON text: keys sorted, no spaces, and nothing in it that could command a terminal.
  var text: String {
    switch self {
    case .null: "null"
    case .string(let string): JSONText.string(string)
    case .integer(let integer): String(integer)
    case .number(let number): number.description
    case .boolean(let boolean): String(boolean)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { JSONText.string($0.key) + ":" + $0.value.text }
        .joined(separator: ",") + "}"
    }
  }
}
