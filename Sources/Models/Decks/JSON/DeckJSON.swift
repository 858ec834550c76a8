import RabbleQuestions
import RabbleText

/// Writes decks as JSON: the keys in one order, two spaces a level, short arrays on one line, and
/// escapes only where JSON demands them.
///
///     DeckJSON.text(of: [group])   // "[⏎  {⏎    "title": "Numbers",⏎ …
public enum DeckJSON {
  /// The key under which a file names its schema; it stands first.
  private static let schemaKey = "$schema"
  /// The keys of a group that decks know, in the order in which they are written; others follow in
  /// their own.
  public static let groupKeys = GroupKey.allCases.map(\.name)
  /// The keys of a question that decks know, in the order in which they are written; others follow
  /// in their own.
  public static let questionKeys = QuestionKey.allCases.map(\.name)

  /// A whole file of groups.
  public static func text(of groups: [QuestionGroup]) -> String {
    text(of: groups.map { DeckGroup($0) })
  }

  /// A whole file of groups, with all that is said of them.
  public static func text(of groups: [DeckGroup]) -> String {
    JSONWriter.text(.array(groups.map { value(of: $0) }, isSpread: true)) + "\n"
  }

  // MARK: - Values

  /// A group with its questions.
  static func value(of group: DeckGroup) -> JSONValue {
    let schema = group.extras.filter { $0.owner == nil && $0.key == schemaKey }
    var members = self.members(schema)
    for key in GroupKey.allCases {
      switch key {
      case .field(let field): members += member(field, of: group.header)
      case .settings:
        let settings =
          QuestionGroup.Field.settings.flatMap { member($0, of: group.header) }
          + self.members(group.extras.filter { $0.owner == key.name })
        if !settings.isEmpty { members.append(.init(key.name, .object(settings))) }
      case .silence: members += silence(group.silenced)
      case .questions:
        members.append(
          .init(key.name, .array(group.entries.map { value(of: $0) }, isSpread: true)))
      case .score:
        guard let score = group.header.score else { continue }
        let counts: [JSONValue.Member] = [
          .init(ScoreKey.correct.name, .source("\(score.correct)")),
          .init(ScoreKey.incorrect.name, .source("\(score.incorrect)")),
        ]
        let further = self.members(group.extras.filter { $0.owner == key.name })
        members.append(.init(key.name, .object(counts + further)))
      }
    }
    members += self.members(group.extras.filter { $0.owner == nil && !schema.contains($0) })
    return .object(members, isSpread: true)
  }

  private static func member(_ field: QuestionGroup.Field, of group: QuestionGroup)
    -> [JSONValue.Member]
  {
    switch field.kind {
    case .required(let path): [.init(field.key, .text(group[keyPath: path]))]
    case .text(let path), .setting(let path, _):
      group[keyPath: path].map { [.init(field.key, .text($0))] } ?? []
    case .directions(let path): list(field.key, group[keyPath: path]?.compactMap(\.name) ?? [])
    }
  }

  /// A question with all that is said of it.
  static func value(of entry: DeckEntry) -> JSONValue {
    let question = entry.question
    let sentence = ClozeText.sound(question.cloze)
    var members: [JSONValue.Member] = []
    for field in Question.Field.allCases {
      let texts = question.written(field, sentence: sentence)
      guard let text = texts.first else { continue }
      switch field.kind {
      case .required, .text, .choice: members.append(.init(field.key, .text(text)))
      case .number: members.append(.init(field.key, .source(text)))
      case .list, .directions: members += list(field.key, texts)
      case .example(let path):
        guard let example = question[keyPath: path] else { continue }
        let further = entry.extras.filter { $0.owner == field.key }
        members.append(.init(field.key, value(of: example, further)))
      }
    }
    members += silence(entry.silenced) + self.members(entry.extras.filter { $0.owner == nil })
    return .object(members, isSpread: true)
  }

  private static func value(of example: Example, _ further: [DeckExtra]) -> JSONValue {
    if example.reading == nil, example.meaning == nil, further.isEmpty {
      return .text(example.text)
    }
    let members = ExamplePart.allCases.compactMap { part in
      example.text(of: part).map { JSONValue.Member(part.name, .text($0)) }
    }
    return .object(members + self.members(further))
  }

  private static func list(_ key: String, _ texts: [String]) -> [JSONValue.Member] {
    texts.isEmpty ? [] : [.init(key, .array(texts.map { .text($0) }))]
  }

  private static func silence(_ rules: [SilencedRule]) -> [JSONValue.Member] {
    if rules.isEmpty { return [] }
    let members = rules.map { JSONValue.Member($0.code, .text($0.reason)) }
    return [.init(QuestionKey.silence.name, .object(members))]
  }

  private static func members(_ extras: [DeckExtra]) -> [JSONValue.Member] {
    extras.map { .init($0.key, .source($0.source)) }
  }
}

// MARK: - Files in canonical form

extension DeckJSON {
  /// A deck's JSON in canonical form. It has the same values: the known keys in one order, others
  /// after them as they stand, nothing added and nothing left out, whatever is wrong with the deck.
  /// `newIDs` are for the questions that begin at these bytes.
  ///
  /// - Throws: a ``DeckFault`` when the bytes are not JSON.
  static func formatted(
    _ bytes: [UInt8], path: String, newIDs: [Int: String] = [:]
  ) throws(DeckFault) -> String {
    let result: Result<String, DeckFault> = bytes.withUnsafeBufferPointer { buffer in
      let start = buffer.textStart
      var faults = FaultList(path: path, bytes: buffer, start: start, limit: 1)
      do throws(JSONParser.Failure) {
        if let (offset, kind) = DeckLoader.encodingFault(buffer) {
          throw JSONParser.Failure(offset: offset, kind: kind)
        }
        let document = try JSONParser.document(
          buffer, start: start, depthLimit: DeckLoader().depthLimit)
        return .success(
          JSONWriter.text(value(of: 0, as: .file, in: document, newIDs)) + "\n")
      } catch {
        faults.add(error.kind, at: error.offset, in: nil, .fileSkipped)
        return .failure(faults.all[0])
      }
    }
    return try result.get()
  }

  /// The object of a question in canonical form in which the values that differ between two versions of it
  /// are the new ones, and all others stay as they stand, faults included; `nil` if none differs.
  static func question(
    at node: Int, in document: RawTree, from old: DeckEntry, to new: DeckEntry
  ) -> JSONValue? {
    func members(_ entry: DeckEntry) -> [JSONValue.Member] {
      if case .object(let members, _) = value(of: entry) { members } else { [] }
    }
    let (was, becomes) = (members(old), members(new))
    guard case .object(var result, _) = value(of: node, as: .question, in: document, [:]) else {
      return nil
    }
    var isChanged = false
    for (rank, key) in questionKeys.enumerated() {
      let oldValue = was.first { $0.key == key }?.value
      let newValue = becomes.first { $0.key == key }?.value
      let texts = [oldValue, newValue].map { $0.map { JSONWriter.text($0) } ?? "" }
      if texts[0].isSame(as: texts[1]) { continue }
      isChanged = true
      guard let newValue else {
        result.removeAll { $0.key == key }
        continue
      }
      // Of a key that stands twice the last one counts.
      if let index = result.lastIndex(where: { $0.key == key }) {
        result[index] = .init(key, newValue)
      } else {
        let before = questionKeys.prefix(rank)
        let index = result.lastIndex { before.contains($0.key) }.map { $0 + 1 } ?? 0
        result.insert(.init(key, newValue), at: index)
      }
    }
    for extra in new.extras
    where extra.owner == nil && !result.contains(where: { $0.key == extra.key }) {
      result.append(.init(extra.key, .source(extra.source)))
      isChanged = true
    }
    return isChanged ? .object(result, isSpread: true) : nil
  }

  /// What a value is in a deck, which tells the order of its keys and how it is laid out.
  private enum Part {
    case file, group, questions, question, example, settings, score, other

    /// The keys of an object, in the order in which they are written.
    var keys: [String] {
      switch self {
      case .file, .group: [schemaKey] + groupKeys
      case .question: questionKeys
      case .example: ExamplePart.allCases.map(\.name)
      case .settings: SettingKey.allCases.map(\.name)
      case .score: ScoreKey.allCases.map(\.name)
      case .questions, .other: []
      }
    }

    func member(_ key: String) -> Part {
      switch (self, key) {
      case (.file, GroupKey.questions.name), (.group, GroupKey.questions.name): .questions
      case (.file, GroupKey.settings.name), (.group, GroupKey.settings.name): .settings
      case (.file, GroupKey.score.name), (.group, GroupKey.score.name): .score
      case (.question, Question.Field.example.key): .example
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
    of node: Int, as part: Part, in document: RawTree, _ newIDs: [Int: String]
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

  private static func source(of node: Int, in document: RawTree) -> JSONValue {
    .source(String(decoding: document.source(of: node), as: UTF8.self))
  }
}
