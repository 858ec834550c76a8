import RabbleQuestions

/// Writes decks as Markdown: in one form, which reads well and holds all that JSON does.
///
///     DeckMarkdown.text(of: [group])   // "## Numbers⏎language: ja⏎⏎一 [いち] :: one⏎"
public enum DeckMarkdown {
  /// A whole file of groups.
  public static func text(of groups: [QuestionGroup]) -> String {
    MarkdownWriter.text(
      groups.map { group in
        DraftGroup(group: group, questions: group.questions.map { DraftQuestion(question: $0) })
      })
  }

  /// A question as it stands below a group's heading, each line with its end.
  public static func text(of question: Question, extras: [DeckExtra] = []) -> String {
    MarkdownWriter.text(of: DraftQuestion(question: question, extras: extras))
  }
}
