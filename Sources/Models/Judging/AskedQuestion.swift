import RabbleQuestions

extension Question {
  /// What a card asks, as judge and screens see it: its prompt, hint, answers and readings without
  /// furigana, and its direction alone in `directions`, where none stands for recognition.
  ///
  /// - recognition: the prompt → the answer. Where the answer carries furigana, its reading is right
  ///   as well.
  /// - production: the answer → the prompt, or its reading.
  /// - reading: the prompt → each of its readings.
  /// - a blank: the sentence with the blank open and the others filled → the texts that are right in
  ///   it. The author's hint for the blank stands in its place. The question's `alternatives` are
  ///   other answers to the whole question and do not count here.
  ///
  /// A hint that gives the answer away is dropped: one with the word or its reading in it.
  ///
  /// - Parameter direction: the direction; that of a blank which the sentence does not have counts
  ///   as recognition.
  /// - Returns: the question in that form.
  public func asked(_ direction: Direction) -> Question {
    switch direction {
    case .recognition: recognition
    case .production: production
    case .reading: readingAsked
    case .cloze(let key): blank(key) ?? recognition
    }
  }

  private var recognition: Question {
    let hasRuby = furigana != nil || RubyText.mayHaveReadings(prompt)
    let texts = [answer, hint ?? ""] + alternatives
    guard directions != nil || hasRuby || texts.contains(where: RubyText.mayHaveReadings) else {
      return self
    }
    return Question(
      id: id, prompt: prompt.withoutRuby, hint: hint?.withoutRuby, answer: answer.withoutRuby,
      reading: reading ?? (hasRuby ? readings.first : nil),
      alternatives: alternatives.map(\.withoutRuby) + answer.rubyReadings, blocked: blocked,
      directions: [.recognition], cloze: cloze)
  }

  private var production: Question {
    let word = prompt.withoutRuby
    return Question(
      id: id, prompt: answer.withoutRuby, hint: hint(hiding: [word] + readings), answer: word,
      alternatives: readings.filter { $0 != word }, directions: [.production])
  }

  private var readingAsked: Question {
    Question(
      id: id, prompt: prompt.withoutRuby, hint: hint(hiding: readings),
      answer: readings.joined(separator: "; "), directions: [.reading])
  }

  private func blank(_ key: String) -> Question? {
    guard let sentence = clozeText else { return nil }
    let answers = sentence.answers(to: key)
    guard !answers.isEmpty else { return nil }
    let written = answers.map(\.withoutRuby)
    let readings = answers.flatMap(\.rubyReadings)
    return Question(
      id: id, prompt: sentence.sentence(open: key).base, hint: hint(hiding: written + readings),
      answer: written.joined(separator: "; "), alternatives: readings,
      directions: [.cloze(key)])
  }

  /// The hint, unless it gives one of these texts away.
  private func hint(hiding texts: [String]) -> String? {
    guard let hint = hint?.withoutRuby else { return nil }
    return texts.contains { HintCheck(hint).tells($0) } ? nil : hint
  }

  /// The answers of a question as it is asked. Commas and slashes separate answers only where the
  /// author wrote an answer, and not where a word or a sentence is one.
  var answerTexts: [String] {
    switch directions?.first {
    case .production, .reading, .cloze: answersBySemicolon
    case .recognition where cloze != nil: answersBySemicolon
    case .recognition, nil: AnswerText.alternatives(of: answer)
    }
  }

  private var answersBySemicolon: [String] {
    let texts = answer.split { $0 == ";" || $0 == "；" }.map { String($0).trimmed }
      .filter { !$0.isEmpty }
    return texts.isEmpty ? [answer.trimmed] : texts
  }
}

extension Card {
  /// What the card asks.
  public var asked: Question { question.asked(id.direction) }
}

extension String {
  /// The text without its furigana.
  fileprivate var withoutRuby: String {
    RubyText.mayHaveReadings(self) ? RubyText(self).base : self
  }

  /// The text with furigana in the place of what they stand over, if there are any.
  fileprivate var rubyReadings: [String] {
    guard RubyText.mayHaveReadings(self) else { return [] }
    return AnswerText.alternatives(of: self).compactMap { text in
      let ruby = RubyText(text)
      return ruby.hasReadings ? ruby.reading : nil
    }
  }
}

/// Tells whether a hint says what is asked for.
struct HintCheck {
  private let folded: String
  private let words: [String]

  init(_ hint: String) {
    folded = TextFold.strict(hint)
    words = [hint] + hint.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether a text stands in the hint: Japanese anywhere, in either kana or spelled in romaji;
  /// anything else as whole words.
  func tells(_ text: String) -> Bool {
    let strict = TextFold.strict(text)
    guard text.hasJapanese else { return " \(folded) ".contains(" \(strict) ") }
    if folded.contains(strict) { return true }
    guard let reading = text.kanaReading else { return false }
    let target = ReadingTarget(reading: reading, repeatsVowels: true)
    return words.contains { word in RomajiKeys(word).map(target.isSpelled) == true }
  }
}
