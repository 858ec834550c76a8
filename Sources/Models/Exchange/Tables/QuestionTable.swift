import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleText

/// Makes questions from the records of a table.
struct RecordReader {
  /// How a table's fields are to be read.
  struct Style: Hashable {
    var mapping: ColumnMapping
    /// The group of the questions that name none.
    let title: String
    /// Tags for all questions.
    var tags: [String] = []
    /// What Anki says of the file.
    var anki: AnkiHeaders?
    /// Whether fields are written in HTML.
    var isHTML = false
    /// Whether this program wrote the table, so that its cells are taken exactly.
    var isOwn = false
    /// Whether cells may have a `'` in front that guards them against spreadsheets.
    var hasGuards = true
    /// Whether a prompt with blanks that have Anki's numbers is a sentence to fill in.
    var readsBlanks = true
    /// Values for the next question that this program has no use for.
    var extras: [DeckExtra] = []
    /// How many columns are known; those behind them are not used.
    var namedColumns = Int.max
  }

  var style: Style
  /// The question that was taken last, and the title of its group; `nil` where none was made of the
  /// last record.
  private(set) var newest: (question: Question, group: String, wording: QuestionID?)?
  private let lineOffset: Int
  private(set) var content = ImportContent()
  private var groups: [String: Int] = [:]
  private var seen: [QuestionID: Int] = [:]
  private var ids: Set<String> = []

  /// Begins to read a table that follows `lineOffset` lines of its file.
  init(_ style: Style, lineOffset: Int = 0) {
    self.style = style
    self.lineOffset = lineOffset
  }

  /// Takes a record.
  mutating func take(_ record: TableRecord) {
    newest = nil
    let known = style.namedColumns
    let further = record.fields.indices.dropFirst(known).count { index in
      !record.fields[index].isBlank
        && (index >= style.mapping.roles.count || style.mapping.roles[index] == .ignored)
    }
    if further > 0 { note(.furtherFields(further), record) }
    let cards = style.anki?.cards(of: record.fields) ?? .usual
    var flag: Int?
    if case .directions(_, let column) = cards { flag = column }
    var texts: [ColumnRole: [String]] = [:]
    for (index, role) in style.mapping.roles.enumerated().prefix(record.fields.count)
    where role != .ignored && index != flag {
      if let text = text(of: record.fields[index]) { texts[role, default: []].append(text) }
    }
    if texts.isEmpty, record.isBlank { return }
    for texts in Self.sentences(texts, style) { add(texts, cards, record) }
  }

  /// The texts of a note for each of its questions: blanks of Anki that stand in others can't be in one sentence.
  private static func sentences(_ texts: [ColumnRole: [String]], _ style: Style) -> [[ColumnRole:
    [String]]]
  {
    let role = ColumnRole.field(texts[.field(.cloze)] == nil ? .prompt : .cloze)
    guard style.readsBlanks, !style.isOwn, let text = texts[role]?.first, text.hasClozeNumber else {
      return [texts]
    }
    let cloze = AnkiCloze(text)
    let apart = cloze.numbers.subtracting(cloze.together).sorted()
    // Elsewhere than in Anki, a `;` in a blank separates answers.
    if apart.isEmpty, style.anki == nil { return [texts] }
    var questions: [[ColumnRole: [String]]] = []
    for asked in [cloze.together] + apart.map({ [$0] }) where !asked.isEmpty {
      var own = texts
      own[role]?[0] = cloze.sentence(asking: asked)
      if asked != cloze.together, let id = texts[.field(.id)]?.first, let number = asked.first {
        own[.field(.id)] = ["\(id)-\(number)"]
      }
      questions.append(own)
    }
    return questions
  }

  /// Adds the question of some texts.
  private mutating func add(
    _ texts: [ColumnRole: [String]], _ cards: AnkiHeaders.Cards, _ record: TableRecord
  ) {
    guard var question = question(texts, record) else { return }
    switch cards {
    case .usual: break
    case .directions(let directions, _): question.directions = question.directions ?? directions
    case .unknown: content.changes.noteTypes += 1
    }
    let title = texts[.group]?.first ?? style.title
    var wording: QuestionID?
    if let id = question.id {
      wording = ExchangeID.wording(id)
      if wording != nil {
        question.id = nil
      } else if !ids.insert(id).inserted {
        question.id = nil
        note(.idTaken(id), record)
      }
    }
    let identity = QuestionID(of: question, inGroup: title)
    if let first = seen[identity] { return note(.repeated(firstLine: first), record) }
    seen[identity] = record.line + lineOffset
    newest = (question, title, wording)
    content.add(
      .init(
        question: question, line: record.line + lineOffset, wording: wording, extras: style.extras),
      toGroup: title, at: &groups)
  }

  private mutating func note(_ kind: ImportNotice.Kind, _ record: TableRecord) {
    content.notices.append(ImportNotice(line: record.line + lineOffset, kind: kind))
  }

  /// Doesn't count so many fields as HTML that was converted.
  mutating func uncountHTML(_ count: Int) { content.changes.htmlFields -= count }

  /// Drops the notices behind the first so many.
  mutating func forgetNotices(since count: Int) {
    content.notices.removeLast(content.notices.count - count)
  }

  /// Notes the lines of misplaced quotation marks.
  mutating func noteStrayQuotes(_ lines: [Int]) {
    content.notices += lines.map { ImportNotice(line: $0 + lineOffset, kind: .strayQuote) }
  }

  /// Notes lines that were joined to the definition before.
  mutating func noteJoinedLines(_ count: Int) {
    content.changes.joinedLines += count
  }

  /// The text of a cell; `nil` if it is blank.
  private mutating func text(of field: String) -> String? {
    var text = field
    if style.isHTML {
      let html = HTMLText(field, isExact: style.isOwn)
      content.changes.media += html.mediaCount
      if !style.isOwn, !html.text.isSame(as: field.trimmed) { content.changes.htmlFields += 1 }
      text = html.text
    }
    if style.isOwn {
      if !style.isHTML, style.hasGuards, SpreadsheetCell.isGuarded(text) {
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

  /// The question of a record; `nil`, with a notice, if it has no prompt or no answer.
  private mutating func question(_ texts: [ColumnRole: [String]], _ record: TableRecord)
    -> Question?
  {
    var cells: [Question.Field: [String]] = [:]
    for case (.field(let field), let found) in texts { cells[field] = found }
    let sentence: ClozeText?
    do throws(ClozeError) {
      sentence = try takeSentence(&cells)
    } catch {
      note(.cloze(error), record)
      return nil
    }
    let answerReading = style.isOwn ? nil : takeReadings(&cells)
    guard let prompt = cells[.prompt]?.first ?? sentence?.opened else {
      note(.noPrompt, record)
      return nil
    }
    guard let answer = cells[.answer]?.first ?? sentence?.filled else {
      note(.noAnswer, record)
      return nil
    }
    var question = Question(prompt: prompt, answer: answer)
    for field in Question.Field.allCases where field != .prompt && field != .answer {
      if let texts = cells[field] { set(field, of: &question, to: texts, record) }
    }
    question.example = example(texts)
    question.alternatives += answerReading.map { [$0] } ?? []
    question.tags = unique(question.tags + style.tags)
    if let field = question.fieldTooLong {
      note(.longText(field), record)
      return nil
    }
    if !style.isOwn { content.changes.cutTexts += question.cutProse() }
    return question
  }

  /// The sentence with blanks, which Anki has in place of the prompt.
  private func takeSentence(_ cells: inout [Question.Field: [String]]) throws(ClozeError)
    -> ClozeText?
  {
    if cells[.cloze] == nil, style.readsBlanks, !style.isOwn,
      let text = cells[.prompt]?.first, text.hasClozeNumber
    {
      cells[.cloze] = [text]
      cells[.prompt] = nil
      // What Anki calls Back Extra is shown with the answer.
      if let extra = cells[.answer]?.first { cells[.note, default: []].insert(extra, at: 0) }
      cells[.answer] = nil
    }
    guard let text = cells[.cloze]?.first else { return nil }
    let sentence = try ClozeText(text)
    if style.isOwn, style.isHTML, let text = cells[.prompt]?.first {
      cells[.prompt] = Self.prompt(text, behind: sentence).map { [$0] }
    }
    return sentence
  }

  /// Takes the readings out of brackets in the prompt, the furigana and the answer, and returns that
  /// of the answer.
  private mutating func takeReadings(_ cells: inout [Question.Field: [String]]) -> String? {
    if let text = cells[.prompt]?.first, let ruby = RubyText(readingsIn: text) {
      cells[.furigana] = cells[.furigana] ?? [text]
      cells[.reading] = cells[.reading] ?? [ruby.reading]
      cells[.prompt] = [ruby.base]
    }
    if let text = cells[.furigana]?.first {
      if let ruby = RubyText(readingsIn: text) {
        cells[.prompt] = cells[.prompt] ?? [ruby.base]
        cells[.reading] = cells[.reading] ?? [ruby.reading]
        if let prompt = cells[.prompt]?.first, !ruby.base.isSame(as: prompt) {
          cells[.note, default: []].append(text)
          cells[.furigana] = nil
        }
      } else {
        if cells[.reading] == nil, text.isKanaAlone {
          cells[.reading] = [text]
        } else if cells[.prompt] == nil {
          cells[.prompt] = [text]
        }
        cells[.furigana] = nil
      }
    }
    guard let text = cells[.answer]?.first, let ruby = RubyText(readingsIn: text) else {
      return nil
    }
    cells[.answer] = [ruby.base]
    content.changes.answerReadings += 1
    return ruby.reading
  }

  /// What a question with a sentence asks besides: ``AnkiWriter`` puts it below the sentence.
  private static func prompt(_ text: String, behind sentence: ClozeText) -> String? {
    let lead = sentence.numbered + "\n"
    return text.utf8.starts(with: lead.utf8) ? String(text.utf8.dropFirst(lead.utf8.count)) : nil
  }

  /// Sets a field to the texts of its cells; a text that is none of its values is noted.
  private mutating func set(
    _ field: Question.Field, of question: inout Question, to cells: [String], _ record: TableRecord
  ) {
    var texts: [String]
    switch field.kind {
    case .required, .text:
      texts = ColumnRole.field(field).isRepeatable ? [cells.joined(separator: "\n")] : cells
    case .list: texts = cells.flatMap { ListCell.texts($0, of: field) }
    case .number, .choice: texts = cells.prefix(1).map(\.trimmed)
    case .directions:
      let names = cells.prefix(1).flatMap { ListCell.texts($0, of: field) }.map { $0.lowercased() }
      texts = names.filter { Direction(name: $0) != nil }
      for name in names where Direction(name: name) == nil { note(.direction(name), record) }
    case .example: return
    }
    do throws(Question.FieldError) {
      try question.set(field, to: texts)
    } catch {
      switch error {
      case .choice(let text, let names):
        note(.choice(text, column: field.key, known: names), record)
      case .number, .direction: note(.pitch(cells[0]), record)
      }
    }
  }

  private func unique(_ texts: [String]) -> [String] {
    if style.isOwn { return texts }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private func example(_ texts: [ColumnRole: [String]]) -> Example? {
    let reading = texts[.exampleReading]?.first
    let meaning = texts[.exampleMeaning]?.first
    let sentence = texts[.field(.example)]?.first
    guard let text = sentence ?? reading ?? meaning else { return nil }
    let isLone = sentence == nil
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
  /// Whether it contains a blank with one of Anki's numbers.
  fileprivate var hasClozeNumber: Bool {
    var rest = self[...]
    while let open = rest.firstRange(of: "{{c") {
      rest = rest[open.upperBound...]
      let digits = rest.prefix { $0.isNumber || $0 == "," }
      if !digits.isEmpty, rest.dropFirst(digits.count).hasPrefix("::") { return true }
    }
    return false
  }

  /// Whether it contains a mark that belongs in the letter before it.
  fileprivate var isDecomposed: Bool {
    unicodeScalars.contains {
      (0x300...0x36F).contains($0.value) || $0.value == 0x3099 || $0.value == 0x309A
        || (0x1100...0x11FF).contains($0.value)
    } && !precomposedStringWithCanonicalMapping.isSame(as: self)
  }
}

/// Writes questions as CSV, or the same with another separator: every field is a column.
enum QuestionTableWriter {
  static func text(
    _ groups: [QuestionGroup], separator: String, guardsFormulas: Bool,
    remarks: inout DeckExport.Remarks
  ) -> String {
    var writer = TableWriter(separator: separator, guardsFormulas: guardsFormulas)
    let columns = ColumnRole.columns(of: groups)
    var text = writer.line(columns.map { .plain($0.name) })
    for group in groups {
      remarks.noteHeader(group)
      for question in group.questions {
        text += writer.line(
          columns.map { role in
            let cell = question.cell(role, group: group.title)
            // Reading our own table removes one guard, so a text that looks guarded always gets one.
            let looksGuarded = !guardsFormulas && SpreadsheetCell.isGuarded(cell)
            return .text(looksGuarded ? "'" + cell : cell)
          })
      }
    }
    remarks.guarded += writer.guardedCount
    return text
  }
}

extension Question {
  /// What a column of a table contains; empty for nothing.
  func cell(_ role: ColumnRole, group title: String) -> String {
    switch role {
    case .group: return title
    case .exampleReading: return example?.reading ?? ""
    case .exampleMeaning: return example?.meaning ?? ""
    case .ignored: return ""
    case .field(let field):
      switch field.kind {
      case .list, .directions: return ListCell.cell(texts(field), of: field)
      case .required, .text, .number, .choice, .example: return texts(field).first ?? ""
      }
    }
  }
}

/// Several texts in one cell of a table: a JSON array of strings, or texts with separators.
///
/// White space, commas and `;` separate tags and directions; `;` and line breaks separate other texts.
enum ListCell {
  /// The texts of a cell.
  static func texts(_ cell: String, of field: Question.Field) -> [String] {
    if let texts = json(cell) { return texts }
    if isOfWords(field) {
      return cell.split { $0.isWhitespace || $0 == "," || $0 == ";" || $0 == "、" }
        .map(String.init)
    }
    return cell.split { $0 == ";" || $0 == "；" || $0.isNewline }.map { String($0).trimmed }
      .filter { !$0.isEmpty }
  }

  /// A cell that ``texts(_:of:)`` reads as these texts; empty for none.
  static func cell(_ texts: [String], of field: Question.Field) -> String {
    let plain = texts.joined(separator: isOfWords(field) ? " " : "; ")
    let read = Self.texts(plain, of: field)
    if read.count == texts.count, zip(read, texts).allSatisfy({ $0.isSame(as: $1) }) {
      return plain
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // Texts can always be written as JSON.
    guard let data = try? encoder.encode(texts) else { return plain }
    return String(decoding: data, as: UTF8.self)
  }

  private static func isOfWords(_ field: Question.Field) -> Bool {
    field == .tags || field == .directions
  }

  private static func json(_ cell: String) -> [String]? {
    guard cell.utf8.first == UInt8(ascii: "["), cell.utf8.last == UInt8(ascii: "]") else {
      return nil
    }
    // A cell that only looks like JSON is text.
    return try? JSONDecoder().decode([String].self, from: Data(cell.utf8))
  }
}
