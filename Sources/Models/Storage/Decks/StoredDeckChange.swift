import RabbleQuestions

/// What became of the questions of decks that were read again.
struct StoredDeckChange {
  /// A group with the identities of its questions, and the positions of those that are not the
  /// same before and after the edit.
  struct Group {
    let row: Int64
    let name: GroupName
    var ids: [QuestionID]
    let changed: [Int]

    /// Where the changed questions stand: between those that stay, and those that are elsewhere on the
    /// other side.
    func places(besides others: Set<QuestionID>) -> [IdentityEntry.Place] {
      var isChanged = [Bool](repeating: false, count: ids.count)
      for index in changed { isChanged[index] = true }
      func neighbors(_ indices: some Sequence<Int>) -> [QuestionID?] {
        var last: QuestionID?
        var found: [QuestionID?] = []
        for index in indices {
          if isChanged[index] { found.append(last) }
          if !isChanged[index] || others.contains(ids[index]) { last = ids[index] }
        }
        return found
      }
      return zip(neighbors(ids.indices), neighbors(ids.indices.reversed()).reversed()).map {
        IdentityEntry.Place(before: $0, after: $1)
      }
    }
  }

  /// What questions continue as whose text is another.
  let continued: Set<QuestionID>
  /// The groups as they were.
  var before: [Group] = []
  /// The groups that have changed, as they are now.
  var after: [Group] = []
  /// The changed questions of ``before``, in their order.
  var gone: [PlacedQuestion] = []
  /// The blanks of changed questions that were answered.
  var blanks: [CardID] = []
  /// What of ``continued`` stood in the decks, with its text.
  var stood: Set<[String]> = []
  /// The days on which questions came that are no longer where they were, as far as they are known.
  var days: [QuestionID: Int?] = [:]

  init(continued identities: [QuestionID: QuestionID]) {
    continued = Set(identities.lazy.filter { $0.key != $0.value }.map(\.value))
  }
}
