import RabbleQuestions

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
        text += TableWriter.line(cells.map(HTMLEntity.escaped), "\t").dropLast() + "\n"
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
