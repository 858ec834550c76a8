import RabbleLanguages
import RabbleText

/// Lines that were typed with the keyboard, or in the script, of another language: nothing is recorded.
extension Judgment {
  /// "Try again" where the keys were those of another keyboard, and are the answer on the right one: ghbdtn
  /// for привет, вщп for dog.
  func wrongKeyboard() -> Verdict? {
    let text = line.text.lowercased()
    let keyboards = question.context.known.all.map(\.value.keyboard).filter { !$0.isEmpty }
    for keyboard in keyboards {
      let keys = Dictionary(keyboard.map { ($1, $0) }) { first, _ in first }
      for layout in [keyboard, keys] where text.contains(where: { layout[$0] != nil }) {
        // Only what could be an answer is looked at as one.
        let letters = Set(layout.values)
        guard
          sheet.answers.contains(where: { $0.text.lowercased().contains { letters.contains($0) } })
        else { continue }
        let meant = String(text.map { layout[$0] ?? $0 })
        var judgment = self
        judgment.line = TypedLine(meant)
        guard meant != text, judgment.acceptance()?.kind.isAccepted == true else { continue }
        return retry(.wrongScript, Message.otherKeyboard(meant))
      }
    }
    return nil
  }

  /// "Try again" where a word of another script was typed in Latin letters, the answer or the prompt.
  func otherScript() -> Verdict? {
    guard !line.text.isEmpty, line.text.unicodeScalars.allSatisfy(\.isASCII),
      line.text.contains(where: \.isLetter)
    else { return nil }
    let latin = question.context.learned.value.romanization.latin
    func inLatin(_ text: String) -> String? {
      latin.isEmpty
        ? nil
        : TextFold.strict(text).reduce(into: "") { $0 += latin[$1] ?? String($1) }
    }
    if language.isKnown {
      let isPrompt = inLatin(question.prompt) == line.strict
      return isPrompt ? retry(.readingForMeaning, Message.promptInLatin) : nil
    }
    let answers = sheet.answers.flatMap(\.variants)
    guard !answers.isEmpty, sheet.answers.allSatisfy({ $0.form == .meaning }),
      let script = answers[0].unicodeScalars.lazy.compactMap(Script.nameOfAnother).first,
      answers.allSatisfy({ !$0.unicodeScalars.contains { Script(of: $0) == .latin } })
    else { return nil }
    let isAnswer = answers.contains { inLatin($0) == line.strict }
    return retry(.wrongScript, Message.inScript(script, isAnswer: isAnswer))
  }
}

extension Message {
  /// What the keys mean on the right keyboard.
  fileprivate static func otherKeyboard(_ meant: String) -> String {
    "That is “\(Quoting.showingInvisible(meant))” on another keyboard. Switch it, and type it again."
  }

  /// In which script to type.
  fileprivate static func inScript(_ script: String, isAnswer: Bool) -> String {
    (isAnswer ? "That is the answer, but type" : "Type") + " it in \(script) letters."
  }

  fileprivate static let promptInLatin = "That is how the prompt reads. Type what it means."
}
