/// What a deck has while its file can't be read in full, because its author made a typo or a program is still
/// writing it: all that could be read, and what an earlier reading had besides.
///
/// So a typo takes no question away, nor its history. A question that the author changed or moved meanwhile is
/// there once, as it reads now; one that was removed on purpose goes when the file can be read again.
package struct PartialReading: Hashable, Sendable {
  /// The groups as they were read, each question that is missing at the place it had.
  package let groups: [QuestionGroup]
  /// How many questions are there from the earlier reading alone.
  package let keptCount: Int

  /// Completes what could be read.
  ///
  /// - Parameters:
  ///   - groups: what could be read.
  ///   - old: the earlier reading.
  ///   - others: where a missing question may be instead: what has come into other decks at the same time.
  ///   - withholds: whether a question that is missing is not asked.
  package init(
    _ groups: [QuestionGroup], keepingMissingOf old: [QuestionGroup],
    besides others: [QuestionGroup] = [], withholds: Bool = false
  ) {
    let (before, after) = (DeckPlaces(old), DeckPlaces(groups))
    let known = before.matches(of: DeckPlaces(groups + others))
    let now = Dictionary(known.map { ($0.value, $0.key) }) { first, _ in first }
    var result = groups
    var count = 0
    for group in old {
      // What is missing, by the question of this group that it follows; `nil` at the beginning.
      var missing: [QuestionID?: [Question]] = [:]
      var last: QuestionID?
      for place in before.places where place.group == group.title {
        if let id = now[place.id] {
          if after[id]?.group == group.title { last = id }
        } else {
          var question = place.question
          question.isWithheld = withholds
          missing[last, default: []].append(question)
          count += 1
        }
      }
      guard !missing.isEmpty else { continue }
      guard let index = result.firstIndex(where: { $0.title == group.title }) else {
        var whole = group
        whole.questions = missing[nil] ?? []
        result.append(whole)
        continue
      }
      let read = result[index].questions
      result[index].questions =
        (missing[nil] ?? [])
        + read.flatMap { question in
          [question] + (missing[QuestionID(of: question, inGroup: group.title)] ?? [])
        }
    }
    self.groups = result
    keptCount = count
  }

  /// The questions of a deck that it did not have before, in whatever group.
  ///
  /// - Parameters:
  ///   - groups: the deck as it is.
  ///   - old: the deck as it was.
  /// - Returns: its groups, each with only these questions.
  package static func arrivals(in groups: [QuestionGroup], since old: [QuestionGroup])
    -> [QuestionGroup]
  {
    let known = Set(old.flatMap(\.questions).map { [$0.prompt, $0.answer] })
    return groups.map { group in
      var group = group
      group.questions.removeAll { known.contains([$0.prompt, $0.answer]) }
      return group
    }
  }
}
