import RabbleQuestions

extension Vocabulary {
  /// Every pair of questions whose answers the tolerance for meanings alone could confuse, in the
  /// order of the questions. The judge, who knows this vocabulary, accepts none of them.
  public var confusablePairs: [ConfusablePair] {
    var search = ConfusableSearch(questions, shown: questions) {
      asksForWords.contains(questions[$0])
    }
    return search.pairs()
  }

  /// The same for the groups' answers as their decks have them, without making a vocabulary of them.
  public static func confusablePairs(in groups: [QuestionGroup]) -> [ConfusablePair] {
    var asked: [Question] = []
    var shown: [Question] = []
    var owners: [Int32] = []
    var starts = [0]
    for (number, group) in groups.enumerated() {
      for question in group.questions
      where question.askedDirections(byDefault: group.directions).contains(.recognition) {
        asked.append(question.asked(.recognition))
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

/// Tells whose answers are words, group by group, and only of groups that are asked about.
private final class LazyWords {
  private let questions: [Question]
  private let owners: [Int32]
  private let starts: [Int]
  private var known: [Int32: Set<Question>] = [:]

  init(questions: [Question], owners: [Int32], starts: [Int]) {
    self.questions = questions
    self.owners = owners
    self.starts = starts
  }

  func areWords(_ index: Int) -> Bool {
    let owner = owners[index]
    let words =
      known[owner]
      ?? Set(
        Vocabulary.questionsOfWords(in: questions[starts[Int(owner)]..<starts[Int(owner) + 1]]))
    known[owner] = words
    return words.contains(questions[index])
  }
}
