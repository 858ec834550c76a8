import RabbleQuestions

/// What a deck file says, and what a change must make of it.
struct DeckOutline: Equatable {
  struct Group: Equatable {
    /// The group without its questions.
    var header: QuestionGroup
    var questions: [Question]
  }

  var groups: [Group]

  init(_ source: DeckSource) {
    groups = source.groups.map {
      Group(header: $0.group, questions: $0.questions.map(\.question))
    }
  }

  /// What the file must say after a change; `nil` when its place is not there.
  func after(_ change: DeckChange) -> DeckOutline? {
    var result = self
    switch change {
    case .add(let written, let group, let before):
      guard result.insert(written.question, in: group, before: before) else { return nil }
    case .replace(let place, let question):
      guard has(place) else { return nil }
      result.groups[place.group].questions[place.question] = question
    case .remove(let place):
      guard has(place) else { return nil }
      result.groups[place.group].questions.remove(at: place.question)
    case .move(let place, let group, var before):
      guard has(place) else { return nil }
      let question = result.groups[place.group].questions.remove(at: place.question)
      if let old = before, group == place.group, old > place.question { before = old - 1 }
      guard result.insert(question, in: group, before: before) else { return nil }
    case .rename(let group, let title):
      guard groups.indices.contains(group) else { return nil }
      result.groups[group].header = groups[group].header.with(title: title, questions: [])
    case .addGroup(let group):
      result.groups.append(
        Group(header: group.with(title: group.title, questions: []), questions: group.questions))
    }
    return result
  }

  private func has(_ place: QuestionPlace) -> Bool {
    groups.indices.contains(place.group)
      && groups[place.group].questions.indices.contains(place.question)
  }

  private mutating func insert(_ question: Question, in group: Int, before: Int?) -> Bool {
    guard groups.indices.contains(group) else { return false }
    let count = groups[group].questions.count
    guard (0...count).contains(before ?? count) else { return false }
    groups[group].questions.insert(question, at: before ?? count)
    return true
  }
}

extension QuestionGroup {
  /// The group with another title and other questions.
  func with(title: String, questions: [Question]) -> QuestionGroup {
    QuestionGroup(
      title: title, description: description, language: language, author: author,
      licence: licence, version: version, directions: directions, settings: settings,
      questions: questions, score: score)
  }
}
