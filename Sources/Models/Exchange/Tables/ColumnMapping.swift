import RabbleQuestions
import RabbleText

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
      guard let role = word.isEmpty ? .ignored : ColumnRole(name: word) else {
        throw .unknown(word)
      }
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

/// What a column of a table is for.
public enum ColumnRole: String, Hashable, Sendable, CaseIterable {
  case group, id, prompt, hint, answer, reading, furigana, alternatives, blocked
  case partOfSpeech = "part_of_speech"
  case pitch, example
  case exampleReading = "example_reading"
  case exampleMeaning = "example_meaning"
  case note, tags, directions, cloze, source
  /// The column is left out.
  case ignored = "-"

  /// The roles that hold something, in the order an export writes them.
  public static let fields = allCases.filter { $0 != .ignored }

  /// The field of a question that is in the column; `nil` for the group, a part of the example, and
  /// nothing.
  var field: Question.Field? { Question.Field(key: rawValue) }

  /// Whether several columns may have the role: what stands in them is taken together.
  var isRepeatable: Bool {
    switch self {
    case .note, .alternatives, .blocked, .tags, .hint, .ignored: true
    default: false
    }
  }

  /// The role that people call so: a role's own name, or what a spreadsheet or another program puts
  /// above such a column. `nil` for a name that tells nothing.
  public init?(name: String) {
    let folded = name.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0 == "-" && name.count == 1
    }
    let key = String(String.UnicodeScalarView(folded))
    guard let role = Self.names[key] else { return nil }
    self = role
  }

  private static let names: [String: ColumnRole] = {
    var result: [String: ColumnRole] = ["-": .ignored]
    for role in fields { result[role.rawValue.replacing("_", with: "")] = role }
    let names: [ColumnRole: [String]] = [
      .group: ["deck", "lesson", "chapter", "unit", "category", "list", "lektion", "課"],
      .exampleReading: ["examplekana", "sentencekana", "examplefurigana"],
      .exampleMeaning: [
        "exampletranslation", "exampleenglish", "sentencemeaning", "sentenceenglish",
      ],
    ]
    for role in fields {
      for name in role.field?.columnNames ?? names[role] ?? [] { result[name] = role }
    }
    return result
  }()
}
