import RabbleQuestions
import RabbleText

/// Where the values of a deck's JSON stand in its file, and which of them no deck knows: what an edit
/// of the file keeps as it is.
struct DeckPlaces {
  private let document: JSONDocument
  /// How the text was repaired, if it was: places are those of the file.
  private let repair: JSONRepair?
  /// Room for the fields of one question after the other.
  private var fieldBuffer: [SourceField] = []

  init(_ document: JSONDocument, repair: JSONRepair?) {
    self.document = document
    self.repair = repair
  }

  /// The bytes of a value in the file.
  func span(of node: Int) -> SourceSpan {
    let (start, end) = (Int(document.nodes[node].start), Int(document.nodes[node].end))
    guard let repair else { return SourceSpan(start, end) }
    return SourceSpan(repair.start(start), repair.end(end))
  }

  /// The places of a question's values.
  mutating func fields(
    _ members: ObjectMembers<QuestionKey>, example: ObjectMembers<ExamplePart>
  ) -> [SourceField] {
    var result = fieldBuffer
    fieldBuffer = []
    result.removeAll(keepingCapacity: true)
    for (known, key, value) in members.all {
      switch known {
      case .field(let field):
        result.append(self.field(.question(field), key, value))
        switch Question.Field.kinds[field.rawValue] {
        case .list: appendElements(.question(field), of: value, key: key, to: &result)
        case .directions:
          appendElements(.question(field), of: value, key: key, isUnique: true, to: &result)
        case .example: appendExample(value, example, key: key, to: &result)
        case .required, .text, .number, .choice: break
        }
      case .silence: result.append(field(.silence, key, value))
      case nil: result.append(field(.unknown, key, value))
      }
    }
    defer { fieldBuffer = result }
    // A copy has no room to grow, which 100,000 questions would not use.
    return [SourceField](unsafeUninitializedCapacity: result.count) { buffer, count in
      count = buffer.initialize(fromContentsOf: result)
    }
  }

  /// The places of a group's values.
  func fields(_ members: ObjectMembers<GroupKey>) -> [SourceField] {
    var result: [SourceField] = []
    for (known, key, value) in members.all {
      switch known {
      case .field(let field):
        result.append(self.field(.group(field), key, value))
        if case .directions = field.kind {
          appendElements(.group(field), of: value, key: key, isUnique: true, to: &result)
        }
      case .settings:
        result.append(field(.settings, key, value))
        guard document.type(of: value) == .object else { continue }
        var members = ObjectMembers<SettingKey>()
        members.find(in: value, of: document, keepingAll: true)
        for (known, key, value) in members.all {
          result.append(field(known.map { .group($0.field) } ?? .unknown, key, value))
        }
      case .silence: result.append(field(.silence, key, value))
      case .questions: result.append(field(.questions, key, value))
      case .score: result.append(field(.score, key, value))
      case nil: result.append(field(.unknown, key, value))
      }
    }
    return result
  }

  private func field(_ key: SourceField.Key, _ keyNode: Int, _ value: Int) -> SourceField {
    SourceField(key, span: span(of: value), keySpan: span(of: keyNode))
  }

  /// Adds the elements that the list of the question has: texts that are not blank, or if it
  /// `isUnique`, each text once.
  private func appendElements(
    _ key: SourceField.Key, of node: Int, key keyNode: Int, isUnique: Bool = false,
    to fields: inout [SourceField]
  ) {
    let elements = document.type(of: node) == .array ? document.elements(of: node) : [node]
    var number = 0
    var seen: Set<String> = []
    for element in elements where document.type(of: element) == .string {
      let text = document.string(element)
      if isUnique ? !seen.insert(text).inserted : text.isBlank { continue }
      fields.append(
        SourceField(key, element: number, span: span(of: element), keySpan: span(of: keyNode)))
      number += 1
    }
  }

  private func appendExample(
    _ node: Int, _ members: ObjectMembers<ExamplePart>, key keyNode: Int,
    to fields: inout [SourceField]
  ) {
    guard document.type(of: node) == .object else {
      if document.type(of: node) == .string { fields.append(field(.example(.text), keyNode, node)) }
      return
    }
    for (part, key, value) in members.all {
      fields.append(field(part.map { .example($0) } ?? .unknown, key, value))
    }
  }

  // MARK: - What no deck knows

  /// The members of a question, and of its example, that no deck knows.
  func extras(
    _ members: ObjectMembers<QuestionKey>, example: ObjectMembers<ExamplePart>,
    _ silences: [Silence]
  ) -> [DeckExtra] {
    var result = extras(members.all.map { ($0.known == nil, $0.key, $0.value) }, owner: nil)
    result += silence(members[.silence], silences)
    if let node = members[.field(.example)], document.type(of: node) == .object {
      result += extras(
        example.all.map { ($0.known == nil, $0.key, $0.value) },
        owner: Question.Field.example.key)
    }
    return result
  }

  /// The members of a group, its settings and its score that no deck knows.
  func extras(_ members: ObjectMembers<GroupKey>, _ silences: [Silence]) -> [DeckExtra] {
    var result = extras(members.all.map { ($0.known == nil, $0.key, $0.value) }, owner: nil)
    result += silence(members[.silence], silences)
    for key in [GroupKey.settings, .score] {
      guard let node = members[key], document.type(of: node) == .object else { continue }
      let known =
        key == .score ? ScoreKey.allCases.map(\.name) : SettingKey.allCases.map(\.name)
      result += extras(
        document.members(of: node).map {
          (!known.contains(document.string($0.key)), $0.key, $0.value)
        },
        owner: key.name)
    }
    return result
  }

  private func extras(_ members: [(isUnknown: Bool, key: Int, value: Int)], owner: String?)
    -> [DeckExtra]
  {
    members.filter(\.isUnknown).map {
      DeckExtra(owner: owner, key: document.string($0.key), source: source(of: $0.value))
    }
  }

  /// Silenced rules of which one has no code: their object is kept as it is.
  private func silence(_ node: Int?, _ silences: [Silence]) -> [DeckExtra] {
    guard let node, silences.contains(where: \.code.isEmpty) else { return [] }
    return [DeckExtra(key: QuestionKey.silence.name, source: source(of: node))]
  }

  private func source(of node: Int) -> String {
    String(decoding: document.source(of: node), as: UTF8.self)
  }
}
