import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleText

/// RW601–603, 607, 608: questions that repeat one another, or can't be distinguished.
enum RepeatedQuestionRules {
  static let checks = [
    Check(
      "RW601", "duplicate-prompt", .warning, "The same prompt and answer appear twice in a file.",
      .decks(duplicatePrompts)),
    Check(
      "RW602", "question-in-two-decks", .warning, "The same prompt and answer appear in two files.",
      .decks(repeatedQuestions)),
    Check(
      "RW603", "ambiguous-prompt", .warning,
      "The same prompt has two answers, and no hint distinguishes them.", .decks(ambiguousPrompts)),
    Check(
      "RW607", "ambiguous-production", .warning,
      "Two prompts to be produced have the same answer, and no hint distinguishes them.",
      .decks(ambiguousProduction)),
    Check(
      "RW608", "confusable-answers", .note, "Two answers are one typo apart.",
      .decks(confusableAnswers),
      onRequest: true),
  ]

  /// Finds questions that appear twice in a file, in the same words apart from case and punctuation.
  private static func duplicatePrompts(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    for places in decks.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = decks.question(place).question
        let other = places[..<index].first { other in
          let found = decks.question(other).question
          return other.deck == place.deck && found.sharesAnswer(with: question)
            && !(found.prompt == question.prompt && found.answer == question.answer
              && other.group == place.group)
        }
        guard let other, let field = decks.question(place).field(.prompt) else { continue }
        lists[Int(place.deck)].add(
          rule, at: field.span,
          "the question at \(decks.description(other, from: place)) asks the same",
          "remove one of them")
      }
    }
  }

  /// Finds questions that another file contains, too.
  private static func repeatedQuestions(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    guard decks.files.count > 1 else { return }
    for places in decks.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = decks.question(place).question
        let other = places[..<index].first {
          $0.deck != place.deck && decks.question($0).question.sharesAnswer(with: question)
        }
        guard let other, let field = decks.question(place).field(.prompt) else { continue }
        lists[Int(place.deck)].add(
          rule, at: field.span,
          "\(decks.description(other, from: place)) asks the same",
          "keep it in one deck, so that it is studied once")
      }
    }
  }

  /// Finds prompts with two answers and no hint that says which is meant.
  private static func ambiguousPrompts(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    for places in decks.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = decks.question(place).question
        let other = places[..<index].first { other in
          let found = decks.question(other).question
          return !found.sharesAnswer(with: question)
            && (found.hint == nil || question.hint == nil || found.hint == question.hint)
        }
        guard let other, !question.answer.isEmpty,
          let field = decks.question(place).field(.prompt)
        else { continue }
        let answer = decks.question(other).question.answer
        guard !answer.isEmpty else { continue }
        lists[Int(place.deck)].add(
          rule, at: field.span,
          "the question at \(decks.description(other, from: place)) has the same prompt "
            + "and the answer \(Quoting.quoted(answer))",
          "add a \"hint\" to each to distinguish them, or merge the answers")
      }
    }
  }

  /// Finds answers of two prompts, where the prompt is asked for.
  private static func ambiguousProduction(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    var first: [String: CheckedDecks.Place] = [:]
    decks.forEachQuestion { place, source in
      let question = source.question
      let directions = question.directions ?? decks.group(place).group.directions
      guard directions?.contains(.production) == true, question.cloze == nil,
        !question.answer.isEmpty, let field = source.field(.answer)
      else { return }
      let language = decks.group(place).group.language ?? ""
      let key = language + "\n" + TextFold.plain(question.answer)
      guard let other = first[key] else {
        first[key] = place
        return
      }
      let found = decks.question(other).question
      guard found.prompt != question.prompt,
        found.hint == nil || question.hint == nil || found.hint == question.hint,
        !found.alternatives.contains(question.prompt)
      else { return }
      lists[Int(place.deck)].add(
        rule, at: field.span,
        "the question at \(decks.description(other, from: place)) has the same answer, "
          + "so it is unclear which prompt is asked for",
        "add a \"hint\" to each to distinguish them")
    }
  }

  /// Finds answers that a typo could turn into one another.
  private static func confusableAnswers(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    let groups = decks.files.flatMap(\.file.groups)
    var places: [Question: CheckedDecks.Place] = [:]
    let pairs = Vocabulary.confusablePairs(in: groups)
    guard !pairs.isEmpty else { return }
    let wanted = Set(pairs.flatMap { [$0.first, $0.second] })
    decks.forEachQuestion { place, source in
      if wanted.contains(source.question), places[source.question] == nil {
        places[source.question] = place
      }
    }
    for pair in pairs {
      guard let place = places[pair.second], let other = places[pair.first] else { continue }
      let source = decks.question(place)
      let span = source.field(.answer)?.span ?? source.span
      lists[Int(place.deck)].add(
        rule, at: span,
        "\(Quoting.quoted(pair.secondAnswer)) is one typo away from \(Quoting.quoted(pair.firstAnswer)) "
          + "(\(Quoting.quoted(pair.first.prompt)), \(decks.description(other, from: place)))",
        "no change needed: neither is accepted for the other")
    }
  }
}

/// The questions that show the same prompt, apart from case, width, spaces and punctuation.
struct PromptTable {
  /// The places of the questions of a prompt, in order; only where there are several.
  private(set) var shared: [[CheckedDecks.Place]] = []

  init(_ decks: CheckedDecks) {
    var first: [String: CheckedDecks.Place] = [:]
    var more: [String: [CheckedDecks.Place]] = [:]
    first.reserveCapacity(
      decks.files.reduce(0) { $0 + $1.groups.reduce(0) { $0 + $1.questions.count } })
    decks.forEachQuestion { place, source in
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
  /// Whether another question accepts one of this one's answers, apart from case and punctuation.
  func sharesAnswer(with other: Question) -> Bool {
    let own = Set(AnswerList.alternatives(of: answer).map { TextFold.plain($0) })
    return AnswerList.alternatives(of: other.answer).contains { own.contains(TextFold.plain($0)) }
  }
}
