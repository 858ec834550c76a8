import RabbleQuestions

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
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return text }
    remarks.flattened += 1
    return text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }
}
