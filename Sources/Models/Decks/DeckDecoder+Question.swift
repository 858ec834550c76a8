import RabbleQuestions

extension DeckDecoder {
  /// The question of a node, or `nil` if it is not sound.
  mutating func question(_ node: Int, index: Int) -> Question? {
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: nil), at: node, .questionLeftOut)
      return nil
    }
    questionMembers.find(in: node, of: document, keepingAll: keepsSource)
    let members = questionMembers
    reportDuplicates(members, in: node)
    let sentence = sentence(.init(members, .cloze))
    // An unsound sentence is one fault, not three.
    let opened = sentence.isSound ? sentence.value?.text.opened : ""
    let filled = sentence.isSound ? sentence.value?.text.filled : ""
    let prompt = requiredText(
      .init(members, .prompt), of: node, .questionLeftOut, or: opened)
    let answer = requiredText(
      .init(members, .answer), of: node, .questionLeftOut, or: filled)
    var isSound = sentence.isSound
    func text(_ key: DeckKey.Question) -> String? {
      let found = optionalText(.init(members, key), .questionLeftOut)
      isSound = isSound && found.isSound
      return found.value
    }
    func list(_ key: DeckKey.Question) -> [String] {
      let found = texts(.init(members, key))
      isSound = isSound && found != nil
      return found ?? []
    }
    let hint = text(.hint)
    let id = identifier(.init(members, .id))
    let reading = text(.reading)
    let furigana = text(.furigana)
    let alternatives = list(.alternatives)
    let blocked = list(.blocked)
    let partOfSpeech = text(.partOfSpeech)
    let pitch = pitch(members[.pitch])
    let example = example(members[.example])
    let note = text(.note)
    let tags = list(.tags)
    let directions = directions(.init(members, .directions), .questionLeftOut)
    let source = text(.source)
    let silences = silences(members[.silence])
    isSound =
      isSound && prompt != nil && answer != nil && id.isSound && pitch.isSound && example.isSound
      && directions.isSound
    guard isSound || keepsSource else { return nil }
    let question = Question(
      id: id.value, prompt: prompt ?? "", hint: hint, answer: answer ?? "", reading: reading,
      furigana: furigana, alternatives: alternatives, blocked: blocked,
      partOfSpeech: partOfSpeech, pitch: pitch.value, example: example.value, note: note,
      tags: tags, directions: directions.value, cloze: sentence.value?.source, source: source)
    isSound = isSound && isFirst(question, node: node, identifierNode: members[.id])
    if keepsSource {
      questionSources.append(
        QuestionSource(
          question, index: isSound ? index : nil, span: span(of: node), fields: fields(members),
          silences: silences, isDamaged: document.damaged.contains(node)))
    }
    return isSound ? question : nil
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
  private mutating func identifier(_ value: KeyedValue) -> MaybeValue<String> {
    let result = optionalText(value, .questionLeftOut)
    guard result.isBlank, let node = value.node else { return result }
    add(.emptyText(key: value.key), at: node, .questionLeftOut)
    return .unsound
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
