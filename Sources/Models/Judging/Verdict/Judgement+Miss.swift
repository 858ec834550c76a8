import RabbleQuestions

extension Judgement {
  /// The verdict on an answer that is wrong: its kinds of miss, and the nearest right answer.
  func miss() -> Verdict {
    // A word that is missing in another sentence as well tells nothing about this one.
    let isBlank = question.directions?.first?.kind == .cloze
    let owners = isBlank ? [] : vocabulary.owners(of: line, besides: question)
    let (slips, right, alignment) = accentMiss() ?? nearestReading() ?? nearestWords()
    let isNamed = slips.contains { $0 != .other && $0 != .typo && $0 != .synonym }
    let all =
      owners.isEmpty ? slips : isNamed ? slips + [.otherAnswer] : [.otherAnswer]
    let main = all.first ?? .other
    let parts = [
      main == .otherAnswer
        ? nil : main == .accent ? Message.accents(alignment) : Message.wrong(main),
      owners.isEmpty ? nil : Message.answerOf(owners),
    ]
    return Verdict(
      kind: .wrong,
      message: parts.compactMap { $0 }.joined(separator: " "),
      slips: all,
      right: right,
      reading: readAs,
      alignment: alignment,
      mistakenFor: owners
    )
  }

  /// Compared as readings: with the right reading and the reading of the line that are nearest.
  private func nearestReading() -> (slips: [Slip], right: String, alignment: Alignment)? {
    let pairs = sheet.answers.flatMap { answer in
      answer.targets.flatMap { target in
        line.readings.map { (answer: answer, target: target, typed: $0) }
      }
    }
    let inKatakana = (question.prompt + question.answer).unicodeScalars.contains {
      Script(of: $0) == .katakana
    }
    let compared = pairs.map {
      (
        pair: $0,
        slips: ReadingSlips(typed: $0.typed, right: $0.target.reading, inKatakana: inKatakana)
      )
    }
    guard let nearest = compared.min(by: { $0.slips.count < $1.slips.count }) else { return nil }
    let (answer, target, typed) = nearest.pair
    let alignment =
      answer.form != .kana && line.kana == nil
      ? Alignment(typed: line.text, right: answer.text)
      : Alignment(typed: String(typed), right: String(target.reading))
    return (nearest.slips.slips, answer.text, alignment)
  }

  /// Compared as words.
  private func nearestWords() -> (slips: [Slip], right: String, alignment: Alignment) {
    let compared = sheet.answers.flatMap { answer in
      answer.variants.map {
        (answer: answer.text, alignment: Alignment(typed: line.text, right: $0))
      }
    }
    let nearest = compared.min { $0.alignment.cost < $1.alignment.cost }
    let right = nearest?.answer ?? question.answer
    let alignment = nearest?.alignment ?? Alignment(typed: line.text, right: right)
    let words = Set(line.words.map(Plural.singular))
    let shared = sheet.answers.contains { answer in
      MeaningFold.words(of: TextFold.strict(answer.text)).contains {
        $0.count > 3 && words.contains(Plural.singular($0))
      }
    }
    if shared { return ([.synonym], right, alignment) }
    return ([alignment.cost * 3 <= line.text.count ? .typo : .other], right, alignment)
  }
}

extension Alignment {
  /// How many edits lie between the two texts.
  fileprivate var cost: Int {
    pieces.reduce(0) { cost, piece in
      cost
        + (piece.kind == .same
          ? 0 : max(1, piece.typed.count, piece.right.count) - (piece.kind == .swapped ? 1 : 0))
    }
  }
}
