import RabbleQuestions
import RabbleText

/// What the first lines of Anki's text export say of the rest.
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
  /// What the columns are called.
  private(set) var columns: [String] = []
  /// What the columns numbered from 0 hold besides fields.
  private(set) var special: [Int: ColumnRole] = [:]
  /// Whether this program wrote them.
  private(set) var isOwn = false
  /// How many lines there are.
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

  /// Takes a line that says something, or tells that it does not.
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
      special[number - 1] =
        switch key {
        case "guid column": .id
        case "deck column": .group
        case "tags column": .tags
        default: .ignored
        }
    default: return false
    }
    return true
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
/// Cloze notes. The others are there for who makes a note type of them, and for the way back.
enum AnkiWriter {
  /// The columns behind identity, note type and group; behind them come the tags as Anki has them.
  private static let fields: [ColumnRole] =
    [.prompt, .answer]
    + ColumnRole.fields.filter { ![.prompt, .answer, .group, .id].contains($0) }

  static func text(_ groups: [QuestionGroup], remarks: inout DeckExport.Remarks) -> String {
    let names = ["id", "-", "group"] + fields.map(\.rawValue) + ["-"]
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
          ] + fields.map { cell(question, $0, title: group.title) } + [tags(of: question)]
        text += TableWriter.line(cells.map(HTMLEntity.escaped), separator: "\t").dropLast() + "\n"
      }
    }
    return text
  }

  /// The tags as Anki has them, where spaces part one from the next.
  private static func tags(of question: Question) -> String {
    question.tags.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: "_") }
      .joined(separator: " ")
  }

  private static func cell(_ question: Question, _ role: ColumnRole, title: String) -> String {
    guard role == .prompt, let sentence = ClozeText.sound(question.cloze) else {
      return question.cell(role, group: title)
    }
    // Anki has to see the blanks; the way back is the column of the sentence.
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

/// What an exported question without an id of its own is called in other programs, so that it is
/// found again when it comes back.
enum ExchangeID {
  private static let prefix = "rabble-"

  /// The id for a question: its own, or one made of its wording.
  static func text(of question: Question, inGroup title: String) -> String {
    question.id ?? prefix + QuestionID(ofWordingOf: question, inGroup: title).description
  }

  /// The wording that an id was made of; `nil` for an author's own id.
  static func wording(_ text: String) -> QuestionID? {
    guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 32 else { return nil }
    return UInt128(text.dropFirst(prefix.count), radix: 16).map(QuestionID.init(bits:))
  }
}

extension Question {
  /// The question under another id, or none.
  func with(id: String?) -> Question {
    var question = self
    question.id = id
    return question
  }
}
