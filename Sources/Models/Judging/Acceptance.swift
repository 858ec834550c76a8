import RabbleLanguages
import RabbleText

extension Judgment {
  /// The verdict if the line is right, or would be if it were not another card's answer to the letter.
  func acceptance() -> Verdict? {
    let asDeckHasIt: Verdict? = asOtherSpelling() ?? literally() ?? asReading() ?? asWords()
    let inOtherWords: Verdict? =
      asDeckHasIt ?? withoutEndings() ?? withoutPronoun() ?? asTransliteration() ?? inOtherLetters()
    guard
      let verdict = inOtherWords ?? inOtherSpelling() ?? asTypedOtherwise() ?? asOtherForm()
        ?? asSeveral()
    else { return nil }
    return verdict.kind.isAccepted ? otherCardToTheLetter() ?? withMarks(verdict) : verdict
  }

  /// The verdict on a line that is right but for its marks, in the language that is learned: one that is
  /// missing is remarked, and one that was typed and is wrong is incorrect.
  private func withMarks(_ verdict: Verdict) -> Verdict {
    guard !language.isKnown, !line.hasJapanese, !demandsAccents else { return verdict }
    var missing: AcceptedAnswer?
    var wrong: (answer: AcceptedAnswer, variant: String)?
    for answer in sheet.answers where answer.form == .meaning {
      for variant in answer.variants where TextFold.strict(variant) == line.strict {
        switch Marks.compare(line.text, with: variant, in: language.shared) {
        case .same: return verdict
        case .missing: missing = missing ?? answer
        case .wrong: wrong = wrong ?? (answer, variant)
        }
      }
    }
    if let missing {
      guard verdict.kind == .correct else { return verdict }
      return Verdict(kind: .remark, message: Message.marks(missing.text), right: missing.text)
    }
    guard let wrong else { return verdict }
    let alignment = Alignment(typed: line.text, right: wrong.variant)
    return Verdict(
      kind: .wrong, message: Message.accents(alignment), mistakes: [.accent],
      right: wrong.answer.text, alignment: alignment)
  }

  /// Right letter by letter: as one answer, or as the whole line of them.
  func literally() -> Verdict? {
    for answer in sheet.answers
    where answer.variants.contains(where: { TextFold.plain($0) == line.plain })
      || TextFold.plain(answer.text) == line.plain
    {
      return right(answer)
    }
    let isWhole =
      TextFold.plain(question.answer) == line.plain
      || (TextFold.strict(question.answer) == line.strict
        && !sheet.answers.contains { $0.form == .romaji } && hasAccents(of: question.answer))
    guard isWhole else { return nil }
    return Verdict(kind: .correct, right: question.answer)
  }

  /// Right as kana, or as keys in some romanization.
  func asReading() -> Verdict? {
    for answer in sheet.answers {
      for target in answer.targets {
        if let kana = line.kana, target.isWritten(kana) { return right(answer) }
        guard let keys = line.keys, target.isSpelled(by: keys) else { continue }
        if let withX = keys.withX, !target.isSpelled(by: withX) {
          return retry(.impossibleKana, Message.rIsAsked)
        }
        let isUsual =
          answer.form != .kana
          ? answer.variants.contains { RomajiKeys($0) == keys }
          : line.readings.contains {
            $0.map(\.asParticleIsSaid) == target.reading.map(\.asParticleIsSaid)
          }
        return right(answer, remark: isUsual ? nil : Message.usually(answer.text))
      }
    }
    return nil
  }

  /// Right as words: accents, kind of kana, then articles, "to", plurals and spaces aside. What is
  /// only nearly the same words must not be exactly another question's.
  private func asWords() -> Verdict? {
    let answers = sheet.answers.filter { $0.form == .meaning || $0.form == .written }
    for answer in answers {
      let variant = answer.variants.first {
        TextFold.strict($0) == line.strict && hasAccents(of: $0)
      }
      guard let variant else { continue }
      let isUsual =
        answer.form != .meaning || TextFold.plain(TextFold.unpointed(variant)) == line.plain
      return right(answer, remark: isUsual ? nil : Message.usually(answer.text))
    }
    let words = language.words(in: line.text)
    let key = language.key(of: words)
    guard !line.hasJapanese,
      let (answer, variant) = answers.lazy.filter({ $0.form == .meaning }).compactMap({ answer in
        answer.variants.first {
          (language.key(of: language.words(in: $0)) == key || isSpacedOtherwise($0))
            && hasAccents(of: $0) || hasOneAsArticle($0, key: key) || hasAnyPossessive($0, key: key)
        }.map { (answer, $0) }
      }).first
    else { return nil }
    let isUsual =
      !language.isKnown || language.shared.areSpelledAlike(words, language.words(in: variant))
    return exactlyAnothers()
      ?? right(answer, remark: isUsual ? nil : Message.usually(answer.text))
  }

  /// The verdict on a line that would be right if it were not exactly another card's answer; `nil` if
  /// it is not.
  func exactlyAnothers() -> Verdict? {
    let owners = vocabulary.ownersOfExactly(line, besides: question)
    guard !owners.isEmpty else { return nil }
    return retry(.otherAnswer, Message.nearlyRight(owners, typed: line.text), mistakenFor: owners)
  }

  /// Whether a line is a text but for a numeral in the place of its article: one hour, an hour.
  private func hasOneAsArticle(_ text: String, key: String) -> Bool {
    guard language.isKnown, let (numeral, articles) = language.value.numeralForArticle,
      let space = text.firstIndex(of: " "), articles.contains(text[..<space].lowercased())
    else { return false }
    return language.key(of: language.words(in: numeral + text[space...])) == key
  }

  /// Whether a line is a text but for a possessive that stands for any: your teeth, one's teeth.
  private func hasAnyPossessive(_ text: String, key: String) -> Bool {
    guard language.isKnown, let (word, others) = language.value.anyPossessive, text.contains(word)
    else { return false }
    return others.contains {
      language.key(of: language.words(in: text.replacing(word, with: $0))) == key
    }
  }

  /// Whether only spaces differ, and none of them between numbers.
  private func isSpacedOtherwise(_ text: String) -> Bool {
    !line.strict.contains(where: \.isNumber)
      && line.strict.filter { $0 != " " } == TextFold.strict(text).filter { $0 != " " }
  }

  /// Right but for endings that speakers leave out or exchange, as Korean particles, within a phrase.
  private func withoutEndings() -> Verdict? {
    guard language.value.optionalEnding != nil,
      [.recognition, .production, .listening].contains(question.direction.kind)
    else { return nil }
    let typed = language.words(in: line.text)
    guard typed.count > 1 else { return nil }
    let answer = sheet.answers.first { answer in
      answer.form == .meaning
        && answer.variants.contains {
          language.shared.differInOptionalEndingsOnly(typed, language.words(in: $0))
        }
    }
    guard let answer else { return nil }
    return exactlyAnothers() ?? right(answer, remark: Message.inFull(answer.text))
  }

  /// Right with a subject pronoun that the language may leave out, or without it: yo tengo, tengo.
  private func withoutPronoun() -> Verdict? {
    let pronouns = language.value.optionalPronouns
    guard !language.isKnown, !pronouns.isEmpty else { return nil }
    let subjects = Set(question.context.meanings.words(in: question.prompt))
    func rest(_ words: [Substring]) -> (pronoun: Substring, rest: ArraySlice<Substring>)? {
      guard words.count > 1, pronouns[words[0]] != nil else { return nil }
      return (words[0], words[1...])
    }
    let typed = language.words(in: line.text)
    for answer in sheet.answers where answer.form == .meaning {
      for variant in answer.variants {
        let right = language.words(in: variant)
        let isAdded = rest(typed).map { pronoun, rest in
          rest.elementsEqual(right) && pronouns[pronoun]?.isDisjoint(with: subjects) == false
        }
        let isLeftOut = rest(right).map { $0.rest.elementsEqual(typed) }
        guard isAdded == true || isLeftOut == true else { continue }
        return exactlyAnothers() ?? self.right(answer, remark: Message.usually(answer.text))
      }
    }
    return nil
  }

  /// Right in other writings of its letters, which count as one: alif with hamza and without.
  private func inOtherLetters() -> Verdict? {
    guard !language.isKnown, !language.value.oneLetter.isEmpty else { return nil }
    func folded(_ text: String) -> String { language.shared.inUsualLetters(TextFold.strict(text)) }
    let typed = folded(line.text)
    let answer = sheet.answers.first { answer in
      answer.variants.contains { folded($0) == typed && hasAccents(of: $0) }
    }
    guard let answer else { return nil }
    return exactlyAnothers() ?? right(answer, remark: Message.usually(answer.text))
  }

  /// Right in letters that stand for letters with marks: oe for ö, and digits for the tones of pinyin.
  private func asTransliteration() -> Verdict? {
    guard !line.hasJapanese else { return nil }
    let marked = language.value.romanization.withMarks?(line.text).map {
      TextFold.accented($0).filter { $0 != " " }
    }
    let typed = TextFold.accented(line.text)
    for answer in sheet.answers where answer.form == .meaning {
      for variant in answer.variants {
        let right = TextFold.accented(variant)
        if typed != right, language.inKeys(right).contains(typed) {
          return self.right(answer, remark: Message.usually(answer.text))
        }
        if let marked, marked == right.filter({ $0 != " " }) { return self.right(answer) }
      }
    }
    return nil
  }

  /// Right in the spelling of another country, where that makes no difference: color, colour.
  private func inOtherSpelling() -> Verdict? {
    guard !language.isKnown, language.value.usualSpelling != nil, !line.hasJapanese else {
      return nil
    }
    func key(of text: String) -> [String] {
      language.shared.usualSpelling(
        of: demandsAccents ? language.accentedWords(in: text) : language.words(in: text))
    }
    let typed = key(of: line.text)
    let answer = sheet.answers.first { answer in
      answer.form == .meaning && answer.variants.contains { key(of: $0) == typed }
    }
    guard let answer else { return nil }
    return exactlyAnothers() ?? right(answer, remark: Message.usually(answer.text))
  }

  /// The verdict on a line that is right but for accents, case or apostrophes, if it is another
  /// card's answer in more of them: `schon` where schön is asked for, `polish` where Polish is. The
  /// capital at the beginning of a sentence with a blank makes no difference.
  private func otherCardToTheLetter() -> Verdict? {
    guard !line.hasJapanese else { return nil }
    let isAtStart = beginsSentence
    func differences(from text: String) -> SpellingDifferences? {
      SpellingDifferences(of: line.text, from: text, butForFirstCapital: isAtStart)
    }
    let own = sheet.answers.flatMap(\.variants).compactMap(differences)
    guard let nearest = own.min(by: { $0.count < $1.count }), !nearest.isEmpty,
      !own.contains(where: \.isEmpty)
    else { return nil }
    let owners = vocabulary.ownersOfExactly(line, besides: question).filter { other in
      other.allAnswers.flatMap(AnswerList.variants).compactMap(differences)
        .contains { difference in own.allSatisfy { difference.isStrictSubset(of: $0) } }
    }
    guard !owners.isEmpty else { return nil }
    let message = Message.nearlyRight(owners, typed: line.text)
    // Capitals and apostrophes are often left out by someone who knows them.
    guard nearest.contains(.accents) else {
      return retry(.otherAnswer, message, mistakenFor: owners)
    }
    let right = sheet.answers.first { answer in
      answer.variants.contains { differences(from: $0) == nearest }
    }
    return Verdict(
      kind: .wrong, message: message, mistakes: [.accent, .otherAnswer],
      right: right?.text ?? question.answer,
      alignment: Alignment(typed: line.text, right: right?.text ?? question.answer),
      mistakenFor: owners)
  }

  /// Whether what is typed fills a blank at the beginning of a sentence.
  private var beginsSentence: Bool {
    guard question.direction.kind == .cloze,
      let gap = question.prompt.firstIndex(where: { "＿[".contains($0) })
    else { return false }
    let last = question.prompt[..<gap].last { !$0.isWhitespace && !"¿¡\"'“‘«„(—–-".contains($0) }
    return last.map { ".!?…:".contains($0) } ?? true
  }

  /// Several answers in one line: right if all are. Those in the learner's language may be joined by "or",
  /// which may as well stand in a phrase.
  private func asSeveral() -> Verdict? {
    let separated = AnswerList.alternatives(of: line.text)
    let isPhrase = separated.count == 1
    let disjunction = isPhrase && language.isKnown ? language.value.disjunction : nil
    let parts =
      disjunction.map { line.text.split(separator: " \($0) ").map(\.trimmed) } ?? separated
    guard (2...8).contains(parts.count) else { return nil }
    let verdicts = parts.map { part in
      let judgment = Judgment(
        line: TypedLine(part),
        sheet: sheet,
        // What all of a line answers may as well be other cards' answers.
        vocabulary: Vocabulary(),
        language: language,
        demandsAccents: demandsAccents
      )
      return judgment.literally() ?? judgment.asReading() ?? judgment.asWords()
    }
    let accepted = verdicts.compactMap { $0 }.filter(\.kind.isAccepted)
    if accepted.isEmpty { return nil }
    guard accepted.count == parts.count else {
      return isPhrase ? nil : retry(.severalAnswers)
    }
    return Verdict(kind: .correct, right: question.answer)
  }

  /// The verdict that the line is this answer, with the other answers worth knowing.
  func right(_ answer: AcceptedAnswer, remark: String? = nil) -> Verdict {
    // What a word is written with is shown anyway.
    let isWord = question.direction == .production && answer.form == .kana
    let isFirst = question.direction == .reading && answer == sheet.main.first
    // The kana of a blank's only answer are that answer.
    let isItsReading =
      question.direction.kind == .cloze && answer.form == .kana && sheet.main.count == 1
    // The verdict shows the deck's own answers: beside an alternative, naming them would say them twice.
    let others =
      isWord || isFirst || isItsReading || !answer.isMain
      ? [] : sheet.main.filter { $0 != answer }.map(\.text)
    let remarks = [remark, others.isEmpty ? nil : Message.others(others)].compactMap { $0 }
    return Verdict(
      kind: remarks.isEmpty ? .correct : .remark,
      message: remarks.joined(separator: " "),
      right: answer.text
    )
  }
}

extension Judgment {
  /// Whether the line has the accents of a text, as far as they must be right.
  ///
  /// - Parameters:
  ///   - text: A text that is the line's but for what is forgiven.
  ///   - butForATypo: Whether one other letter may differ, or two be swapped.
  /// - Returns: Whether it has; true where accents make no difference.
  func hasAccents(of text: String, butForATypo: Bool = false) -> Bool {
    guard demandsAccents else { return true }
    let right = language.accentedWords(in: text)
    let typed = language.accentedWords(in: line.text)
    return butForATypo
      ? Typo(from: typed.flatMap(Array.init), to: right.flatMap(Array.init)) != nil
      : language.key(of: typed) == language.key(of: right)
  }

  /// The miss when nothing but accents differ from a right answer, and accents must be right.
  func accentMiss() -> (mistakes: [MistakeKind], right: String, alignment: Alignment)? {
    guard demandsAccents else { return nil }
    let key = language.key(of: language.words(in: line.text))
    for answer in sheet.answers {
      for variant in answer.variants where language.key(of: language.words(in: variant)) == key {
        return ([.accent], answer.text, Alignment(typed: line.text, right: variant))
      }
    }
    return nil
  }
}

extension Judgment {
  /// The verdict if the line is a meaning with a typo, and not the answer of another question. Of
  /// several answers it may be a typo of, the nearest counts.
  func typo() -> Verdict? {
    guard !line.hasJapanese else { return nil }
    let words = language.words(in: line.text)
    var nearest: (answer: AcceptedAnswer, distance: Int)?
    for answer in sheet.answers where answer.allowsTypos {
      for variant in answer.variants
      where isForgiven(words, for: variant) && hasAccents(of: variant, butForATypo: true) {
        let distance = EditDistance.between(
          line.plain, TextFold.plain(variant), atMost: EditDistance.mostOfWords)
        if distance < nearest?.distance ?? .max { nearest = (answer, distance) }
      }
    }
    guard let answer = nearest?.answer,
      vocabulary.owners(of: line, besides: question).isEmpty
    else { return nil }
    return Verdict(
      kind: .remark,
      message: Message.typo(answer.text),
      mistakes: [.typo],
      right: answer.text,
      alignment: Alignment(typed: line.text, right: answer.text)
    )
  }

  private func isForgiven(_ words: [Substring], for text: String) -> Bool {
    guard language.isKnown else {
      return LearnedForms.forgives(
        words, for: language.words(in: text), articles: language.value.articles,
        isKnown: vocabulary.hasWord)
    }
    // Numbers, contractions and the like are compared in full, and as they stand; forgivenesses combine.
    let right = language.words(in: text)
    func usual(_ words: [Substring]) -> [Substring] {
      language.shared.usualSpelling(of: words)
        .map { Substring(language.shared.singular(Substring($0))) }
    }
    return isTypo(words, of: right) || isTypo(usual(words), of: usual(right))
      || TypoTolerance(language.shared).areTwoSlips(words, for: right)
      || isTypo(
        language.wordsAsTheyStand(in: line.text), of: language.wordsAsTheyStand(in: text))
  }

  private func isTypo(_ typed: [Substring], of right: [Substring]) -> Bool {
    switch TypoTolerance(language.shared).answer(typed, for: right) {
    case .refused: return false
    case .forgiven: return true
    case .forgivenUnlessNear(let typo):
      // A swap keeps every letter; any other typo is doubtful beside an answer that is a typo away.
      return !Neighbors(of: typed.flatMap(Array.init), upTo: typo.kind == .swap ? 0 : 2).contains {
        vocabulary.answers(String($0), besides: question)
      }
    }
  }
}

extension Judgment {
  /// The verdict on a word of the language that is learned, typed without its article, or with one
  /// where the deck has none.
  func articleAside() -> Verdict? {
    guard !language.isKnown, !line.hasJapanese else { return nil }
    let articles = language.value.articles
    let typed = language.words(in: language.shared.withArticlesApart(line.text))
    let answers = sheet.answers.filter { $0.form == .meaning }.flatMap { answer in
      answer.variants.map { (answer: answer, text: language.shared.withArticlesApart($0)) }
    }
    // Where an answer has an article of its own, another one is a mistake.
    let hasOther = answers.contains { _, text in
      let right = language.words(in: text)
      return right.count > 1 && right.count == typed.count && right[1...] == typed[1...]
        && articles.contains(right[0]) && articles.contains(typed[0])
    }
    guard !hasOther else { return nil }
    for (answer, text) in answers {
      let right = language.words(in: text)
      if right.count == typed.count + 1, articles.contains(right[0]), typed[...] == right[1...],
        hasAccents(of: String(text.drop { $0 != " " }))
      {
        return retry(.article, Message.articleIsAsked)
      }
      guard typed.count == right.count + 1, typed.count == 2, articles.contains(typed[0]),
        typed[1...] == right[...]
      else { continue }
      switch language.value.genders.agrees(article: typed[0], with: right[0]) {
      case true?:
        return exactlyAnothers() ?? self.right(answer, remark: Message.usually(answer.text))
      case false?: return nil
      case nil: return retry(.article, Message.noArticleIsAsked)
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// The kana of a particle as it is said; everything else as it is.
  fileprivate var asParticleIsSaid: Unicode.Scalar {
    switch self {
    case "は": "わ"
    case "へ": "え"
    case "を": "お"
    default: self
    }
  }
}

/// In what a line differs from a text whose letters it has.
private struct SpellingDifferences: OptionSet {
  let rawValue: Int

  static let accents = SpellingDifferences(rawValue: 1)
  static let capitals = SpellingDifferences(rawValue: 2)
  static let apostrophes = SpellingDifferences(rawValue: 4)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// What differs, with or without the first letter's capital; `nil` if more does, or the letters.
  init?(of line: String, from text: String, butForFirstCapital: Bool) {
    guard TextFold.strict(line) == TextFold.strict(text) else { return nil }
    self = []
    if TextFold.accented(line) != TextFold.accented(text) { insert(.accents) }
    let first = butForFirstCapital ? 1 : 0
    if Self.capitals(of: line).dropFirst(first) != Self.capitals(of: text).dropFirst(first) {
      insert(.capitals)
    }
    if Self.apostrophes(of: line) != Self.apostrophes(of: text) { insert(.apostrophes) }
  }

  var count: Int { rawValue.nonzeroBitCount }

  private static func capitals(of text: String) -> [Bool] {
    text.filter(\.isLetter).map(\.isUppercase)
  }

  /// After how many letters each apostrophe stands.
  private static func apostrophes(of text: String) -> [Int] {
    var letters = 0
    var places: [Int] = []
    for letter in text {
      if letter.isLetter { letters += 1 }
      if "'’ʼ＇".contains(letter), letters > 0 { places.append(letters) }
    }
    // One at the end is a quotation mark.
    return places.filter { $0 < letters }
  }
}
