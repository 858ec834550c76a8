import RabbleQuestions

/// Reads deck files. Whatever is in a file, it neither throws nor traps: faults tell.
///
///     let file = DeckLoader().load(path: "Decks/Japanese/numbers.json")
///     for fault in file.faults { report(fault.description) }
///     study(file.groups)
public struct DeckLoader: Sendable {
  /// The number of bytes a file may have.
  public let sizeLimit: Int
  /// How deeply arrays and objects may stand in each other.
  public let depthLimit: Int
  /// How many faults of a file are named one by one.
  public let faultLimit: Int

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - sizeLimit: The number of bytes a file may have, 64 MiB if not told; at most 4 GiB.
  ///   - depthLimit: How deeply arrays and objects may stand in each other; a deck needs 5.
  ///   - faultLimit: How many faults of a file are named one by one, at least 1.
  public init(sizeLimit: Int = 64 << 20, depthLimit: Int = 64, faultLimit: Int = 1_000) {
    self.sizeLimit = min(max(0, sizeLimit), Int(UInt32.max) - 1)
    self.depthLimit = max(0, depthLimit)
    self.faultLimit = max(1, faultLimit)
  }

  /// Reads the deck file at `path`. Only an ordinary file within the size limit is opened.
  public func load(path: String) -> DeckFile {
    switch FileBytes.read(path: path, sizeLimit: sizeLimit) {
    case .success(let bytes): parse(bytes, path: path)
    case .failure(let error): unusable(path, error.kind)
    }
  }

  /// Reads a deck from the bytes of a file; `path` is what its faults name.
  ///
  /// A question without a sound prompt and answer, or with a value of the wrong type, is named and
  /// left out, as is one whose identity an earlier question of the file has. `null` and blank
  /// optional texts count as absent. Text that is not JSON makes the whole file unusable.
  public func parse(_ bytes: [UInt8], path: String) -> DeckFile {
    bytes.withUnsafeBufferPointer { parse($0, path: path) }
  }

  private func parse(_ bytes: UnsafeBufferPointer<UInt8>, path: String) -> DeckFile {
    guard bytes.count <= sizeLimit else {
      return unusable(path, .tooLarge(bytes: Int64(bytes.count), limit: Int64(sizeLimit)))
    }
    let start = Self.start(of: bytes)
    var faults = FaultList(path: path, bytes: bytes, start: start, limit: faultLimit)
    if let fault = encodingFault(of: bytes, path: path) {
      return DeckFile(path: path, groups: [], faults: [fault])
    }
    if DeckForm(path: path) == .markdown {
      let reader = markdown(bytes, start: start, faults)
      return DeckFile(path: path, groups: reader.groups.map(\.group), faults: reader.faults.all)
    }
    do throws(JSONParser.Failure) {
      let document = try JSONParser.document(bytes, start: start, depthLimit: depthLimit)
      var decoder = DeckDecoder(document, faults: faults)
      let groups = decoder.groups()
      return DeckFile(path: path, groups: groups, faults: decoder.faults.all)
    } catch {
      faults.add(error.kind, at: error.offset, in: nil, .fileLeftOut)
      return DeckFile(path: path, groups: [], faults: faults.all)
    }
  }

  /// What a reader of Markdown found.
  func markdown(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, _ faults: FaultList)
    -> MarkdownReader
  {
    var reader = MarkdownReader(bytes, start: start, depthLimit: depthLimit, faults: faults)
    reader.read()
    return reader
  }

  /// The offset after a byte order mark.
  static func start(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// What keeps bytes from being text, at the first byte that is not UTF-8.
  func encodingFault(of bytes: UnsafeBufferPointer<UInt8>, path: String) -> DeckFault? {
    guard let (offset, kind) = Self.encodingFault(bytes) else { return nil }
    let start = Self.start(of: bytes)
    var faults = FaultList(path: path, bytes: bytes, start: start, limit: 1)
    faults.add(kind, at: offset, in: nil, .fileLeftOut)
    return faults.all.first
  }

  /// The first byte that is not UTF-8. UTF-16 is told by its byte order mark, or by the zero byte
  /// that the first bracket has beside it.
  static func encodingFault(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (offset: Int, DeckFault.Kind)? {
    if bytes.count >= 2 {
      switch (bytes[0], bytes[1]) {
      case (0xFF, 0xFE), (0xFE, 0xFF), (0, 0x01...), (0x01..., 0):
        return (0, .notUTF8(byte: bytes[0], looksLikeUTF16: true))
      default: break
      }
    }
    guard let offset = UTF8Check.firstFault(in: bytes) else { return nil }
    return (offset, .notUTF8(byte: bytes[offset], looksLikeUTF16: false))
  }

  func unusable(_ path: String, _ kind: DeckFault.Kind) -> DeckFile {
    let fault = DeckFault(path: path, kind: kind, consequence: .fileLeftOut)
    return DeckFile(path: path, groups: [], faults: [fault])
  }
}

extension DeckLoader {
  /// Reads the deck file at `path` with the place of everything in it. Only an ordinary file within
  /// the size limit is opened; without one the faults tell why.
  public func loadSource(path: String) -> DeckSource {
    switch FileBytes.read(path: path, sizeLimit: sizeLimit) {
    case .success(let bytes): parseSource(bytes, path: path)
    case .failure(let error): unusableSource(path, error.kind, bytes: [])
    }
  }

  /// Reads a deck from the bytes of a file with the place of everything in it.
  ///
  /// What can be studied is what ``parse(_:path:)`` finds. After a fault of syntax it goes on with
  /// the likeliest reading, so that ``DeckSource/faults`` and ``DeckSource/groups`` also tell of what
  /// stands behind it.
  public func parseSource(_ bytes: [UInt8], path: String) -> DeckSource {
    guard bytes.count <= sizeLimit else {
      let kind = DeckFault.Kind.tooLarge(bytes: Int64(bytes.count), limit: Int64(sizeLimit))
      return unusableSource(path, kind, bytes: [])
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let start = Self.start(of: buffer)
      var faults = FaultList(path: path, bytes: buffer, start: start, limit: faultLimit)
      guard let (offset, kind) = Self.encodingFault(buffer) else {
        return source(bytes, buffer, start: start, faults: faults)
      }
      faults.add(kind, at: offset, to: offset + 1, in: nil, .fileLeftOut)
      if case .notUTF8(_, true) = kind {
        return source(path, bytes, groups: [], sources: [], faults)
      }
      let readable = Self.withoutFaults(bytes, from: offset, path: path, faults: &faults)
      return readable.withUnsafeBufferPointer { readable in
        var list = faults
        if DeckForm(path: path) == .markdown {
          return markdownSource(bytes, readable, start: start, faults)
        }
        return recoveredSource(bytes, readable, start: start, faults: &list)
      }
    }
  }

  private func source(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, start: Int, faults: FaultList
  ) -> DeckSource {
    if DeckForm(path: faults.path) == .markdown {
      return markdownSource(bytes, buffer, start: start, faults)
    }
    do throws(JSONParser.Failure) {
      let document = try JSONParser.document(buffer, start: start, depthLimit: depthLimit)
      var decoder = DeckDecoder(document, faults: faults, keepsSource: true)
      let groups = decoder.groups()
      return source(
        faults.path, bytes, groups: groups, sources: decoder.sources, decoder.faults)
    } catch {
      var list = faults
      return recoveredSource(bytes, buffer, start: start, faults: &list)
    }
  }

  /// The source of a Markdown file; nothing can be studied of one that has a fault as a whole.
  private func markdownSource(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, start: Int, _ list: FaultList
  ) -> DeckSource {
    let isReadable = list.all.isEmpty
    let reader = markdown(buffer, start: start, list)
    let sources = isReadable ? reader.sources : reader.sources.map { $0.withoutIndices }
    return source(
      list.path, bytes, groups: isReadable ? reader.groups.map(\.group) : [], sources: sources,
      reader.faults)
  }

  /// The source of a file that is not JSON, from which nothing can be studied.
  private func recoveredSource(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, start: Int, faults: inout FaultList
  ) -> DeckSource {
    let (document, damages) = JSONRecovery.document(buffer, start: start, depthLimit: depthLimit)
    for damage in damages {
      faults.add(
        damage.kind, at: damage.offset, to: damage.end, in: nil, .fileLeftOut, edits: damage.edits)
    }
    guard let document, document.type(of: 0) == .object || document.type(of: 0) == .array else {
      return source(faults.path, bytes, groups: [], sources: [], faults)
    }
    var decoder = DeckDecoder(document, faults: faults, keepsSource: true)
    _ = decoder.groups()
    let sources = decoder.sources.map { $0.withoutIndices }
    return source(faults.path, bytes, groups: [], sources: sources, decoder.faults)
  }

  private func source(
    _ path: String, _ bytes: [UInt8], groups: [QuestionGroup], sources: [GroupSource],
    _ list: FaultList
  ) -> DeckSource {
    let faults = list.sourceFaults
    let file = DeckFile(path: path, groups: groups, faults: faults.map(\.fault))
    return DeckSource(
      file: file, bytes: bytes, form: DeckForm(path: path), groups: sources, faults: faults)
  }

  private func unusableSource(_ path: String, _ kind: DeckFault.Kind, bytes: [UInt8]) -> DeckSource
  {
    let file = unusable(path, kind)
    let faults = file.faults.map { SourceFault($0, span: SourceSpan(0, 0)) }
    return DeckSource(
      file: file, bytes: bytes, form: DeckForm(path: path), groups: [], faults: faults)
  }

  /// The bytes with a question mark for each that is not UTF-8; up to 20 of them are named.
  private static func withoutFaults(
    _ bytes: [UInt8], from first: Int, path: String, faults: inout FaultList
  ) -> [UInt8] {
    var result = bytes
    var offset: Int? = first
    var named = 1
    while let fault = offset {
      result[fault] = UInt8(ascii: "?")
      offset = result.withUnsafeBufferPointer { bytes in
        UTF8Check.firstFault(in: UnsafeBufferPointer(rebasing: bytes[(fault + 1)...]))
          .map { $0 + fault + 1 }
      }
      if let offset, named < 20 {
        named += 1
        let kind = DeckFault.Kind.notUTF8(byte: bytes[offset], looksLikeUTF16: false)
        faults.add(kind, at: offset, to: offset + 1, in: nil, .fileLeftOut)
      }
    }
    return result
  }
}

extension GroupSource {
  /// The same group, of which nothing can be studied.
  fileprivate var withoutIndices: GroupSource {
    GroupSource(
      group, index: nil, span: span, fields: fields, silences: silences,
      questions: questions.map {
        QuestionSource(
          $0.question, index: nil, span: $0.span, fields: $0.fields, silences: $0.silences,
          isDamaged: $0.isDamaged)
      }, isDamaged: isDamaged)
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
