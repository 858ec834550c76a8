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

  /// The members of an object as they are written in one of this layout: each on one line, or
  /// spread as ``JSONWriter`` does where that is how the author indents.
  func members(of value: JSONValue) -> [(key: String, literal: String)] {
    guard case .object(let members, _) = value else { return [] }
    let margin = between.lastLine
    let isUsual =
      between == "\n" + margin && margin.allSatisfy { $0 == " " } && colon == ": "
    return members.map { member in
      guard isUsual else { return (member.key, line(member.value)) }
      let column = margin.count + member.key.count + 4
      return (
        member.key, JSONWriter.text(member.value, indentation: margin.count, column: column)
      )
    }
  }

  private func line(_ value: JSONValue) -> String {
    let comma = between.isEmpty ? "," : ", "
    switch value {
    case .text(let text): return JSONWriter.string(text)
    case .source(let source): return source
    case .array(let elements, _):
      return "[" + elements.map { line($0) }.joined(separator: comma) + "]"
    case .object(let members, _):
      let lines = members.map { JSONWriter.string($0.key) + colon + line($0.value) }
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

/// A list as an author wrote it: where its elements stand, and what changes when one comes or goes.
struct JSONArrayText {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// All of it, from bracket to bracket.
  private let whole: Range<Int>
  /// The elements.
  let elements: [Range<Int>]

  /// The list at a node.
  init(_ document: RawTree, array: Int) {
    func range(_ node: Int) -> Range<Int> {
      Int(document.nodes[node].start)..<Int(document.nodes[node].end)
    }
    bytes = document.bytes
    whole = range(array)
    elements = document.elements(of: array).map(range)
  }

  /// The white space before an element.
  func leading(_ index: Int) -> String {
    let end = elements[index].lowerBound
    var start = end
    while start > whole.lowerBound + 1, bytes[start - 1].isJSONSpace { start -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The white space before the closing bracket.
  var closing: String {
    guard let last = elements.last else { return "" }
    return String(decoding: bytes[last.upperBound..<(whole.upperBound - 1)], as: UTF8.self)
  }

  /// What stands before an element that is neither first nor last.
  var between: String {
    switch elements.count {
    case 0: ""
    case 1: leading(0).isBroken ? leading(0) : ""
    default: leading(elements.count - 1)
    }
  }

  /// What changes when elements are put in; `outline` is the white space before them and behind them
  /// in a list that is empty, `gap` what stands between two on one line.
  func inserting(
    _ texts: [String], at index: Int, outline: (leading: String, closing: String), gap: String
  ) -> TextEdit {
    if elements.isEmpty {
      let inside = (whole.lowerBound + 1)..<(whole.upperBound - 1)
      let separator = "," + (outline.leading.isBroken ? outline.leading : gap)
      return TextEdit(
        inside, outline.leading + texts.joined(separator: separator) + outline.closing)
    }
    let gap = elements.count == 1 && between.isEmpty ? gap : between
    if index >= elements.count {
      let end = elements[elements.count - 1].upperBound
      return TextEdit(end..<end, texts.map { "," + gap + $0 }.joined())
    }
    let start = elements[index].lowerBound
    return TextEdit(start..<start, texts.map { $0 + "," + gap }.joined())
  }

  /// What changes when an element goes.
  func removing(_ index: Int) -> TextEdit {
    if elements.count == 1 {
      return TextEdit((whole.lowerBound + 1)..<(whole.upperBound - 1), "")
    }
    if index + 1 < elements.count {
      return TextEdit(elements[index].lowerBound..<elements[index + 1].lowerBound, "")
    }
    return TextEdit(elements[index - 1].upperBound..<elements[index].upperBound, "")
  }
}

/// An object as an author wrote it, taken apart so that a member can be changed and all others keep
/// every byte.
struct JSONObjectText {
  /// One member with the white space around it.
  struct Member {
    /// The key as it is read.
    let key: String
    /// The white space between what stands before it and its key.
    var leading: String
    /// The key as it is written.
    let keyText: String
    /// What stands between the key and its value.
    let colon: String
    /// The value as it is written.
    var value: String
    /// The white space between its value and what follows.
    var trailing: String
  }

  private(set) var members: [Member]

  /// Takes apart the object at `range` of a text that is known to be sound JSON.
  init(_ document: RawTree, object: Int) {
    func text(_ start: Int, _ end: Int) -> String {
      String(decoding: document.bytes[start..<max(start, end)], as: UTF8.self)
    }
    var pairs: [(key: Int, value: Int)] = []
    document.forEachMember(of: object) { pairs.append(($0, $1)) }
    let nodes = document.nodes
    members = pairs.enumerated().map { index, pair in
      let (key, value) = (nodes[pair.key], nodes[pair.value])
      var start = Int(key.start)
      while start > 0, document.bytes[start - 1].isJSONSpace { start -= 1 }
      var end = Int(value.end)
      while end < document.bytes.count, document.bytes[end].isJSONSpace { end += 1 }
      return Member(
        key: document.string(pair.key), leading: text(start, Int(key.start)),
        keyText: text(Int(key.start), Int(key.end)), colon: text(Int(key.end), Int(value.start)),
        value: text(Int(value.start), Int(value.end)), trailing: text(Int(value.end), end))
    }
  }

  /// The object as it is written.
  var text: String {
    let texts = members.map { $0.leading + $0.keyText + $0.colon + $0.value + $0.trailing }
    return "{" + texts.joined(separator: ",") + "}"
  }

  /// Writes another value under a key, of several the one that counts.
  ///
  /// - Returns: Whether the key was there.
  mutating func replace(_ key: String, by literal: String) -> Bool {
    guard let index = members.lastIndex(where: { $0.key == key }) else { return false }
    members[index].value = literal
    return true
  }

  /// Takes a key away, however often it is there.
  mutating func remove(_ key: String) {
    while let index = members.lastIndex(where: { $0.key == key }) {
      if index == 0, members.count > 1 { members[1].leading = members[0].leading }
      if index == members.count - 1, index > 0 {
        members[index - 1].trailing = members[index].trailing
      }
      members.remove(at: index)
    }
  }

  /// Puts a key behind the last of those that come before it, or in front.
  mutating func insert(_ key: String, _ literal: String, after before: [String]) {
    let layout = JSONLayout(of: self)
    let index = (members.lastIndex { before.contains($0.key) } ?? -1) + 1
    var member = Member(
      key: key, leading: layout.between, keyText: JSONWriter.string(key), colon: layout.colon,
      value: literal, trailing: "")
    if index == 0 {
      member.leading = layout.opening
      if !members.isEmpty { members[0].leading = layout.between }
    }
    if index == members.count {
      member.trailing = members.last?.trailing ?? ""
      if index > 0 { members[index - 1].trailing = "" }
    }
    members.insert(member, at: index)
  }
}

/// How the groups of a file are written as JSON.
struct JSONGroupStyle {
  let layout: JSONLayout
  let questions: JSONQuestionStyle

  /// A group with its questions as it is written here.
  func text(of group: DeckGroup) -> String {
    let value = DeckJSON.value(
      of: DeckGroup(
        header: group.header, extras: group.extras, silenced: group.silenced, entries: []))
    return layout.text(
      of: layout.members(of: value).map { key, literal in
        (key, key == GroupKey.questions.name ? list(group.entries) : literal)
      })
  }

  private func list(_ entries: [DeckEntry]) -> String {
    guard !entries.isEmpty else { return "[]" }
    let texts = entries.map { questions.leading + questions.text(of: $0) }
    return "[" + texts.joined(separator: ",") + questions.closing + "]"
  }
}

/// How the questions of a group are written as JSON.
struct JSONQuestionStyle {
  let layout: JSONLayout
  /// What stands before a question.
  let leading: String
  /// What stands between the last one and `]`.
  let closing: String

  /// The style of questions that are there.
  init(layout: JSONLayout, leading: String, closing: String) {
    self.layout = layout
    self.leading = leading
    self.closing = closing
  }

  /// The style of the first question of a group of this layout.
  init(inGroupOf group: JSONLayout) {
    layout = group.nested
    let isBroken = group.between.isBroken
    leading = isBroken ? layout.closing : ""
    closing = isBroken ? group.between : ""
  }

  /// The white space around a question in a list that was empty.
  var outline: (leading: String, closing: String) { (leading, closing) }

  /// What stands between two questions on one line.
  var gap: String { layout.between.isEmpty ? "" : " " }

  /// A question as its author wrote it elsewhere, but for its indentation.
  func text(of literal: DeckEntry.Literal) -> String {
    guard literal.text.isBroken, leading.isBroken else { return literal.text }
    var lines = literal.text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }.map(String.init)
    for index in lines.indices.dropFirst() where lines[index].hasPrefix(literal.indentation) {
      lines[index] = leading.lastLine + lines[index].dropFirst(literal.indentation.count)
    }
    return lines.joined(separator: leading.newline)
  }

  /// A question as it is written here.
  func text(of entry: DeckEntry) -> String {
    layout.text(of: layout.members(of: DeckJSON.value(of: entry)))
  }
}
