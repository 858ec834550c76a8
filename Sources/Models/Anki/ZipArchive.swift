import Foundation
import RabbleCompression
import RabbleText

/// A zip archive, as far as Anki's packages need it (APPNOTE.TXT 6.3.10): files that are stored or
/// deflated, zip64, and nothing that is unpacked without a limit.
///
/// Debian's libzip is there as a shared library only, and brings OpenSSL, bzip2 and xz with it; what is
/// needed here is the directory at the end of the file, and zlib, which the program has anyway.
final class ZipArchive {
  /// A file in the archive.
  struct Entry: Hashable {
    let name: String
    let method: Int
    let isEncrypted: Bool
    let isLink: Bool
    let check: UInt32
    let packedSize: Int
    let size: Int
    let offset: Int
  }

  /// The most files: the largest shared decks have some ten thousand sounds.
  static let mostEntries = 250_000
  /// The most bytes of the directory.
  private static let largestDirectory = 48 << 20

  private let file: Int32
  private let length: Int
  /// The files whose names an import asks for, by name.
  private(set) var entries: [String: Entry] = [:]
  /// How many other files there are.
  private(set) var otherCount = 0

  /// Reads the directory.
  ///
  /// - Parameters:
  ///   - path: the archive.
  ///   - isWanted: which names are kept; others are counted.
  /// - Throws: ``PackageFault``.
  init(path: String, where isWanted: (String) -> Bool) throws(PackageFault) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
    length = max(0, Int(lseek(file, 0, SEEK_END)))
    try readDirectory(isWanted)
  }

  deinit { close(file) }

  /// The bytes at a place of the file.
  private func read(_ count: Int, at offset: Int) throws(PackageFault) -> [UInt8] {
    guard count >= 0, offset >= 0, offset <= length, count <= length - offset else {
      throw .broken("the archive ends before its contents do")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        let rest = UnsafeMutableRawBufferPointer(rebasing: $0[done...])
        return pread(file, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw .unreadable(reason: String(cString: strerror(errno))) }
      // It has become shorter since it was opened.
      if got == 0 { throw .broken("the archive ends before its contents do") }
      done += got
    }
    return bytes
  }

  // MARK: - Directory

  private func readDirectory(_ isWanted: (String) -> Bool) throws(PackageFault) {
    let tail = try read(min(length, 65_557 + 20), at: length - min(length, 65_557 + 20))
    var end = tail.count - 22
    while end >= 0, tail.number(at: end, bytes: 4) != 0x0605_4b50 { end -= 1 }
    guard end >= 0 else {
      let start = try read(min(2, length), at: 0)
      throw start == [0x50, 0x4B]
        ? .broken("the archive ends before its contents do") : .notAPackage
    }
    var (count, size, start) = (
      tail.number(at: end + 10, bytes: 2), tail.number(at: end + 12, bytes: 4),
      tail.number(at: end + 16, bytes: 4)
    )
    if count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF, end >= 20,
      tail.number(at: end - 20, bytes: 4) == 0x0706_4b50
    {
      let record = try read(56, at: tail.number(at: end - 12, bytes: 8))
      guard record.number(at: 0, bytes: 4) == 0x0606_4b50 else {
        throw .broken("the directory of the archive is not where it should be")
      }
      count = record.number(at: 32, bytes: 8)
      size = record.number(at: 40, bytes: 8)
      start = record.number(at: 48, bytes: 8)
    }
    guard (0...Self.mostEntries).contains(count), (0...Self.largestDirectory).contains(size) else {
      throw .tooLarge("it holds \(max(count, 0)) files")
    }
    let directory = try read(size, at: start)
    var place = 0
    for _ in 0..<count { place = try readEntry(directory, place, isWanted) }
  }

  private func readEntry(_ directory: [UInt8], _ place: Int, _ isWanted: (String) -> Bool)
    throws(PackageFault) -> Int
  {
    guard place + 46 <= directory.count, directory.number(at: place, bytes: 4) == 0x0201_4b50 else {
      throw .broken("the directory of the archive ends early")
    }
    let (nameLength, extraLength, commentLength) = (
      directory.number(at: place + 28, bytes: 2), directory.number(at: place + 30, bytes: 2),
      directory.number(at: place + 32, bytes: 2)
    )
    let nameEnd = place + 46 + nameLength
    let next = nameEnd + extraLength + commentLength
    guard next <= directory.count else {
      throw .broken("the directory of the archive ends early")
    }
    let name = String(decoding: directory[(place + 46)..<nameEnd], as: UTF8.self)
    let leadsOut =
      name.hasPrefix("/") || name.contains("\\") || name.split(separator: "/").contains("..")
      || name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    if leadsOut { throw .suspicious(name: String(name.printable.prefix(80))) }
    guard isWanted(name) else {
      otherCount += 1
      return next
    }
    var sizes = [
      directory.number(at: place + 24, bytes: 4), directory.number(at: place + 20, bytes: 4),
      directory.number(at: place + 42, bytes: 4),
    ]
    // The extra field of zip64 has, in this order, the numbers that don't fit into 32 bits.
    var extra = nameEnd
    while extra + 4 <= nameEnd + extraLength {
      let (kind, size) = (
        directory.number(at: extra, bytes: 2), directory.number(at: extra + 2, bytes: 2)
      )
      let end = extra + 4 + size
      guard end <= nameEnd + extraLength else { break }
      if kind == 1 {
        var field = extra + 4
        for index in sizes.indices where sizes[index] == 0xFFFF_FFFF && field + 8 <= end {
          sizes[index] = directory.number(at: field, bytes: 8)
          field += 8
        }
      }
      extra = end
    }
    let mode = directory.number(at: place + 38, bytes: 4) >> 16
    let entry = Entry(
      name: name, method: directory.number(at: place + 10, bytes: 2),
      isEncrypted: directory.number(at: place + 8, bytes: 2) & 1 != 0,
      isLink: mode & 0o170000 == 0o120000,
      check: UInt32(truncatingIfNeeded: directory.number(at: place + 16, bytes: 4)),
      packedSize: sizes[1], size: sizes[0], offset: sizes[2])
    guard entries.updateValue(entry, forKey: name) == nil else { throw .suspicious(name: name) }
    return next
  }

  // MARK: - Contents

  /// Where the bytes of a file begin, all of which are there.
  private func start(of entry: Entry) throws(PackageFault) -> Int {
    let header = try read(30, at: entry.offset)
    guard header.number(at: 0, bytes: 4) == 0x0403_4b50 else {
      throw .broken("“\(entry.name)” is not where the directory of the archive says")
    }
    let start =
      entry.offset + 30 + header.number(at: 26, bytes: 2) + header.number(at: 28, bytes: 2)
    guard entry.packedSize >= 0, start <= length, entry.packedSize <= length - start else {
      throw .broken("the archive ends before its contents do")
    }
    return start
  }

  /// Hands the bytes of a file to `body` piece by piece as they are, packed.
  func copy(_ entry: Entry, _ body: ([UInt8]) throws(PackageFault) -> Void) throws(PackageFault) {
    if entry.isEncrypted { throw .encrypted(name: entry.name) }
    if entry.isLink { throw .suspicious(name: entry.name) }
    var (offset, rest) = (try start(of: entry), entry.packedSize)
    while rest > 0 {
      let piece = try read(min(rest, 1 << 18), at: offset)
      offset += piece.count
      rest -= piece.count
      try body(piece)
    }
  }

  /// Unpacks a file piece by piece, and compares its size and check value.
  ///
  /// - Parameters:
  ///   - entry: the file.
  ///   - limit: the most bytes.
  ///   - body: gets each piece.
  /// - Throws: ``PackageFault``, or what `body` throws.
  func unpack(
    _ entry: Entry, limit: Int, _ body: (UnsafeRawBufferPointer) throws(PackageFault) -> Void
  ) throws(PackageFault) {
    if entry.isEncrypted { throw .encrypted(name: entry.name) }
    if entry.isLink { throw .suspicious(name: entry.name) }
    guard entry.method == 0 || entry.method == 8 else { throw .unsupported(name: entry.name) }
    guard (0...limit).contains(entry.size) else {
      throw .tooLarge("“\(entry.name)” has \(max(entry.size, 0)) bytes")
    }
    let start = try start(of: entry)
    var (check, missing) = (CRC32(), entry.size)
    func take(_ piece: UnsafeRawBufferPointer) throws(PackageFault) {
      missing -= piece.count
      guard missing >= 0 else { throw .damaged(name: entry.name) }
      check.add(piece)
      try body(piece)
    }
    let inflater = entry.method == 8 ? try allocated(Inflater()) : nil
    var (offset, rest) = (start, entry.packedSize)
    while rest > 0 {
      let packed = try read(min(rest, 1 << 16), at: offset)
      offset += packed.count
      rest -= packed.count
      let isSound = try packed.withUnsafeBufferPointer { bytes throws(PackageFault) in
        let piece = UnsafeRawBufferPointer(bytes)
        if let inflater { return try inflater.decompress(piece, take) }
        try take(piece)
        return true
      }
      guard isSound else { throw .damaged(name: entry.name) }
    }
    guard check.value == entry.check, missing == 0 else { throw .damaged(name: entry.name) }
  }

  /// Unpacks a file piece by piece whose contents may be compressed themselves.
  ///
  /// - Parameters:
  ///   - entry: the file.
  ///   - isCompressed: whether its contents are compressed by Zstandard, as those of the newest packages.
  ///   - limit: the most bytes of the file; `body` has to count what they become by Zstandard.
  ///   - body: gets each piece.
  /// - Throws: ``PackageFault``, or what `body` throws.
  func unpack(
    _ entry: Entry, isCompressed: Bool, limit: Int,
    _ body: (UnsafeRawBufferPointer) throws(PackageFault) -> Void
  ) throws(PackageFault) {
    guard isCompressed else { return try unpack(entry, limit: limit, body) }
    let decompressor = try allocated(ZstandardDecompressor())
    try unpack(entry, limit: limit) { piece throws(PackageFault) in
      guard try decompressor.decompress(piece, body) else { throw .damaged(name: entry.name) }
    }
    guard decompressor.isComplete else { throw .damaged(name: entry.name) }
  }
}

extension [UInt8] {
  /// The number at a place, little-endian; one that is no `Int` becomes -1.
  fileprivate func number(at place: Int, bytes: Int) -> Int {
    var value: UInt64 = 0
    for index in (0..<bytes).reversed() { value = value << 8 | UInt64(self[place + index]) }
    return Int(exactly: value) ?? -1
  }
}
