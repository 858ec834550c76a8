import RabbleQuestions

/// One typed line before one question: what the judge's decisions are made of. Each decision is an
/// extension in a file of its own and returns `nil` when it does not apply.
struct Judgement: Sendable {
  /// What was typed.
  let line: TypedLine
  /// What is right.
  let sheet: AnswerSheet
  /// What else is loaded.
  let vocabulary: Vocabulary
  /// Whether a letter without its accent is wrong.
  let demandsAccents: Bool

  /// The question.
  var question: Question { sheet.question }

  /// "Try again" for this reason.
  func retry(_ slip: Slip, _ message: String? = nil, mistakenFor: [Question] = []) -> Verdict {
    Verdict(
      kind: .retry,
      message: message ?? Message.retry(slip),
      slips: [slip],
      right: question.answer,
      reading: readAs,
      mistakenFor: mistakenFor
    )
  }

  /// The kana that the typed keys were read as, if a reading is asked for.
  var readAs: String? {
    guard sheet.asksReading, line.kana == nil, let reading = line.readings.first else { return nil }
    return String(reading)
  }

  /// The verdict on an answer that the deck refuses.
  func blocked() -> Verdict {
    Verdict(
      kind: .wrong,
      message: Message.wrong(.blocked),
      slips: [.blocked],
      right: question.answer
    )
  }

  /// "Try again" when the line is the prompt and no answer; so is its kana, in either script, where
  /// romaji is asked for. What keys were turned into is no prompt typed back.
  func promptTypedBack() -> Verdict? {
    guard !line.hasRawKeys,
      !sheet.answers.contains(where: { TextFold.plain($0.text) == line.plain })
    else { return nil }
    let isPrompt = line.plain == TextFold.plain(question.prompt)
    let isItsKana = line.kana.map { $0 == question.prompt.kanaReading } == true
    let asksRomaji = sheet.answers.allSatisfy { $0.form == .romaji }
    return isPrompt || (isItsKana && asksRomaji) ? retry(.promptTypedBack) : nil
  }
}
