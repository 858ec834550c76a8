import RabbleLanguages
import RabbleQuestions
import RabbleText

extension Judgment {
  /// The verdict on an answer that is wrong: its kinds of miss, and the nearest right answer; "try
  /// again" where it shows no gap in knowledge.
  func miss() -> Verdict {
    if let verdict = askedAgain() { return verdict }
    // A word that is missing in another sentence as well tells nothing about this one.
    let isBlank = question.direction.kind == .cloze
    let owners = isBlank ? [] : ownersWithAccents()
    let reading = nearestReading() ?? nearestWriting()
    let (mistakes, right, alignment) =
      accentMiss() ?? reading.map {
        (mistakes: $0.comparison.kinds, right: $0.right, alignment: $0.alignment)
      } ?? nearestWords()
    let isNamed = mistakes.contains { $0 != .other && $0 != .typo && $0 != .synonym }
    let all =
      owners.isEmpty ? mistakes : isNamed ? mistakes + [.otherAnswer] : [.otherAnswer]
    let main = all.first ?? .other
    let reason =
      switch main {
      case .otherAnswer: ""
      case .accent: Message.accents(alignment)
      case _ where reading?.comparison.kinds == mistakes:
        reading.map { Message.places($0.comparison, inKatakana: $0.inKatakana) } ?? ""
      default: Message.wrong(main)
      }
    let parts = [
      reason.isEmpty ? nil : reason,
      owners.isEmpty ? nil : Message.answerOf(owners, typed: line.text),
    ]
    return Verdict(
      kind: .wrong,
      message: parts.compactMap { $0 }.joined(separator: " "),
      mistakes: all,
      right: right,
      alignment: alignment,
      mistakenFor: owners
    )
  }

  /// The other questions that the line answers, with their accents where those must be right.
  private func ownersWithAccents() -> [AskedQuestion] {
    let owners = vocabulary.owners(of: line, besides: question)
    guard demandsAccents else { return owners }
    let accented = TextFold.accented(line.text)
    return owners.filter { other in
      let same = other.allAnswers.flatMap(AnswerList.variants)
        .filter { TextFold.strict($0) == line.strict }
      return same.isEmpty || same.contains { TextFold.accented($0) == accented }
    }
  }

  /// The right reading that is nearest to one of the line, and how the two differ.
  struct NearestReading {
    let comparison: ReadingMistakes
    let right: String
    let alignment: Alignment
    let inKatakana: Bool
  }

  /// Whether the learner saw the right kana as katakana. Of a sentence with a blank only the blank counts:
  /// a name in katakana beside it says nothing of the particle.
  private var isInKatakana: Bool {
    var seen = question.answer
    if question.direction.kind != .cloze { seen += question.prompt }
    let scripts = Set(seen.unicodeScalars.map { Script(of: $0) })
    return scripts.contains(.katakana) && scripts.isDisjoint(with: [.hiragana, .kanji])
  }

  /// Compared as readings. Keys are drawn against the keys that spell the right reading, as near to
  /// them as any romanization comes.
  private func nearestReading() -> NearestReading? {
    let inKatakana = isInKatakana
    let compared = sheet.answers.flatMap { answer in
      answer.targets.flatMap { target in
        line.readings.map { typed in
          (
            answer: answer, target: target,
            comparison: ReadingMistakes(
              typed: line.keys == nil ? typed : target.withParticles(typed),
              right: target.reading, particles: target.particles, inKatakana: inKatakana)
          )
        }
      }
    }
    let counted = compared.map { (compared: $0, count: $0.comparison.count) }
    guard let least = counted.map({ $0.count }).min() else { return nil }
    // Of several that are as near, one that sounds the same.
    let near = counted.filter { $0.count == least }.map { $0.compared }
    let said =
      near.dropFirst().isEmpty
      ? nil : near.first(where: { $0.comparison.kinds.contains(.particle) })
    guard let nearest = said ?? near.first else { return nil }
    let alignment: Alignment
    if line.kana != nil {
      alignment = Alignment(
        typed: line.text, right: nearest.comparison.rightText(inKatakana: line.text.isInKatakana))
    } else {
      let kana = String(nearest.target.reading)
      let spellings =
        (nearest.answer.form == .kana ? [] : [nearest.answer.text])
        + [Romanization.hepburn, .wapuro, .kunrei, .hepburnWithMacrons].map { $0.romanized(kana) }
      alignment =
        spellings.map { Alignment(typed: line.text, right: $0) }
        .min { $0.cost < $1.cost } ?? Alignment(typed: line.text, right: nearest.answer.text)
    }
    return NearestReading(
      comparison: nearest.comparison, right: nearest.answer.text, alignment: alignment,
      inKatakana: inKatakana)
  }

  /// Compared as words.
  private func nearestWords() -> (mistakes: [MistakeKind], right: String, alignment: Alignment) {
    let compared = sheet.answers.flatMap { answer in
      answer.variants.map {
        (answer: answer.text, alignment: Alignment(typed: line.text, right: $0))
      }
    }
    let nearest = compared.min { $0.alignment.cost < $1.alignment.cost }
    let right = nearest?.answer ?? question.answer
    let alignment = nearest?.alignment ?? Alignment(typed: line.text, right: right)
    if let mistake = formMistake(right) { return ([mistake], right, alignment) }
    if isMisspelling(of: right) { return ([.typo], right, alignment) }
    let words = Set(language.words(in: line.text).map(language.shared.singular))
    let shared = sheet.answers.contains { answer in
      language.words(in: answer.text).contains {
        $0.count > 3 && words.contains(language.shared.singular($0))
      }
    }
    if shared { return ([.synonym], right, alignment) }
    return ([alignment.cost * 3 <= line.text.count ? .typo : .other], right, alignment)
  }
}

extension Judgment {
  /// Whether the line has another article than an answer in the language that is learned, another form
  /// of one of its words, or a misspelled one.
  private func formMistake(_ text: String) -> MistakeKind? {
    guard !language.isKnown, !line.hasJapanese else { return nil }
    let articles = language.value.articles
    let typed = language.words(in: language.shared.withArticlesApart(line.text))
    for variant in AnswerList.variants(of: text) {
      let right = language.words(in: language.shared.withArticlesApart(variant))
      if typed.count == right.count + 1, articles.contains(typed[0]), typed[1...] == right[...] {
        return .article
      }
      guard typed.count == right.count, typed != right else { continue }
      let differing = zip(typed, right).filter { typed, right in
        typed != right && !(articles.contains(typed) && articles.contains(right))
      }
      if differing.isEmpty { return .article }
      if differing.allSatisfy({ Self.areAlike($0, $1) }) {
        return differing.allSatisfy { isForm($0, of: $1) } ? .form : .typo
      }
    }
    return nil
  }

  /// Whether a word that is like another may be a form of it: it has the stem, and the decks know it or
  /// it ends in another letter; of a language with a word list, any word.
  private func isForm(_ typed: Substring, of right: Substring) -> Bool {
    let stem = zip(typed, right).prefix { $0 == $1 }.count
    let (shorter, longer) = (min(typed.count, right.count), max(typed.count, right.count))
    let hasStem = stem >= 3 && stem * 5 > longer * 3
    if let list = language.value.wordList { return hasStem && list.contains(typed) }
    if vocabulary.hasWord(typed) { return hasStem }
    guard hasStem || (stem >= 4 && stem * 5 >= shorter * 3) else { return false }
    let isHangul = typed.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    return typed.last != right.last && !isHangul
      && Typo(from: Array(typed), to: Array(right))?.kind != .swap
  }

  /// Whether one word of a phrase has a typo that makes no word.
  private func isMisspelling(of text: String) -> Bool {
    guard !line.hasJapanese else { return false }
    let typed = language.words(in: line.text)
    return AnswerList.variants(of: text).contains { variant in
      let right = language.words(in: variant)
      let differing = zip(typed, right).filter { $0 != $1 }
      guard typed.count > 1, typed.count == right.count, differing.count == 1 else { return false }
      let (typedWord, rightWord) = differing[0]
      return rightWord.count >= 3 && !isWord(typedWord)
        && Typo(from: Array(typedWord), to: Array(rightWord)) != nil
    }
  }

  private func isWord(_ word: Substring) -> Bool {
    language.value.wordList?.hasCommon(word) ?? vocabulary.hasWord(word)
  }

  /// Whether two words share most of their beginning, and have other ends or vowels.
  private static func areAlike(_ one: Substring, _ other: Substring) -> Bool {
    let shared = zip(one, other).prefix { $0 == $1 }.count
    let shorter = min(one.count, other.count)
    return shorter >= 3 && shared >= 2 && shared * 2 >= shorter && abs(one.count - other.count) <= 4
      && max(one.count, other.count) - shared <= 4
  }
}

extension Alignment {
  /// How many edits lie between the two texts.
  fileprivate var cost: Int {
    pieces.reduce(0) { cost, piece in
      cost
        + (piece.kind == .same
          ? 0 : max(1, piece.typed.count, piece.right.count) - (piece.kind == .swapped ? 1 : 0))
    }
  }
}

/// What kinds of miss lie between a typed reading and the right one.
struct ReadingMistakes {
  private let typed: Reading
  private let right: Reading
  private let particles: Set<Int>
  private let inKatakana: Bool

  /// Looks at two readings that differ; `particles` tells where は and へ of the right one are particles,
  /// `inKatakana` in which kana the learner saw them.
  init(typed: Reading, right: Reading, particles: Set<Int>, inKatakana: Bool) {
    self.typed = typed
    self.right = right
    self.particles = particles
    self.inKatakana = inKatakana
  }

  /// The kinds, as they come from left to right and each once; `.other` if the two have too little
  /// in common to compare.
  var kinds: [MistakeKind] {
    if differsByKeysOfNOnly { return [.syllabicN] }
    let all = places.map(\.mistake)
    if all.isEmpty { return [.other] }
    var mistakes: [MistakeKind] = []
    for mistake in all where !mistakes.contains(mistake) { mistakes.append(mistake) }
    return mistakes.filter { $0 != .typo } + (mistakes.contains(.typo) ? [.typo] : [])
  }

  /// One place where two readings differ.
  struct Difference {
    /// Which kind of miss it is.
    let mistake: MistakeKind
    /// The kana that were typed; none where one is missing.
    let typed: Reading
    /// The right kana; none where one is too many.
    let right: Reading
    /// The kana before it, if there is one.
    let previous: Unicode.Scalar?
  }

  /// The places from left to right; none if the two have too little in common to compare. Kana in a row
  /// that differ are one place without a name, unless all of them are one kind of mistake.
  var places: [Difference] {
    guard typed.count * right.count <= Alignment.mostComparisons else { return [] }
    let runs = AlignmentPath(typed, right).steps.split { $0.kind == .same }.map { steps in
      steps.map { step in
        Difference(
          mistake: mistake(step), typed: Reading(typed[step.one]),
          right: Reading(right[step.other]),
          previous: step.kind == .extra
            ? before(step.one.lowerBound, typed) : before(step.other.lowerBound, right))
      }
    }
    let count = runs.joined().count
    let unnamed = runs.joined().count { $0.mistake == .typo }
    let length = max(typed.count, right.count)
    guard unnamed * 3 <= length, count <= 3 || count * 2 <= length else { return [] }
    return runs.flatMap { run -> [Difference] in
      let isOfOneKind = run[0].mistake != .typo && run.allSatisfy { $0.mistake == run[0].mistake }
      guard run.count > 1, !isOfOneKind else { return run }
      return [
        Difference(
          mistake: .typo, typed: run.flatMap { $0.typed }, right: run.flatMap { $0.right },
          previous: run[0].previous)
      ]
    }
  }

  /// The right reading, in katakana where that is what was typed.
  func rightText(inKatakana: Bool) -> String {
    String(String.UnicodeScalarView(inKatakana ? right.map(\.asKatakana) : right))
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

  /// Whether the difference is nothing but large や, ゆ, よ, つ or vowels typed for small ones.
  var differsByLargeForSmallOnly: Bool {
    typed.count == right.count && typed != right
      && zip(typed, right).allSatisfy { $0 == $1 || $1.asLargeKana == $0 }
  }

  /// Whether the difference is nothing but large つ typed for small っ.
  var differsByLargeTsuOnly: Bool {
    typed.count == right.count && typed != right
      && zip(typed, right).allSatisfy { $0 == $1 || ($0 == "つ" && $1 == "っ") }
  }

  /// Whether the difference is nothing but particles written as they sound.
  var differsByParticlesOnly: Bool {
    typed.count == right.count && typed != right
      && typed.indices.allSatisfy {
        typed[$0] == right[$0] || isParticle(at: $0, as: typed[$0])
      }
  }

  /// Whether the keys for the two differ only in how often n is struck, and in its apostrophe; the keys
  /// of a particle may be those of its sound.
  var differsByKeysOfNOnly: Bool {
    guard typed != right, abs(typed.count - right.count) <= 1 else { return false }
    let heard = typed.map { $0 == "を" ? "お" : $0 }
    let spelled = right.map { $0 == "を" ? "お" : $0 }
    let said = spelled.enumerated().map { place, kana in
      particles.contains(place) ? Particles.said[kana] ?? kana : kana
    }
    return heard != spelled && heard != said
      && [spelled, said].map(keysWithOneN).contains(keysWithOneN(heard))
  }

  private func keysWithOneN(_ reading: Reading) -> String {
    var keys = ""
    for key in Romanization.wapuro.romanized(String(reading)) where key != "'" {
      if key != "n" || keys.last != "n" { keys.append(key) }
    }
    return keys
  }

  private func mistake(_ step: AlignmentPath.Step) -> MistakeKind {
    switch step.kind {
    case .missing: alone(right[step.other.lowerBound], after: before(step.other.lowerBound, right))
    case .extra: alone(typed[step.one.lowerBound], after: before(step.one.lowerBound, typed))
    case .replaced: replaced(typed[step.one.lowerBound], at: step.other.lowerBound)
    case .same, .swapped: .typo
    }
  }

  /// The kana before a place; of a vowel that is doubled, the first of the two.
  private func before(_ index: Int, _ reading: Reading) -> Unicode.Scalar? {
    let kana = reading[index]
    if index + 1 < reading.count, reading[index + 1] == kana, kana.vowel == kana { return kana }
    return index > 0 ? reading[index - 1] : nil
  }

  private func alone(_ kana: Unicode.Scalar, after previous: Unicode.Scalar?) -> MistakeKind {
    switch kana {
    case "っ": .smallTsu
    case "ん": .syllabicN
    case _ where previous.map { lengthens(kana, $0) } == true: .longVowel
    case _ where kana.isSmallKana: .smallKana
    default: .typo
    }
  }

  private func replaced(_ kana: Unicode.Scalar, at place: Int) -> MistakeKind {
    let (previous, right) = (place > 0 ? self.right[place - 1] : nil, self.right[place])
    if VoicingMark.removed(from: kana) == VoicingMark.removed(from: right) { return .dakuten }
    if kana.asLargeKana == right.asLargeKana {
      return kana == "っ" || right == "っ" ? .smallTsu : .smallKana
    }
    if isParticle(at: place, as: kana) { return .particle }
    if kana.bySound == right.bySound { return .soundAlike }
    if let previous, lengthens(kana, previous), lengthens(right, previous) { return .longVowel }
    if LookAlikes.areAlike(kana, right, inKatakana: inKatakana) { return .lookAlike }
    if kana == "ん" || right == "ん" { return .syllabicN }
    return .typo
  }

  private func lengthens(_ kana: Unicode.Scalar, _ previous: Unicode.Scalar) -> Bool {
    switch (kana, previous.vowel) {
    case (_, nil): false
    case (.longMark, _), ("う", "お"), ("い", "え"): true
    case (_, let vowel): kana == vowel
    }
  }

  /// Whether the right kana at a place is a particle that sounds like this one; を always is.
  private func isParticle(at place: Int, as sound: Unicode.Scalar) -> Bool {
    right[place] == "を"
      ? sound == "お" : particles.contains(place) && Particles.said[right[place]] == sound
  }
}

extension String {
  /// Whether all its kana are katakana, and there are some.
  fileprivate var isInKatakana: Bool {
    let scripts = inOrdinaryWidth.unicodeScalars.map(Script.init)
    return scripts.contains(.katakana) && !scripts.contains(.hiragana)
  }
}
