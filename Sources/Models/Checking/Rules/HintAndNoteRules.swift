import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW501, 502, 512, 514: hints and notes that give too much away, or say nothing new.
enum HintAndNoteRules {
  static let checks = [
    Check(
      "RW501", "hint-has-answer", .warning, "The hint gives the answer away.",
      example: #"{"prompt": "犬", "answer": "dog", "hint": "not a cat, but a dog"}"#,
      .question(hintAnswer)
    ),
    Check(
      "RW502", "hint-is-prompt", .warning, "The hint repeats the prompt.",
      example: #"{"prompt": "犬", "answer": "dog", "hint": "犬"}"#, .question(hintPrompt)),
    Check(
      "RW512", "blank-hint-has-answer", .warning, "The hint of a blank gives its answer away.",
      example: #"{"prompt": "I am.", "cloze": "私{{は::は}}学生だ。"}"#,
      .question(clozeHints)),
    Check(
      "RW514", "note-repeats", .warning, "The note repeats another text of the question.",
      fix: .unsafe,
      example: #"{"prompt": "犬", "answer": "dog", "note": "dog"}"#,
      .question(noteRepeats)),
  ]

  /// Finds hints that contain the answer.
  private static func hintAnswer(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let hint = question.text(.hint), question.question.cloze == nil,
      let value = question.text(.answer)
    else { return }
    if value.traits.isDisjoint(with: .japanese), !hint.text.mayContain(value.text) { return }
    let folded = " " + TextFold.plain(hint.text) + " "
    for answer in question.answers {
      let fold = TextFold.plain(answer)
      guard !fold.isEmpty else { continue }
      let isJapanese = fold.unicodeScalars.contains { $0.value >= 0x3000 }
      let letters = fold.unicodeScalars.count
      let stands =
        isJapanese
        ? letters > 1 && ByteSearch.contains(folded, fold)
        : letters > 2 && ByteSearch.contains(folded, " " + fold + " ")
      guard stands || folded == " " + fold + " " else { continue }
      findings.add(
        rule, in: hint, "the hint contains the answer \(Quoting.quoted(answer))",
        "give a hint without it")
      return
    }
  }

  /// Finds hints that only repeat the prompt.
  private static func hintPrompt(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let hint = question.text(.hint), let prompt = question.text(.prompt),
      hint.text == prompt.text
    else { return }
    findings.add(
      rule, in: hint, "the hint only repeats the prompt", "write a helpful hint, or remove it")
  }

  /// Finds hints of blanks that are the answer.
  private static func clozeHints(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let value = question.text(.cloze) else { return }
    do throws(ClozeError) {
      for blank in try ClozeText(value.text).blanks {
        guard let hint = blank.hint,
          AnswerList.alternatives(of: blank.answer).contains(where: {
            TextFold.plain($0) == TextFold.plain(hint)
          }), let range = value.text.utf8.firstRange(of: Array("::\(hint)".utf8))
        else { continue }
        let utf8 = value.text.utf8
        let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
        let end = utf8.distance(from: utf8.startIndex, to: range.upperBound)
        findings.add(
          rule, in: value, start + 2..<end,
          "the hint \(Quoting.quoted(hint)) is the answer", "give a hint without it")
      }
    } catch {
      // The loader has reported it.
      return
    }
  }

  /// Finds notes that say nothing new.
  private static func noteRepeats(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let note = question.text(.note) else { return }
    for key in [Question.Field.prompt, .answer, .hint, .reading]
    where question.text(key)?.text == note.text {
      findings.add(
        rule, removing: note.field, "the note only repeats \"\(key.key)\"",
        "write something else worth knowing, or remove it")
      return
    }
  }
}

extension String {
  /// Whether the first word of one of another text's answers could stand in this one: a quick look
  /// at the bytes, so that most hints need no folding.
  fileprivate func mayContain(_ answer: String) -> Bool {
    var answer = answer
    var hint = self
    return answer.withUTF8 { answer in
      hint.withUTF8 { hint in
        var start = 0
        for index in 0...answer.count {
          // Letters that fold: look closely.
          if index < answer.count, answer[index] >= 0x80 || answer[index] == 0x28 { return true }
          guard index == answer.count || [0x3B, 0x2C, 0x2F, 0x0A].contains(answer[index]) else {
            continue
          }
          let piece = UnsafeBufferPointer(rebasing: answer[start..<index])
          if Self.hasFirstWord(of: piece, hint) { return true }
          start = index + 1
        }
        return false
      }
    }
  }

  private static func hasFirstWord(
    of piece: UnsafeBufferPointer<UInt8>, _ hint: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let word = piece.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != 0x2D }
    guard let first = word.first else { return !piece.isEmpty && piece.contains { $0 > 0x20 } }
    guard word.count <= hint.count else { return false }
    let offset = word.startIndex
    for start in 0...(hint.count - word.count) where (hint[start] | 0x20) == (first | 0x20) {
      var index = 1
      while index < word.count, (hint[start + index] | 0x20) == (word[offset + index] | 0x20) {
        index += 1
      }
      if index == word.count { return true }
    }
    return false
  }
}
