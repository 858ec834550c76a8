import RabbleText

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

/// How the questions of a group are written as JSON, as far as one that comes follows them.
struct JSONQuestionStyle {
  /// The white space of a question.
  let style: JSONStyle
  /// What stands before a question.
  let leading: String
  /// What stands between the last one and `]`.
  let closing: String
  /// What the lines of a question begin with.
  let margin: String

  /// What stands between two questions on one line.
  var gap: String { style.isCompact ? "" : " " }

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
    JSONWriter.text(DeckJSON.value(of: entry), margin: margin, style: style)
  }
}

extension RawTree {
  /// The white space of an object, of which `unit` is one level's, and what its lines begin with. One on one line
  /// has no line breaks.
  func style(of object: Int, unit: String) -> (style: JSONStyle, margin: String) {
    let (start, end) = (Int(nodes[object].start), Int(nodes[object].end))
    guard let lineEnd = bytes[start..<end].firstIndex(where: \.isLineEnd) else {
      let isCompact = members(of: object).first.map {
        !bytes[Int(nodes[$0.value].start) - 1].isJSONSpace
      }
      return (JSONStyle(newline: nil, unit: unit, isCompact: isCompact ?? false), "")
    }
    let isPair =
      bytes[lineEnd] == .carriageReturn && lineEnd + 1 < end && bytes[lineEnd + 1] == .lineFeed
    let newline = isPair ? "\r\n" : bytes[lineEnd] == .lineFeed ? "\n" : "\r"
    var lineStart = start
    while lineStart > bytes.textStart, !bytes[lineStart - 1].isLineEnd { lineStart -= 1 }
    return (JSONStyle(newline: newline, unit: unit), blanks(at: lineStart))
  }

  /// What a line of one level begins with: what the first indented line of the file does.
  var indentation: String {
    var index = bytes.startIndex
    while let end = bytes[index...].firstIndex(where: \.isLineEnd) {
      index = end + 1
      let blanks = blanks(at: index)
      if blanks.hasPrefix("\t") { return "\t" }
      if !blanks.isEmpty, index + blanks.utf8.count < bytes.count,
        !bytes[index + blanks.utf8.count].isLineEnd
      {
        return blanks
      }
    }
    return JSONStyle().unit
  }

  private func blanks(at start: Int) -> String {
    String(decoding: bytes[start...].prefix { $0.isBlank }, as: UTF8.self)
  }
}
