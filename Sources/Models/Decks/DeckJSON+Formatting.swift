extension DeckJSON {
  /// A deck's JSON in canonical form. It has the same values: the known keys in one order, others
  /// after them as they stand, nothing added and nothing left out, whatever is wrong with the deck.
  ///
  /// - Throws: a ``DeckFault`` when the bytes are not JSON.
  public static func formatted(_ bytes: [UInt8], path: String) throws(DeckFault) -> String {
    try formatted(bytes, path: path, newIDs: [:])
  }

  /// A deck's JSON in canonical form, with ids for the questions that begin at these bytes.
  static func formatted(
    _ bytes: [UInt8], path: String, newIDs: [Int: String]
  ) throws(DeckFault) -> String {
    let depthLimit = DeckLoader().depthLimit
    let result: Result<String, DeckFault> = bytes.withUnsafeBufferPointer { buffer in
      if let fault = DeckLoader(depthLimit: depthLimit).encodingFault(of: buffer, path: path) {
        return .failure(fault)
      }
      let start = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      do throws(JSONParser.Failure) {
        let document = try JSONParser.document(buffer, start: start, depthLimit: depthLimit)
        return .success(
          JSONWriter.text(value(of: 0, as: .file, in: document, newIDs)) + "\n")
      } catch {
        var faults = FaultList(path: path, bytes: buffer, start: start, limit: 1)
        faults.add(error.kind, at: error.offset, in: nil, .fileLeftOut)
        return .failure(faults.all[0])
      }
    }
    return try result.get()
  }

  /// What a value is in a deck, which tells the order of its keys and how it is laid out.
  private enum Part {
    case file, group, questions, question, example, settings, score, other

    var keys: [String] {
      switch self {
      case .file, .group: groupKeys
      case .question: questionKeys
      case .example: ["text", "reading", "meaning"]
      case .settings: ["accents", "furigana"]
      case .score: ["correct", "incorrect", "correctCount", "incorrectCount"]
      case .questions, .other: []
      }
    }

    func member(_ key: String) -> Part {
      switch (self, key) {
      case (.file, "questions"), (.group, "questions"): .questions
      case (.file, "settings"), (.group, "settings"): .settings
      case (.file, "score"), (.group, "score"): .score
      case (.question, "example"): .example
      default: .other
      }
    }

    var element: Part {
      switch self {
      case .file: .group
      case .questions: .question
      default: .other
      }
    }

    var isSpread: Bool {
      switch self {
      case .file, .group, .questions, .question: true
      default: false
      }
    }
  }

  private static func value(
    of node: Int, as part: Part, in document: JSONDocument, _ newIDs: [Int: String]
  ) -> JSONValue {
    switch document.type(of: node) {
    case .string: return .text(document.string(node))
    case .number, .boolean, .null: return source(of: node, in: document)
    case .array:
      var elements: [JSONValue] = []
      document.forEachElement(of: node) {
        elements.append(value(of: $0, as: part.element, in: document, newIDs))
      }
      return .array(elements, isSpread: part.isSpread)
    case .object:
      let keys = part.keys
      var known = [[JSONValue.Member]](repeating: [], count: keys.count)
      var others: [JSONValue.Member] = []
      document.forEachMember(of: node) { key, child in
        let name = document.string(key)
        if let rank = keys.firstIndex(where: { $0.isSame(as: name) }) {
          known[rank].append(
            .init(
              name,
              value(of: child, as: part.member(name), in: document, newIDs)))
        } else {
          others.append(.init(name, source(of: child, in: document)))
        }
      }
      if part == .question, let id = newIDs[Int(document.nodes[node].start)] {
        known[0] = [.init(keys[0], .text(id))]
      }
      return .object(known.joined() + others, isSpread: part.isSpread)
    }
  }

  private static func source(of node: Int, in document: JSONDocument) -> JSONValue {
    .source(String(decoding: document.source(of: node), as: UTF8.self))
  }
}
