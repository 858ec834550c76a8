import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// How long a session goes on: limits that are reached, more cards, a new day, a share of a backlog.
extension QuestionController {
  /// Starts no other cards: the one that is asked is finished, and those of this session that are in
  /// their steps.
  mutating func wrapUp(at moment: Moment) -> StudyStep {
    guard !queue.isWrappingUp else {
      return resume(with: .information, ["No other cards are being started."], at: moment)
    }
    queue.wrapUp()
    let left = queue.remaining + interrupted.count
    return resume(
      with: .information,
      ["Wrapping up: \(NumberText.count(left, "card")) to finish. :more goes on."], at: moment)
  }

  /// Asks more cards than the limits of the session allow.
  mutating func askMore(_ count: Int, at moment: Moment) -> StudyStep {
    let allowed = queue.allow(count)
    if allowed == count { return goOn(withMore: count, at: moment) }
    state = .changing(state.underlying)
    return StudyStep(
      effect: .findMore(count - allowed, allowed: allowed, besides: counts.new))
  }

  /// The greatest number behind a command.
  public static var mostAtOnce: Int { 1000 }

  /// Goes on with cards beyond the limits.
  mutating func found(_ entries: [QueueEntry], _ most: Int, allowed: Int, at moment: Moment)
    -> StudyStep
  {
    goOn(withMore: allowed + queue.add(entries, most: most), at: moment)
  }

  private mutating func goOn(withMore added: Int, at moment: Moment) -> StudyStep {
    guard added > 0 else {
      return resume(with: .information, ["There are no more cards to study."], at: moment)
    }
    let line = "\(NumberText.count(added, "more card"))."
    if state.isFinished {
      return advance(at: moment, after: [notice(.information, [line])])
    }
    return resume(with: .information, [line], at: moment)
  }

  /// Goes on with the cards of a new day, of decks that have changed, or of a choice, within the limits of
  /// the session; the judges must learn the answers anew.
  mutating func refilled(_ queue: ReviewQueue, _ lines: [String], at moment: Moment) -> StudyStep {
    let isNewDay = queue.day > self.queue.day
    let earlier = self.queue
    self.queue = queue
    var wanted: CardID?
    switch state {
    case .fetching(let card, let isWanted):
      if isWanted { wanted = card }
      self.queue.goOn(from: earlier, with: card, isWanted: isWanted)
    case .refilling(let card):
      wanted = card
      self.queue.goOn(from: earlier, with: card, isWanted: card != nil)
    default: self.queue.goOn(from: earlier)
    }
    state = .stalled
    judges = [:]
    let count = NumberText.count(self.queue.remaining, "card")
    let lines = (isNewDay ? ["A new day has started: \(count) to study."] : []) + lines
    return advance(
      at: moment, wanted: wanted, after: lines.isEmpty ? [] : [notice(.information, lines)])
  }

  /// Takes what the learner chose of a backlog.
  mutating func choose(_ line: String, _ offer: BacklogOffer, at moment: Moment) -> StudyStep {
    let screen = ChoiceScreen(offer)
    guard let number = screen.choice(typed: line) else {
      return resume(with: .problem, [screen.advice], at: moment)
    }
    guard number <= offer.paces.count else { return advance(at: moment) }
    state = .refilling(wanted: nil)
    return StudyStep(effect: .refill(offer.paces[number - 1]))
  }
}
