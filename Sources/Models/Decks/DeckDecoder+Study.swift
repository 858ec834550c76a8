import RabbleQuestions

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
