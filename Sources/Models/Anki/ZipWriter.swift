import Foundation
import RabbleCompression

/// Writes a zip archive, file by file (APPNOTE.TXT 6.3.10). It is there whole or not at all: what is
/// written stands beside it until ``finish()``.
final class ZipWriter {
  /// A file that was written, as the directory has it.
  private struct Entry {
    let name: [UInt8]
    let method: Int
    let check: UInt32
    let packedSize: Int
    let size: Int
    let offset: Int
  }

  private let path: String
  private let draft: String
  private let file: Int32
  private var offset = 0
  private var entries: [Entry] = []
  private var isFinished = false

  /// 1980-01-01, the first day that a zip archive can name: the same contents make the same archive.
  private static let firstDay = 0x21
  /// The most bytes of an archive without zip64.
  private static let largest = 0xFFFF_FFFE
  private static let mostEntries = 0xFFFE
  /// The level at which files are deflated or compressed: the lowest. Deflating is five times as fast as at
  /// the usual one, and makes a collection a tenth larger.
  static let compressionLevel: Int32 = 1

  /// Begins an archive that takes the place of a file when it is finished.
  ///
  /// - Throws: ``PackageFault/unwritable(reason:)``.
  init(path: String) throws(PackageFault) {
    self.path = path
    (draft, file) = try temporaryFile(startingWith: path + ".")
    let mask = umask(0)
    umask(mask)
    fchmod(file, 0o666 & ~mask)
  }

  deinit {
    close(file)
    if !isFinished { unlink(draft) }
  }

  /// Adds a file as it is.
  func add(_ name: String, _ bytes: [UInt8]) throws(PackageFault) {
    var check = CRC32()
    bytes.withUnsafeBytes { check.add($0) }
    try begin(name, method: 0, check: check.value, packedSize: bytes.count, size: bytes.count)
    try write(bytes)
  }

  /// Adds a file that is packed already, from another archive.
  func add(_ entry: ZipArchive.Entry, of archive: ZipArchive) throws(PackageFault) {
    try begin(
      entry.name, method: entry.method, check: entry.check, packedSize: entry.packedSize,
      size: entry.size)
    try archive.copy(entry) { bytes throws(PackageFault) in try write(bytes) }
  }

  /// Adds a file from the disk, deflated.
  ///
  /// - Parameters:
  ///   - name: its name in the archive.
  ///   - source: its path.
  /// - Throws: ``PackageFault``.
  func addFile(_ name: String, from source: String) throws(PackageFault) {
    let deflater = try allocated(Deflater(level: Self.compressionLevel))
    try addPacked(name, from: source, method: 8) { deflater.compress($0, isLast: $1) }
  }

  /// Adds a file from the disk as it is, such as a sound or picture, which deflating hardly makes smaller.
  func addStored(_ name: String, from source: String) throws(PackageFault) {
    try addPacked(name, from: source, method: 0) { piece, _ in Array(piece) }
  }

  /// Adds a file from the disk, packed by Zstandard and not once more by zip.
  func addCompressed(_ name: String, from source: String) throws(PackageFault) {
    let compressor = try allocated(ZstandardCompressor(level: Self.compressionLevel))
    try addPacked(name, from: source, method: 0) { compressor.compress($0, isLast: $1) }
  }

  /// Adds a file from the disk.
  ///
  /// - Parameters:
  ///   - name: its name in the archive.
  ///   - source: its path.
  ///   - method: how the archive has it: 0 for stored, 8 for deflated.
  ///   - pack: packs a piece, of which the last is empty; `nil` if there is not enough memory.
  /// - Throws: ``PackageFault``.
  private func addPacked(
    _ name: String, from source: String, method: Int,
    _ pack: (_ piece: ArraySlice<UInt8>, _ isLast: Bool) -> [UInt8]?
  ) throws(PackageFault) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
    defer { close(input) }
    let start = offset
    // What is not known yet is written over when it is.
    try begin(name, method: method, check: 0, packedSize: 0, size: 0)
    var (check, size, packedCheck, packedSize) = (CRC32(), 0, CRC32(), 0)
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(input, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
      size += count
      bytes[..<count].withUnsafeBytes { check.add($0) }
      let packed = try allocated(pack(bytes[..<count], count == 0))
      packedSize += packed.count
      packed.withUnsafeBytes { packedCheck.add($0) }
      try write(packed)
      if count == 0 { break }
    }
    let entry = entries.removeLast()
    // To zip, a stored file is the bytes that were made of it.
    let isStored = method == 0
    let known = Entry(
      name: entry.name, method: method,
      check: (isStored ? packedCheck : check).value, packedSize: packedSize,
      size: isStored ? packedSize : size, offset: start)
    entries.append(known)
    let header = Self.localHeader(known)
    let count = header.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(start)) }
    guard count == header.count else { throw .unwritable(reason: String(cString: strerror(errno))) }
  }

  /// Writes the directory, and puts the archive in its place.
  func finish() throws(PackageFault) {
    let start = offset
    for entry in entries { try write(Self.directoryEntry(entry)) }
    let size = offset - start
    var end: [UInt8] = []
    end.append(0x0605_4b50, bytes: 4)
    for number in [0, 0, entries.count, entries.count] { end.append(number, bytes: 2) }
    end.append(size, bytes: 4)
    end.append(start, bytes: 4)
    end.append(0, bytes: 2)
    try write(end)
    guard fsync(file) == 0, rename(draft, path) == 0 else {
      throw .unwritable(reason: String(cString: strerror(errno)))
    }
    isFinished = true
  }

  // MARK: - Headers

  private func begin(_ name: String, method: Int, check: UInt32, packedSize: Int, size: Int)
    throws(PackageFault)
  {
    guard entries.count < Self.mostEntries, offset + packedSize < Self.largest, size < Self.largest
    else { throw .tooLarge("the archive would have more than 4 GB or 65,534 files") }
    let entry = Entry(
      name: Array(name.utf8), method: method, check: check, packedSize: packedSize, size: size,
      offset: offset)
    entries.append(entry)
    try write(Self.localHeader(entry))
  }

  private static func common(_ entry: Entry) -> [UInt8] {
    var bytes: [UInt8] = []
    // Version 2.0, names in UTF-8.
    for number in [20, 0x800, entry.method, 0, firstDay] { bytes.append(number, bytes: 2) }
    for number in [Int(entry.check), entry.packedSize, entry.size] {
      bytes.append(number, bytes: 4)
    }
    bytes.append(entry.name.count, bytes: 2)
    bytes.append(0, bytes: 2)
    return bytes
  }

  private static func localHeader(_ entry: Entry) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(0x0403_4b50, bytes: 4)
    return bytes + common(entry) + entry.name
  }

  private static func directoryEntry(_ entry: Entry) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(0x0201_4b50, bytes: 4)
    bytes.append(20, bytes: 2)
    bytes += common(entry)
    for number in [0, 0, 0] { bytes.append(number, bytes: 2) }
    bytes.append(0, bytes: 4)
    bytes.append(entry.offset, bytes: 4)
    return bytes + entry.name
  }

  private func write(_ bytes: [UInt8]) throws(PackageFault) {
    guard offset + bytes.count < Self.largest else {
      throw .tooLarge("the archive would have more than 4 GB or 65,534 files")
    }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(file, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(reason: String(cString: strerror(errno))) }
      done += count
    }
    offset += bytes.count
  }
}

extension [UInt8] {
  /// Adds a number, little-endian.
  fileprivate mutating func append(_ number: Int, bytes: Int) {
    for index in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}
