import RabbleLanguages
import RabbleText

/// Decides which Latin answers of a question are romaji, and what they read.
struct RomajiAnswers {
  private let readings: [ReadingTarget]
  private let areRomaji: Bool
  private let promptIsKana: Bool
  /// Whether romaji answers can be nothing else.
  let areCertain: Bool

  /// Looks at all answers of a question together.
  ///
  /// Beside a prompt or a `reading` in kana, the answers are romaji if one of them spells it and each
  /// of the question's own can be read as kana; a word of the learner's language beside kanji may be a meaning as
  /// well (寿司: sushi). With nothing to compare, they may be if all can be read as kana and the
  /// first is proper Hepburn; some words of English are, too.
  init(
    _ main: [String], also more: [String] = [], readings: [ReadingTarget], prompt: String,
    meanings language: SharedLanguage
  ) {
    self.readings = readings
    let promptIsKana = prompt.kanaReading != nil
    self.promptIsKana = promptIsKana
    let latin = (main + more).filter { !$0.hasJapanese }
    if readings.isEmpty {
      areRomaji =
        latin.allSatisfy { Self.readsAsKana($0, besides: language) }
        && latin.first.map(Self.isHepburn) == true
      areCertain = latin.contains { $0.contains { Macron.vowel($0) != nil } }
    } else {
      let spelling = latin.filter { Self.spells($0, any: readings) }
      areRomaji =
        !spelling.isEmpty && main.allSatisfy { $0.hasJapanese || Self.canBeReadAsKana($0) }
      areCertain =
        promptIsKana
        || !spelling.contains {
          language.value.wordList?.contains(TextFold.strict($0)[...]) == true
        }
    }
  }

  /// Whether a text is the romaji of a reading.
  static func spells(_ text: String, any readings: [ReadingTarget]) -> Bool {
    guard let keys = RomajiKeys(text) else { return false }
    return readings.contains { said($0, in: keys) != nil }
  }

  /// Whether a text has a form that can be read as kana.
  private static func canBeReadAsKana(_ text: String) -> Bool {
    AnswerList.variants(of: text).contains { variant in
      RomajiKeys(variant).map { !KeyReadings($0).all.isEmpty } == true
    }
  }

  /// The readings that an answer stands for, or `nil` if it is no romaji. A romaji answer has none
  /// if it spells something else than the prompt's own kana: then only its letters are right.
  func targets(of text: String) -> [ReadingTarget]? {
    guard areRomaji else { return nil }
    var known: [ReadingTarget] = []
    var guessed: [ReadingTarget] = []
    for variant in AnswerList.variants(of: text) {
      guard let keys = RomajiKeys(variant) else { continue }
      known += readings.compactMap { Self.said($0, in: keys) }
      guessed += KeyReadings(keys).all.map {
        ReadingTarget(reading: $0, repeatsVowels: true, isKnownBySoundOnly: true)
      }
    }
    if !known.isEmpty { return known }
    return guessed.isEmpty ? nil : promptIsKana ? [] : guessed
  }

  /// The reading as an author's romaji has it: besides the particles that are known, each は and へ
  /// that these keys have as `wa` and `e`, but not the first letter; `nil` if they spell something else.
  private static func said(_ target: ReadingTarget, in keys: RomajiKeys) -> ReadingTarget? {
    let later = target.reading.indices.dropFirst()
      .filter { ["は", "へ"].contains(target.reading[$0]) }
    var said = target
    said.repeatsVowels = true
    said.particles.formUnion(later)
    guard said.isSpelled(by: keys) else { return nil }
    let particles = later.filter { place in
      var reading = target.reading
      reading[place] = reading[place] == "は" ? "わ" : "え"
      return ReadingTarget(
        reading: reading, particles: said.particles, repeatsVowels: true,
        isKnownBySoundOnly: target.isKnownBySoundOnly
      ).isSpelled(by: keys)
    }
    said.particles = target.particles.union(particles)
    return said
  }

  private static func readsAsKana(_ text: String, besides language: SharedLanguage) -> Bool {
    guard !isNoRomaji(text), let keys = RomajiKeys(text), !KeyReadings(keys).all.isEmpty
    else { return false }
    return language.words(in: text).count == text.split(separator: " ").count
  }

  /// Whether a text in ASCII has a digit, or ends in a letter that ends no kana, as most words do that
  /// are no romaji.
  private static func isNoRomaji(_ text: String) -> Bool {
    var last: UInt8?
    var hasDigit = false
    for byte in text.utf8 {
      guard byte < 0x80 else { return false }
      if (0x61...0x7A).contains(byte | 0x20) { last = byte | 0x20 }
      if (0x30...0x39).contains(byte) { hasDigit = true }
    }
    return hasDigit || last.map { !"aiueon".utf8.contains($0) } ?? false
  }

  /// Whether a question says nothing that decides if its answers are romaji: no kana to compare with,
  /// and no Japanese in the answer.
  static func isUndecided(_ question: AskedQuestion) -> Bool {
    question.reading == nil && !question.answer.hasJapanese && question.prompt.kanaReading == nil
  }

  /// Whether the answers of such a question could be romaji.
  static func couldBeRomaji(_ question: AskedQuestion) -> Bool {
    RomajiAnswers(
      AnswerList.alternatives(of: question.answer),
      readings: [],
      prompt: question.prompt,
      meanings: question.context.known.usual
    ).areRomaji
  }

  /// Whether a text is the usual romanization of one of its readings.
  private static func isHepburn(_ text: String) -> Bool {
    guard let keys = RomajiKeys(text.withNForMoraicM) else { return false }
    let styles: [Romanization] = [.hepburn, .hepburnWithMacrons]
    return KeyReadings(keys).all.contains { reading in
      styles.contains { RomajiKeys($0.romanized(String(reading))) == keys }
    }
  }
}

extension String {
  /// The text with n for the m that older Hepburn writes for ん before b, p and m.
  fileprivate var withNForMoraicM: String {
    let letters = Array(lowercased())
    return String(
      letters.indices.map { index in
        let next = index + 1 < letters.count ? letters[index + 1] : " "
        return letters[index] == "m" && "bpm".contains(next) ? "n" : letters[index]
      }
    )
  }
}
