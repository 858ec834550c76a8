/// Which column of a table is for what, from left to right.
public struct ColumnMapping: Hashable, Sendable {
  /// The roles of the columns.
  public let roles: [ColumnRole]

  /// Makes a mapping.
  public init(_ roles: [ColumnRole]) {
    self.roles = roles
  }

  /// Why a text is no mapping.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A word names no role.
    case unknown(String)
    /// Only one column can have this role.
    case twice(ColumnRole)
    /// Nothing is asked, or nothing answers.
    case incomplete
    /// There are more roles than columns.
    case tooMany(columns: Int)

    /// What is wrong and what to write, in a sentence.
    public var description: String {
      switch self {
      case .unknown(let word):
        "“\(word)” is no column. There are "
          + ColumnRole.fields.map(\.rawValue).joined(separator: ", ")
          + ", and - for one that is left out."
      case .twice(let role):
        "only one column can be “\(role.rawValue)”. Write - for one that is left out."
      case .incomplete:
        "a column must be “prompt” and one “answer”, or one “cloze”."
      case .tooMany(let columns):
        "the file has \(columns) columns, and more are named."
      }
    }
  }

  /// Reads what an option or a learner says: `prompt,reading,answer,-,tags`. Columns that are not
  /// named are left out.
  ///
  /// - Throws: ``Failure``.
  public init(_ text: String, columns: Int) throws(Failure) {
    var roles: [ColumnRole] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(word).trimmed
      guard let role = word.isEmpty ? .ignored : ColumnRole(name: word) else { throw .unknown(word) }
      if !role.isRepeatable, roles.contains(role) { throw .twice(role) }
      roles.append(role)
    }
    guard roles.count <= columns else { throw .tooMany(columns: columns) }
    roles += Array(repeating: .ignored, count: columns - roles.count)
    self.init(roles)
    guard isComplete else { throw .incomplete }
  }

  /// Whether questions can be made of the columns.
  public var isComplete: Bool {
    roles.contains(.cloze) || roles.contains(.prompt) && roles.contains(.answer)
  }

  /// The mapping as ``init(_:columns:)`` reads it.
  public var text: String { roles.map(\.rawValue).joined(separator: ",") }
}
