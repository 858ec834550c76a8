/// A value of a JSON text that is no deck, read where it stands: unlike a tree of Foundation's, it takes no more
/// memory than the text.
///
///     let names = JSONView.read(bytes) { $0["fields"]?.elements.compactMap(\.text) }
package struct JSONView {
  private let document: RawTree
  private let node: Int

  /// The most arrays and objects that stand within each other.
  private static let depthLimit = 512

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - body: is given its value, which must not be kept.
  /// - Returns: what `body` returns; `nil` where the text is no JSON.
  package static func read<Result>(_ bytes: [UInt8], _ body: (JSONView) -> Result) -> Result? {
    bytes.withUnsafeBufferPointer { buffer in
      // Where it is no JSON, all that is said is that nothing was read.
      let document = try? JSONParser.document(
        buffer, start: buffer.textStart, depthLimit: depthLimit)
      return document.map { body(JSONView(document: $0, node: 0)) }
    }
  }

  /// Its type.
  package var type: JSONType { document.type(of: node) }

  /// A string; `nil` for another type.
  package var text: String? { type == .string ? document.string(node) : nil }

  /// A number; `nil` for another type.
  package var number: Double? { type == .number ? Double(source) : nil }

  /// The whole number that a number is; `nil` for anything else.
  package var integer: Int? { document.integer(node) }

  /// The bytes of a number or a word as they stand in the text.
  package var source: String { String(decoding: document.source(of: node), as: UTF8.self) }

  /// The elements of an array; none of another type.
  package var elements: [JSONView] {
    type == .array
      ? document.elements(of: node).map { JSONView(document: document, node: $0) } : []
  }

  /// The members of an object in the order of the text; none of another type.
  package var members: [(key: String, value: JSONView)] {
    guard type == .object else { return [] }
    return document.members(of: node).map {
      (document.string($0.key), JSONView(document: document, node: $0.value))
    }
  }

  /// The first member of an object that has this key.
  package subscript(key: String) -> JSONView? {
    guard type == .object else { return nil }
    let name = Array(key.utf8)
    let member = document.members(of: node).first { document.string($0.key, is: name) }
    return member.map { JSONView(document: document, node: $0.value) }
  }
}
