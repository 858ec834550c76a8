import RabbleQuestions

/// The deck of verb and adjective forms: a group a form, a card a word.
package enum FormsDeck {
  /// The groups for a list of words: of each form those of the path, and further ones beside it.
  ///
  /// - Throws: ``WordListError/wrongEnding(_:)``.
  package static func groups(_ words: [Word]) throws(WordListError) -> [QuestionGroup] {
    let verbs = words.filter(\.wordClass.isVerb)
    let adjectives = words.filter { !$0.wordClass.isVerb }
    var groups = [
      try group(
        "First verbs: ます", "The first ten verbs in their polite form, with ます.", .masu,
        verbs.filter { $0.place(of: .masu) == .first })
    ]
    for form in WordForm.ofVerbs {
      groups += [
        try group(
          "Verb forms: \(form.name)", "Verbs in their \(description(of: form)).", form,
          verbs.filter { $0.place(of: form) == .path }),
        try group(
          "More verb forms: \(form.name)", "More verbs in their \(description(of: form)).", form,
          verbs.filter { $0.place(of: form) == .more }),
      ]
    }
    for form in WordForm.ofAdjectives {
      let what = "adjectives, of い and of な, in their \(description(of: form))."
      groups += [
        try group(
          "Adjective forms: \(form.name)", "The usual " + what, form,
          adjectives.filter { $0.place(of: form) == .path }),
        try group(
          "More adjective forms: \(form.name)", "More " + what, form,
          adjectives.filter { $0.place(of: form) == .more }),
      ]
    }
    return groups
  }

  private static func group(
    _ title: String, _ description: String, _ form: WordForm, _ words: [Word]
  ) throws(WordListError) -> QuestionGroup {
    var questions: [Question] = []
    for word in words where word.forms.contains(form) {
      questions.append(try question(form, of: word))
    }
    return QuestionGroup(
      title: title, description: description, language: "ja",
      answerLanguage: "ja", license: "MIT", version: "1.0",
      questions: questions)
  }

  private static func question(_ form: WordForm, of word: Word) throws(WordListError) -> Question {
    let made = try Conjugator.form(form, of: word)
    let furigana = furigana(over: word.dictionary, word.reading)
    let asked = form.name + (form.register.map { " (\($0))" } ?? "")
    let notes = [
      word.seldom.contains(form) ? "This form is seldom said." : nil,
      word.noteForms.contains(form) ? word.note : nil,
    ].compactMap(\.self)
    return Question(
      id: "ja-form-\(word.id)-\(form.rawValue)",
      prompt: "\(word.dictionary) → \(asked)",
      hint: word.english,
      answer: both(made.written, made.reading).joined(separator: "; "),
      furigana: furigana.map { "\($0) → \(asked)" },
      alternatives: others(form, of: word, made),
      note: notes.isEmpty ? nil : notes.joined(separator: " "),
      tags: ["n5", "form"])
  }

  /// What is right, too: of な-adjectives the forms with ではない, beside those with じゃない; of verbs in
  /// -る the potential without ら, as it is said; and the forms of いい in kanji.
  private static func others(
    _ form: WordForm, of word: Word, _ made: (written: String, reading: String)
  )
    -> [String]
  {
    if form == .potential, [.ichidan, .kuru].contains(word.wordClass) {
      return both(
        made.written.replacing("られる", with: "れる"), made.reading.replacing("られる", with: "れる"))
    }
    if word.dictionary == "いい" { return ["良" + made.written.dropFirst()] }
    guard word.wordClass == .naAdjective else { return [] }
    let ending: String? =
      switch form {
      case .negative: "ではない"
      case .pastNegative: "ではなかった"
      default: nil
      }
    return ending.map { both(word.dictionary + $0, word.reading + $0) } ?? []
  }

  private static func both(_ written: String, _ reading: String) -> [String] {
    written == reading ? [written] : [written, reading]
  }

  /// The word with its reading over what is not kana, which its end shares with the reading.
  private static func furigana(over word: String, _ reading: String) -> String? {
    let shared = zip(word.reversed(), reading.reversed()).prefix { $0 == $1 }.count
    guard shared < word.count else { return nil }
    return "\(word.dropLast(shared))[\(reading.dropLast(shared))]\(word.suffix(shared))"
  }

  private static func description(of form: WordForm) -> String {
    switch form {
    case .masu: "polite form, with ます"
    case .mashita: "polite past, with ました"
    case .te: "て-form"
    case .ta: "plain past, in た"
    case .nai: "plain negative, with ない"
    case .nakatta: "plain past negative, with なかった"
    case .tai: "form of wishing, with たい"
    case .potential: "potential, of what one can do"
    case .volitional: "volitional: let's do it"
    case .negative: "plain negative"
    case .past: "plain past"
    case .pastNegative: "plain past negative"
    }
  }
}

extension Word {
  /// Where this form of the word stands: on the path for most words, beside it where it is seldom said.
  fileprivate func place(of form: WordForm) -> Place {
    if seldom.contains(form) { return .more }
    return place == .first && form != .masu ? .path : place
  }
}

extension WordForm {
  /// Whether the form is plain or polite; the て-form is neither.
  fileprivate var register: String? {
    switch self {
    case .masu, .mashita: "polite"
    case .te: nil
    default: "plain"
    }
  }
}
