import RabbleQuestions

/// The deck of verb and adjective forms: a group a form, a card a word.
public enum FormsDeck {
  /// The groups for a list of words.
  ///
  /// - Throws: ``WordListError/wrongEnding(_:)``.
  public static func groups(_ words: [Word]) throws(WordListError) -> [QuestionGroup] {
    var groups: [QuestionGroup] = []
    for form in WordForm.ofVerbs {
      groups.append(
        try group(
          "Verb forms: \(form.name)", "Each verb in its \(description(of: form)).", form,
          words.filter(\.wordClass.isVerb)))
    }
    for form in WordForm.ofAdjectives {
      groups.append(
        try group(
          "Adjective forms: \(form.name)",
          "Each adjective, of い and of な, in its \(description(of: form)).", form,
          words.filter { !$0.wordClass.isVerb }))
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
      answerLanguage: "ja", licence: "MIT", version: "1.0",
      questions: questions)
  }

  private static func question(_ form: WordForm, of word: Word) throws(WordListError) -> Question {
    let made = try Conjugator.form(form, of: word)
    let furigana = furigana(over: word.dictionary, word.reading)
    return Question(
      id: "ja-form-\(word.id)-\(form.rawValue)",
      prompt: "\(word.dictionary) → \(form.name)",
      hint: word.english,
      answer: both(made.written, made.reading).joined(separator: "; "),
      furigana: furigana.map { "\($0) → \(form.name)" },
      alternatives: formal(form, of: word),
      note: word.noteForms.contains(form) ? word.note : nil,
      tags: ["n5", "form"])
  }

  /// The forms of な-adjectives with ではない, beside those with じゃない.
  private static func formal(_ form: WordForm, of word: Word) -> [String] {
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
