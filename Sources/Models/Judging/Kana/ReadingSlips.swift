/// What kinds of miss lie between a typed reading and the right one.
struct ReadingSlips {
  private let typed: Reading
  private let right: Reading
  private let inKatakana: Bool

  /// Looks at two readings that differ; `inKatakana` tells in which kana the learner saw them.
  init(typed: Reading, right: Reading, inKatakana: Bool) {
    self.typed = typed
    self.right = right
    self.inKatakana = inKatakana
  }

  /// The kinds, as they come from left to right and each once; `.other` if the two have too little
  /// in common to compare.
  var slips: [Slip] {
    if differsByKeysOfNOnly { return [.syllabicN] }
    guard typed.count * right.count <= Alignment.mostComparisons else { return [.other] }
    let path = AlignmentPath(typed, right)
    var slips: [Slip] = []
    var unnamed = 0
    for step in path.steps where step.kind != .same {
      let slip = self.slip(step)
      if slip == .typo { unnamed += 1 }
      if !slips.contains(slip) { slips.append(slip) }
    }
    if unnamed * 3 > max(typed.count, right.count) { return [.other] }
    return slips.filter { $0 != .typo } + (unnamed > 0 ? [.typo] : [])
  }

  /// How many kana differ, or the longer length if the two are too long to compare.
  var count: Int {
    guard typed.count * right.count <= Alignment.mostComparisons else {
      return max(typed.count, right.count)
    }
    return AlignmentPath(typed, right).cost
  }

  /// Whether the difference is nothing but a vowel typed for ー, the same length of the same sound.
  var differsByLongMarkOnly: Bool {
    typed.count == right.count && typed != right
      && typed.indices.allSatisfy { index in
        typed[index] == right[index]
          || (right[index] == .longMark && index > 0 && lengthens(typed[index], right[index - 1]))
      }
  }

  /// Whether the difference is nothing but large や, ゆ, よ or vowels typed for small ones.
  var differsByLargeForSmallOnly: Bool {
    typed.count == right.count && typed != right
      && zip(typed, right).allSatisfy { $0 == $1 || ($1.isSmallKana && $1.asLargeKana == $0) }
  }

  /// Whether the difference is nothing but particles written as they sound.
  var differsByParticlesOnly: Bool {
    typed.count == right.count && typed != right
      && zip(typed, right).allSatisfy { $0 == $1 || Self.isParticle($1, as: $0) }
  }

  /// Whether the keys for the two differ only in how often n is struck, and in its apostrophe.
  var differsByKeysOfNOnly: Bool {
    typed != right && abs(typed.count - right.count) <= 1
      && keysWithOneN(typed) == keysWithOneN(right)
  }

  private func keysWithOneN(_ reading: Reading) -> String {
    var keys = ""
    for key in Romanization.wapuro.romanized(String(reading)) where key != "'" {
      if key != "n" || keys.last != "n" { keys.append(key) }
    }
    return keys
  }

  private func slip(_ step: AlignmentPath.Step) -> Slip {
    switch step.kind {
    case .missing: alone(right[step.other.lowerBound], after: before(step.other.lowerBound, right))
    case .extra: alone(typed[step.one.lowerBound], after: before(step.one.lowerBound, typed))
    case .replaced:
      replaced(
        typed[step.one.lowerBound],
        right[step.other.lowerBound],
        after: before(step.other.lowerBound, right)
      )
    case .same, .swapped: .typo
    }
  }

  private func before(_ index: Int, _ reading: Reading) -> Unicode.Scalar? {
    index > 0 ? reading[index - 1] : nil
  }

  private func alone(_ kana: Unicode.Scalar, after previous: Unicode.Scalar?) -> Slip {
    switch kana {
    case "っ": .smallTsu
    case "ん": .syllabicN
    case _ where previous.map { lengthens(kana, $0) } == true: .longVowel
    case _ where kana.isSmallKana: .smallKana
    default: .typo
    }
  }

  private func replaced(
    _ kana: Unicode.Scalar,
    _ right: Unicode.Scalar,
    after previous: Unicode.Scalar?
  ) -> Slip {
    if VoicingMark.removed(from: kana) == VoicingMark.removed(from: right) { return .dakuten }
    if kana.asLargeKana == right.asLargeKana {
      return kana == "っ" || right == "っ" ? .smallTsu : .smallKana
    }
    if Self.isParticle(right, as: kana) || Self.isParticle(kana, as: right) { return .particle }
    if kana.bySound == right.bySound { return .soundAlike }
    if let previous, lengthens(kana, previous), lengthens(right, previous) { return .longVowel }
    if LookAlikes.areAlike(kana, right, inKatakana: inKatakana) { return .lookAlike }
    if kana == "ん" || right == "ん" { return .syllabicN }
    if kana == "っ" || right == "っ" { return .smallTsu }
    return .typo
  }

  private func lengthens(_ kana: Unicode.Scalar, _ previous: Unicode.Scalar) -> Bool {
    switch (kana, previous.vowel) {
    case (_, nil): false
    case (.longMark, _), ("う", "お"), ("い", "え"): true
    case (_, let vowel): kana == vowel
    }
  }

  private static func isParticle(_ kana: Unicode.Scalar, as sound: Unicode.Scalar) -> Bool {
    switch (kana, sound) {
    case ("は", "わ"), ("へ", "え"), ("を", "お"): true
    default: false
    }
  }
}
