import RabbleText

/// Which fields a template shows, by their numbers and in their order.
struct AnkiTemplate {
  /// The fields on the front, without those that are typed or hidden behind a hint.
  private(set) var front: [Int] = []
  /// The fields on the back.
  private(set) var back: [Int] = []
  /// The fields that are typed.
  private(set) var typed: [Int] = []
  /// The fields hidden behind a hint.
  private(set) var hints: [Int] = []
  /// The field with blanks.
  private(set) var cloze: Int?
  /// The fields on which it depends whether something is shown.
  let conditions: Set<Int>
  /// The fields that stand side by side on the front.
  let frontRuns: [AnkiFieldRun]
  /// The fields that stand side by side on the back.
  let backRuns: [AnkiFieldRun]
  /// Whether it runs a script.
  let hasScript: Bool

  init(_ template: AnkiCollection.Template, fields: [String]) {
    hasScript = template.front.contains("<script") || template.back.contains("<script")
    let numbers = Dictionary(
      fields.enumerated().map { ($0.1, $0.0) }, uniquingKeysWith: { first, _ in first })
    let (frontPieces, backPieces) = (Self.pieces(template.front), Self.pieces(template.back))
    conditions = Set(
      (frontPieces + backPieces).compactMap {
        if case .condition(name: let name, isStart: true) = $0 { numbers[name] } else { nil }
      })
    frontRuns = Self.runs(frontPieces, numbers)
    backRuns = Self.runs(backPieces, numbers)
    for case .field(let name, let filters) in frontPieces {
      guard let number = numbers[name] else { continue }
      if filters.contains("cloze") || filters.contains("cloze-only") { cloze = cloze ?? number }
      if filters.contains("type") {
        typed.append(number)
      } else if filters.contains("hint") {
        hints.append(number)
      } else if !front.contains(number) {
        front.append(number)
      }
    }
    for case .field(let name, let filters) in backPieces {
      guard let number = numbers[name], !back.contains(number) else { continue }
      if filters.contains("hint") { hints.append(number) } else { back.append(number) }
    }
  }

  /// What a template is made of.
  private enum Piece {
    /// A field in doubled braces, with the filters before it.
    case field(name: String, filters: [String])
    /// Where a part that depends on a field begins or ends.
    case condition(name: String, isStart: Bool)
    case text(Substring)
  }

  private static func pieces(_ text: String) -> [Piece] {
    var result: [Piece] = []
    var rest = text[...]
    while result.count < 2000, let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      let inner = String(rest[open.upperBound..<close.lowerBound]).trimmed
      result.append(.text(rest[..<open.lowerBound]))
      rest = rest[close.upperBound...]
      guard let first = inner.first, !"!=".contains(first) else { continue }
      if "#^/".contains(first) {
        let name = String(inner.dropFirst()).trimmed
        result.append(.condition(name: name, isStart: first != "/"))
        continue
      }
      var parts = inner.split(separator: ":", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      let name = parts.removeLast()
      result.append(.field(name: name, filters: parts))
    }
    return result
  }

  /// The filters that leave a field the text it is.
  private static let plainFilters: Set<String> = ["text", "furigana", "kanji"]

  /// The fields that stand side by side whatever a note has, outside of tags and conditions.
  private static func runs(_ pieces: [Piece], _ numbers: [String: Int]) -> [AnkiFieldRun] {
    var runs = [AnkiFieldRun()]
    var separator: String?
    var depth = 0
    var isInTag = false
    for piece in pieces {
      switch piece {
      case .text(let text):
        separator = AnkiFieldRun.separator(text)
        if let sign = text.last(where: { $0 == "<" || $0 == ">" }) { isInTag = sign == "<" }
      case .condition(_, let isStart):
        depth = max(0, depth + (isStart ? 1 : -1))
        runs.append(AnkiFieldRun())
      case .field(let name, let filters):
        guard depth == 0, !isInTag, let number = numbers[name],
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
