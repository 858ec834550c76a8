import Foundation
import RabbleChecking
import RabbleDecks
import Testing

/// The folder of broken decks. `findings.tsv` was written by hand: for each file the place and the
/// rule of every finding, `-` for none. Beside a file that `--unsafe-fixes` changes is the
/// result, as `NAME.fixed`. Files of one folder in it are checked together.
struct BrokenDecks {
  /// A finding as the table has it.
  struct Row: Hashable, CustomStringConvertible {
    let place: String
    let code: String

    var description: String { "\(place) \(code)" }
  }

  /// One deck, or several that are checked together.
  struct Case: CustomStringConvertible {
    let name: String
    let files: [String]
    let rows: [String: [Row]]

    var description: String { name }
  }

  let folder: String
  let cases: [Case]

  static func read() throws -> BrokenDecks {
    let folder = try #require(Bundle.module.resourceURL).appending(path: "Fixtures")
    let table = try String(contentsOf: folder.appending(path: "findings.tsv"), encoding: .utf8)
    var rows: [String: [Row]] = [:]
    for line in table.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t").map(String.init)
      try #require(cells.count == 3)
      rows[cells[0], default: []] += cells[1] == "-" ? [] : [Row(place: cells[1], code: cells[2])]
    }
    var groups: [String: [String]] = [:]
    for file in rows.keys.sorted() {
      let slash = file.lastIndex(of: "/")
      let name = slash.map { String(file[..<$0]) } ?? file
      groups[name == "good" ? file : name, default: []].append(file)
    }
    let cases = groups.map { name, files in
      Case(name: name, files: files, rows: rows.filter { files.contains($0.key) })
    }
    return BrokenDecks(folder: folder.path, cases: cases.sorted { $0.name < $1.name })
  }

  /// The bytes of a file, or `nil` if there is none.
  func bytes(_ file: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder + "/" + file).map { Array($0) }
  }

  /// The decks of a case as the loader reads them.
  func decks(_ broken: Case) throws -> [DeckSource] {
    try broken.files.map { file in
      DeckLoader().parseSource(try #require(bytes(file)), path: file)
    }
  }

  /// The findings in a deck as the table has them.
  static func rows(_ findings: [Finding], in deck: DeckSource) -> [Row] {
    let lines = SourceLines(deck.bytes)
    return findings.filter { $0.path == deck.file.path }.map { finding in
      let place = finding.span.map { lines.position(of: $0.start) }
      return Row(place: place.map { "\($0.line):\($0.column)" } ?? "-", code: finding.rule.code)
    }
  }
}
