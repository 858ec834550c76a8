import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW601–603, 607: questions that repeat one another, or can't be distinguished.
enum RepeatedQuestionRules {
  static let checks = [
    Check(
      "RW601", "duplicate-prompt", .warning, "The same prompt and answer appear twice in a file.",
      example: #"""
        {"prompt": "Hello", "answer": "こんにちは"},
        {"prompt": "hello!", "answer": "こんにちは"}
        """#,
      .decks(duplicatePrompts)),
    Check(
      "RW602", "question-in-two-decks", .warning, "The same prompt and answer appear in two files.",
      .decks(repeatedQuestions)),
    Check(
      "RW603", "ambiguous-prompt", .warning,
      "The same prompt has two answers, and no hint distinguishes them.",
      example: #"""
        {"prompt": "橋", "answer": "bridge"},
        {"prompt": "橋", "answer": "chopsticks"}
        """#, .decks(ambiguousPrompts)),
    Check(
      "RW607", "ambiguous-production", .warning,
      "Two prompts to be produced have the same answer, and no hint distinguishes them.",
      example: #"""
        {"prompt": "見る", "answer": "to see", "directions": ["production"]},
        {"prompt": "会う", "answer": "to see", "directions": ["production"]}
        """#,
      .decks(ambiguousProduction)),
  ]

  /// Finds questions that appear twice in a file, in the same words apart from case and punctuation.
  private static func duplicatePrompts(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    for prompt in decks.promptTable.shared {
      // Two questions of a group with the same words are found when the deck is read.
      var first: [DeckAnswer: FirstTwo<ExactQuestion>] = [:]
      for (index, place) in prompt.places.enumerated() {
        let question = decks.question(place).question
        let exact = ExactQuestion(
          prompt: question.prompt, answer: question.answer, group: place.group)
        var other: Int?
        for answer in prompt.answers[index] {
          for direction in decks.directions(place) {
            let key = DeckAnswer(deck: place.deck, answer: answer, direction: direction)
            other = [other, first[key]?.index(otherThan: exact)].compactMap(\.self).min()
            first[key, default: FirstTwo()].add(exact, at: index)
          }
        }
        guard let other, let field = decks.question(place).field(.prompt) else { continue }
        lists[Int(place.deck)].add(
          rule, at: field.span,
          "the question at \(decks.description(prompt.places[other], from: place)) asks the same",
          "remove one of them")
      }
    }
  }

  /// Finds questions that another file contains, too.
  private static func repeatedQuestions(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    guard decks.files.count > 1 else { return }
    for prompt in decks.promptTable.shared {
      var first: [String: FirstTwo<Int32>] = [:]
      for (index, place) in prompt.places.enumerated() {
        var other: Int?
        for answer in prompt.answers[index] {
          other = [other, first[answer]?.index(otherThan: place.deck)].compactMap(\.self).min()
          first[answer, default: FirstTwo()].add(place.deck, at: index)
        }
        guard let other, let field = decks.question(place).field(.prompt) else { continue }
        let site = decks.description(prompt.places[other], from: place)
        if isOneCard(place, prompt.places[other], decks) {
          lists[Int(place.deck)].add(
            rule, at: field.span,
            "\(site) asks the same in a group of the same title, so both have one history",
            "keep it in one deck, or give each its own \"id\"")
        } else {
          lists[Int(place.deck)].add(
            rule, at: field.span, "\(site) asks the same",
            "keep it in one deck, so that it is studied once")
        }
      }
    }
  }

  /// Whether two questions are known by the same: neither has an id, and they read the same in groups of one
  /// title.
  private static func isOneCard(
    _ place: CheckedDecks.Place, _ other: CheckedDecks.Place, _ decks: CheckedDecks
  ) -> Bool {
    func identity(_ place: CheckedDecks.Place) -> QuestionID {
      QuestionID(of: decks.question(place).question, inGroup: decks.group(place).group.title)
    }
    return decks.question(place).question.id == nil && identity(place) == identity(other)
  }

  /// How many earlier questions with the same prompt and no different hint are compared with one.
  private static let compared = 64

  /// Finds prompts with two answers and no hint that says which is meant.
  private static func ambiguousPrompts(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    for prompt in decks.promptTable.shared {
      // The first questions with each set of answers: all of them, and by their hints.
      var earlier: [Int] = []
      var byHint: [String?: [Int]] = [:]
      var seen: Set<[String?]> = []
      for (index, place) in prompt.places.enumerated() {
        let question = decks.question(place).question
        let answers = prompt.answers[index]
        let candidates =
          question.hint == nil ? [earlier] : [byHint[nil] ?? [], byHint[question.hint] ?? []]
        let other = candidates.compactMap { list in
          list.prefix(compared).first { prompt.answers[$0].isDisjoint(with: answers) }
        }.min()
        let words = answers.sorted()
        if seen.insert(words + [nil]).inserted { earlier.append(index) }
        if seen.insert(words + [nil, question.hint, nil]).inserted {
          byHint[question.hint, default: []].append(index)
        }
        guard let other, !question.answer.isEmpty,
          let field = decks.question(place).field(.prompt)
        else { continue }
        let answer = decks.question(prompt.places[other]).question.answer
        guard !answer.isEmpty else { continue }
        lists[Int(place.deck)].add(
          rule, at: field.span,
          "the question at \(decks.description(prompt.places[other], from: place)) has the same "
            + "prompt and the answer \(Quoting.quoted(answer))",
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
      guard decks.directions(place).contains(.production), question.cloze == nil,
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
}

/// The questions that show the same prompt, apart from case, width, spaces and punctuation.
struct PromptTable {
  /// The questions of a prompt, in order, and for each the answers it accepts, apart from case and
  /// punctuation.
  struct Prompt {
    let places: [CheckedDecks.Place]
    let answers: [Set<String>]
  }

  /// The prompts that several questions show.
  private(set) var shared: [Prompt] = []

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
    }.map { places in
      Prompt(
        places: places,
        answers: places.map { place in
          Set(
            AnswerList.alternatives(of: decks.question(place).question.answer)
              .map { TextFold.plain($0) })
        })
    }
  }
}

/// An answer that a deck gives to a prompt.
private struct DeckAnswer: Hashable {
  let deck: Int32
  let answer: String
  let direction: Direction
}

/// The words of a question in a group of its deck.
private struct ExactQuestion: Hashable {
  let prompt: String
  let answer: String
  let group: Int32
}

/// Where something stood first, and where something else did.
private struct FirstTwo<Value: Equatable> {
  private var first: (value: Value, index: Int)?
  private var second: (value: Value, index: Int)?

  mutating func add(_ value: Value, at index: Int) {
    if first == nil {
      first = (value, index)
    } else if second == nil, first?.value != value {
      second = (value, index)
    }
  }

  /// Where the first that is another stood.
  func index(otherThan value: Value) -> Int? {
    first?.value == value ? second?.index : first?.index
  }
}
