import RabbleText

/// Which fields a template shows, by their numbers and in their order: those outside of tags, comments,
/// scripts and styles.
struct AnkiTemplate {
  /// The fields on the front, without those that are typed or hidden behind a hint.
  private(set) var front: [Int] = []
  /// The fields on the back.
  private(set) var back: [Int] = []
  /// The fields that are typed.
  private(set) var typed: [Int] = []
  /// The fields that the front hides behind a hint.
  private(set) var hints: [Int] = []
  /// The fields that the front only reads aloud, with `{{tts en_US:Word}}`.
  private(set) var spoken: [Int] = []
  /// The fields with blanks.
  private(set) var clozes: [Int] = []
  /// The fields on which it depends whether something is shown.
  let conditions: Set<Int>
  /// The fields that stand side by side on the front.
  let frontRuns: [AnkiFieldRun]
  /// The fields that stand side by side on the back.
  let backRuns: [AnkiFieldRun]
  /// Whether it runs a script.
  let hasScript: Bool
  /// The words on the front that every note has.
  let words: String
  private let frontPieces: [Piece]

  init(_ template: AnkiCollection.Template, fields: [String]) {
    hasScript = template.front.contains("<script") || template.back.contains("<script")
    let numbers = Dictionary(
      fields.enumerated().map { ($0.1, $0.0) }, uniquingKeysWith: { first, _ in first })
    let frontPieces = Self.pieces(of: template.front, numbers)
    let backPieces = Self.pieces(of: template.back, numbers)
    self.frontPieces = frontPieces
    conditions = Set(
      (frontPieces + backPieces).compactMap {
        if case .condition(field: let field, sign: let sign) = $0, sign != "/" {
          field
        } else {
          nil
        }
      })
    let literal = frontPieces.map { if case .text(let text) = $0 { String(text) } else { "" } }
    // What Anki reads aloud is no text.
    words =
      template.front.contains("[anki:")
      ? ""
      : HTMLText(literal.joined()).text.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    frontRuns = Self.runs(Self.withoutOwnConditions(frontPieces))
    backRuns = Self.runs(Self.withoutOwnConditions(backPieces))
    for case .field(number: let number?, filters: let filters, isInTag: false) in frontPieces {
      if filters.contains("cloze") || filters.contains("cloze-only"), !clozes.contains(number) {
        clozes.append(number)
      }
      if filters.contains(where: Self.isSpeech) {
        spoken.append(number)
      } else if filters.contains("type") {
        typed.append(number)
      } else if filters.contains("hint") {
        hints.append(number)
      } else if !front.contains(number) {
        front.append(number)
      }
    }
    var (hidden, below, isBelow): ([Int], [Int], Bool) = ([], [], false)
    for piece in backPieces {
      switch piece {
      case .text(let text): isBelow = isBelow || text.contains("<hr")
      case .field(number: let number?, filters: let filters, isInTag: false):
        if filters.contains(where: Self.isSpeech) {
          break
        } else if filters.contains("hint") {
          hidden.append(number)
        } else if !back.contains(number) {
          back.append(number)
          if isBelow, !front.contains(number) { below.append(number) }
        }
      case .field, .condition: break
      }
    }
    // The answer is below the rule; above it, the front is shown again, with more on it.
    back = below + back.filter { !below.contains($0) }
    // What only the back hides tells the answer, or comes after it.
    back += hidden.filter { !hints.contains($0) && !back.contains($0) }
  }

  /// Whether a filter has its field read aloud: `tts en_US voices=…`.
  private static func isSpeech(_ filter: String) -> Bool {
    filter == "tts" || filter.hasPrefix("tts ")
  }

  /// The front of a note, in HTML, without what is typed or hidden behind a hint.
  func front(of note: [String]) -> String {
    var text = ""
    /// Whether each part that is open, depending on a field, is shown.
    var open: [Bool] = []
    for piece in frontPieces {
      switch piece {
      case .condition(field: _, sign: "/"): _ = open.popLast()
      case .condition(field: let field, sign: let sign):
        let isFilled = field.map { $0 < note.count && !note[$0].isBlank } ?? false
        open.append(isFilled == (sign == "#"))
      case _ where open.contains(false): break
      case .text(let literal): text += literal
      case .field(number: let number?, filters: let filters, isInTag: _)
      where number < note.count
        && !filters.contains { $0 == "type" || $0 == "hint" || Self.isSpeech($0) }:
        text += note[number]
      case .field: break
      }
    }
    return text
  }

  /// What a template is made of.
  private enum Piece {
    /// A field in doubled braces, with the filters before it; `{{Tags}}` and the like have no number.
    case field(number: Int?, filters: [String], isInTag: Bool)
    /// Where a part that depends on a field begins, with `#` or `^`, or ends, with `/`.
    case condition(field: Int?, sign: Character)
    case text(Substring)
  }

  /// What a side shows; where it shows no field, a script may do so.
  private static func pieces(of side: String, _ numbers: [String: Int]) -> [Piece] {
    let comment = [(start: "<!--", end: "-->")]
    let code = [(start: "<script", end: "</script>"), (start: "<style", end: "</style>")]
    let shown = pieces(side.without(comment + code), numbers)
    let hasField = shown.contains {
      if case .field(number: _?, filters: _, isInTag: _) = $0 { true } else { false }
    }
    return hasField ? shown : pieces(side.without(comment), numbers)
  }

  private static func pieces(_ text: String, _ numbers: [String: Int]) -> [Piece] {
    var result: [Piece] = []
    var rest = text[...]
    var isInTag = false
    while result.count < 2000, let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      let inner = String(rest[open.upperBound..<close.lowerBound]).trimmed
      let literal = rest[..<open.lowerBound]
      result.append(.text(literal))
      isInTag = endsInTag(literal) ?? isInTag
      rest = rest[close.upperBound...]
      guard let first = inner.first, !"!=".contains(first) else { continue }
      if "#^/".contains(first) {
        let name = String(inner.dropFirst()).trimmed
        result.append(.condition(field: numbers[name], sign: first))
        continue
      }
      var parts = inner.split(separator: ":", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      let name = parts.removeLast()
      result.append(.field(number: numbers[name], filters: parts, isInTag: isInTag))
    }
    return result + [.text(rest)]
  }

  /// Whether what follows a text is within a tag; `nil` where no tag begins or ends in it.
  private static func endsInTag(_ text: Substring) -> Bool? {
    guard let sign = text.lastIndex(where: { $0 == "<" || $0 == ">" }) else { return nil }
    guard text[sign] == "<" else { return false }
    // A `<` before a space or a number is one of the text.
    return text[sign...].dropFirst().first.map { $0.isLetter || $0 == "/" } ?? true
  }

  /// The filters that leave a field the text it is.
  private static let plainFilters: Set<String> = ["text", "furigana", "kanji"]

  /// The pieces without conditions that only leave out a field before another where it is empty, with what
  /// separates it: `{{#Article}}{{Article}} {{/Article}}{{Noun}}` shows what `{{Article}} {{Noun}}` does.
  private static func withoutOwnConditions(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    func add(_ piece: Piece) {
      if case .text(let text) = piece, case .text(let before)? = result.last {
        result[result.count - 1] = .text(Substring(before + text))
      } else {
        result.append(piece)
      }
    }
    var index = 0
    while index < pieces.count {
      guard case .condition(field: let field?, sign: "#") = pieces[index],
        let end = pieces[(index + 1)...].firstIndex(where: {
          if case .condition = $0 { true } else { false }
        }), case .condition(field: field, sign: "/") = pieces[end],
        pieces[(index + 1)..<end].allSatisfy({
          switch $0 {
          case .text(let text): text.isEmpty || AnkiFieldRun.separator(text) != nil
          case .field(let number, _, _): number == field
          case .condition: false
          }
        }),
        case .field? = pieces[(end + 1)...].first(where: {
          if case .text(let text) = $0 {
            !text.isEmpty && AnkiFieldRun.separator(text) == nil
          } else {
            true
          }
        })
      else {
        add(pieces[index])
        index += 1
        continue
      }
      for piece in pieces[(index + 1)..<end] { add(piece) }
      index = end + 1
    }
    return result
  }

  /// The fields that stand side by side whatever a note has, outside of tags and conditions.
  private static func runs(_ pieces: [Piece]) -> [AnkiFieldRun] {
    var runs = [AnkiFieldRun()]
    var separator: String?
    var depth = 0
    for piece in pieces {
      switch piece {
      case .text(let text):
        separator = AnkiFieldRun.separator(text)
      case .condition(field: _, sign: let sign):
        depth = max(0, depth + (sign == "/" ? -1 : 1))
        runs.append(AnkiFieldRun())
      case .field(number: let number, filters: let filters, isInTag: let isInTag):
        guard depth == 0, !isInTag, let number,
          filters.allSatisfy(Self.plainFilters.contains)
        else {
          runs.append(AnkiFieldRun())
          continue
        }
        if separator == nil || runs[runs.count - 1].fields.contains(number) {
          runs.append(AnkiFieldRun())
        }
        runs[runs.count - 1].append(number, behind: separator ?? "")
      }
    }
    return runs.filter { $0.fields.count > 1 }
  }
}

extension String {
  /// The text without what begins and ends with these, as far as it ends.
  fileprivate func without(_ parts: [(start: String, end: String)]) -> String {
    var text = self
    for part in parts {
      var kept = ""
      var rest = text[...]
      while let open = rest.firstRange(of: part.start),
        let close = rest[open.upperBound...].firstRange(of: part.end)
      {
        kept += rest[..<open.lowerBound]
        rest = rest[close.upperBound...]
      }
      text = kept + rest
    }
    return text
  }
}

/// Fields that a template shows side by side on one line, as in `{{Article}} {{Noun}}`.
struct AnkiFieldRun {
  /// The fields by their numbers, from left to right.
  private(set) var fields: [Int] = []
  /// What stands before each of them.
  private var separators: [String] = []

  /// Makes a run without fields.
  init() {}

  /// The text between two fields if they stand side by side; `nil` where it holds anything but spaces and
  /// the punctuation of lists.
  static func separator(_ text: Substring) -> String? {
    let text = String(text).replacing("&nbsp;", with: " ")
    let isBetween = !text.isEmpty && text.allSatisfy { " \u{A0}\u{3000},;/·・、，".contains($0) }
    return isBetween ? text : nil
  }

  /// Adds a field on the right.
  mutating func append(_ field: Int, behind separator: String) {
    fields.append(field)
    separators.append(separator)
  }

  /// The part from a field on, as far as `isPart` holds for those behind it; `nil` if it is alone.
  func part(from first: Int, while isPart: (Int) -> Bool) -> AnkiFieldRun? {
    guard let start = fields.firstIndex(of: first) else { return nil }
    let end = fields[(start + 1)...].firstIndex { !isPart($0) } ?? fields.endIndex
    guard end - start > 1 else { return nil }
    var part = AnkiFieldRun()
    for index in start..<end { part.append(fields[index], behind: separators[index]) }
    return part
  }

  /// What a note shows there: the fields that are filled, with what stands between them.
  func text(of note: [String]) -> String {
    var text = ""
    for (field, separator) in zip(fields, separators) where field < note.count {
      if HTMLText(note[field]).text.isBlank { continue }
      text += (text.isEmpty ? "" : separator) + note[field].trimmed
    }
    return text
  }

  /// The fields of a note, the first of these with the text of all.
  func joined(_ note: [String]) -> [String] {
    guard let first = fields.first, first < note.count else { return note }
    var note = note
    note[first] = text(of: note)
    return note
  }
}
