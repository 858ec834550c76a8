import RabbleText

/// Chooses groups by what the learner calls them.
package enum GroupChoice {
  /// The indices of the groups that `names` mean, each once, in the order of the names.
  ///
  /// A name means the group whose title it is, or the end of whose deck's name and title: `Unit 1`,
  /// `Korean/Unit 1`; else all groups of the deck whose name it is; else the one group whose title it begins, or
  /// whose deck and title. Case, width (full-width Latin, half-width katakana) and repeated spaces make no difference.
  ///
  /// - Returns: The indices, or the first name that means no group, or several different ones.
  package static func choose(
    _ names: [String],
    among groups: [GroupName]
  ) -> Result<[Int], UnknownGroup> {
    let candidates = Candidates(groups)
    var result: [Int] = []
    for name in names {
      switch candidates.choose(name) {
      case .success(let indices): result += indices.filter { !result.contains($0) }
      case .failure(let error): return .failure(error)
      }
    }
    return .success(result)
  }

  /// What a name means where groups stand in courses.
  package enum Choice: Hashable, Sendable {
    /// The group with this index.
    case group(Int)
    /// The course with this index.
    case course(Int)
  }

  /// The groups and courses that `names` mean, each once, in the order of the names.
  ///
  /// Courses are named as groups are. A name that begins the title of one course and titles of its
  /// own groups means the course.
  ///
  /// - Parameters:
  ///   - names: What the learner typed.
  ///   - groups: All groups.
  ///   - courses: The title of each course with its groups.
  ///   - takesBeginnings: Whether the beginning of a title means it, too.
  /// - Returns: The choices, or the first name that means nothing, or several things.
  package static func choose(
    _ names: [String],
    among groups: [GroupName],
    courses: [(title: String, groups: [GroupName])],
    takesBeginnings: Bool = true
  ) -> Result<[Choice], UnknownGroup> {
    let candidates = Candidates(courses.map { GroupName(deck: "", title: $0.title) } + groups)
    var result: [Choice] = []
    for name in names {
      switch candidates.choose(name, takesBeginnings: takesBeginnings) {
      case .success(let indices):
        for index in indices {
          let choice: Choice =
            index < courses.count ? .course(index) : .group(index - courses.count)
          if !result.contains(choice) { result.append(choice) }
        }
      case .failure(let error):
        guard
          let course = courses.firstIndex(where: { course in
            error.reason == .ambiguous && error.titles.contains(course.title)
              && Set(error.titles).isSubset(
                of: course.groups.map { candidates.labels[$0] } + [course.title])
          })
        else { return .failure(error) }
        if !result.contains(.course(course)) { result.append(.course(course)) }
      }
    }
    return .success(result)
  }

  /// All that a group is found by: its title, with its deck or without, and its deck.
  package static func names(of name: GroupName) -> [String] {
    forms(of: name) + ends(of: name.deck)
  }

  /// Whether a group can be called so.
  package static func isName(_ text: String, of name: GroupName) -> Bool {
    forms(of: name).contains { TextFold.title($0) == TextFold.title(text) }
  }

  /// What a group can be called: its title, and that after one or more of the last parts of its deck's name.
  private static func forms(of name: GroupName) -> [String] {
    [name.title] + ends(of: name.deck).map { "\($0)/\(name.title)" }
  }

  /// The name of a deck, without folders and with them.
  private static func ends(of deck: String) -> [String] {
    let parts = deck.split(separator: "/")
    return (1..<max(1, parts.count + 1)).map { parts.suffix($0).joined(separator: "/") }
  }

  /// Groups with all that they can be called, folded.
  private struct Candidates {
    private typealias Folded = [Character]

    let labels: GroupLabels
    private let groups: [GroupName]
    private let titles: [Folded]

    init(_ groups: [GroupName]) {
      self.groups = groups
      labels = GroupLabels(groups)
      titles = groups.map { TextFold.title($0.title) }
    }

    // Most names are titles: what else a group can be called is folded only where it is looked for.

    private func forms(_ index: Int) -> [Folded] {
      GroupChoice.forms(of: groups[index]).map { TextFold.title($0) }
    }

    private func decks(_ index: Int) -> [Folded] {
      ends(of: groups[index].deck).map { TextFold.title($0) }
    }

    func choose(_ name: String, takesBeginnings: Bool = true) -> Result<[Int], UnknownGroup> {
      let wanted = TextFold.title(name)
      func indices(where isMeant: (Int) -> Bool) -> [Int]? {
        let found = groups.indices.filter(isMeant)
        return found.isEmpty ? nil : found
      }
      if wanted.isEmpty { return unknown(name, wanted) }
      if wanted.contains("/") {
        // With all of its deck's name it is one, whatever others can be shortened to.
        if let found = indices(where: { forms($0).last == wanted }) { return one(of: found, name) }
        if let found = indices(where: { forms($0).contains(wanted) }) {
          return one(of: found, name)
        }
      } else if let found = indices(where: { titles[$0] == wanted }) {
        // A form with a deck's name has a slash.
        return one(of: found, name)
      }
      if let found = indices(where: { decks($0).last == wanted }) { return .success(found) }
      if let found = indices(where: { decks($0).contains(wanted) }) {
        return Set(found.map { groups[$0].deck }).count == 1
          ? .success(found) : ambiguous(name, found)
      }
      guard takesBeginnings else { return unknown(name, wanted) }
      if let found = indices(where: { titles[$0].starts(with: wanted) }) {
        return one(of: found, name)
      }
      if wanted.contains("/"),
        let found = indices(where: { forms($0).contains { $0.starts(with: wanted) } })
      {
        return one(of: found, name)
      }
      return unknown(name, wanted)
    }

    /// The groups if they are one, which several files may have, or a course beside a group of its name.
    private func one(of found: [Int], _ name: String) -> Result<[Int], UnknownGroup> {
      let known =
        Set(found.map { titles[$0] }).count == 1 ? found.filter { !groups[$0].deck.isEmpty } : found
      return Set(known.map { groups[$0].folded }).count < 2
        ? .success(found) : ambiguous(name, found)
    }

    private func ambiguous(_ name: String, _ found: [Int]) -> Result<[Int], UnknownGroup> {
      .failure(
        UnknownGroup(
          name: name, reason: .ambiguous, titles: unique(found.map { labels[groups[$0]] })))
    }

    /// The error with the groups closest to `wanted` first: those whose titles contain it, then by the distance to
    /// the title's closest beginning, then to the whole title, then by their order.
    private func unknown(_ name: String, _ wanted: Folded) -> Result<[Int], UnknownGroup> {
      let start = String(wanted.prefix(100))
      let ranked = titles.indices.map { index in
        let title = String(titles[index].prefix(100))
        return (
          UnknownGroup.contains(title, start) ? 0 : 1,
          EditDistance.toPrefix(of: title, from: start, atMost: 100),
          EditDistance.between(start, title, atMost: 100), index
        )
      }
      return .failure(
        UnknownGroup(
          name: name, reason: .unknown,
          titles: unique(ranked.sorted(by: <).map { labels[groups[$0.3]] })))
    }

    private func unique(_ titles: [String]) -> [String] {
      var seen: Set<String> = []
      return titles.filter { seen.insert($0).inserted }
    }
  }
}

extension GroupName {
  /// The name by which two are the same to a learner who types them.
  fileprivate var folded: [[Character]] { [TextFold.title(deck), TextFold.title(title)] }
}

/// A name that does not mean one group.
public struct UnknownGroup: Error, Hashable, Sendable {
  /// The name, as it was typed.
  public let name: String
  /// Why it means no group.
  public let reason: Reason
  /// The titles it could mean: all there are, closest first, or those it begins, in their order.
  public let titles: [String]

  /// Makes the error.
  public init(name: String, reason: Reason, titles: [String]) {
    self.name = name
    self.reason = reason
    self.titles = titles
  }

  /// Whether a title has a name of three letters or more in it; both are folded.
  static func contains(_ title: String, _ name: String) -> Bool {
    name.count >= 3 && title.contains(name)
  }

  /// The titles that are likely meant, at most three: those that have the name in them, or that it begins, but for a
  /// typo or two. A name of fewer than four letters with a typo is the whole of them.
  public var near: [String] {
    let wanted = String(TextFold.title(name).prefix(100))
    return titles.prefix(3).filter { title in
      let title = String(TextFold.title(title).prefix(100))
      if Self.contains(title, wanted) { return true }
      guard wanted.count >= 4 || title.count <= wanted.count + 1 else { return false }
      let most = max(1, wanted.count / 3)
      return EditDistance.toPrefix(of: title, from: wanted, atMost: most) <= most
    }
  }

  /// Whether a name is one of several because decks have groups of that title, not because it begins several titles.
  private var isOfSeveralDecks: Bool {
    let wanted = TextFold.title(name)
    return !titles.contains { TextFold.title($0).starts(with: wanted) }
  }

  /// What to type in place of an ambiguous name.
  package var advice: String {
    isOfSeveralDecks ? "Type the deck before the title" : "Type more of the title"
  }

  /// Asks which group an ambiguous name means.
  package var question: String {
    (isOfSeveralDecks
      ? "\(titles.count) groups are called \(Quoting.curly(name))."
      : "\(titles.count) titles begin with \(Quoting.curly(name)).")
      + " Which do you want to study?"
  }

  /// Why a name means no group.
  public enum Reason: Hashable, Sendable {
    /// No title is it or begins with it.
    case unknown
    /// Several titles begin with it, or groups of several decks have it.
    case ambiguous
  }
}

extension UnknownGroup: CustomStringConvertible {
  /// One line that names some titles: `Unknown group “Numbr”. Did you mean “Numbers” or “Hiragana”?`,
  /// or `“kata” is ambiguous: “Katakana”, “Katakana: loanwords”. Type more of the title.`
  public var description: String {
    switch reason {
    case .unknown where titles.isEmpty:
      return "Unknown group \(Quoting.curly(name)). There are no groups."
    case .unknown where near.isEmpty: return "Unknown group \(Quoting.curly(name))."
    case .unknown:
      let closest = near.map { Quoting.curly($0) }
      let last = closest.suffix(2).joined(separator: " or ")
      let list = (closest.dropLast(2) + [last]).joined(separator: ", ")
      return "Unknown group \(Quoting.curly(name)). Did you mean \(list)?"
    case .ambiguous:
      let shown = titles.count > 12 ? titles.prefix(10) : titles[...]
      let further = titles.count - shown.count
      let list =
        shown.map { Quoting.curly($0) }.joined(separator: ", ")
        + (further > 0 ? " and \(further) more" : "")
      return "\(Quoting.curly(name)) is ambiguous: \(list). \(advice)."
    }
  }
}
