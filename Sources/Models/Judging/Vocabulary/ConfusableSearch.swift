import RabbleQuestions

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
  private let questions: [Question]
  /// The same questions as pairs shall have them.
  private let shown: [Question]
  /// Tells of the question of a number whether its Latin answers are words.
  private let areWords: (Int) -> Bool
  private var entries: [Entry] = []
  private var forms: [ConfusableForm] = []
  private var sheets: [Int32: Sheet] = [:]
  private var wordsOfForms: [Int32: [Substring]] = [:]

  init(_ questions: [Question], shown: [Question], areWords: @escaping (Int) -> Bool) {
    self.questions = questions
    self.shown = shown
    self.areWords = areWords
  }

  /// The pairs in the order of the later question, then of the earlier one.
  mutating func pairs() -> [ConfusablePair] {
    collect()
    var byForm: [Int32: [Int]] = [:]
    let candidates = ConfusableForm.candidates(forms)
    let wanted = Set(candidates.flatMap { [$0.one, $0.other] })
    for (index, entry) in entries.enumerated() where wanted.contains(entry.form) {
      byForm[entry.form, default: []].append(index)
    }
    var places: [(later: Int, earlier: Int)] = []
    for (one, other) in candidates where areConfusable(one, other) {
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
      let texts = question.answerTexts + question.alternatives
      for text in texts where !text.hasJapanese {
        for variant in AnswerText.variants(of: text) {
          let strict = TextFold.strict(variant)
          let number = numbers[strict] ?? Int32(forms.count)
          if number == forms.count {
            numbers[strict] = number
            forms.append(ConfusableForm(strict))
          }
          entries.append(Entry(question: Int32(index), answer: text, form: number))
        }
      }
    }
  }

  private mutating func areConfusable(_ one: Int32, _ other: Int32) -> Bool {
    let first = words(one)
    let second = words(other)
    return MeaningFold.key(of: first) == MeaningFold.key(of: second)
      || TypoTolerance.allows(second, for: first)
  }

  private mutating func words(_ form: Int32) -> [Substring] {
    if let words = wordsOfForms[form] { return words }
    let words = MeaningFold.words(of: forms[Int(form)].strict)
    wordsOfForms[form] = words
    return words
  }

  /// Whether two entries are of two prompts, and neither is a right answer of the other's question.
  private mutating func isPair(_ one: Entry, _ other: Entry) -> Bool {
    let first = questions[Int(one.question)]
    let second = questions[Int(other.question)]
    guard first.prompt != second.prompt else { return false }
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
