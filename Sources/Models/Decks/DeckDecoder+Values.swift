import RabbleQuestions

extension DeckDecoder {
  /// A value that may be there, and the key it stands under.
  struct KeyedValue {
    let node: Int?
    let key: String

    init(_ node: Int?, _ key: String) {
      self.node = node
      self.key = key
    }

    init<Key: DeckKeyword>(_ members: ObjectMembers<Key>, _ key: Key) {
      self.init(members[key], key.name)
    }
  }

  /// A value that need not be there.
  struct MaybeValue<Value> {
    let value: Value?
    /// Whether it was absent or what it must be.
    var isSound = true
    /// Whether it was a text of white space only, which counts as absent.
    var isBlank = false

    /// A value of the wrong kind.
    static var unsound: Self { Self(value: nil, isSound: false) }
    /// No value.
    static var absent: Self { Self(value: nil) }
  }

  /// A text that must be there and not be blank, or else what it is `derived` as; `nil`, and a fault,
  /// if it is neither.
  mutating func requiredText(
    _ value: KeyedValue,
    of object: Int,
    _ consequence: DeckFault.Consequence,
    or derived: String? = nil
  ) -> String? {
    guard let node = value.node else {
      if let derived { return derived }
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
  ) -> MaybeValue<String> {
    guard let node = value.node, document.type(of: node) != .null else { return .absent }
    guard document.type(of: node) == .string else {
      add(wrongType(node, [.string], key: value.key), at: node, consequence)
      return .unsound
    }
    let text = document.string(node)
    let isBlank = Self.isBlank(text)
    return MaybeValue(value: isBlank ? nil : text, isBlank: isBlank)
  }

  /// Names each key that an object has more than once, where it stands again.
  mutating func reportDuplicates(_ members: ObjectMembers<some DeckKeyword>, in object: Int) {
    guard members.hasDuplicates else { return }
    for duplicate in members.duplicates(in: object, of: document) {
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
    if document.damaged.contains(node) { return }
    let isWholeFile = consequence == .fileLeftOut
    faults.add(
      kind, at: start(of: node), to: Int(document.nodes[node].end), in: isWholeFile ? nil : place,
      consequence)
  }

  /// The offset of a value.
  func start(of node: Int) -> Int { Int(document.nodes[node].start) }

  /// Whether a text has nothing in it but white space, of which U+3000 is the last in Unicode.
  static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value <= 0x3000 && $0.properties.isWhitespace }
  }
}
