import RabbleQuestions
import RabbleText

/// A group as a judge knows it: its questions, and which of their cards can be confused with others.
public struct KnownGroup: Sendable {
  /// The group.
  public let group: QuestionGroup
  /// The directions in which the questions were answered before, by their places in the group; `nil`
  /// where every card counts as started.
  public let started: [Int: Set<Direction>]?
  /// Whether the group is being studied, so that all of its cards count.
  public let isStudied: Bool

  /// Makes a group of which every card counts, unless told otherwise.
  public init(
    _ group: QuestionGroup, started: [Int: Set<Direction>]? = nil, isStudied: Bool = false
  ) {
    self.group = group
    self.started = started
    self.isStudied = isStudied
  }
}

/// The questions that are loaded together, by what answers them: so that no answer of one is taken
/// for a typo of another's, and a confusion can be named.
///
/// What was typed counts as another card's answer only if that card is of the same language and
/// direction, shares neither prompt nor meaning with the one that is asked, and was started, or stands
/// in a group that is being studied or in that of the card that is asked: what a learner never saw
/// they can't confuse.
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
  /// The group of each question.
  private var groups: [Int32]
  /// Which questions the learner has started.
  private var isStarted: [Bool]
  /// The groups all of whose questions count.
  private var studied: Set<Int32>

  /// Makes a vocabulary of the cards of groups that ask for one kind of thing, as they ask it: what is
  /// typed for one card is compared with what others of its kind ask for. A group's other answers
  /// tell whether one that could be romaji as well as English (`name`, `banana`) is a word: it is,
  /// unless four in five of them could.
  public init(_ known: [KnownGroup], kind: DirectionKind = .recognition) {
    var questions: [AskedQuestion] = []
    var originals: [Question] = []
    var places: [Int32] = []
    var isStarted: [Bool] = []
    var starts = [0]
    for (number, known) in known.enumerated() {
      let context = known.group.askingContext
      for (position, question) in known.group.questions.enumerated() {
        let directions = question.askedDirections(byDefault: known.group.directions)
          .filter { $0.kind == kind }
        questions += question.asked(directions, in: context)
        originals += repeatElement(question, count: directions.count)
        places += repeatElement(Int32(number), count: directions.count)
        isStarted += directions.map { direction in
          known.started.map { $0[position]?.contains(direction) ?? false } ?? true
        }
      }
      starts.append(questions.count)
    }
    self.init(questions, originals: originals, groups: places, isStarted: isStarted)
    studied = Set(known.indices.filter { known[$0].isStudied }.map { Int32($0) })
    for (start, end) in zip(starts, starts.dropFirst()) {
      asksForWords.formUnion(Self.questionsOfWords(in: questions[start..<end]))
    }
  }

  /// Makes a vocabulary of groups of which every card counts as started.
  public init(groups: [QuestionGroup], kind: DirectionKind = .recognition) {
    self.init(groups.map { KnownGroup($0) }, kind: kind)
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

  private init(
    _ questions: [AskedQuestion], originals: [Question], groups: [Int32]? = nil,
    isStarted: [Bool]? = nil
  ) {
    self.questions = questions
    self.originals = originals
    self.groups = groups ?? Array(repeating: 0, count: questions.count)
    self.isStarted = isStarted ?? Array(repeating: true, count: questions.count)
    studied = []
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

  /// The other questions that a line answers, as far as they count.
  func owners(of line: TypedLine, besides question: AskedQuestion) -> [AskedQuestion] {
    found(places(answeredBy: line), besides: question)
  }

  /// The other questions of the same language that a line answers, whether or not they count.
  func loadedOwners(of line: TypedLine, besides question: AskedQuestion) -> [AskedQuestion] {
    loaded(places(answeredBy: line), besides: question)
  }

  private func places(answeredBy line: TypedLine) -> [Int32] {
    guard !questions.isEmpty else { return [] }
    var keys: Set<String> = [line.strict, AnswerKeys.meaning(of: line.text)]
    for reading in line.readings.prefix(4) {
      keys.insert(String(reading))
      // A っ at the end has no letter of its own in Hepburn: ざっ is no answer where za is asked for.
      if reading.last != "っ" { keys.insert(Romanization.hepburn.romanized(String(reading))) }
    }
    return keys.flatMap { byAnswer[$0] ?? [] }
  }

  /// The other questions whose answer is exactly this line, case, width, accents and punctuation
  /// aside.
  func ownersOfExactly(_ line: TypedLine, besides question: AskedQuestion) -> [AskedQuestion] {
    found(byAnswer[line.strict] ?? [], besides: question).filter {
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

  /// The other questions of the same language that show the same prompt.
  func sharingPrompt(of question: AskedQuestion) -> [AskedQuestion] {
    loaded(byPrompt[TextFold.plain(question.prompt)] ?? [], besides: question)
  }

  // MARK: - Which cards count

  /// Has a card count, and its group with it, because it was answered.
  public mutating func start(_ question: AskedQuestion) {
    for place in places(of: question) {
      if !isStarted[Int(place)] { isStarted[Int(place)] = true }
      studied.insert(groups[Int(place)])
    }
  }

  /// The questions at these places that count beside one that is asked: those of its group first, then
  /// those whose prompt is in the same script, for シ is nearer to ツ than し is.
  private func found(_ places: [Int32], besides question: AskedQuestion) -> [AskedQuestion] {
    guard !places.isEmpty else { return [] }
    let own = Set(self.places(of: question).map { groups[Int($0)] })
    let prompt = TextFold.plain(question.prompt)
    let script = question.prompt.unicodeScalars.first.map(Script.init)
    var ranked: [(rank: Int, place: Int32)] = []
    var meanings: Set<String>?
    for place in Set(places) {
      let (index, group) = (Int(place), groups[Int(place)])
      guard isStarted[index] || own.contains(group) || studied.contains(group) else { continue }
      let other = questions[index]
      guard other.isOfLanguage(of: question), TextFold.plain(other.prompt) != prompt else {
        continue
      }
      let known = meanings ?? question.meanings
      meanings = known
      guard known.isDisjoint(with: other.meanings) else { continue }
      let isOfScript = other.prompt.unicodeScalars.first.map(Script.init) == script
      ranked.append(((own.contains(group) ? 0 : 2) + (isOfScript ? 0 : 1), place))
    }
    return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.prefix(Self.most)
      .map { questions[Int($0.place)] }
  }

  /// The other questions at these places that are of the same language.
  private func loaded(_ places: [Int32], besides question: AskedQuestion) -> [AskedQuestion] {
    var found: [AskedQuestion] = []
    for place in Set(places).sorted() where found.count < Self.most {
      let other = questions[Int(place)]
      guard other.prompt != question.prompt || other.answer != question.answer,
        other.isOfLanguage(of: question)
      else { continue }
      found.append(other)
    }
    return found
  }

  /// Where a question stands.
  private func places(of question: AskedQuestion) -> [Int32] {
    (byPrompt[TextFold.plain(question.prompt)] ?? []).filter { questions[Int($0)] == question }
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

extension AskedQuestion {
  /// Whether two questions are of one language that is learned. Where a group doesn't name it, Japanese
  /// is known by its script, and any other may be the same.
  func isOfLanguage(of other: AskedQuestion) -> Bool {
    let (one, two) = (learnedLanguage, other.learnedLanguage)
    return one == two || (one ?? two != "ja" && (one == nil || two == nil))
  }

  private var learnedLanguage: String? {
    context.languages.learned ?? (prompt.hasJapanese || answer.hasJapanese ? "ja" : nil)
  }

  /// What the question says words of the learner's own language mean, so that one of them in common
  /// makes two questions right for each other: the answers in recognition, the prompt in production.
  var meanings: Set<String> {
    let core = MeaningCore(isEnglish: context.languages.answers.map { $0 == "en" } ?? true)
    switch direction.kind {
    case .recognition: return Set(allAnswers.flatMap(AnswerList.variants).map(core.of))
    case .production: return Set(AnswerList.alternatives(of: prompt).map(core.of))
    case .reading, .cloze: return []
    }
  }
}

/// What a meaning says to the letter: accents, apostrophes, the number of a noun and, of a single word
/// that is another one with a capital (`Polish`), that capital make a difference; articles, a leading "to",
/// numerals and spellings of two countries do not.
struct MeaningCore {
  /// Whether it is English, where most words may begin with a capital.
  let isEnglish: Bool

  func of(_ text: String) -> String {
    // The fold keeps the signs of numbers: -5 is not 5.
    if text.contains(where: \.isNumber) {
      return MeaningFold.words(of: TextFold.accented(text)).map { AmericanSpelling.of(String($0)) }
        .joined(separator: " ")
    }
    let words = Contractions.inFull(text).split { $0.isWhitespace || "-‐–/".contains($0) }
      .map { word in
        let letters = word.unicodeScalars.filter { !$0.isIgnorable || isApostrophe($0) }
        return String(String.UnicodeScalarView(letters))
      }.filter { !$0.isEmpty }
    let lowercase = words.map { Substring($0.lowercased()) }
    guard words.count > 1 else { return words.first.map(single) ?? text }
    let rest = MeaningFold.withoutToAndArticles(lowercase)
    if rest.count == 1, let last = words.last, last.lowercased() == rest[0] { return single(last) }
    return EnglishNumbers.spelledOut(rest).map { AmericanSpelling.of(String($0)) }
      .joined(separator: " ")
  }

  private func single(_ word: String) -> String {
    let lowercase = word.lowercased()
    let word = isEnglish && !Self.capitonyms.contains(lowercase) ? lowercase : word
    return EnglishNumbers.spelledOut([Substring(AmericanSpelling.of(word))]).joined(separator: " ")
  }

  private func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "’"
  }

  /// English words that mean something else with a capital.
  private static let capitonyms: Set<String> = [
    "august", "bill", "cancer", "catholic", "china", "cologne", "earth", "finn", "frank", "guinea",
    "job", "jersey", "lent", "march", "mark", "may", "mercury", "nice", "pole", "polish", "reading",
    "rose", "swede", "turkey", "welsh", "will",
  ]
}
