/// Finds out which questions of edited decks are ones the learner already knows, so that an edit
/// never costs their history, and never gives it to another question.
///
/// A question with the identity it had needs no match. The others are matched in this order, each
/// step among what the steps before left over, and only where there is exactly one possibility on
/// both sides:
///
/// 1. the same text; in its group, in the group that has most of its group's questions now (a renamed
///    one), or in any;
/// 2. the same text but for furigana, case, width, spaces and punctuation, in the same groups;
/// 3. the same place, between the same neighbors, and no more than a fixed typo or a reworded side
///    away (``IdentityText/isEdit(of:)``).
///
/// Two different `"id"`s of the author are two questions. What resembles a question without being
/// clearly it is reported, never guessed.
public struct IdentityMatch: Hashable, Sendable {
  /// The questions that go on as known ones.
  public let decisions: [IdentityDecision]
  /// Studied questions that are gone, each with new ones that might be it.
  public let unclear: [UnclearIdentity]

  /// Matches questions that are gone with questions that have come.
  ///
  /// - Parameters:
  ///   - gone: questions that no deck has any more, once with each text they are known by. Those
  ///     without a history are matched as well, so that their successors are not taken for others',
  ///     but no decision is made about them.
  ///   - come: questions that were in no deck before and have no history.
  /// - Complexity: O(n) in the questions, and O(n²) in those between the same two neighbors.
  public init(gone: [IdentityEntry], come: [IdentityEntry]) {
    var matcher = IdentityMatcher(gone: gone, come: come)
    matcher.settleByText()
    matcher.settleByPlace()
    decisions = matcher.decisions.filter(\.known.isStudied)
    unclear = matcher.unclear
  }
}

/// The steps of an ``IdentityMatch``: what is settled leaves both sides.
struct IdentityMatcher {
  private var gone: [Item]
  private var come: [Item]
  private(set) var decisions: [IdentityDecision] = []
  /// The group that has most of an old group's questions now, by the old group's title.
  private let successors: [String: String]

  /// An entry with what is compared of it.
  private struct Item {
    let entry: IdentityEntry
    let text: IdentityText

    init(_ entry: IdentityEntry) {
      self.entry = entry
      text = IdentityText(prompt: entry.prompt, answer: entry.answer)
    }
  }

  /// The most pairs between the same neighbors that are compared letter by letter.
  private static let mostPairs = 250_000
  /// The most new questions that are shown for one that is gone.
  private static let mostCandidates = 9

  init(gone: [IdentityEntry], come: [IdentityEntry]) {
    let isEmpty = gone.isEmpty || come.isEmpty
    self.gone = isEmpty ? [] : gone.map(Item.init)
    self.come = isEmpty ? [] : come.map(Item.init)
    successors = Self.successors(self.gone, self.come)
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

  /// Settles what has the same text.
  mutating func settleByText() {
    func key(_ entry: IdentityEntry, _ group: String) -> [String] {
      [entry.prompt, entry.answer, group]
    }
    settle(.sameText) {
      key($0.entry, $0.entry.group)
    } new: {
      key($0.entry, $0.entry.group)
    }
    let titles = successors
    settle(.sameText) {
      key($0.entry, titles[$0.entry.group] ?? $0.entry.group)
    } new: {
      key($0.entry, $0.entry.group)
    }
    settle(.sameText) {
      key($0.entry, "")
    } new: {
      key($0.entry, "")
    }
    settle(.sameText) {
      TextInGroup(text: $0.text, group: titles[$0.entry.group] ?? $0.entry.group)
    } new: {
      TextInGroup(text: $0.text, group: $0.entry.group)
    }
    settle(.sameText, by: \.text, new: \.text)
  }

  private struct TextInGroup: Hashable {
    let text: IdentityText
    let group: String
  }

  /// Settles what stands alone on both sides under its key.
  private mutating func settle<Key: Hashable>(
    _ reason: IdentityDecision.Reason, by oldKey: (Item) -> Key, new newKey: (Item) -> Key
  ) {
    let known = Dictionary(grouping: gone, by: oldKey)
    let found = Dictionary(grouping: come, by: newKey)
    var pairs: [(old: Item, new: Item)] = []
    for item in come {
      let key = newKey(item)
      if let olds = known[key], let news = found[key], olds.count == 1, news.count == 1,
        Self.mayBeOne(olds[0].entry, item.entry)
      {
        pairs.append((olds[0], item))
      }
    }
    decide(pairs, reason)
  }

  /// Settles what stands in the same place and reads like an edit of what stood there.
  mutating func settleByPlace() {
    var edits: [(old: Item, new: Item)] = []
    for (olds, news) in neighbors() {
      for old in olds {
        for new in news where new.text.isEdit(of: old.text) { edits.append((old, new)) }
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

  private static func mayBeOne(_ old: IdentityEntry, _ new: IdentityEntry) -> Bool {
    old.name == nil || new.name == nil || old.name == new.name
  }

  private mutating func decide(
    _ pairs: [(old: Item, new: Item)], _ reason: IdentityDecision.Reason
  ) {
    // A question may be known by two texts, and each may have come back.
    let claims = Dictionary(grouping: pairs, by: \.old.entry.id).mapValues(\.count)
    let pairs = pairs.filter {
      Self.mayBeOne($0.old.entry, $0.new.entry) && claims[$0.old.entry.id] == 1
    }
    decisions += pairs.map {
      IdentityDecision(entry: $0.new.entry, known: $0.old.entry, reason: reason)
    }
    let settled = Set(pairs.flatMap { [$0.old.entry.id, $0.new.entry.id] })
    gone.removeAll { settled.contains($0.entry.id) }
    come.removeAll { settled.contains($0.entry.id) }
  }

  /// What is left of the studied questions and resembles something that has come.
  var unclear: [UnclearIdentity] {
    var candidates: [QuestionID: [IdentityEntry]] = [:]
    func add(_ new: Item, for old: Item) {
      guard Self.mayBeOne(old.entry, new.entry),
        candidates[old.entry.id]?.contains(where: { $0.id == new.entry.id }) != true
      else { return }
      candidates[old.entry.id, default: []].append(new.entry)
    }
    for (olds, news) in neighbors() {
      for old in olds where old.entry.isStudied {
        for new in news where new.text.resembles(old.text) { add(new, for: old) }
      }
    }
    let byPrompt = Dictionary(grouping: come, by: \.text.prompt)
    let byAnswer = Dictionary(grouping: come, by: \.text.answer)
    for old in gone where old.entry.isStudied {
      let title = successor(of: old.entry.group)
      let sharing = (byPrompt[old.text.prompt] ?? []) + (byAnswer[old.text.answer] ?? [])
      for new in sharing where new.entry.group == title || new.text == old.text {
        add(new, for: old)
      }
    }
    return gone.compactMap { old in
      candidates.removeValue(forKey: old.entry.id).map {
        UnclearIdentity(known: old.entry, candidates: Array($0.prefix(Self.mostCandidates)))
      }
    }
  }
}
