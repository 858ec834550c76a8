import RabbleDecks
import RabbleQuestions

/// Decks written for other programs, and what of them is not exported.
package struct DeckExport: Hashable, Sendable {
  /// What there is to say about an export.
  package struct Remarks: Hashable, Sendable {
    /// Cells with a `'` in front, which keeps spreadsheets from evaluating them.
    package var guarded = 0
    /// Questions that lose something: readings, notes, further answers.
    package var reduced = 0
    /// Fields whose line breaks or tabs became spaces.
    package var flattened = 0
    /// Groups whose description, author, settings and the like are not exported.
    package var headers = 0
    /// Control characters for which signs stand, so that no file commands a terminal.
    package var controls = 0
    /// How often each field is left out, by its key: those of questions by their name, those of groups
    /// as `group language`, and what only the deck's own file has a use for.
    package var leftOut: [String: Int] = [:]

    package init() {}
  }

  /// The whole file.
  package let text: String
  /// What there is to say about it.
  package let remarks: Remarks

  /// Writes groups in a format; `nil` for one that can only be imported.
  ///
  /// - Parameters:
  ///   - groups: the groups; for the original app's file, each with the score that goes into it.
  ///   - format: the format, one of ``ExchangeFormat/exportable``.
  ///   - guardsFormulas: whether cells of CSV and TSV that a spreadsheet would take for a formula get a
  ///     `'` in front.
  ///   - extras: how often values stand in the decks that are no part of groups and questions.
  package init?(
    _ groups: [QuestionGroup], as format: ExchangeFormat, guardsFormulas: Bool = true,
    leavingOut extras: [String: Int] = [:]
  ) {
    var remarks = Remarks()
    remarks.leftOut = extras
    if [.csv, .tsv, .anki, .quizlet].contains(format) { remarks.noteControls(groups) }
    switch format {
    case .csv:
      text = QuestionTableWriter.text(
        groups, separator: ",", guardsFormulas: guardsFormulas, remarks: &remarks)
    case .tsv:
      text = QuestionTableWriter.text(
        groups, separator: "\t", guardsFormulas: guardsFormulas, remarks: &remarks)
    case .anki: text = AnkiWriter.text(groups, remarks: &remarks)
    case .quizlet: text = QuizletWriter.text(groups, remarks: &remarks)
    case .mochi, .hashcards, .obsidian, .orgFC, .objects: return nil
    case .markdown: text = DeckMarkdown.text(of: groups.map(\.withoutScore))
    case .json: text = DeckJSON.text(of: groups.map(\.withoutScore))
    case .rabbleWabble: text = Self.original(groups, &remarks)
    }
    self.remarks = remarks
  }

  /// The original app's file: groups of prompt, hint and answer, each with its score.
  private static func original(_ groups: [QuestionGroup], _ remarks: inout Remarks) -> String {
    let plain = groups.map { group in
      remarks.noteHeader(group)
      let questions = group.questions.map { question in
        remarks.noteReduction(question, keepsHint: true)
        return Question(prompt: question.prompt, hint: question.hint, answer: question.answer)
      }
      let score = group.score ?? Score()
      // Under the names that the original has for the counts.
      let counts = #"{"correctCount": \#(score.correct), "incorrectCount": \#(score.incorrect)}"#
      return DeckGroup(
        header: QuestionGroup(title: group.title, questions: []),
        extras: [DeckExtra(key: "score", source: counts)],
        entries: questions.map { DeckEntry($0) })
    }
    return DeckJSON.text(of: plain)
  }
}

extension DeckExport.Remarks {
  /// Counts what a group loses when only its title is written.
  package mutating func noteHeader(_ group: QuestionGroup) {
    var header = group.withoutScore
    header.questions = []
    guard header != QuestionGroup(title: group.title, questions: []) else { return }
    headers += 1
    for field in QuestionGroup.Field.allCases where header.has(field) {
      leftOut["group \(field.key)", default: 0] += 1
    }
  }

  /// Counts the control characters of questions.
  fileprivate mutating func noteControls(_ groups: [QuestionGroup]) {
    for question in groups.lazy.flatMap(\.questions) {
      for field in Question.Field.allCases {
        for text in question.texts(field) {
          controls += text.unicodeScalars.count(where: \.isControl)
        }
      }
    }
  }

  /// Counts a question of which only the prompt, the answer and, if it `keepsHint`, the hint are
  /// written.
  mutating func noteReduction(_ question: Question, keepsHint: Bool) {
    var bare = Question(
      prompt: question.prompt, hint: keepsHint ? question.hint : nil, answer: question.answer)
    bare.id = question.id
    guard question != bare else { return }
    reduced += 1
    for field in Question.Field.allCases
    where question.texts(field) != bare.texts(field) { leftOut[field.key, default: 0] += 1 }
  }
}

extension QuestionGroup {
  /// Whether it says something in a field other than its title.
  fileprivate func has(_ field: Field) -> Bool {
    switch field.kind {
    case .required: false
    case .text(let path), .setting(let path, _): self[keyPath: path] != nil
    case .directions(let path): self[keyPath: path] != nil
    }
  }

  /// The group as a deck has it: a score is progress, which no deck of ours contains.
  fileprivate var withoutScore: QuestionGroup {
    var group = self
    group.score = nil
    return group
  }
}
