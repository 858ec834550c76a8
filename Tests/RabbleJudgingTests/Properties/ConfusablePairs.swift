import RabbleLanguages
import RabbleQuestions
import RabbleText

@testable import RabbleJudging

/// Two questions, one of whose answers is a typo, an article, a plural, an accent, a capital or a sign away
/// from the other's.
struct ConfusablePair: Hashable, Sendable {
  /// The question that stands first.
  let first: Question
  /// One of its answers.
  let firstAnswer: String
  /// The question that stands later.
  let second: Question
  /// One of its answers.
  let secondAnswer: String
}

extension Vocabulary {
  /// Every pair of questions that groups ask in recognition, whose answers the tolerance for meanings alone
  /// could confuse, in the order of the questions. A judge who knows them accepts none of them.
  static func confusablePairs(in groups: [QuestionGroup]) -> [ConfusablePair] {
    var asked: [AskedQuestion] = []
    var shown: [Question] = []
    var owners: [Int32] = []
    var starts = [0]
    for (number, group) in groups.enumerated() {
      for question in group.questions
      where question.askedDirections(byDefault: group.directions).contains(.recognition) {
        asked.append(question.asked(.recognition, in: group.askingContext))
        shown.append(question)
        owners.append(Int32(number))
      }
      starts.append(asked.count)
    }
    let words = LazyWords(questions: asked, owners: owners, starts: starts)
    var search = ConfusableSearch(asked, shown: shown) { words.areWords($0) }
    return search.pairs()
  }
}

/// Finds out which questions have words for answers, group by group and only where it is asked.
private final class LazyWords {
  private let questions: [AskedQuestion]
  private let owners: [Int32]
  private let starts: [Int]
  private var known: [Int32: Set<AskedQuestion>] = [:]

  init(questions: [AskedQuestion], owners: [Int32], starts: [Int]) {
    self.questions = questions
    self.owners = owners
    self.starts = starts
  }

  func areWords(_ index: Int) -> Bool {
    let owner = owners[index]
    let words = known[owner] ?? words(in: questions[starts[Int(owner)]..<starts[Int(owner) + 1]])
    known[owner] = words
    return words.contains(questions[index])
  }

  private func words(in questions: ArraySlice<AskedQuestion>) -> Set<AskedQuestion> {
    let undecided = questions.filter(RomajiAnswers.isUndecided)
    let doubtful = undecided.filter(RomajiAnswers.couldBeRomaji)
    return AnswerIndex.areWords(doubtful: doubtful.count, of: undecided.count) ? Set(doubtful) : []
  }
}

/// Finds the answers of different questions that one typo, an article or a plural could turn into
/// one another.
///
/// Two texts are one edit apart only if leaving out one letter at most of each makes them the same,
/// and only texts with the same numbers in them are ever a typo apart: so it takes time in proportion
/// to all letters of all answers, not to the pairs.
struct ConfusableSearch {
  /// One form of one answer of one question.
  private struct Entry {
    let question: Int32
    let answer: String
    let form: Int32
  }

  /// The forms of a question's answers: all that are right, and those in which a typo may be let
  /// pass.
  private struct Sheet {
    let right: Set<String>
    let typable: Set<String>
  }

  /// The questions as they are asked.
  private let questions: [AskedQuestion]
  /// The same questions as the pairs hold them.
  private let shown: [Question]
  /// Whether the Latin answers of the question with this index are words.
  private let areWords: (Int) -> Bool
  /// The language in which meanings are compared.
  private let language = Languages.shipped.usual
  private var entries: [Entry] = []
  private var forms: [ConfusableForm] = []
  private var sheets: [Int32: Sheet] = [:]
  private var wordsOfForms: [Int32: [Substring]] = [:]

  init(_ questions: [AskedQuestion], shown: [Question], areWords: @escaping (Int) -> Bool) {
    self.questions = questions
    self.shown = shown
    self.areWords = areWords
  }

  /// The pairs in the order of the later question, then of the earlier one.
  mutating func pairs() -> [ConfusablePair] {
    collect()
    var byForm: [Int32: [Int]] = [:]
    let candidates = ConfusableForm.candidates(forms) + candidatesByWriting()
    let wanted = Set(candidates.flatMap { [$0.one, $0.other] })
    for (index, entry) in entries.enumerated() where wanted.contains(entry.form) {
      byForm[entry.form, default: []].append(index)
    }
    var places: [(later: Int, earlier: Int)] = []
    for (one, other) in candidates where one == other || areConfusable(one, other) {
      for first in byForm[one] ?? [] {
        for second in byForm[other] ?? [] where isPair(entries[first], entries[second]) {
          places.append((max(first, second), min(first, second)))
        }
      }
    }
    places.sort { ($0.later, $0.earlier) < ($1.later, $1.earlier) }
    var seen: Set<ConfusablePair> = []
    return places.compactMap { later, earlier in
      let pair = ConfusablePair(
        first: shown[Int(entries[earlier].question)], firstAnswer: entries[earlier].answer,
        second: shown[Int(entries[later].question)], secondAnswer: entries[later].answer)
      return seen.insert(pair).inserted ? pair : nil
    }
  }

  /// Collects the forms of all answers that have no Japanese in them.
  private mutating func collect() {
    var numbers: [String: Int32] = [:]
    for (index, question) in questions.enumerated() {
      let texts = question.allAnswers
      for text in texts where !text.hasJapanese {
        for variant in AnswerList.variants(of: text) {
          let strict = TextFold.strict(variant)
          let number = numbers[strict] ?? Int32(forms.count)
          if number == forms.count {
            numbers[strict] = number
            forms.append(ConfusableForm(strict, in: language))
          }
          entries.append(Entry(question: Int32(index), answer: text, form: number))
        }
      }
    }
  }

  /// The forms that several questions have, which accents, capitals or apostrophes may part; and the
  /// pairs of forms that only signs of numbers part.
  private func candidatesByWriting() -> [(one: Int32, other: Int32)] {
    var isShared: Set<Int32> = []
    var owners: [Int32: Int32] = [:]
    for entry in entries {
      let owner = owners.updateValue(entry.question, forKey: entry.form)
      if let owner, owner != entry.question { isShared.insert(entry.form) }
    }
    let numbers = Dictionary(grouping: forms.indices.filter { forms[$0].numbers != 0 }) {
      forms[$0].withoutSigns
    }
    let bySign = numbers.values.flatMap { places in
      places.flatMap { one in
        places.filter { $0 > one }.map { (one: Int32(one), other: Int32($0)) }
      }
    }
    return isShared.sorted().map { ($0, $0) } + bySign
  }

  private mutating func areConfusable(_ one: Int32, _ other: Int32) -> Bool {
    if forms[Int(one)].numbers != 0, forms[Int(one)].withoutSigns == forms[Int(other)].withoutSigns
    {
      return true
    }
    let first = words(one)
    let second = words(other)
    return language.key(of: first) == language.key(of: second)
      || TypoTolerance(language).allows(second, for: first)
  }

  private mutating func words(_ form: Int32) -> [Substring] {
    if let words = wordsOfForms[form] { return words }
    let words = language.words(ofFolded: forms[Int(form)].strict)
    wordsOfForms[form] = words
    return words
  }

  /// Whether two entries are of questions that count for one another, and neither is a right answer of
  /// the other's question.
  private mutating func isPair(_ one: Entry, _ other: Entry) -> Bool {
    let first = questions[Int(one.question)]
    let second = questions[Int(other.question)]
    guard TextFold.plain(first.prompt) != TextFold.plain(second.prompt),
      first.isOfLanguage(of: second), first.meanings.isDisjoint(with: second.meanings)
    else { return false }
    // The same letters: accents, capitals or apostrophes part the two.
    if one.form == other.form {
      return one.question != other.question && one.answer != other.answer
    }
    let sheetOfFirst = sheet(one.question)
    let sheetOfSecond = sheet(other.question)
    let strictOfFirst = forms[Int(one.form)].strict
    let strictOfSecond = forms[Int(other.form)].strict
    return sheetOfFirst.typable.contains(strictOfFirst)
      && sheetOfSecond.typable.contains(strictOfSecond)
      && !sheetOfFirst.right.contains(strictOfSecond)
      && !sheetOfSecond.right.contains(strictOfFirst)
  }

  /// The forms of a question's answers.
  private mutating func sheet(_ question: Int32) -> Sheet {
    if let known = sheets[question] { return known }
    let answers = AnswerSheet(questions[Int(question)], areWords: areWords(Int(question))).answers
    func forms(_ answers: [AcceptedAnswer]) -> Set<String> {
      Set(answers.flatMap(\.variants).map { TextFold.strict($0) })
    }
    let sheet = Sheet(right: forms(answers), typable: forms(answers.filter(\.allowsTypos)))
    sheets[question] = sheet
    return sheet
  }
}

/// A text as it is compared with others that a typo could turn it into.
struct ConfusableForm {
  /// The text, strictly folded.
  let strict: String
  /// Stands for the numbers in it: texts with other numbers are never a typo apart.
  let numbers: UInt64
  /// Stands for the words that are forgiven as the same.
  let key: UInt64
  private let language: SharedLanguage

  /// The letters and digits.
  var withoutSigns: String { strict.filter { $0.isLetter || $0.isNumber } }

  init(_ strict: String, in language: SharedLanguage) {
    self.strict = strict
    self.language = language
    let words = language.words(ofFolded: strict)
    key = FNV1a.hash(language.key(of: words).utf8)
    let hasNumber = strict.unicodeScalars.contains { scalar in
      scalar.isASCII
        ? ("0"..."9").contains(scalar) : scalar.properties.numericType != nil
    }
    numbers = hasNumber ? FNV1a.hash(TypoTolerance.digits(words).joined(separator: " ").utf8) : 0
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
    let letters = language.words(ofFolded: strict).joined().map { FNV1a.hash(String($0).utf8) | 1 }
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
}
