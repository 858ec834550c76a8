import RabbleQuestions
import RabbleText

extension Judgment {
  /// "Try again, nothing recorded" where the line answers another question than was asked, or no
  /// question at all.
  func retry() -> Verdict? {
    if question.direction == .production {
      let sharing = vocabulary.owners(of: line, besides: question)
        .filter { $0.sharesMeaning(with: question) }
      if !sharing.isEmpty { return retry(.synonym, mistakenFor: sharing) }
      if sheet.asksReading { return retryWord() }
    }
    return sheet.asksReading ? retryReading() : retryWords()
  }

  /// Where a word is asked for by its meaning: the right kanji with other kana, a reading that only
  /// keys or ears make differ, or no reading at all.
  private func retryWord() -> Verdict? {
    if line.hasKanji {
      let isNear = sheet.answers.contains {
        $0.form == .written && ReadingRules.haveSameKanji(line.text, $0.text)
      }
      return isNear ? retry(.okurigana) : nil
    }
    guard !line.readings.isEmpty else {
      return line.text.contains(where: \.isLetter) ? retry(.impossibleKana) : nil
    }
    guard vocabulary.owners(of: line, besides: question).isEmpty else { return nil }
    return retryableMistake.map { retry($0) }
  }

  private func retryReading() -> Verdict? {
    if isMeaningOfPrompt { return retry(.meaningForReading) }
    if line.hasKanji { return retry(.wrongScript, Message.readingIsAsked) }
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
      for typed in line.readings {
        let mistakes = ReadingMistakes(typed: typed, right: target.reading, inKatakana: false)
        if mistakes.differsByLongMarkOnly { return .longVowel }
        if mistakes.differsByLargeForSmallOnly { return .smallKana }
        if mistakes.differsByLargeTsuOnly { return .smallTsu }
        if mistakes.differsByKeysOfNOnly { return .syllabicN }
        if mistakes.differsByParticlesOnly, typed.count > 1 { return .particle }
        // A mistake with a name in the kana after the kanji is one that the learner hears.
        if typed.count <= target.reading.count,
          mistakes.mistakes.allSatisfy({ [.typo, .lookAlike, .other].contains($0) }),
          ReadingRules.differsInOkuriganaOnly(
            typed, right: target.reading, prompt: question.prompt)
        {
          return .okurigana
        }
      }
    }
    return nil
  }

  private func retryWords() -> Verdict? {
    if isReading(among: sheet.promptReadings + neighbors.flatMap(\.readings)) {
      return retry(.readingForMeaning)
    }
    let sharing = vocabulary.sharingPrompt(of: question)
    let owners = vocabulary.owners(of: line, besides: question).filter(sharing.contains)
    if !owners.isEmpty { return retry(.synonym, mistakenFor: owners) }
    if let written = sheet.answers.first(where: { $0.form == .written }) {
      if ReadingRules.haveSameKanji(line.text, written.text) { return retry(.okurigana) }
      return line.hasKanji ? nil : retry(.wrongScript, Message.kanjiIsAsked)
    }
    return line.hasJapanese ? retry(.wrongScript, Message.meaningIsAsked) : nil
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
    let key = AnswerKeys.meaning(of: line.rawKeys)
    return (meanings + hint).contains { text in
      AnswerList.variants(of: text).contains { AnswerKeys.meaning(of: $0) == key }
    }
  }
}

extension AnswerSheet {
  /// Every reading that the question's answers or its prompt have.
  fileprivate var readings: [ReadingTarget] {
    answers.flatMap(\.targets) + promptReadings
  }
}

extension AskedQuestion {
  /// Whether two words are asked for by the same meaning, among others.
  fileprivate func sharesMeaning(with other: AskedQuestion) -> Bool {
    !promptMeanings.isDisjoint(with: other.promptMeanings)
  }

  private var promptMeanings: Set<String> {
    Set(AnswerList.alternatives(of: prompt).map { AnswerKeys.meaning(of: $0) })
  }
}
