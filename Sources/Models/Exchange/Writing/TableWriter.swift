import RabbleQuestions

/// Writes CSV as RFC 4180 has it, or the same with another separator: every field of a question is a
/// column.
enum TableWriter {
  static func text(
    _ groups: [QuestionGroup], separator: String, guardsFormulas: Bool,
    remarks: inout DeckExport.Remarks
  ) -> String {
    var text = line(ColumnRole.fields.map(\.rawValue), separator)
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
        text += line(cells, separator)
      }
    }
    return text
  }

  /// One line with its end.
  static func line(_ cells: [String], _ separator: String) -> String {
    cells.map { field($0, separator) }.joined(separator: separator) + "\r\n"
  }

  private static func field(_ text: String, _ separator: String) -> String {
    let mark = separator.utf8.first
    let needsQuotes = text.utf8.contains { $0 == mark || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes || text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return text }
    var quoted: [UInt8] = [0x22]
    for byte in text.utf8 {
      if byte == 0x22 { quoted.append(byte) }
      quoted.append(byte)
    }
    return String(decoding: quoted + [0x22], as: UTF8.self)
  }
}

extension Question {
  /// What stands in a column of a table; empty for nothing.
  func cell(_ role: ColumnRole, group title: String) -> String {
    switch role {
    case .group: title
    case .id: id ?? ""
    case .prompt: prompt
    case .hint: hint ?? ""
    case .answer: answer
    case .reading: reading ?? ""
    case .furigana: furigana ?? ""
    case .alternatives: ListCell.cell(texts: alternatives)
    case .blocked: ListCell.cell(texts: blocked)
    case .partOfSpeech: partOfSpeech ?? ""
    case .pitch: pitch.map(String.init) ?? ""
    case .example: example?.text ?? ""
    case .exampleReading: example?.reading ?? ""
    case .exampleMeaning: example?.meaning ?? ""
    case .note: note ?? ""
    case .tags: ListCell.cell(tags: tags)
    case .directions: (directions ?? []).compactMap(\.name).joined(separator: " ")
    case .cloze: cloze ?? ""
    case .source: source ?? ""
    case .ignored: ""
    }
  }
}
