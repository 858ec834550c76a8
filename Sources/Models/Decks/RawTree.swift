import RabbleText

/// A deck as its reader found it, whatever its form: values with their keys, texts and places, but not yet
/// what they mean. ``DeckBuilder`` makes groups of it.
///
/// The nodes stand in the order of the text. The children of an array follow it; the members of an object
/// follow it as key, value, key, value. The bytes must outlive the tree.
struct RawTree {
  /// The text.
  let bytes: UnsafeBufferPointer<UInt8>
  /// How the names of fields and the places of faults are told.
  let form: DeckForm
  /// All values; the first is the whole text's. Never empty once it was read.
  private(set) var nodes: [RawNode]
  /// The texts that the file doesn't have in one piece, by their nodes.
  private var keptTexts: [Int: String] = [:]

  /// Makes a tree of the nodes that a reader found.
  init(bytes: UnsafeBufferPointer<UInt8>, form: DeckForm = .json, nodes: [RawNode] = []) {
    self.bytes = bytes
    self.form = form
    self.nodes = nodes
  }

  // MARK: - Walking

  /// The type of a value.
  func type(of node: Int) -> JSONType { nodes[node].type }

  /// The value that begins at an offset.
  func node(at offset: Int) -> Int? {
    let place = nodes.partitioningIndex { Int($0.start) >= offset }
    return place < nodes.count && Int(nodes[place].start) == offset ? place : nil
  }

  /// The indices of an array's elements.
  func elements(of array: Int) -> [Int] {
    var result: [Int] = []
    forEachElement(of: array) { result.append($0) }
    return result
  }

  /// Calls `body` with the index of each element of an array.
  func forEachElement(of array: Int, _ body: (Int) -> Void) {
    let end = Int(nodes[array].next)
    var index = array + 1
    while index < end {
      body(index)
      index = Int(nodes[index].next)
    }
  }

  /// Calls `body` with the indices of each key and value of an object.
  func forEachMember(of object: Int, _ body: (_ key: Int, _ value: Int) -> Void) {
    let end = Int(nodes[object].next)
    var key = object + 1
    while key < end {
      body(key, key + 1)
      key = Int(nodes[key + 1].next)
    }
  }

  /// The indices of each key and value of an object.
  func members(of object: Int) -> [(key: Int, value: Int)] {
    var result: [(key: Int, value: Int)] = []
    forEachMember(of: object) { result.append(($0, $1)) }
    return result
  }

  // MARK: - Values

  /// Whether a string's text is `name`, in UTF-8.
  func string(_ node: Int, is name: [UInt8]) -> Bool {
    let value = nodes[node]
    guard value.spelling == .quoted else { return string(node).utf8.elementsEqual(name) }
    guard Int(value.end) - Int(value.start) - 2 == name.count else { return false }
    let start = Int(value.start) + 1
    for index in name.indices where bytes[start + index] != name[index] { return false }
    return true
  }

  /// The text of a string.
  func string(_ node: Int) -> String {
    let value = nodes[node]
    switch value.spelling {
    case .quoted, .escaped:
      guard value.end >= value.start + 2 else { return "" }
      let content = UnsafeBufferPointer(
        rebasing: bytes[(Int(value.start) + 1)..<(Int(value.end) - 1)]
      )
      if value.spelling == .escaped { return JSONEscapes.decode(content) }
      return String(decoding: content, as: UTF8.self)
    case .markdown:
      return MarkdownScanner(bytes: bytes).text(Int(value.start)..<Int(value.end))
    case .kept: return keptTexts[node] ?? ""
    case .unreadable: return ""
    }
  }

  /// The value of a number, if it is a whole one and fits; `1.0` is one. Where a form doesn't tell numbers
  /// from texts, digits are one.
  func integer(_ node: Int) -> Int? {
    if isUntyped(node) {
      let text = string(node)
      return text.utf8.count < 10 && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
    }
    guard nodes[node].type == .number else { return nil }
    let text = String(decoding: source(of: node), as: UTF8.self)
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// The bytes of a value.
  func source(of node: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(nodes[node].start)..<Int(nodes[node].end)])
  }

  /// Whether a value is a text only because its form has no other types, so that it may be a number, or
  /// nothing at all.
  func isUntyped(_ node: Int) -> Bool {
    nodes[node].spelling == .markdown || nodes[node].spelling == .kept
  }

  /// Whether a value counts as none: `null`, or nothing behind a key.
  func isAbsent(_ node: Int) -> Bool {
    nodes[node].type == .null || (isUntyped(node) && nodes[node].start == nodes[node].end)
  }

  /// Whether its reader has already named what is wrong with a value.
  func isUnreadable(_ node: Int) -> Bool { nodes[node].spelling == .unreadable }

  /// Whether a value has no bytes of its own, as a key that its form says by a mark.
  func isEmpty(_ node: Int) -> Bool { nodes[node].start == nodes[node].end }
}

// MARK: - Writing

extension RawTree {
  /// Begins an array or object at an offset; what is added up to its end is in it.
  mutating func open(_ type: JSONType, at start: Int) -> Int {
    append(type, .quoted, start..<start)
  }

  /// Ends an array or object before an offset.
  mutating func close(_ node: Int, at end: Int) {
    nodes[node].end = UInt32(truncatingIfNeeded: end)
    nodes[node].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  /// Adds a key. One that is only named has its `text`.
  mutating func add(_ key: RawKey, at range: Range<Int>, text: String? = nil) {
    add(range, text: text)
    nodes[nodes.count - 1].key = key
  }

  /// Adds a text: that of the bytes, or another one that they stand for.
  mutating func add(_ range: Range<Int>, text: String? = nil) {
    let node = append(.string, text == nil ? .markdown : .kept, range)
    if let text { keptTexts[node] = text }
  }

  /// Adds a value that stands in the bytes as JSON.
  mutating func add(_ type: JSONType, at range: Range<Int>) {
    append(type, .quoted, range)
  }

  /// Adds a value that can't be read, which its reader has named.
  mutating func addUnreadable(at range: Range<Int>) {
    append(.null, .unreadable, range)
  }

  @discardableResult
  private mutating func append(
    _ type: JSONType, _ spelling: RawNode.Spelling, _ range: Range<Int>
  ) -> Int {
    nodes.append(
      RawNode(
        type: type, spelling: spelling, start: UInt32(truncatingIfNeeded: range.lowerBound),
        end: UInt32(truncatingIfNeeded: range.upperBound),
        next: UInt32(truncatingIfNeeded: nodes.count + 1)))
    return nodes.count - 1
  }
}

/// One value or key of a tree, as a place in the text: 16 bytes, whatever its size.
struct RawNode {
  /// How a text is read from its bytes.
  enum Spelling: UInt8 {
    /// As it stands, between quotation marks.
    case quoted
    /// Between quotation marks, with the escapes of JSON.
    case escaped
    /// With the escapes of Markdown.
    case markdown
    /// Not from them: the tree has it.
    case kept
    /// Not at all.
    case unreadable
  }

  /// What it is.
  var type: JSONType
  /// How its text is read; of anything but a text, `quoted`, unless it can't be read.
  var spelling: Spelling
  /// What a key names.
  var key = RawKey.named
  /// The offset of its first byte; of a string in JSON, of the opening quotation mark.
  var start: UInt32
  /// The offset after its last byte.
  var end: UInt32
  /// The index of the node that follows it and everything in it.
  var next: UInt32
}

/// What a key of a tree names.
struct RawKey: Hashable {
  private let code: UInt16

  /// What the key's own text says.
  static let named = RawKey(code: 0)
  /// No value, but a comment on what it stands in.
  static let comment = RawKey(code: .max)
  /// No value, but a heading above a group's own.
  static let heading = RawKey(code: .max - 1)

  /// What the key's own text says, which is none of the keys of decks even where it looks like one.
  static let unknown = RawKey(code: .max - 2)

  /// A key of decks, whatever its text.
  static func known(_ key: some DeckKeyword) -> RawKey { RawKey(code: UInt16(key.number + 1)) }

  /// What its text says, of the object under a key beside it.
  static func inside(_ owner: some DeckKeyword) -> RawKey {
    RawKey(code: 0x100 + UInt16(owner.number))
  }

  /// The number of the key of decks that it is.
  var number: Int? { code > 0 && code < 0x100 ? Int(code) - 1 : nil }

  /// The number of the key of the object that it belongs to.
  var owner: Int? { code >= 0x100 && code < RawKey.unknown.code ? Int(code) - 0x100 : nil }

  /// Whether it is that of a comment or heading.
  var isNote: Bool { code >= RawKey.heading.code }
}

/// The types of value that JSON has (RFC 8259, section 3).
public enum JSONType: UInt8, Hashable, Sendable {
  /// `{…}`
  case object
  /// `[…]`
  case array
  /// `"…"`
  case string
  /// Digits, with or without sign, fraction and exponent.
  case number
  /// `true` or `false`.
  case boolean
  /// `null`
  case null
}

extension JSONType: CustomStringConvertible {
  /// The type with its article, for a sentence.
  public var description: String {
    switch self {
    case .object: "an object {…}"
    case .array: "an array […]"
    case .string: "a text in quotation marks"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}
