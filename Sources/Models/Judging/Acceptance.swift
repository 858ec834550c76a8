import RabbleText

extension Judgment {
  /// The verdict if the line is right.
  func acceptance() -> Verdict? {
    asOtherSpelling() ?? literally() ?? asReading() ?? asWords() ?? asTypedOtherwise()
      ?? asOtherForm() ?? asSeveral()
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
        let isUsual =
          answer.form != .kana
          ? answer.variants.contains { RomajiKeys($0) == keys }
          : line.readings.first == target.reading
        return right(answer, remark: isUsual ? nil : Message.usually(answer.text))
      }
    }
    return nil
  }

  /// Right as words: accents, kind of kana, then articles, "to", plurals and spaces aside. What is
  /// only nearly the same words must not be exactly another question's.
  private func asWords() -> Verdict? {
    let answers = sheet.answers.filter { $0.form == .meaning || $0.form == .written }
    for answer in answers
    where answer.variants.contains(where: {
      TextFold.strict($0) == line.strict && hasAccents(of: $0)
    }) {
      return right(answer, remark: answer.form == .meaning ? Message.usually(answer.text) : nil)
    }
    let words = line.words
    let key = MeaningFold.key(of: words)
    guard !line.hasJapanese,
      let (answer, variant) = answers.lazy.filter({ $0.form == .meaning }).compactMap({ answer in
        answer.variants.first { AnswerKeys.meaning(of: $0) == key && hasAccents(of: $0) }
          .map { (answer, $0) }
      }).first
    else { return nil }
    let owners = vocabulary.ownersOfExactly(line, besides: question)
    guard owners.isEmpty else {
      return retry(.otherAnswer, Message.nearlyRight(owners, typed: line.text), mistakenFor: owners)
    }
    let isUsual = MeaningFold.areSpelledAlike(words, MeaningFold.words(in: variant))
    return right(answer, remark: isUsual ? nil : Message.usually(answer.text))
  }

  /// Several answers in one line: right if all are.
  private func asSeveral() -> Verdict? {
    let parts = AnswerList.alternatives(of: line.text)
    guard (2...8).contains(parts.count) else { return nil }
    let verdicts = parts.map { part in
      let judgment = Judgment(
        line: TypedLine(part),
        sheet: sheet,
        // What all of a line answers may as well be other cards' answers.
        vocabulary: Vocabulary(),
        demandsAccents: demandsAccents
      )
      return judgment.literally() ?? judgment.asReading() ?? judgment.asWords()
    }
    let accepted = verdicts.compactMap { $0 }.filter(\.kind.isAccepted)
    if accepted.isEmpty { return nil }
    guard accepted.count == parts.count else { return retry(.severalAnswers) }
    return Verdict(kind: .correct, right: question.answer)
  }

  /// The verdict that the line is this answer, with the other answers worth knowing.
  func right(_ answer: AcceptedAnswer, remark: String? = nil) -> Verdict {
    let others = sheet.main.filter { $0 != answer }.map(\.text)
    let remarks = [remark, others.isEmpty ? nil : Message.others(others)].compactMap { $0 }
    return Verdict(
      kind: remarks.isEmpty ? .correct : .remark,
      message: remarks.joined(separator: " "),
      right: answer.text,
      reading: readAs,
      otherAnswers: others
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
    let right = MeaningFold.accentedWords(in: text)
    return butForATypo
      ? TypoTolerance.allows(line.accented, for: right)
      : MeaningFold.key(of: line.accented) == MeaningFold.key(of: right)
  }

  /// The miss when nothing but accents differ from a right answer, and accents must be right.
  func accentMiss() -> (mistakes: [MistakeKind], right: String, alignment: Alignment)? {
    guard demandsAccents else { return nil }
    let key = AnswerKeys.meaning(of: line.text)
    for answer in sheet.answers {
      for variant in answer.variants where AnswerKeys.meaning(of: variant) == key {
        return ([.accent], answer.text, Alignment(typed: line.text, right: variant))
      }
    }
    return nil
  }
}

extension Judgment {
  /// The verdict if the line is a meaning with a typo, and not the answer of another question.
  func typo() -> Verdict? {
    guard !line.hasJapanese else { return nil }
    let words = line.words
    let answer = sheet.answers.first { answer in
      answer.allowsTypos
        && answer.variants.contains {
          TypoTolerance.allows(words, for: MeaningFold.words(in: $0))
            && hasAccents(of: $0, butForATypo: true)
        }
    }
    guard let answer, vocabulary.owners(of: line, besides: question).isEmpty else { return nil }
    let others = sheet.main.filter { $0 != answer }.map(\.text)
    return Verdict(
      kind: .remark,
      message: Message.typo(answer.text),
      mistakes: [.typo],
      right: answer.text,
      alignment: Alignment(typed: line.text, right: answer.text),
      otherAnswers: others
    )
  }
}
