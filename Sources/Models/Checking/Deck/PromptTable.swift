import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// The questions that show the same prompt, case, width, spaces and punctuation aside.
struct PromptTable {
  /// The places of questions of one prompt, in order; only where there are several.
  private(set) var shared: [[Library.Place]] = []

  init(_ library: Library) {
    var first: [String: Library.Place] = [:]
    var more: [String: [Library.Place]] = [:]
    first.reserveCapacity(
      library.decks.reduce(0) { $0 + $1.groups.reduce(0) { $0 + $1.questions.count } })
    library.forEachQuestion { place, source in
      let question = source.question
      guard !question.prompt.isEmpty, question.cloze == nil else { return }
      let key = TextFold.plain(question.prompt)
      if let found = first.updateValue(place, forKey: key) {
        first[key] = found
        more[key, default: [found]].append(place)
      }
    }
    shared = more.values.sorted {
      ($0[0].deck, $0[0].group, $0[0].question) < ($1[0].deck, $1[0].group, $1[0].question)
    }
  }
}

extension Question {
  /// Whether another question takes one of this one's answers, case and punctuation aside.
  func sharesAnswer(with other: Question) -> Bool {
    let own = Set(AnswerText.alternatives(of: answer).map { TextFold.plain($0) })
    return AnswerText.alternatives(of: other.answer).contains { own.contains(TextFold.plain($0)) }
  }
}
