import RabbleQuestions
import RabbleText

/// Makes groups of a deck, leaving out what is not sound and naming it.
///
/// It has no list of keys of its own: the tables ``Question/Field`` and ``QuestionGroup/Field`` tell
/// what stands under a key.
struct DeckBuilder {
  private typealias KeyedValue = DeckValues.KeyedValue
  private typealias MaybeValue = DeckValues.MaybeValue

  private let tree: RawTree
  /// Whether the place of every value is kept in `sources`.
  private let keepsSource: Bool
  /// The bytes of merge conflicts: a question that is in one, or has one in it, is passed over.
  private let conflicts: [Range<Int>]
  /// The groups with their places.
  private(set) var sources: [GroupSource] = []

  private var values: DeckValues
  private var places: DeckPlaces
  /// The questions so far by what they are known by.
  private var seen: [QuestionID: Int] = [:]
  private var questionSources: [QuestionSource] = []
  private var groupMembers = ObjectMembers<GroupKey>()
  private var questionMembers = ObjectMembers<QuestionKey>()
  private var settingMembers = ObjectMembers<SettingKey>()

  private static let titleKey = Array(QuestionGroup.Field.title.key.utf8)
  private static let questionsKey = Array(GroupKey.questions.name.utf8)
  private static let promptKey = Array(Question.Field.prompt.key.utf8)

  /// Makes a decoder that adds what it finds to `faults`.
  init(
    _ tree: RawTree, faults: FaultList, keepsSource: Bool = false,
    repair: JSONRepair? = nil, besides conflicts: [Range<Int>] = []
  ) {
    self.tree = tree
    self.keepsSource = keepsSource
    self.conflicts = conflicts
    places = DeckPlaces(tree, repair: repair)
    values = DeckValues(tree, places, faults: faults, keepsSource: keepsSource)
  }

  /// What was found to be wrong.
  var faults: FaultList { values.faults }

  // MARK: - Groups

  /// The groups of the file: of an array of groups, or of a single one.
  mutating func groups() -> [QuestionGroup] {
    if tree.isUnreadable(0) { return [] }
    switch tree.type(of: 0) {
    case .object: return groups(in: [0], isArray: false)
    case .array: return groups(in: tree.elements(of: 0), isArray: true)
    case let found:
      values.add(
        .wrongType(expected: [.array, .object], found: found, key: ""), at: 0, .fileSkipped)
      return []
    }
  }

  private mutating func groups(in nodes: [Int], isArray: Bool) -> [QuestionGroup] {
    if nodes.isEmpty { values.add(.noGroups, at: 0, .fileSkipped) }
    let loose = nodes.filter { isLooseQuestion($0) }
    if let first = loose.first {
      let offset = places.span(of: first).start
      values.faults.add(
        .questionsOutsideGroup(count: loose.count), at: offset, in: nil,
        loose.count == nodes.count ? .fileSkipped : .groupSkipped)
    }
    values.isArrayOfGroups = isArray
    var result: [QuestionGroup] = []
    for (index, node) in nodes.enumerated() where !isLooseQuestion(node) {
      values.location = FaultLocation(group: nil, groupNumber: index + 1)
      if let group = group(node, index: result.count) { result.append(group) }
    }
    return result
  }

  /// Whether a question stands where a group must stand.
  private func isLooseQuestion(_ node: Int) -> Bool {
    guard tree.type(of: node) == .object else { return false }
    var hasPrompt = false
    var isGroup = false
    tree.forEachMember(of: node) { key, _ in
      guard tree.nodes[key].key == .named else {
        // Its reader knows what it is.
        isGroup = true
        return
      }
      hasPrompt = hasPrompt || tree.string(key, is: Self.promptKey)
      isGroup =
        isGroup || tree.string(key, is: Self.questionsKey)
        || tree.string(key, is: Self.titleKey)
    }
    return hasPrompt && !isGroup
  }

  private mutating func group(_ node: Int, index: Int) -> QuestionGroup? {
    guard tree.type(of: node) == .object else {
      values.addWrongType(node, [.object], key: nil, .groupSkipped)
      return nil
    }
    groupMembers.find(in: node, of: tree, keepingAll: keepsSource)
    let members = groupMembers
    if let title = members[.field(.title)], tree.type(of: title) == .string {
      let text = tree.string(title)
      if !text.isBlank, !text.isTooLong {
        values.location = FaultLocation(group: text, groupNumber: values.location.groupNumber)
      }
    }
    values.reportDuplicates(members, in: node)
    var group = QuestionGroup(title: "", questions: [])
    var isSound = true
    for field in QuestionGroup.Field.allCases where !field.isSetting {
      let value = KeyedValue(members[.field(field)], field.key)
      isSound = read(field, value, of: node, into: &group) && isSound
    }
    readSettings(members, into: &group)
    group.score = values.score(members[.score])
    let questions = questions(members[.questions], of: node)
    isSound = isSound && !questions.isEmpty
    let silences = values.silences(members.joined(.silence, in: node, of: tree))
    if keepsSource {
      sources.append(
        GroupSource(
          group: group, index: isSound ? index : nil, span: places.span(of: node),
          fields: places.fields(members), extras: places.extras(of: group, members, silences),
          silences: silences,
          questions: questionSources))
    }
    group.questions = questions
    return isSound ? group : nil
  }

  /// Reads a field of a group; whether the group can be studied with it.
  private mutating func read(
    _ field: QuestionGroup.Field, _ value: KeyedValue, of node: Int,
    into group: inout QuestionGroup
  ) -> Bool {
    switch field.kind {
    case .required(let path):
      let text = values.requiredText(value, of: node, .groupSkipped)
      group[keyPath: path] = text ?? ""
      return text != nil
    case .text(let path):
      // An edition may be written as a number.
      let number = field == .version ? values.number(value.node) : nil
      group[keyPath: path] =
        number ?? values.optionalText(value, isProse: field.isProse, .valueIgnored).value
    case .directions(let path):
      group[keyPath: path] = values.directions(value, .valueIgnored).value
    case .setting(let path, let names):
      group[keyPath: path] = values.setting(value, among: names)
    }
    return true
  }

  /// The settings of a group; what is not sound in them is passed over and named.
  private mutating func readSettings(
    _ members: ObjectMembers<GroupKey>, into group: inout QuestionGroup
  ) {
    for field in QuestionGroup.Field.settings {
      guard let node = members[.field(field)] else { continue }
      _ = read(field, KeyedValue(node, field.key), of: node, into: &group)
    }
    guard let node = members[.settings], tree.type(of: node) != .null else { return }
    guard tree.type(of: node) == .object else {
      values.addWrongType(node, [.object], key: GroupKey.settings.name, .valueIgnored)
      return
    }
    settingMembers.find(in: node, of: tree, keepingAll: keepsSource)
    let members = settingMembers
    values.reportDuplicates(members, in: node)
    for key in SettingKey.allCases {
      _ = read(key.field, KeyedValue(members[key], key.name), of: node, into: &group)
    }
  }

  private mutating func questions(_ node: Int?, of group: Int) -> [Question] {
    questionSources = []
    let key = GroupKey.questions.name
    guard let node else {
      values.addMissing(key, in: group, .groupSkipped)
      return []
    }
    if tree.isUnreadable(node) { return [] }
    guard tree.type(of: node) == .array else {
      values.addWrongType(node, [.array], key: key, .groupSkipped)
      return []
    }
    let nodes = tree.elements(of: node)
    if nodes.isEmpty { values.add(.noQuestions, at: node, .groupSkipped) }
    let groupLocation = values.location
    defer { values.location = groupLocation }
    var result: [Question] = []
    result.reserveCapacity(nodes.count)
    seen.reserveCapacity(seen.count + nodes.count)
    for (index, element) in nodes.enumerated() {
      values.location = FaultLocation(
        group: groupLocation.group, groupNumber: groupLocation.groupNumber, question: index + 1)
      if let question = question(element, index: result.count) { result.append(question) }
    }
    return result
  }

  // MARK: - Questions

  /// The question of a node, or `nil` if it is not sound.
  private mutating func question(_ node: Int, index: Int) -> Question? {
    if conflicts.touch(places.span(of: node).range) { return nil }
    guard tree.type(of: node) == .object else {
      values.addWrongType(node, [.object], key: nil, .questionSkipped)
      return nil
    }
    questionMembers.find(in: node, of: tree, keepingAll: keepsSource)
    let members = questionMembers
    values.reportDuplicates(members, in: node)
    var question = Question(prompt: "", answer: "")
    // The sentence comes first, since prompt and answer are derived from it where they are missing.
    let cloze = Question.Field.cloze
    let sentence = values.sentence(KeyedValue(members[.field(cloze)], cloze.key))
    var isSound = sentence.isSound && !members.hasUnreadable
    question.cloze = sentence.value?.source
    for field in Question.Field.allCases where field != .cloze {
      let node = (members[number: field.rawValue], node)
      switch Question.Field.kinds[field.rawValue] {
      case .required(let path):
        let text = values.requiredText(
          KeyedValue(node.0, field.key), of: node.1, .questionSkipped,
          or: Self.text(of: field, in: sentence))
        question[keyPath: path] = text ?? ""
        isSound = isSound && text != nil
      case let kind:
        guard let value = node.0 else { continue }
        let isRead: Bool
        if case .list(let path) = kind, members.hasJoined {
          let nodes = members.joined(.field(field), in: node.1, of: tree)
          isRead = read(field, path, nodes, into: &question)
        } else {
          isRead = read(field, kind, value, into: &question)
        }
        isSound = isSound && isRead
      }
    }
    let silences = values.silences(members.joined(.silence, in: node, of: tree))
    guard isSound || keepsSource else { return nil }
    isSound = isSound && isFirst(question, node: node, identifierNode: members[.field(.id)])
    if keepsSource {
      questionSources.append(
        QuestionSource(
          question: question, index: isSound ? index : nil, span: places.span(of: node),
          fields: places.fields(members, example: values.exampleMembers),
          extras: places.extras(
            of: question, members, example: values.exampleMembers, silences),
          silences: silences, commentsAbove: places.commentsAbove(node, members)))
    }
    return isSound ? question : nil
  }

  /// Reads a field that need not be there; whether the question can be studied with it.
  private mutating func read(
    _ field: Question.Field, _ kind: Question.Field.Kind, _ node: Int,
    into question: inout Question
  ) -> Bool {
    let value = KeyedValue(node, field.key)
    switch kind {
    case .required: return true
    case .text(let path):
      let text = values.optionalText(value, isProse: field.isProse, .questionSkipped)
      question[keyPath: path] = text.value
      guard field == .id, text.isBlank else { return text.isSound }
      values.add(.emptyText(key: field.key), at: node, .questionSkipped)
      return false
    case .list(let path): return read(field, path, [node], into: &question)
    case .number(let path, let range):
      let number = values.number(value, in: range)
      question[keyPath: path] = number.value
      return number.isSound
    case .choice(let path, let names):
      question[keyPath: path] = values.setting(value, among: names)
      return true
    case .directions(let path):
      let directions = values.directions(value, .questionSkipped)
      question[keyPath: path] = directions.value
      return directions.isSound
    case .example(let path):
      let example = values.example(value)
      question[keyPath: path] = example.value
      return example.isSound
    }
  }

  /// Reads a list, each part of it; whether the question can be studied with it.
  private mutating func read(
    _ field: Question.Field, _ path: Question.Field.Path<[String]>, _ nodes: [Int],
    into question: inout Question
  ) -> Bool {
    let key = tree.form == .markdown ? field.markdownNames[0] : field.key
    var isSound = true
    var texts: [String] = []
    for node in nodes {
      let found = values.texts(KeyedValue(node, key))
      isSound = isSound && found != nil
      texts += found ?? []
    }
    question[keyPath: path] = isSound ? texts : []
    return isSound
  }

  /// What the sentence with blanks says of the prompt or the answer; an unsound sentence is one fault,
  /// not three.
  private static func text(
    of field: Question.Field, in sentence: MaybeValue<(source: String, text: ClozeText)>
  ) -> String? {
    guard sentence.isSound else { return "" }
    return field == .prompt ? sentence.value?.text.opened : sentence.value?.text.filled
  }

  /// Whether no question of the file before has the identity of this one; names it if one has.
  private mutating func isFirst(_ question: Question, node: Int, identifierNode: Int?) -> Bool {
    let identity = QuestionID(of: question, inGroup: values.location.group ?? "")
    guard let first = seen.updateValue(node, forKey: identity) else { return true }
    seen[identity] = first
    let line = values.faults.line(of: places.span(of: first).start)
    if let id = question.id {
      values.add(
        .duplicateID(id: id, firstLine: line), at: identifierNode ?? node, .questionSkipped)
    } else {
      values.add(.duplicateQuestion(firstLine: line), at: node, .questionSkipped)
    }
    return false
  }
}
