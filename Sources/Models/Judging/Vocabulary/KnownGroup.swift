import RabbleLanguages
import RabbleQuestions
import RabbleText

/// A group as a judge knows it: its questions, and which of their cards can be confused with others.
public struct KnownGroup: Sendable {
  /// The group.
  public let group: QuestionGroup
  /// The directions in which the questions were answered before, by their places in the group; `nil`
  /// where every card counts as started.
  public let started: [Int: Set<Direction>]?
  /// Whether the group is being studied, so that all of its cards count.
  public let isStudied: Bool
  /// Whether all questions are asked in recognition, whatever they say.
  private let isAskedInRecognition: Bool
  /// What is known of languages.
  package var languages = Languages.shipped

  /// Makes a group of which every card counts, unless told otherwise.
  public init(
    _ group: QuestionGroup, started: [Int: Set<Direction>]? = nil, isStudied: Bool = false
  ) {
    self.group = group
    self.started = started
    self.isStudied = isStudied
    isAskedInRecognition = false
  }

  /// Makes a group of questions that have none, asked in recognition.
  init(_ questions: [Question]) {
    group = QuestionGroup(title: "", questions: questions)
    started = nil
    isStudied = false
    isAskedInRecognition = true
  }

  /// What the group says of all its questions.
  var askingContext: AskingContext {
    var context = group.askingContext
    context.known = languages
    return context
  }

  /// Whether its answers tell if one that could be romaji is a word.
  var decidesWords: Bool { !isAskedInRecognition }

  /// The cards of a question that ask for one kind of thing.
  func cards(of question: Question, kind: DirectionKind, in context: AskingContext)
    -> [AskedQuestion]
  {
    cards(of: question, kinds: [kind], in: context).map(\.card)
  }

  /// The cards of a question, each with the place of what it asks for among `kinds`; others are left out.
  func cards(of question: Question, kinds: [DirectionKind], in context: AskingContext)
    -> [(kind: Int, card: AskedQuestion)]
  {
    if isAskedInRecognition {
      let card = question.asked(.recognition, in: context)
      return kinds.indices.map { ($0, card) }
    }
    let directions = question.askedDirections(byDefault: group.directions)
    return kinds.enumerated().flatMap { number, kind in
      question.asked(directions.filter { $0.kind == kind }, in: context).map { (number, $0) }
    }
  }
}

/// Has the questions that a ``Vocabulary`` finds.
public protocol VocabularySource: Sendable {
  /// A question, by its place in a group.
  ///
  /// - Returns: `nil` where there is none, or none any more.
  func question(at position: Int, inGroup number: Int) -> KnownQuestion?
}

/// A question as a judge knows it.
public struct KnownQuestion: Sendable {
  /// The question.
  let question: Question
  /// Its group, with or without questions.
  let known: KnownGroup
  /// The directions in which it was answered before; `nil` where all count.
  let started: Set<Direction>?

  /// Makes a question of a group; what the group has of questions makes no difference.
  public init(_ question: Question, of group: QuestionGroup, started: Set<Direction>?) {
    self.init(question, of: KnownGroup(group), started: started)
  }

  fileprivate init(_ question: Question, of known: KnownGroup, started: Set<Direction>?) {
    self.question = question
    self.known = known
    self.started = started
  }
}

/// Groups in memory.
struct MemorySource: VocabularySource {
  let groups: [KnownGroup]

  func question(at position: Int, inGroup number: Int) -> KnownQuestion? {
    let known = groups[number]
    guard known.group.questions.indices.contains(position) else { return nil }
    return KnownQuestion(
      known.group.questions[position], of: known,
      started: known.started.map { $0[position] ?? [] })
  }
}
