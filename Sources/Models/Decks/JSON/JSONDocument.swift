import RabbleText

/// A JSON text that was read: its values in the order of the text, each where it stands.
///
/// The children of an array follow it; the members of an object follow it as key, value, key,
/// value. The bytes must outlive the document.
struct JSONDocument {
  /// The text.
  let bytes: UnsafeBufferPointer<UInt8>
  /// All values; the first is the whole text's. Never empty.
  let nodes: [JSONNode]
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

  /// Whether a string's text is `name`, in UTF-8.
  func string(_ node: Int, is name: [UInt8]) -> Bool {
    let value = nodes[node]
    if value.hasEscapes { return string(node).utf8.elementsEqual(name) }
    guard Int(value.end) - Int(value.start) - 2 == name.count else { return false }
    let start = Int(value.start) + 1
    for index in name.indices where bytes[start + index] != name[index] { return false }
    return true
  }

  /// The text of a string.
  func string(_ node: Int) -> String {
    let value = nodes[node]
    guard value.end >= value.start + 2 else { return "" }
    let content = UnsafeBufferPointer(
      rebasing: bytes[(Int(value.start) + 1)..<(Int(value.end) - 1)]
    )
    if value.hasEscapes { return JSONEscapes.decode(content) }
    return String(decoding: content, as: UTF8.self)
  }

  /// The value of a number, if it is a whole one and fits; `1.0` is one.
  func integer(_ node: Int) -> Int? {
    guard nodes[node].type == .number else { return nil }
    let text = String(decoding: source(of: node), as: UTF8.self)
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// The bytes of a value.
  func source(of node: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(nodes[node].start)..<Int(nodes[node].end)])
  }
}

/// One value of a JSON text, as a place in the text: 16 bytes, whatever its size.
struct JSONNode {
  /// What it is.
  var type: JSONType
  /// Whether a string has escapes and must be decoded.
  var hasEscapes: Bool
  /// The offset of its first byte; of a string, of the opening quotation mark.
  var start: UInt32
  /// The offset after its last byte.
  var end: UInt32
  /// The index of the node that follows it and everything in it.
  var next: UInt32
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
