import RabbleText

/// Chooses groups by what the learner calls them.
package enum GroupChoice {
  /// The indices of the titles that `names` mean, each once, in the order of the names.
  ///
  /// A name means the groups whose title it is; else the groups of the one title it begins. Case,
  /// width (full-width Latin, half-width katakana) and repeated spaces make no difference.
  ///
  /// - Returns: The indices, or the first name that means no title, or several different ones.
  package static func choose(
    _ names: [String],
    among titles: [String]
  ) -> Result<[Int], UnknownGroup> {
    let folded = titles.map { TextFold.title($0) }
    var result: [Int] = []
    for name in names {
      switch choose(name, among: titles, folded: folded) {
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
  ///   - titles: The titles of all groups.
  ///   - courses: The title of each course with those of its groups.
  /// - Returns: The choices, or the first name that means nothing, or several things.
  package static func choose(
    _ names: [String],
    among titles: [String],
    courses: [(title: String, groups: [String])]
  ) -> Result<[Choice], UnknownGroup> {
    let all = courses.map(\.title) + titles
    let folded = all.map { TextFold.title($0) }
    var result: [Choice] = []
    for name in names {
      switch choose(name, among: all, folded: folded) {
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
              && Set(error.titles).isSubset(of: course.groups + [course.title])
          })
        else { return .failure(error) }
        if !result.contains(.course(course)) { result.append(.course(course)) }
      }
    }
    return .success(result)
  }

  private static func choose(
    _ name: String,
    among titles: [String],
    folded: [[Character]]
  ) -> Result<[Int], UnknownGroup> {
    let wanted = TextFold.title(name)
    let exact = folded.indices.filter { folded[$0] == wanted }
    guard exact.isEmpty else { return .success(exact) }
    let begun = folded.indices.filter { !wanted.isEmpty && folded[$0].starts(with: wanted) }
    switch Set(begun.map { folded[$0] }).count {
    case 1:
      return .success(begun)
    case 0:
      return .failure(
        UnknownGroup(
          name: name,
          reason: .unknown,
          titles: byDistance(from: wanted, titles: titles, folded: folded)
        )
      )
    default:
      return .failure(
        UnknownGroup(name: name, reason: .ambiguous, titles: unique(begun.map { titles[$0] }))
      )
    }
  }

  /// The titles, closest to `wanted` first: those that contain it, then by the distance to the title's closest
  /// beginning, then to the whole title, then by their order.
  private static func byDistance(
    from wanted: [Character],
    titles: [String],
    folded: [[Character]]
  ) -> [String] {
    let name = String(wanted.prefix(100))
    let ranked = titles.indices.map { index in
      let title = String(folded[index].prefix(100))
      return (
        UnknownGroup.contains(title, name) ? 0 : 1, EditDistance.toPrefix(of: title, from: name),
        EditDistance.between(name, title), index
      )
    }
    return unique(ranked.sorted(by: <).map { titles[$0.3] })
  }

  private static func unique(_ titles: [String]) -> [String] {
    var seen: Set<String> = []
    return titles.filter { seen.insert($0).inserted }
  }
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
      return EditDistance.toPrefix(of: title, from: wanted) <= max(1, wanted.count / 3)
    }
  }

  /// Why a name means no group.
  public enum Reason: Hashable, Sendable {
    /// No title is it or begins with it.
    case unknown
    /// Several titles begin with it.
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
      return "\(Quoting.curly(name)) is ambiguous: \(list). Type more of the title."
    }
  }
}
