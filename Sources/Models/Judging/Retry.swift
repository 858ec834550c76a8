import RabbleLanguages
import RabbleQuestions
import RabbleText

extension Judgment {
  /// "Try again, nothing recorded" where the line answers another question than was asked, or no
  /// question at all.
  func retry() -> Verdict? {
    if question.direction == .production {
      let sharing = vocabulary.loadedOwners(of: line, besides: question)
        .filter(mayBeAsked)
      if !sharing.isEmpty { return retry(.synonym, mistakenFor: sharing) }
      if sheet.asksReading { return retryWord() }
    }
    return sheet.asksReading ? retryReading() : retryWords()
  }

  /// Where several lines came at once, as when they are pasted, and are no right answer.
  func severalLines() -> Verdict? {
    line.text.contains(where: \.isNewline) ? retry(.blank, Message.severalLines) : nil
  }

  /// Where a word is asked for by its meaning: the right kanji with other kana beside them, a reading that
  /// only keys or ears make differ, or no reading at all.
  private func retryWord() -> Verdict? {
    if line.hasKanji { return retryKanaBesideKanji() }
    guard !line.readings.isEmpty else {
      if line.hasJapanese, line.text.contains(where: \.isNumber) {
        return hasNumbersOfAnswer ? retry(.wrongScript, Message.mixedNumber) : nil
      }
      return line.text.contains(where: \.isLetter) ? retry(.impossibleKana) : nil
    }
    guard vocabulary.owners(of: line, besides: question).isEmpty else { return nil }
    return retryableMistake.map { retry($0) }
  }

  /// Where the right kanji have other okurigana, or particles beside them that are written as they
  /// sound, and no other card has that answer. Where a form is asked for, the okurigana are the answer.
  private func retryKanaBesideKanji() -> Verdict? {
    guard vocabulary.owners(of: line, besides: question).isEmpty else { return nil }
    if hasKeysLeft { return retry(.impossibleKana) }
    if hasParticlesAsSaid { return retry(.particle) }
    return hasOtherOkurigana && !asksForForm ? retry(.okurigana) : nil
  }

  /// Whether letters of the keyboard stand in the line that made no kana, as they do where an input method
  /// was left too early, and none stands in an answer: 手紙ｋ.
  private var hasKeysLeft: Bool {
    func keys(_ text: String) -> [Substring] {
      text.inOrdinaryWidth.split { !$0.isASCII || !$0.isLetter }
    }
    return sheet.answers.allSatisfy { keys($0.text).isEmpty }
      && keys(line.text).contains { keys in
        // A single n waits for its vowel.
        keys.lowercased() == "n"
          || RomajiKeys(String(keys)).map { KeyReadings($0).all.isEmpty } ?? true
      }
  }

  /// Whether the line has the numbers of an answer, whatever they are written in.
  private var hasNumbersOfAnswer: Bool {
    let numbers = SpellingFold.numbers(in: line.text)
    return sheet.answers.contains {
      $0.form == .written && SpellingFold.numbers(in: $0.text) == numbers
    }
  }

  private var asksForForm: Bool { question.forms?.asksForForm ?? false }

  private func retryReading() -> Verdict? {
    if isMeaningOfPrompt { return retry(.meaningForReading) }
    if line.hasKanji {
      let isWritten = sheet.answers.contains { $0.form == .written }
      guard !isWritten else { return retryKanaBesideKanji() }
      return retry(.wrongScript, asksForForm ? Message.kanaIsAsked : Message.readingIsAsked)
    }
    guard !line.readings.isEmpty else {
      let hasLetters = line.text.contains(where: \.isLetter)
      return sheet.asksReadingForCertain && hasLetters ? retry(.impossibleKana) : nil
    }
    if isReading(among: sheet.promptReadings + neighbors.flatMap(\.readings)) {
      return retry(.otherReading)
    }
    if vocabulary.owners(of: line, besides: question).isEmpty, let mistake = retryableMistake {
      return retry(mistake)
    }
    let targets = sheet.answers.flatMap(\.targets)
    guard sheet.asksReadingForCertain,
      line.readings.allSatisfy({ !ReadingRules.isPossible($0) }),
      targets.contains(where: { ReadingRules.isPossible($0.reading) })
    else { return nil }
    return retry(.impossibleKana)
  }

  /// The mistake by which the line differs from a right reading, if it is one that keys or ears make
  /// and not a gap in knowledge.
  private var retryableMistake: MistakeKind? {
    for target in sheet.answers.flatMap(\.targets) {
      for reading in line.readings {
        let typed = line.keys == nil ? reading : target.withParticles(reading)
        let mistakes = ReadingMistakes(
          typed: typed, right: target.reading, particles: target.particles, inKatakana: false)
        if mistakes.differsByLongMarkOnly { return .longVowel }
        if mistakes.differsByLargeTsuOnly { return .smallTsu }
        if mistakes.differsByLargeForSmallOnly { return .smallKana }
        if mistakes.differsByKeysOfNOnly { return .syllabicN }
        if mistakes.differsByParticlesOnly, typed.count > 1 { return .particle }
        // A mistake with a name in the kana after the kanji is one that the learner hears.
        if typed.count <= target.reading.count,
          mistakes.kinds.allSatisfy({ [.typo, .lookAlike, .other].contains($0) }),
          ReadingRules.differsInOkuriganaOnly(
            typed, right: target.reading, prompt: question.prompt),
          !asksForForm
        {
          return .okurigana
        }
      }
    }
    return nil
  }

  private func retryWords() -> Verdict? {
    if question.direction == .reading, isMeaningOfPrompt { return retry(.meaningForReading) }
    if isReading(among: sheet.promptReadings + neighbors.flatMap(\.readings)) || isLatinReading {
      return retry(.readingForMeaning)
    }
    let sharing = vocabulary.sharingPrompt(of: question)
    let owners = vocabulary.loadedOwners(of: line, besides: question).filter(sharing.contains)
    if !owners.isEmpty {
      let asksForMeaning = [.recognition, .listening].contains(question.direction.kind)
      return retry(
        .synonym, asksForMeaning ? Message.otherMeaning : nil, mistakenFor: owners)
    }
    if sheet.answers.contains(where: { $0.form == .written }) {
      return line.hasKanji
        ? retryKanaBesideKanji() : retry(.wrongScript, isOfJapanese ? Message.kanjiIsAsked : nil)
    }
    guard line.hasJapanese else { return nil }
    return retry(.wrongScript, isOfJapanese ? Message.meaningIsAsked : nil)
  }

  /// Whether Japanese is learned, as far as the group says.
  private var isOfJapanese: Bool {
    question.context.languages.learned == nil || question.context.learned.value.hasKana
  }

  /// Whether the line is how the prompt is read in Latin letters, with its accents or digits for its
  /// tones or neither: `xue2sheng5` for xuésheng.
  private var isLatinReading: Bool {
    guard let reading = question.reading, !reading.hasJapanese, !line.hasJapanese else {
      return false
    }
    func letters(_ text: String) -> String { TextFold.strict(text).filter { $0 != " " } }
    let typed = letters(
      question.context.learned.value.romanization.withMarks?(line.text) ?? line.text)
    return AnswerList.alternatives(of: reading).contains { letters($0) == typed }
  }

  /// The other questions with the same prompt.
  private var neighbors: [AnswerSheet] {
    vocabulary.sharingPrompt(of: question).prefix(8).map { AnswerSheet($0) }
  }

  private func isReading(among targets: [ReadingTarget]) -> Bool {
    targets.contains { target in
      line.kana.map(target.isWritten) == true || line.keys.map(target.isSpelled) == true
    }
  }

  private var isMeaningOfPrompt: Bool {
    // Of a card that asks for the reading, its own question knows the meaning.
    let sheets =
      question.direction == .reading
      ? vocabulary.originalsSharingPrompt(of: question).map {
        AnswerSheet($0.asked(.recognition, in: question.context))
      }
      : neighbors
    let meanings = sheets.flatMap(\.answers).filter { $0.form == .meaning }.map(\.text)
    let hint = question.hint.map(AnswerList.alternatives) ?? []
    let key = question.context.meaning(of: line.rawKeys)
    return (meanings + hint).contains { text in
      AnswerList.variants(of: text).contains { question.context.meaning(of: $0) == key }
    }
  }
}

// MARK: - Lines that are no answers

extension Judgment {
  /// The verdict on a line with no letter in it: "try again", unless it is the answer.
  func nothingTyped() -> Verdict {
    if line.text.isBlank { return retry(.blank) }
    return acceptance() ?? strayCommand() ?? retry(.blank, Message.onlyPunctuation)
  }

  /// "Try again" when the line is the prompt and no answer; so is its kana, in either script, where
  /// romaji is asked for. What keys were turned into is no prompt typed back, nor is a prompt that
  /// spells its own reading: `sushi` for すし.
  func promptTypedBack() -> Verdict? {
    guard !line.hasRawKeys,
      !sheet.answers.contains(where: { TextFold.plain($0.text) == line.plain })
    else { return nil }
    let isPrompt = line.plain == TextFold.plain(question.prompt) || isPartOfPrompt
    let isItsKana = line.kana.map { $0 == question.prompt.kanaReading } == true
    let asksRomaji = sheet.answers.allSatisfy { $0.form == .romaji }
    guard isPrompt || (isItsKana && asksRomaji) else { return nil }
    let spellsAnswer = line.keys.map { keys in
      sheet.answers.flatMap(\.targets).contains { $0.isSpelled(by: keys) }
    }
    return spellsAnswer == true ? nil : retry(.promptTypedBack)
  }

  /// Whether the line is one of several texts in the prompt, and is no answer.
  private var isPartOfPrompt: Bool {
    let parts = AnswerList.semicolonSeparated(question.prompt)
    return parts.count > 1 && parts.contains { TextFold.plain($0) == line.plain }
      && acceptance() == nil
  }

  /// "Try again" when the keys may be read as the answer, but the screen showed their usual reading, with
  /// one ん more or less: `tennin` for てんいん, shown as てんにん.
  func unshownReading() -> Verdict? {
    guard line.hasRawKeys, let shown = line.kana, let keys = line.keys else { return nil }
    let targets = sheet.answers.flatMap(\.targets)
    guard KeyReadings(keys).all.first == shown, !targets.contains(where: { $0.isWritten(shown) })
    else { return nil }
    let spelled = targets.filter { $0.isSpelled(by: keys) }
    let isOtherN = spelled.contains {
      ReadingMistakes(
        typed: shown, right: $0.reading, particles: $0.particles, inKatakana: false
      ).differsByKeysOfNOnly
    }
    return isOtherN ? retry(.syllabicN, Message.shown(line.text)) : nil
  }

  /// "Try again" when a grade or the name of a command was typed for an answer, and it is none.
  func strayCommand() -> Verdict? {
    let word = TextFold.plain(line.rawKeys)
    guard let message = Self.strays[word] else { return nil }
    if Self.grades.contains(word),
      sheet.answers.contains(where: { $0.hasNumber(in: language.shared) })
    {
      return nil
    }
    // Whoever types `quit` for “quiet” wants to answer.
    let isNearAnswer =
      word.count > 1
      && sheet.answers.contains { answer in
        answer.variants.contains { EditDistance.isOne(word, TextFold.strict($0)) }
      }
    guard !isNearAnswer, vocabulary.owners(of: line, besides: question).isEmpty else { return nil }
    return retry(.stray, message)
  }

  /// What people type who want something else than to answer, and what to tell them.
  private static let strays: [String: String] = {
    var strays = ["?": Message.helpCommand, "help": Message.helpCommand]
    for word in ["quit", "exit"] { strays[word] = Message.quitCommand }
    for grade in grades { strays[grade] = Message.gradesCommand }
    return strays
  }()

  /// The grades, as they are typed once the answer was revealed.
  private static let grades = ["1", "2", "3", "4"]
}

extension AcceptedAnswer {
  /// Whether it is a number, or has one in it, in a language.
  fileprivate func hasNumber(in language: SharedLanguage) -> Bool {
    variants.contains { text in
      language.words(in: text).contains {
        $0.contains(where: \.isNumber) || language.value.numbers?.isSpelled($0) == true
      }
    }
  }
}

extension AnswerSheet {
  /// Every reading that the question's answers or its prompt have.
  fileprivate var readings: [ReadingTarget] {
    answers.flatMap(\.targets) + promptReadings
  }
}

extension Judgment {
  /// Whether the prompt asks for another word as well: one of its meanings is one of that word's prompt
  /// or of its question's alternatives. What stands in parentheses counts only where both have some.
  private func mayBeAsked(_ other: AskedQuestion) -> Bool {
    let asked = AnswerList.alternatives(of: question.prompt)
    let others =
      AnswerList.alternatives(of: other.prompt)
      + (vocabulary.original(of: other)?.alternatives ?? [])
    func keys(_ texts: [String]) -> Set<String> { Set(texts.map(question.context.meaning)) }
    return !keys(asked).isDisjoint(with: keys(others.flatMap(AnswerList.variants)))
      || !keys(asked.flatMap(AnswerList.variants)).isDisjoint(with: keys(others))
  }
}

extension Message {
  /// What was asked for when a form was typed in kanji, and the deck has it in kana.
  fileprivate static let kanaIsAsked = "Write it in kana."
  /// What was typed when another question has it for the same prompt, started or not.
  fileprivate static let otherMeaning =
    "That's another meaning of the prompt. Type the one that this card asks for."
  /// What was asked for when digits stood among kana.
  fileprivate static let mixedNumber = "Write the number in kana, too, or the rest in kanji."
}

// MARK: - What was read on the screen

extension Judgment {
  /// "Try again" for a line that is no answer, and nothing else than what was read on the screen, or the
  /// right word without its article.
  func askedAgain() -> Verdict? {
    guard !line.hasJapanese, vocabulary.owners(of: line, besides: question).isEmpty else {
      return nil
    }
    if isPromptWithoutArticle { return retry(.promptTypedBack) }
    return isUmlautWithoutArticle ? retry(.article, Message.articleIsAsked) : nil
  }

  /// Whether the line is the prompt, articles and accents aside: `perro` for el perro.
  private var isPromptWithoutArticle: Bool {
    guard !question.prompt.hasJapanese else { return false }
    let typed = withoutArticles(line.text)
    let prompts = [question.prompt] + AnswerList.semicolonSeparated(question.prompt)
    return !typed.isEmpty && prompts.contains { withoutArticles($0) == typed }
  }

  /// The words of a text in either language of the card, without its articles.
  private func withoutArticles(_ text: String) -> [Substring] {
    let learned = question.context.learned
    let words = TextFold.strict(learned.withArticlesApart(text)).split(separator: " ")
    return question.context.meanings.withoutArticles(words)
      .filter { !learned.value.articles.contains($0) }
  }

  /// Whether the line is a word without its article, in other letters: `Aepfel` for die Äpfel.
  private var isUmlautWithoutArticle: Bool {
    guard !language.isKnown else { return false }
    let articles = language.value.articles
    let typed = TextFold.accented(line.text)
    return sheet.answers.filter { $0.form == .meaning }.flatMap(\.variants).contains { variant in
      let words = TextFold.accented(variant).split(separator: " ")
      guard words.count > 1, articles.contains(words[0]) else { return false }
      let word = words.dropFirst().joined(separator: " ")
      return word != typed && language.inKeys(word).contains(typed)
    }
  }
}
