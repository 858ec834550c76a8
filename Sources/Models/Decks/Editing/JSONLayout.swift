/// How an author lays out JSON objects: the white space around keys and values.
struct JSONLayout {
  /// What stands between `{` and the first key.
  var opening = ""
  /// What stands between a comma and the next key.
  var between = " "
  /// What stands between the last value and `}`.
  var closing = ""
  /// What stands between a key and its value, the colon included.
  var colon = ": "

  /// The white space of an object on one line: `{"a": 1, "b": 2}`.
  init() {}

  /// The white space of an object that an author wrote.
  init(of object: JSONObjectText) {
    guard let first = object.members.first, let last = object.members.last else { return }
    opening = first.leading
    closing = last.trailing
    colon = first.colon
    if object.members.count > 1 {
      between = object.members[1].leading
    } else {
      between = opening.isBroken ? opening : colon.hasSuffix(" ") ? " " : ""
    }
  }

  /// The layout of an object in a list that is a value of an object of this layout.
  var nested: JSONLayout {
    var result = self
    guard between.isBroken else {
      result.opening = ""
      result.closing = ""
      return result
    }
    let indentation = between.lastLine
    let outer = closing.isBroken ? closing.lastLine : ""
    let unit =
      indentation.hasPrefix(outer) && indentation != outer
      ? String(indentation.dropFirst(outer.count)) : "  "
    result.closing = between.newline + indentation + unit
    result.between = result.closing + unit
    result.opening = result.between
    return result
  }

  /// An object with these keys and their values as they are written.
  func text(of members: [(key: String, literal: String)]) -> String {
    let lines = members.map { JSONWriter.string($0.key) + colon + $0.literal }
    return "{" + opening + lines.joined(separator: "," + between) + closing + "}"
  }

  /// The members of an object as they are written in one of this layout: each on one line.
  func members(of value: JSONValue) -> [(key: String, literal: String)] {
    guard case .object(let members, _) = value else { return [] }
    return members.map { ($0.key, literal($0.value)) }
  }

  private func literal(_ value: JSONValue) -> String {
    let comma = between.isEmpty ? "," : ", "
    switch value {
    case .text(let text): return JSONWriter.string(text)
    case .source(let source): return source
    case .array(let elements, _):
      return "[" + elements.map { literal($0) }.joined(separator: comma) + "]"
    case .object(let members, _):
      let lines = members.map { JSONWriter.string($0.key) + colon + literal($0.value) }
      return "{" + lines.joined(separator: comma) + "}"
    }
  }
}

extension String {
  /// Whether there is a line break in it.
  var isBroken: Bool { utf8.contains(.lineFeed) || utf8.contains(.carriageReturn) }

  /// What follows the last line break.
  var lastLine: String {
    var rest = utf8[...]
    while let end = rest.firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn }) {
      rest = rest[utf8.index(after: end)...]
    }
    return String(Substring(rest))
  }

  /// The line break it is written with.
  var newline: String {
    guard let first = utf8.firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn }) else {
      return "\n"
    }
    if utf8[first] == .lineFeed { return "\n" }
    let next = utf8.index(after: first)
    return next < utf8.endIndex && utf8[next] == .lineFeed ? "\r\n" : "\r"
  }
}
