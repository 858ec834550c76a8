/// A reading that answers a question, and how closely it is known.
struct ReadingTarget: Hashable, Sendable {
  /// The reading.
  let reading: Reading
  /// The places where は and へ are particles, said wa and e.
  var particles: Set<Int> = []
  /// Whether ー may be typed as the vowel it repeats, because romaji is asked for.
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
