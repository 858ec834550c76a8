/// What groups build on: a group gives new cards once all it builds on is known.
public struct Prerequisites: Hashable, Sendable {
  private var groups: [Int64: [StoredGroup]] = [:]

  /// Nothing builds on anything.
  public init() {}

  /// The groups that a group builds on.
  public subscript(group: StoredGroup) -> [StoredGroup] {
    get { groups[group.id] ?? [] }
    set { groups[group.id] = newValue.isEmpty ? nil : newValue }
  }
}
