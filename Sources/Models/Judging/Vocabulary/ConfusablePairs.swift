import RabbleQuestions

/// Two questions, one of whose answers a typo away, or an article or a plural away, from the other's.
public struct ConfusablePair: Hashable, Sendable {
  /// The question that stands first.
  public let first: Question
  /// One of its answers.
  public let firstAnswer: String
  /// The question that stands later.
  public let second: Question
  /// One of its answers.
  public let secondAnswer: String
}

extension Vocabulary {
  /// Every pair of questions whose answers the tolerance for meanings alone could confuse, in the
  /// order of the questions. The judge, who knows this vocabulary, accepts none of them.
  ///
  /// Two texts are one edit apart only if leaving out one letter at most of each makes them the same,
  /// so it takes time in proportion to all letters of all answers, not to the pairs.
  public var confusablePairs: [ConfusablePair] {
    let entries = questions.flatMap { question in
      AnswerSheet(question).answers.filter(\.allowsTypos).flatMap { answer in
        answer.variants.map { Entry(question: question, answer: answer.text, variant: $0) }
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
          first: entries[other].question, firstAnswer: entries[other].answer,
          second: entry.question, secondAnswer: entry.answer)
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
  let words: [Substring]

  init(question: Question, answer: String, variant: String) {
    self.question = question
    self.answer = answer
    strict = TextFold.strict(variant)
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
    guard question.prompt != other.question.prompt, strict != other.strict else { return false }
    return MeaningFold.key(of: words) == MeaningFold.key(of: other.words)
      || TypoTolerance.allows(words, for: other.words)
  }
}
