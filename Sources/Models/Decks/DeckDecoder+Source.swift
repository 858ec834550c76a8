/// Where the values of groups and questions stand.
extension DeckDecoder {
  /// The bytes of a value.
  func span(of node: Int) -> SourceSpan {
    SourceSpan(Int(document.nodes[node].start), Int(document.nodes[node].end))
  }

  /// The places of a question's values.
  mutating func fields(_ members: ObjectMembers<DeckKey.Question>) -> [SourceField] {
    var result = fieldBuffer
    fieldBuffer = []
    result.removeAll(keepingCapacity: true)
    for (number, key, value) in members.all {
      let name = DeckKey.Question(rawValue: number)
      append(name.map { .question($0) } ?? .unknown, key, value, to: &result)
      switch name {
      case .alternatives, .blocked, .tags, .directions:
        appendElements(name.map { .question($0) } ?? .unknown, of: value, key: key, to: &result)
      case .example: appendExample(value, key: key, to: &result)
      default: break
      }
    }
    defer { fieldBuffer = result }
    // A copy has no room to grow, which 100,000 questions would not use.
    return [SourceField](unsafeUninitializedCapacity: result.count) { buffer, count in
      count = buffer.initialize(fromContentsOf: result)
    }
  }

  /// The places of a group's values.
  func fields(_ members: ObjectMembers<DeckKey.Group>) -> [SourceField] {
    var result: [SourceField] = []
    for (number, key, value) in members.all {
      let name = DeckKey.Group(rawValue: number)
      append(name.map { .group($0) } ?? .unknown, key, value, to: &result)
      switch name {
      case .directions: appendElements(.group(.directions), of: value, key: key, to: &result)
      case .settings where document.type(of: value) == .object:
        var members = ObjectMembers<DeckKey.Settings>()
        members.find(in: value, of: document, keepingAll: true)
        for (number, key, value) in members.all {
          let name = DeckKey.Settings(rawValue: number)
          append(name.map { .settings($0) } ?? .unknown, key, value, to: &result)
        }
      default: break
      }
    }
    return result
  }

  /// What an object says of rules: their codes, each with a reason.
  mutating func silences(_ node: Int?) -> [Silence] {
    guard let node, document.type(of: node) != .null else { return [] }
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: "silence"), at: node, .valueIgnored)
      return []
    }
    var members: [(key: Int, value: Int)] = []
    document.forEachMember(of: node) { members.append(($0, $1)) }
    var result: [Silence] = []
    for (key, value) in members {
      guard document.type(of: value) == .string else {
        let name = "silence.\(document.string(key))"
        add(wrongType(value, [.string], key: name), at: value, .valueIgnored)
        continue
      }
      result.append(
        Silence(
          code: document.string(key), reason: document.string(value), codeSpan: span(of: key),
          reasonSpan: span(of: value)))
    }
    return result
  }

  private func append(
    _ key: SourceField.Key, _ keyNode: Int, _ value: Int, to fields: inout [SourceField]
  ) {
    if document.damaged.contains(value) || document.damaged.contains(keyNode) { return }
    fields.append(SourceField(key, span: span(of: value), keySpan: span(of: keyNode)))
  }

  /// Adds the elements that the list of the question has: texts that are not blank, and of
  /// directions each once.
  private func appendElements(
    _ key: SourceField.Key, of node: Int, key keyNode: Int, to fields: inout [SourceField]
  ) {
    let elements = document.type(of: node) == .array ? document.elements(of: node) : [node]
    var number = 0
    var seen: Set<String> = []
    let areDirections = key == .question(.directions) || key == .group(.directions)
    for element in elements where document.type(of: element) == .string {
      let text = document.string(element)
      if areDirections ? !seen.insert(text).inserted : Self.isBlank(text) { continue }
      fields.append(
        SourceField(key, element: number, span: span(of: element), keySpan: span(of: keyNode)))
      number += 1
    }
  }

  private func appendExample(_ node: Int, key keyNode: Int, to fields: inout [SourceField]) {
    guard document.type(of: node) == .object else {
      if document.type(of: node) == .string { append(.example(.text), keyNode, node, to: &fields) }
      return
    }
    for (number, key, value) in exampleMembers.all {
      let name = DeckKey.Example(rawValue: number)
      append(name.map { .example($0) } ?? .unknown, key, value, to: &fields)
    }
  }
}
