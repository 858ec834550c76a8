import RabbleText

/// Finds out which questions of edited decks are ones the learner already knows, so that an edit
/// never costs their history, and never gives it to another question.
///
/// A question with the identity it had needs no match. The others are matched in this order, each
/// step among what the steps before left over, and only where there is exactly one possibility on
/// both sides:
///
/// 1. the same text; in its group, in the group that has most of its group's questions now (a renamed
///    one), or in any;
/// 2. the same text but for furigana, case, width, spaces, punctuation and remarks in brackets, in the
///    same groups;
/// 3. the same place, between the same neighbors, and no more than a fixed typo or a reworded side
///    away (`IdentityText.isEdit(of:)`);
/// 4. one side the same, and the other hardly another; in its group, or in any.
///
/// In its group, a sentence that is the same but for what belongs in its blanks is one, whatever that was:
/// each blank is a card of its own (``Question/continuingBlanks(among:texts:)``).
///
/// New questions come first; what they leave is looked for among those that the decks had before,
/// without a history: an author may have added the copy first and removed the original later.
///
/// Two different `"id"`s of the author are two questions, and what stays in its group
/// (``IdentityEntry/staysInGroup``) is matched there alone. What resembles a question without being
/// clearly it is reported, never guessed.
package struct IdentityMatch: Hashable, Sendable {
  /// The questions that go on as known ones.
  package let decisions: [IdentityDecision]
  /// What questions without a history go on as, by what they were.
  package let unstudied: [QuestionID: QuestionID]
  /// Studied questions that are gone, each with new ones that might be it.
  package let unclear: [UnclearIdentity]
  /// Studied questions that are gone, and that nothing resembles.
  package let lost: [IdentityEntry]

  /// A question with one that it is not, though the two look alike: so it was decided.
  package struct Refusal: Hashable, Sendable {
    /// The question with the history.
    package let known: QuestionID
    /// What it is not.
    package let entry: QuestionID

    package init(known: QuestionID, entry: QuestionID) {
      self.known = known
      self.entry = entry
    }
  }

  /// Matches questions that are gone with questions that have come.
  ///
  /// - Parameters:
  ///   - gone: questions that no deck has any more, once with each text they are known by. Those
  ///     without a history are matched as well, so that their successors are not taken for others',
  ///     but no decision is made about them.
  ///   - come: questions that were in no deck before and have no history.
  ///   - refused: what is never matched nor asked about again.
  ///   - standing: given the studied questions that are left over, the questions that decks had before
  ///     and that might be them. One with a history of its own is only asked about.
  /// - Complexity: O(n) in the questions, and O(n²) in those between the same two neighbors.
  package init(
    gone: [IdentityEntry], come: [IdentityEntry], refused: Set<Refusal>,
    standing: ([IdentityEntry]) throws -> [IdentityEntry]
  ) rethrows {
    var matcher = IdentityMatcher(gone: gone, come: come, refused: refused)
    matcher.settle()
    let left = matcher.left
    if !left.isEmpty { matcher.settle(among: try standing(left)) }
    decisions = matcher.decisions.filter(\.known.isStudied)
    unstudied = Dictionary(
      matcher.decisions.lazy.filter { !$0.known.isStudied }.map { ($0.known.id, $0.entry.id) }
    ) { first, _ in first }
    unclear = matcher.unclear
    let asked = Set(unclear.map(\.known.id))
    lost = matcher.left.filter { !asked.contains($0.id) }
  }

  /// Matches questions that are gone with questions that have come, as two versions of a deck have them.
  package init(gone: [IdentityEntry], come: [IdentityEntry]) {
    self.init(gone: gone, come: come, refused: []) { _ in [] }
  }
}

/// The steps of an ``IdentityMatch``: what is settled leaves both sides.
private struct IdentityMatcher {
  private var gone: [Item]
  /// Of what is gone, what no step compares with what has come.
  private var remote: [Item] = []
  private var come: [Item]
  /// Questions that decks had before.
  private var standing: [Item] = []
  private let refused: Set<IdentityMatch.Refusal>
  private(set) var decisions: [IdentityDecision] = []
  /// The group that has most of an old group's questions now, by the old group's title.
  private var successors: [String: String] = [:]

  /// An entry with what is compared of it.
  private struct Item {
    let entry: IdentityEntry
    let text: IdentityText

    init(_ entry: IdentityEntry) {
      self.entry = entry
      text = IdentityText(prompt: entry.prompt, answer: entry.answer)
    }

    /// Whether this is the sentence of another item, with other texts in its blanks.
    func fillsBlanks(of other: Item) -> Bool {
      entry.hasBlanks && other.entry.hasBlanks && entry.prompt == other.entry.prompt
        && entry.prompt.contains(ClozeText.gap)
    }
  }

  /// The most pairs between the same neighbors that are compared letter by letter.
  private static let mostPairs = 250_000
  /// The most new questions that are shown for one that is gone.
  private static let mostCandidates = 9

  init(gone: [IdentityEntry], come: [IdentityEntry], refused: Set<IdentityMatch.Refusal>) {
    self.gone = gone.map(Item.init)
    self.come = gone.isEmpty ? [] : come.map(Item.init)
    self.refused = refused
  }

  /// The studied questions that are left over, each once.
  var left: [IdentityEntry] {
    var seen: Set<QuestionID> = []
    return (gone + remote).map(\.entry).filter { $0.isStudied && seen.insert($0.id).inserted }
  }

  /// Settles what has come.
  mutating func settle() {
    guard !come.isEmpty else { return }
    successors = Self.successors(gone, come)
    leaveOutTwins()
    setRemoteAside()
    settleByText()
    settleByPlace()
    settleBySide(inGroup: true)
    settleBySide(inGroup: false)
  }

  /// Settles what is left with questions that decks had before; of those with a history of their own,
  /// none.
  mutating func settle(among standing: [IdentityEntry]) {
    guard !standing.isEmpty else { return }
    let arrived = come
    come = standing.filter { !$0.isStudied }.map(Item.init)
    // What takes no history from elsewhere is nobody's successor.
    let movable = come.filter { !$0.entry.staysInGroup }
    for (title, group) in Self.successors(gone + remote, movable) where successors[title] == nil {
      successors[title] = group
    }
    setRemoteAside()
    settleByText()
    settleBySide(inGroup: true)
    self.standing = come + standing.filter(\.isStudied).map(Item.init)
    come = arrived
  }

  /// Leaves out what has no history where the same text has one: of an original and its copy that went
  /// together, the original goes on.
  private mutating func leaveOutTwins() {
    let studied = Set(gone.filter(\.entry.isStudied).map(\.text))
    gone.removeAll { !$0.entry.isStudied && studied.contains($0.text) }
  }

  /// Sets aside what stood nowhere and has nothing in common with what has come: all of a deck that was
  /// removed years ago.
  private mutating func setRemoteAside() {
    let texts = Set(come.map(\.text))
    let prompts = Set(come.map(\.text.plainPrompt))
    let answers = Set(come.map(\.text.plainAnswer))
    let all = gone + remote
    (gone, remote) = ([], [])
    for item in all {
      let isNear =
        item.entry.place != nil || prompts.contains(item.text.plainPrompt)
        || answers.contains(item.text.plainAnswer) || texts.contains(item.text)
      if isNear { gone.append(item) } else { remote.append(item) }
    }
  }

  private static func successors(_ gone: [Item], _ come: [Item]) -> [String: String] {
    var groups: [IdentityText: Set<String>] = [:]
    for item in come { groups[item.text, default: []].insert(item.entry.group) }
    var votes: [String: [String: Int]] = [:]
    for item in gone {
      for group in groups[item.text] ?? [] {
        votes[item.entry.group, default: [:]][group, default: 0] += 1
      }
    }
    return votes.compactMapValues { votes in
      let most = votes.values.max()
      let winners = votes.filter { $0.value == most }
      return winners.count == 1 ? winners.first?.key : nil
    }
  }

  /// The title under which an old group's questions are looked for.
  private func successor(of group: String) -> String { successors[group] ?? group }

  // MARK: - Steps

  /// Settles what has the same text.
  private mutating func settleByText() {
    func key(_ item: Item, _ group: String) -> [String] {
      [item.entry.prompt, item.entry.answer, group]
    }
    let titles = successors
    settle(old: { key($0, $0.entry.group) }, new: { key($0, $0.entry.group) })
    settle(
      old: { key($0, titles[$0.entry.group] ?? $0.entry.group) }, new: { key($0, $0.entry.group) })
    settle(takesFirst: true, old: { key($0, "") }, new: { key($0, "") })
    settle(
      old: { TextInGroup($0.text, titles[$0.entry.group] ?? $0.entry.group) },
      new: { TextInGroup($0.text, $0.entry.group) })
    settle(old: \.text, new: \.text)
    settle(
      old: { PlainText($0, titles[$0.entry.group] ?? $0.entry.group) },
      new: { PlainText($0, $0.entry.group) })
    settle(old: { PlainText($0, "") }, new: { PlainText($0, "") })
  }

  private struct TextInGroup: Hashable {
    let text: IdentityText
    let group: String

    init(_ text: IdentityText, _ group: String) {
      self.text = text
      self.group = group
    }
  }

  /// Both sides without remarks in brackets.
  private struct PlainText: Hashable {
    let prompt: [Character]
    let answer: [Character]
    let group: String

    init(_ item: Item, _ group: String) {
      prompt = item.text.plainPrompt
      answer = item.text.plainAnswer
      self.group = group
    }
  }

  /// One side, without remarks in brackets, in a group.
  private struct SideInGroup: Hashable {
    let side: [Character]
    let group: String
  }

  /// Settles what has one side in common, in its group or in any, and hardly another one besides.
  private mutating func settleBySide(inGroup: Bool) {
    let titles = successors
    for side in [\IdentityText.plainPrompt, \.plainAnswer] {
      settle(.sameSide) {
        SideInGroup(
          side: $0.text[keyPath: side],
          group: inGroup ? titles[$0.entry.group] ?? $0.entry.group : "")
      } new: {
        SideInGroup(side: $0.text[keyPath: side], group: inGroup ? $0.entry.group : "")
      } if: {
        $1.text.isCorrection(of: $0.text) || inGroup && $1.fillsBlanks(of: $0)
      }
    }
  }

  /// Settles what stands alone on both sides under its key; with `takesFirst` the first of several new
  /// ones, which then all read the same.
  private mutating func settle<Key: Hashable>(
    _ reason: IdentityDecision.Reason = .sameText, takesFirst: Bool = false,
    old oldKey: (Item) -> Key, new newKey: (Item) -> Key,
    if isOne: (Item, Item) -> Bool = { $1.text.isRemark(on: $0.text) }
  ) {
    if gone.isEmpty || come.isEmpty { return }
    let known = Dictionary(grouping: gone, by: oldKey)
    var pairs: [(old: Item, new: Item)] = []
    for (key, news) in Dictionary(grouping: come, by: newKey) {
      guard let olds = known[key], olds.count == 1, news.count == 1 || takesFirst else { continue }
      let new = news.first { mayBeOne(olds[0].entry, $0.entry) && isOne(olds[0], $0) }
      if let new { pairs.append((olds[0], new)) }
    }
    decide(pairs, reason)
  }

  /// Settles what stands in the same place and reads like an edit of what stood there.
  private mutating func settleByPlace() {
    var edits: [(old: Item, new: Item)] = []
    for (olds, news) in neighbors() {
      for old in olds {
        for new in news where new.text.isEdit(of: old.text) || new.fillsBlanks(of: old) {
          edits.append((old, new))
        }
      }
    }
    let oldCounts = Dictionary(grouping: edits, by: \.old.entry.id).mapValues(\.count)
    let newCounts = Dictionary(grouping: edits, by: \.new.entry.id).mapValues(\.count)
    decide(
      edits.filter { oldCounts[$0.old.entry.id] == 1 && newCounts[$0.new.entry.id] == 1 },
      .samePlace)
  }

  /// What is left of both sides between the same two questions of one group.
  private func neighbors() -> [(olds: [Item], news: [Item])] {
    struct Gap: Hashable {
      let group: String
      let place: IdentityEntry.Place
    }
    var news: [Gap: [Item]] = [:]
    for item in come {
      guard let place = item.entry.place else { continue }
      news[Gap(group: item.entry.group, place: place), default: []].append(item)
    }
    var olds: [Gap: [Item]] = [:]
    var gaps: [Gap] = []
    for item in gone {
      guard let place = item.entry.place else { continue }
      let gap = Gap(group: successor(of: item.entry.group), place: place)
      if olds[gap] == nil { gaps.append(gap) }
      olds[gap, default: []].append(item)
    }
    return gaps.compactMap { gap in
      guard let olds = olds[gap], let news = news[gap],
        olds.count * news.count <= Self.mostPairs
      else { return nil }
      return (olds, news)
    }
  }

  private func mayBeOne(_ old: IdentityEntry, _ new: IdentityEntry) -> Bool {
    (old.name == nil || new.name == nil || old.name == new.name) && mayBeCompared(old, new)
  }

  private func mayBeCompared(_ old: IdentityEntry, _ new: IdentityEntry) -> Bool {
    (old.group == new.group || !(old.staysInGroup || new.staysInGroup))
      && !refused.contains(.init(known: old.id, entry: new.id))
  }

  private mutating func decide(
    _ pairs: [(old: Item, new: Item)], _ reason: IdentityDecision.Reason
  ) {
    // A question may be known by two texts, and each may have come back.
    let claims = Dictionary(grouping: pairs, by: \.old.entry.id).mapValues(\.count)
    let pairs = pairs.filter {
      mayBeOne($0.old.entry, $0.new.entry) && claims[$0.old.entry.id] == 1
    }
    let settled = Set(pairs.flatMap { [$0.old.entry.id, $0.new.entry.id] })
    // In the order of the decks.
    let known = Dictionary(pairs.map { ($0.new.entry.id, $0.old.entry) }) { first, _ in first }
    decisions += come.compactMap { item in
      known[item.entry.id].map {
        IdentityDecision(entry: item.entry, known: $0, reason: reason)
      }
    }
    gone.removeAll { settled.contains($0.entry.id) }
    come.removeAll { settled.contains($0.entry.id) }
  }

  // MARK: - Asking

  /// What is left of the studied questions and resembles something that has come.
  var unclear: [UnclearIdentity] {
    var candidates: [QuestionID: [IdentityEntry]] = [:]
    func add(_ new: Item, for old: Item) {
      guard mayBeOne(old.entry, new.entry) || isRenamed(old, new),
        candidates[old.entry.id]?.contains(where: { $0.id == new.entry.id }) != true
      else { return }
      candidates[old.entry.id, default: []].append(new.entry)
    }
    for (olds, news) in neighbors() {
      let isAlone = olds.count == 1 && news.count == 1
      for old in olds where old.entry.isStudied {
        for new in news
        where new.text.resembles(old.text) || isAlone && new.text.exchangesKanji(of: old.text) {
          add(new, for: old)
        }
      }
    }
    let byPrompt = Dictionary(grouping: come, by: \.text.plainPrompt)
    let byAnswer = Dictionary(grouping: come, by: \.text.plainAnswer)
    let stoodByPrompt = Dictionary(grouping: standing, by: \.text.plainPrompt)
    let stoodByAnswer = Dictionary(grouping: standing, by: \.text.plainAnswer)
    let left = gone + remote
    for old in left where old.entry.isStudied {
      let title = successor(of: old.entry.group)
      func isLike(_ new: Item) -> Bool { new.text == old.text || new.text.isEdit(of: old.text) }
      // What went now may have been moved and given other words at once.
      let wentNow = old.entry.place != nil
      for new in byPrompt[old.text.plainPrompt] ?? []
      where wentNow || new.entry.group == title || isLike(new) { add(new, for: old) }
      for new in byAnswer[old.text.plainAnswer] ?? []
      where new.entry.group == title || isLike(new) { add(new, for: old) }
      let stood =
        (stoodByPrompt[old.text.plainPrompt] ?? []) + (stoodByAnswer[old.text.plainAnswer] ?? [])
      for new in stood where isLike(new) { add(new, for: old) }
    }
    // What went now, and was moved and changed on both sides at once.
    let moved = gone.filter {
      $0.entry.isStudied && $0.entry.place != nil && candidates[$0.entry.id] == nil
    }
    if moved.count * come.count <= Self.mostPairs {
      for old in moved {
        for new in come where new.text.mayBeEdit(of: old.text) { add(new, for: old) }
      }
    }
    return left.compactMap { old in
      candidates.removeValue(forKey: old.entry.id).map {
        UnclearIdentity(known: old.entry, candidates: Array($0.prefix(Self.mostCandidates)))
      }
    }
  }

  /// Whether only the author's name for a question is another: that is asked about.
  private func isRenamed(_ old: Item, _ new: Item) -> Bool {
    old.text == new.text && mayBeCompared(old.entry, new.entry)
  }
}
