import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// Asks a few cards of a course to find out which groups the learner knows. Nothing is recorded.
///
/// The controller is a value: an action goes in, with the judge of the card that is asked, and screens
/// to draw come out. Which group is asked next, and what is taken as known, ``Placement`` decides.
package struct PlacementController: Sendable {
  /// A group of the course.
  package struct Group: Hashable, Sendable {
    /// Its title.
    package let title: String
    /// Its new cards.
    package let cards: [Card]

    /// Makes a group.
    package init(title: String, cards: [Card]) {
      self.title = title
      self.cards = cards
    }
  }

  private let groups: [Group]
  private let typos: TypoRule
  private var placement: Placement
  private let seed: UInt64
  private var asked: (card: AskedCard, group: Int)?
  /// How the cards were answered, by group.
  private var answers: [[CardID: Bool]]
  /// The questions that were asked: another card of one would be answered from memory.
  private var seen: Set<QuestionID> = []
  private var score = Score()

  /// Makes a controller.
  ///
  /// - Parameters:
  ///   - groups: the groups in the order of the course, each after those it builds on.
  ///   - typos: whether typos are forgiven where neither the question nor its group says.
  ///   - seed: chooses the cards of a group.
  package init(_ groups: [Group], typos: TypoRule = .on, seed: UInt64) {
    self.groups = groups
    self.typos = typos
    placement = Placement(groups.map { Placement.Group(title: $0.title, cards: $0.cards.count) })
    self.seed = seed
    answers = groups.map { _ in [:] }
  }

  /// The card that is being asked, if one is.
  package var currentCard: Card? { asked?.card.card }

  /// Asks the first card.
  package mutating func start(at moment: Moment) -> PlacementStep {
    next(
      at: moment,
      after: [
        notice(
          .information,
          [
            "At most \(Placement.mostQuestions) questions find out what you know. Type the answer; "
              + "press Enter if you don't know it.",
            "Nothing is recorded. :skip asks another card, :quit stops.",
          ])
      ])
  }

  /// Goes on with what the learner did.
  ///
  /// - Parameters:
  ///   - action: what they did.
  ///   - judge: the judge of cards of the kind of ``currentCard``.
  ///   - moment: the present.
  /// - Returns: what to draw, and whether it is over.
  package mutating func handle(
    _ action: StudyAction, judgedBy judge: Judge, at moment: Moment
  ) -> PlacementStep {
    guard let (card, group) = asked else { return PlacementStep([], isOver: true) }
    switch action {
    case .end, .command(.quit, _, _): return PlacementStep([], isOver: true, isLeaving: true)
    case .command(.skip, _, _):
      // Another one of the same group, if there is one.
      return next(at: moment)
    case .command(.show, _, _): return record(false, of: card, in: group, at: moment)
    case .submit(let line, _) where line.allSatisfy(\.isWhitespace):
      return record(false, of: card, in: group, at: moment)
    case .submit(let line, let keys):
      let verdict = judge.judge(
        line, for: card.card, keys: keys, accepted: card.standing.accepted,
        forgivesTypos: card.forgivesTypos(typos))
      guard verdict.kind != .retry else {
        return PlacementStep([
          .verdict(screen(verdict, line, of: card)), .question(screen(of: card)),
        ])
      }
      return record(
        verdict.kind != .wrong, of: card, in: group, at: moment, typed: line, verdict)
    case .command, .unknownCommand, .request:
      return PlacementStep([
        notice(
          .information,
          [
            "Type the answer, or press Enter if you don't know it. :skip asks another card, :quit stops."
          ]),
        .question(screen(of: card)),
      ])
    case .unusable:
      return PlacementStep([
        notice(.problem, ["That line can't be an answer. Type it again."]),
        .question(screen(of: card)),
      ])
    }
  }

  private mutating func record(
    _ isCorrect: Bool, of card: AskedCard, in group: Int, at moment: Moment,
    typed: String? = nil, _ verdict: Verdict? = nil
  ) -> PlacementStep {
    score.count(correct: isCorrect)
    answers[group][card.card.id] = isCorrect
    placement.record(isCorrect: isCorrect, of: group)
    let screens = verdict.map { [StudyScreen.verdict(screen($0, typed, of: card))] } ?? []
    return next(at: moment, after: screens)
  }

  private mutating func next(at moment: Moment, after screens: [StudyScreen] = [])
    -> PlacementStep
  {
    asked = nil
    guard let group = placement.nextGroup, let card = anotherCard(of: group) else {
      return PlacementStep(screens, isOver: true)
    }
    let standing = CardStanding(card: card, schedule: nil)
    let asked = AskedCard(standing, shown: moment, number: placement.asked + 1)
    self.asked = (asked, group)
    seen.insert(card.id.question)
    return PlacementStep(screens + [.question(screen(of: asked))])
  }

  /// A card of a group by chance that was not asked yet, if possible of a question that was not.
  private func anotherCard(of group: Int) -> Card? {
    let open = groups[group].cards.filter { answers[group][$0.id] == nil }
    let fresh = open.filter { !seen.contains($0.id.question) }
    return (fresh.isEmpty ? open : fresh).min {
      UInt64(mixing: $0.id, with: seed) < UInt64(mixing: $1.id, with: seed)
    }
  }

  // MARK: - Screens

  private var standing: Standing {
    Standing(
      group: asked.map { groups[$0.group].title } ?? "", correct: score.correct,
      incorrect: score.incorrect, percentage: score.runningPercentage,
      remaining: Placement.mostQuestions - placement.asked)
  }

  private func notice(_ tone: NoticeScreen.Tone, _ lines: [String]) -> StudyScreen {
    .notice(NoticeScreen(standing: standing, tone: tone, lines: lines))
  }

  private func screen(of asked: AskedCard) -> QuestionScreen {
    QuestionScreen(
      standing: standing, card: asked.card.id.question.description, isNew: false,
      number: asked.number, asksForKana: Judge.asksForKana(asked.question),
      asksFor: asked.card.id.direction.kind, prompt: asked.question.prompt,
      meaning: asked.sentenceMeaning, hint: nil)
  }

  private func screen(_ verdict: Verdict, _ typed: String?, of asked: AskedCard) -> VerdictScreen {
    let isRetry = verdict.kind == .retry
    // There are no grades here. What else is to be tried again says so by itself.
    let isGrade = verdict.mistake == .stray && typed.flatMap { Grade(typed: $0) } != nil
    return VerdictScreen(
      standing: standing, card: asked.card.id.question.description, verdict: verdict.kind,
      typed: typed, answer: isRetry ? nil : asked.answer(showedFurigana: false, showsHint: false),
      comparison: isRetry ? nil : verdict.alignment, mistake: verdict.mistake?.rawValue,
      message: isGrade ? "Type the answer, or press Enter if you don't know it." : verdict.message,
      grade: nil, due: nil)
  }
}

/// What comes of an action during a placement.
package struct PlacementStep: Hashable, Sendable {
  /// What to draw, in order.
  package let screens: [StudyScreen]
  /// Whether nothing more is asked.
  package let isOver: Bool
  /// Whether the learner stopped before.
  package let isLeaving: Bool

  init(_ screens: [StudyScreen], isOver: Bool = false, isLeaving: Bool = false) {
    self.screens = screens
    self.isOver = isOver
    self.isLeaving = isLeaving
  }
}

// MARK: - Proposal

/// What a placement would take as known.
package struct PlacementProposal: Hashable, Sendable {
  /// A card, and between which days from now it is due first.
  package struct KnownCard: Hashable, Sendable {
    package let card: Card
    /// The days, counted from today.
    package let days: ClosedRange<Int>
  }

  /// How many cards of a group are taken as known.
  package struct Group: Hashable, Sendable {
    package let title: String
    /// The number of cards that are taken as known.
    package let known: Int
    /// The number of its new cards.
    package let cards: Int
  }

  package let cards: [KnownCard]
  /// The groups that have some of them, in the order of the course.
  package let groups: [Group]
  /// How many questions were answered.
  package let asked: Int

  /// What it comes to, a line each: the sum, then the groups.
  package var lines: [String] {
    guard !cards.isEmpty else {
      return ["After \(NumberText.count(asked, "question")), no card is marked as known."]
    }
    let width = groups.map { "\($0.known)".count }.max() ?? 0
    return [
      "After \(NumberText.count(asked, "question")), these \(NumberText.count(cards.count, "card")) "
        + "would be marked as known:"
    ]
      + groups.map { group in
        let number = "\(group.known)"
        let padding = String(repeating: " ", count: width - number.count)
        let all = group.known == group.cards ? "" : " of \(group.cards)"
        return "  \(padding)\(number)\(all)  \(group.title)"
      }
  }
}

extension PlacementController {
  /// What would be taken as known by the answers so far.
  package var proposal: PlacementProposal {
    let taken = placement.takenGroups
    var cards: [PlacementProposal.KnownCard] = []
    var counts: [PlacementProposal.Group] = []
    for (index, group) in groups.enumerated() {
      let known = group.cards.compactMap { card -> PlacementProposal.KnownCard? in
        guard let isCorrect = answers[index][card.id] else {
          return taken.contains(index)
            ? PlacementProposal.KnownCard(card: card, days: placement.firstInterval(of: index))
            : nil
        }
        let probability = placement.probability(
          ofCardIn: index, answeredCorrectly: isCorrect)
        guard probability >= Placement.leastCardProbability else { return nil }
        return PlacementProposal.KnownCard(card: card, days: placement.firstInterval(of: index))
      }
      guard !known.isEmpty else { continue }
      cards += known
      counts.append(.init(title: group.title, known: known.count, cards: group.cards.count))
    }
    return PlacementProposal(cards: cards, groups: counts, asked: placement.asked)
  }
}
