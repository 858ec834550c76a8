import Foundation
import RabbleCompression
import RabbleExchange

/// What became of the sounds and pictures of a package.
package struct UnpackedMedia: Hashable, Sendable {
  /// How many files were written.
  package var written = 0
  /// How many were there already, and were left as they are.
  package var known = 0
  /// How many are named in the package and missing, damaged or too large.
  package var skipped = 0
}

extension AnkiReader {
  /// The most bytes of one sound or picture.
  private static let largestMedia = 64 << 20
  /// The most bytes of all of them together.
  private static let mostMedia = 4 << 30

  /// Unpacks the sounds and pictures of a package into a folder, each under its name without what leads
  /// elsewhere. A file that is there already is left as it is, and no link is followed.
  ///
  /// - Parameters:
  ///   - path: the package.
  ///   - folder: the folder, which exists.
  /// - Returns: what became of them.
  /// - Throws: ``PackageFault``; what was written before that stays.
  package static func unpackMedia(of path: String, into folder: String) throws(PackageFault)
    -> UnpackedMedia
  {
    let archive = try ZipArchive(path: path) { name in
      name == "media" || name == "meta" || CollectionFile.names.contains(name)
        || name.utf8.count <= 7 && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    let isPacked = try CollectionFile.version(archive) == 3
    var result = UnpackedMedia()
    var room = mostMedia
    for (number, name) in try mediaNames(archive, isPacked: isPacked).sorted(by: { $0.0 < $1.0 }) {
      guard let entry = archive.entries[number], let name = MediaName.safe(name) else {
        result.skipped += 1
        continue
      }
      let file = open(
        folder + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file < 0, errno == EEXIST {
        result.known += 1
        continue
      }
      guard file >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
      do throws(PackageFault) {
        defer { close(file) }
        room -= try unpack(entry, of: archive, isPacked: isPacked, limit: room, to: file)
        result.written += 1
      } catch {
        unlink(folder + "/" + name)
        switch error {
        case .damaged, .broken, .tooLarge: result.skipped += 1
        default: throw error
        }
      }
    }
    return result
  }

  /// Makes sure that the list of the media of a package can be read.
  ///
  /// - Throws: ``PackageFault``.
  package static func requireMediaList(of path: String) throws(PackageFault) {
    let archive = try ZipArchive(path: path) { name in
      name == "media" || name == "meta" || CollectionFile.names.contains(name)
    }
    _ = try mediaNames(archive, isPacked: CollectionFile.version(archive) == 3)
  }

  /// The names of the files by their numbers in the archive.
  fileprivate static func mediaNames(_ archive: ZipArchive, isPacked: Bool) throws(PackageFault)
    -> [String: String]
  {
    guard let entry = archive.entries["media"] else { return [:] }
    let bytes = try contents(of: entry, of: archive, isPacked: isPacked)
    if !isPacked {
      do {
        return try JSONDecoder().decode([String: String].self, from: Data(bytes))
      } catch { throw .damaged(name: entry.name) }
    }
    guard let list = ProtobufReader(bytes, mostFields: ZipArchive.mostEntries) else {
      throw .damaged(name: entry.name)
    }
    var names: [String: String] = [:]
    for (index, item) in list.messages(1).enumerated() {
      if let name = item?.text(1) { names["\(item?.number(255) ?? index)"] = name }
    }
    return names
  }

  fileprivate static func contents(
    of entry: ZipArchive.Entry, of archive: ZipArchive, isPacked: Bool
  ) throws(PackageFault) -> [UInt8] {
    var bytes: [UInt8] = []
    try archive.unpack(entry, isCompressed: isPacked, limit: largestMedia) {
      piece throws(PackageFault) in
      bytes += piece
      if bytes.count > 32 << 20 { throw .tooLarge("“\(entry.name)” has more than 32 MB") }
    }
    return bytes
  }

  /// Writes a file; gives its number of bytes.
  private static func unpack(
    _ entry: ZipArchive.Entry, of archive: ZipArchive, isPacked: Bool, limit: Int, to file: Int32
  ) throws(PackageFault) -> Int {
    var size = 0
    try archive.unpack(entry, isCompressed: isPacked, limit: largestMedia) {
      piece throws(PackageFault) in
      size += piece.count
      guard size <= min(largestMedia, limit) else {
        throw .tooLarge("“\(entry.name)” has more than \(largestMedia >> 20) MB")
      }
      try piece.write(to: file)
    }
    return size
  }
}

/// The list of the media of a package, to which more are added.
struct MediaList {
  /// Whether it is a message of Protocol Buffers packed by Zstandard, as its files are.
  let isPacked: Bool
  private var names: Set<String> = []
  private var next = 0
  private var known: [String: String] = [:]
  private var message = ProtobufWriter()

  /// An empty list.
  init(isPacked: Bool) { self.isPacked = isPacked }

  /// Reads the list of a package.
  ///
  /// - Throws: ``PackageFault``.
  mutating func read(_ archive: ZipArchive) throws(PackageFault) {
    known = try AnkiReader.mediaNames(archive, isPacked: isPacked)
    names = Set(known.values.compactMap { MediaName.safe($0) })
    // Anki numbers media from 0; a longer number is the name of something else.
    let numbers = archive.entries.keys.filter { $0.utf8.count <= 7 }.compactMap { Int($0) }
    next = 1 + max(numbers.max() ?? -1, -1)
    guard isPacked, let entry = archive.entries["media"] else { return }
    // More entries of a message are what is written behind it; their numbers are their places.
    let bytes = try AnkiReader.contents(of: entry, of: archive, isPacked: true)
    let list = ProtobufReader(bytes, mostFields: ZipArchive.mostEntries)
    next = list?.messages(1).count ?? next
    message = ProtobufWriter(bytes)
  }

  /// Adds a file.
  ///
  /// - Returns: its name in the archive; `nil` where the package has one of its name.
  /// - Throws: ``PackageFault``.
  mutating func add(_ file: AnkiMediaFile) throws(PackageFault) -> String? {
    guard names.insert(file.name).inserted else { return nil }
    let number = "\(next)"
    next += 1
    if isPacked {
      guard let data = FileManager.default.contents(atPath: file.path) else {
        throw .unreadable(reason: "“\(file.path)” can't be read")
      }
      var entry = ProtobufWriter()
      entry.add(1, file.name)
      entry.add(2, Int64(data.count))
      entry.add(3, AnkiRow.digest(Array(data)))
      message.add(1, entry.bytes)
    } else {
      known[number] = file.name
    }
    return number
  }

  /// The list as a file of the package.
  ///
  /// - Throws: ``PackageFault``.
  func bytes() throws(PackageFault) -> [UInt8] {
    guard isPacked else { return Array(AnkiJSON.text(known).utf8) }
    let compressor = try allocated(ZstandardCompressor(level: ZipWriter.compressionLevel))
    return try allocated(compressor.compress(message.bytes[...], isLast: true))
  }
}
