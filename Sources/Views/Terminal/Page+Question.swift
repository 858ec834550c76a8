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
        ] + (question.isNew ? [("new", .hint)] : [])
      )
    }
    if let hint = question.hint { add("Hint: " + hint, .hint, indent: 2, hanging: 6) }
    let prompt = question.prompt.printable
    if let width, isSimple(prompt), DisplayWidth.columns(of: prompt) * 2 <= width {
      return inputPrompts(prompt, .prompt)
    }
    add(prompt, .prompt)
    return inputPrompts("", .prompt)
  }

  /// Draws an answer that was asked for, and the grades to choose from.
  mutating func draw(_ revealed: RevealedScreen) {
    add([("Answer", revealed.answer.answer, .answer)] + details(of: revealed.answer), indent: 2)
    let names = revealed.choices.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
    for choice in revealed.choices {
      add("\(choice.number)  \(choice.name.padded(to: names))  \(choice.returns)", indent: 2)
    }
  }

  /// What a deck says beside an answer.
  func details(of answer: AnswerText) -> [Row] {
    let rows: [(String, String?)] = [
      ("Reading", answer.reading), ("Note", answer.note), ("Example", answer.example),
    ]
    return rows.compactMap { label, value in
      value.flatMap { $0.isEmpty ? nil : (label, $0, nil) }
    }
  }

  /// Whether the C library counts the columns of a text as we do: no joined or modified emoji.
  private func isSimple(_ text: String) -> Bool {
    text.unicodeScalars.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
      == DisplayWidth.columns(of: text)
  }
}
