import RabbleDecks
import RabbleQuestions

/// Decks written for other programs, and what of them does not come along.
public struct DeckExport: Hashable, Sendable {
  /// What can be said of an export.
  public struct Remarks: Hashable, Sendable {
    /// Cells before which a `'` keeps spreadsheets from reckoning.
    public var guarded = 0
    /// Questions that lose something: readings, notes, further answers.
    public var reduced = 0
    /// Fields whose line breaks or tabs are spaces now.
    public var flattened = 0
    /// Groups whose description, author, settings and the like stay behind.
    public var headers = 0

    /// Makes remarks of nothing.
    public init() {}
  }

  /// The whole file.
  public let text: String
  /// What is to be said of it.
  public let remarks: Remarks

  /// Writes groups in a form.
  ///
  /// - Parameters:
  ///   - groups: the groups; for the original app's file, each with the score that goes into it.
  ///   - format: the form.
  ///   - guardsFormulas: whether a `'` goes before cells of CSV and TSV that a spreadsheet would take
  ///     for a formula.
  public init(_ groups: [QuestionGroup], as format: ExportFormat, guardsFormulas: Bool = true) {
    var remarks = Remarks()
    switch format {
    case .csv:
      text = QuestionTableWriter.text(
        groups, separator: ",", guardsFormulas: guardsFormulas, remarks: &remarks)
    case .tsv:
      text = QuestionTableWriter.text(
        groups, separator: "\t", guardsFormulas: guardsFormulas, remarks: &remarks)
    case .anki: text = AnkiWriter.text(groups, remarks: &remarks)
    case .quizlet: text = QuizletWriter.text(groups, remarks: &remarks)
    case .markdown:
      text = DeckMarkdown.text(of: groups.map { $0.with(questions: $0.questions, score: nil) })
    case .json:
      text = DeckJSON.text(of: groups.map { $0.with(questions: $0.questions, score: nil) })
    case .rabbleWabble: text = OriginalWriter.text(groups, remarks: &remarks)
    }
    self.remarks = remarks
  }
}

extension DeckExport.Remarks {
  /// Counts what a group loses when only its title is written.
  mutating func noteHeader(_ group: QuestionGroup) {
    let bare = QuestionGroup(title: group.title, questions: [])
    if group.with(questions: [], score: nil) != bare { headers += 1 }
  }

  /// Counts a question of which only the prompt, the answer and, if it `keepsHint`, the hint are
  /// written.
  mutating func noteReduction(_ question: Question, keepsHint: Bool) {
    let bare = Question(
      prompt: question.prompt, hint: keepsHint ? question.hint : nil, answer: question.answer)
    if question.with(id: nil) != bare { reduced += 1 }
  }
}

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
