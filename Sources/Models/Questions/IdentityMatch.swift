/// Finds out which questions of an edited deck are the ones the learner already knows, so that an
/// edit never costs their history.
///
/// A question whose group, prompt and answer are as before needs no match. The others are told
/// apart in this order, each step among what the one before left over, and only where there is
/// exactly one possibility on both sides:
///
/// 1. the same text but for case, spaces and punctuation, in any group;
/// 2. the same place in the same group, and close in text;
/// 3. the same group, and the same prompt or the same answer.
///
/// What remains close to a question without being clearly it is reported, never guessed.
public struct IdentityMatch: Hashable, Sendable {
  /// A question as it reads somewhere, at a place.
  public struct Entry: Hashable, Sendable {
    /// What it is known by.
    public let id: QuestionID
    /// The title of its group.
    public let group: String
    /// Its place in the group, from 0.
    public let position: Int
    /// What is asked.
    public let prompt: String
    /// The expected answer.
    public let answer: String

    /// Makes an entry.
    public init(id: QuestionID, group: String, position: Int, prompt: String, answer: String) {
      self.id = id
      self.group = group
      self.position = position
      self.prompt = prompt
      self.answer = answer
    }
  }

  /// Why two entries are taken for the same question.
  public enum Reason: String, Hashable, Sendable {
    /// The same text but for case, spaces and punctuation.
    case sameText = "same text"
    /// The same place, and close in text.
    case samePlace = "same place"
    /// The same group, and one side unchanged.
    case sameSide = "same side"
  }

  /// A question that goes on under the identity it had.
  public struct Decision: Hashable, Sendable {
    /// The question as it reads now.
    public let entry: Entry
    /// The question it goes on as.
    public let known: Entry
    /// Why.
    public let reason: Reason
  }

  /// The questions that go on as known ones.
  public let decisions: [Decision]
  /// Known questions that are gone, each with new ones in its group that resemble it without being
  /// clearly it.
  public let unclear: [Entry]

  /// Matches questions that are gone with questions that have come.
  ///
  /// - Parameters:
  ///   - gone: questions with a history that no deck has any more.
  ///   - come: questions that no history knows.
  public init(gone: [Entry], come: [Entry]) {
    guard !gone.isEmpty, !come.isEmpty else {
      decisions = []
      unclear = []
      return
    }
    var gone = gone
    var come = come
    var decisions: [Decision] = []

    func settle<Key: Hashable>(
      _ reason: Reason, by key: (Entry) -> Key?, if holds: (Entry, Entry) -> Bool = { _, _ in true }
    ) {
      let known = Dictionary(grouping: gone.filter { key($0) != nil }, by: key)
      let found = Dictionary(grouping: come.filter { key($0) != nil }, by: key)
      var settled: Set<QuestionID> = []
      for entry in come {
        guard let key = key(entry), let olds = known[key], let news = found[key],
          olds.count == 1, news.count == 1, let old = olds.first, holds(old, entry)
        else { continue }
        decisions.append(Decision(entry: entry, known: old, reason: reason))
        settled.formUnion([old.id, entry.id])
      }
      gone.removeAll { settled.contains($0.id) }
      come.removeAll { settled.contains($0.id) }
    }

    settle(.sameText, by: { [$0.prompt.folded, $0.answer.folded] })
    settle(.samePlace, by: { [$0.group, String($0.position)] }, if: { $0.isClose(to: $1) })
    settle(.sameSide, by: { [$0.group, $0.prompt.folded] })
    settle(.sameSide, by: { $0.answer.folded.isEmpty ? nil : [$0.group, $0.answer.folded] })

    self.decisions = decisions
    let left = Dictionary(grouping: come, by: \.group)
    unclear = gone.filter { old in left[old.group]?.contains { old.isClose(to: $0) } ?? false }
  }
}

extension IdentityMatch.Entry {
  /// Whether the two read nearly the same: one side unchanged, or at most three letters in ten
  /// different over both.
  func isClose(to other: Self) -> Bool {
    let sides = [(prompt.folded, other.prompt.folded), (answer.folded, other.answer.folded)]
    if sides.contains(where: { $0.0 == $0.1 && !$0.0.isEmpty }) { return true }
    let length = sides.reduce(0) { $0 + max($1.0.count, $1.1.count) }
    let distance = sides.reduce(0) { $0 + editDistance($1.0, $1.1) }
    return distance * 10 <= length * 3
  }
}

extension String {
  /// Lower-case letters, digits, symbols and marks: the text without what an author may change
  /// without meaning anything by it.
  fileprivate var folded: String {
    var result = ""
    for character in lowercased() where !character.isWhitespace && !character.isPunctuation {
      result.append(character)
    }
    return result
  }
}

/// The number of characters to insert, delete or replace (Levenshtein), over at most the first 500
/// of each.
private func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left.prefix(500))
  let right = Array(right.prefix(500))
  var row = Array(0...right.count)
  for (index, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for (column, other) in right.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
