import RabbleQuestions

/// Where は and へ are written for wa and e.
enum Particles {
  private static let endings = [
    "んにちは", "んばんは", "では", "には", "とは", "または", "あるいは", "じつは", "もしくは",
    "これは", "それは", "あれは",
  ].map { Reading($0.unicodeScalars) }

  /// The places of particles in a reading, as far as its text and the prompt tell them: alone in the
  /// gap of a sentence, at the end of a set phrase, alone between spaces, or standing free between the
  /// prompt's kanji.
  static func places(in reading: Reading, of text: String, prompt: String) -> Set<Int> {
    var places: Set<Int> = []
    if reading == ["は"] || reading == ["へ"], hasGap(prompt) { places.insert(0) }
    let isPhrase = endings.contains { reading.count > $0.count - 1 && reading.ends(with: $0) }
    if isPhrase { places.insert(reading.count - 1) }
    var position = 0
    let words = text.split(whereSeparator: \.isWhitespace)
    for word in words {
      let kana = String(word).kanaReading ?? []
      if words.count > 1, kana == ["は"] || kana == ["へ"] { places.insert(position) }
      position += kana.count
    }
    for particle: Unicode.Scalar in ["は", "へ"] {
      let inReading = reading.indices.filter { reading[$0] == particle }
      let inPrompt = free(particle, in: Array(prompt.unicodeScalars))
      if inReading.count == inPrompt.count {
        for (place, isFree) in zip(inReading, inPrompt) where isFree { places.insert(place) }
      }
    }
    return places
  }

  /// Whether a prompt is a sentence with an open blank, or one with its hint in the blank's place.
  private static func hasGap(_ prompt: String) -> Bool {
    prompt.contains(ClozeText.gap) || prompt.contains { $0 == "[" }
  }

  /// For every occurrence in the prompt, whether the letters around it are not hiragana.
  private static func free(_ particle: Unicode.Scalar, in prompt: [Unicode.Scalar]) -> [Bool] {
    prompt.indices.filter { prompt[$0] == particle }.map { place in
      let isAfterWord = place > 0 && Script(of: prompt[place - 1]) != .hiragana
      let next = place + 1 < prompt.count ? Script(of: prompt[place + 1]) : .other
      return isAfterWord && next != .hiragana
    }
  }
}

extension Array where Element: Equatable {
  /// Whether the last elements are these.
  func ends(with end: [Element]) -> Bool {
    suffix(end.count) == end[...]
  }
}
