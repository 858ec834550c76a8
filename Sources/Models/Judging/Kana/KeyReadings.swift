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
        for (rank, step) in (lengthened + steps).enumerated() {
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
