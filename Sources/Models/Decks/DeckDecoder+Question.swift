import RabbleQuestions

extension DeckDecoder {
  static let questionNames = DeckKey.Question.allCases.map(\.name)

  /// The question of a node, or `nil` if it is not sound. `values` is room for its members.
  mutating func question(_ node: Int, values: inout [Int?]) -> Question? {
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: nil), at: node, .questionLeftOut)
      return nil
    }
    let hasDuplicates = fill(&values, from: node, names: Self.questionNames)
    if hasDuplicates { reportDuplicates(of: node, names: Self.questionNames) }
    func value(_ key: DeckKey.Question) -> KeyedValue {
      KeyedValue(values[key.rawValue], key.name.description)
    }
    let prompt = requiredText(value(.prompt), of: node, .questionLeftOut)
    let answer = requiredText(value(.answer), of: node, .questionLeftOut)
    let hint = optionalText(value(.hint), .questionLeftOut)
    let id = identifier(value(.id))
    let reading = optionalText(value(.reading), .questionLeftOut)
    let note = optionalText(value(.note), .questionLeftOut)
    let example = optionalText(value(.example), .questionLeftOut)
    let alternatives = texts(value(.alternatives))
    let blocked = texts(value(.blocked))
    let tags = texts(value(.tags))
    let areSound =
      hint.isSound && id.isSound && reading.isSound && note.isSound && example.isSound
    guard let prompt, let answer, areSound, let alternatives, let blocked, let tags else {
      return nil
    }
    let question = Question(
      id: id.value,
      prompt: prompt,
      hint: hint.value,
      answer: answer,
      reading: reading.value,
      alternatives: alternatives,
      blocked: blocked,
      note: note.value,
      example: example.value,
      tags: tags
    )
    return isFirst(question, node: node, identifierNode: values[DeckKey.Question.id.rawValue])
      ? question : nil
  }

  /// Whether no question of the file before has the identity of this one; names it if one has.
  private mutating func isFirst(_ question: Question, node: Int, identifierNode: Int?) -> Bool {
    let identity = QuestionID(of: question, inGroup: place.group ?? "")
    guard let first = seen.updateValue(node, forKey: identity) else { return true }
    seen[identity] = first
    let line = faults.line(of: start(of: first))
    if let id = question.id {
      add(.duplicateID(id: id, firstLine: line), at: identifierNode ?? node, .questionLeftOut)
    } else {
      add(.duplicateQuestion(firstLine: line), at: node, .questionLeftOut)
    }
    return false
  }

  /// The author's id: absent, or a text that is not blank.
  private mutating func identifier(_ value: KeyedValue) -> OptionalText {
    let result = optionalText(value, .questionLeftOut)
    guard result.isBlank, let node = value.node else { return result }
    add(.emptyText(key: value.key), at: node, .questionLeftOut)
    return OptionalText(value: nil, isSound: false, isBlank: true)
  }

  /// The texts of an array of strings, or of a single one; blank ones are passed over and named.
  /// `nil` if the value is neither.
  private mutating func texts(_ value: KeyedValue) -> [String]? {
    guard let node = value.node, document.type(of: node) != .null else { return [] }
    let isArray = document.type(of: node) == .array
    guard isArray || document.type(of: node) == .string else {
      add(wrongType(node, [.array, .string], key: value.key), at: node, .questionLeftOut)
      return nil
    }
    var result: [String] = []
    var isSound = true
    for (index, element) in (isArray ? document.elements(of: node) : [node]).enumerated() {
      let key = isArray ? "\(value.key)[\(index)]" : value.key
      guard document.type(of: element) == .string else {
        add(wrongType(element, [.string], key: key), at: element, .questionLeftOut)
        isSound = false
        continue
      }
      let text = document.string(element)
      if Self.isBlank(text) {
        add(.emptyText(key: key), at: element, .valueIgnored)
      } else {
        result.append(text)
      }
    }
    return isSound ? result : nil
  }
}
