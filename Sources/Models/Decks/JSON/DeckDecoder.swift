import RabbleQuestions
import RabbleText

/// Makes groups of a deck's JSON, leaving out what is not sound and naming it.
struct DeckDecoder {
  let document: JSONDocument
  /// Whether the place of every value is kept in `sources`.
  let keepsSource: Bool
  /// The groups with their places.
  var sources: [GroupSource] = []
  var questionSources: [QuestionSource] = []
  /// Room for the fields of one question after the other.
  var fieldBuffer: [SourceField] = []
  var faults: FaultList
  var seen: [QuestionID: Int] = [:]
  var place = DeckPlace(group: nil, groupNumber: 1)
  var isArrayOfGroups = false
  private var groupMembers = ObjectMembers<DeckKey.Group>()
  var questionMembers = ObjectMembers<DeckKey.Question>()
  var exampleMembers = ObjectMembers<DeckKey.Example>()

  /// Makes a decoder that adds what it finds to `faults`.
  init(_ document: JSONDocument, faults: FaultList, keepsSource: Bool = false) {
    self.document = document
    self.keepsSource = keepsSource
    self.faults = faults
  }

  /// The groups of the file: of an array of groups, or of a single one.
  mutating func groups() -> [QuestionGroup] {
    switch document.type(of: 0) {
    case .object: return groups(in: [0], isArray: false)
    case .array: return groups(in: document.elements(of: 0), isArray: true)
    case let found:
      add(.wrongType(expected: [.array, .object], found: found, key: ""), at: 0, .fileLeftOut)
      return []
    }
  }

  private mutating func groups(in nodes: [Int], isArray: Bool) -> [QuestionGroup] {
    if nodes.isEmpty { add(.noGroups, at: 0, .fileLeftOut) }
    let loose = nodes.filter { isLooseQuestion($0) }
    if let first = loose.first {
      faults.add(
        .questionsOutsideGroup(count: loose.count),
        at: start(of: first),
        in: nil,
        loose.count == nodes.count ? .fileLeftOut : .groupLeftOut
      )
    }
    isArrayOfGroups = isArray
    var result: [QuestionGroup] = []
    for (index, node) in nodes.enumerated() where !isLooseQuestion(node) {
      place = DeckPlace(group: nil, groupNumber: index + 1)
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
      hasPrompt = hasPrompt || document.string(key, is: Self.prompt)
      isGroup =
        isGroup || document.string(key, is: Self.questions)
        || document.string(key, is: Self.title)
    }
    return hasPrompt && !isGroup
  }

  private mutating func group(_ node: Int, index: Int) -> QuestionGroup? {
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: nil), at: node, .groupLeftOut)
      return nil
    }
    groupMembers.find(in: node, of: document, keepingAll: keepsSource)
    let members = groupMembers
    if let titleNode = members[.title], document.type(of: titleNode) == .string {
      let text = document.string(titleNode)
      if !Self.isBlank(text) {
        place = DeckPlace(group: text, groupNumber: place.groupNumber)
      }
    }
    reportDuplicates(members, in: node)
    let title = requiredText(.init(members, .title), of: node, .groupLeftOut)
    func text(_ key: DeckKey.Group) -> String? {
      optionalText(.init(members, key), .valueIgnored).value
    }
    let description = text(.description)
    let language = text(.language)
    let author = text(.author)
    let licence = text(.licence)
    let version = number(members[.version]) ?? text(.version)
    let directions = directions(.init(members, .directions), .valueIgnored)
    let settings = settings(members[.settings])
    let score = score(members[.score])
    let questions = questions(members[.questions], of: node)
    let isSound = title != nil && !questions.isEmpty
    func group(_ questions: [Question]) -> QuestionGroup {
      QuestionGroup(
        title: title ?? "", description: description, language: language, author: author,
        licence: licence, version: version, directions: directions.value, settings: settings,
        questions: questions, score: score)
    }
    let silences = silences(members[.silence])
    if keepsSource {
      sources.append(
        GroupSource(
          group([]), index: isSound ? index : nil, span: span(of: node), fields: fields(members),
          silences: silences, questions: questionSources,
          isDamaged: document.damaged.contains(node)))
    }
    return isSound ? group(questions) : nil
  }

  private mutating func questions(_ node: Int?, of group: Int) -> [Question] {
    questionSources = []
    guard let node else {
      let similar = similarKey("questions", in: group)
      add(.missingKey(key: "questions", similar: similar), at: group, .groupLeftOut)
      return []
    }
    guard document.type(of: node) == .array else {
      add(wrongType(node, [.array], key: "questions"), at: node, .groupLeftOut)
      return []
    }
    let nodes = document.elements(of: node)
    if nodes.isEmpty { add(.noQuestions, at: node, .groupLeftOut) }
    let groupPlace = place
    defer { place = groupPlace }
    var result: [Question] = []
    result.reserveCapacity(nodes.count)
    seen.reserveCapacity(seen.count + nodes.count)
    for (index, element) in nodes.enumerated() {
      place = DeckPlace(
        group: groupPlace.group,
        groupNumber: groupPlace.groupNumber,
        question: index + 1
      )
      if let question = question(element, index: result.count) { result.append(question) }
    }
    return result
  }

  private mutating func score(_ node: Int?) -> Score? {
    guard let node, document.type(of: node) != .null else { return nil }
    guard document.type(of: node) == .object else {
      add(.malformedScore, at: node, .valueIgnored)
      return nil
    }
    var members = ObjectMembers<DeckKey.Score>()
    members.find(in: node, of: document)
    var counts = [0, 0]
    for key in DeckKey.Score.allCases.reversed() {
      guard let value = members[key], document.type(of: value) != .null else { continue }
      guard let count = document.integer(value), count >= 0 else {
        add(.malformedScore, at: value, .valueIgnored)
        return nil
      }
      counts[key.rawValue % 2] = count
    }
    return Score(correct: counts[0], incorrect: counts[1])
  }

  private static let prompt = Array(DeckKey.Question.prompt.name.utf8)
  private static let questions = Array(DeckKey.Group.questions.name.utf8)
  private static let title = Array(DeckKey.Group.title.name.utf8)
}

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

/// What a deck says of how a question is asked and drawn.
extension DeckDecoder {
  /// The directions of an array of their names, or of a single one.
  mutating func directions(_ value: KeyedValue, _ consequence: DeckFault.Consequence)
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
        addUnknownValue(
          name, key: value.key, known: Direction.named.compactMap(\.name), at: element, consequence)
        isSound = false
        continue
      }
      if !result.contains(direction) { result.append(direction) }
    }
    guard isSound else { return .unsound }
    if result.isEmpty { add(.emptyText(key: value.key), at: node, .valueIgnored) }
    return MaybeValue(value: result.isEmpty ? nil : result)
  }

  /// The settings of a group; what is not sound in them is passed over and named.
  mutating func settings(_ node: Int?) -> GroupSettings {
    guard let node, document.type(of: node) != .null else { return GroupSettings() }
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: "settings"), at: node, .valueIgnored)
      return GroupSettings()
    }
    var members = ObjectMembers<DeckKey.Settings>()
    members.find(in: node, of: document)
    reportDuplicates(members, in: node)
    return GroupSettings(
      accents: setting(.init(members, .accents)), furigana: setting(.init(members, .furigana)))
  }

  private mutating func setting<Setting>(_ value: KeyedValue) -> Setting?
  where Setting: RawRepresentable<String> & CaseIterable {
    guard let text = optionalText(value, .valueIgnored).value, let node = value.node else {
      return nil
    }
    if let setting = Setting(rawValue: text) { return setting }
    addUnknownValue(
      text, key: value.key, known: Setting.allCases.map(\.rawValue), at: node, .valueIgnored)
    return nil
  }

  private mutating func addUnknownValue(
    _ value: String, key: String, known: [String], at node: Int,
    _ consequence: DeckFault.Consequence
  ) {
    add(.unknownValue(value, key: key, known: known), at: node, consequence)
  }

  /// The sentence of a cloze, as it stands and as it is read.
  mutating func sentence(_ value: KeyedValue) -> MaybeValue<(source: String, text: ClozeText)> {
    let found = optionalText(value, .questionLeftOut)
    guard let source = found.value, let node = value.node else {
      return found.isSound ? .absent : .unsound
    }
    do throws(ClozeError) {
      return MaybeValue(value: (source, try ClozeText(source)))
    } catch {
      add(.cloze(error), at: node, .questionLeftOut)
      return .unsound
    }
  }

  /// A number as it is written, such as an edition's `1.0`; `nil` for anything else.
  func number(_ node: Int?) -> String? {
    guard let node, document.type(of: node) == .number else { return nil }
    return String(decoding: document.source(of: node), as: UTF8.self)
  }

  /// The mora a pitch falls after: a whole number, 0 or more.
  mutating func pitch(_ node: Int?) -> MaybeValue<Int> {
    guard let node, document.type(of: node) != .null else { return .absent }
    guard document.type(of: node) == .number else {
      add(wrongType(node, [.number], key: "pitch"), at: node, .questionLeftOut)
      return .unsound
    }
    guard let pitch = document.integer(node), (0...99).contains(pitch) else {
      add(.malformedPitch, at: node, .questionLeftOut)
      return .unsound
    }
    return MaybeValue(value: pitch)
  }

  /// An example: a text, or an object with one.
  mutating func example(_ node: Int?) -> MaybeValue<Example> {
    guard let node, document.type(of: node) != .null else { return .absent }
    guard document.type(of: node) == .object else {
      guard document.type(of: node) == .string else {
        add(wrongType(node, [.string, .object], key: "example"), at: node, .questionLeftOut)
        return .unsound
      }
      let text = document.string(node)
      return MaybeValue(value: Self.isBlank(text) ? nil : Example(text: text))
    }
    exampleMembers.find(in: node, of: document, keepingAll: keepsSource)
    let members = exampleMembers
    reportDuplicates(members, in: node)
    let text = requiredText(.init(members, .text), of: node, .questionLeftOut)
    let reading = optionalText(.init(members, .reading), .questionLeftOut)
    let meaning = optionalText(.init(members, .meaning), .questionLeftOut)
    guard let text, reading.isSound, meaning.isSound else { return .unsound }
    return MaybeValue(value: Example(text: text, reading: reading.value, meaning: meaning.value))
  }
}

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
