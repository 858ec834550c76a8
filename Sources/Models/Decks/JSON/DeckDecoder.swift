import RabbleQuestions
import RabbleText

/// Makes groups of a deck's JSON, leaving out what is not sound and naming it.
///
/// It has no list of keys of its own: the tables ``Question/Field`` and ``QuestionGroup/Field`` tell
/// what stands under a key.
struct DeckDecoder {
  private let document: JSONDocument
  /// Whether the place of every value is kept in `sources`.
  private let keepsSource: Bool
  /// How the text was repaired, if it was: places are those of the file.
  private let repair: JSONRepair?
  /// The groups with their places.
  private(set) var sources: [GroupSource] = []
  private(set) var faults: FaultList

  private var location = FaultLocation(group: nil, groupNumber: 1)
  private var isArrayOfGroups = false
  /// The questions so far by what they are known by.
  private var seen: [QuestionID: Int] = [:]
  private var questionSources: [QuestionSource] = []
  /// Room for the fields of one question after the other.
  private var fieldBuffer: [SourceField] = []
  private var groupMembers = ObjectMembers<GroupKey>()
  private var questionMembers = ObjectMembers<QuestionKey>()
  private var exampleMembers = ObjectMembers<ExamplePart>()
  private var settingMembers = ObjectMembers<SettingKey>()

  private static let titleKey = Array(QuestionGroup.Field.title.key.utf8)
  private static let questionsKey = Array(GroupKey.questions.name.utf8)
  private static let promptKey = Array(Question.Field.prompt.key.utf8)
  private static let kinds = Question.Field.allCases.map(\.kind)

  /// Makes a decoder that adds what it finds to `faults`.
  init(
    _ document: JSONDocument, faults: FaultList, keepsSource: Bool = false,
    repair: JSONRepair? = nil
  ) {
    self.document = document
    self.faults = faults
    self.keepsSource = keepsSource
    self.repair = repair
  }

  // MARK: - Groups

  /// The groups of the file: of an array of groups, or of a single one.
  mutating func groups() -> [QuestionGroup] {
    switch document.type(of: 0) {
    case .object: return groups(in: [0], isArray: false)
    case .array: return groups(in: document.elements(of: 0), isArray: true)
    case let found:
      add(.wrongType(expected: [.array, .object], found: found, key: ""), at: 0, .fileSkipped)
      return []
    }
  }

  private mutating func groups(in nodes: [Int], isArray: Bool) -> [QuestionGroup] {
    if nodes.isEmpty { add(.noGroups, at: 0, .fileSkipped) }
    let loose = nodes.filter { isLooseQuestion($0) }
    if let first = loose.first {
      let offset = span(of: first).start
      faults.add(
        .questionsOutsideGroup(count: loose.count), at: offset, in: nil,
        loose.count == nodes.count ? .fileSkipped : .groupSkipped)
    }
    isArrayOfGroups = isArray
    var result: [QuestionGroup] = []
    for (index, node) in nodes.enumerated() where !isLooseQuestion(node) {
      location = FaultLocation(group: nil, groupNumber: index + 1)
      if let group = group(node, index: result.count) { result.append(group) }
    }
    return result
  }

  /// Whether a question stands where a group must stand.
  private func isLooseQuestion(_ node: Int) -> Bool {
    guard document.type(of: node) == .object else { return false }
    var hasPrompt = false
    var isGroup = false
    document.forEachMember(of: node) { key, _ in
      hasPrompt = hasPrompt || document.string(key, is: Self.promptKey)
      isGroup =
        isGroup || document.string(key, is: Self.questionsKey)
        || document.string(key, is: Self.titleKey)
    }
    return hasPrompt && !isGroup
  }

  private mutating func group(_ node: Int, index: Int) -> QuestionGroup? {
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: nil), at: node, .groupSkipped)
      return nil
    }
    groupMembers.find(in: node, of: document, keepingAll: keepsSource)
    let members = groupMembers
    if let title = members[.field(.title)], document.type(of: title) == .string {
      let text = document.string(title)
      if !text.isBlank {
        location = FaultLocation(group: text, groupNumber: location.groupNumber)
      }
    }
    reportDuplicates(members, in: node)
    var group = QuestionGroup(title: "", questions: [])
    var isSound = true
    for field in QuestionGroup.Field.allCases where !field.isSetting {
      let value = KeyedValue(members[.field(field)], field.key)
      isSound = read(field, value, of: node, into: &group) && isSound
    }
    readSettings(members[.settings], into: &group)
    group.score = score(members[.score])
    let questions = questions(members[.questions], of: node)
    isSound = isSound && !questions.isEmpty
    let silences = silences(members[.silence])
    if keepsSource {
      sources.append(
        GroupSource(
          group: group, index: isSound ? index : nil, span: span(of: node),
          fields: fields(members), extras: extras(members, silences), silences: silences,
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
      let text = requiredText(value, of: node, .groupSkipped)
      group[keyPath: path] = text ?? ""
      return text != nil
    case .text(let path):
      // An edition may be written as a number.
      let number = field == .version ? number(value.node) : nil
      group[keyPath: path] = number ?? optionalText(value, .valueIgnored).value
    case .directions(let path):
      group[keyPath: path] = directions(value, .valueIgnored).value
    case .setting(let path, let names):
      group[keyPath: path] = setting(value, among: names)
    }
    return true
  }

  /// The settings of a group; what is not sound in them is passed over and named.
  private mutating func readSettings(_ node: Int?, into group: inout QuestionGroup) {
    guard let node, document.type(of: node) != .null else { return }
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: GroupKey.settings.name), at: node, .valueIgnored)
      return
    }
    settingMembers.find(in: node, of: document, keepingAll: keepsSource)
    let members = settingMembers
    reportDuplicates(members, in: node)
    for key in SettingKey.allCases {
      _ = read(key.field, KeyedValue(members[key], key.name), of: node, into: &group)
    }
  }

  /// One of some names; an unknown one is passed over and named.
  private mutating func setting(_ value: KeyedValue, among names: [String]) -> String? {
    guard let text = optionalText(value, .valueIgnored).value, let node = value.node else {
      return nil
    }
    if names.contains(text) { return text }
    add(.unknownValue(text, key: value.key, known: names), at: node, .valueIgnored)
    return nil
  }

  private mutating func score(_ node: Int?) -> Score? {
    guard let node, document.type(of: node) != .null else { return nil }
    guard document.type(of: node) == .object else {
      add(.malformedScore, at: node, .valueIgnored)
      return nil
    }
    var members = ObjectMembers<ScoreKey>()
    members.find(in: node, of: document)
    func count(_ key: ScoreKey, or other: ScoreKey) -> (count: Int, fault: Int?) {
      var found = 0
      for key in [other, key] {
        guard let value = members[key], document.type(of: value) != .null else { continue }
        guard let count = document.integer(value), count >= 0 else { return (0, value) }
        found = count
      }
      return (found, nil)
    }
    let correct = count(.correct, or: .correctCount)
    let incorrect = count(.incorrect, or: .incorrectCount)
    if let fault = incorrect.fault ?? correct.fault {
      add(.malformedScore, at: fault, .valueIgnored)
      return nil
    }
    return Score(correct: correct.count, incorrect: incorrect.count)
  }

  private mutating func questions(_ node: Int?, of group: Int) -> [Question] {
    questionSources = []
    let key = GroupKey.questions.name
    guard let node else {
      add(.missingKey(key: key, similar: similarKey(key, in: group)), at: group, .groupSkipped)
      return []
    }
    guard document.type(of: node) == .array else {
      add(wrongType(node, [.array], key: key), at: node, .groupSkipped)
      return []
    }
    let nodes = document.elements(of: node)
    if nodes.isEmpty { add(.noQuestions, at: node, .groupSkipped) }
    let groupLocation = location
    defer { location = groupLocation }
    var result: [Question] = []
    result.reserveCapacity(nodes.count)
    seen.reserveCapacity(seen.count + nodes.count)
    for (index, element) in nodes.enumerated() {
      location = FaultLocation(
        group: groupLocation.group, groupNumber: groupLocation.groupNumber, question: index + 1)
      if let question = question(element, index: result.count) { result.append(question) }
    }
    return result
  }

  // MARK: - Questions

  /// The question of a node, or `nil` if it is not sound.
  private mutating func question(_ node: Int, index: Int) -> Question? {
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: nil), at: node, .questionSkipped)
      return nil
    }
    questionMembers.find(in: node, of: document, keepingAll: keepsSource)
    let members = questionMembers
    reportDuplicates(members, in: node)
    var question = Question(prompt: "", answer: "")
    // The sentence comes first, since prompt and answer are derived from it where they are missing.
    let cloze = Question.Field.cloze
    let sentence = sentence(KeyedValue(members[.field(cloze)], cloze.key))
    var isSound = sentence.isSound
    question.cloze = sentence.value?.source
    for field in Question.Field.allCases where field != .cloze {
      let node = (members[number: field.rawValue], node)
      switch Self.kinds[field.rawValue] {
      case .required(let path):
        let text = requiredText(
          KeyedValue(node.0, field.key), of: node.1, .questionSkipped,
          or: Self.text(of: field, in: sentence))
        question[keyPath: path] = text ?? ""
        isSound = isSound && text != nil
      case let kind:
        guard let value = node.0 else { continue }
        isSound = read(field, kind, value, into: &question) && isSound
      }
    }
    let silences = silences(members[.silence])
    guard isSound || keepsSource else { return nil }
    isSound = isSound && isFirst(question, node: node, identifierNode: members[.field(.id)])
    if keepsSource {
      questionSources.append(
        QuestionSource(
          question: question, index: isSound ? index : nil, span: span(of: node),
          fields: fields(members), extras: extras(members, silences), silences: silences))
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
      let text = optionalText(value, .questionSkipped)
      question[keyPath: path] = text.value
      guard field == .id, text.isBlank else { return text.isSound }
      add(.emptyText(key: field.key), at: node, .questionSkipped)
      return false
    case .list(let path):
      guard let texts = texts(value) else { return false }
      question[keyPath: path] = texts
      return true
    case .number(let path, let range):
      let number = number(value, in: range)
      question[keyPath: path] = number.value
      return number.isSound
    case .choice(let path, let names):
      question[keyPath: path] = setting(value, among: names)
      return true
    case .directions(let path):
      let directions = directions(value, .questionSkipped)
      question[keyPath: path] = directions.value
      return directions.isSound
    case .example(let path):
      let example = example(value)
      question[keyPath: path] = example.value
      return example.isSound
    }
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
    let identity = QuestionID(of: question, inGroup: location.group ?? "")
    guard let first = seen.updateValue(node, forKey: identity) else { return true }
    seen[identity] = first
    let line = faults.line(of: span(of: first).start)
    if let id = question.id {
      add(.duplicateID(id: id, firstLine: line), at: identifierNode ?? node, .questionSkipped)
    } else {
      add(.duplicateQuestion(firstLine: line), at: node, .questionSkipped)
    }
    return false
  }

  // MARK: - Values

  /// A value that may be there, and the key it stands under.
  private struct KeyedValue {
    let node: Int?
    let key: String

    init(_ node: Int?, _ key: String) {
      self.node = node
      self.key = key
    }
  }

  /// A value that need not be there.
  private struct MaybeValue<Value> {
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
  private mutating func requiredText(
    _ value: KeyedValue, of object: Int, _ consequence: DeckFault.Consequence,
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
    guard text.isBlank else { return text }
    add(.emptyText(key: value.key), at: node, consequence)
    return nil
  }

  /// A text that may be absent, `null` or blank.
  private mutating func optionalText(
    _ value: KeyedValue, _ consequence: DeckFault.Consequence
  ) -> MaybeValue<String> {
    guard let node = value.node, document.type(of: node) != .null else { return .absent }
    guard document.type(of: node) == .string else {
      add(wrongType(node, [.string], key: value.key), at: node, consequence)
      return .unsound
    }
    let text = document.string(node)
    let isBlank = text.isBlank
    return MaybeValue(value: isBlank ? nil : text, isBlank: isBlank)
  }

  /// The texts of an array of strings, or of a single one; blank ones are passed over and named.
  /// `nil` if the value is neither.
  private mutating func texts(_ value: KeyedValue) -> [String]? {
    guard let node = value.node, document.type(of: node) != .null else { return [] }
    let isArray = document.type(of: node) == .array
    guard isArray || document.type(of: node) == .string else {
      add(wrongType(node, [.array, .string], key: value.key), at: node, .questionSkipped)
      return nil
    }
    var result: [String] = []
    var isSound = true
    for (index, element) in (isArray ? document.elements(of: node) : [node]).enumerated() {
      let key = isArray ? "\(value.key)[\(index)]" : value.key
      guard document.type(of: element) == .string else {
        add(wrongType(element, [.string], key: key), at: element, .questionSkipped)
        isSound = false
        continue
      }
      let text = document.string(element)
      if text.isBlank {
        add(.emptyText(key: key), at: element, .valueIgnored)
      } else {
        result.append(text)
      }
    }
    return isSound ? result : nil
  }

  /// The directions of an array of their names, or of a single one.
  private mutating func directions(_ value: KeyedValue, _ consequence: DeckFault.Consequence)
    -> MaybeValue<[Direction]>
  {
    guard let node = value.node, document.type(of: node) != .null else { return .absent }
    let isArray = document.type(of: node) == .array
    guard isArray || document.type(of: node) == .string else {
      add(wrongType(node, [.array, .string], key: value.key), at: node, consequence)
      return .unsound
    }
    var result: [Direction] = []
    var isSound = true
    for element in isArray ? document.elements(of: node) : [node] {
      guard document.type(of: element) == .string else {
        add(wrongType(element, [.string], key: value.key), at: element, consequence)
        isSound = false
        continue
      }
      let name = document.string(element)
      guard let direction = Direction(name: name) else {
        let known = Direction.named.compactMap(\.name)
        add(.unknownValue(name, key: value.key, known: known), at: element, consequence)
        isSound = false
        continue
      }
      if !result.contains(direction) { result.append(direction) }
    }
    guard isSound else { return .unsound }
    if result.isEmpty { add(.emptyText(key: value.key), at: node, .valueIgnored) }
    return MaybeValue(value: result.isEmpty ? nil : result)
  }

  /// The sentence of a cloze, as it stands and as it is read.
  private mutating func sentence(_ value: KeyedValue)
    -> MaybeValue<(source: String, text: ClozeText)>
  {
    let found = optionalText(value, .questionSkipped)
    guard let source = found.value, let node = value.node else {
      return found.isSound ? .absent : .unsound
    }
    do throws(ClozeError) {
      return MaybeValue(value: (source, try ClozeText(source)))
    } catch {
      add(.cloze(error), at: node, .questionSkipped)
      return .unsound
    }
  }

  /// A number as it is written, such as an edition's `1.0`; `nil` for anything else.
  private func number(_ node: Int?) -> String? {
    guard let node, document.type(of: node) == .number else { return nil }
    return String(decoding: document.source(of: node), as: UTF8.self)
  }

  /// A whole number of a range.
  private mutating func number(_ value: KeyedValue, in range: ClosedRange<Int>) -> MaybeValue<Int> {
    guard let node = value.node, document.type(of: node) != .null else { return .absent }
    guard document.type(of: node) == .number else {
      add(wrongType(node, [.number], key: value.key), at: node, .questionSkipped)
      return .unsound
    }
    guard let number = document.integer(node), range.contains(number) else {
      add(.malformedPitch, at: node, .questionSkipped)
      return .unsound
    }
    return MaybeValue(value: number)
  }

  /// An example: a text, or an object with one.
  private mutating func example(_ value: KeyedValue) -> MaybeValue<Example> {
    guard let node = value.node, document.type(of: node) != .null else { return .absent }
    guard document.type(of: node) == .object else {
      guard document.type(of: node) == .string else {
        add(wrongType(node, [.string, .object], key: value.key), at: node, .questionSkipped)
        return .unsound
      }
      let text = document.string(node)
      return MaybeValue(value: text.isBlank ? nil : Example(text: text))
    }
    exampleMembers.find(in: node, of: document, keepingAll: keepsSource)
    let members = exampleMembers
    reportDuplicates(members, in: node)
    func part(_ part: ExamplePart) -> KeyedValue { KeyedValue(members[part], part.name) }
    let text = requiredText(part(.text), of: node, .questionSkipped)
    let reading = optionalText(part(.reading), .questionSkipped)
    let meaning = optionalText(part(.meaning), .questionSkipped)
    guard let text, reading.isSound, meaning.isSound else { return .unsound }
    return MaybeValue(value: Example(text: text, reading: reading.value, meaning: meaning.value))
  }

  /// What an object says of rules: their codes, each with a reason.
  private mutating func silences(_ node: Int?) -> [Silence] {
    guard let node, document.type(of: node) != .null else { return [] }
    let key = QuestionKey.silence.name
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: key), at: node, .valueIgnored)
      return []
    }
    var result: [Silence] = []
    for (code, reason) in document.members(of: node) {
      guard document.type(of: reason) == .string else {
        let name = "\(key).\(document.string(code))"
        add(wrongType(reason, [.string], key: name), at: reason, .valueIgnored)
        continue
      }
      result.append(
        Silence(
          code: document.string(code), reason: document.string(reason), codeSpan: span(of: code),
          reasonSpan: span(of: reason)))
    }
    return result
  }

  // MARK: - Faults

  /// Names each key that an object has more than once, where it stands again.
  private mutating func reportDuplicates(
    _ members: ObjectMembers<some DeckKeyword>, in object: Int
  ) {
    guard members.hasDuplicates else { return }
    for duplicate in members.duplicates(in: object, of: document) {
      add(.duplicateKey(key: duplicate.key), at: duplicate.node, .valueIgnored)
    }
  }

  /// A key of an object that looks like a misspelling of `name`.
  private func similarKey(_ name: String, in object: Int) -> String? {
    var result: String?
    document.forEachMember(of: object) { key, _ in
      guard result == nil, document.source(of: key).count <= name.utf8.count + 4 else { return }
      let text = document.string(key)
      if EditDistance.between(text.lowercased(), name) <= 2 { result = text }
    }
    return result
  }

  /// The fault of a value of the wrong type under `key`, or of the thing itself.
  private func wrongType(_ node: Int, _ expected: [JSONType], key: String?) -> DeckFault.Kind {
    var path: [String] = isArrayOfGroups ? ["[\(location.groupNumber - 1)]"] : []
    if let question = location.question {
      path.append("\(GroupKey.questions.name)[\(question - 1)]")
    }
    if let key { path.append(key) }
    return .wrongType(
      expected: expected, found: document.type(of: node), key: path.joined(separator: "."))
  }

  /// Adds the fault of a value in the current group or question.
  private mutating func add(
    _ kind: DeckFault.Kind, at node: Int, _ consequence: DeckFault.Consequence
  ) {
    let span = span(of: node)
    faults.add(
      kind, at: span.start, to: span.end, in: consequence == .fileSkipped ? nil : location,
      consequence)
  }

  // MARK: - Places

  /// The bytes of a value in the file.
  private func span(of node: Int) -> SourceSpan {
    let (start, end) = (Int(document.nodes[node].start), Int(document.nodes[node].end))
    guard let repair else { return SourceSpan(start, end) }
    return SourceSpan(repair.start(start), repair.end(end))
  }

  /// The places of a question's values.
  private mutating func fields(_ members: ObjectMembers<QuestionKey>) -> [SourceField] {
    var result = fieldBuffer
    fieldBuffer = []
    result.removeAll(keepingCapacity: true)
    for (known, key, value) in members.all {
      switch known {
      case .field(let field):
        result.append(self.field(.question(field), key, value))
        switch Self.kinds[field.rawValue] {
        case .list: appendElements(.question(field), of: value, key: key, to: &result)
        case .directions:
          appendElements(.question(field), of: value, key: key, isUnique: true, to: &result)
        case .example: appendExample(value, key: key, to: &result)
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
  private func fields(_ members: ObjectMembers<GroupKey>) -> [SourceField] {
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

  private func appendExample(_ node: Int, key keyNode: Int, to fields: inout [SourceField]) {
    guard document.type(of: node) == .object else {
      if document.type(of: node) == .string { fields.append(field(.example(.text), keyNode, node)) }
      return
    }
    for (part, key, value) in exampleMembers.all {
      fields.append(field(part.map { .example($0) } ?? .unknown, key, value))
    }
  }

  // MARK: - What no deck knows

  private func extras(_ members: ObjectMembers<QuestionKey>, _ silences: [Silence]) -> [DeckExtra] {
    var result = extras(members.all.map { ($0.known == nil, $0.key, $0.value) }, owner: nil)
    result += silence(members[.silence], silences)
    if let example = members[.field(.example)], document.type(of: example) == .object {
      result += extras(
        exampleMembers.all.map { ($0.known == nil, $0.key, $0.value) },
        owner: Question.Field.example.key)
    }
    return result
  }

  private func extras(_ members: ObjectMembers<GroupKey>, _ silences: [Silence]) -> [DeckExtra] {
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
