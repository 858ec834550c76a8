import Foundation
import RabbleAnki
import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleStorage
import RabbleText
import SystemPackage

/// What of questions only the deck's file has: which are asked by ear, and the names of their sounds and
/// pictures, which are in a folder beside it where `--media` has unpacked them.
struct AnkiMedia {
  /// A group of a deck.
  private struct Group: Hashable {
    let deck, title: String
  }

  /// The names and addresses by the places of questions in their groups.
  private var names: [Group: [Int: [String]]] = [:]
  /// The places of the questions that are asked by ear, by how many questions the group has.
  private var heard: [Group: [Int: Set<Int>]] = [:]
  /// The path of each file that was taken, by its name in Anki.
  private var taken: [String: String] = [:]
  /// Where files are that could not be taken, each once.
  private var missing: Set<String> = []

  /// The files that were taken, by name.
  var files: [AnkiMediaFile] {
    taken.sorted { $0.key < $1.key }.map { AnkiMediaFile(name: $0.key, path: $0.value) }
  }

  /// The folder for the sounds and pictures of a deck.
  static func folder(ofDeck path: String) -> String {
    let file = FilePath(path)
    return file.removingLastComponent().appending("\(file.stem ?? "Anki").media").string
  }

  /// Reads from the files of groups the names of their media, and what else stands there that a package of
  /// Anki has no place for.
  ///
  /// - Parameter chosen: the groups.
  /// - Returns: the media, and how often each other value stands in the files, by its key.
  static func read(_ chosen: [StoredGroup]) -> (media: AnkiMedia, leftOut: [String: Int]) {
    let titles = Set(chosen.map(\.title))
    var media = AnkiMedia()
    var remarks = DeckExport.Remarks()
    var counts: [String: Int] = [:]
    for path in Set(chosen.map(\.deck)).sorted() {
      let source = DeckLoader().loadSource(path: path)
      for var group in source.file.groups where titles.contains(group.title) {
        media.listen(to: group, inDeck: path)
        // Each note has the language, and its cards are the directions.
        group.language = nil
        group.directions = nil
        remarks.noteHeader(group)
      }
      counts.merge(
        Library.extras(of: source.file.groups.filter { titles.contains($0.title) }, in: [source]),
        uniquingKeysWith: +)
      for group in source.groups where titles.contains(group.group.title) {
        let key = Group(deck: path, title: group.group.title)
        for question in group.questions {
          let names = question.extras.mediaNames
          if let index = question.index, !names.isEmpty {
            media.names[key, default: [:]][index] = names
          }
        }
      }
    }
    counts[MediaName.key] = nil
    return (media, remarks.leftOut.merging(counts, uniquingKeysWith: +))
  }

  private mutating func listen(to group: QuestionGroup, inDeck path: String) {
    let questions = group.questions.indices.filter {
      group.questions[$0].askedDirections(byDefault: group.directions).contains(.listening)
    }
    let key = Group(deck: path, title: group.title)
    heard[key, default: [:]].merge([group.questions.count: Set(questions)]) { first, _ in first }
  }

  /// The questions of a group that are asked by ear, by their places: where nothing reads to the learner,
  /// the log does not have these cards.
  func heard(in group: StoredGroup) -> Set<Int> {
    heard[Group(deck: group.deck, title: group.title)]?[group.questions] ?? []
  }

  /// Takes the files of a question along.
  ///
  /// - Parameters:
  ///   - index: its place in its group.
  ///   - group: the group.
  /// - Returns: the names by which a note shows them, and the addresses of those on the web.
  mutating func take(_ index: Int, of group: StoredGroup) -> [String] {
    let key = Group(deck: group.deck, title: group.title)
    guard let names = names[key]?[index] else { return [] }
    let folder = Self.folder(ofDeck: group.deck)
    return names.map { name in
      if MediaName.isOnline(name) { return name }
      let path = folder + "/" + name
      guard Self.isFile(path) else {
        missing.insert(path)
        return name
      }
      // Folders of two decks may have different files of one name.
      var (free, number) = (name, 2)
      while let other = taken[free], other != path,
        !FileManager.default.contentsEqual(atPath: other, andPath: path)
      {
        free = Self.numbered(name, number)
        number += 1
      }
      if taken[free] == nil { taken[free] = path }
      return free
    }
  }

  /// Whether a path is a file, and neither a link nor anything else, that can be read.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, R_OK) == 0
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    let file = FilePath(name)
    return "\(file.stem ?? name)-\(number)" + (file.extension.map { "." + $0 } ?? "")
  }

  /// How many files stay behind, in words; `nil` where all come along.
  var missingRemark: String? {
    guard !missing.isEmpty else { return nil }
    let folders = Set(missing.map { FilePath($0).removingLastComponent().string }).sorted()
    return "\(NumberText.count(missing.count, "media file")) not exported, since missing in "
      + "\(folders.map { Quoting.visible($0) }.joined(separator: ", ")); `rabble deck import --media` "
      + "unpacks them from the package that they came in."
  }
}
