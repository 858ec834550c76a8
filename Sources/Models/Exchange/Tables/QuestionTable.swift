import Foundation
import RabbleQuestions
import RabbleText

/// Makes questions of the records of a table.
struct RecordReader {
  /// How a table's fields are to be read.
  struct Style: Hashable {
    let mapping: ColumnMapping
    /// The group of the questions that name none.
    let title: String
    /// Labels for all questions.
    var tags: [String] = []
    /// Whether fields are written in HTML.
    var isHTML = false
    /// Whether the table was written by this program, and says exactly what it should.
    var isOwn = false
    /// How many columns are known; what stands behind them has no place.
    var namedColumns = Int.max
  }

  let style: Style
  private let lineOffset: Int
  private(set) var content = ImportContent()
  private var groups: [String: Int] = [:]
  private var seen: [QuestionID: Int] = [:]
  private var ids: Set<String> = []

  /// Begins to read a table before which so many lines of its file stand.
  init(_ style: Style, lineOffset: Int = 0) {
    self.style = style
    self.lineOffset = lineOffset
  }

  /// Takes a record.
  mutating func take(_ record: TableRecord) {
    let known = style.namedColumns
    let further = record.fields.indices.dropFirst(known).count { index in
      !record.fields[index].isBlank
        && (index >= style.mapping.roles.count || style.mapping.roles[index] == .ignored)
    }
    if further > 0 { note(.furtherFields(further), record) }
    var texts: [ColumnRole: [String]] = [:]
    for (field, role) in zip(record.fields, style.mapping.roles) where role != .ignored {
      if let text = text(of: field) { texts[role, default: []].append(text) }
    }
    if texts.isEmpty, record.isBlank { return }
    guard let question = question(texts, record) else { return }
    let title = texts[.group]?.first ?? style.title
    var wording: QuestionID?
    var kept = question
    if let id = question.id {
      wording = ExchangeID.wording(id)
      if wording != nil {
        kept = question.with(id: nil)
      } else if !ids.insert(id).inserted {
        kept = question.with(id: nil)
        note(.idTaken(id), record)
      }
    }
    let identity = QuestionID(of: kept, inGroup: title)
    if let first = seen[identity] { return note(.repeated(firstLine: first), record) }
    seen[identity] = record.line + lineOffset
    content.add(
      .init(question: kept, line: record.line + lineOffset, wording: wording), toGroup: title,
      at: &groups)
  }

  private mutating func note(_ kind: ImportNotice.Kind, _ record: TableRecord) {
    content.notices.append(ImportNotice(line: record.line + lineOffset, kind: kind))
  }

  /// Notes quotation marks that are not as they should be.
  mutating func noteStrayQuotes(_ lines: [Int]) {
    content.notices += lines.map { ImportNotice(line: $0 + lineOffset, kind: .strayQuote) }
  }

  /// Notes lines that were joined to the definition before.
  mutating func noteJoinedLines(_ count: Int) {
    content.changes.joinedLines += count
  }

  /// The text of a field; `nil` if nothing stands in it.
  private mutating func text(of field: String) -> String? {
    var text = field
    if style.isHTML {
      let html = HTMLText(field, isExact: style.isOwn)
      content.changes.media += html.mediaCount
      if !style.isOwn, !html.text.isSame(as: field.trimmed) { content.changes.htmlFields += 1 }
      text = html.text
    }
    if style.isOwn {
      if !style.isHTML, SpreadsheetCell.isGuarded(text) {
        text.unicodeScalars.removeFirst()
        content.changes.unguarded += 1
      }
    } else {
      if text.utf8.contains(0x0D) {
        text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        content.changes.lineBreaks += 1
      }
      if text.isDecomposed {
        text = text.precomposedStringWithCanonicalMapping
        content.changes.composed += 1
      }
    }
    return text.isBlank ? nil : text
  }

  private mutating func question(_ texts: [ColumnRole: [String]], _ record: TableRecord)
    -> Question?
  {
    func first(_ role: ColumnRole) -> String? { texts[role]?.first }
    func joined(_ role: ColumnRole) -> String? { texts[role]?.joined(separator: "\n") }
    var prompt = first(.prompt)
    var answer = first(.answer)
    var cloze = first(.cloze)
    var notes = texts[.note] ?? []
    var furigana = first(.furigana)
    var reading = first(.reading)
    var alternatives = list(texts[.alternatives], ListCell.texts)
    if cloze == nil, !style.isOwn, let text = prompt, text.contains("{{c1::") || text.hasClozeNumber
    {
      cloze = text
      prompt = nil
      // What Anki calls Back Extra is shown with the answer.
      if let extra = answer { notes.insert(extra, at: 0) }
      answer = nil
    }
    var sentence: ClozeText?
    if let text = cloze {
      do { sentence = try ClozeText(text) } catch {
        note(.cloze(error), record)
        return nil
      }
    }
    if style.isOwn, style.isHTML, let sentence, let text = prompt {
      prompt = Self.prompt(text, behind: sentence)
    }
    if !style.isOwn {
      if let text = prompt, let ruby = RubyText(readingsIn: text) {
        furigana = furigana ?? text
        reading = reading ?? ruby.reading
        prompt = ruby.base
      }
      if let text = furigana, let ruby = RubyText(readingsIn: text) {
        if prompt == nil { prompt = ruby.base }
        if reading == nil { reading = ruby.reading }
        if let prompt, !ruby.base.isSame(as: prompt) {
          notes.append(text)
          furigana = nil
        }
      } else if let text = furigana {
        if reading == nil, text.isKanaAlone {
          reading = text
        } else if prompt == nil {
          prompt = text
        }
        furigana = nil
      }
      if let text = answer, let ruby = RubyText(readingsIn: text) {
        answer = ruby.base
        alternatives.append(ruby.reading)
        content.changes.answerReadings += 1
      }
    }
    guard let prompt = prompt ?? sentence?.opened else {
      note(.noPrompt, record)
      return nil
    }
    guard let answer = answer ?? sentence?.filled else {
      note(.noAnswer, record)
      return nil
    }
    var question = Question(
      prompt: prompt, hint: joined(.hint), answer: answer, reading: reading, furigana: furigana,
      alternatives: alternatives, blocked: list(texts[.blocked], ListCell.texts),
      pitch: first(.pitch).flatMap { pitch($0, record) }, example: example(texts),
      note: notes.isEmpty ? nil : notes.joined(separator: "\n"),
      tags: unique(list(texts[.tags], ListCell.tags) + style.tags),
      directions: first(.directions).flatMap { directions($0, record) }, cloze: cloze)
    let isRead: Set<ColumnRole> = [.hint, .reading, .furigana, .note, .cloze]
    for role in ColumnRole.fields where !isRead.contains(role) {
      if case .text(let path) = role.field?.kind { question[keyPath: path] = first(role) }
    }
    return question
  }

  /// What a question with a sentence asks besides: ``AnkiWriter`` puts it below the sentence.
  private static func prompt(_ text: String, behind sentence: ClozeText) -> String? {
    let lead = sentence.numbered + "\n"
    return text.utf8.starts(with: lead.utf8) ? String(text.utf8.dropFirst(lead.utf8.count)) : nil
  }

  private func list(_ cells: [String]?, _ read: (String) -> [String]) -> [String] {
    (cells ?? []).flatMap(read)
  }

  private func unique(_ texts: [String]) -> [String] {
    if style.isOwn { return texts }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private mutating func pitch(_ text: String, _ record: TableRecord) -> Int? {
    if let number = Int(text.trimmed), (0...99).contains(number) { return number }
    note(.pitch(text), record)
    return nil
  }

  private mutating func directions(_ text: String, _ record: TableRecord) -> [Direction]? {
    var result: [Direction] = []
    for name in ListCell.tags(text) {
      if let direction = Direction(name: name.lowercased()) {
        if !result.contains(direction) { result.append(direction) }
      } else {
        note(.direction(name), record)
      }
    }
    return result.isEmpty ? nil : result
  }

  private func example(_ texts: [ColumnRole: [String]]) -> Example? {
    let reading = texts[.exampleReading]?.first
    let meaning = texts[.exampleMeaning]?.first
    guard let text = texts[.example]?.first ?? reading ?? meaning else { return nil }
    let isLone = texts[.example] == nil
    return Example(
      text: text, reading: isLone ? nil : reading,
      meaning: isLone && reading == nil ? nil : meaning)
  }
}

extension RubyText {
  /// The text if readings stand in it.
  fileprivate init?(readingsIn text: String) {
    let ruby = RubyText(text)
    guard ruby.hasReadings else { return nil }
    self = ruby
  }
}

extension String {
  /// Whether a blank stands in it as Anki numbers them from 2 on.
  fileprivate var hasClozeNumber: Bool {
    var rest = self[...]
    while let open = rest.firstRange(of: "{{c") {
      rest = rest[open.upperBound...]
      let digits = rest.prefix { $0.isNumber }
      if !digits.isEmpty, rest.dropFirst(digits.count).hasPrefix("::") { return true }
    }
    return false
  }

  /// Whether a mark stands in it that has its place in the letter before.
  fileprivate var isDecomposed: Bool {
    unicodeScalars.contains {
      (0x300...0x36F).contains($0.value) || $0.value == 0x3099 || $0.value == 0x309A
        || (0x1100...0x11FF).contains($0.value)
    } && !precomposedStringWithCanonicalMapping.isSame(as: self)
  }
}

/// Writes questions as CSV, or the same with another separator: every field of a question is a column.
enum QuestionTableWriter {
  static func text(
    _ groups: [QuestionGroup], separator: String, guardsFormulas: Bool,
    remarks: inout DeckExport.Remarks
  ) -> String {
    var text = TableWriter.line(ColumnRole.fields.map(\.rawValue), separator: separator)
    for group in groups {
      remarks.noteHeader(group)
      for question in group.questions {
        let cells = ColumnRole.fields.map { role in
          let cell = question.cell(role, group: group.title)
          guard guardsFormulas else { return SpreadsheetCell.isGuarded(cell) ? "'" + cell : cell }
          let guarded = SpreadsheetCell.guarded(cell)
          if guarded.utf8.count != cell.utf8.count { remarks.guarded += 1 }
          return guarded
        }
        text += TableWriter.line(cells, separator: separator)
      }
    }
    return text
  }
}

extension Question {
  /// What stands in a column of a table; empty for nothing.
  func cell(_ role: ColumnRole, group title: String) -> String {
    switch role {
    case .group: return title
    case .exampleReading: return example?.reading ?? ""
    case .exampleMeaning: return example?.meaning ?? ""
    case .tags: return ListCell.cell(tags: tags)
    case .directions: return texts(.directions).joined(separator: " ")
    default:
      guard let field = role.field else { return "" }
      if case .list = field.kind { return ListCell.cell(texts: texts(field)) }
      return texts(field).first ?? ""
    }
  }
}

/// Several texts in one cell of a table.
enum ListCell {
  /// The texts of a cell: parted by `;` or line breaks, or a JSON array of strings.
  static func texts(_ cell: String) -> [String] {
    json(cell)
      ?? cell.split { $0 == ";" || $0 == "；" || $0.isNewline }.map { String($0).trimmed }
      .filter { !$0.isEmpty }
  }

  /// The labels of a cell: parted by white space, commas or `;`, or a JSON array of strings.
  static func tags(_ cell: String) -> [String] {
    json(cell)
      ?? cell.split { $0.isWhitespace || $0 == "," || $0 == ";" || $0 == "、" }.map(String.init)
  }

  /// A cell that ``texts(_:)`` reads as these texts; empty for none.
  static func cell(texts: [String]) -> String {
    cell(texts, separator: "; ") { Self.texts($0) }
  }

  /// A cell that ``tags(_:)`` reads as these labels; empty for none.
  static func cell(tags: [String]) -> String { cell(tags, separator: " ") { Self.tags($0) } }

  private static func cell(
    _ texts: [String], separator: String, _ read: (String) -> [String]
  ) -> String {
    let plain = texts.joined(separator: separator)
    let isSame = { (left: [String], right: [String]) in
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    }
    if isSame(read(plain), texts) { return plain }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(texts) else { return plain }
    return String(decoding: data, as: UTF8.self)
  }

  private static func json(_ cell: String) -> [String]? {
    guard cell.utf8.first == UInt8(ascii: "["), cell.utf8.last == UInt8(ascii: "]") else {
      return nil
    }
    // A cell that only looks like JSON is text.
    return try? JSONDecoder().decode([String].self, from: Data(cell.utf8))
  }
}
