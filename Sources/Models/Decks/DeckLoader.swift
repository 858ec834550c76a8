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
