import Foundation

/// What a command wrote, in the form in which transcripts keep it.
///
/// Data is kept whole: JSON with sorted keys, CSV and deck files as they are, a lone number.
/// Words are not: `(text)` and `(error text)` stand for what is written for people, `…` for a
/// sentence in JSON. Identifiers are numbered in the order in which they appear, and numbers keep
/// nine digits; in what `rabble preset optimize` and `rabble preset simulate` write, each is a `#`.
struct TranscriptText {
  private var identifiers: [String: String] = [:]

  /// The keys in JSON whose values are words for people.
  private static let wordKeys: Set<String> = [
    "message", "returns", "text", "advice", "alike", "unsaved_reason", "informationUri", "$schema",
    "answers", "parameters",
  ]

  mutating func lines(of command: String, output: String, errors: String, home: String)
    -> [String]
  {
    var lines: [String] = []
    let output = output.replacing(home, with: "~")
    if command.hasPrefix("rabble") {
      lines = Self.json(output) ?? (Self.isData(command, output) ? Self.data(output) : ["(text)"])
      if output.isEmpty { lines = [] }
    } else {
      lines = Self.data(output)
    }
    if Self.hasFigures(command) { lines = Self.withoutFigures(lines) }
    if !errors.isEmpty { lines.append("(error text)") }
    return lines.map { Self.shortened(numbered($0)) }
  }

  /// Whether a command writes what a model of memory makes of reviews. `ModelFigureTests` compares that with other
  /// implementations and with what must hold of it; a transcript keeps in which form it is written.
  private static func hasFigures(_ command: String) -> Bool {
    ["rabble preset optimize", "rabble preset simulate"].contains { command.hasPrefix($0) }
  }

  /// Lines with `#` for each number; of lines that are the same then, one.
  private static func withoutFigures(_ lines: [String]) -> [String] {
    let number = #/(^|[:,\["])-?\d+(?:\.\d+)?(?:e-?\d+)?(?=[,\]}"]|$)/#
    return lines.reduce(into: []) { result, line in
      let line = line.replacing(number) { "\($0.1)#" }
      if line != result.last { result.append(line) }
    }
  }

  private static func isData(_ command: String, _ output: String) -> Bool {
    let isNumber = output.dropLast().allSatisfy(\.isNumber)
    let isText = command.contains("--format text") || command.contains("deck import")
    return isNumber || !isText && (command.contains("--format") || command.contains("export"))
  }

  private static func data(_ output: String) -> [String] {
    var lines = output.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    // Where a simulation's numbers come from is told in words.
    return lines.map {
      $0.hasPrefix("source,") ? $0.replacing(#/"[^"]*"|[^,]* [^,]*/#, with: "…") : $0
    }
  }

  // MARK: - JSON

  /// A document, or a document a line, in one form; nothing if it is something else.
  private static func json(_ output: String) -> [String]? {
    guard output.hasPrefix("{") || output.hasPrefix("[") else { return nil }
    if let whole = value(output) { return drawn(whole, indent: "") }
    let values = output.split(separator: "\n").map { value(String($0)) }
    guard !values.contains(where: { $0 == nil }) else { return nil }
    return values.compactMap { $0.map { compact($0) } }
  }

  private static func value(_ text: String) -> JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// A row a line: whatever holds objects in a list is drawn over several lines.
  private static func drawn(_ value: JSONValue, indent: String) -> [String] {
    let inner = indent + "  "
    switch value {
    case .object(let members) where compact(value).count > 100 && isDeep(value):
      var lines = [indent + "{"]
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        var drawn = drawn(hidden(key, member, in: members), indent: inner)
        drawn[0] = inner + "\"\(key)\":" + drawn[0].dropFirst(inner.count)
        lines += drawn
      }
      return lines + [indent + "}"]
    case .list(let elements) where isDeep(value):
      return [indent + "["] + elements.flatMap { drawn($0, indent: inner) } + [indent + "]"]
    default: return [indent + compact(value)]
    }
  }

  private static func isDeep(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let members): members.values.contains { isDeep($0) }
    case .list(let elements):
      elements.contains { if case .object = $0 { true } else { isDeep($0) } }
    default: false
    }
  }

  private static func compact(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .text(let text): text.debugDescription
    case .list(let elements): "[" + elements.map(compact).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\"\($0.key)\":" + compact(hidden($0.key, $0.value, in: members)) }.joined(
          separator: ",") + "}"
    }
  }

  /// A member's value, without the words it may have; a finding of the checker has them as its reason, too.
  private static func hidden(
    _ key: String, _ value: JSONValue, in members: [String: JSONValue]
  ) -> JSONValue {
    let isWords = wordKeys.contains(key) || key == "reason" && members["advice"] != nil
    if case .text(let text) = value, isWords, !text.isEmpty { return .text("…") }
    return value
  }

  // MARK: - What differs each time

  private mutating func numbered(_ line: String) -> String {
    line.replacing(
      #/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#
    ) { match in
      let known = identifiers[String(match.output)] ?? "<id \(identifiers.count + 1)>"
      identifiers[String(match.output)] = known
      return known
    }
  }

  private static func shortened(_ line: String) -> String {
    line.replacing(#/[0-9]+\.[0-9]{9,}(e-[0-9]+)?/#) { match in
      Double(match.output.0).map { String(format: "%.9g", $0) } ?? String(match.output.0)
    }
  }
}

/// Any JSON.
private enum JSONValue: Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }
}
