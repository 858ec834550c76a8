import RabbleLanguages
import RabbleQuestions
import RabbleText

/// The questions that are loaded together, by what answers them: so that no answer of one is taken
/// for a typo of another's, and a confusion can be named.
///
/// What was typed counts as another card's answer only if that card is of the same language and
/// direction, shares neither prompt nor meaning with the one that is asked, and was started, or stands
/// in a group that is being studied or in that of the card that is asked: what a learner never saw
/// they can't confuse.
///
/// It knows where to find the questions that a line concerns, and has them from its source: looking
/// something up does not depend on their number, and they need not be in memory.
public struct Vocabulary: Sendable {
  private let kind: DirectionKind
  private let index: JoinedIndex
  private let source: any VocabularySource
  /// The groups all of whose questions count.
  private var studied: Set<Int32>

  /// Makes a vocabulary of the cards of groups that ask for one kind of thing, as they ask it: what is
  /// typed for one card is compared with what others of its kind ask for. A group's other answers
  /// tell whether one that could be romaji as well as English (`name`, `banana`) is a word: it is,
  /// unless four in five of them could.
  ///
  /// It takes time in proportion to the questions, some microseconds each.
  public init(_ known: [KnownGroup], kind: DirectionKind = .recognition) {
    self.init(
      known.map { AnswerIndex(of: $0, kind: kind) }, kind: kind,
      studied: Set(known.indices.filter { known[$0].isStudied }), from: MemorySource(groups: known))
  }

  /// Makes a vocabulary of groups that are kept elsewhere.
  ///
  /// - Parameters:
  ///   - groups: their indexes; the place of each is the number by which the source knows the group.
  ///   - kind: what their cards ask for.
  ///   - studied: the numbers of the groups that are being studied, so that all of their cards count.
  ///   - source: has the questions.
  public init(
    _ groups: [AnswerIndex], kind: DirectionKind, studied: Set<Int>,
    from source: some VocabularySource
  ) {
    self.kind = kind
    self.source = source
    self.studied = Set(studied.map { Int32($0) })
    index = JoinedIndex(groups)
  }

  /// Makes a vocabulary of groups of which every card counts as started.
  public init(groups: [QuestionGroup], kind: DirectionKind = .recognition) {
    self.init(groups.map { KnownGroup($0) }, kind: kind)
  }

  /// Makes a vocabulary of questions asked in recognition.
  public init(_ questions: [Question] = []) {
    self.init(questions.isEmpty ? [] : [KnownGroup(questions)])
  }

  // MARK: - Looking up

  /// The other questions that a line answers, as far as they count.
  func owners(of line: TypedLine, besides question: AskedQuestion) -> [AskedQuestion] {
    found(cards(answeredBy: line, besides: question), besides: question)
  }

  /// The other questions of the same language that a line answers, whether or not they count.
  func loadedOwners(of line: TypedLine, besides question: AskedQuestion) -> [AskedQuestion] {
    loaded(cards(answeredBy: line, besides: question).lazy.compactMap(card), besides: question)
  }

  private func cards(answeredBy line: TypedLine, besides question: AskedQuestion) -> [Candidate] {
    guard !index.isEmpty else { return [] }
    var keys: Set<String> = [line.strict]
    for reading in line.readings.prefix(4) {
      keys.insert(String(reading))
      // A っ at the end has no letter of its own in Hepburn: ざっ is no answer where za is asked for.
      if reading.last != "っ" { keys.insert(Romanization.hepburn.romanized(String(reading))) }
    }
    let usual = question.context.known.usual
    return candidates(keys, meaning: usual.key(of: usual.words(in: line.text)))
  }

  /// The other questions whose answer is exactly this line, case, width, accents and punctuation
  /// aside.
  func ownersOfExactly(_ line: TypedLine, besides question: AskedQuestion) -> [AskedQuestion] {
    found(candidates([line.strict]), besides: question).filter {
      other in
      other.allAnswers.contains { text in
        AnswerList.variants(of: text).contains { TextFold.strict($0) == line.strict }
      }
    }
  }

  /// Whether a strictly folded text answers another question.
  func answers(_ strict: String, besides question: AskedQuestion) -> Bool {
    let cards = candidates([strict]).lazy.filter { card(at: $0) != nil }.prefix(Self.most + 1)
    return !found(Array(cards), besides: question).isEmpty
  }

  /// Whether a strictly folded word is an answer, or stands in one.
  func hasWord(_ word: Substring) -> Bool {
    cards(.word, word).contains { _ in true } || cards(.answer, word).contains { _ in true }
  }

  /// Whether the answers of a question look like romaji, but stand among words.
  func asksForWords(_ question: AskedQuestion) -> Bool {
    RomajiAnswers.isUndecided(question) && RomajiAnswers.couldBeRomaji(question)
      && cards(equalTo: question).contains { index.groups[Int($0.place.group)].isOfWords }
  }

  /// A question as its deck has it, by the form in which it is asked; `nil` when it is none of these.
  public func original(of question: AskedQuestion) -> Question? {
    cards(equalTo: question).first { _ in true }?.original
  }

  /// The questions that show this prompt, as their decks have them.
  func originalsSharingPrompt(of question: AskedQuestion) -> [Question] {
    cards(.prompt, TextFold.plain(question.prompt)).prefix(Self.most).map(\.original)
  }

  /// The other questions of the same language that show the same prompt.
  func sharingPrompt(of question: AskedQuestion) -> [AskedQuestion] {
    loaded(cards(.prompt, TextFold.plain(question.prompt)), besides: question)
  }

  // MARK: - Which cards count

  /// Has a card count, and its group with it, because it was answered.
  public mutating func start(_ question: AskedQuestion) {
    studied.formUnion(groups(of: question))
  }

  /// The questions among these that count beside one that is asked: those of its group first, then
  /// those whose prompt is in the same script, for シ is nearer to ツ than し is. The cards come in
  /// their order.
  private func found(_ candidates: [Candidate], besides question: AskedQuestion)
    -> [AskedQuestion]
  {
    guard !candidates.isEmpty else { return [] }
    let own = groups(of: question)
    let prompt = TextFold.plain(question.prompt)
    let script = question.prompt.unicodeScalars.first.map(Script.init)
    let meanings = question.meanings
    // By rank: whether it is of the group, then whether it is in the script.
    var ranked: [[AskedQuestion]] = [[], [], [], []]
    for isOwn in [true, false] where ranked[0].count < Self.most {
      for candidate in candidates where own.contains(candidate.place.group) == isOwn {
        guard let card = card(at: candidate),
          isOwn || card.isStarted || studied.contains(card.place.group)
        else { continue }
        let other = card.asked
        guard other.isOfLanguage(of: question), TextFold.plain(other.prompt) != prompt,
          meanings.isDisjoint(with: other.meanings)
        else { continue }
        let isOfScript = other.prompt.unicodeScalars.first.map(Script.init) == script
        ranked[(isOwn ? 0 : 2) + (isOfScript ? 0 : 1)].append(other)
        // No later one would come before these.
        if ranked[isOwn ? 0 : 2].count == Self.most { break }
      }
    }
    return Array(ranked.joined().prefix(Self.most))
  }

  /// The other questions among these that are of the same language.
  private func loaded(_ cards: some Sequence<FoundCard>, besides question: AskedQuestion)
    -> [AskedQuestion]
  {
    var found: [AskedQuestion] = []
    for card in cards {
      let other = card.asked
      guard other.prompt != question.prompt || other.answer != question.answer,
        other.isOfLanguage(of: question)
      else { continue }
      found.append(other)
      if found.count == Self.most { break }
    }
    return found
  }

  /// The groups that have a question.
  private func groups(of question: AskedQuestion) -> Set<Int32> {
    Set(cards(equalTo: question).map(\.place.group))
  }

  /// The most questions that are looked at for one line.
  private static let most = 8
}

// MARK: - Cards

extension Vocabulary {
  /// A card that was looked up.
  private struct FoundCard {
    let place: JoinedIndex.Card
    let asked: AskedQuestion
    let original: Question
    let isStarted: Bool

    /// Whether it has a key.
    func has(_ key: some StringProtocol, as role: AnswerIndex.Role) -> Bool {
      switch role {
      case .answer: AnswerKeys(of: asked).all.contains { $0 == key }
      case .prompt: TextFold.plain(asked.prompt) == key
      case .card: asked.indexKey == key
      case .word:
        AnswerKeys(of: asked).all.contains {
          $0.utf8.contains(0x20) && $0.split(separator: " ").contains { $0 == key }
        }
      }
    }
  }

  /// A card that may have one of some keys for answers.
  private struct Candidate {
    let place: JoinedIndex.Card
    var keys: [String] = []
    /// The key of words of learners' usual language, which finds only cards that are answered in it.
    let meaning: String?
  }

  /// The cards that may have one of these keys for answers, in their order.
  private func candidates(_ keys: Set<String>, meaning: String? = nil) -> [Candidate] {
    var candidates: [Candidate] = []
    var known: [JoinedIndex.Card: Int] = [:]
    for key in meaning.map({ keys.union([$0]) }) ?? keys {
      for place in index.cards(.answer, key) {
        let number = known[place] ?? candidates.count
        if number == candidates.count {
          known[place] = number
          candidates.append(Candidate(place: place, meaning: meaning))
        }
        if keys.contains(key) { candidates[number].keys.append(key) }
      }
    }
    return candidates.sorted { $0.place < $1.place }
  }

  /// The card of a candidate, if it has one of its keys. Plurals and articles are forgiven in learners'
  /// usual language alone: in one that is learned they make another form.
  private func card(at candidate: Candidate) -> FoundCard? {
    guard let card = card(at: candidate.place) else { return nil }
    let isUsual = AnswerLanguage(of: card.asked).isUsual(in: card.asked.context.known)
    var keys = candidate.keys
    if isUsual, let meaning = candidate.meaning { keys.append(meaning) }
    guard !keys.isEmpty else { return nil }
    let own = AnswerKeys(of: card.asked, areExact: !isUsual).all
    return keys.contains { own.contains($0) } ? card : nil
  }

  /// The cards that have a key, in their order; each is looked at only when it is reached.
  private func cards(_ role: AnswerIndex.Role, _ key: some StringProtocol)
    -> some Sequence<FoundCard>
  {
    index.cards(role, key).lazy.compactMap { card(at: $0) }.filter { $0.has(key, as: role) }
  }

  /// The cards that ask exactly this, at most one of each group.
  private func cards(equalTo question: AskedQuestion) -> some Sequence<FoundCard> {
    var last: Int32?
    return index.cards(.card, question.indexKey).lazy.compactMap { place -> FoundCard? in
      guard place.group != last, let card = card(at: place), card.asked == question else {
        return nil
      }
      last = place.group
      return card
    }
  }

  private func card(at place: JoinedIndex.Card) -> FoundCard? {
    let index = index.groups[Int(place.group)]
    guard place.card < index.count else { return nil }
    let (position, ordinal) = index.place(of: Int(place.card))
    guard let found = source.question(at: position, inGroup: Int(place.group)) else { return nil }
    let context = found.known.askingContext
    let cards = found.known.cards(of: found.question, kind: kind, in: context)
    guard cards.indices.contains(ordinal) else { return nil }
    let asked = cards[ordinal]
    return FoundCard(
      place: place, asked: asked, original: found.question,
      isStarted: found.started?.contains(asked.direction) ?? true)
  }
}

/// The keys by which the answers of a question are found.
struct AnswerKeys {
  /// All keys, each once.
  private(set) var all: [String] = []
  private var known: Set<String> = []
  /// Whether there are no forgiving ones.
  private let areExact: Bool

  /// The keys of a question's answers: exact as text, forgiving as words of a meaning, and as the
  /// reading they spell if that is the prompt's own; without the forgiving ones if they are to be exact.
  init(of question: AskedQuestion, areExact: Bool = false) {
    var meanings = MeaningKeys(question.context.known.usual)
    self.init(of: question, &meanings, areExact: areExact)
  }

  /// The same; the keys of words that are known are not made again.
  init(of question: AskedQuestion, _ meanings: inout MeaningKeys, areExact: Bool = false) {
    self.areExact = areExact
    let texts = question.answers
    if texts.count > 1 { add(question.answer, &meanings) }
    for text in texts + question.spellings + question.alternatives {
      for variant in AnswerList.spelledOut(text) { add(variant, &meanings) }
    }
    if let reading = question.prompt.kanaReading, let romaji = texts.first.flatMap(RomajiKeys.init),
      ReadingTarget(reading: reading, repeatsVowels: true).isSpelled(by: romaji)
    {
      append(String(reading))
    }
  }

  private mutating func add(_ text: String, _ meanings: inout MeaningKeys) {
    let strict = TextFold.strict(text)
    append(strict)
    guard !areExact else { return }
    append(meanings.key(of: text, folded: strict))
  }

  private mutating func append(_ key: String) {
    if all.count < 8 ? !all.contains(key) : known.insert(key).inserted { all.append(key) }
    if all.count == 8, known.isEmpty { known = Set(all) }
  }
}

extension AskedQuestion {
  /// Whether two questions are of one language that is learned, and answered in one language. Where a group
  /// doesn't name the first, one that texts tell is known, and any other may be the same.
  func isOfLanguage(of other: AskedQuestion) -> Bool {
    let (one, two) = (learnedLanguage, other.learnedLanguage)
    guard one == two || (one == nil || two == nil) && !isTold(one ?? two) else { return false }
    // The romaji of の is not the English of いいえ.
    guard let typed = languageOfMeanings, let typedThere = other.languageOfMeanings else {
      return true
    }
    return typed == typedThere
  }

  /// The language in which a prompt is answered by what it means, where the group names it.
  private var languageOfMeanings: String? {
    switch direction.kind {
    case .recognition, .listening: context.languages.answers
    case .production, .reading, .cloze: nil
    }
  }

  private func isTold(_ tag: String?) -> Bool {
    tag.map { context.known[$0].value.isTold != nil } ?? false
  }

  private var learnedLanguage: String? {
    context.languages.learned
      ?? (context.known.told(by: prompt) ?? context.known.told(by: answer))?.tag
  }

  /// What the question says words of the learner's own language mean, so that one of them in common
  /// makes two questions right for each other: the answers in recognition, the prompt in production.
  var meanings: Set<String> {
    let core = MeaningCore(language: context.meanings)
    switch direction.kind {
    case .recognition, .listening: return Set(allAnswers.flatMap(AnswerList.variants).map(core.of))
    case .production: return Set(AnswerList.alternatives(of: prompt).map(core.of))
    case .reading, .cloze: return []
    }
  }
}

/// What a meaning says to the letter: accents, apostrophes, the number of a noun and, of a single word
/// that is another one with a capital (`Polish`), that capital make a difference; articles, a leading "to",
/// numerals and spellings of two countries do not.
struct MeaningCore {
  let language: SharedLanguage

  func of(_ text: String) -> String {
    // The fold keeps the signs of numbers: -5 is not 5.
    if text.contains(where: \.isNumber) {
      return language.words(ofFolded: TextFold.accented(text))
        .map { language.usualSpelling(of: String($0)) }.joined(separator: " ")
    }
    let words = language.inFull(text).split { $0.isWhitespace || "-‐–/".contains($0) }
      .map { word in
        let letters = word.unicodeScalars.filter { !$0.isIgnorable || isApostrophe($0) }
        return String(String.UnicodeScalarView(letters))
      }.filter { !$0.isEmpty }
    let lowercase = words.map { Substring($0.lowercased()) }
    guard words.count > 1 else { return words.first.map(single) ?? text }
    let rest = language.withoutArticles(lowercase)
    if rest.count == 1, let last = words.last, last.lowercased() == rest[0] { return single(last) }
    return language.spelledOut(rest).map { language.usualSpelling(of: String($0)) }
      .joined(separator: " ")
  }

  private func single(_ word: String) -> String {
    let lowercase = word.lowercased()
    let isToldByCapital = language.value.capitonyms?.contains(lowercase) ?? true
    let word = isToldByCapital ? word : lowercase
    return language.spelledOut([Substring(language.usualSpelling(of: word))])
      .joined(separator: " ")
  }

  private func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "’"
  }
}
