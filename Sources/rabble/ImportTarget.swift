import Foundation
import RabbleDecks
import RabbleExchange

/// The deck file that takes an import, and the group in it.
struct ImportTarget {
  let path: String
  /// The group all questions go to; `nil` for the ones the file says.
  let group: String?

  /// Finds the place.
  ///
  /// - Parameters:
  ///   - deckPaths: further files and folders of decks.
  ///   - group: the group the learner named.
  ///   - path: the file the learner named.
  ///   - content: what is imported: its groups are looked for if no place is named.
  ///   - title: what a new deck is called if nobody named one.
  init(
    workspace: Workspace, deckPaths: [String], group: String?, path: String?,
    content: ImportContent, title: String
  ) throws {
    if let path {
      self.path = Self.absolute(path)
      self.group = group
      return
    }
    let folder = Self.absolute(workspace.ownDecks)
    let files = (deckPaths.map(Self.absolute) + [folder]).flatMap { path in
      Self.isFolder(path) ? DeckFolder.files(in: path).files : [path]
    }
    let known = files.flatMap { file in
      DeckLoader().load(path: file).groups.map { (title: $0.title, file: file) }
    }
    guard let group else {
      let titles = content.groups.map(\.header.title)
      let homes = Set(known.filter { titles.contains($0.title) }.map(\.file))
      // What went out of one deck comes back into it.
      self.path = homes.count == 1 ? homes.first ?? "" : folder + "/" + Self.fileName(title)
      self.group = nil
      return
    }
    switch GroupChoice.choose([group], among: known.map(\.title)) {
    case .success(let indices):
      let paths = Set(indices.map { known[$0].file }).sorted()
      guard paths.count == 1, let first = indices.first else {
        throw CommandError.ambiguousGroup(title: group, paths: paths)
      }
      self.path = paths[0]
      self.group = known[first].title
    case .failure(let error) where error.reason == .unknown:
      self.path = folder + "/" + Self.fileName(group)
      self.group = group
    case .failure(let error): throw error
    }
  }

  /// The file's bytes; `nil` if there is none yet.
  func read() throws -> [UInt8]? {
    guard access(path, F_OK) == 0 else { return nil }
    do throws(DeckFault) { return try AtomicFile.read(path) } catch {
      throw CommandError.unreadable(error)
    }
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A name for the file of a group, without what would lead elsewhere.
  private static func fileName(_ title: String) -> String {
    let name = title.unicodeScalars.map { scalar -> Character in
      scalar.value < 0x20 || scalar == "/" || scalar == ":" || scalar == "\\" ? "-" : Character(scalar)
    }
    let text = String(name.drop { $0 == "." || $0 == "-" })
    var short = text
    while short.utf8.count > 200 { short.removeLast() }
    return (short.isEmpty ? "Imported" : short) + ".json"
  }
}
