import RabbleDecks
import RabbleQuestions

/// Writes the original app's file: groups of prompt, hint and answer, each with its score.
enum OriginalWriter {
  static func text(_ groups: [QuestionGroup], remarks: inout DeckExport.Remarks) -> String {
    let plain = groups.map { group in
      remarks.noteHeader(group)
      let questions = group.questions.map { question in
        remarks.noteReduction(question, keepsHint: true)
        return Question(prompt: question.prompt, hint: question.hint, answer: question.answer)
      }
      return QuestionGroup(title: group.title, questions: questions, score: group.score ?? Score())
    }
    return DeckJSON.text(of: plain)
  }
}
