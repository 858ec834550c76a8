/// Every sensible way to read a line of keys, the usual one first: `konnichiwa` is こんにちわ, and to
/// the user of an input method こんいちわ.
struct KeyReadings {
  /// The readings, without doubles; empty if the keys make no kana.
  let all: [Reading]

  /// The most readings that are looked at; a line has two or three. It bounds the work on lines like
  /// nnnnnn, whose readings multiply with every key.
  static let most = 12
  /// The most keys of a line that are read.
  static let longest = 96

  private struct Beginning {
    let reading: Reading
    /// How many of its chunks are not the usual ones for their keys.
    let oddities: Int
  }

  /// Reads the keys.
  init(_ keys: RomajiKeys) {
    let letters = keys.letters
    guard letters.count <= Self.longest else {
      all = []
      return
    }
    var beginnings = Array(repeating: [Beginning](), count: letters.count + 1)
    beginnings[0] = [Beginning(reading: [], oddities: 0)]
    for place in letters.indices {
      let begun = Self.likeliest(beginnings[place])
      if begun.isEmpty { continue }
      let steps = Self.steps(at: place, of: letters)
      for beginning in begun {
        let lengthened = Self.lengthened(beginning.reading, at: place, of: letters)
        for (rank, step) in (lengthened + steps).enumerated() {
          beginnings[place + step.length].append(
            Beginning(
              reading: beginning.reading + step.chunk,
              oddities: beginning.oddities + (rank == 0 ? 0 : 1)))
        }
      }
    }
    all = Self.likeliest(beginnings[letters.count]).map(\.reading)
  }

  /// The beginnings with the fewest oddities, each once.
  private static func likeliest(_ beginnings: [Beginning]) -> [Beginning] {
    guard beginnings.count > 1 else { return beginnings }
    var seen: Set<Reading> = []
    var likeliest: [Beginning] = []
    for oddities in Set(beginnings.map(\.oddities)).sorted() {
      for beginning in beginnings where beginning.oddities == oddities {
        if likeliest.count == most { return likeliest }
        if seen.insert(beginning.reading).inserted { likeliest.append(beginning) }
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
    if key == "n", next == "n" { steps.append((["ん"], 2)) }
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
