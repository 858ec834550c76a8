import Foundation
import RabbleDecks
import RabbleExchange

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
