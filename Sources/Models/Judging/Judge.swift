import RabbleLanguages
import RabbleQuestions
import RabbleText

/// Decides whether a typed answer is right, and says why not.
///
///     let judge = Judge(groups: groups)
///     let verdict = judge.judge("gakko", for: card)
///     verdict.kind     // .wrong
///     verdict.mistake  // .longVowel
///     verdict.message  // "The vowel is long: う is missing after こ."
///
/// Meanings are judged with tolerance: case, width, accents, punctuation, articles, "to", plurals and
/// brackets make no difference (accents do where the group demands them), and a typo in a long enough
/// answer is accepted unless it is the answer to another question of the vocabulary. Readings must be
/// right to the kana, in whatever script or romanization they come.
public struct Judge: Sendable {
  /// The questions whose answers must not pass for typos.
  public private(set) var vocabulary: Vocabulary

  /// Makes a judge who knows these questions.
  public init(vocabulary: Vocabulary = Vocabulary()) {
    self.vocabulary = vocabulary
  }

  /// Has a card count from now on, and its group with it, because it was answered.
  public mutating func start(_ question: AskedQuestion) { vocabulary.start(question) }

  /// The other cards that a line answers.
  public func others(answeredBy typed: String, besides question: AskedQuestion) -> [AskedQuestion] {
    vocabulary.owners(of: TypedLine(typed), besides: question)
  }

  /// Makes a judge who knows the cards of groups that ask for one kind of thing.
  public init(groups: [QuestionGroup], kind: DirectionKind = .recognition) {
    self.init(vocabulary: Vocabulary(groups: groups, kind: kind))
  }

  /// Judges an answer to a card, whose group says whether accents must be right. A card that is heard is
  /// answered by its meaning as well as by the word itself, which has to be right to the letter.
  ///
  /// - Parameters:
  ///   - typed: The line as it stood when the learner sent it.
  ///   - card: The card.
  ///   - keys: The keys it was typed with, if they were turned into kana on the way.
  ///   - accepted: Answers that the learner decided are right as well.
  ///   - forgivesTypos: Whether a typo is let pass, with a remark.
  /// - Returns: The verdict.
  public func judge(
    _ typed: String, for card: Card, keys: String? = nil, accepted: [String] = [],
    forgivesTypos: Bool = true
  ) -> Verdict {
    let options = JudgingOptions(
      keys: keys, accepted: accepted, demandsAccents: card.settings.accents == .demanded,
      forgivesTypos: forgivesTypos)
    guard card.id.direction == .listening else {
      return judge(typed, for: card.asked, options: options)
    }
    let asked = card.asked
    let word = judge(
      typed, for: card.question.asked(.production, in: asked.context),
      options: JudgingOptions(keys: keys, forgivesTypos: false))
    if word.kind.isAccepted { return word }
    let meaning = judge(typed, for: asked, options: options)
    let isWord = asked.prompt.hasJapanese && typed.hasJapanese
    return meaning.kind.isAccepted || !isWord ? meaning : word
  }

  /// Judges an answer to what a card asks.
  ///
  /// - Parameters:
  ///   - typed: The line as it stood when the learner sent it.
  ///   - question: What is asked.
  ///   - options: What else is known of the line, the learner and the group.
  /// - Returns: The verdict.
  public func judge(
    _ typed: String, for question: AskedQuestion, options: JudgingOptions = JudgingOptions()
  ) -> Verdict {
    let longestAnswer = ([question.answer] + question.alternatives + options.accepted)
      .map(\.utf8.count).reduce(0, max)
    guard typed.utf8.count <= max(Self.longestLine, 4 * longestAnswer) else {
      return Verdict(
        kind: .wrong,
        message: Message.tooLong,
        mistakes: [.other],
        right: question.answer
      )
    }
    let line = TypedLine(typed, keys: options.keys)
    let judgment = Judgment(
      line: line,
      sheet: AnswerSheet(
        question,
        also: options.accepted,
        areWords: options.demandsAccents || question.isOfLanguageWithoutKana
          || vocabulary.asksForWords(question)
      ),
      vocabulary: vocabulary,
      language: AnswerLanguage(of: question),
      demandsAccents: options.demandsAccents
    )
    if line.text.unicodeScalars.contains(where: \.isControl) {
      return judgment.retry(.blank, Message.controlCharacters)
    }
    if line.isBlank { return judgment.nothingTyped() }
    return judgment.refused() ?? judgment.promptTypedBack() ?? judgment.unshownReading()
      ?? judgment.acceptance() ?? judgment.severalLines() ?? judgment.strayCommand()
      ?? judgment.articleAside()
      ?? judgment.wrongKeyboard() ?? judgment.otherScript() ?? judgment.retry()
      ?? (options.forgivesTypos ? judgment.typo() : nil) ?? judgment.miss()
  }

  /// The most bytes of a line that are looked at when every answer is short.
  static let longestLine = 240
}

extension Judge {
  /// Whether every right answer to a question is in kana, so that a line for it can turn into kana
  /// while it is typed.
  public static func asksForKana(_ question: AskedQuestion) -> Bool {
    !question.allAnswers.isEmpty && question.allAnswers.allSatisfy { $0.kanaReading != nil }
  }

  /// Whether a text is written in kana only, spaces and punctuation aside.
  public static func isKana(_ text: String) -> Bool { text.kanaReading != nil }

  /// Whether a reading answers a question, in kana or in romaji, so that furigana over its prompt
  /// would give the answer away.
  public static func asksForReading(_ question: AskedQuestion) -> Bool {
    AnswerSheet(question).asksReading || AnswerSheet.spellsReading(question)
  }
}

/// What is known of a typed line beside the line itself.
public struct JudgingOptions: Hashable, Sendable {
  /// The keys the line was typed with, if they were turned into kana on the way.
  public var keys: String?
  /// Answers that the learner decided are right as well.
  public var accepted: [String]
  /// Whether a letter without its accent is wrong.
  public var demandsAccents: Bool
  /// Whether a typo is let pass, with a remark.
  public var forgivesTypos: Bool

  /// Makes options.
  public init(
    keys: String? = nil, accepted: [String] = [], demandsAccents: Bool = false,
    forgivesTypos: Bool = true
  ) {
    self.keys = keys
    self.accepted = accepted
    self.demandsAccents = demandsAccents
    self.forgivesTypos = forgivesTypos
  }
}

extension AskedQuestion {
  /// Whether its group teaches a language in which nothing is romaji.
  fileprivate var isOfLanguageWithoutKana: Bool {
    context.languages.learned != nil && !context.learned.value.hasKana
  }
}

/// One typed line before one question: what the judge's decisions are made of. Each kind of decision
/// has a file of its own and returns `nil` when it does not apply.
struct Judgment: Sendable {
  /// What was typed.
  var line: TypedLine
  /// What is right.
  let sheet: AnswerSheet
  /// What else is loaded.
  let vocabulary: Vocabulary
  /// The language of what is typed.
  let language: AnswerLanguage
  /// Whether a letter without its accent is wrong.
  let demandsAccents: Bool

  /// The question.
  var question: AskedQuestion { sheet.question }

  /// "Try again" for this reason.
  func retry(_ mistake: MistakeKind, _ message: String? = nil, mistakenFor: [AskedQuestion] = [])
    -> Verdict
  {
    Verdict(
      kind: .retry,
      message: message ?? Message.retry(mistake),
      mistakes: [mistake],
      right: question.answer,
      mistakenFor: mistakenFor
    )
  }

  /// The verdict if the line is an answer that the deck refuses. Of answers that differ by an accent
  /// alone, refused or right, the one that was typed counts.
  func refused() -> Verdict? {
    var nearest: (answer: BlockedAnswer, distance: Int)?
    for answer in question.blocked.map(BlockedAnswer.init) {
      guard let distance = answer.texts.compactMap(line.distance).min() else { continue }
      if distance < nearest?.distance ?? .max { nearest = (answer, distance) }
    }
    guard let (answer, distance) = nearest else { return nil }
    let right = sheet.answers.flatMap(\.variants).compactMap(line.distance).min()
    if let right, right <= distance { return nil }
    return Verdict(
      kind: .wrong,
      message: answer.reason.map { Message.refused(line.text, because: $0) }
        ?? Message.wrong(.blocked),
      mistakes: [.blocked],
      right: question.answer
    )
  }
}

/// A line as the learner typed it, and all that it may stand for.
struct TypedLine: Sendable {
  /// The line without white space around it and without what nobody sees.
  let text: String
  /// Its words without case, width and punctuation.
  let plain: String
  /// `plain` without accents and the difference of hiragana and katakana.
  let strict: String
  /// The raw keys; the line itself if none are known.
  let rawKeys: String
  /// Whether the raw keys are known.
  let hasRawKeys: Bool
  /// The kana it is written in, if it is kana only.
  let kana: Reading?
  /// The keys it was typed with, if they are romaji.
  let keys: RomajiKeys?
  /// Every reading it may stand for, the likeliest first.
  let readings: [Reading]

  /// Looks at a line, and at the raw keys it was made with if those are known.
  init(_ typed: String, keys rawKeys: String? = nil) {
    text = String(String.UnicodeScalarView(typed.unicodeScalars.filter { !$0.isInvisible })).trimmed
    plain = TextFold.plain(text)
    strict = TextFold.strict(text)
    hasRawKeys = rawKeys != nil
    self.rawKeys = rawKeys ?? text
    let kana = text.kanaReading
    let keys = (rawKeys ?? (kana == nil ? text : nil)).flatMap(RomajiKeys.init)
    let keyed = keys.map { KeyReadings($0).all } ?? []
    readings = (kana.map { [$0] } ?? []) + keyed.filter { $0 != kana }
    self.kana = kana
    self.keys = keys
  }

  /// How far it is from a text that it may stand for: 0 with the same letters, 1 with other
  /// punctuation, 2 with other accents or as the romaji of its kana; `nil` if it is another text.
  func distance(from text: String) -> Int? {
    if text.trimmed.lowercased() == self.text.lowercased() { return 0 }
    if TextFold.plain(text) == plain { return 1 }
    let isRomaji = kana == nil && readings.first.map { $0 == text.kanaReading } ?? false
    return isRomaji || TextFold.strict(text) == strict ? 2 : nil
  }

  /// Whether nothing was typed but spaces, punctuation and what nobody sees.
  var isBlank: Bool { text.unicodeScalars.allSatisfy(\.isIgnorable) }

  /// Whether it has a letter of Japanese.
  var hasJapanese: Bool { text.hasJapanese }

  /// Whether it has a Chinese character.
  var hasKanji: Bool { text.unicodeScalars.contains { Script(of: $0) == .kanji } }
}
