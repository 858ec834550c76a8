import RabbleQuestions
import RabbleText

/// Where the values of a deck stand in its file, and which of them no deck knows: what an edit
/// of the file keeps as it is.
struct DeckPlaces {
  private let tree: RawTree
  /// How the text was repaired, if it was: places are those of the file.
  private let repair: JSONRepair?
  /// Room for the fields of one question after the other.
  private var fieldBuffer: [SourceField] = []

  init(_ tree: RawTree, repair: JSONRepair?) {
    self.tree = tree
    self.repair = repair
  }

  /// The bytes of a value in the file.
  func span(of node: Int) -> SourceSpan {
    let (start, end) = (Int(tree.nodes[node].start), Int(tree.nodes[node].end))
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
    for (known, key, value) in members.all where !tree.nodes[key].key.isNote {
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
    for (known, key, value) in members.all where !tree.nodes[key].key.isNote {
      switch known {
      case .field(let field):
        result.append(self.field(.group(field), key, value))
        if case .directions = field.kind {
          appendElements(.group(field), of: value, key: key, isUnique: true, to: &result)
        }
      case .settings:
        result.append(field(.settings, key, value))
        guard tree.type(of: value) == .object else { continue }
        var members = ObjectMembers<SettingKey>()
        members.find(in: value, of: tree, keepingAll: true)
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

  private func field(_ key: SourceField.Key, _ keyNode: Int, _ value: Int, element: Int? = nil)
    -> SourceField
  {
    SourceField(
      key, element: element, span: span(of: value),
      keySpan: tree.isEmpty(keyNode) ? nil : span(of: keyNode))
  }

  /// Adds the elements that the list of the question has: texts that are not blank, or if it
  /// `isUnique`, each text once.
  private func appendElements(
    _ key: SourceField.Key, of node: Int, key keyNode: Int, isUnique: Bool = false,
    to fields: inout [SourceField]
  ) {
    if tree.isAbsent(node) { return }
    let elements = tree.type(of: node) == .array ? tree.elements(of: node) : [node]
    // A list on several lines is counted on.
    let isJoined = tree.form == .markdown && !isUnique
    var number = isJoined ? fields.count { $0.key == key && $0.element != nil } : 0
    var seen: Set<String> = []
    for element in elements where tree.type(of: element) == .string {
      let text = tree.string(element)
      if isUnique ? !seen.insert(text).inserted : text.isBlank || (isJoined && text.isTooLong) {
        continue
      }
      fields.append(field(key, keyNode, element, element: number))
      number += 1
    }
  }

  private func appendExample(
    _ node: Int, _ members: ObjectMembers<ExamplePart>, key keyNode: Int,
    to fields: inout [SourceField]
  ) {
    guard tree.type(of: node) == .object else {
      if tree.type(of: node) == .string, !tree.isAbsent(node) {
        fields.append(field(.example(.text), keyNode, node))
      }
      return
    }
    for (part, key, value) in members.all {
      fields.append(field(part.map { .example($0) } ?? .unknown, key, value))
    }
  }

  // MARK: - What no deck knows

  /// The comments on a question, and its members and those of its example that no deck knows.
  func extras(
    of question: Question, _ members: ObjectMembers<QuestionKey>,
    example: ObjectMembers<ExamplePart>, _ silences: [Silence]
  ) -> [DeckExtra] {
    var result = extras(members) { _ in question.example != nil }
    result += silence(members[.silence], silences)
    if let node = members[.field(.example)], tree.type(of: node) == .object {
      result += extras(example, owner: Question.Field.example.key) { _ in true }
    }
    return result
  }

  /// How many of the comments on a question stand above the lines of its node.
  func commentsAbove(_ node: Int, _ members: ObjectMembers<QuestionKey>) -> Int {
    guard members.hasUnknown else { return 0 }
    let start = tree.nodes[node].start
    return members.all.count {
      tree.nodes[$0.key].key == .comment && tree.nodes[$0.value].start < start
    }
  }

  /// The comments on a group and its heading, and its members and those of its settings and its score
  /// that no deck knows.
  func extras(of group: QuestionGroup, _ members: ObjectMembers<GroupKey>, _ silences: [Silence])
    -> [DeckExtra]
  {
    var result = extras(members, before: members[.questions]) {
      $0 == .settings || group.score != nil
    }
    result += silence(members[.silence], silences)
    for key in [GroupKey.settings, .score] {
      guard let node = members[key], tree.type(of: node) == .object else { continue }
      let known =
        key == .score ? ScoreKey.allCases.map(\.name) : SettingKey.allCases.map(\.name)
      result += tree.members(of: node)
        .filter { tree.nodes[$0.key].key == .named && !known.contains(tree.string($0.key)) }
        .map { DeckExtra(owner: key.name, key: tree.string($0.key), source: source(of: $0.value)) }
    }
    return result
  }

  /// The members that no deck knows, and the comments: those before the questions first, others last. One
  /// that stands beside the object it belongs to keeps its owner if that one `isThere`.
  private func extras<Key>(
    _ members: ObjectMembers<Key>, owner: String? = nil, before questions: Int? = nil,
    isThere: (Key) -> Bool
  ) -> [DeckExtra] {
    guard members.hasUnknown else { return [] }
    var headings: [DeckExtra] = []
    var (comments, closing): ([String], [String]) = ([], [])
    var others: [DeckExtra] = []
    for (known, key, value) in members.all where known == nil {
      switch tree.nodes[key].key {
      case .heading: headings.append(.heading(tree.string(value)))
      case .comment where questions.map { value > $0 } ?? false: closing.append(tree.string(value))
      case .comment: comments.append(tree.string(value))
      case let raw:
        let name = tree.string(key)
        let source = source(of: value)
        guard let beside = raw.owner.map({ Key.numbered[$0] }) else {
          others.append(DeckExtra(owner: owner, key: name, source: source))
          continue
        }
        others.append(
          isThere(beside)
            ? DeckExtra(owner: beside.name, key: name, source: source)
            : DeckExtra(key: beside.name + "." + name, source: source))
      }
    }
    return headings + DeckExtra.comments(comments) + others
      + DeckExtra.comments(closing, closing: true)
  }

  /// Silenced rules of which one has no code: their object is kept as it is.
  private func silence(_ node: Int?, _ silences: [Silence]) -> [DeckExtra] {
    guard let node, silences.contains(where: \.code.isEmpty) else { return [] }
    return [DeckExtra(key: QuestionKey.silence.name, source: source(of: node))]
  }

  private func source(of node: Int) -> String {
    String(decoding: tree.source(of: node), as: UTF8.self)
  }
}
