import Foundation

/// A copy of the database in a package of Anki, or of a bare collection: read-only, bounded, and gone
/// when this value is.
final class CollectionFile {
  /// The file.
  let path: String
  /// How many sounds, pictures and the like the package has.
  let mediaCount: Int
  /// The name of the database in the package; empty for a bare collection.
  let name: String

  /// The most bytes of a database: a hundred thousand cards with a million reviews take 0.1 GB.
  static let largest = 1 << 30
  /// Up to here, a database may be packed as small as it likes.
  private static let smallest = 32 << 20
  /// The most bytes that a packed byte may become beyond that.
  private static let highestRatio = 100

  /// The names of databases in packages, the newest first: newer packages hold an old one, too, that
  /// only asks for an update.
  static let names = ["collection.anki21b", "collection.anki21", "collection.anki2"]

  /// Copies the database into a folder for temporary files.
  ///
  /// - Parameters:
  ///   - source: the package or collection.
  ///   - temporary: the folder.
  /// - Throws: ``PackageFault``.
  init(_ source: String, in temporary: String) throws(PackageFault) {
    let file: CInt
    (path, file) = try temporaryFile(startingWith: temporary + "/rabble-anki-")
    defer { close(file) }
    do throws(PackageFault) {
      (mediaCount, name) = try Self.copy(source, to: file)
    } catch {
      unlink(path)
      throw error
    }
  }

  deinit {
    // SQLite leaves an index beside a database with a write-ahead log, as newer packages have.
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
  }

  private static func copy(_ source: String, to file: Int32) throws(PackageFault) -> (Int, String) {
    var output = Output(file: file)
    if try beginning(of: source).elementsEqual("SQLite format 3\0".utf8) {
      try copyCollection(source, to: &output)
      return (0, "")
    }
    let archive = try ZipArchive(path: source) { names.contains($0) || $0 == "meta" }
    guard let newest = names.first(where: { archive.entries[$0] != nil }),
      let entry = archive.entries[newest]
    else { throw .noCollection }
    let version = try version(archive)
    if version > 3 { throw .newerVersion(version) }
    if version == 3, newest != names[0] { throw .stub }
    output.packedSize = entry.packedSize
    try archive.unpack(entry, isCompressed: newest == names[0], limit: largest) {
      piece throws(PackageFault) in try output.write(piece)
    }
    // The list of media is a file of its own.
    return (max(0, archive.otherCount - 1), newest)
  }

  /// The version in `meta`: 1 where there is none.
  static func version(_ archive: ZipArchive) throws(PackageFault) -> Int {
    guard let entry = archive.entries["meta"] else {
      return archive.entries[names[0]] == nil ? 1 : 3
    }
    var bytes: [UInt8] = []
    try archive.unpack(entry, limit: 1 << 16) { piece throws(PackageFault) in bytes += piece }
    guard let meta = ProtobufReader(bytes) else {
      throw .broken("the version in its file “meta” can't be read")
    }
    return meta.number(1) ?? 0
  }

  private static func beginning(of path: String) throws(PackageFault) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Foundation.read(file, &bytes, 16)
    if count < 0 { throw .unreadable(reason: String(cString: strerror(errno))) }
    return Array(bytes.prefix(count))
  }

  /// Copies a bare collection, if nothing of it is still in a journal beside it.
  private static func copyCollection(_ source: String, to output: inout Output)
    throws(PackageFault)
  {
    // Anki removes its write-ahead log when it closes a collection, and locks one that is open.
    var status = stat()
    if stat(source + "-wal", &status) == 0 { throw .inUse }
    if stat(source + "-journal", &status) == 0, status.st_size > 0 { throw .inUse }
    let file = open(source, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
    defer { close(file) }
    // The bytes that SQLite locks (https://www.sqlite.org/src/file/src/os.h, PENDING_BYTE).
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    if fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) { throw .inUse }
    output.packedSize = .max
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(file, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .unreadable(reason: String(cString: strerror(errno))) }
      if count == 0 { return }
      var fault: PackageFault?
      bytes.withUnsafeBytes { piece in
        do throws(PackageFault) {
          try output.write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        } catch { fault = error }
      }
      if let fault { throw fault }
    }
  }

  /// The copy as it is written.
  private struct Output {
    let file: Int32
    /// The bytes from which it is unpacked.
    var packedSize = 0
    private var size = 0

    init(file: Int32) { self.file = file }

    mutating func write(_ piece: UnsafeRawBufferPointer) throws(PackageFault) {
      size += piece.count
      let (most, isAny) = packedSize.multipliedReportingOverflow(by: CollectionFile.highestRatio)
      if size > CollectionFile.largest || size > CollectionFile.smallest && !isAny && size > most {
        throw .tooLarge(
          "its database unpacks to \(size >> 20) MB, \(CollectionFile.highestRatio) times its size")
      }
      try piece.write(to: file)
    }
  }
}

/// Makes an empty file of a new name that only its owner can read.
///
/// - Parameter start: what its path starts with.
/// - Returns: its path, and the file, open.
/// - Throws: ``PackageFault/unwritable(reason:)``.
func temporaryFile(
  startingWith start: String
) throws(PackageFault) -> (path: String, descriptor: CInt) {
  var template = Array((start + "XXXXXX").utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { throw .unwritable(reason: String(cString: strerror(errno))) }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return (path, descriptor)
}

extension UnsafeRawBufferPointer {
  /// Writes all bytes to an open file.
  func write(to file: Int32) throws(PackageFault) {
    guard let baseAddress else { return }
    var done = 0
    while done < count {
      let written = Foundation.write(file, baseAddress + done, count - done)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
      done += written
    }
  }
}
