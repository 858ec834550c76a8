import RabbleQuestions
import RabbleText

/// The questions that are loaded together, by what answers them: so that no answer of one is taken
/// for a typo of another's, and a confusion can be named.
///
/// Making one takes time in proportion to the questions (some microseconds each); looking something
/// up does not depend on their number.
public struct Vocabulary: Sendable {
  /// The questions.
  public let questions: [AskedQuestion]
  /// The questions whose answers look like romaji, but stand among words.
  private(set) var asksForWords: Set<AskedQuestion> = []
  /// The questions as their decks have them, in the order of ``questions``.
  let originals: [Question]
  private var byAnswer: [String: [Int32]] = [:]
  private var byPrompt: [String: [Int32]] = [:]
  /// The words of answers that have several, strictly folded.
  private var wordsOfAnswers: Set<Substring> = []

  /// Makes a vocabulary of the cards of groups that ask for one kind of thing, as they ask it: what is
  /// typed for one card is compared with what others of its kind ask for. A group's other answers
  /// tell whether one that could be romaji as well as English (`name`, `banana`) is a word: it is,
  /// unless four in five of them could.
  public init(groups: [QuestionGroup], kind: DirectionKind = .recognition) {
    var questions: [AskedQuestion] = []
    var originals: [Question] = []
    var starts = [0]
    for group in groups {
      for question in group.questions {
        let asked = question.asked(
          question.askedDirections(byDefault: group.directions).filter { $0.kind == kind },
          in: group.askingContext)
        questions += asked
        originals += repeatElement(question, count: asked.count)
      }
      starts.append(questions.count)
    }
    self.init(questions, originals: originals)
    for (start, end) in zip(starts, starts.dropFirst()) {
      asksForWords.formUnion(Self.questionsOfWords(in: questions[start..<end]))
    }
  }

  /// The questions of a group, as it asks them, whose answers look like romaji but stand among words.
  static func questionsOfWords(in questions: ArraySlice<AskedQuestion>) -> [AskedQuestion] {
    let undecided = questions.filter(RomajiAnswers.isUndecided)
    let doubtful = undecided.filter(RomajiAnswers.couldBeRomaji)
    return doubtful.count * 5 < undecided.count * 4 ? doubtful : []
  }

  /// Makes a vocabulary of questions asked in recognition.
  public init(_ questions: [Question] = []) {
    self.init(questions.map { $0.asked(.recognition) }, originals: questions)
  }

  private init(_ questions: [AskedQuestion], originals: [Question]) {
    self.questions = questions
    self.originals = originals
    byAnswer.reserveCapacity(questions.count * 2)
    byPrompt.reserveCapacity(questions.count)
    for (index, question) in questions.enumerated() {
      let place = Int32(index)
      byPrompt[TextFold.plain(question.prompt), default: []].append(place)
      for key in AnswerKeys(of: question).all {
        byAnswer[key, default: []].append(place)
        if key.utf8.contains(0x20) { wordsOfAnswers.formUnion(key.split(separator: " ")) }
      }
    }
  }

  /// The other questions that a line answers: those with another prompt or another answer than
  /// `question`.
  func owners(of line: TypedLine, besides question: AskedQuestion) -> [AskedQuestion] {
    guard !questions.isEmpty else { return [] }
    var keys: Set<String> = [line.strict, AnswerKeys.meaning(of: line.text)]
    for reading in line.readings.prefix(4) {
      keys.insert(String(reading))
      // A っ at the end has no letter of its own in Hepburn: ざっ is no answer where za is asked for.
      if reading.last != "っ" { keys.insert(Romanization.hepburn.romanized(String(reading))) }
    }
    return found(keys.flatMap { byAnswer[$0] ?? [] }, besides: question)
  }

  /// The other questions whose answer is exactly this line, case, width, accents and punctuation
  /// aside.
  func ownersOfExactly(_ line: TypedLine, besides question: AskedQuestion) -> [AskedQuestion] {
    found(Array((byAnswer[line.strict] ?? []).prefix(Self.most + 1)), besides: question).filter {
      other in
      other.allAnswers.contains { text in
        AnswerList.variants(of: text).contains { TextFold.strict($0) == line.strict }
      }
    }
  }

  /// Whether a strictly folded text answers another question.
  func answers(_ strict: String, besides question: AskedQuestion) -> Bool {
    !found(Array((byAnswer[strict] ?? []).prefix(Self.most + 1)), besides: question).isEmpty
  }

  /// Whether a strictly folded word is an answer, or stands in one.
  func hasWord(_ word: Substring) -> Bool {
    wordsOfAnswers.contains(word) || byAnswer[String(word)] != nil
  }

  /// A question as its deck has it, by the form in which it is asked; `nil` when it is none of these.
  public func original(of question: AskedQuestion) -> Question? {
    byPrompt[TextFold.plain(question.prompt)]?.first { questions[Int($0)] == question }
      .map { originals[Int($0)] }
  }

  /// The questions that show this prompt, as their decks have them.
  func originalsSharingPrompt(of question: AskedQuestion) -> [Question] {
    (byPrompt[TextFold.plain(question.prompt)] ?? []).prefix(Self.most)
      .map { originals[Int($0)] }
  }

  /// The other questions that show the same prompt.
  func sharingPrompt(of question: AskedQuestion) -> [AskedQuestion] {
    found(
      Array((byPrompt[TextFold.plain(question.prompt)] ?? []).prefix(Self.most + 1)),
      besides: question
    )
  }

  private func found(_ places: [Int32], besides question: AskedQuestion) -> [AskedQuestion] {
    var found: [AskedQuestion] = []
    for place in Set(places).sorted() where found.count < Self.most {
      let other = questions[Int(place)]
      if other.prompt != question.prompt || other.answer != question.answer { found.append(other) }
    }
    return found
  }

  /// The most questions that are looked at for one line.
  private static let most = 8
}

/// The keys by which the answers of a question are found.
struct AnswerKeys {
  /// All keys, each once.
  private(set) var all: [String] = []
  private var known: Set<String> = []

  /// The keys of a question's answers: exact as text, forgiving as words of a meaning, and as the
  /// reading they spell if that is the prompt's own.
  init(of question: AskedQuestion) {
    let texts = question.answers
    if texts.count > 1 { add(question.answer) }
    for text in texts + question.spellings + question.alternatives {
      for variant in AnswerList.variants(of: text) { add(variant) }
    }
    if let reading = question.prompt.kanaReading, let romaji = texts.first.flatMap(RomajiKeys.init),
      ReadingTarget(reading: reading, repeatsVowels: true).isSpelled(by: romaji)
    {
      append(String(reading))
    }
  }

  private mutating func add(_ text: String) {
    append(TextFold.strict(text))
    append(Self.meaning(of: text))
  }

  private mutating func append(_ key: String) {
    if known.insert(key).inserted { all.append(key) }
  }

  /// The key under which a text is found as words of a meaning.
  static func meaning(of text: String) -> String {
    MeaningFold.key(of: MeaningFold.words(in: text))
  }
}
