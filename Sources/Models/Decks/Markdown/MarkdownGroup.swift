import RabbleQuestions

/// A group while its lines are read.
struct MarkdownGroup {
  let title: String
  let start: Int
  var end: Int
  var isSound = true
  var description = MarkdownLines()
  var texts: [DeckKey.Group: String] = [:]
  var directions: [Direction]?
  var accents: GroupSettings.Accents?
  var furigana: GroupSettings.Furigana?
  var score: Score?
  var extras: [DeckExtra] = []
  var silences: [Silence] = []
  var fields: [SourceField] = []
  var questions: [DraftQuestion] = []
  var questionSources: [QuestionSource] = []
  /// Whether a question stood in it that has no source.
  var hasFaultyQuestions = false
  /// How many questions began in it.
  var questionCount = 0

  init(title: String, start: Int, end: Int) {
    self.title = title
    self.start = start
    self.end = end
  }

  /// Whether its heading is over.
  var hasQuestions: Bool { questionCount > 0 }

  private func group(_ questions: [Question]) -> QuestionGroup {
    QuestionGroup(
      title: title, description: description.text, language: texts[.language],
      author: texts[.author], licence: texts[.licence], version: texts[.version],
      directions: directions,
      settings: GroupSettings(accents: accents, furigana: furigana), questions: questions,
      score: score)
  }

  /// The group with its questions and all that is said of it.
  var draft: DraftGroup {
    DraftGroup(
      group: group(questions.map(\.question)), extras: extras.owned(by: "score", if: score != nil),
      silences: silences.map { DraftSilence(code: $0.code, reason: $0.reason) },
      questions: questions)
  }

  /// The places of its values.
  func source(index: Int?) -> GroupSource {
    var fields = fields
    if let span = description.span { fields.append(SourceField(.group(.description), span: span)) }
    return GroupSource(
      group([]), index: index,
      span: SourceSpan(start, max(end, questionSources.last?.span.end ?? 0)),
      fields: fields, silences: silences, questions: questionSources)
  }
}
