import Foundation
import RabbleText

/// Adds lines to the files of this device in a ``SyncFolder``, and closes those that are full.
struct SyncWriter {
  private let folder: String
  private var number: Int
  /// The bytes of the open file, of whole lines.
  private var length: Int64
  /// The bytes that the open file had when it was read.
  private var size: Int64
  private var file: Int32 = -1

  /// Prepares to go on after the last whole line of the open file. Nothing is written yet, except that
  /// the closing of a file is finished which the program could not finish before.
  ///
  /// - Parameters:
  ///   - folder: where.
  ///   - device: whose files; nobody else writes them.
  ///   - files: those that the device has there already.
  ///   - length: the bytes of whole lines of its open file, by its name; what follows them was never
  ///     read by anyone.
  /// - Throws: ``SyncFolderError``.
  init(
    _ folder: SyncFolder, device: UInt128, files: [SyncFile], length: (String) -> Int64?
  ) throws {
    self.folder = folder.folder(of: device)
    let own = files.filter { $0.device == device && $0.number != nil }
    let closed = Set(own.filter(\.isClosed).compactMap(\.number))
    let open = own.filter { !$0.isClosed }
    let last = own.compactMap(\.number).max() ?? 0
    if let file = open.first(where: { $0.number == last }), !closed.contains(last) {
      number = last
      self.length = length(file.name) ?? file.size
      size = file.size
    } else {
      number = last + 1
      (self.length, size) = (0, 0)
    }
    for file in open {
      if let twin = own.first(where: { $0.isClosed && $0.name == file.name }) {
        try settle(file, beside: twin)
      } else if let number = file.number, number < self.number {
        try Self.close(file.path)
      }
    }
  }

  /// Removes an open file whose closed one is there, once the folder has all its lines otherwise.
  private mutating func settle(_ file: SyncFile, beside closed: SyncFile) throws {
    let (lines, closedLines) = (try Self.lines(of: file), try Self.lines(of: closed))
    let known = Set(closedLines)
    let lacking = lines.filter { !known.contains($0) }
    if lacking.isEmpty { return try Self.remove(file.path) }
    // The program could not finish the closing.
    if known.isSubset(of: lines) { return try Self.close(file.path) }
    // Closed files never change.
    for line in lacking { try append(line + [UInt8(ascii: "\n")]) }
    try finish()
    try Self.remove(file.path)
  }

  /// The whole lines of a file, as far as they can be read.
  private static func lines(of file: SyncFile) throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    _ = try file.read(from: nil) { lines.append(Array($0)) }
    return lines
  }

  /// Adds lines.
  ///
  /// - Parameter lines: whole lines with their ends. They are on disk when ``finish()`` returns.
  /// - Throws: ``SyncFolderError/unwritable(path:reason:)``; none of the lines is there then.
  mutating func append(_ lines: [UInt8]) throws(SyncFolderError) {
    if length > 0, length + Int64(lines.count) > SyncFolder.limit {
      try begin()
      try finish()
      try Self.close(path)
      number += 1
      (length, size) = (0, 0)
    }
    try begin()
    var done = 0
    while done < lines.count {
      let count = lines.withUnsafeBytes {
        pwrite(
          file, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(length + Int64(done)))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = Self.unwritable(path)
        ftruncate(file, off_t(length))
        throw failure
      }
      done += count
    }
    length += Int64(lines.count)
    size = length
  }

  /// Makes sure that what was added is on disk.
  ///
  /// - Throws: ``SyncFolderError/unwritable(path:reason:)``.
  mutating func finish() throws(SyncFolderError) {
    guard file >= 0 else { return }
    defer {
      Foundation.close(file)
      file = -1
    }
    guard fsync(file) == 0 else { throw Self.unwritable(path) }
    DirectoryEntries.synchronize(at: folder)
  }

  private var path: String {
    let digits = String(number)
    return folder + "/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      + SyncFolder.openEnd
  }

  /// Opens the file, and cuts off a line that was never finished.
  private mutating func begin() throws(SyncFolderError) {
    guard file < 0 else { return }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Self.unwritable(folder) }
    var status = stat()
    // Through a link, files would be written that nobody reads.
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .unwritable(path: folder, reason: "it is not a folder, or a link to one")
    }
    let (opened, bytes) = try Self.regularFile(path)
    file = opened
    guard bytes == size else {
      throw .unwritable(path: path, reason: "another program is changing it")
    }
    guard ftruncate(file, off_t(length)) == 0 else { throw Self.unwritable(path) }
  }

  /// Opens a file to write it, and makes it where there is none. Only a regular file will do: a pipe in
  /// its place would wait for a reader.
  private static func regularFile(_ path: String, _ flags: CInt = 0) throws(SyncFolderError) -> (
    file: Int32, size: Int64
  ) {
    let file = open(
      path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
    let failure = unwritable(path)
    var status = stat()
    let isKnown = (file >= 0 ? fstat(file, &status) : lstat(path, &status)) == 0
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    if file >= 0, isKnown, isRegular { return (file, Int64(status.st_size)) }
    if file >= 0 { Foundation.close(file) }
    throw isKnown && !isRegular
      ? SyncFolderError.unwritable(path: path, reason: "it is not a regular file") : failure
  }

  /// Compresses a file that is full, and removes it once the compressed one is on disk.
  private static func close(_ path: String) throws(SyncFolderError) {
    guard let bytes = FileManager.default.contents(atPath: path).map({ Array($0) }) else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    guard let packed = SyncPacking.packed(bytes),
      SyncPacking.unpacked(packed, atMost: bytes.count) == (bytes, true)
    else { throw .unwritable(path: path + ".zst", reason: "it could not be compressed") }
    let (file, _) = try regularFile(path + ".zst", O_TRUNC)
    defer { Foundation.close(file) }
    var done = 0
    while done < packed.count {
      let count = packed.withUnsafeBytes {
        write(file, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw unwritable(path + ".zst") }
      done += count
    }
    guard fsync(file) == 0 else { throw unwritable(path + ".zst") }
    DirectoryEntries.synchronize(at: (path as NSString).deletingLastPathComponent)
    try remove(path)
  }

  private static func remove(_ path: String) throws(SyncFolderError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw unwritable(path) }
  }

  private static func unwritable(_ path: String) -> SyncFolderError {
    .unwritable(path: path, reason: String(cString: strerror(errno)))
  }
}
