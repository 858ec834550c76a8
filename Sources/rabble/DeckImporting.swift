import Foundation
import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleScreens
import RabbleText

/// Reads what is to be imported from the disk.
enum ImportSource {
  /// What is at a path, found out.
  static func read(_ path: String, form: ImportFormOptions) throws -> ImportFile {
    var isFolder: ObjCBool = false
    var options = form.options
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let bytes: [UInt8]
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      options.format = options.format ?? .mochi
      bytes = try cards(in: path)
    } else {
      bytes = try file(path)
    }
    do throws(ImportError) {
      return try ImportFile(bytes, name: name, options: options)
    } catch { throw CommandError.notImported(path: path, reason: "\(error)") }
  }

  private static func file(_ path: String) throws -> [UInt8] {
    do throws(DeckFault) { return try AtomicFile.read(path) } catch {
      throw CommandError.unreadable(error)
    }
  }

  /// The cards of a folder, one a file, as one text.
  private static func cards(in folder: String) throws -> [UInt8] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw CommandError.notImported(path: folder, reason: error.localizedDescription)
    }
    let files = names.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") }.sorted()
    if files.isEmpty {
      throw CommandError.notImported(path: folder, reason: "there is no .md file in it")
    }
    let separator = Array("\n\n----\n\n".utf8)
    return try Array(files.map { try file(folder + "/" + $0) }.joined(separator: separator))
  }
}

/// The deck file that takes an import, and the group in it.
struct ImportTarget {
  let path: String
  /// The group all questions go to; `nil` for the ones the file says.
  let group: String?

  /// Finds the place: the file at `path` if the learner named one, else where the group they named
  /// is, else the one deck that has the content's groups, else a new deck called `title`.
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
      scalar.value < 0x20 || scalar == "/" || scalar == ":" || scalar == "\\"
        ? "-" : Character(scalar)
    }
    let text = String(name.drop { $0 == "." || $0 == "-" })
    var short = text
    while short.utf8.count > 200 { short.removeLast() }
    return (short.isEmpty ? "Imported" : short) + ".json"
  }
}

/// What an import comes to, in words.
struct ImportReport {
  let file: ImportFile
  let content: ImportContent
  let merge: DeckMerge
  let deck: String
  let isDryRun: Bool

  /// How many lines of the file are named one by one for each reason to leave them out or change
  /// them.
  private static let named = 20

  /// What a learner is asked to agree to.
  var question: String {
    "\(counts) Import into \(deck)?"
  }

  /// The whole report.
  var text: String {
    let begin = isDryRun ? "Nothing is written. An import into" : "Import into"
    return (["\(begin) \(deck): \(counts)"] + changes + notices)
      .map { $0.printable + "\n" }.joined()
  }

  private var allNotices: [ImportNotice] { content.notices + merge.notices }

  private var counts: String {
    let skipped = allNotices.count(where: \.isSkip)
    return "\(merge.takenCount) taken, \(merge.updatedCount) changed, "
      + "\(merge.unchangedCount) the same as before, \(skipped) skipped."
  }

  /// What was done to fields all over the file.
  private var changes: [String] {
    let changes = content.changes
    let lines: [(count: Int, text: String)] = [
      (changes.damage, "Places that are not \(file.encoding.rawValue), where � stands now"),
      (changes.htmlFields, "Fields that were HTML and are text now"),
      (changes.media, "Sounds and pictures that are left out"),
      (changes.composed, "Fields with letters in two parts (NFD), which are one now (NFC)"),
      (changes.lineBreaks, "Fields with line breaks of another system"),
      (changes.unguarded, "Cells with a ' to keep spreadsheets from reckoning, taken off"),
      (changes.answerReadings, "Answers with furigana, whose readings are right as well"),
      (changes.joinedLines, "Lines that go on with the definition before"),
    ]
    let scores = content.groups.compactMap { group in
      group.header.score.map { score in
        "“\(group.header.title)” had a score, \(score.correct) correct and \(score.incorrect) "
          + "incorrect; it is not taken for progress, which is in the study log"
      }
    }
    return lines.filter { $0.count > 0 }.map { "\($0.text): \($0.count)" } + scores
  }

  /// What was left out or changed, line by line.
  private var notices: [String] {
    var named: [String: Int] = [:]
    var lines: [String] = []
    for notice in allNotices.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
      let count = named[notice.kind.name, default: 0] + 1
      named[notice.kind.name] = count
      if count > Self.named { continue }
      let place = notice.line.map { "line \($0): " } ?? ""
      let mark = notice.isSkip ? "skipped: " : ""
      lines.append(place + mark + notice.reason)
    }
    let further = named.values.reduce(0) { $0 + max(0, $1 - Self.named) }
    if further > 0 { lines.append("and \(further) more like these") }
    return lines
  }
}

extension ImportNotice.Kind {
  /// What kind it is, whatever it says.
  fileprivate var name: String { String("\(self)".prefix { $0 != "(" }) }
}

/// What the columns of files were taken for, by the shape of the file.
struct ColumnMemory {
  let path: String
  /// The most shapes that are kept.
  private static let capacity = 200

  /// A shape with its columns.
  private struct Entry: Codable {
    let shape: String
    let columns: String
  }

  /// What the columns of the last file of this shape were taken for.
  func mapping(for file: ImportFile) -> ColumnMapping? {
    guard let shape = file.shape, let entry = entries().last(where: { $0.shape == shape }) else {
      return nil
    }
    // What does not fit this file is forgotten, and the columns are found out anew.
    return try? ColumnMapping(entry.columns, columns: file.mapping.roles.count)
  }

  /// Keeps what the columns of a file are taken for; that it can't be kept is told and does no harm.
  func remember(_ mapping: ColumnMapping, for file: ImportFile) {
    guard let shape = file.shape else { return }
    let kept = entries().filter { $0.shape != shape }.suffix(Self.capacity - 1)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(
        atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]),
        withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let data = try encoder.encode(kept + [Entry(shape: shape, columns: mapping.text)])
      try OutputFile.write(String(decoding: data, as: UTF8.self) + "\n", to: path)
    } catch {
      Talk.say("The columns can't be remembered: \(error)")
    }
  }

  private func entries() -> [Entry] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return (try? JSONDecoder().decode([Entry].self, from: data)) ?? []
  }
}
