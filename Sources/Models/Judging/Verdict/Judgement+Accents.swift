extension Judgement {
  /// Whether the line has the accents of a text, as far as they must be right.
  ///
  /// - Parameters:
  ///   - text: A text that is the line's but for what is forgiven.
  ///   - butForATypo: Whether one other letter may differ, or two be swapped.
  /// - Returns: Whether it has; true where accents make no difference.
  func hasAccents(of text: String, butForATypo: Bool = false) -> Bool {
    guard demandsAccents else { return true }
    let right = MeaningFold.words(of: TextFold.accented(text))
    return butForATypo
      ? TypoTolerance.allows(line.accented, for: right)
      : MeaningFold.key(of: line.accented) == MeaningFold.key(of: right)
  }

  /// The miss when nothing but accents differ from a right answer, and accents must be right.
  func accentMiss() -> (slips: [Slip], right: String, alignment: Alignment)? {
    guard demandsAccents else { return nil }
    let key = AnswerKeys.meaning(line.strict)
    for answer in sheet.answers {
      for variant in answer.variants where AnswerKeys.meaning(TextFold.strict(variant)) == key {
        return ([.accent], answer.text, Alignment(typed: line.text, right: variant))
      }
    }
    return nil
  }
}
