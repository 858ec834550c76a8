import RabbleQuestions
import RabbleText

/// Reads Quizlet's export: a definition may continue over several lines, because Quizlet has no
/// quotation marks.
enum QuizletReader {
  /// The records, and how many lines were joined to the one before.
  ///
  /// If the whole text is one line with `;` in it, each part is a card: that is Quizlet's other way to
  /// export.
  static func records(_ text: String, separator: String) -> (records: [TableRecord], joined: Int) {
    var records: [TableRecord] = []
    var joined = 0
    for (number, line) in lines(text).enumerated() {
      if let end = line.firstRange(of: separator) {
        records.append(
          TableRecord(
            fields: [String(line[..<end.lowerBound]), String(line[end.upperBound...])],
            line: number + 1))
      } else if let last = records.indices.last {
        records[last].fields[1] += "\n" + line
        if !String(line).isBlank { joined += 1 }
      } else if !String(line).isBlank {
        records.append(TableRecord(fields: [String(line), ""], line: number + 1))
      }
    }
    for index in records.indices { records[index].fields = records[index].fields.map(\.trimmed) }
    return (records, joined)
  }

  private static func lines(_ text: String) -> [Substring] {
    let lines = text.lines
    guard lines.filter({ !String($0).isBlank }).count == 1, text.contains(";") else { return lines }
    return text.split(separator: ";")
  }
}

/// Writes what Quizlet imports: a term, a tab and its definition a line.
enum QuizletWriter {
  static func text(_ groups: [QuestionGroup], remarks: inout DeckExport.Remarks) -> String {
    var text = ""
    for group in groups {
      remarks.noteHeader(group)
      for question in group.questions {
        remarks.noteReduction(question, keepsHint: false)
        text += flat(question.prompt, &remarks) + "\t" + flat(question.answer, &remarks) + "\n"
      }
    }
    return text
  }

  /// A text on one line.
  private static func flat(_ text: String, _ remarks: inout DeckExport.Remarks) -> String {
    let text = text.withoutControls
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return text }
    remarks.flattened += 1
    return text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }
}
