import RabbleQuestions

extension DeckSource {
  /// What a question was known by before an edit, and what it is known by after it.
  public typealias Edit = (from: QuestionID, to: QuestionID)

  /// What a change makes of the questions' identities.
  public func edits(by change: DeckChange) -> [Edit] {
    func title(_ group: Int) -> String { groups[group].group.title }
    func question(_ index: QuestionIndex) -> Question {
      groups[index.group].questions[index.question].question
    }
    switch change {
    case .replace(let index, let new, _):
      let group = title(index.group)
      return [
        (QuestionID(of: question(index), inGroup: group), QuestionID(of: new, inGroup: group))
      ].filter { $0 != $1 }
    case .move(let index, let group, _):
      return [
        (
          QuestionID(of: question(index), inGroup: title(index.group)),
          QuestionID(of: question(index), inGroup: title(group))
        )
      ].filter { $0 != $1 }
    case .rename(let group, let new):
      return groups[group].questions.map {
        (
          QuestionID(of: $0.question, inGroup: title(group)),
          QuestionID(of: $0.question, inGroup: new)
        )
      }.filter { $0 != $1 }
    case .add, .remove, .addGroups:
      return []
    }
  }

  /// What an edit by hand has certainly done to identities: one question has gone and one has come
  /// where it stood, or a group has another title and the same questions. Anything else is left to
  /// `IdentityMatch`.
  public func certainEdits(since old: DeckSource) -> [Edit] {
    let (before, after) = (old.identities, identities)
    let gone = before.subtracting(after)
    let come = after.subtracting(before)
    if let from = gone.first, let to = come.first, gone.count == 1, come.count == 1,
      old.index(of: from) == index(of: to)
    {
      return [(from, to)]
    }
    guard groups.count == old.groups.count else { return [] }
    return groups.indices.flatMap { index -> [Edit] in
      let (was, now) = (old.groups[index], groups[index])
      guard was.group.title != now.group.title,
        was.questions.map(\.question) == now.questions.map(\.question)
      else { return [] }
      return old.edits(by: .rename(group: index, to: now.group.title))
    }
  }

  private var identities: Set<QuestionID> {
    Set(
      groups.flatMap { group in
        group.questions.filter { $0.index != nil }
          .map { QuestionID(of: $0.question, inGroup: group.group.title) }
      })
  }

  /// Where the question of an identity stands.
  public func index(of identity: QuestionID) -> QuestionIndex? {
    for (number, group) in groups.enumerated() {
      let question = group.questions.firstIndex {
        $0.index != nil && QuestionID(of: $0.question, inGroup: group.group.title) == identity
      }
      if let question { return QuestionIndex(group: number, question: question) }
    }
    return nil
  }
}
