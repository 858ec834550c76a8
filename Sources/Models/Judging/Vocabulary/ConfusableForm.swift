/// A text as it is compared with others that a typo could turn it into.
struct ConfusableForm {
  /// The text, strictly folded.
  let strict: String
  /// Stands for the numbers in it: texts with other numbers are never a typo apart.
  let numbers: UInt64
  /// Stands for the words that are forgiven as the same.
  let key: UInt64

  init(_ strict: String) {
    self.strict = strict
    let words = MeaningFold.words(of: strict)
    key = Self.hash(MeaningFold.key(of: words).utf8)
    let hasNumber = strict.unicodeScalars.contains { scalar in
      scalar.isASCII
        ? ("0"..."9").contains(scalar) : scalar.properties.numericType != nil
    }
    numbers = hasNumber ? Self.hash(StrictWords.digits(words).joined(separator: " ").utf8) : 0
  }

  /// The pairs of forms that may be a typo apart, each once; `one` is the smaller number.
  static func candidates(_ forms: [ConfusableForm]) -> [(one: Int32, other: Int32)] {
    var found: Set<UInt64> = []
    collide(forms.enumerated().map { (hash: $1.key, form: Int32($0)) }, &found)
    let groups = Dictionary(grouping: forms.indices) { forms[$0].numbers }
    for members in groups.values where members.count > 1 {
      guard members.count > 24 else {
        for (place, one) in members.enumerated() {
          for other in members[(place + 1)...] { found.insert(pair(Int32(one), Int32(other))) }
        }
        continue
      }
      var hashes: [(hash: UInt64, form: Int32)] = []
      for member in members { forms[member].appendShortened(Int32(member), to: &hashes) }
      collide(hashes, &found)
    }
    return found.map { (Int32(truncatingIfNeeded: $0 >> 32), Int32(truncatingIfNeeded: $0)) }
  }

  /// Adds the pairs of forms that share a hash.
  private static func collide(
    _ hashes: [(hash: UInt64, form: Int32)], _ found: inout Set<UInt64>
  ) {
    let sorted = hashes.sorted { ($0.hash, $0.form) < ($1.hash, $1.form) }
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].hash == sorted[start].hash { end += 1 }
      for one in start..<end {
        for other in (one + 1)..<max(one + 1, end) where sorted[one].form != sorted[other].form {
          found.insert(pair(sorted[one].form, sorted[other].form))
        }
      }
      start = end
    }
  }

  private static func pair(_ one: Int32, _ other: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: min(one, other))) << 32 | UInt64(UInt32(bitPattern: max(one, other)))
  }

  /// Adds the hashes of its letters, and of its letters less any one of them.
  private func appendShortened(_ form: Int32, to hashes: inout [(hash: UInt64, form: Int32)]) {
    let letters = MeaningFold.words(of: strict).joined().map { Self.hash(String($0).utf8) | 1 }
    guard letters.count + 1 >= TypoTolerance.fewestLetters else { return }
    // Polynomials: of what stands before each letter, and of what stands behind it.
    var before: [UInt64] = [0]
    for letter in letters { before.append(before[before.count - 1] &* Self.factor &+ letter) }
    var behind: UInt64 = 0
    var power: UInt64 = 1
    hashes.append((before[letters.count], form))
    for index in letters.indices.reversed() {
      hashes.append((before[index] &* power &+ behind, form))
      behind = behind &+ letters[index] &* power
      power = power &* Self.factor
    }
  }

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// FNV-1a.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
