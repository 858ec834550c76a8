extension DeckDecoder {
  /// A value that may be there, and the key it stands under.
  struct KeyedValue {
    let node: Int?
    let key: String

    init(_ node: Int?, _ key: String) {
      self.node = node
      self.key = key
    }
  }

  /// A text that need not be there.
  struct OptionalText {
    let value: String?
    /// Whether it was absent or a text.
    let isSound: Bool
    /// Whether it was a text of white space only, which counts as absent.
    let isBlank: Bool
  }

  /// A text that must be there and not be blank; `nil`, and a fault, if it is not.
  mutating func requiredText(
    _ value: KeyedValue,
    of object: Int,
    _ consequence: DeckFault.Consequence
  ) -> String? {
    guard let node = value.node else {
      let similar = similarKey(value.key, in: object)
      add(.missingKey(key: value.key, similar: similar), at: object, consequence)
      return nil
    }
    guard document.type(of: node) == .string else {
      add(wrongType(node, [.string], key: value.key), at: node, consequence)
      return nil
    }
    let text = document.string(node)
    guard Self.isBlank(text) else { return text }
    add(.emptyText(key: value.key), at: node, consequence)
    return nil
  }

  /// A text that may be absent, `null` or blank.
  mutating func optionalText(
    _ value: KeyedValue,
    _ consequence: DeckFault.Consequence
  ) -> OptionalText {
    guard let node = value.node, document.type(of: node) != .null else {
      return OptionalText(value: nil, isSound: true, isBlank: false)
    }
    guard document.type(of: node) == .string else {
      add(wrongType(node, [.string], key: value.key), at: node, consequence)
      return OptionalText(value: nil, isSound: false, isBlank: false)
    }
    let text = document.string(node)
    let isBlank = Self.isBlank(text)
    return OptionalText(value: isBlank ? nil : text, isSound: true, isBlank: isBlank)
  }

  /// Puts the value of each of `names` in an object into `values`, the last one if there are
  /// several; tells whether there are.
  @discardableResult
  func fill(_ values: inout [Int?], from object: Int, names: [StaticString]) -> Bool {
    for index in values.indices { values[index] = nil }
    var hasDuplicates = false
    document.forEachMember(of: object) { key, value in
      for (index, name) in names.enumerated() where document.string(key, is: name) {
        hasDuplicates = hasDuplicates || values[index] != nil
        values[index] = value
      }
    }
    return hasDuplicates
  }

  /// Names each of `names` that an object has more than once, where it stands again.
  mutating func reportDuplicates(of object: Int, names: [StaticString]) {
    var found = Set<Int>()
    var duplicates: [(node: Int, key: String)] = []
    document.forEachMember(of: object) { key, _ in
      for (index, name) in names.enumerated() where document.string(key, is: name) {
        if !found.insert(index).inserted { duplicates.append((key, name.description)) }
      }
    }
    for duplicate in duplicates {
      add(.duplicateKey(key: duplicate.key), at: duplicate.node, .valueIgnored)
    }
  }

  /// A key of an object that looks like a misspelling of `name`.
  func similarKey(_ name: String, in object: Int) -> String? {
    var result: String?
    document.forEachMember(of: object) { key, _ in
      guard result == nil, document.source(of: key).count <= name.utf8.count + 4 else { return }
      let text = document.string(key)
      if EditDistance.between(text.lowercased(), name) <= 2 { result = text }
    }
    return result
  }

  /// The fault of a value of the wrong type under `key`, or of the thing itself.
  func wrongType(_ node: Int, _ expected: [JSONType], key: String?) -> DeckFault.Kind {
    var path: [String] = isArrayOfGroups ? ["[\(place.groupNumber - 1)]"] : []
    if let question = place.question { path.append("questions[\(question - 1)]") }
    if let key { path.append(key) }
    return .wrongType(
      expected: expected,
      found: document.type(of: node),
      key: path.joined(separator: ".")
    )
  }

  /// Adds the fault of a value in the current group or question.
  mutating func add(
    _ kind: DeckFault.Kind,
    at node: Int,
    _ consequence: DeckFault.Consequence
  ) {
    let isWholeFile = consequence == .fileLeftOut
    faults.add(kind, at: start(of: node), in: isWholeFile ? nil : place, consequence)
  }

  /// The offset of a value.
  func start(of node: Int) -> Int { Int(document.nodes[node].start) }

  /// Whether a text has nothing in it but white space, of which U+3000 is the last in Unicode.
  static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value <= 0x3000 && $0.properties.isWhitespace }
  }
}
