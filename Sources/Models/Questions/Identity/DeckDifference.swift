import RabbleText

/// What changed for learners from one version of some groups to another.
///
/// Questions are matched as the study log matches them: by their identity, then by ``IdentityMatch``;
/// and then by a prompt or an answer that only one of the group has.
/// A question that only got an id has not changed.
package struct DeckDifference: Hashable, Sendable {
  package struct Change: Hashable, Sendable {
    /// What happened.
    package enum Kind: String, Hashable, Sendable {
      /// The question is new.
      case added
      /// The question is gone.
      case removed
      /// Prompt, answer or cloze have another wording.
      case reworded
      /// The question stands in another group, or elsewhere in its own.
      case moved
      /// Something else is said of it, or of its group.
      case changed
    }

    package let kind: Kind
    /// The title of the group, as it is now; of a removed question, as it was.
    package let group: String
    /// What the question asks, now or at last; `nil` when the group itself is meant.
    package let prompt: String?
    /// The key of what changed, as in a deck; `group` or `place` for a question that moved.
    package let field: String
    /// How it was; `nil` if it was not there.
    package let before: String?
    /// How it is; `nil` if it is not there any more.
    package let after: String?
  }

  /// The changes in the order of the new version; what was removed comes last.
  package let changes: [Change]

  /// Finds what changed.
  package init(from old: [QuestionGroup], to new: [QuestionGroup]) {
    let before = DeckPlaces(old)
    let after = DeckPlaces(new)
    let known = before.matches(of: after)
    var changes: [Change] = []
    for group in new {
      if let match = old.first(where: { $0.title == group.title }) {
        changes += Self.changes(from: match, to: group)
      }
    }
    let unmoved = after.unmoved(known, before: before)
    for place in after.places {
      guard let id = known[place.id], let was = before[id] else {
        changes.append(.added(place))
        continue
      }
      changes += Self.changes(from: was, to: place, isUnmoved: unmoved.contains(place.id))
    }
    let kept = Set(known.values)
    changes += before.places.filter { !kept.contains($0.id) }.map(Change.removed)
    self.changes = changes
  }

  private static func changes(from old: QuestionGroup, to new: QuestionGroup) -> [Change] {
    QuestionGroup.Field.allCases.filter { $0 != .title }.compactMap { field in
      let was = old.summary(field)
      let now = new.summary(field)
      guard was != now else { return nil }
      return Change(
        kind: .changed, group: new.title, prompt: nil, field: field.key, before: was, after: now)
    }
  }

  private static func changes(from old: DeckPlaces.Place, to new: DeckPlaces.Place, isUnmoved: Bool)
    -> [Change]
  {
    var changes: [Change] = []
    func change(_ kind: Change.Kind, _ field: String, _ before: String?, _ after: String?)
      -> Change
    {
      Change(
        kind: kind, group: new.group, prompt: new.question.prompt, field: field, before: before,
        after: after)
    }
    if old.group != new.group {
      changes.append(change(.moved, "group", old.group, new.group))
    } else if !isUnmoved {
      changes.append(change(.moved, "place", "\(old.number)", "\(new.number)"))
    }
    var ofNewFields: [Change] = []
    for field in Question.Field.allCases where field != .id {
      let was = old.question.summary(field)
      let now = new.question.summary(field)
      guard was != now else { continue }
      let isWording = [.prompt, .answer, .cloze].contains(field)
      let change = change(isWording ? .reworded : .changed, field.key, was, now)
      if was == nil { ofNewFields.append(change) } else { changes.append(change) }
    }
    changes += ofNewFields
    return changes
  }
}

extension DeckDifference.Change {
  fileprivate static func added(_ place: DeckPlaces.Place) -> Self {
    Self(
      kind: .added, group: place.group, prompt: place.question.prompt, field: "answer",
      before: nil, after: place.question.answer)
  }

  fileprivate static func removed(_ place: DeckPlaces.Place) -> Self {
    Self(
      kind: .removed, group: place.group, prompt: place.question.prompt, field: "answer",
      before: place.question.answer, after: nil)
  }
}

/// The questions of some groups with the place of each.
struct DeckPlaces {
  /// A question at its place.
  struct Place {
    let id: QuestionID
    let question: Question
    let group: String
    /// Its number in the group, from 1.
    let number: Int
  }

  /// The questions in order; of several with one identity, the first.
  let places: [Place]
  private let indices: [QuestionID: Int]

  init(_ groups: [QuestionGroup]) {
    var places: [Place] = []
    var indices: [QuestionID: Int] = [:]
    for group in groups {
      for (index, question) in group.questions.enumerated() {
        let id = QuestionID(of: question, inGroup: group.title)
        guard indices[id] == nil else { continue }
        indices[id] = places.count
        places.append(
          Place(id: id, question: question, group: group.title, number: index + 1))
      }
    }
    self.places = places
    self.indices = indices
  }

  subscript(id: QuestionID) -> Place? { indices[id].map { places[$0] } }

  /// For each question of a later version that was there before, what it was known by.
  func matches(of new: DeckPlaces) -> [QuestionID: QuestionID] {
    var known: [QuestionID: QuestionID] = [:]
    for place in new.places where self[place.id] != nil { known[place.id] = place.id }
    let kept = Set(known.keys)
    let match = IdentityMatch(gone: entries(without: kept), come: new.entries(without: kept))
    for decision in match.decisions { known[decision.entry.id] = decision.known.id }
    // Showing a change risks no history: one side that stayed is enough.
    for side in [\Question.prompt, \Question.answer] {
      let gone = Self.bySide(places, side, without: Set(known.values))
      for (key, id) in Self.bySide(new.places, side, without: Set(known.keys)) {
        if let old = gone[key] { known[id] = old }
      }
    }
    return known
  }

  /// The questions by their group and one side, where only one has it.
  private static func bySide(
    _ places: [Place], _ side: KeyPath<Question, String>, without known: Set<QuestionID>
  ) -> [[String]: QuestionID] {
    Dictionary(grouping: places.filter { !known.contains($0.id) }) {
      [$0.group, $0.question[keyPath: side]]
    }.compactMapValues { $0.count == 1 ? $0[0].id : nil }
  }

  private func entries(without kept: Set<QuestionID>) -> [IdentityEntry] {
    var after: [QuestionID?] = Array(repeating: nil, count: places.count)
    for index in places.indices.reversed().dropFirst() {
      let next = places[index + 1]
      guard next.group == places[index].group else { continue }
      after[index] = kept.contains(next.id) ? next.id : after[index + 1]
    }
    var before: QuestionID?
    var group: String?
    var entries: [IdentityEntry] = []
    for (index, place) in places.enumerated() {
      if place.group != group { before = nil }
      group = place.group
      if kept.contains(place.id) {
        before = place.id
        continue
      }
      entries.append(
        IdentityEntry(
          id: place.id, name: place.question.id, group: place.group,
          place: .init(before: before, after: after[index]), prompt: place.question.prompt,
          answer: place.question.answer, hasBlanks: place.question.cloze != nil, isStudied: true))
    }
    return entries
  }

  /// The questions that stand in the order they had: as many as possible of each group.
  func unmoved(_ known: [QuestionID: QuestionID], before: DeckPlaces) -> Set<QuestionID> {
    var result: Set<QuestionID> = []
    for (group, places) in Dictionary(grouping: places, by: \.group) {
      let kept = places.compactMap { place in
        known[place.id].flatMap { before[$0] }.flatMap {
          $0.group == group ? (id: place.id, number: $0.number) : nil
        }
      }
      result.formUnion(Self.longestRise(kept.map(\.number)).map { kept[$0].id })
    }
    return result
  }

  /// The indices of a longest sequence of rising numbers.
  ///
  /// - Complexity: O(n log n)
  private static func longestRise(_ numbers: [Int]) -> [Int] {
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, number) in numbers.enumerated() {
      let place = ends.partitioningIndex { numbers[$0] >= number }
      previous.append(place > 0 ? ends[place - 1] : nil)
      if place < ends.count { ends[place] = index } else { ends.append(index) }
    }
    var result: [Int] = []
    var next = ends.last
    while let index = next {
      result.append(index)
      next = previous[index]
    }
    return result.reversed()
  }
}
