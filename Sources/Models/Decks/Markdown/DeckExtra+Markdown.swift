extension DeckExtra {
  /// The key of the comments before a group or question, of those at the end of a file, and of the
  /// heading above a group's own.
  static let commentKey = "comment"
  static let closingCommentKey = "closing_comment"
  static let headingKey = "heading"
  /// The keys under which JSON carries what only Markdown has a form for.
  public static let keysOfMarkdown: Set<String> = [commentKey, closingCommentKey, headingKey]

  /// Comments as a value that JSON can carry: a text, or an array of them. None for none.
  static func comments(_ texts: [String], closing: Bool = false) -> [DeckExtra] {
    guard !texts.isEmpty else { return [] }
    let values = texts.map { JSONWriter.string($0) }
    let source = texts.count == 1 ? values[0] : "[" + values.joined(separator: ", ") + "]"
    return [DeckExtra(key: closing ? closingCommentKey : commentKey, source: source)]
  }

  /// A heading as a value that JSON can carry.
  static func heading(_ text: String) -> DeckExtra {
    DeckExtra(key: headingKey, source: JSONWriter.string(text))
  }

  /// The text or texts of the value, if it is exactly what ``comments(_:closing:)`` or
  /// ``heading(_:)`` would write.
  var texts: [String]? {
    let bytes = Array(source.utf8)
    let texts: [String]? = bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONParser.Failure) {
        let document = try JSONParser.document(bytes, depthLimit: 1)
        let nodes = document.type(of: 0) == .array ? document.elements(of: 0) : [0]
        guard nodes.allSatisfy({ document.type(of: $0) == .string }) else { return nil }
        return nodes.map { document.string($0) }
      } catch {
        return nil
      }
    }
    guard let texts, let written = Self.comments(texts).first?.source, written.isSame(as: source)
    else { return nil }
    return texts
  }
}

extension [DeckExtra] {
  /// The values, those in `owner` under a key of their own where there is no such object.
  func owned(by owner: String, if isThere: Bool) -> [DeckExtra] {
    if isThere { return self }
    return map {
      $0.owner == owner ? DeckExtra(key: owner + "." + $0.key, source: $0.source) : $0
    }
  }
}
