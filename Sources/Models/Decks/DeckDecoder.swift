import RabbleQuestions

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
