import RabbleQuestions

/// Reads deck files. Whatever is in a file, it neither throws nor traps: faults say what is wrong.
///
///     let file = DeckLoader().load(path: "Decks/Japanese/numbers.json")
///     for fault in file.faults { report(fault.description) }
///     study(file.groups)
public struct DeckLoader: Sendable {
  /// The number of bytes a file may have.
  public let sizeLimit: Int
  /// How deeply arrays and objects may be nested.
  public let depthLimit: Int
  /// How many faults of a file are named one by one.
  public let faultLimit: Int

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - sizeLimit: The number of bytes a file may have; defaults to 64 MiB, at most 4 GiB.
  ///   - depthLimit: How deeply arrays and objects may be nested; a deck needs 5 levels.
  ///   - faultLimit: How many faults of a file are named one by one, at least 1.
  public init(sizeLimit: Int = 64 << 20, depthLimit: Int = 64, faultLimit: Int = 1_000) {
    self.sizeLimit = min(max(0, sizeLimit), Int(UInt32.max) - 1)
    self.depthLimit = max(0, depthLimit)
    self.faultLimit = max(1, faultLimit)
  }

  // MARK: - For study

  /// Reads the deck file at `path`. Only an ordinary file within the size limit is opened.
  public func load(path: String) -> DeckFile {
    switch FileBytes.read(path: path, sizeLimit: sizeLimit) {
    case .success(let bytes): parse(bytes, path: path)
    case .failure(let error): unusable(path, .file(error))
    }
  }

  /// Reads a deck from the bytes of a file; `path` is what its faults name, and its ending tells the form of
  /// the file where `form` doesn't.
  ///
  /// A question without a sound prompt and answer, or with a value of the wrong type, is named and
  /// skipped, as is one whose identity an earlier question of the file has. `null` and blank
  /// optional texts count as absent. Text that is not JSON makes the whole file unusable.
  public func parse(_ bytes: [UInt8], path: String, form: DeckForm? = nil) -> DeckFile {
    guard bytes.count <= sizeLimit else { return unusable(path, tooLarge(bytes)) }
    return bytes.withUnsafeBufferPointer { bytes in
      let start = bytes.textStart
      var faults = FaultList(path: path, bytes: bytes, start: start, limit: faultLimit)
      if let (offset, kind) = Self.encodingFault(bytes) {
        faults.add(kind, at: offset, in: nil, .fileSkipped)
        return DeckFile(path: path, groups: [], faults: faults.all)
      }
      let form = form ?? DeckForm(path: path)
      do throws(JSONParser.Failure) {
        let builder = try build(bytes, start: start, form, faults, keepsSource: false)
        return DeckFile(path: path, groups: builder.groups, faults: builder.faults.all)
      } catch {
        faults.add(error.kind, at: error.offset, in: nil, .fileSkipped)
        return DeckFile(path: path, groups: [], faults: faults.all)
      }
    }
  }

  // MARK: - For checking and changing

  /// Reads the deck file at `path` with the place of everything in it. Only an ordinary file within
  /// the size limit is opened; without one the faults say why.
  public func loadSource(path: String) -> DeckSource {
    switch FileBytes.read(path: path, sizeLimit: sizeLimit) {
    case .success(let bytes): parseSource(bytes, path: path)
    case .failure(let error): unusableSource(path, .file(error))
    }
  }

  /// Reads a deck from the bytes of a file with the place of everything in it.
  ///
  /// What can be studied is what ``parse(_:path:form:)`` finds. If all faults of syntax can be repaired
  /// without a doubt, they come with their edits, and ``DeckSource/faults`` and
  /// ``DeckSource/groups`` also tell of the repaired text.
  public func parseSource(_ bytes: [UInt8], path: String) -> DeckSource {
    guard bytes.count <= sizeLimit else { return unusableSource(path, tooLarge(bytes)) }
    return bytes.withUnsafeBufferPointer { buffer in
      let start = buffer.textStart
      var faults = FaultList(path: path, bytes: buffer, start: start, limit: faultLimit)
      Self.addEncodingFaults(of: buffer, to: &faults)
      guard faults.isEmpty else {
        return DeckSource(path: path, bytes: bytes, groups: [], sources: [], faults)
      }
      do throws(JSONParser.Failure) {
        let builder = try build(
          buffer, start: start, DeckForm(path: path), faults, keepsSource: true)
        return DeckSource(
          path: path, bytes: bytes, groups: builder.groups, sources: builder.sources, builder.faults
        )
      } catch {
        return repairedSource(bytes, buffer, start: start, &faults)
      }
    }
  }

  /// The source of a file that is not JSON, from which nothing can be studied.
  private func repairedSource(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, start: Int, _ faults: inout FaultList
  ) -> DeckSource {
    let repair = JSONRepair(buffer, start: start, depthLimit: depthLimit)
    for fault in repair.faults {
      faults.add(
        fault.kind, at: fault.offset, to: fault.end, in: nil, .fileSkipped, edits: fault.edits)
    }
    var sources: [GroupSource] = []
    if repair.isSound {
      repair.text.withUnsafeBufferPointer { text in
        do throws(JSONParser.Failure) {
          let document = try JSONParser.document(text, start: start, depthLimit: depthLimit)
          var builder = DeckBuilder(document, faults: faults, keepsSource: true, repair: repair)
          _ = builder.groups()
          (sources, faults) = (builder.sources, builder.faults)
        } catch {
          // The repair has just read this text.
        }
      }
    }
    for group in sources.indices {
      sources[group].index = nil
      for question in sources[group].questions.indices {
        sources[group].questions[question].index = nil
      }
    }
    return DeckSource(path: faults.path, bytes: bytes, groups: [], sources: sources, faults)
  }

  // MARK: - Files as a whole

  /// What a builder made of a file.
  private typealias Built = (groups: [QuestionGroup], sources: [GroupSource], faults: FaultList)

  /// The groups of a file. In merge conflicts one side is read, to find out where the rest belongs.
  private func build(
    _ bytes: UnsafeBufferPointer<UInt8>, start: Int, _ form: DeckForm, _ faults: FaultList,
    keepsSource: Bool
  ) throws(JSONParser.Failure) -> Built {
    let conflicts = MergeConflicts(in: bytes, from: start)
    guard !conflicts.isEmpty else {
      return try build(bytes, start: start, form, faults, keepsSource, besides: [])
    }
    var found = faults
    found.add(conflicts, .questionSkipped)
    for side in [MergeConflicts.Side.ours, .theirs] {
      let built: Built? = conflicts.text(side, of: bytes).withUnsafeBufferPointer { text in
        do throws(JSONParser.Failure) {
          return try build(text, start: start, form, found, keepsSource, besides: conflicts.ranges)
        } catch {
          return nil
        }
      }
      if let built { return built }
    }
    found = faults
    found.add(conflicts, .fileSkipped)
    return ([], [], found)
  }

  private func build(
    _ bytes: UnsafeBufferPointer<UInt8>, start: Int, _ form: DeckForm, _ faults: FaultList,
    _ keepsSource: Bool, besides conflicts: [Range<Int>]
  ) throws(JSONParser.Failure) -> Built {
    var faults = faults
    let tree = try tree(bytes, start: start, form, &faults)
    var builder = DeckBuilder(
      tree, faults: faults, keepsSource: keepsSource, besides: conflicts)
    let groups = builder.groups()
    return (groups, builder.sources, builder.faults)
  }

  /// The values of a deck, read by the reader of its form.
  private func tree(
    _ bytes: UnsafeBufferPointer<UInt8>, start: Int, _ form: DeckForm, _ faults: inout FaultList
  ) throws(JSONParser.Failure) -> RawTree {
    switch form {
    case .json: return try JSONParser.document(bytes, start: start, depthLimit: depthLimit)
    case .markdown:
      var reader = MarkdownReader(bytes, start: start, depthLimit: depthLimit, faults: faults)
      reader.read()
      faults = reader.faults
      return reader.tree
    }
  }

  /// The first byte that is not UTF-8. UTF-16 is told by its byte order mark, or by the zero byte
  /// that the first bracket has beside it.
  static func encodingFault(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> (offset: Int, DeckFault.Kind)? {
    if start == 0, isUTF32(bytes) { return (0, .isUTF32) }
    if start == 0, bytes.count >= 2 {
      switch (bytes[0], bytes[1]) {
      case (0xFF, 0xFE), (0xFE, 0xFF), (0, 0x01...), (0x01..., 0):
        return (0, .notUTF8(byte: bytes[0], looksLikeUTF16: true))
      default: break
      }
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    guard let offset = UTF8Check.firstFault(in: rest).map({ $0 + start }) else { return nil }
    return (offset, .notUTF8(byte: bytes[offset], looksLikeUTF16: false))
  }

  /// Whether there is a byte order mark of UTF-32, or three zero bytes beside the first bracket.
  private static func isUTF32(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 4 else { return false }
    return switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0x01..., 0, 0, 0), (0, 0, 0, 0x01...): true
    default: false
    }
  }

  /// Names the first 20 bytes that are not UTF-8.
  private static func addEncodingFaults(
    of bytes: UnsafeBufferPointer<UInt8>, to faults: inout FaultList
  ) {
    var start = 0
    for _ in 0..<20 {
      guard start < max(1, bytes.count), let (offset, kind) = encodingFault(bytes, from: start)
      else { return }
      faults.add(kind, at: offset, to: offset + 1, in: nil, .fileSkipped)
      switch kind {
      case .isUTF32, .notUTF8(_, looksLikeUTF16: true): return
      default: break
      }
      start = offset + 1
    }
  }

  private func tooLarge(_ bytes: [UInt8]) -> DeckFault.Kind {
    .file(.tooLarge(bytes: Int64(bytes.count), limit: Int64(sizeLimit)))
  }

  private func unusable(_ path: String, _ kind: DeckFault.Kind) -> DeckFile {
    let fault = DeckFault(path: path, kind: kind, consequence: .fileSkipped)
    return DeckFile(path: path, groups: [], faults: [fault])
  }

  private func unusableSource(_ path: String, _ kind: DeckFault.Kind) -> DeckSource {
    let file = unusable(path, kind)
    let faults = file.faults.map { SourceFault($0, span: SourceSpan(0, 0)) }
    return DeckSource(file: file, bytes: [], form: DeckForm(path: path), groups: [], faults: faults)
  }
}

extension DeckSource {
  fileprivate init(
    path: String, bytes: [UInt8], groups: [QuestionGroup], sources: [GroupSource],
    _ list: FaultList
  ) {
    let faults = list.sourceFaults
    self.init(
      file: DeckFile(path: path, groups: groups, faults: faults.map(\.fault)), bytes: bytes,
      form: DeckForm(path: path), groups: sources, faults: faults)
  }
}

/// What a deck file held: the groups that can be studied, and what is wrong with the rest.
public struct DeckFile: Hashable, Sendable {
  /// The file, as it was named to the learner.
  public let path: String
  /// The groups that have a title and at least one sound question, in the order of the file.
  public let groups: [QuestionGroup]
  /// Everything that is wrong with the file, by place; empty for a sound one.
  public let faults: [DeckFault]

  /// Makes the content of a file.
  public init(path: String, groups: [QuestionGroup], faults: [DeckFault]) {
    self.path = path
    self.groups = groups
    self.faults = faults
  }

  /// Whether the file could be used at all: no fault is fatal.
  public var isUsable: Bool { !faults.contains { $0.isFatal } }
}

/// How a deck file is written.
public enum DeckForm: Hashable, Sendable {
  /// As JSON (RFC 8259).
  case json
  /// As Markdown.
  case markdown

  /// The form that the ending of a file's name tells: Markdown for `.md` and `.markdown`, else JSON.
  public init(path: String) {
    let name = path.lowercased()
    self = name.hasSuffix(".md") || name.hasSuffix(".markdown") ? .markdown : .json
  }
}

/// Tells whether bytes are UTF-8 (RFC 3629, section 4), and where they first are not.
enum UTF8Check {
  /// The offset of the first byte of the first ill-formed sequence, or `nil` if all is well.
  static func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let words = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count,
        words.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
        continue
      }
      let length = sequenceLength(at: index, in: bytes)
      if length == 0 { return index }
      index += length
    }
    return nil
  }

  /// The length of the well-formed sequence that begins at `index`, or 0.
  private static func sequenceLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let lead = bytes[index]
    if lead < 0x80 { return 1 }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, index + length <= bytes.count else { return 0 }
    let second = bytes[index + 1]
    let lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest else { return 0 }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
