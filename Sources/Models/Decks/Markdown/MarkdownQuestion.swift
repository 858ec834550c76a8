import RabbleQuestions

/// A question while its lines are read.
struct MarkdownQuestion {
  let start: Int
  var end: Int
  var isSound = true
  var texts: [DeckKey.Question: String] = [:]
  var lists: [DeckKey.Question: [String]] = [:]
  var note = MarkdownLines()
  var directions: [Direction]?
  var pitch: Int?
  var example: Example?
  var extras: [DeckExtra] = []
  var comments: [String] = []
  var silences: [Silence] = []
  var fields: [SourceField] = []

  /// Makes a question of the comments before it.
  init(start: Int, end: Int, comments: [String]) {
    self.start = start
    self.end = end
    self.comments = comments
  }

  /// The question as far as it is sound.
  var question: Question {
    let sentence = ClozeText.sound(texts[.cloze])
    return Question(
      id: texts[.id], prompt: texts[.prompt] ?? sentence?.opened ?? "", hint: texts[.hint],
      answer: texts[.answer] ?? sentence?.filled ?? "", reading: texts[.reading],
      furigana: texts[.furigana], alternatives: lists[.alternatives] ?? [],
      blocked: lists[.blocked] ?? [], partOfSpeech: texts[.partOfSpeech], pitch: pitch,
      example: example, note: note.text.flatMap { DeckDecoder.isBlank($0) ? nil : $0 },
      tags: lists[.tags] ?? [], directions: directions, cloze: texts[.cloze],
      source: texts[.source])
  }

  /// The question with all that is said of it.
  var draft: DraftQuestion {
    DraftQuestion(
      question: question,
      extras: DeckExtra.comments(comments) + extras.owned(by: "example", if: example != nil),
      silences: silences.map { DraftSilence(code: $0.code, reason: $0.reason) })
  }

  /// The places of its values.
  func source(index: Int?) -> QuestionSource {
    var fields = fields
    if let span = note.span { fields.append(SourceField(.question(.note), span: span)) }
    return QuestionSource(
      question, index: index, span: SourceSpan(start, end), fields: fields, silences: silences)
  }
}
