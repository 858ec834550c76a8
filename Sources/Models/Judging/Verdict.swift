import RabbleText

/// What the judge says about a typed answer, and why.
public struct Verdict: Hashable, Sendable {
  /// How the answer counts.
  public let kind: VerdictKind
  /// One sentence for the learner; empty where there is nothing to say.
  public let message: String
  /// What kinds of miss the answer shows, the main one first; none in a right answer but for a typo
  /// that was let pass.
  public let mistakes: [MistakeKind]
  /// The right answer, as the deck has it, that is nearest to the typed one.
  public let right: String
  /// The typed answer beside the right one, if they differ and a comparison helps.
  public let alignment: Alignment?
  /// The loaded questions whose answer was typed, as their cards ask them.
  public let mistakenFor: [AskedQuestion]

  /// Makes a verdict.
  init(
    kind: VerdictKind,
    message: String = "",
    mistakes: [MistakeKind] = [],
    right: String,
    alignment: Alignment? = nil,
    mistakenFor: [AskedQuestion] = []
  ) {
    self.kind = kind
    self.message = message
    self.mistakes = mistakes
    self.right = right
    self.alignment = alignment
    self.mistakenFor = mistakenFor
  }

  /// The main kind of miss, or `nil` for an answer without one.
  public var mistake: MistakeKind? { mistakes.first }
}

/// What kind of miss an answer was. The raw values are stored in the study log.
public enum MistakeKind: String, Hashable, Sendable, CaseIterable {
  /// A small っ too few or too many.
  case smallTsu = "small_tsu"
  /// A vowel held too short or too long, or ー written as a vowel.
  case longVowel = "long_vowel"
  /// A dakuten or handakuten too few, too many, or the other one.
  case dakuten
  /// An ん too few or too many, or an n read with the letter after it.
  case syllabicN = "syllabic_n"
  /// A small kana for a large one, or the reverse.
  case smallKana = "small_kana"
  /// A kana that looks like the right one.
  case lookAlike = "look_alike"
  /// A kana that sounds like the right one: じ and ぢ, ず and づ.
  case soundAlike = "sound_alike"
  /// Another reading of the same prompt.
  case otherReading = "other_reading"
  /// Right under the kanji, wrong in the kana after them.
  case okurigana
  /// A particle written as it sounds: わ for は, え for へ, お for を.
  case particle
  /// Some letters differ from the right ones.
  case typo
  /// An accent is missing, or is another one, where accents must be right.
  case accent
  /// Another article than the right one, or none.
  case article
  /// Another form of the right word.
  case form
  /// Close to the right words without being them.
  case synonym
  /// The answer of another card.
  case otherAnswer = "other_answer"
  /// An answer that the deck refuses.
  case blocked
  /// Nothing was typed.
  case blank
  /// The reading where the meaning is asked for.
  case readingForMeaning = "reading_for_meaning"
  /// The meaning where the reading is asked for.
  case meaningForReading = "meaning_for_reading"
  /// The prompt itself.
  case promptTypedBack = "prompt_typed_back"
  /// Kana that cannot follow each other, or keys that make none.
  case impossibleKana = "impossible_kana"
  /// Another script than the answer's.
  case wrongScript = "wrong_script"
  /// Several answers at once, not all of them right.
  case severalAnswers = "several_answers"
  /// A grade or the name of a command, where an answer is asked for.
  case stray
  /// Nothing of the above.
  case other
}

/// The sentences that a verdict says to the learner.
enum Message {
  /// What was asked for when kanji were typed for a reading.
  static let readingIsAsked = "Type the reading, in kana or romaji."
  /// What was asked for when a meaning was typed in Japanese.
  static let meaningIsAsked = "Type the meaning, not Japanese."
  /// What was asked for when kanji are.
  static let kanjiIsAsked = "The answer is written with kanji."

  /// What was asked for when a word was typed without its article.
  static let articleIsAsked = "Type it with its article."
  /// What was asked for when a word was typed with an article that may or may not be its own.
  static let noArticleIsAsked = "Type it without an article."

  /// What was asked for when l was typed for r.
  static let rIsAsked = "There is no l in Japanese. Type r."
  /// What was typed when nothing in it could answer.
  static let onlyPunctuation = "Only punctuation was typed."
  /// What was typed when keys came as control characters, such as those of an arrow.
  static let controlCharacters = "The line contains control characters."
  /// What was typed when several lines were pasted at once.
  static let severalLines = "Those are several lines. Type the answer on one line."
  /// Why a line was not even compared.
  static let tooLong = "It is far longer than any correct answer."
  /// How to grade oneself.
  static let gradesCommand = "To grade yourself 1–4, press Enter first: it reveals the answer."
  /// How to see the commands.
  static let helpCommand = "Type :help to list the commands."
  /// How to end the session.
  static let quitCommand = "Type :quit to end the session."

  /// What to look at when an n could be another kana, or part of one.
  private static let nIsUnclear = "Check the n: there is one too few or too many."
  /// What was typed when a particle is written as it sounds.
  private static let particle = "It sounds like that, but the particle is written differently."

  /// What the screen showed when the keys could have been read as the answer.
  static func shown(_ kana: String) -> String {
    "The screen shows \(quoted(kana)). \(nIsUnclear)"
  }

  /// Why the learner may try again.
  static func retry(_ mistake: MistakeKind) -> String {
    switch mistake {
    case .blank: "Nothing was typed."
    case .promptTypedBack: "That's the prompt itself."
    case .readingForMeaning: "That's the reading. Type the meaning."
    case .meaningForReading: "That's the meaning. Type the reading."
    case .otherReading: "That's another reading of it. Type the one this card asks for."
    case .okurigana: "Check the kana beside the kanji."
    case .longVowel: "It sounds like that, but the long vowel is written differently."
    case .smallKana, .smallTsu: "One of the kana is a small one."
    case .syllabicN: nIsUnclear
    case .particle: particle
    case .impossibleKana: "That can't be read as kana."
    case .wrongScript: "Type the answer in its own script."
    case .severalAnswers: "Not all of these are right. Type one answer."
    case .synonym: "That's another word for this prompt. Type the one that this card asks for."
    default: "Try again."
    }
  }

  /// What was wrong.
  static func wrong(_ mistake: MistakeKind) -> String {
    switch mistake {
    case .smallTsu: "A small っ makes the difference."
    case .longVowel: "The length of a vowel makes the difference."
    case .dakuten: "The marks on the kana make the difference."
    case .syllabicN: "An ん makes the difference."
    case .smallKana: "A small kana makes the difference."
    case .lookAlike: "The two kana look alike."
    case .soundAlike: "It sounds like that, but it is written with another kana."
    case .particle: particle
    case .typo: "Close, but some letters differ."
    case .article: "The article makes the difference."
    case .form: "That's another form of the word."
    case .synonym: "Close, but not the same words."
    case .blocked: "That answer is not accepted here."
    case .other: "It is not close to a correct answer."
    default: ""
    }
  }

  /// Which kana make the difference between two readings, two places of them at most.
  static func places(_ comparison: ReadingMistakes, inKatakana: Bool) -> String {
    let places = comparison.places
    guard !places.isEmpty else {
      return comparison.kinds.prefix(2).map(wrong).filter { !$0.isEmpty }.joined(separator: " ")
    }
    let named = places.filter { $0.mistake != .typo } + places.filter { $0.mistake == .typo }
    var sentences: [String] = []
    for sentence in named.map({ place($0, inKatakana: inKatakana) })
    where !sentences.contains(sentence) { sentences.append(sentence) }
    return sentences.prefix(2).joined(separator: " ")
  }

  private static func place(_ place: ReadingMistakes.Difference, inKatakana: Bool) -> String {
    func text(_ reading: Reading) -> String {
      String(
        String.UnicodeScalarView(
          inKatakana ? reading.map { $0 == .longMark ? $0 : $0.asKatakana } : reading))
    }
    let (typed, right) = (text(place.typed), text(place.right))
    let after = place.previous.map { " after \(text([$0]))" } ?? ""
    if typed.isEmpty {
      switch place.mistake {
      case .smallTsu: return "A small \(right) is missing\(after)."
      case .longVowel: return "The vowel is long: \(right) is missing\(after)."
      default: return "\(right) is missing\(after)."
      }
    }
    if right.isEmpty {
      switch place.mistake {
      case .smallTsu: return "The small \(typed)\(after) is one too many."
      case .longVowel: return "The vowel is short: \(typed)\(after) is one too many."
      default: return "\(typed)\(after) is one too many."
      }
    }
    switch place.mistake {
    case .smallTsu, .smallKana:
      let isSmall = place.right.first.map { $0.isSmallKana || $0 == "っ" } == true
      return isSmall
        ? "It is a small \(right), not \(typed)." : "It is \(right), not a small \(typed)."
    case .dakuten: return "The marks differ: it is \(right), not \(typed)."
    case .lookAlike: return "\(typed) looks like \(right), but it is \(right)."
    case .soundAlike: return "It sounds like that, but it is written with \(right), not \(typed)."
    case .particle:
      return "It sounds like that, but the particle is written \(right), not \(typed)."
    case .longVowel: return "The long vowel is written \(right), not \(typed)."
    default: return "It is \(right), not \(typed)."
    }
  }

  /// Why the deck refuses what was typed, in the words of its author.
  static func refused(_ typed: String, because reason: String) -> String {
    ended("Not \(quoted(typed)): \(reason)")
  }

  /// What else would have been right.
  static func others(_ answers: [String]) -> String {
    let shown = answers.prefix(mostOthers).joined(separator: "; ")
    return ended("Also correct: \(shown)\(answers.count > mostOthers ? " and more" : "")")
  }

  /// How many further answers are named: a blank may have a dozen.
  private static let mostOthers = 4

  /// Why an answer is right that the card does not have.
  static let isAnotherCards = "Another card for this word has this answer."

  /// The answer with the marks that were not typed.
  static func marks(_ answer: String) -> String {
    ended("Mind the marks: \(quoted(answer))")
  }

  /// How the deck writes what was typed.
  static func usually(_ answer: String) -> String {
    ended("Usually written \(quoted(answer))")
  }

  /// The whole of what was typed without its particles, or with others.
  static func inFull(_ answer: String) -> String {
    ended("Correct, with other particles than \(quoted(answer))")
  }

  /// The right spelling of what was typed.
  static func typo(_ answer: String) -> String {
    ended("Accepted with a typo: the answer is \(quoted(answer))")
  }

  /// Which letters have another accent.
  static func accents(_ alignment: Alignment) -> String {
    let letters = alignment.pieces.split { $0.kind == .same }
      .map { (typed: $0.map(\.typed).joined(), right: $0.map(\.right).joined()) }
      .filter { $0.right.contains(where: \.isLetter) }
      .map { $0.typed.isEmpty ? $0.right : "\($0.right), not \($0.typed)" }
    return letters.isEmpty
      ? "The accents make the difference."
      : "The accents make the difference: it is \(letters.joined(separator: "; "))."
  }

  /// Which questions the typed answer belongs to.
  static func answerOf(_ questions: [AskedQuestion], typed: String) -> String {
    ended("\(quoted(typed)) is \(prompts(of: questions))")
  }

  /// Why nearly the right words do not count: they are other questions' words.
  static func nearlyRight(_ questions: [AskedQuestion], typed: String) -> String {
    ended("Almost, but \(quoted(typed)) is exactly \(prompts(of: questions))")
  }

  /// The first few prompts, each once: `X`, `X or Y`, `X, Y or Z`. Of a text that is asked about only the
  /// question is named.
  private static func prompts(of questions: [AskedQuestion]) -> String {
    var seen: Set<String> = []
    let names = questions.map {
      $0.prompt.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    }
    let prompts = names.filter { seen.insert($0).inserted }.prefix(3)
    let last = prompts.suffix(2).joined(separator: " or ")
    return (prompts.dropLast(2) + [last]).joined(separator: ", ")
  }

  /// A sentence with a full stop, unless what it ends with has a final mark of its own.
  private static func ended(_ sentence: String) -> String {
    let last = sentence.last { !"”’\"".contains($0) }
    return last.map { ".!?…。！？".contains($0) } == true ? sentence : sentence + "."
  }

  private static func quoted(_ text: String) -> String { "“\(Quoting.showingInvisible(text))”" }
}
