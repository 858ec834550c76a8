import RabbleQuestions
import RabbleText

/// The language of what is typed, which decides how much is forgiven: in a language that the learner knows
/// a typo is no mistake; in the one that is learned a letter makes another form.
enum AnswerLanguage: Hashable, Sendable {
  /// The learner's own language, as a language subtag; `nil` if only the script tells that it is not
  /// the one that is learned.
  case known(String?)
  /// The language that is learned, if that is known.
  case learned(String?)

  /// The language of what a question asks for, by what its group says, else by the script, else by how
  /// many words of English each side has.
  init(of question: AskedQuestion) {
    let learned = question.context.languages.learned
    let answers = question.context.languages.answers
    switch question.direction {
    case .reading, .cloze: self = .learned(learned)
    case .recognition, .listening:
      if let answers {
        self = answers == learned ? .learned(learned) : .known(answers)
      } else {
        self = Self.guessed(of: question, learned: learned)
      }
    case .production:
      if let answers, answers != learned {
        self = .learned(learned)
      } else {
        self = Self.guessed(of: question, learned: learned)
      }
    }
  }

  /// Whether the learner's own language is typed.
  var isKnown: Bool {
    if case .known = self { true } else { false }
  }

  /// Whether English is typed as a language that the learner knows, or may be.
  var mayBeEnglish: Bool { self == .known(nil) || self == .known("en") }

  /// The subtag of the language, if it is known.
  var code: String? {
    switch self {
    case .known(let code), .learned(let code): code
    }
  }

  /// The words of a text as far as they must be right, without accents.
  func words(in text: String) -> [Substring] {
    let text = ClockTimes.withPlainHours(text)
    return mayBeEnglish
      ? MeaningFold.words(in: EnglishSigns.readOut(text)) : plainWords(of: TextFold.strict(text))
  }

  /// The words of a text as far as they must be right, with their accents.
  func accentedWords(in text: String) -> [Substring] {
    let text = ClockTimes.withPlainHours(text)
    return mayBeEnglish
      ? MeaningFold.accentedWords(in: EnglishSigns.readOut(text))
      : plainWords(of: TextFold.accented(text))
  }

  /// The words of a text without a leading "to" and articles, nothing else about them changed.
  func wordsAsTheyStand(in text: String) -> [Substring] {
    MeaningFold.withoutToAndArticles(TextFold.strict(text).split(separator: " "))
  }

  /// One key for all texts that are forgiven as the same words.
  func key(of words: [Substring]) -> String {
    mayBeEnglish ? MeaningFold.key(of: words) : words.joined()
  }

  private func plainWords(of folded: String) -> [Substring] {
    let words = folded.split(separator: " ")
    guard isKnown, words.count > 1 else { return words }
    let plain = words.filter { !Articles.all.contains($0) }
    return plain.isEmpty ? words : plain
  }

  // MARK: - Guessing

  private static func guessed(of question: AskedQuestion, learned: String?) -> AnswerLanguage {
    let answer = Side(question.answer)
    let prompt = Side(question.prompt)
    if answer.isOtherScript { return .learned(learned) }
    guard answer.isLatin else { return .known(nil) }
    let isElsewhere = learned.map { inOtherScripts.contains($0) } ?? prompt.isOtherScript
    if isElsewhere {
      let isPinyin = learned == "zh" && Pinyin.isSpelled(in: question.answer)
      return answer.hasTones || isPinyin ? .learned(learned) : .known(nil)
    }
    guard prompt.isLatin else { return .known(nil) }
    let (one, other) = (answer.likenessToEnglish, prompt.likenessToEnglish)
    if learned == "en" { return one >= other ? .learned(learned) : .known(nil) }
    // A word such as pan or once may be of either; several that all are English are not of another.
    let isEitherWord = question.direction != .production && one == other && prompt.isOneWord
    let isEnglish = one > 0 && (one > other || isEitherWord)
    return isEnglish ? .known("en") : .learned(learned)
  }

  /// Languages that are not written in Latin letters.
  private static let inOtherScripts: Set<String> = [
    "am", "ar", "be", "bg", "bn", "el", "fa", "gu", "he", "hi", "hy", "ja", "ka", "kk", "km", "kn",
    "ko", "lo", "mk", "ml", "mn", "mr", "my", "ne", "pa", "ps", "ru", "si", "ta", "te", "th", "uk",
    "ur", "yi", "yue", "zh",
  ]

  /// What one side of a question is written in.
  private struct Side {
    var isLatin = false
    var isOtherScript = false
    var hasTones = false
    private let text: String

    init(_ text: String) {
      self.text = text
      for scalar in text.unicodeScalars where scalar.value > 0x40 {
        if Script(of: scalar) == .latin {
          isLatin = true
          if Pinyin.isToneMarked(scalar) { hasTones = true }
        } else if scalar.properties.isAlphabetic {
          isOtherScript = true
        }
      }
      if isOtherScript { isLatin = false }
    }

    var isOneWord: Bool { !text.trimmed.contains(where: \.isWhitespace) }

    /// How much it looks like English: the share of its words that may be, and of those that are common.
    var likenessToEnglish: Double {
      let words = TextFold.accented(text).split(separator: " ")
        .filter { $0.contains(where: \.isLetter) }
      guard let first = words.first,
        words.count == 1 || !Articles.all.contains(first) || first == "a"
      else { return 0 }
      let points = words.reduce(0) {
        $0 + (EnglishWords.isCommon($1) ? 2 : EnglishWords.contains($1) ? 1 : 0)
      }
      return Double(points) / Double(words.count)
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
