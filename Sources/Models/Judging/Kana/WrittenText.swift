import RabbleText

/// A Japanese text as it is written: its letters, and the hiragana that follow each of the others.
struct WrittenText {
  /// A letter that is no hiragana, and the hiragana after it.
  private struct Letter {
    let scalar: Unicode.Scalar
    var okurigana: Reading = []
  }

  private let scalars: [Unicode.Scalar]
  private let leading: Reading
  private let letters: [Letter]

  /// Takes a text; width and punctuation make no difference.
  init(_ text: String) {
    scalars = text.inOrdinaryWidth.unicodeScalars.compactMap { $0.isIgnorable ? nil : $0 }
    var leading: Reading = []
    var letters: [Letter] = []
    for scalar in scalars {
      if Script(of: scalar) != .hiragana {
        letters.append(Letter(scalar: scalar))
      } else if letters.isEmpty {
        leading.append(scalar)
      } else {
        letters[letters.count - 1].okurigana.append(scalar)
      }
    }
    self.leading = leading
    self.letters = letters
  }

  /// Whether it has the same kanji as another text in the same order, and at least one.
  func hasKanji(of other: WrittenText) -> Bool { !kanji.isEmpty && kanji == other.kanji }

  private var kanji: [Unicode.Scalar] { scalars.filter { Script(of: $0) == .kanji } }

  /// Whether it is the right text with other okurigana: kana that are left out after its kanji, or
  /// added there: 食る for 食べる, 受付 for 受け付け. Another particle, another tense and another verb
  /// are more than that: 出す is not 出る.
  func differsInOkuriganaOnly(from right: WrittenText) -> Bool {
    guard hasKanji(of: right), letters.map(\.scalar) == right.letters.map(\.scalar) else {
      return false
    }
    let places = letters.indices.filter { letters[$0].okurigana != right.letters[$0].okurigana }
    if places.isEmpty {
      return leading != right.leading
        && [leading, right.leading].allSatisfy { $0.isEmpty || Okurigana.prefixes.contains($0) }
    }
    guard leading == right.leading,
      places.allSatisfy({ Script(of: letters[$0].scalar) == .kanji })
    else { return false }
    return places.allSatisfy { leavesOutKana(of: right, at: $0) }
      || places.allSatisfy {
        Self.isTakenUp(right.letters[$0].okurigana, letters[$0].okurigana)
      }
  }

  /// Whether it has one kana less after a kanji than the right text has there.
  private func leavesOutKana(of right: WrittenText, at place: Int) -> Bool {
    let (typed, own) = (letters[place].okurigana, right.letters[place].okurigana)
    if Self.isTakenUp(typed, own) { return true }
    return place == letters.count - 1 && right.isOneWord && !typed.isEmpty
      && typed == Reading(own.dropLast()) && Okurigana.isPossible(typed)
      && Okurigana.isPossible(own)
  }

  /// Whether the kanji has taken up the first of its kana: る for わる in 終わる.
  private static func isTakenUp(_ shorter: Reading, _ longer: Reading) -> Bool {
    guard longer.count == shorter.count + 1, longer.ends(with: shorter),
      !Okurigana.others.contains([longer[0]])
    else { return false }
    // A particle that is left out is not okurigana; the か and が of 分かる and 上がる are.
    return shorter.count == 1 || !(Okurigana.particles + ["か"]).contains(longer[0])
  }

  /// Whether nothing in it but kanji and their okurigana tells of a second word.
  private var isOneWord: Bool {
    letters.allSatisfy { Script(of: $0.scalar) == .kanji }
      && letters.dropLast().allSatisfy { letter in
        letter.okurigana.last.map {
          !Okurigana.particles.contains($0) && !Okurigana.others.contains([$0])
        } ?? true
      }
  }

  /// What it is compared by with another text of the same kanji: its letters, and each kanji twice, as
  /// most are read with two kana.
  var comparable: Reading { scalars.flatMap(Self.compared) }

  /// The places of は and へ in `comparable` where they are particles.
  var particles: Set<Int> {
    var places: Set<Int> = []
    var place = 0
    for (index, scalar) in scalars.enumerated() {
      if Particles.isParticle(at: index, of: scalars) { places.insert(place) }
      place += Self.compared(scalar).count
    }
    return places
  }

  private static func compared(_ scalar: Unicode.Scalar) -> Reading {
    Script(of: scalar) == .kanji ? [scalar, scalar] : [scalar.asHiragana]
  }
}

extension Judgment {
  /// Whether the line is a right answer with other okurigana.
  var hasOtherOkurigana: Bool {
    let typed = WrittenText(line.text)
    return sheet.answers.contains {
      $0.form == .written && typed.differsInOkuriganaOnly(from: WrittenText($0.text))
    }
  }

  /// Whether the line is a right answer with its kanji, and particles written as they sound.
  var hasParticlesAsSaid: Bool {
    let typed = WrittenText(line.text)
    return sheet.answers.contains { answer in
      guard answer.form == .written else { return false }
      let right = WrittenText(answer.text)
      return typed.hasKanji(of: right)
        && ReadingMistakes(
          typed: typed.comparable, right: right.comparable, particles: right.particles,
          inKatakana: false
        ).differsByParticlesOnly
    }
  }

  /// The right answer with the kanji of the line that is nearest to it, and how their kana differ.
  func nearestWriting() -> NearestReading? {
    guard line.hasKanji else { return nil }
    let typed = WrittenText(line.text)
    var nearest: (answer: AcceptedAnswer, comparison: ReadingMistakes, count: Int)?
    for answer in sheet.answers where answer.form == .written {
      let right = WrittenText(answer.text)
      guard typed.hasKanji(of: right) else { continue }
      let comparison = ReadingMistakes(
        typed: typed.comparable, right: right.comparable, particles: right.particles,
        inKatakana: false)
      let count = comparison.count
      if nearest.map({ count < $0.count }) ?? true { nearest = (answer, comparison, count) }
    }
    guard let (answer, comparison, _) = nearest, !comparison.places.isEmpty else { return nil }
    return NearestReading(
      comparison: comparison, right: answer.text,
      alignment: Alignment(typed: line.text, right: answer.text), inKatakana: false)
  }
}
