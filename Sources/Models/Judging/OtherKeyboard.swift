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
      let script = answers[0].unicodeScalars.lazy.compactMap(WritingSystem.name).first,
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

/// The names of scripts that learners type, by their letters (blocks of Unicode 16).
private enum WritingSystem {
  static func name(of letter: Unicode.Scalar) -> String? {
    switch letter.value {
    case 0x370...0x3FF, 0x1F00...0x1FFF: "Greek"
    case 0x400...0x52F: "Cyrillic"
    case 0x530...0x58F: "Armenian"
    case 0x590...0x5FF: "Hebrew"
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF: "Arabic"
    case 0x900...0x97F: "Devanagari"
    case 0x980...0x9FF: "Bengali"
    case 0xB80...0xBFF: "Tamil"
    case 0xE00...0xE7F: "Thai"
    case 0x10A0...0x10FF: "Georgian"
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: "Korean"
    default: nil
    }
  }
}
