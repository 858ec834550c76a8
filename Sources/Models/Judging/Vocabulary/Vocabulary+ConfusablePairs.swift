import RabbleQuestions

extension Vocabulary {
  /// Every pair of questions whose answers the tolerance for meanings alone could confuse, in the
  /// order of the questions. The judge, who knows this vocabulary, accepts none of them.
  ///
  /// Two texts are one edit apart only if leaving out one letter at most of each makes them the same,
  /// so it takes time in proportion to all letters of all answers, not to the pairs.
  public var confusablePairs: [ConfusablePair] {
    let entries = questions.flatMap { question in
      let forms = AnswerSheet(question, areWords: asksForWords.contains(question)).answers.filter(
        \.allowsTypos
      ).flatMap { answer in
        answer.variants.map { (text: answer.text, strict: TextFold.strict($0)) }
      }
      let own = Set(forms.map(\.strict))
      return forms.map {
        Entry(question: question, answer: $0.text, strict: $0.strict, questionsOwn: own)
      }
    }
    var byShortened: [String: [Int]] = [:]
    var pairs: [ConfusablePair] = []
    var seen: Set<ConfusablePair> = []
    for (index, entry) in entries.enumerated() {
      var candidates: Set<Int> = []
      for shortened in entry.shortened {
        candidates.formUnion(byShortened[shortened] ?? [])
        byShortened[shortened, default: []].append(index)
      }
      for other in candidates.sorted() where entries[other].isConfusable(with: entry) {
        let pair = ConfusablePair(
          first: entries[other].question,
          firstAnswer: entries[other].answer,
          second: entry.question,
          secondAnswer: entry.answer
        )
        if seen.insert(pair).inserted { pairs.append(pair) }
      }
    }
    return pairs
  }
}

/// One form of one answer of one question.
private struct Entry {
  let question: Question
  let answer: String
  let strict: String
  /// All forms of all answers of the question: what is among them is right, and no confusion.
  let questionsOwn: Set<String>
  let words: [Substring]

  init(question: Question, answer: String, strict: String, questionsOwn: Set<String>) {
    self.question = question
    self.answer = answer
    self.strict = strict
    self.questionsOwn = questionsOwn
    words = MeaningFold.words(of: strict)
  }

  /// Its letters, and its letters less any one of them.
  var shortened: Set<String> {
    let letters = words.joined()
    var all: Set<String> = [letters, MeaningFold.key(of: words)]
    for index in letters.indices {
      all.insert(String(letters[..<index] + letters[letters.index(after: index)...]))
    }
    return all
  }

  func isConfusable(with other: Entry) -> Bool {
    guard question.prompt != other.question.prompt, !questionsOwn.contains(other.strict),
      !other.questionsOwn.contains(strict)
    else { return false }
    return MeaningFold.key(of: words) == MeaningFold.key(of: other.words)
      || TypoTolerance.allows(words, for: other.words)
  }
}
