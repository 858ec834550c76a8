import RabbleLanguages
import RabbleQuestions
import RabbleText

/// What the first lines of Anki's text export say about the rest.
///
///     #separator:tab
///     #html:true
///     #guid column:1
///     #tags column:4
struct AnkiHeaders: Hashable, Sendable {
  private(set) var separator: String?
  private(set) var isHTML: Bool?
  private(set) var deck: String?
  private(set) var tags: [String] = []
  /// The names of the columns.
  private(set) var columns: [String] = []
  /// What columns hold besides fields, by their number from 0.
  private(set) var special: [Int: ColumnRole] = [:]
  /// The number of the column with the names of note types, from 0.
  private(set) var noteTypeColumn: Int?
  /// Whether this program wrote the file.
  private(set) var isOwn = false
  /// The number of these lines.
  private(set) var lineCount = 0

  private static let separators = [
    "tab": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":",
  ]

  /// Reads the lines at the beginning of a text that begin with `#`, and the older `tags:` on the
  /// first; `nil` if there are none that Anki would write.
  init?(_ text: String) {
    var columnsText: String?
    var isAnki = false
    for line in text.utf8.split(
      separator: 0x0A, maxSplits: 40, omittingEmptySubsequences: false
    ).prefix(40) {
      let line = String(Substring(line)).trimmingLineEnd
      guard line.hasPrefix("#") || lineCount == 0 && line.hasPrefix("tags:") else { break }
      lineCount += 1
      let parts = line.drop { $0 == "#" }.split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let key = parts[0].lowercased().trimmed
      if key == "columns" {
        columnsText = String(parts[1])
        isAnki = true
      } else if take(key, String(parts[1])) {
        isAnki = true
      }
    }
    guard isAnki else { return nil }
    if let columnsText {
      var reader = TableReader(columnsText, separator: separator ?? "\t")
      columns = reader.next()?.fields ?? []
    }
  }

  /// Reads a line; returns whether Anki knows its key.
  private mutating func take(_ key: String, _ value: String) -> Bool {
    let word = value.trimmed
    switch key {
    case "separator":
      separator = Self.separators[word.lowercased()] ?? (value.isEmpty ? nil : value)
    case "html": isHTML = word.lowercased() == "true"
    case "deck": deck = word.isEmpty ? nil : word
    case "tags": tags = word.split(whereSeparator: \.isWhitespace).map(String.init)
    case "made by": isOwn = word == "rabble"
    case "notetype": break
    case "guid column", "deck column", "tags column", "notetype column":
      guard let number = Int(word), (1...TableReader.widest).contains(number) else { return false }
      if key == "notetype column" { noteTypeColumn = number - 1 }
      special[number - 1] =
        switch key {
        case "guid column": .field(.id)
        case "deck column": .group
        case "tags column": .field(.tags)
        default: .ignored
        }
    default: return false
    }
    return true
  }
}

extension AnkiHeaders {
  /// A table without the lines that are comments to Anki: those that begin with `#` where a note could. The others
  /// keep their numbers.
  static func withoutComments(_ text: String, _ separator: String) -> String {
    guard text.hasPrefix("#") || text.contains("\n#") else { return text }
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for record in TableReader(text, separator: separator)
    where record.line <= lines.count && lines[record.line - 1].first == UInt8(ascii: "#") {
      lines[record.line - 1] = lines[record.line - 1].prefix(0)
    }
    return lines.map { String(Substring($0)) }.joined(separator: "\n")
  }

  /// Which cards a note of the file has.
  enum Cards {
    /// Those of its group.
    case usual
    /// These; `flag` is the column that only says so.
    case directions([Direction], flag: Int?)
    /// Those of templates that the file does not have.
    case unknown
  }

  /// What the note type of a note says of its cards, by the names of Anki's own.
  ///
  /// - Parameter fields: its fields, and what else the file has of it.
  /// - Returns: its cards; the usual ones where the file names no note types.
  func cards(of fields: [String]) -> Cards {
    guard let noteTypeColumn, noteTypeColumn < fields.count else { return .usual }
    switch fields[noteTypeColumn].trimmed {
    case "": return .usual
    case let name where AnkiTypeNames.usual.contains(name): return .usual
    case let name where AnkiTypeNames.reversed.contains(name):
      return .directions([.recognition, .production], flag: nil)
    case let name where AnkiTypeNames.optionalReversed.contains(name):
      // Its fields are the front, the back, and whether there is a reversed card.
      let flag = fields.indices.filter { special[$0] == nil }.dropFirst(2).first
      let isReversed = flag.map { !fields[$0].isBlank } ?? false
      return .directions(
        isReversed ? [.recognition, .production] : [.recognition], flag: flag)
    default: return .unknown
    }
  }
}

/// The names of Anki's own note types, in all languages.
private enum AnkiTypeNames {
  static let usual = names(\.usual)
  static let reversed = names(\.reversed)
  static let optionalReversed = names(\.optionalReversed)

  private static func names(_ path: KeyPath<AnkiNoteTypes, [String]>) -> Set<String> {
    Set(Languages.shipped.all.flatMap { $0.value.ankiNoteTypes[keyPath: path] })
  }
}

extension String {
  /// The text without a carriage return at its end.
  fileprivate var trimmingLineEnd: String {
    unicodeScalars.last == "\r" ? String(unicodeScalars.dropLast()) : self
  }
}

/// Writes Anki's “Notes in Plain Text”: each note with an identity, so that Anki and this program
/// update it when the file comes in again.
///
/// Anki takes the first two fields as front and back of its Basic notes, or as text and extra of its
/// Cloze notes. The others are for note types with more fields, and for importing the file again.
enum AnkiWriter {
  private static let front: [ColumnRole] = [.field(.prompt), .field(.answer)]
  static func text(_ groups: [QuestionGroup], remarks: inout DeckExport.Remarks) -> String {
    // After identity, note type and group; after them come the tags as Anki writes them.
    let columns =
      front
      + ColumnRole.columns(of: groups).filter { !([.group, .field(.id)] + front).contains($0) }
    let names = ["id", "-", "group"] + columns.map(\.name) + ["-"]
    // Anki evaluates nothing, and its notes must stay as they are.
    var writer = TableWriter(separator: "\t", lineEnd: "\n", guardsFormulas: false)
    var text = """
      #separator:tab
      #html:true
      #made by:rabble
      #guid column:1
      #notetype column:2
      #deck column:3
      #tags column:\(names.count)
      #columns:\(names.joined(separator: "\t"))

      """
    for group in groups {
      remarks.noteHeader(group)
      for question in group.questions {
        let cells =
          [
            ExchangeID.text(of: question, inGroup: group.title),
            question.cloze == nil ? "Basic" : "Cloze", group.title,
          ] + columns.map { cell(question, $0, title: group.title) } + [tags(of: question)]
        text += writer.line(cells.map { .text(HTMLEntity.escaped($0)) })
      }
    }
    return text
  }

  /// The tags as Anki writes them: separated by spaces.
  private static func tags(of question: Question) -> String {
    question.tags.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: "_") }
      .joined(separator: " ")
  }

  private static func cell(_ question: Question, _ role: ColumnRole, title: String) -> String {
    guard role == .field(.prompt), let sentence = ClozeText.sound(question.cloze) else {
      return question.cell(role, group: title)
    }
    // Anki needs the blanks; importing the file again reads the column of the sentence.
    return sentence.numbered + (question.prompt == sentence.opened ? "" : "\n" + question.prompt)
  }
}

extension ClozeText {
  /// The sentence with its blanks as Anki numbers them.
  var numbered: String {
    var number = 0
    return pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .blank(let blank):
        number += 1
        return "{{c\(number)::\(blank.filling)" + (blank.hint.map { "::" + $0 } ?? "") + "}}"
      }
    }.joined()
  }
}

/// The id of an exported question that has none, by which it is found again when it is imported.
package enum ExchangeID {
  private static let prefix = "rabble-"

  /// The id for a question: its own, or one made of its wording.
  static func text(of question: Question, inGroup title: String) -> String {
    question.id ?? text(of: QuestionID(ofWordingOf: question, inGroup: title))
  }

  /// The id made of an identity.
  package static func text(of identity: QuestionID) -> String { prefix + identity.description }

  /// The wording that an id was made of; `nil` for an author's own id.
  static func wording(_ text: String) -> QuestionID? {
    guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 32 else { return nil }
    return UInt128(text.dropFirst(prefix.count), radix: 16).map(QuestionID.init(bits:))
  }
}
