/// What a group is known by: its deck and its title. Groups of one title in two decks are two.
public struct GroupName: Hashable, Sendable {
  /// The path of the deck below its decks folder, without the ending of the file: `Japanese/Numbers`, the
  /// same on every device. Empty where it was not recorded.
  public let deck: String
  /// The title, which groups of other decks may have, too.
  public let title: String

  /// Names the group of a title in a deck.
  public init(deck: String, title: String) {
    self.deck = deck
    self.title = title
  }

  /// The deck and the title: `Japanese/Numbers/Counting`.
  public var full: String { deck.isEmpty ? title : "\(deck)/\(title)" }
}

extension GroupName: Comparable {
  /// Orders names by their titles, then by their decks.
  public static func < (left: GroupName, right: GroupName) -> Bool {
    (left.title, left.deck) < (right.title, right.deck)
  }
}

/// What groups are called to the learner: each by its title where that is unique among them, else by its deck
/// and title.
public struct GroupLabels: Sendable {
  private var decks: [String: Set<String>] = [:]
  /// The labels with a deck: a title that reads the same needs its deck as well.
  private var full: Set<String> = []

  /// Finds out which titles need their decks; the names are all that are shown together.
  public init(_ names: some Sequence<GroupName>) {
    for name in names { decks[name.title, default: []].insert(name.deck) }
    for (title, decks) in decks where decks.count > 1 {
      full.formUnion(decks.map { GroupName(deck: $0, title: title).full })
    }
  }

  /// The label of a group, which need not be among those known.
  public subscript(_ name: GroupName) -> String {
    let known = decks[name.title] ?? []
    return known.subtracting([name.deck]).isEmpty && !full.contains(name.title)
      ? name.title : name.full
  }
}
