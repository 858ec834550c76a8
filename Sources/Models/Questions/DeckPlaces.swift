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
    // To tell of a change is no risk to a history: one side that stayed is enough.
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
          answer: place.question.answer, isStudied: true))
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
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
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
