import RabbleDecks
import RabbleQuestions
import RabbleText

/// A file to import: its format, and what its columns are for.
///
///     let file = try ImportFile(bytes, name: "words.csv")
///     let content = file.content(file.mapping)
package struct ImportFile: Sendable {
  package let format: ExchangeFormat
  package let encoding: TextEncoding
  /// The title of the group for questions that name none.
  package let title: String
  /// The separator of a table's fields; `nil` for another format.
  package var separator: String? { table?.form.separator }
  /// The name of the separator: commas, tabs.
  package var separatorName: String? {
    format == .objects ? nil : separator.map(ImportError.name)
  }
  /// The names of a table's columns; empty if it has none.
  package let header: [String]
  /// The line that was taken for the names of a table's columns, because it looks so; `nil` where there
  /// is none, where the learner says so, and in a file that an export wrote.
  package let headerLine: Int?
  /// The mapping that was found; without columns for another format.
  package let mapping: ColumnMapping
  /// Whether the fields of a table are written in HTML.
  package let isHTML: Bool

  private let text: String
  private let damage: Int
  private let bytes: [UInt8]
  private let name: String
  private let table: Table?

  private struct Table: Sendable {
    var form: TableForm
    var anki: AnkiHeaders?
    /// How many lines stand above its first record.
    var lineOffset = 0
    var isOwn = false
    /// The records of a table that is not written in lines.
    var objects: ObjectTable?
    /// The note types of a text export of Anki, those with most notes first.
    var noteTypes: [NoteType] = []
  }

  /// A note type of a text export of Anki.
  package struct NoteType: Sendable {
    package let name: String
    package var count = 0
    /// The first notes.
    fileprivate var sample: [TableRecord] = []
  }

  /// The text of a file, and the columns of its table.
  private struct Layout {
    /// The text below the lines that a table has for its settings.
    let text: String
    var table: Table?
    var header: [String] = []
    var headerLine: Int?
    var mapping = ColumnMapping([])
    var isHTML = false
  }

  /// Detects the format, encoding and columns of a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: its name; its ending hints at the format, the rest is the title of a group that has no
  ///     other.
  ///   - options: what is known about it.
  /// - Throws: ``ImportError``.
  package init(
    _ bytes: [UInt8], name: String, options: ImportOptions = ImportOptions()
  ) throws(ImportError) {
    let decoded = DecodedText(bytes, encoding: options.encoding)
    if let kind = FileKind(of: bytes, text: decoded.text, name: name) {
      throw .notText(kind: kind.name, advice: kind.advice)
    }
    if decoded.text.isBlank { throw .empty }
    let format = options.format ?? ExchangeFormat(guessing: decoded.text, name: name)
    self.format = format
    self.bytes = bytes
    self.name = name
    encoding = decoded.encoding
    damage = decoded.damage
    let anki = format == .anki ? AnkiHeaders(decoded.text) : nil
    title = anki?.deck ?? Self.title(of: name)
    let layout: Layout
    if format == .objects {
      layout = try Self.objectLayout(decoded.text, options)
    } else if format.isTable {
      layout = try Self.tableLayout(decoded.text, format, anki, options)
    } else {
      layout = Layout(text: decoded.text)
    }
    text = layout.text
    table = layout.table
    header = layout.header
    headerLine = layout.headerLine
    mapping = layout.mapping
    isHTML = layout.isHTML
  }

  /// Finds the fields of objects in JSON.
  private static func objectLayout(
    _ text: String, _ options: ImportOptions
  ) throws(ImportError) -> Layout {
    guard let objects = ObjectTable(text), !objects.header.isEmpty else { throw .noObjects }
    let sample = Array(objects.records.prefix(100))
    return Layout(
      text: text,
      table: Table(form: TableForm(columns: objects.header.count), objects: objects),
      header: objects.header,
      mapping: ColumnMapping(
        guessing: objects.header, special: [:], sample: sample, columns: objects.header.count),
      isHTML: options.isHTML ?? sample.contains { $0.fields.contains(where: HTMLText.isHTML) })
  }

  /// Finds the columns of a table written in lines.
  private static func tableLayout(
    _ source: String, _ format: ExchangeFormat, _ anki: AnkiHeaders?, _ options: ImportOptions
  ) throws(ImportError) -> Layout {
    let named = format == .csv ? source.separatorLine : nil
    let lineOffset = anki?.lineCount ?? (named == nil ? 0 : 1)
    let separator =
      options.separator ?? anki?.separator ?? named ?? (format == .csv ? nil : "\t")
    var text = source.dropping(lines: lineOffset)
    if let anki, !anki.isOwn { text = AnkiHeaders.withoutComments(text, separator ?? "\t") }
    var found = Table(
      form: TableForm(
        of: text,
        separator: separator,
        hasQuotes: format != .quizlet,
        hasHeader: format == .quizlet || anki != nil
          ? options.hasHeader ?? false : options.hasHeader),
      anki: anki, lineOffset: lineOffset)
    let sample = sample(text, found.form, format)
    if format == .quizlet { found.form.columns = 2 }
    var names = anki?.columns ?? []
    if found.form.hasHeader { names = sample.first?.fields.map(\.trimmed) ?? [] }
    found.form.columns = max(found.form.columns, names.count)
    found.isOwn = anki?.isOwn ?? ColumnRole.areOfExport(names)
    if found.form.columns < 2 { throw .oneColumn(separator: found.form.separator) }
    let records = found.form.hasHeader ? Array(sample.dropFirst()) : sample
    let isHTML: Bool =
      options.isHTML ?? anki?.isHTML
      ?? (!found.isOwn && records.contains { $0.fields.contains(where: HTMLText.isHTML) })
    let headerLine: Int? =
      found.form.hasHeader && options.hasHeader == nil && !found.isOwn
      ? sample.first.map { $0.line + lineOffset } : nil
    func guess(_ sample: [TableRecord]) -> ColumnMapping {
      ColumnMapping(
        guessing: names, special: anki?.special ?? [:],
        sample: isHTML
          ? sample.map { record in
            TableRecord(fields: record.fields.map { HTMLText($0).text }, line: record.line)
          } : sample, columns: found.form.columns)
    }
    var mapping =
      found.isOwn ? ColumnMapping(names.map { ColumnRole(name: $0) ?? .ignored }) : guess(records)
    if !found.isOwn, let column = anki?.noteTypeColumn {
      let types = Self.noteTypes(in: text, found.form, column: column)
      let roles = types.map { guess($0.sample).roles }
      // Many have the same columns, some of them without anything in the last.
      let areAlike = roles.allSatisfy { own in
        zip(own, mapping.roles).allSatisfy { role, common in
          role == common || role == .ignored
            || role == .field(.cloze) && common == .field(.prompt)
        }
      }
      // The learner may name columns for one of them even where all seem to have the same.
      found.noteTypes = types
      if !areAlike {
        mapping = ColumnMapping(
          roles[0], noteTypes: Dictionary(uniqueKeysWithValues: zip(types.map(\.name), roles)))
      }
    }
    return Layout(
      text: text, table: found, header: names, headerLine: headerLine, mapping: mapping,
      isHTML: isHTML)
  }

  /// The note types of a table, those with most notes first.
  private static func noteTypes(in text: String, _ form: TableForm, column: Int) -> [NoteType] {
    var types: [String: NoteType] = [:]
    for record in TableReader(text, separator: form.separator, hasQuotes: form.hasQuotes)
    where column < record.fields.count {
      let name = record.fields[column].trimmed
      var type = types.removeValue(forKey: name) ?? NoteType(name: name)
      type.count += 1
      if type.sample.count < 100 { type.sample.append(record) }
      types[name] = type
    }
    return types.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// The note types of a text export of Anki, those with most notes first; none of another file.
  package var noteTypes: [NoteType] { table?.noteTypes ?? [] }

  /// The first questions of a note type.
  package func examples(of type: NoteType, _ mapping: ColumnMapping, count: Int) -> [Question] {
    guard let table else { return [] }
    var reader = reader(of: table, mapping)
    for record in type.sample.prefix(count) { take(record, by: mapping, &reader) }
    return reader.content.groups.flatMap(\.items).map(\.question)
  }

  /// Whether an earlier export wrote it, or an author as a deck, so that its columns are not in doubt.
  package var isOwn: Bool {
    table.map(\.isOwn) ?? [.markdown, .json, .rabbleWabble].contains(format)
  }

  /// What the columns of a table are remembered under: its format with the names of its columns, or
  /// their number. `nil` for another format.
  package var shape: String? {
    guard let table else { return nil }
    let columns =
      header.isEmpty ? "\(table.form.columns) columns" : header.joined(separator: "\u{1F}")
    return "\(format.rawValue) \(columns)"
  }

  /// The first records of a table, unchanged.
  package func preview(records count: Int) -> [[String]] {
    guard let table else { return [] }
    if let objects = table.objects { return objects.records.prefix(count).map(\.fields) }
    let sample = Self.sample(text, table.form, format)
    return sample.dropFirst(table.form.hasHeader ? 1 : 0).prefix(count).map(\.fields)
  }

  /// The mapping that a learner names: roles from left to right, `prompt,answer,-`, or names of columns
  /// for roles, `prompt=Character,answer=German`; of several note types each behind its name,
  /// `Vocab: prompt=4,answer=6; Basic: prompt=4,answer=5`.
  ///
  /// - Throws: `ColumnMapping.Failure`.
  package func mapping(_ text: String) throws(ColumnMapping.Failure) -> ColumnMapping {
    let names = noteTypes.map(\.name)
    guard !names.isEmpty, text.prefix(while: { $0 != "=" }).contains(":") else {
      return try ColumnMapping(text, columns: mapping.roles.count, header: header)
    }
    var roles = mapping.noteTypes
    for clause in text.split(separator: ";") where !clause.isBlank {
      let colon = clause.prefix { $0 != "=" }.lastIndex(of: ":")
      let name = String(clause[..<(colon ?? clause.startIndex)]).trimmed
      guard let colon, let type = names.first(where: { $0.lowercased() == name.lowercased() })
      else { throw .noNoteType(name, names: names) }
      let list = String(clause[clause.index(after: colon)...])
      var own = try ColumnMapping(list, columns: mapping.roles.count, header: header).roles
      if list.contains("=") {
        // What Anki says of each note, in whatever columns its fields are.
        let common: [ColumnRole] = [.field(.id), .group, .field(.tags)]
        for (index, role) in mapping.roles.enumerated()
        where own[index] == .ignored && common.contains(role) && !own.contains(role) {
          own[index] = role
        }
      }
      roles[type] = own
    }
    return ColumnMapping(mapping.roles, noteTypes: roles)
  }

  /// The questions of the file, with its columns used as a mapping says.
  package func content(_ mapping: ColumnMapping) -> ImportContent {
    var content: ImportContent
    switch format {
    case .csv, .tsv, .anki, .quizlet, .objects: content = records(mapping)
    case .hashcards: content = HashcardsReader(text, title: title).content
    case .obsidian: content = ObsidianReader(text, title: title).content
    case .orgFC: content = OrgFCReader(text, title: title).content
    case .mochi: content = MochiReader(text, title: title).content
    case .markdown, .json, .rabbleWabble:
      // The loader reports bytes that are not UTF-8 itself.
      let source = encoding == .utf8 ? bytes : Array(text.utf8)
      content =
        OwnDeckReader(source, name: name, form: format == .markdown ? .markdown : .json).content
    }
    content.changes.damage += damage
    content.notices.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    return content
  }

  private func records(_ mapping: ColumnMapping) -> ImportContent {
    guard let table else { return ImportContent() }
    var reader = reader(of: table, mapping)
    if let objects = table.objects {
      for record in objects.records { reader.take(record) }
      var content = reader.content
      content.notices += objects.skipped.map { ImportNotice(line: $0, kind: .noObject) }
      return content
    }
    if format == .quizlet {
      let (records, joined) = QuizletReader.records(text, separator: table.form.separator)
      for record in records.dropFirst(table.form.hasHeader ? 1 : 0) { reader.take(record) }
      reader.noteJoinedLines(joined)
      return reader.content
    }
    var source = TableReader(
      text, separator: table.form.separator, hasQuotes: table.form.hasQuotes)
    if table.form.hasHeader { _ = source.next() }
    while let record = source.next() { take(record, by: mapping, &reader) }
    reader.noteStrayQuotes(source.strayQuotes)
    return reader.content
  }

  private func reader(of table: Table, _ mapping: ColumnMapping) -> RecordReader {
    let style = RecordReader.Style(
      mapping: mapping, title: title, tags: table.anki?.tags ?? [], anki: table.anki,
      isHTML: isHTML,
      isOwn: table.isOwn, namedColumns: header.isEmpty ? mapping.roles.count : header.count)
    return RecordReader(style, lineOffset: table.lineOffset)
  }

  /// Takes a record, with the columns of its note type.
  private func take(
    _ record: TableRecord, by mapping: ColumnMapping, _ reader: inout RecordReader
  ) {
    if !mapping.noteTypes.isEmpty, let column = table?.anki?.noteTypeColumn,
      column < record.fields.count
    {
      let roles = mapping.noteTypes[record.fields[column].trimmed]
      reader.style.mapping = ColumnMapping(roles ?? mapping.roles)
    }
    reader.take(record)
  }

  private static func sample(_ text: String, _ form: TableForm, _ format: ExchangeFormat)
    -> [TableRecord]
  {
    if format == .quizlet {
      let beginning = String(decoding: text.utf8.prefix(1 << 17), as: UTF8.self)
      return Array(QuizletReader.records(beginning, separator: form.separator).records.prefix(100))
    }
    return TableForm.sample(text, separator: form.separator, hasQuotes: form.hasQuotes)
  }

  private static func title(of name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let title = (parts.count > 1 && parts[0] != "" ? parts.dropLast() : parts[...])
      .joined(separator: ".").trimmed
    return title.isEmpty ? "Imported" : title
  }
}

extension String {
  /// The separator that Excel's first line `sep=;` names; `nil` for a text with another one.
  fileprivate var separatorLine: String? {
    guard utf8.prefix(16).contains(0x0A) else { return nil }
    let line = prefix { !$0.isNewline }.filter { $0 != "\"" }
    guard line.count == 5, line.lowercased().hasPrefix("sep="), let last = line.last else {
      return nil
    }
    return String(last)
  }

  /// The text after its first lines.
  fileprivate func dropping(lines: Int) -> String {
    var rest = utf8[...]
    for _ in 0..<lines {
      guard let end = rest.firstIndex(of: 0x0A) else { return "" }
      rest = rest[rest.index(after: end)...]
    }
    return String(Substring(rest))
  }
}

/// What is known about a file to import; the rest is detected.
package struct ImportOptions: Hashable, Sendable {
  package var format: ExchangeFormat?
  package var encoding: TextEncoding?
  /// The separator of a table's fields.
  package var separator: String?
  /// Whether the first record of a table names the columns.
  package var hasHeader: Bool?
  /// Whether fields are written in HTML.
  package var isHTML: Bool?

  /// Makes options with which everything is detected.
  package init() {}
}

/// Why a file can't be imported. Nothing was changed then.
package enum ImportError: Error, Hashable, Sendable {
  /// The file is empty.
  case empty
  /// It is a picture, an archive, a database or the like; `advice` says what to do instead.
  case notText(kind: String, advice: String)
  /// There is no array of objects in the JSON.
  case noObjects
  /// The table has only one column.
  case oneColumn(separator: String)
  /// No column seems to be the prompt, or none the answer.
  case unclearColumns(header: [String])
}

extension ImportError: CustomStringConvertible {
  /// What happened and what to do.
  package var description: String {
    switch self {
    case .empty: "the file is empty"
    case .notText(let kind, let advice): "the file is \(kind). \(advice)"
    case .noObjects:
      "the JSON is broken, or has no array of objects. Each object is a question: "
        + "[{\"prompt\": \"犬\", \"answer\": \"dog\"}]"
    case .oneColumn(let separator):
      "only one column was found with \(Self.name(of: separator)) as the separator. "
        + "Use --separator to name another"
    case .unclearColumns(let header):
      "cannot tell which column is the prompt and which the answer"
        + (header.isEmpty ? "" : " (the columns are \(header.joined(separator: ", ")))")
        + ". Use --columns, such as --columns prompt,answer"
    }
  }

  /// The name of a separator.
  static func name(of separator: String) -> String {
    switch separator {
    case "\t": "tabs"
    case ",": "commas"
    case ";": "semicolons"
    case "|": "bars"
    default: "“\(separator)”"
    }
  }
}
