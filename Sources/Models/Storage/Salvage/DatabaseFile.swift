import Foundation

/// The pages of an SQLite database and of its write-ahead log, read as bytes and without SQLite: what a
/// damaged page hides from SQLite can be found all the same.
///
/// The formats are those of <https://sqlite.org/fileformat2.html>, sections 1.2, 1.6 and 4.
///
/// It stays beside SQLite's own readers because they save less: SQL and `.recover` of the `sqlite3` program read the rows
/// of a page by its header, so that a damaged header costs all of them, and a write-ahead log only with its database and
/// up to the first damaged frame (the numbers are in `Documentation/promises.md`).
struct DatabaseFile {
  /// The bytes of a page.
  let pageSize: Int
  /// The bytes of a page that SQLite uses.
  let usableSize: Int

  private let main: Data
  private let log: Data
  /// Where in the write-ahead log the pages of its committed transactions begin, oldest first.
  private let frames: [Frame]
  /// Where the newest undamaged version of a page begins in the write-ahead log.
  private let newest: [Int: Int]

  /// How much may still be read of what continues on other pages. In a file that was made to, each of thousands of
  /// records continues on all of its pages; in any other, few do, each on few.
  private let allowance = Allowance()

  private final class Allowance {
    var pages = 0
  }

  /// How many times all pages may be read as the continuation of a record.
  private static let mostReadings = 64

  /// A page in the write-ahead log.
  private struct Frame {
    let page: Int
    let start: Int
    let isSound: Bool
  }

  /// Reads a database and its write-ahead log; either may be missing or damaged anywhere.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)`` when one is there and can't be read.
  init(path: String) throws(StorageError) {
    main = try Self.read(path)
    log = try Self.read(path + "-wal")
    let header = PageSize(main)
    let wal = WriteAheadLog(log, pageSize: header.size)
    pageSize = header.size ?? wal.pageSize
    usableSize = pageSize - header.reserved
    let frames = wal.committed.map { Frame(page: $0.page, start: $0.start, isSound: $0.isSound) }
    self.frames = frames
    newest = Dictionary(
      frames.filter(\.isSound).map { ($0.page, $0.start) }, uniquingKeysWith: { $1 })
  }

  private static func read(_ path: String) throws(StorageError) -> Data {
    guard access(path, F_OK) == 0 else { return Data() }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Passes on every version of every page, the newest first.
  func forEachPage(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    allowance.pages = Self.mostReadings * max(1024, (main.count + log.count) / pageSize)
    try log.withUnsafeBytes { bytes in
      for frame in frames.reversed() {
        try body(UnsafeRawBufferPointer(rebasing: bytes[frame.start..<frame.start + pageSize]))
      }
    }
    try main.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: pageSize) {
        let end = min(start + pageSize, bytes.count)
        try body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
  }

  /// The newest version of a page; `nil` when there is none of this number.
  private func page(_ number: Int) -> Data? {
    if let start = newest[number] {
      return log[log.startIndex + start..<log.startIndex + start + pageSize]
    }
    let start = (number - 1) * pageSize
    guard number > 0, start + pageSize <= main.count else { return nil }
    return main[main.startIndex + start..<main.startIndex + start + pageSize]
  }

  /// The payload of a record, of which a page holds the beginning, with what continues on other pages.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - start: where in it the payload begins.
  ///   - count: how long the payload is.
  ///   - isTable: whether it is a record of a table with row identities, which are laid out differently.
  /// - Returns: the bytes; `nil` where they can't be all there, or where ``forEachPage(_:)`` has come upon more
  ///   such pages than any log has.
  func payload(
    in page: UnsafeRawBufferPointer, at start: Int, count: Int, isTable: Bool
  ) -> [UInt8]? {
    guard count <= main.count + log.count else { return nil }
    let local = localCount(of: count, isTable: isTable)
    guard start + local + (local < count ? 4 : 0) <= page.count else { return nil }
    var payload = [UInt8](page[start..<start + local])
    guard local < count else { return payload }
    payload.reserveCapacity(count)
    var next = Int(page.bigEndian32(at: start + local))
    while payload.count < count {
      guard allowance.pages > 0, let overflow = self.page(next) else { return nil }
      allowance.pages -= 1
      next = overflow.withUnsafeBytes { bytes in
        payload += bytes[4..<min(usableSize, 4 + count - payload.count)]
        return Int(bytes.bigEndian32(at: 0))
      }
    }
    return payload
  }

  /// How many bytes of a payload are on the page itself.
  private func localCount(of count: Int, isTable: Bool) -> Int {
    let most = isTable ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
    if count <= most { return count }
    let fewest = (usableSize - 12) * 32 / 255 - 23
    let fitting = fewest + (count - fewest) % (usableSize - 4)
    return fitting <= most ? fitting : fewest
  }
}

/// What the header of a database says about its pages.
private struct PageSize {
  /// `nil` where the header is damaged.
  let size: Int?
  let reserved: Int

  init(_ file: Data) {
    let bytes = [UInt8](file.prefix(24))
    let size = bytes.count < 24 ? 0 : Int(bytes[16]) << 8 | Int(bytes[17])
    let real = size == 1 ? 65_536 : size
    let isValid = (512...65_536).contains(real) && real & (real - 1) == 0
    self.size = isValid ? real : nil
    // Every undamaged header has these three numbers after the reserved bytes.
    reserved = isValid && Array(bytes[21..<24]) == [64, 32, 32] ? Int(bytes[20]) : 0
  }
}

/// The frames of a write-ahead log.
private struct WriteAheadLog {
  let pageSize: Int
  /// The frames up to the end of the last transaction that is whole, oldest first.
  private(set) var committed: [(page: Int, start: Int, isSound: Bool)] = []

  private typealias Checksum = (UInt32, UInt32)

  /// Reads the frames. A damaged frame does not hide those behind it, as it does for SQLite: each has
  /// its checksum continue the one that its predecessor has written.
  init(_ file: Data, pageSize known: Int?) {
    let said = file.count < 32 ? 0 : file.withUnsafeBytes { Int($0.bigEndian32(at: 8)) }
    pageSize = known ?? ((512...65_536).contains(said) && said & (said - 1) == 0 ? said : 4096)
    guard file.count >= 32 + 24 + pageSize else { return }
    let length = 24 + pageSize
    committed = file.withUnsafeBytes { bytes in
      let isBigEndian = bytes.bigEndian32(at: 0) & 1 == 1
      func checksum(_ range: Range<Int>, _ start: Checksum) -> Checksum {
        stride(from: range.lowerBound, to: range.upperBound, by: 8).reduce(start) { sum, index in
          let (a, b) = (bytes.bigEndian32(at: index), bytes.bigEndian32(at: index + 4))
          let first = sum.0 &+ (isBigEndian ? a : a.byteSwapped) &+ sum.1
          return (first, sum.1 &+ (isBigEndian ? b : b.byteSwapped) &+ first)
        }
      }
      func stored(at index: Int) -> Checksum {
        (bytes.bigEndian32(at: index), bytes.bigEndian32(at: index + 4))
      }
      let isHeaderSound = checksum(0..<24, (0, 0)) == stored(at: 24)
      let salt = stored(at: isHeaderSound ? 16 : 32 + 8)
      var previous = stored(at: 24)
      var pending: [(page: Int, start: Int, isSound: Bool)] = []
      var committed: [(page: Int, start: Int, isSound: Bool)] = []
      for frame in stride(from: 32, through: bytes.count - length, by: length) {
        let own = stored(at: frame + 16)
        defer { previous = own }
        guard stored(at: frame + 8) == salt else { continue }
        let sum = checksum(frame + 24..<frame + length, checksum(frame..<frame + 8, previous))
        pending.append((Int(bytes.bigEndian32(at: frame)), frame + 24, sum == own))
        // The size of the database marks the last frame of a transaction.
        if sum == own, bytes.bigEndian32(at: frame + 4) > 0 {
          committed += pending
          pending = []
        }
      }
      return committed
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The 32 bits from a byte on, the most significant first.
  fileprivate func bigEndian32(at index: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }
}
