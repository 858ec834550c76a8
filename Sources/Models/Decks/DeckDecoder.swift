import RabbleQuestions

/// Makes groups of a deck's JSON, leaving out what is not sound and naming it.
struct DeckDecoder {
  let document: JSONDocument
  var faults: FaultList
  var seen: [QuestionID: Int] = [:]
  var place = DeckPlace(group: nil, groupNumber: 1)
  var isArrayOfGroups = false

  /// Makes a decoder that adds what it finds to `faults`.
  init(_ document: JSONDocument, faults: FaultList) {
    self.document = document
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
    if nodes.isEmpty { faults.add(.noGroups, at: start(of: 0), in: nil, .fileLeftOut) }
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
      if let group = group(node) { result.append(group) }
    }
    return result
  }

  /// Whether a question stands where a group must stand.
  private func isLooseQuestion(_ node: Int) -> Bool {
    guard document.type(of: node) == .object else { return false }
    var hasPrompt = false
    var isGroup = false
    document.forEachMember(of: node) { key, _ in
      hasPrompt = hasPrompt || document.string(key, is: "prompt")
      isGroup =
        isGroup || document.string(key, is: "questions") || document.string(key, is: "title")
    }
    return hasPrompt && !isGroup
  }

  private mutating func group(_ node: Int) -> QuestionGroup? {
    guard document.type(of: node) == .object else {
      add(wrongType(node, [.object], key: nil), at: node, .groupLeftOut)
      return nil
    }
    var values = [Int?](repeating: nil, count: DeckKey.Group.allCases.count)
    let hasDuplicates = fill(&values, from: node, names: Self.groupNames)
    let titleNode = values[DeckKey.Group.title.rawValue]
    if let titleNode, document.type(of: titleNode) == .string {
      let text = document.string(titleNode)
      if !Self.isBlank(text) {
        place = DeckPlace(group: text, groupNumber: place.groupNumber)
      }
    }
    if hasDuplicates { reportDuplicates(of: node, names: Self.groupNames) }
    let title = requiredText(.init(titleNode, "title"), of: node, .groupLeftOut)
    let description = optionalText(
      .init(values[DeckKey.Group.description.rawValue], "description"),
      .valueIgnored
    )
    let language = optionalText(
      .init(values[DeckKey.Group.language.rawValue], "language"),
      .valueIgnored
    )
    let score = score(values[DeckKey.Group.score.rawValue])
    let questions = questions(values[DeckKey.Group.questions.rawValue], of: node)
    guard let title, !questions.isEmpty else { return nil }
    return QuestionGroup(
      title: title,
      description: description.value,
      language: language.value,
      questions: questions,
      score: score
    )
  }

  private mutating func questions(_ node: Int?, of group: Int) -> [Question] {
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
    var values = [Int?](repeating: nil, count: DeckKey.Question.allCases.count)
    for (index, element) in nodes.enumerated() {
      place = DeckPlace(
        group: groupPlace.group,
        groupNumber: groupPlace.groupNumber,
        question: index + 1
      )
      if let question = question(element, values: &values) { result.append(question) }
    }
    return result
  }

  private mutating func score(_ node: Int?) -> Score? {
    guard let node, document.type(of: node) != .null else { return nil }
    guard document.type(of: node) == .object else {
      add(.malformedScore, at: node, .valueIgnored)
      return nil
    }
    var values = [Int?](repeating: nil, count: DeckKey.Score.allCases.count)
    fill(&values, from: node, names: DeckKey.Score.allCases.map(\.name))
    var counts = [0, 0]
    for (index, value) in values.enumerated().reversed() {
      guard let value, document.type(of: value) != .null else { continue }
      guard let count = document.integer(value), count >= 0 else {
        add(.malformedScore, at: value, .valueIgnored)
        return nil
      }
      counts[index % 2] = count
    }
    return Score(correct: counts[0], incorrect: counts[1])
  }

  static let groupNames = DeckKey.Group.allCases.map(\.name)
}
