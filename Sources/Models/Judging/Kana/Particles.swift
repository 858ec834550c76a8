import RabbleText

/// Where は, へ and を are written for wa, e and o.
enum Particles {
  /// The kana that a particle sounds like.
  static let said: [Unicode.Scalar: Unicode.Scalar] = ["は": "わ", "へ": "え", "を": "お"]

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

  /// The places of particles in a reading: を anywhere, は and へ alone in the gap of a sentence, at the end of a set phrase,
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
    var places = Set(reading.indices.filter { reading[$0] == "を" })
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

  /// A kana of a text, or letters in a row that are none.
  private struct Piece {
    /// The kana, in hiragana.
    let kana: Unicode.Scalar?
    /// How many letters it has.
    var count = 1
    var isParticle = false
  }

  /// Where the particles of a text stand in its reading. Of several ways to share the reading out, those
  /// count that come nearest to two kana for each letter that is none: わたし and はこ for 私は箱, and not
  /// わたしは and こ.
  private static func written(in text: [Unicode.Scalar], readAs reading: Reading) -> Set<Int> {
    let letters = text.indices.filter { !text[$0].isIgnorable }
    guard letters.count * reading.count <= Alignment.mostComparisons else { return [] }
    var pieces: [Piece] = []
    for index in letters {
      let letter = text[index]
      if Script(of: letter).isKana, letter != "ヶ", letter != "ヵ" {
        pieces.append(
          Piece(kana: letter.asHiragana, isParticle: isParticle(at: index, of: text)))
      } else if let last = pieces.last, last.kana == nil {
        pieces[pieces.count - 1].count += 1
      } else {
        pieces.append(Piece(kana: nil))
      }
    }
    guard pieces.contains(where: \.isParticle) else { return [] }
    let before = costs(of: pieces, over: reading)
    let after = costs(of: pieces.reversed(), over: reading.reversed())
    guard let least = before[pieces.count][reading.count] else { return [] }
    var places: Set<Int> = []
    for (index, piece) in pieces.enumerated() where piece.isParticle {
      for (place, cost) in before[index] where place < reading.count && reading[place] == piece.kana
      {
        let rest = after[pieces.count - index - 1][reading.count - place - 1]
        if let rest, cost + rest == least { places.insert(place) }
      }
    }
    return places
  }

  /// Whether は, へ or を is a word of its own: no hiragana follow it or stand before it in a text that is
  /// not all hiragana, or those before it take a particle.
  static func isParticle(at place: Int, of text: [Unicode.Scalar]) -> Bool {
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

  /// How much of a reading the first pieces of a text may take, for each number of them, and how far
  /// from two kana a letter that is.
  private static func costs(of pieces: [Piece], over reading: Reading) -> [[Int: Int]] {
    var all: [[Int: Int]] = [[0: 0]]
    var last: [Int: Int] = [0: 0]
    for piece in pieces {
      var next: [Int: Int] = [:]
      for (place, cost) in last {
        if let kana = piece.kana {
          if place < reading.count, reading[place] == kana { next[place + 1] = cost }
          continue
        }
        let longest = min(reading.count, place + piece.count * mostKana)
        for end in stride(from: place + piece.count, through: longest, by: 1) {
          let difference = end - place - 2 * piece.count
          next[end] = min(next[end] ?? .max, cost + difference * difference)
        }
      }
      all.append(next)
      last = next
    }
    return all
  }

  /// The most kana that one letter is read with: a sign such as ㎞ has six.
  private static let mostKana = 12
}
