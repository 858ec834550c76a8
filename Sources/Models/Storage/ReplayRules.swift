import RabbleQuestions
import RabbleScheduling

/// Makes a card's progress again from its reviews and from all that changed how it is scheduled.
final class ReplayRules {
  let history: PresetHistory
  private var periods: [String: [PresetHistory.Period]] = [:]

  init(_ history: PresetHistory) {
    self.history = history
  }

  /// What the answers to one card come to: under the preset that held when the last of them was given,
  /// then under each that took its place since.
  func progress(after answers: [LoggedAnswer], of card: CardID) -> CardProgress? {
    guard let last = answers.last else { return nil }
    let periods = periods(ofGroup: last.group)
    let first = periods.lastIndex { ($0.beginning?.id).map { $0 < last.id } ?? true } ?? 0
    var progress = CardProgress.after(
      answers, of: card, scheduler: periods[first].scheduler)
    for period in periods[(first + 1)...] {
      guard let moment = period.beginning?.moment, let before = progress,
        let after = CardProgress.after(answers, of: card, scheduler: period.scheduler)
      else { continue }
      progress = after.with(after.schedule.replacing(before.schedule, at: moment))
    }
    return progress
  }

  private func periods(ofGroup title: String) -> [PresetHistory.Period] {
    if let known = periods[title] { return known }
    let found = history.periods(ofGroup: title)
    periods[title] = found
    return found
  }
}
