/// What changed for learners from one version of some groups to another.
///
/// Questions are matched as the study log matches them: by their identity, then by ``IdentityMatch``;
/// and then by a prompt or an answer that only one of the group has.
/// A question that only got an id has not changed.
public struct DeckDifference: Hashable, Sendable {
  /// One thing that changed.
  public struct Change: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable {
      /// The question is new.
      case added
      /// The question is gone.
      case removed
      /// Prompt, answer or cloze read otherwise.
      case reworded
      /// The question stands in another group, or elsewhere in its own.
      case moved
      /// Something else is said of it, or of its group.
      case changed
    }

    /// What happened.
    public let kind: Kind
    /// The title of the group, as it is now; of a removed question, as it was.
    public let group: String
    /// What the question asks, now or at last; `nil` when the group itself is meant.
    public let prompt: String?
    /// The key of what changed, as in a deck; `group` or `place` for a question that moved.
    public let field: String
    /// How it was; `nil` if it was not there.
    public let before: String?
    /// How it is; `nil` if it is not there any more.
    public let after: String?
  }

  /// The changes in the order of the new version; what was removed comes last.
  public let changes: [Change]

  /// Finds what changed.
  public init(from old: [QuestionGroup], to new: [QuestionGroup]) {
    let before = DeckPlaces(old)
    let after = DeckPlaces(new)
    let known = before.matches(of: after)
    var changes: [Change] = []
    for group in new {
      if let match = old.first(where: { $0.title == group.title }) {
        changes += Self.changes(from: match, to: group)
      }
    }
    let unmoved = after.unmoved(known, before: before)
    for place in after.places {
      guard let id = known[place.id], let was = before[id] else {
        changes.append(.added(place))
        continue
      }
      changes += Self.changes(from: was, to: place, isUnmoved: unmoved.contains(place.id))
    }
    let kept = Set(known.values)
    changes += before.places.filter { !kept.contains($0.id) }.map(Change.removed)
    self.changes = changes
  }

  private static func changes(from old: QuestionGroup, to new: QuestionGroup) -> [Change] {
    func values(_ group: QuestionGroup) -> [(String, String?)] {
      [
        ("description", group.description), ("language", group.language),
        ("author", group.author), ("licence", group.licence), ("version", group.version),
        ("directions", group.directions?.compactMap(\.name).joined(separator: " | ")),
        ("accents", group.settings.accents?.rawValue),
        ("furigana", group.settings.furigana?.rawValue),
      ]
    }
    return zip(values(old), values(new)).filter { $0.1 != $1.1 }.map { was, now in
      Change(
        kind: .changed, group: new.title, prompt: nil, field: now.0, before: was.1, after: now.1)
    }
  }

  private static func changes(from old: DeckPlaces.Place, to new: DeckPlaces.Place, isUnmoved: Bool)
    -> [Change]
  {
    var changes: [Change] = []
    func add(_ kind: Change.Kind, _ field: String, _ before: String?, _ after: String?) {
      changes.append(
        Change(
          kind: kind, group: new.group, prompt: new.question.prompt, field: field, before: before,
          after: after))
    }
    if old.group != new.group {
      add(.moved, "group", old.group, new.group)
    } else if !isUnmoved {
      add(.moved, "place", "\(old.number)", "\(new.number)")
    }
    let was = Dictionary(uniqueKeysWithValues: old.question.fields.map { ($0.key, $0.text) })
    let now = Dictionary(uniqueKeysWithValues: new.question.fields.map { ($0.key, $0.text) })
    var keys = old.question.fields.map(\.key)
    keys += new.question.fields.map(\.key).filter { was[$0] == nil }
    for key in keys where key != "id" && was[key] != now[key] {
      let isWording = ["prompt", "answer", "cloze"].contains(key)
      add(isWording ? .reworded : .changed, key, was[key], now[key])
    }
    return changes
  }
}

extension DeckDifference.Change {
  fileprivate static func added(_ place: DeckPlaces.Place) -> Self {
    Self(
      kind: .added, group: place.group, prompt: place.question.prompt, field: "answer",
      before: nil, after: place.question.answer)
  }

  fileprivate static func removed(_ place: DeckPlaces.Place) -> Self {
    Self(
      kind: .removed, group: place.group, prompt: place.question.prompt, field: "answer",
      before: place.question.answer, after: nil)
  }
}
