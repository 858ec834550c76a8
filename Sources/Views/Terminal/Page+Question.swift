import RabbleScreens

extension Page {
  /// Draws a question and returns what stands before the line to type, also while keys turn into
  /// kana.
  ///
  /// The prompt stands there itself when it leaves half a line for the answer and is nothing that
  /// Readline could miscount; otherwise it stands on lines of its own.
  @discardableResult
  mutating func draw(_ question: QuestionScreen, isRepeated: Bool = false) -> LivePrompts {
    if !isRepeated {
      addSpace()
      add(
        [
          (question.standing.group, .heading), ("#\(question.number)", .muted),
          ("\(question.standing.remaining) left", .muted),
        ] + question.asksFor.span + (question.isNew ? [("new", .hint)] : [])
      )
    }
    if let hint = question.hint { add("Hint: " + hint, .hint, indent: 2, hanging: 6) }
    if let meaning = question.meaning { add("Meaning: " + meaning, indent: 2, hanging: 9) }
    let ruby = question.furigana ?? RubyLine(question.prompt)
    let layout = layout(of: ruby)
    let prompt = layout?.lines.first?.text ?? ruby.bracketed.printable
    if let width, (layout?.lines.count ?? 1) == 1, isSimple(prompt),
      DisplayWidth.columns(of: prompt) * 2 <= width
    {
      if let kana = layout?.lines.first?.kana { addLine(kana, .muted) }
      return inputPrompts(prompt, .prompt)
    }
    add(ruby, .prompt)
    return inputPrompts("", .prompt)
  }

  /// Draws an answer that was asked for, and the grades to choose from.
  mutating func draw(_ revealed: RevealedScreen) {
    add(
      [Row("Answer", revealed.answer.answer, .answer)] + details(of: revealed.answer), indent: 2)
    let names = revealed.choices.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
    for choice in revealed.choices {
      add("\(choice.number)  \(choice.name.padded(to: names))  \(choice.returns)", indent: 2)
    }
  }

  /// What a deck says beside an answer.
  func details(of answer: AnswerText) -> [Row] {
    var rows: [Row] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { rows.append(Row(label, text)) }
    }
    if let word = answer.word { rows.append(Row("Word", .ruby(word))) }
    if let sentence = answer.sentence { rows.append(Row("Sentence", .ruby(sentence))) }
    add("Meaning", answer.meaning)
    if let pitch = answer.pitch, let reading = answer.reading, pitch.text == reading {
      rows.append(Row("Reading", .pitch(pitch)))
    } else {
      add("Reading", answer.reading)
      if let pitch = answer.pitch { rows.append(Row("Pitch", .pitch(pitch))) }
    }
    add("Kind", answer.partOfSpeech)
    add("Note", answer.note)
    if let example = answer.example {
      rows.append(Row("Example", .ruby(example.text)))
      if !example.text.hasReadings { add("", example.reading) }
      add("", example.meaning)
    }
    return rows
  }

  /// Whether the C library counts the columns of a text as we do: no joined or modified emoji.
  private func isSimple(_ text: String) -> Bool {
    text.unicodeScalars.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
      == DisplayWidth.columns(of: text)
  }
}

extension AskedFor {
  /// What stands in the headline for it; nothing for a meaning, which most cards ask for.
  fileprivate var span: [Page.Span] {
    switch self {
    case .meaning: []
    case .word, .reading, .blank: [("→ \(rawValue)", .hint)]
    }
  }
}
