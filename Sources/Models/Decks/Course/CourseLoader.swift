import RabbleText

/// Reads course files. Whatever is in a file, it neither throws nor traps: faults tell.
///
///     let file = CourseLoader(titles: groups.map(\.title)).load(path: "Decks/Japanese/course.json")
public struct CourseLoader: Sendable {
  /// The file name of a course: no deck is called so.
  static let fileName = "course.json"

  /// The number of bytes a course may have.
  private static let sizeLimit = 1 << 20
  /// A course needs 4 levels.
  private static let depthLimit = 64

  private let titles: Set<String>

  /// Makes a loader.
  ///
  /// - Parameter titles: the titles of all groups in the decks beside the course.
  public init(titles: some Sequence<String>) {
    self.titles = Set(titles)
  }

  /// Reads the course file at `path`. Only an ordinary file of at most a mebibyte is opened.
  public func load(path: String) -> CourseFile {
    switch FileBytes.read(path: path, sizeLimit: Self.sizeLimit) {
    case .success(let bytes): return parse(bytes, path: path)
    case .failure(let error):
      let fault = DeckFault(path: path, kind: .file(error), consequence: .fileSkipped)
      return CourseFile(path: path, course: nil, faults: [fault])
    }
  }

  /// Reads a course from the bytes of a file; `path` is what its faults name.
  ///
  /// A step whose group no deck has is named and skipped, as are a group it builds on that does not
  /// come before it, and a known group of a starting point that no deck has. Text that is not JSON makes the whole file unusable.
  public func parse(_ bytes: [UInt8], path: String) -> CourseFile {
    bytes.withUnsafeBufferPointer { buffer in
      let (course, faults) = read(buffer, path: path)
      return CourseFile(path: path, course: course, faults: faults.map(\.fault))
    }
  }

  /// Reads the course file at `path` for those who check it: its faults with the bytes they are about,
  /// and no groups.
  public func loadSource(path: String) -> DeckSource {
    var bytes: [UInt8] = []
    let faults: [SourceFault]
    switch FileBytes.read(path: path, sizeLimit: Self.sizeLimit) {
    case .success(let read):
      bytes = read
      faults = bytes.withUnsafeBufferPointer { self.read($0, path: path).faults }
    case .failure(let error):
      let fault = DeckFault(path: path, kind: .file(error), consequence: .fileSkipped)
      faults = [SourceFault(fault, span: SourceSpan(0, 0))]
    }
    let file = DeckFile(path: path, groups: [], faults: faults.map(\.fault))
    return DeckSource(file: file, bytes: bytes, form: .json, groups: [], faults: faults)
  }

  /// The bytes of a course in which a group has another title; as they are where the course does not name
  /// the group, or is no JSON.
  public static func renaming(_ old: String, to new: String, in bytes: [UInt8]) -> [UInt8] {
    let edits = bytes.withUnsafeBufferPointer { buffer -> [TextEdit] in
      guard DeckLoader.encodingFault(buffer) == nil,
        let document = try? JSONParser.document(
          buffer, start: buffer.textStart, depthLimit: depthLimit),
        document.type(of: 0) == .object
      else { return [] }
      var edits: [TextEdit] = []
      func rename(_ node: Int) {
        guard document.type(of: node) == .string, document.string(node, is: Array(old.utf8)) else {
          return
        }
        let value = document.nodes[node]
        edits.append(TextEdit(Int(value.start)..<Int(value.end), JSONWriter.string(new)))
      }
      func values(_ key: some DeckKeyword, of object: Int) -> [Int] {
        document.members(of: object).filter { document.string($0.key, is: Array(key.name.utf8)) }
          .map(\.value)
      }
      func elements(_ key: some DeckKeyword, of object: Int) -> [Int] {
        values(key, of: object).filter { document.type(of: $0) == .array }
          .flatMap { document.elements(of: $0) }
      }
      func objects(_ key: CourseKey) -> [Int] {
        elements(key, of: 0).filter { document.type(of: $0) == .object }
      }
      for step in objects(.steps) {
        (values(StepKey.group, of: step) + elements(StepKey.after, of: step)).forEach(rename)
      }
      for point in objects(.startingPoints) {
        elements(StartingPointKey.known, of: point).forEach(rename)
      }
      return edits
    }
    // They are different strings of one text, so they don't overlap.
    return (try? TextEdit.apply(edits, to: bytes)) ?? bytes
  }

  private func read(_ buffer: UnsafeBufferPointer<UInt8>, path: String) -> (
    course: Course?, faults: [SourceFault]
  ) {
    let start = buffer.textStart
    var faults = FaultList(path: path, bytes: buffer, start: start, limit: 100)
    if let (offset, kind) = DeckLoader.encodingFault(buffer) {
      faults.add(kind, at: offset, to: offset + 1, in: nil, .fileSkipped)
      return (nil, faults.sourceFaults)
    }
    do throws(JSONParser.Failure) {
      let document = try JSONParser.document(buffer, start: start, depthLimit: Self.depthLimit)
      var decoder = CourseDecoder(document, titles: titles, faults: faults)
      let course = decoder.course()
      return (course, decoder.faults.sourceFaults)
    } catch {
      faults.add(error.kind, at: error.offset, in: nil, .fileSkipped)
      return (nil, faults.sourceFaults)
    }
  }
}

/// Makes a course of its JSON, leaving out what is not sound and naming it.
private struct CourseDecoder {
  private let document: RawTree
  private let titles: Set<String>
  private(set) var faults: FaultList
  /// The groups of the steps so far, each with its line.
  private var lines: [String: Int] = [:]

  init(_ document: RawTree, titles: Set<String>, faults: FaultList) {
    self.document = document
    self.titles = titles
    self.faults = faults
  }

  mutating func course() -> Course? {
    guard document.type(of: 0) == .object else {
      if document.type(of: 0) == .array {
        add(.course(.isDeck), at: 0, .fileSkipped)
      } else {
        add(wrongType([.object], of: 0, ""), at: 0, .fileSkipped)
      }
      return nil
    }
    var members = ObjectMembers<CourseKey>()
    members.find(in: 0, of: document)
    reportDuplicates(members, in: 0)
    let title = text(members[.title], "title", of: 0, .fileSkipped)
    let description = optionalText(members[.description], "description")
    let language = optionalText(members[.language], "language")
    let newPerGroup = newPerGroup(members[.newPerGroup])
    let startingPoints = startingPoints(members[.startingPoints])
    guard let list = members[.steps] else {
      var isDeck = false
      document.forEachMember(of: 0) { key, _ in
        isDeck = isDeck || document.string(key, is: Array("questions".utf8))
      }
      add(isDeck ? .course(.isDeck) : .missingKey(key: "steps", similar: nil), at: 0, .fileSkipped)
      return nil
    }
    guard document.type(of: list) == .array else {
      add(wrongType([.array], of: list, "steps"), at: list, .fileSkipped)
      return nil
    }
    var steps: [Course.Step] = []
    for node in document.elements(of: list) {
      if let step = step(node) { steps.append(step) }
    }
    if steps.isEmpty { add(.course(.noSteps), at: list, .fileSkipped) }
    guard let title, !steps.isEmpty else { return nil }
    return Course(
      title: title, description: description, language: language, newPerGroup: newPerGroup,
      startingPoints: startingPoints, steps: steps)
  }

  private mutating func startingPoints(_ list: Int?) -> [Course.StartingPoint] {
    elements(list, "starting_points").compactMap { startingPoint($0) }
  }

  private mutating func startingPoint(_ node: Int) -> Course.StartingPoint? {
    guard document.type(of: node) == .object else {
      add(wrongType([.object], of: node, "starting_points"), at: node, .valueIgnored)
      return nil
    }
    var members = ObjectMembers<StartingPointKey>()
    members.find(in: node, of: document)
    reportDuplicates(members, in: node)
    let title = text(members[.title], "title", of: node, .valueIgnored)
    guard let list = members[.known] else {
      add(.missingKey(key: "known", similar: nil), at: node, .valueIgnored)
      return nil
    }
    guard document.type(of: list) == .array else {
      add(wrongType([.array], of: list, "known"), at: list, .valueIgnored)
      return nil
    }
    var known: [String] = []
    for node in document.elements(of: list) {
      guard let group = text(node, "known", of: list, .valueIgnored) else { continue }
      if !titles.contains(group) {
        add(.course(.unknownGroup(group, similar: similar(to: group))), at: node, .valueIgnored)
      } else if !known.contains(group) {
        known.append(group)
      }
    }
    if known.isEmpty { add(.course(.noKnownGroups), at: list, .valueIgnored) }
    guard let title, !known.isEmpty else { return nil }
    return Course.StartingPoint(title: title, known: known)
  }

  /// The elements of a list that need not be there.
  private mutating func elements(_ list: Int?, _ key: String) -> [Int] {
    guard let list, document.type(of: list) != .null else { return [] }
    guard document.type(of: list) == .array else {
      add(wrongType([.array], of: list, key), at: list, .valueIgnored)
      return []
    }
    return document.elements(of: list)
  }

  private mutating func newPerGroup(_ node: Int?) -> Int? {
    guard let node, document.type(of: node) != .null else { return nil }
    guard document.type(of: node) == .number else {
      add(wrongType([.number], of: node, "new_per_group"), at: node, .valueIgnored)
      return nil
    }
    guard let number = document.integer(node), Course.newPerGroupRange.contains(number) else {
      add(.course(.newPerGroupOutOfRange), at: node, .valueIgnored)
      return nil
    }
    return number
  }

  private mutating func step(_ node: Int) -> Course.Step? {
    guard document.type(of: node) == .object else {
      add(wrongType([.object], of: node, "steps"), at: node, .groupSkipped)
      return nil
    }
    var members = ObjectMembers<StepKey>()
    members.find(in: node, of: document)
    reportDuplicates(members, in: node)
    guard let group = text(members[.group], "group", of: node, .groupSkipped) else { return nil }
    let place = members[.group] ?? node
    if let line = lines[group] {
      add(.course(.repeatedGroup(group, firstLine: line)), at: place, .valueIgnored)
      return nil
    }
    guard titles.contains(group) else {
      add(.course(.unknownGroup(group, similar: similar(to: group))), at: place, .groupSkipped)
      return nil
    }
    let after = after(members[.after])
    lines[group] = faults.line(of: Int(document.nodes[node].start))
    return Course.Step(group: group, after: after)
  }

  private mutating func after(_ list: Int?) -> [String] {
    var titles: [String] = []
    for node in elements(list, "after") {
      guard let title = text(node, "after", of: node, .valueIgnored) else { continue }
      if lines[title] == nil {
        add(.course(.noEarlierStep(title)), at: node, .valueIgnored)
      } else if !titles.contains(title) {
        titles.append(title)
      }
    }
    return titles
  }

  private func similar(to title: String) -> String? {
    let near = titles.map {
      (EditDistance.between($0.lowercased(), title.lowercased(), atMost: 3), $0)
    }
    return near.filter { $0.0 <= 3 }.min { $0 < $1 }?.1
  }

  private mutating func text(
    _ node: Int?, _ key: String, of object: Int, _ consequence: DeckFault.Consequence
  ) -> String? {
    guard let node else {
      add(.missingKey(key: key, similar: nil), at: object, consequence)
      return nil
    }
    guard document.type(of: node) == .string else {
      add(wrongType([.string], of: node, key), at: node, consequence)
      return nil
    }
    let text = document.string(node)
    guard text.isBlank else { return text }
    add(.emptyText(key: key), at: node, consequence)
    return nil
  }

  private mutating func optionalText(_ node: Int?, _ key: String) -> String? {
    guard let node, document.type(of: node) != .null else { return nil }
    return text(node, key, of: 0, .valueIgnored)
  }

  private mutating func reportDuplicates(_ members: ObjectMembers<some DeckKeyword>, in node: Int) {
    for duplicate in members.hasDuplicates ? members.duplicates(in: node, of: document) : [] {
      add(.duplicateKey(key: duplicate.known.name), at: duplicate.key, .valueIgnored)
    }
  }

  private func wrongType(_ expected: [JSONType], of node: Int, _ key: String) -> DeckFault.Kind {
    .wrongType(expected: expected, found: document.type(of: node), key: key)
  }

  private mutating func add(
    _ kind: DeckFault.Kind, at node: Int, _ consequence: DeckFault.Consequence
  ) {
    let value = document.nodes[node]
    faults.add(kind, at: Int(value.start), to: Int(value.end), in: nil, consequence)
  }
}

/// The keys of a course.
private enum CourseKey: Int, DeckKeyword {
  case title, description, language, newPerGroup, startingPoints, steps

  var name: String {
    switch self {
    case .title: "title"
    case .description: "description"
    case .language: "language"
    case .newPerGroup: "new_per_group"
    case .startingPoints: "starting_points"
    case .steps: "steps"
    }
  }
}

/// The keys of a step of a course.
private enum StepKey: Int, DeckKeyword {
  case group, after

  var name: String {
    switch self {
    case .group: "group"
    case .after: "after"
    }
  }
}

/// The keys of a starting point of a course.
private enum StartingPointKey: Int, DeckKeyword {
  case title, known

  var name: String {
    switch self {
    case .title: "title"
    case .known: "known"
    }
  }
}
