/// Whether keys spell a reading that is known, in any of the ways people type it.
///
/// The search is led by the reading, so it understands every mixture of romanisations and needs
/// time in proportion to the keys.
struct KeyMatcher {
  /// The reading to be spelled.
  let reading: Reading
  /// The places in it where は and へ are particles and so may be typed `wa` and `e`.
  var particles: Set<Int> = []
  /// Whether ー may be typed as the vowel it repeats, as romanisation writes it.
  var repeatsVowels = false

  /// Whether the keys spell the reading.
  func isSpelled(by keys: RomajiKeys) -> Bool {
    let letters = keys.letters
    guard !reading.isEmpty, letters.count <= reading.count * 5 else { return false }
    var reachable = Array(repeating: Set<Int>(), count: letters.count + 1)
    reachable[0].insert(0)
    for place in letters.indices {
      for kana in reachable[place] where kana < reading.count {
        for (length, count) in steps(at: place, of: letters, to: kana)
        where place + length <= letters.count {
          reachable[place + length].insert(kana + count)
        }
      }
    }
    return reachable[letters.count].contains(reading.count)
  }

  /// How many keys could make how many kana from here.
  private func steps(at place: Int, of letters: [Character], to kana: Int) -> [(Int, Int)] {
    var steps: [(Int, Int)] = []
    for count in [1, 2] where kana + count <= reading.count {
      let chunk = Reading(reading[kana..<kana + count])
      for spelling in KeyTable.standard.spellings[chunk] ?? []
      where letters[place...].starts(with: spelling) && chunk != ["ん"] {
        steps.append((spelling.count, count))
      }
    }
    let next = place + 1 < letters.count ? letters[place + 1] : nil
    switch reading[kana] {
    case "ん":
      steps += syllabicN(letters[place], next).map { ($0, 1) }
      if letters[place...].starts(with: "xn") { steps.append((2, 1)) }
    case "っ":
      if let next,
        KanaConversion.makesSmallTsu(String(letters[place]), before: String(next))
      {
        steps.append((1, 1))
      }
    case "は" where particles.contains(kana) && letters[place] == "w" && next == "a":
      steps.append((2, 1))
    case "へ" where particles.contains(kana) && letters[place] == "e":
      steps.append((1, 1))
    default:
      break
    }
    if kana > 0, lengthens(letters[place], previous: reading[kana - 1], kana: reading[kana]) {
      steps.append((1, 1))
    }
    return steps
  }

  /// How many keys beginning with these two may be one ん.
  private func syllabicN(_ key: Character, _ next: Character?) -> [Int] {
    switch (key, next) {
    case ("n", "n"): [1, 2]
    case ("n", "'"), ("n", "-"): [1, 2]
    case ("n", let next): next.map("aiueoy".contains) == true ? [] : [1]
    case ("m", "b"), ("m", "p"), ("m", "m"): [1]
    default: []
    }
  }

  private func lengthens(
    _ key: Character,
    previous: Unicode.Scalar,
    kana: Unicode.Scalar
  ) -> Bool {
    if key == RomajiKeys.long {
      switch (previous.vowel, kana) {
      case (_, .longMark), ("お", "う"), ("え", "い"): return true
      default: return previous.vowel == kana
      }
    }
    guard repeatsVowels, kana == .longMark, let vowel = previous.vowel else { return false }
    return KeyTable.standard.kana[String(key)] == [vowel]
  }
}
