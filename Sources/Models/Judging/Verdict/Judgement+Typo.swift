extension Judgement {
  /// The verdict if the line is a meaning with a typo, and not the answer of another question.
  func typo() -> Verdict? {
    guard !line.hasJapanese else { return nil }
    let words = line.words
    let answer = sheet.answers.first { answer in
      answer.allowsTypos
        && answer.variants.contains {
          TypoTolerance.allows(words, for: MeaningFold.words(of: TextFold.strict($0)))
            && hasAccents(of: $0, butForATypo: true)
        }
    }
    guard let answer, vocabulary.owners(of: line, besides: question).isEmpty else { return nil }
    let others = sheet.main.filter { $0 != answer }.map(\.text)
    return Verdict(
      kind: .remark,
      message: Message.typo(answer.text),
      slips: [.typo],
      right: answer.text,
      alignment: Alignment(typed: line.text, right: answer.text),
      otherAnswers: others
    )
  }
}
