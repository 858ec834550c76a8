import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleText

/// A question that stands twice in one file, in the same words but for case and punctuation.
struct DuplicatePrompts: LibraryRule {
  static let rule = Rule(
    "RW601", "duplicate-prompt", .warning, "A prompt stands twice in a file with the same answer.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    for places in library.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = library.question(place).question
        let other = places[..<index].first { other in
          let found = library.question(other).question
          return other.deck == place.deck && found.sharesAnswer(with: question)
            && !(found.prompt == question.prompt && found.answer == question.answer
              && other.group == place.group)
        }
        guard let other, let field = library.question(place).field(.prompt) else { continue }
        lists[Int(place.deck)].add(
          Self.rule, at: field.span,
          "the question of \(library.description(other, from: place)) asks the same",
          "remove one of them")
      }
    }
  }
}

/// A question that another file has, too.
struct RepeatedQuestions: LibraryRule {
  static let rule = Rule(
    "RW602", "question-in-two-decks", .warning, "Two files have the same prompt and answer.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    guard library.decks.count > 1 else { return }
    for places in library.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = library.question(place).question
        let other = places[..<index].first {
          $0.deck != place.deck && library.question($0).question.sharesAnswer(with: question)
        }
        guard let other, let field = library.question(place).field(.prompt) else { continue }
        lists[Int(place.deck)].add(
          Self.rule, at: field.span,
          "\(library.description(other, from: place)) asks the same",
          "keep it in one deck, so that it is learned once")
      }
    }
  }
}

/// One prompt with two answers and nothing that tells which is meant.
struct AmbiguousPrompts: LibraryRule {
  static let rule = Rule(
    "RW603", "ambiguous-prompt", .warning,
    "One prompt has two answers, and no hint tells them apart.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    for places in library.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = library.question(place).question
        let other = places[..<index].first { other in
          let found = library.question(other).question
          return !found.sharesAnswer(with: question)
            && (found.hint == nil || question.hint == nil || found.hint == question.hint)
        }
        guard let other, !question.answer.isEmpty,
          let field = library.question(place).field(.prompt)
        else { continue }
        let answer = library.question(other).question.answer
        guard !answer.isEmpty else { continue }
        lists[Int(place.deck)].add(
          Self.rule, at: field.span,
          "the prompt of \(library.description(other, from: place)) is the same, "
            + "and its answer is \(Quoting.quoted(answer))",
          "give both a \"hint\" that tells them apart, or put the answers together")
      }
    }
  }
}

/// One answer of two prompts, where the prompt is asked for.
struct AmbiguousProduction: LibraryRule {
  static let rule = Rule(
    "RW607", "ambiguous-production", .warning,
    "Two prompts of one language have one answer, and the prompt is asked for without a hint.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    var first: [String: Library.Place] = [:]
    library.forEachQuestion { place, source in
      let question = source.question
      let directions = question.directions ?? library.group(place).group.directions
      guard directions?.contains(.production) == true, question.cloze == nil,
        !question.answer.isEmpty, let field = source.field(.answer)
      else { return }
      let language = library.group(place).group.language ?? ""
      let key = language + "\n" + TextFold.plain(question.answer)
      guard let other = first[key] else {
        first[key] = place
        return
      }
      let found = library.question(other).question
      guard found.prompt != question.prompt,
        found.hint == nil || question.hint == nil || found.hint == question.hint,
        !found.alternatives.contains(question.prompt)
      else { return }
      lists[Int(place.deck)].add(
        Self.rule, at: field.span,
        "the question of \(library.description(other, from: place)) has this answer too, "
          + "so nobody can tell which prompt is asked for",
        "give both a \"hint\" that tells them apart")
    }
  }
}

/// Answers of two questions that a typo could turn into one another.
struct ConfusableAnswers: LibraryRule {
  static let rule = Rule(
    "RW608", "confusable-answers", .note,
    "Two answers are a typo apart; the judge accepts neither for the other.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    let groups = library.decks.flatMap(\.file.groups)
    var places: [Question: Library.Place] = [:]
    let pairs = Vocabulary.confusablePairs(in: groups)
    guard !pairs.isEmpty else { return }
    let wanted = Set(pairs.flatMap { [$0.first, $0.second] })
    library.forEachQuestion { place, source in
      if wanted.contains(source.question), places[source.question] == nil {
        places[source.question] = place
      }
    }
    for pair in pairs {
      guard let place = places[pair.second], let other = places[pair.first] else { continue }
      let source = library.question(place)
      let span = source.field(.answer)?.span ?? source.span
      lists[Int(place.deck)].add(
        Self.rule, at: span,
        "\(Quoting.quoted(pair.secondAnswer)) is a typo away from \(Quoting.quoted(pair.firstAnswer)) "
          + "(\(Quoting.quoted(pair.first.prompt)), \(library.description(other, from: place)))",
        "nothing need be done: neither passes for the other")
    }
  }
}

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
    let own = Set(AnswerList.alternatives(of: answer).map { TextFold.plain($0) })
    return AnswerList.alternatives(of: other.answer).contains { own.contains(TextFold.plain($0)) }
  }
}
