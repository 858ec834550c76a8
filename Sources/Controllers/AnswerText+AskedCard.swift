import RabbleJudging
import RabbleQuestions
import RabbleScreens

extension AskedCard {
  /// What is asked for.
  var askedFor: AskedFor {
    switch card.id.direction {
    case .recognition: .meaning
    case .production: .word
    case .reading: .reading
    case .cloze: .blank
    }
  }

  /// What the sentence means whose blank is asked for, if its author says so.
  var sentenceMeaning: String? {
    guard case .cloze = card.id.direction, let sentence = card.question.clozeText,
      card.question.prompt != sentence.opened
    else { return nil }
    return RubyText(card.question.prompt).base
  }

  /// The prompt with its furigana, as far as they give nothing away: none where the reading or the
  /// word is asked for, or where a reading answers.
  var rubyPrompt: RubyLine? {
    switch card.id.direction {
    case .recognition:
      guard let line = RubyLine(card.question.rubyPrompt), !Judge.asksForReading(question) else {
        return nil
      }
      return line
    case .cloze(let key):
      return card.question.clozeText.flatMap { RubyLine($0.sentence(open: key)) }
    case .production, .reading: return nil
    }
  }

  /// The answer with what belongs to it; `showedFurigana` when the prompt was shown with its own.
  func answer(showedFurigana: Bool) -> RabbleScreens.AnswerText {
    let own = card.question
    let isReadingAsked = card.id.direction == .reading
    var word: RubyLine?
    var sentence: RubyLine?
    switch card.id.direction {
    case .recognition:
      let prompt = showedFurigana ? nil : RubyLine(own.rubyPrompt)
      word = RubyLine(RubyText(own.answer)) ?? prompt
    case .production, .reading: word = RubyLine(own.rubyPrompt)
    case .cloze:
      sentence = own.clozeText.map { RubyLine(segments: RubyText($0.filled).rubySegments) }
    }
    return RabbleScreens.AnswerText(
      answer: question.answer, word: word, sentence: sentence,
      meaning: isReadingAsked ? RubyText(own.answer).base : nil,
      reading: isReadingAsked ? nil : own.reading ?? own.readings.first,
      pitch: sentence == nil ? PitchLine(own) : nil, partOfSpeech: own.partOfSpeech,
      note: own.note.map { RubyLine(segments: RubyText($0).rubySegments).bracketed },
      example: own.example.map(ExampleText.init))
  }
}

extension RubyText {
  fileprivate var rubySegments: [RubyLine.Segment] {
    segments.map { RubyLine.Segment(base: $0.base, reading: $0.reading) }
  }
}

extension RubyLine {
  /// The text as a screen has it; `nil` where nothing of it has a reading.
  fileprivate init?(_ text: RubyText) {
    guard text.hasReadings else { return nil }
    self.init(segments: text.rubySegments)
  }
}

extension ExampleText {
  fileprivate init(_ example: Example) {
    self.init(
      RubyLine(segments: RubyText(example.text).rubySegments), reading: example.reading,
      meaning: example.meaning)
  }
}

extension PitchLine {
  /// The pitch of a question's prompt, read as its first reading or, in kana, as it stands.
  fileprivate init?(_ question: Question) {
    guard let kernel = question.pitch else { return nil }
    let prompt = RubyText(question.prompt).base
    let reading = question.readings.first ?? (Judge.isKana(prompt) ? prompt : "")
    let pattern = PitchPattern(reading: reading, kernel: kernel)
    self.init(
      morae: pattern.morae.map { Mora($0.text, isHigh: $0.isHigh) }, kernel: kernel)
  }
}
