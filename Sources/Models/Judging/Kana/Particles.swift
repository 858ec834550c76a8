import RabbleQuestions
import RabbleText

/// Where は and へ are written for wa and e.
enum Particles {
  /// The kana that a particle sounds like.
  static let said: [Unicode.Scalar: Unicode.Scalar] = ["は": "わ", "へ": "え"]

  private static let endings = [
    "んにちは", "んばんは", "では", "には", "とは", "または", "あるいは", "じつは", "もしくは",
    "これは", "それは", "あれは",
  ].map { Reading($0.unicodeScalars) }

  /// What a particle follows in hiragana when hiragana follow it as well.
  private static let beginnings = [
    "これは", "それは", "あれは", "ここは", "そこは", "あそこは", "こちらは", "そちらは", "あちらは",
    "わたしは", "あなたは", "さんは", "たちは", "ことは", "からは", "までは", "では", "には", "ては",
    "ここへ", "そこへ", "どこへ", "こちらへ", "そちらへ", "あちらへ", "どちらへ",
  ].map { Reading($0.unicodeScalars) }

  /// The places of particles in a reading: alone in the gap of a sentence, at the end of a set phrase,
  /// alone between spaces, or where the text that is read this way has them between its words.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - text: The reading as it is written, spaces and all.
  ///   - words: The texts that it may be the reading of, kanji and all.
  ///   - prompt: What the learner is shown.
  /// - Returns: The places.
  static func places(
    in reading: Reading, of text: String, readFrom words: [String], prompt: String
  ) -> Set<Int> {
    guard reading.contains(where: { said[$0] != nil }) else { return [] }
    var places: Set<Int> = []
    if reading == ["は"] || reading == ["へ"], hasGap(prompt) { places.insert(0) }
    let isPhrase = endings.contains { reading.count > $0.count - 1 && reading.ends(with: $0) }
    if isPhrase { places.insert(reading.count - 1) }
    var position = 0
    let parts = text.split(whereSeparator: \.isWhitespace)
    for part in parts {
      let kana = String(part).kanaReading ?? []
      if parts.count > 1, kana == ["は"] || kana == ["へ"] { places.insert(position) }
      position += kana.count
    }
    for word in Set(words + [text]) {
      places.formUnion(written(in: Array(word.inOrdinaryWidth.unicodeScalars), readAs: reading))
    }
    return places
  }

  /// Whether a prompt is a sentence with an open blank, or one with its hint in the blank's place.
  private static func hasGap(_ prompt: String) -> Bool {
    prompt.contains(ClozeText.gap) || prompt.contains { $0 == "[" }
  }

  /// Where the particles of a text stand in its reading, however its letters share the reading out.
  private static func written(in text: [Unicode.Scalar], readAs reading: Reading) -> Set<Int> {
    let particles = text.indices.filter { isParticle(at: $0, of: text) }
    let letters = text.indices.filter { !text[$0].isIgnorable }
    guard !particles.isEmpty, letters.count * reading.count <= Alignment.mostComparisons else {
      return []
    }
    let before = reached(letters.map { text[$0] }, over: reading)
    let after = Array(
      reached(letters.reversed().map { text[$0] }, over: reading.reversed()).reversed())
    var places: Set<Int> = []
    for (index, letter) in letters.enumerated() where particles.contains(letter) {
      places.formUnion(
        before[index].filter { place in
          place < reading.count && reading[place] == text[letter]
            && after[index + 1].contains(reading.count - place - 1)
        })
    }
    return places
  }

  /// Whether は or へ is a word of its own: no hiragana follow it or stand before it in a text that is
  /// not all hiragana, or those before it take a particle.
  private static func isParticle(at place: Int, of text: [Unicode.Scalar]) -> Bool {
    guard said[text[place]] != nil, place > 0, !text[place - 1].isIgnorable else { return false }
    let isMixed = text.contains {
      !$0.isIgnorable && ![.hiragana, .longMark].contains(Script(of: $0))
    }
    if isMixed {
      if Script(of: text[place - 1]) != .hiragana { return true }
      let isLast = place + 1 == text.count || Script(of: text[place + 1]) != .hiragana
      if isLast, text[place - 1] != text[place] { return true }
    }
    let beginning = Array(text[...place])
    return beginnings.contains { beginning.ends(with: $0) && (place > 1 || $0 == ["で", "は"]) }
  }

  /// How much of a reading a text may take up to each of its letters: kana stand for themselves, any
  /// other letter for one kana or more.
  private static func reached(_ text: [Unicode.Scalar], over reading: Reading) -> [Set<Int>] {
    var all: [Set<Int>] = [[0]]
    var last: Set<Int> = [0]
    for letter in text {
      var next: Set<Int> = []
      if Script(of: letter).isKana, letter != "ヶ", letter != "ヵ" {
        let kana = letter.asHiragana
        for place in last where place < reading.count && reading[place] == kana {
          next.insert(place + 1)
        }
      } else if let first = last.min(), first < reading.count {
        next = Set(first + 1...reading.count)
      }
      all.append(next)
      last = next
    }
    return all
  }
}
