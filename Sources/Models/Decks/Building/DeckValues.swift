import RabbleQuestions
import RabbleText

/// Reads the values of a deck: a text, a list, a number, an example … under a key. One that is not
/// what its key asks for becomes a fault of the group or question that is being read.
struct DeckValues {
  /// A value that may be there, and the key it stands under.
  struct KeyedValue {
    let node: Int?
    let key: String

    init(_ node: Int?, _ key: String) {
      self.node = node
      self.key = key
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

  /// Where in the deck the values are that are read now.
  var location = FaultLocation(group: nil, groupNumber: 1)
  /// Whether the groups stand in an array, as the path of a value says.
  var isArrayOfGroups = false
  var faults: FaultList
  /// The members of the example that was read last.
  private(set) var exampleMembers = ObjectMembers<ExamplePart>()

  private let tree: RawTree
  private let places: DeckPlaces
  private let keepsSource: Bool

  /// Makes a reader that adds what it finds to `faults`.
  init(_ tree: RawTree, _ places: DeckPlaces, faults: FaultList, keepsSource: Bool) {
    self.tree = tree
    self.places = places
    self.faults = faults
    self.keepsSource = keepsSource
  }

  /// A text that must be there and not be blank, or else what it is `derived` as; `nil`, and a fault,
  /// if it is neither.
  mutating func requiredText(
    _ value: KeyedValue, of object: Int, isProse: Bool = false,
    _ consequence: DeckFault.Consequence, or derived: String? = nil
  ) -> String? {
    guard let node = value.node, derived == nil || !tree.isUntyped(node) || !tree.isEmpty(node)
    else {
      if let derived { return derived }
      addMissing(value.key, in: object, consequence)
      return nil
    }
    guard tree.type(of: node) == .string else {
      addWrongType(node, [.string], key: value.key, consequence)
      return nil
    }
    let text = tree.string(node)
    if !isProse, isTooLong(text, value.key, at: node, consequence) { return nil }
    guard text.isBlank else { return text }
    if tree.isUntyped(node) {
      // Without a value, there is no other place than that of the whole.
      let start = places.span(of: object).start
      faults.add(.emptyText(key: value.key), at: start, in: location, consequence)
    } else {
      add(.emptyText(key: value.key), at: node, consequence)
    }
    return nil
  }

  /// Whether a text is longer than ``Question/longestText``; names it if it is.
  private mutating func isTooLong(
    _ text: String, _ key: String, at node: Int, _ consequence: DeckFault.Consequence
  ) -> Bool {
    guard text.isTooLong else { return false }
    add(.longText(key: key, limit: Question.longestText), at: node, consequence)
    return true
  }

  /// A text that may be absent, `null` or blank; it may have any length where it `isProse`.
  mutating func optionalText(
    _ value: KeyedValue, isProse: Bool = false, _ consequence: DeckFault.Consequence
  ) -> MaybeValue<String> {
    guard let node = value.node, tree.type(of: node) != .null else { return .absent }
    guard tree.type(of: node) == .string else {
      addWrongType(node, [.string], key: value.key, consequence)
      return .unsound
    }
    let text = tree.string(node)
    if !isProse, isTooLong(text, value.key, at: node, consequence) { return .unsound }
    let isBlank = text.isBlank
    return MaybeValue(value: isBlank ? nil : text, isBlank: isBlank)
  }

  /// The texts of an array of strings, or of a single one; blank ones are passed over and named.
  /// `nil` if the value is neither.
  mutating func texts(_ value: KeyedValue) -> [String]? {
    guard let node = value.node, !tree.isAbsent(node) else { return [] }
    let isArray = tree.type(of: node) == .array
    guard isArray || tree.type(of: node) == .string else {
      addWrongType(node, [.array, .string], key: value.key, .questionSkipped)
      return nil
    }
    var result: [String] = []
    var isSound = true
    for (index, element) in (isArray ? tree.elements(of: node) : [node]).enumerated() {
      let key = isArray ? "\(value.key)[\(index)]" : value.key
      guard tree.type(of: element) == .string else {
        addWrongType(element, [.string], key: key, .questionSkipped)
        isSound = false
        continue
      }
      let text = tree.string(element)
      if isTooLong(text, key, at: element, .questionSkipped) {
        isSound = false
      } else if text.isBlank {
        add(.emptyText(key: key), at: element, .valueIgnored)
      } else {
        result.append(text)
      }
    }
    return isSound ? result : nil
  }

  /// The directions of an array of their names, or of a single one.
  mutating func directions(_ value: KeyedValue, _ consequence: DeckFault.Consequence)
    -> MaybeValue<[Direction]>
  {
    guard let node = value.node, !tree.isAbsent(node) else { return .absent }
    let isArray = tree.type(of: node) == .array
    guard isArray || tree.type(of: node) == .string else {
      addWrongType(node, [.array, .string], key: value.key, consequence)
      return .unsound
    }
    var result: [Direction] = []
    var isSound = true
    for element in isArray ? tree.elements(of: node) : [node] {
      guard tree.type(of: element) == .string else {
        addWrongType(element, [.string], key: value.key, consequence)
        isSound = false
        continue
      }
      let name = tree.string(element)
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
  mutating func sentence(_ value: KeyedValue)
    -> MaybeValue<(source: String, text: ClozeText)>
  {
    if let node = value.node, tree.isUnreadable(node) { return .unsound }
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
  func number(_ node: Int?) -> String? {
    guard let node, tree.type(of: node) == .number else { return nil }
    return String(decoding: tree.source(of: node), as: UTF8.self)
  }

  /// A whole number of a range.
  mutating func number(_ value: KeyedValue, in range: ClosedRange<Int>) -> MaybeValue<Int> {
    guard let node = value.node, !tree.isAbsent(node) else { return .absent }
    guard tree.type(of: node) == .number || tree.isUntyped(node) else {
      addWrongType(node, [.number], key: value.key, .questionSkipped)
      return .unsound
    }
    guard let number = tree.integer(node), range.contains(number) else {
      add(.malformedPitch, at: node, .questionSkipped)
      return .unsound
    }
    return MaybeValue(value: number)
  }

  /// An example: a text, or an object with one.
  mutating func example(_ value: KeyedValue) -> MaybeValue<Example> {
    guard let node = value.node, !tree.isAbsent(node) else { return .absent }
    guard tree.type(of: node) == .object else {
      guard tree.type(of: node) == .string else {
        addWrongType(node, [.string, .object], key: value.key, .questionSkipped)
        return .unsound
      }
      let text = tree.string(node)
      return MaybeValue(value: text.isBlank ? nil : Example(text: text))
    }
    exampleMembers.find(in: node, of: tree, keepingAll: keepsSource)
    let members = exampleMembers
    reportDuplicates(members, in: node)
    func part(_ part: ExamplePart) -> KeyedValue { KeyedValue(members[part], part.name) }
    // In Markdown a part has no name.
    let textKey = tree.form == .markdown ? value.key : ExamplePart.text.name
    let text = requiredText(
      KeyedValue(members[.text], textKey), of: node, isProse: true, .questionSkipped)
    let reading = optionalText(part(.reading), isProse: true, .questionSkipped)
    let meaning = optionalText(part(.meaning), isProse: true, .questionSkipped)
    guard let text, reading.isSound, meaning.isSound else { return .unsound }
    return MaybeValue(value: Example(text: text, reading: reading.value, meaning: meaning.value))
  }

  /// What objects say of rules: their codes, each with a reason.
  mutating func silences(_ nodes: [Int]) -> [Silence] {
    var result: [Silence] = []
    let key = QuestionKey.silence.name
    for node in nodes where tree.type(of: node) != .null {
      guard tree.type(of: node) == .object else {
        addWrongType(node, [.object], key: key, .valueIgnored)
        continue
      }
      for (code, reason) in tree.members(of: node) {
        guard tree.type(of: reason) == .string else {
          let name = "\(key).\(tree.string(code))"
          addWrongType(reason, [.string], key: name, .valueIgnored)
          continue
        }
        result.append(
          Silence(
            code: tree.string(code), reason: tree.string(reason), codeSpan: places.span(of: code),
            reasonSpan: places.span(of: reason)))
      }
    }
    return result
  }

  /// One of some names; an unknown one is passed over and named, and so is a number, `true` or `false`,
  /// which would not be a name in quotation marks either.
  mutating func setting(_ value: KeyedValue, among names: [String]) -> String? {
    if let node = value.node, [.boolean, .number].contains(tree.type(of: node)) {
      let text = String(decoding: tree.source(of: node), as: UTF8.self)
      add(.unknownValue(text, key: value.key, known: names), at: node, .valueIgnored)
      return nil
    }
    guard let text = optionalText(value, .valueIgnored).value, let node = value.node else {
      return nil
    }
    if names.contains(text) { return text }
    add(.unknownValue(text, key: value.key, known: names), at: node, .valueIgnored)
    return nil
  }

  /// A score; one that is not sound is passed over and named.
  mutating func score(_ node: Int?) -> Score? {
    guard let node, tree.type(of: node) != .null else { return nil }
    guard tree.type(of: node) == .object else {
      add(.malformedScore, at: node, .valueIgnored)
      return nil
    }
    var members = ObjectMembers<ScoreKey>()
    members.find(in: node, of: tree)
    func count(_ key: ScoreKey, or other: ScoreKey) -> (count: Int, fault: Int?) {
      var found = 0
      for key in [other, key] {
        guard let value = members[key], tree.type(of: value) != .null else { continue }
        guard let count = tree.integer(value), count >= 0 else { return (0, value) }
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

  // MARK: - Faults

  /// Names each key that an object has more than once, where it stands again.
  mutating func reportDuplicates(
    _ members: ObjectMembers<some DeckKeyword>, in object: Int
  ) {
    guard members.hasDuplicates else { return }
    let isMarkdown = tree.form == .markdown
    for (known, key, value) in members.duplicates(in: object, of: tree) {
      add(
        .duplicateKey(key: isMarkdown ? known.markdownName : known.name),
        at: isMarkdown ? value : key, .valueIgnored)
    }
  }

  /// Adds that an object lacks a key, with the one that looks like a misspelling of it.
  mutating func addMissing(
    _ name: String, in object: Int, _ consequence: DeckFault.Consequence
  ) {
    var similar: String?
    tree.forEachMember(of: object) { key, _ in
      guard similar == nil, tree.source(of: key).count <= name.utf8.count + 4 else { return }
      let text = tree.string(key)
      if EditDistance.between(text.lowercased(), name, atMost: 2) <= 2 { similar = text }
    }
    add(.missingKey(key: name, similar: similar), at: object, consequence)
  }

  /// Adds that a value under `key`, or the thing itself, has the wrong type.
  mutating func addWrongType(
    _ node: Int, _ expected: [JSONType], key: String?, _ consequence: DeckFault.Consequence
  ) {
    var path: [String] = isArrayOfGroups ? ["[\(location.groupNumber - 1)]"] : []
    if let question = location.question {
      path.append("\(GroupKey.questions.name)[\(question - 1)]")
    }
    if let key { path.append(key) }
    add(
      .wrongType(
        expected: expected, found: tree.type(of: node), key: path.joined(separator: ".")),
      at: node, consequence)
  }

  /// Adds the fault of a value in the current group or question.
  mutating func add(
    _ kind: DeckFault.Kind, at node: Int, _ consequence: DeckFault.Consequence
  ) {
    let span = places.span(of: node)
    faults.add(
      kind, at: span.start, to: span.end, in: consequence == .fileSkipped ? nil : location,
      consequence)
  }
}
