import RabbleLanguages
import RabbleQuestions
import RabbleText

/// Everything that is right for one question, worked out for judging.
struct AnswerSheet: Sendable {
  /// The question.
  let question: AskedQuestion
  /// The right answers: the question's own first, then its alternatives, then the learner's.
  let answers: [AcceptedAnswer]
  /// How the prompt is read, as far as the question says: by its own kana, `reading`, or a hint that
  /// is nothing but kana or romaji.
  let promptReadings: [ReadingTarget]

  /// Works out the answers of a question, and with them those that the learner added; `areWords`
  /// tells that Latin answers without kana to compare them with are words and never romaji. Where the
  /// group says that answers are in another language than Japanese, no meaning is romaji.
  init(_ question: AskedQuestion, also accepted: [String] = [], areWords: Bool = false) {
    self.question = question
    let main = question.answers
    let more = question.spellings + question.alternatives + accepted
    let readings = Self.readings(of: question)
    let areMeanings = question.asksForMeaning || (areWords && readings.isEmpty)
    let romaji =
      areMeanings
      ? nil
      : RomajiAnswers(
        main, also: more, readings: readings, prompt: question.prompt,
        meanings: question.context.known.usual)
    func answer(_ text: String, isMain: Bool) -> AcceptedAnswer {
      if let reading = text.kanaReading {
        return AcceptedAnswer(
          text: text,
          form: .kana,
          targets: Self.targets(text, reading: reading, of: question),
          isMain: isMain
        )
      }
      if text.hasJapanese {
        return AcceptedAnswer(text: text, form: .written, targets: [], isMain: isMain)
      }
      let targets = romaji?.targets(of: text)
      return AcceptedAnswer(
        text: text,
        form: targets != nil && romaji?.areCertain == true ? .romaji : .meaning,
        targets: targets ?? [],
        isMain: isMain
      )
    }
    answers = main.map { answer($0, isMain: true) } + more.map { answer($0, isMain: false) }
    promptReadings = readings + Self.hintReadings(of: question)
  }

  /// The question's own answers as the deck has them.
  var main: [AcceptedAnswer] { answers.filter(\.isMain) }

  /// Whether a reading is asked for, or might be.
  var asksReading: Bool {
    asksReadingForCertain || answers.contains { !$0.targets.isEmpty }
  }

  /// Whether an answer spells how the prompt is read, also where it is meant as a word: 寿司, sushi.
  static func spellsReading(_ question: AskedQuestion) -> Bool {
    let readings = readings(of: question)
    return question.answers.contains { RomajiAnswers.spells($0, any: readings) }
  }

  /// Whether a reading is asked for without a doubt.
  var asksReadingForCertain: Bool {
    answers.contains { $0.form == .kana || $0.form == .romaji }
  }

  private static func targets(
    _ text: String, reading: Reading, of question: AskedQuestion
  ) -> [ReadingTarget] {
    let isBlank = question.direction.kind == .cloze
    let words = [question.prompt] + question.answers
    let variants = AnswerList.variants(of: text).compactMap(\.kanaReading)
    return ([reading] + variants.filter { $0 != reading }).map {
      ReadingTarget(
        reading: $0,
        particles: isBlank && ($0 == ["は"] || $0 == ["へ"])
          ? [0]
          : Particles.places(in: $0, of: text, readFrom: words, prompt: question.prompt),
        repeatsVowels: true)
    }
  }

  private static func readings(of question: AskedQuestion) -> [ReadingTarget] {
    let texts = [question.prompt] + (question.reading.map(AnswerList.alternatives) ?? [])
    return texts.flatMap { text -> [ReadingTarget] in
      guard let reading = text.kanaReading else { return [] }
      return targets(text, reading: reading, of: question)
    }
  }

  private static func hintReadings(of question: AskedQuestion) -> [ReadingTarget] {
    guard let hint = question.hint else { return [] }
    return AnswerList.alternatives(of: hint).flatMap { text -> [ReadingTarget] in
      if let reading = text.kanaReading {
        return targets(text, reading: reading, of: question)
      }
      guard let keys = RomajiKeys(text) else { return [] }
      return KeyReadings(keys).all.map { ReadingTarget(reading: $0, isKnownBySoundOnly: true) }
    }
  }
}

extension AskedQuestion {
  /// Whether its group says that a meaning is asked for, in another language than Japanese.
  fileprivate var asksForMeaning: Bool {
    switch direction {
    case .recognition, .listening: context.answers.map { !$0.value.hasKana } ?? false
    case .production, .reading, .cloze: false
    }
  }
}

/// One of the answers that are right for a question.
struct AcceptedAnswer: Hashable, Sendable {
  /// What kind of knowledge it asks for.
  enum Form: Hashable, Sendable {
    /// Words of the learner's language: typed with tolerance.
    case meaning
    /// A reading, written in kana: exact.
    case kana
    /// A reading, written in romaji: exact, in any romanization.
    case romaji
    /// Japanese with kanji: exact.
    case written
  }

  /// The answer as the deck has it.
  let text: String
  /// What kind of knowledge it asks for.
  let form: Form
  /// The readings it stands for; none for a text with kanji. A meaning has some if it might as well
  /// be romaji, and is then judged as both, but never with a typo.
  let targets: [ReadingTarget]
  /// Whether it is one of the question's own answers, not one of its alternatives.
  let isMain: Bool

  /// Whether a typo in it may be let pass.
  var allowsTypos: Bool { form == .meaning && targets.isEmpty }

  /// Its forms with and without what stands in brackets, and those that its slashes stand for.
  var variants: [String] {
    AnswerList.spelledOut(text)
  }
}

/// A reading that answers a question, and how closely it is known.
struct ReadingTarget: Hashable, Sendable {
  /// The reading.
  let reading: Reading
  /// The places where は and へ are particles, said wa and e.
  var particles: Set<Int> = []
  /// Whether keys may have the vowel that ー repeats in its place: koohii.
  var repeatsVowels = false
  /// Whether the deck has the reading in romaji only, which does not tell じ from ぢ, ず from づ, and
  /// お from を.
  var isKnownBySoundOnly = false

  /// Whether this kana is the reading.
  func isWritten(_ kana: Reading) -> Bool {
    isKnownBySoundOnly ? kana.map(\.bySound) == reading.map(\.bySound) : kana == reading
  }

  /// Whether these keys spell the reading.
  func isSpelled(by keys: RomajiKeys) -> Bool {
    KeyMatcher(reading: reading, particles: particles, repeatsVowels: repeatsVowels)
      .isSpelled(by: keys)
      || (isKnownBySoundOnly && KeyReadings(keys).all.contains(where: isWritten))
  }

  /// What keys were read as, with the particles of this reading written as they are: は where `wa` was
  /// typed for it.
  func withParticles(_ typed: Reading) -> Reading {
    guard !particles.isEmpty, typed.count * reading.count <= Alignment.mostComparisons else {
      return typed
    }
    var written = typed
    for step in AlignmentPath(typed, reading).steps where step.kind == .replaced {
      let (place, right) = (step.one.lowerBound, step.other.lowerBound)
      if particles.contains(right), Particles.said[reading[right]] == typed[place] {
        written[place] = reading[right]
      }
    }
    return written
  }
}

extension Unicode.Scalar {
  /// The usual kana among those that sound the same today.
  var bySound: Unicode.Scalar {
    switch self {
    case "ぢ": "じ"
    case "づ": "ず"
    case "を": "お"
    case "ゐ": "い"
    case "ゑ": "え"
    default: self
    }
  }
}
