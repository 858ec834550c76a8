import RabbleLanguages
import RabbleQuestions
import RabbleText

extension AskedQuestion {
  /// The forms of the language that is learned; `nil` where it has no rule for them.
  var forms: (any WordForms)? {
    let isNamed = context.languages.learned != nil
    let told = isNamed ? nil : context.known.told(by: prompt) ?? context.known.told(by: answer)
    let language = isNamed ? context.learned : told
    return language?.value.forms?(
      FormRequest(prompt: prompt, direction: direction.kind, wanted: context.politeness.wantedForm))
  }
}

extension GroupSettings.Politeness {
  fileprivate var wantedForm: WordForm.Kind? {
    switch self {
    case .any: nil
    case .plain: .plain
    case .polite: .polite
    }
  }
}

extension Judgment {
  /// Right in another form: polite where the deck is plain, or as people talk.
  func asOtherForm() -> Verdict? {
    guard line.hasJapanese || !line.readings.isEmpty else { return nil }
    guard let forms = question.forms else { return nil }
    for answer in sheet.answers where answer.form == .kana || answer.form == .written {
      if let form = forms.unwanted(of: answer.text).first(where: { isWritten($0.text) }) {
        return retry(.other, Message.unwanted(form.kind))
      }
      for form in forms.forms(of: answer.text) where isWritten(form.text) {
        // A deck that asks for both forms tells them apart.
        guard vocabulary.ownersOfExactly(line, besides: question).isEmpty else { return nil }
        return Verdict(
          kind: .remark,
          message: Message.form(form.kind, of: sheet.main.first?.text ?? answer.text),
          right: answer.text)
      }
    }
    return nil
  }

  /// Whether the line is this Japanese text, in kana or keys where it is kana.
  private func isWritten(_ text: String) -> Bool {
    if TextFold.strict(text) == line.strict { return true }
    guard let reading = text.kanaReading else { return false }
    let said = reading.indices.dropFirst().filter {
      reading[$0] == "は" && reading[$0 - 1] == "で"
    }
    let target = ReadingTarget(reading: reading, particles: Set(said))
    return line.kana.map(target.isWritten) == true || line.keys.map(target.isSpelled) == true
  }
}

extension Message {
  /// In what a form that is right differs from the deck's.
  fileprivate static func form(_ kind: WordForm.Kind, of answer: String) -> String {
    switch kind {
    case .polite: "That's the polite form; the plain one is “\(answer)”."
    case .plain: "That's the plain form; the polite one is “\(answer)”."
    case .colloquial: "That's colloquial; in writing it is “\(answer)”."
    case .written: "That's how it is written; in speech it is “\(answer)”."
    }
  }

  /// Which form is asked for in the place of the one that was typed.
  fileprivate static func unwanted(_ kind: WordForm.Kind) -> String {
    kind == .polite
      ? "That's the polite form. Type the plain one."
      : "That's the plain form. Type the polite one."
  }
}
