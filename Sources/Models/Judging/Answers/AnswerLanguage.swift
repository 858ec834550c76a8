import RabbleLanguages
import RabbleQuestions
import RabbleText

/// The language of what is typed, which decides how much is forgiven: in a language that the learner knows
/// a typo is no mistake; in the one that is learned a letter makes another form.
struct AnswerLanguage: Sendable {
  /// Whether it is the learner's own, not the one that is learned.
  let isKnown: Bool
  let shared: SharedLanguage

  /// What the program knows of it.
  var value: Language { shared.value }

  private init(isKnown: Bool, _ shared: SharedLanguage) {
    self.isKnown = isKnown
    self.shared = shared
  }

  /// The learner's own language.
  static func known(_ shared: SharedLanguage) -> AnswerLanguage {
    AnswerLanguage(isKnown: true, shared)
  }

  /// The language that is learned.
  static func learned(_ shared: SharedLanguage) -> AnswerLanguage {
    AnswerLanguage(isKnown: false, shared)
  }

  /// The language of what a question asks for, by what its group says, else by the script, else by how
  /// many words of the learner's usual language each side has.
  init(of question: AskedQuestion) {
    let context = question.context
    switch question.direction {
    case .reading, .cloze: self = .learned(context.learned)
    case .recognition, .listening:
      if let answers = context.answers {
        self =
          context.languages.answers == context.languages.learned
          ? .learned(context.learned) : .known(answers)
      } else {
        self = Self.guessed(of: question)
      }
    case .production:
      if let answers = context.languages.answers, answers != context.languages.learned {
        self = .learned(context.learned)
      } else {
        self = Self.guessed(of: question)
      }
    }
  }

  /// Whether the language that learners usually know is typed, and as one that this learner knows.
  func isUsual(in languages: Languages) -> Bool {
    isKnown && shared.tag == languages.usual.tag
  }

  /// The words of a text as far as they must be right, without accents.
  func words(in text: String) -> [Substring] {
    let text = ClockTimes.withPlainHours(text)
    return isKnown
      ? shared.words(in: shared.readOut(text)) : TextFold.strict(text).split(separator: " ")
  }

  /// The words of a text as far as they must be right, with their accents.
  func accentedWords(in text: String) -> [Substring] {
    let text = ClockTimes.withPlainHours(text)
    return isKnown
      ? shared.accentedWords(in: shared.readOut(text))
      : TextFold.accented(text).split(separator: " ")
  }

  /// The words of a text without a leading "to" and articles, nothing else about them changed.
  func wordsAsTheyStand(in text: String) -> [Substring] {
    shared.withoutArticles(TextFold.strict(text).split(separator: " "))
  }

  /// One key for all texts that are forgiven as the same words.
  func key(of words: [Substring]) -> String {
    isKnown ? shared.key(of: words) : words.joined()
  }

  /// What may be typed for a folded text where a keyboard lacks letters: oe for ö.
  func inKeys(_ folded: String) -> [String] {
    var text = folded
    return shared.value.keysOfLetters.map { letters in
      for (letter, keys) in letters { text = text.replacing(letter, with: keys) }
      return text
    }
  }

  // MARK: - Guessing

  private static func guessed(of question: AskedQuestion) -> AnswerLanguage {
    let context = question.context
    let usual = AnswerLanguage.known(context.known.usual)
    let learned = AnswerLanguage.learned(context.learned)
    let answer = Side(question.answer, context)
    let prompt = Side(question.prompt, context)
    if answer.isOtherScript { return learned }
    guard answer.isLatin else { return usual }
    let isNamed = context.languages.learned != nil
    let isElsewhere = isNamed ? !context.learned.value.isLatin : prompt.isOtherScript
    if isElsewhere {
      let isRomanized = context.learned.value.romanization.isSpelled?(question.answer) == true
      return answer.hasLettersOfRomanization || isRomanized ? learned : usual
    }
    guard prompt.isLatin else { return usual }
    let (one, other) = (answer.likenessToUsual, prompt.likenessToUsual)
    if learned.shared.tag == usual.shared.tag { return one >= other ? learned : usual }
    // A word such as pan or once may be of either; several that all are English are not of another.
    let isEitherWord = question.direction != .production && one == other && prompt.isOneWord
    return one > 0 && (one > other || isEitherWord) ? usual : learned
  }

  /// What one side of a question is written in.
  private struct Side {
    var isLatin = false
    var isOtherScript = false
    var hasLettersOfRomanization = false
    private let text: String
    private let context: AskingContext

    init(_ text: String, _ context: AskingContext) {
      self.text = text
      self.context = context
      let letters = context.learned.value.romanization.letters
      for scalar in text.unicodeScalars where scalar.value > 0x40 {
        if Script(of: scalar) == .latin {
          isLatin = true
          if scalar.value >= 0x80, letters.contains(scalar) { hasLettersOfRomanization = true }
        } else if scalar.properties.isAlphabetic {
          isOtherScript = true
        }
      }
      if isOtherScript { isLatin = false }
    }

    var isOneWord: Bool { !text.trimmed.contains(where: \.isWhitespace) }

    /// How much it looks like the usual language: the share of its words that may be of it, and of those
    /// that are common there.
    var likenessToUsual: Double {
      let usual = context.known.usual.value
      guard let list = usual.wordList else { return 0 }
      let words = TextFold.accented(text).split(separator: " ")
        .filter { $0.contains(where: \.isLetter) }
      guard let first = words.first else { return 0 }
      let points = words.reduce(0) { $0 + (list.hasCommon($1) ? 2 : list.contains($1) ? 1 : 0) }
      let likeness = Double(points) / Double(words.count)
      let isArticleElsewhere =
        words.count > 1 && context.learned.value.articles.contains(first)
        && !usual.articles.contains(first)
      // "I", "Die" and "As" are articles somewhere: then the whole side has to look like it.
      let isWholly = words.count > 2 && likeness > 1.5 && context.languages.learned == nil
      return isArticleElsewhere && !isWholly ? 0 : likeness
    }
  }
}

/// Times of the day in digits.
private enum ClockTimes {
  /// A text without the zero before the hours: `9:30` for `09:30`.
  static func withPlainHours(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
    let letters = Array(text)
    func isDigit(_ place: Int) -> Bool {
      letters.indices.contains(place) && letters[place].isASCII && letters[place].isNumber
    }
    let plain = letters.indices.filter { place in
      let isZero =
        letters[place] == "0" && isDigit(place + 1) && place + 2 < letters.count
        && letters[place + 2] == ":" && isDigit(place + 3)
      return !isZero || (place > 0 && (isDigit(place - 1) || letters[place - 1] == ":"))
    }
    return String(plain.map { letters[$0] })
  }
}
