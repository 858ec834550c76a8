import Foundation

/// A folder by which devices exchange events. Each has a folder of its own in it, named by its identity,
/// and only ever adds lines to the last file there: `<device>/0001.jsonl`, `<device>/0002.jsonl`. A file
/// that would grow beyond 4 MB is closed, compressed as `0001.jsonl.zst`, and never changes again.
/// Nothing else is written, so that whatever moves the files has no conflicts to settle.
///
/// Who can write to the folder can write anything: what is not such a file is passed over.
package struct SyncFolder: Hashable, Sendable {
  /// Where it is, from the root, without symbolic links.
  package let path: String

  /// The most files of a device that are looked at: so many closed ones have 40 GB of events.
  static let mostFiles = 10_000
  /// The most bytes of a file before it is closed.
  static let limit: Int64 = 4 << 20
  /// The ends of the names of open and of closed files.
  static let openEnd = ".jsonl"
  static let closedEnd = ".jsonl.zst"

  /// Finds a folder.
  ///
  /// - Parameter path: its path from the root.
  /// - Throws: ``SyncFolderError/missing(path:)`` where there is none: a disk that is not mounted is not
  ///   replaced by a folder under its name. ``SyncFolderError/noFolder(path:)`` for a file.
  package init(_ path: String) throws(SyncFolderError) {
    var status = stat()
    guard stat(path, &status) == 0, let real = realpath(path, nil) else {
      throw .missing(path: path)
    }
    defer { free(real) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .noFolder(path: path) }
    self.path = String(cString: real)
  }

  /// The files of all devices, those of each in the order of their names. Copies that a program made of
  /// two versions of a file, such as `0001.sync-conflict-….jsonl`, are among them. Of more than
  /// ``mostFiles`` of a device the first are listed, those that it names itself before copies.
  ///
  /// - Throws: ``SyncFolderError`` when the folder can't be read.
  package func files() throws(SyncFolderError) -> [SyncFile] { try listing().files }

  /// What there is in a folder.
  package struct Listing: Sendable {
    /// The files of all devices, as ``SyncFolder/files()`` lists them.
    package fileprivate(set) var files: [SyncFile] = []
    /// Why the folders of some devices could not be read.
    package fileprivate(set) var faults: [UInt128: SyncFolderError] = [:]
  }

  /// As ``files()``, with the devices whose folders can't be read.
  ///
  /// - Throws: ``SyncFolderError`` when the folder itself can't be read.
  package func listing() throws(SyncFolderError) -> Listing {
    var listing = Listing()
    for device in try Self.names(in: path).sorted() {
      guard let id = Self.device(device) else { continue }
      let folder = path + "/" + device
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      var names: [String]
      do throws(SyncFolderError) {
        names = try Self.names(in: folder).filter(SyncFile.isName)
      } catch {
        listing.faults[id] = error
        continue
      }
      if names.count > Self.mostFiles {
        let firstCopy = names.partition { SyncFile.number(in: $0) == nil }
        let (own, copies) = (names[..<firstCopy].sorted(), names[firstCopy...].sorted())
        names = Array((own + copies).prefix(Self.mostFiles))
      }
      listing.files += names.sorted().compactMap {
        SyncFile(folder: folder, device: id, file: $0)
      }
    }
    return listing
  }

  /// Whether a file is in the folder, at any depth, or would be once it is made.
  package func holds(_ file: String) -> Bool {
    guard let real = realpath(file, nil) else {
      let parent = (file as NSString).deletingLastPathComponent
      return parent != file && holds(parent)
    }
    defer { free(real) }
    let place = String(cString: real)
    return place == path || place.hasPrefix(path == "/" ? path : path + "/")
  }

  /// The folder of a device.
  func folder(of device: UInt128) -> String { path + "/" + Self.name(of: device) }

  /// A device's identity as its folder is named: a UUID in lower case.
  package static func name(of device: UInt128) -> String {
    let digits = String(device, radix: 16)
    var name = String(repeating: "0", count: 32 - digits.count) + digits
    for place in [20, 16, 12, 8] {
      name.insert("-", at: name.index(name.startIndex, offsetBy: place))
    }
    return name
  }

  /// The device that a folder is named by; `nil` for another folder.
  private static func device(_ name: String) -> UInt128? {
    guard name.utf8.count == 36, let id = UInt128(name.replacing("-", with: ""), radix: 16),
      Self.name(of: id) == name
    else { return nil }
    return id
  }

  private static func names(in folder: String) throws(SyncFolderError) -> [String] {
    guard let stream = opendir(folder) else {
      throw .unreadable(path: folder, reason: String(cString: strerror(errno)))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

/// A file of a device in a ``SyncFolder``, as it was found.
package struct SyncFile: Hashable, Sendable {
  /// The device in whose folder it is.
  package let device: UInt128
  /// Its name without the end of closed files: it stays when the file is closed.
  package let name: String
  /// Whether it is closed and compressed.
  package let isClosed: Bool
  /// Whether it is open and the closed file of its name is there, too: its device could not finish the
  /// closing, or another program brought an older version back.
  let isLeftover: Bool
  /// Where it is.
  package let path: String
  /// Its bytes on disk.
  package let size: Int64
  /// When it was changed, in nanoseconds since 1970-01-01.
  let modified: Int64

  /// What the keys of leftovers end with, as no name of a file does.
  private static let leftoverEnd = ".leftover"

  /// The name under which it is remembered: its own, but for a leftover, beside which another file has
  /// that name.
  var key: String { isLeftover ? name + Self.leftoverEnd : name }

  /// Whether a key is that of a leftover.
  static func isLeftover(_ key: String) -> Bool { key.hasSuffix(leftoverEnd) }

  /// Its number, where it has the name of one that its device writes; a copy made of a conflict has none.
  /// With nine digits there is always a next one.
  var number: Int? { Self.number(in: name) }

  /// The number that a file's name begins with, where its end is all that follows.
  fileprivate static func number(in name: String) -> Int? {
    let digits = name.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let end = name.utf8.dropFirst(digits.count)
    guard (4...9).contains(digits.count),
      [SyncFolder.openEnd, SyncFolder.closedEnd].contains(where: { end.elementsEqual($0.utf8) })
    else { return nil }
    return Int(Substring(digits))
  }

  /// Whether a file is named like one of events.
  fileprivate static func isName(_ file: String) -> Bool {
    file.hasSuffix(SyncFolder.openEnd) || isPacked(file)
  }

  /// Whether a file is named like a closed one, or like a copy of it that a program made of a conflict:
  /// `0001.jsonl.sync-conflict-….zst`.
  private static func isPacked(_ file: String) -> Bool {
    file.hasSuffix(".zst") && file.contains(SyncFolder.openEnd)
  }

  fileprivate init?(folder: String, device: UInt128, file: String) {
    isClosed = Self.isPacked(file)
    self.device = device
    name = isClosed ? String(file.dropLast(".zst".count)) : file
    path = folder + "/" + file
    guard let status = Self.status(path) else { return nil }
    isLeftover = isClosed ? false : Self.status(path + ".zst") != nil
    size = Int64(status.st_size)
    // Wraps round beyond the year 2262: it is only ever compared.
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// What the system knows of a regular file; `nil` where there is none.
  private static func status(_ path: String) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }
}

/// Why events could not be exchanged through a folder.
package enum SyncFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such folder.
  case missing(path: String)
  /// What is there is no folder.
  case noFolder(path: String)
  /// A folder or file can't be read.
  case unreadable(path: String, reason: String)
  /// A file can't be written.
  case unwritable(path: String, reason: String)

  /// What happened, and what to do.
  package var description: String {
    switch self {
    case .missing(let path):
      "There is no folder \(path) to sync with. Make it, or mount the disk it is on."
    case .noFolder(let path): "\(path) is not a folder. Name one to sync with."
    case .unreadable(let path, let reason): "\(path) can't be read: \(reason)."
    case .unwritable(let path, let reason):
      "\(path) can't be written: \(reason). Nothing is lost; the next sync goes on from there."
    }
  }
}
