@testable import RabbleDecks

/// Reads a deck in a form that only tests have, a part of YAML: objects and arrays by their indentation, one
/// value a line, comments behind `#`. It knows no field: what the values mean, ``DeckBuilder`` says.
struct IndentedReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var tree: RawTree
  /// The lines that are not blank, without the spaces around them.
  private var lines: [(indent: Int, range: Range<Int>)] = []
  private var next = 0

  /// The groups of a deck, sound or not, and its faults.
  static func read(_ text: String) -> (
    groups: [GroupSource], faults: [DeckFault]
  ) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var reader = IndentedReader(bytes)
      reader.readBlock()
      let faults = FaultList(path: "deck.yaml", bytes: bytes, start: 0, limit: 100)
      var builder = DeckBuilder(reader.tree, faults: faults, keepsSource: true)
      _ = builder.groups()
      return (builder.sources, builder.faults.all)
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    tree = RawTree(bytes: bytes)
    let scanner = MarkdownScanner(bytes: bytes)
    var start = 0
    for end in bytes.indices where bytes[end] == .lineFeed {
      let content = scanner.trimmed(start..<end)
      if !content.isEmpty { lines.append((content.lowerBound - start, content)) }
      start = end + 1
    }
  }

  /// Reads the lines from here on that are indented as far as the next one.
  private mutating func readBlock() {
    let (indent, first) = lines[next]
    let isArray = isElement(first)
    let node = tree.open(isArray ? .array : .object, at: first.lowerBound)
    var end = first.lowerBound
    while next < lines.count, lines[next].indent == indent, isElement(lines[next].range) == isArray
    {
      if isArray { readElement() } else { readMember() }
      end = lines[next - 1].range.upperBound
    }
    tree.close(node, at: end)
  }

  private func isElement(_ line: Range<Int>) -> Bool {
    has("- ", at: line.lowerBound) || line.count == 1 && bytes[line.lowerBound] == 0x2D
  }

  /// Reads `- value`, where the value may be the first member of an object.
  private mutating func readElement() {
    let (indent, line) = lines[next]
    let value = line.lowerBound + 2..<max(line.upperBound, line.lowerBound + 2)
    if value.isEmpty || bytes[value.lowerBound] == .quotationMark || colon(in: value) == nil {
      next += 1
      return readValue(value)
    }
    lines[next] = (indent + 2, value)
    readBlock()
  }

  /// Reads `key: value`, `key:` with a block below it, or a comment.
  private mutating func readMember() {
    let (indent, line) = lines[next]
    next += 1
    if bytes[line.lowerBound] == .numberSign {
      tree.add(.comment, at: line.lowerBound..<line.lowerBound)
      return tree.add(line.dropFirst(2), text: text(line.dropFirst(2)))
    }
    let end = colon(in: line) ?? line.upperBound
    tree.add(.named, at: line.lowerBound..<end, text: text(line.lowerBound..<end))
    let value = min(end + 2, line.upperBound)..<line.upperBound
    if value.isEmpty, next < lines.count, lines[next].indent > indent {
      readBlock()
    } else {
      readValue(value)
    }
  }

  /// Reads a text, with or without quotation marks, or JSON.
  private mutating func readValue(_ value: Range<Int>) {
    let isJSON = !value.isEmpty && "\"{[".utf8.contains(bytes[value.lowerBound])
    let json = UnsafeBufferPointer(rebasing: bytes[value])
    guard isJSON, let found = try? JSONParser.document(json, depthLimit: 8) else {
      return tree.add(value, text: text(value))
    }
    if found.type(of: 0) == .string {
      tree.add(value, text: found.string(0))
    } else {
      tree.add(found.type(of: 0), at: value)
    }
  }

  private func colon(in line: Range<Int>) -> Int? {
    line.first { bytes[$0] == .colon && ($0 + 1 == line.upperBound || bytes[$0 + 1] == .space) }
  }

  private func has(_ mark: StaticString, at index: Int) -> Bool {
    MarkdownScanner(bytes: bytes).has(mark, at: index, before: bytes.count)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }
}

/// Writes decks in that form.
enum IndentedWriter {
  /// The text of a deck in JSON.
  static func text(of json: String) -> String {
    JSONView.read(Array(json.utf8)) { lines(of: $0).map { $0 + "\n" }.joined() } ?? ""
  }

  private static func lines(of view: JSONView) -> [String] {
    if view.type == .array {
      return view.elements.flatMap { element in
        let below = lines(of: element)
        return ["- " + below[0]] + below.dropFirst().map { "  " + $0 }
      }
    }
    if view.type != .object { return [scalar(view)] }
    let comments = view.members.filter { $0.key == "comment" }.map { "# " + ($0.value.text ?? "") }
    return comments
      + view.members.filter { $0.key != "comment" }.flatMap { key, value in
        // What no deck knows stays as it is.
        if key == "audio" { return ["\(key): \(value.source)"] }
        let isBlock = (value.type == .array || value.type == .object) && value.source.count > 2
        return isBlock
          ? ["\(key):"] + lines(of: value).map { "  " + $0 } : ["\(key): " + scalar(value)]
      }
  }

  private static func scalar(_ view: JSONView) -> String {
    guard let text = view.text else { return view.source }
    let isPlain = text.utf8.allSatisfy { !"\"\\:#[{-".utf8.contains($0) && $0 > 0x1F }
    return isPlain && text.first != " " && text.last != " " ? text : JSONWriter.string(text)
  }
}
