import RabbleText

/// A line of romaji, letter by letter as it was typed: in small letters, without spaces and
/// punctuation, the length of ō kept as a key of its own.
struct RomajiKeys: Hashable, Sendable {
  /// Stands after a vowel that was written with a macron or a circumflex.
  static let long: Character = "\u{304}"

  /// The keys: a–z, the apostrophe, the hyphen, and `long`.
  let letters: [Character]
  /// The places of hyphens that may join the parts of a word and stand for nothing: those of `o-namae`,
  /// `Tanaka-san`, `hon-ya`, `chizu-o-miru`, `Tōkyō-kara` and `-en`.
  let links: Set<Int>
  /// The places of `wa` and `e` that stand alone between two words, as particles do.
  let alone: Set<Int>

  /// The keys of a line, or `nil` if something in it is no key, or if it has no letter.
  init?(_ line: String) {
    var letters: [Character] = []
    var starts: Set<Int> = []
    var isAfterGap = false
    for letter in line.inOrdinaryWidth.lowercased() {
      // A space parts ん from a vowel or y as an apostrophe does.
      if isAfterGap, letters.last == "n", "aiueoy".contains(letter) { letters.append("'") }
      isAfterGap = letter.isWhitespace
      if isAfterGap { starts.insert(letters.count) }
      switch letter {
      case "a"..."z" where letter.isASCII: letters.append(letter)
      case "'", "’", "‘", "`": letters.append("'")
      case "-", "ー", "‐", "–": letters.append("-")
      default:
        if let vowel = Macron.vowel(letter) {
          letters += [vowel, Self.long]
        } else if !letter.unicodeScalars.allSatisfy(\.isIgnorable) {
          return nil
        }
      }
    }
    guard letters.contains(where: \.isLetter) else { return nil }
    self.letters = letters
    links = letters.contains("-") ? Self.links(in: letters, wordsFrom: starts) : []
    alone = starts.count > 1 ? Self.alone(in: letters, wordsFrom: starts) : []
  }

  /// Whether the keys are the same, whatever the spaces between them.
  static func == (one: RomajiKeys, other: RomajiKeys) -> Bool {
    one.letters == other.letters && one.links == other.links
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(letters)
    hasher.combine(links)
  }

  /// The keys with each l as the x that makes small kana; `nil` if there is no l.
  var withX: RomajiKeys? {
    letters.contains("l")
      ? RomajiKeys(letters: letters.map { $0 == "l" ? "x" : $0 }, links: links, alone: alone)
      : nil
  }

  private init(letters: [Character], links: Set<Int>, alone: Set<Int>) {
    self.letters = letters
    self.links = links
    self.alone = alone
  }

  private static func alone(in letters: [Character], wordsFrom starts: Set<Int>) -> Set<Int> {
    let bounds = starts.union([0, letters.count]).sorted()
    let words = zip(bounds, bounds.dropFirst()).map { start, end in
      // The apostrophe of an ん before the gap belongs to that ん.
      letters[start..<end].drop { $0 == "'" }
    }
    return Set(
      words.indices.dropFirst().dropLast().filter { index in
        ["wa", "e"].contains(String(words[index])) && words[index - 1].count > 1
          && words[index + 1].count > 1
      }.map { words[$0].startIndex })
  }

  private static func links(in letters: [Character], wordsFrom starts: Set<Int>) -> Set<Int> {
    var links: Set<Int> = []
    var part = ""
    var isFirst = true
    for (place, letter) in letters.enumerated() {
      if starts.contains(place) { (part, isFirst) = ("", true) }
      if letter.isLetter { part.append(letter) }
      guard letter == "-" else { continue }
      let next = (place + 1..<letters.count).prefix {
        letters[$0] != "-" && !starts.contains($0)
      }
      let following = String(next.map { letters[$0] })
      // Nothing is lengthened at the beginning of a word or behind a vowel that is long.
      if part.isEmpty || letters[place - 1] == long || part.last == "n"
        || (isFirst ? ["o", "go"] : particles).contains(part)
        || suffixes.contains(following) || particles.contains(following)
      {
        links.insert(place)
      }
      (part, isFirst) = ("", false)
    }
    return links
  }

  /// The particles of one vowel, in the spellings that people type.
  private static let particles: Set<String> = ["o", "wo", "e", "he", "wa", "ha"]
  /// What is often joined to a word.
  private static let suffixes: Set<String> = [
    "san", "sama", "chan", "kun", "sensei", "tachi", "go", "jin",
  ]
}

/// Every sensible way to read a line of keys, the usual one first: `konnichiwa` is こんにちわ, and to
/// the user of an input method こんいちわ.
struct KeyReadings {
  /// The readings, without doubles; empty if the keys make no kana.
  let all: [Reading]

  /// The most readings that are looked at; a line has two or three. It bounds the work on lines like
  /// nnnnnn, whose readings multiply with every key.
  static let most = 12
  /// The most keys of a line that are read.
  static let longest = 80

  /// A way to read the keys so far: another way, and one chunk more.
  private struct Beginning {
    let previous: Int?
    let chunk: Reading
    /// How many of its chunks are not the usual ones for their keys.
    let oddities: Int
    /// Stands for the whole reading where doubles are sought.
    let hash: UInt64
  }

  /// Reads the keys.
  init(_ keys: RomajiKeys) {
    let letters = keys.letters
    guard letters.count <= Self.longest else {
      all = []
      return
    }
    var beginnings = [Beginning(previous: nil, chunk: [], oddities: 0, hash: 0)]
    var ending = Array(repeating: [Int](), count: letters.count + 1)
    ending[0] = [0]
    for place in letters.indices where !ending[place].isEmpty {
      let steps = Self.steps(at: place, of: letters)
      for index in Self.likeliest(ending[place], of: beginnings) {
        let begun = beginnings[index]
        let lengthened = Self.lengthened(begun.chunk, at: place, of: letters)
        let linked: [(chunk: Reading, length: Int)] =
          keys.links.contains(place) ? [([], 1)] : []
        for (rank, step) in (lengthened + steps + linked).enumerated() {
          ending[place + step.length].append(beginnings.count)
          beginnings.append(
            Beginning(
              previous: index,
              chunk: step.chunk,
              oddities: begun.oddities + (rank == 0 ? 0 : 1),
              hash: step.chunk.reduce(begun.hash) { ($0 ^ UInt64($1.value)) &* 0x100_0000_01b3 }
            )
          )
        }
      }
    }
    let whole = Self.likeliest(ending[letters.count], of: beginnings)
    all = letters.isEmpty ? [] : whole.map { Self.reading($0, of: beginnings) }
  }

  private static func reading(_ index: Int, of beginnings: [Beginning]) -> Reading {
    var chunks: [Reading] = []
    var next: Int? = index
    while let index = next {
      chunks.append(beginnings[index].chunk)
      next = beginnings[index].previous
    }
    return Reading(chunks.reversed().joined())
  }

  /// The beginnings with the fewest oddities, each once.
  private static func likeliest(_ indices: [Int], of beginnings: [Beginning]) -> [Int] {
    guard indices.count > 1 else { return indices }
    var seen: Set<UInt64> = []
    var likeliest: [Int] = []
    for oddities in Set(indices.map { beginnings[$0].oddities }).sorted() {
      for index in indices where beginnings[index].oddities == oddities {
        if likeliest.count == most { return likeliest }
        if seen.insert(beginnings[index].hash).inserted { likeliest.append(index) }
      }
    }
    return likeliest
  }

  /// What the keys from here may make, the usual first.
  private static func steps(
    at place: Int, of letters: [Character]
  ) -> [(chunk: Reading, length: Int)] {
    let table = KeyTable.standard
    var steps: [(chunk: Reading, length: Int)] = []
    for length in stride(from: min(KeyTable.longestKeys, letters.count - place), to: 0, by: -1) {
      let keys = String(letters[place..<place + length])
      if keys == "n", place + 1 < letters.count, "aiueoy".contains(letters[place + 1]) { continue }
      if let kana = table.kana[keys] { steps.append((kana, length)) }
      // A single vowel is another kana only to whom the answer is known.
      if length > 1 { steps += (table.otherKana[keys] ?? []).map { ($0, length) } }
    }
    guard place + 1 < letters.count else { return steps }
    let (key, next) = (letters[place], letters[place + 1])
    if key == "n", next == "n" {
      let isParted = place + 2 < letters.count && letters[place + 2] == "'"
      if isParted { steps.insert((["ん"], 3), at: 0) } else { steps.append((["ん"], 2)) }
    }
    if key == "m", "bpm".contains(next) { steps.append((["ん"], 1)) }
    if KanaConversion.makesSmallTsu(String(key), before: String(next)) {
      steps.append((["っ"], 1))
    }
    return steps
  }

  /// What the length of ō may be written with after this beginning; nothing at any other key.
  private static func lengthened(
    _ reading: Reading, at place: Int, of letters: [Character]
  ) -> [(chunk: Reading, length: Int)] {
    guard letters[place] == RomajiKeys.long, place > 0, let vowel = reading.last?.vowel else {
      return []
    }
    let usual = Macron.lengthening(letters[place - 1])
    let others = [vowel, .longMark].filter { $0 != usual }
    return ([usual] + others).map { ([$0], 1) }
  }
}

/// Whether keys spell a reading that is known, in any of the ways people type it.
///
/// The search is led by the reading, so it understands every mixture of romanizations and needs
/// time in proportion to the keys.
struct KeyMatcher {
  /// The reading to be spelled.
  let reading: Reading
  /// The places in it where は and へ are particles and so may be typed `wa` and `e`.
  var particles: Set<Int> = []
  /// Whether ー may be typed as the vowel it repeats, as romanization writes it.
  var repeatsVowels = false

  /// Whether the keys spell the reading.
  func isSpelled(by keys: RomajiKeys) -> Bool {
    let letters = keys.letters
    guard !reading.isEmpty, letters.count <= reading.count * 5 else { return false }
    // Where nothing tells which kana are particles, the spaces do.
    let alone = particles.contains { reading[$0] != "を" } ? [] : keys.alone
    var reachable = Array(repeating: Set<Int>(), count: letters.count + 1)
    reachable[0].insert(0)
    for place in letters.indices {
      if keys.links.contains(place) { reachable[place + 1].formUnion(reachable[place]) }
      for kana in reachable[place] where kana < reading.count {
        let isParticle = particles.contains(kana) || alone.contains(place)
        for (length, count) in steps(at: place, of: letters, to: kana, isParticle: isParticle)
        where place + length <= letters.count {
          reachable[place + length].insert(kana + count)
        }
      }
    }
    return reachable[letters.count].contains(reading.count)
  }

  /// How many keys could make how many kana from here; a particle may be typed as it is said.
  private func steps(
    at place: Int, of letters: [Character], to kana: Int, isParticle: Bool
  ) -> [(Int, Int)] {
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
      steps += syllabicN(at: place, of: letters).map { ($0, 1) }
      if letters[place...].starts(with: "xn") { steps.append((2, 1)) }
    case "っ":
      if let next,
        KanaConversion.makesSmallTsu(String(letters[place]), before: String(next))
      {
        steps.append((1, 1))
      }
    case "は" where isParticle && letters[place] == "w" && next == "a":
      steps.append((2, 1))
    case "へ" where isParticle && letters[place] == "e":
      steps.append((1, 1))
    default:
      break
    }
    if kana > 0, lengthens(letters[place], previous: reading[kana - 1], kana: reading[kana]) {
      steps.append((1, 1))
    }
    return steps
  }

  /// How many keys from here may be one ん.
  private func syllabicN(at place: Int, of letters: [Character]) -> [Int] {
    let next = place + 1 < letters.count ? letters[place + 1] : nil
    return switch (letters[place], next) {
    case ("n", "n"): letters[place...].starts(with: "nn'") ? [1, 2, 3] : [1, 2]
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
