/// Every sensible way to read a line of keys, the usual one first: `konnichiwa` is こんにちわ, and to
/// the user of an input method こんいちわ.
struct KeyReadings {
  /// The readings, without doubles; empty if the keys make no kana.
  private(set) var all: [Reading] = []

  /// The most readings that are worth looking at; a line has two or three, and no doubtful keys
  /// multiply beyond this.
  static let most = 24
  /// The most keys of a line that are read.
  static let longest = 120

  private let letters: [Character]

  /// Reads the keys.
  init(_ keys: RomajiKeys) {
    letters = keys.letters
    if letters.count <= Self.longest { read(from: 0, after: []) }
  }

  private mutating func read(from place: Int, after reading: Reading) {
    guard all.count < Self.most else { return }
    guard place < letters.count else {
      if !reading.isEmpty, !all.contains(reading) { all.append(reading) }
      return
    }
    for (chunk, length) in steps(at: place, after: reading) {
      read(from: place + length, after: reading + chunk)
    }
  }

  private func steps(at place: Int, after reading: Reading) -> [(Reading, Int)] {
    let table = KeyTable.standard
    var steps: [(Reading, Int)] = []
    for length in stride(from: min(KeyTable.longestKeys, letters.count - place), to: 0, by: -1) {
      let keys = String(letters[place..<place + length])
      if keys == "n", place + 1 < letters.count, "aiueoy".contains(letters[place + 1]) { continue }
      if let kana = table.kana[keys] { steps.append((kana, length)) }
      // A single vowel is another kana only to whom the answer is known.
      if length > 1 { steps += (table.otherKana[keys] ?? []).map { ($0, length) } }
    }
    let key = letters[place]
    let next = place + 1 < letters.count ? letters[place + 1] : nil
    switch (key, next) {
    case (RomajiKeys.long, _):
      if let vowel = reading.last?.vowel {
        let usual = Macron.lengthening(place > 0 ? letters[place - 1] : nil)
        steps.append(([usual], 1))
        if vowel != usual { steps.append(([vowel], 1)) }
        steps.append(([.longMark], 1))
      }
    case ("n", "n"):
      steps.append((["ん"], 2))
    case ("m", "b"), ("m", "p"), ("m", "m"):
      steps.append((["ん"], 1))
    default:
      break
    }
    if let next, KanaConversion.makesSmallTsu(String(key), before: String(next)) {
      steps.append((["っ"], 1))
    }
    return steps
  }
}
