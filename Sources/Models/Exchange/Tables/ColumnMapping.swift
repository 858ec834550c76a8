import RabbleLanguages
import RabbleQuestions
import RabbleText

/// Which column of a table is for what, from left to right.
package struct ColumnMapping: Hashable, Sendable {
  package let roles: [ColumnRole]
  /// Other roles for the notes of some note types in a text export of Anki, by their names.
  package let noteTypes: [String: [ColumnRole]]

  package init(_ roles: [ColumnRole], noteTypes: [String: [ColumnRole]] = [:]) {
    self.roles = roles
    self.noteTypes = noteTypes
  }

  /// Why a text is no mapping.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A word names no role.
    case unknown(String)
    /// No column has this name.
    case noColumn(String, names: [String])
    /// No note type of Anki has this name.
    case noNoteType(String, names: [String])
    /// Only one column can have this role, and these are given it.
    case twice(ColumnRole, columns: [String])
    /// A column is given these roles.
    case columnTwice(String, roles: [ColumnRole])
    /// There is no prompt or no answer.
    case incomplete
    /// There are more roles than columns.
    case tooMany(columns: Int)

    /// What is wrong and what to write, in a sentence.
    package var description: String {
      switch self {
      case .unknown(let word):
        "unknown column “\(word)”. Use "
          + ColumnRole.columns.map(\.name).joined(separator: ", ")
          + ", or - for a column to skip."
      case .noColumn(let name, let names):
        names.isEmpty
          ? "no column is called “\(name)”: the first line names none. Use its number instead."
          : "no column is called “\(name)”.\(Nearest.asked(name, among: names)) They are "
            + names.joined(separator: ", ") + "."
      case .noNoteType(let name, let names):
        "no note type is called “\(name)”."
          + (Nearest.to(name, among: names).map { " Did you mean “\($0)”?" }
            ?? " They are \(names.map { "“\($0)”" }.joined(separator: ", ")).")
      case .twice(let role, let columns):
        "only one column can be “\(role.name)”, and "
          + columns.map { "“\($0)”" }.joined(separator: " and ")
          + " are. Skip one of them with -, or make it a note."
      case .columnTwice(let column, let roles):
        "the column “\(column)” is given the roles "
          + roles.map { "“\($0.name)”" }.joined(separator: " and ") + ". Give it only one."
      case .incomplete:
        "needs a column “prompt” and a column “answer”, or a column “cloze”."
      case .tooMany(let columns):
        "the file has only \(columns) columns."
      }
    }
  }

  /// Reads a list of names: `prompt,reading,answer,-,tags`. Further columns are not used.
  ///
  /// - Throws: ``Failure``.
  package init(_ text: String, columns: Int) throws(Failure) {
    var roles: [ColumnRole] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(word).trimmed
      guard let role = word.isEmpty ? .ignored : ColumnRole(name: word) else {
        throw .unknown(word)
      }
      if !role.isRepeatable, let first = roles.firstIndex(of: role) {
        throw .twice(role, columns: ["\(first + 1)", "\(roles.count + 1)"])
      }
      roles.append(role)
    }
    guard roles.count <= columns else { throw .tooMany(columns: columns) }
    roles += Array(repeating: .ignored, count: columns - roles.count)
    self.init(roles)
    guard isComplete else { throw .incomplete }
  }

  /// Reads a list of names as ``init(_:columns:)``, or one that names columns: `prompt=Character`.
  /// Columns that it does not name are not used.
  ///
  /// - Throws: ``Failure``.
  package init(_ text: String, columns: Int, header: [String]) throws(Failure) {
    guard text.contains("=") else {
      try self.init(text, columns: columns)
      return
    }
    var roles = [ColumnRole](repeating: .ignored, count: columns)
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard sides.count == 2, let role = ColumnRole(name: sides[0]) else {
        throw .unknown(sides.first ?? "")
      }
      let name = sides[1].lowercased()
      let column =
        header.firstIndex { $0.trimmed.lowercased() == name }
        ?? Int(sides[1]).flatMap { (1...columns).contains($0) ? $0 - 1 : nil }
      guard let column, column < columns else {
        throw .noColumn(sides[1], names: header.filter { !$0.isBlank })
      }
      let others = roles.indices.filter { roles[$0] == role && $0 != column }
      if !role.isRepeatable, let first = others.first {
        let names = [first, column].map { $0 < header.count ? header[$0].trimmed : "\($0 + 1)" }
        throw .twice(role, columns: names)
      }
      if roles[column] != .ignored, roles[column] != role {
        throw .columnTwice(sides[1], roles: [roles[column], role])
      }
      roles[column] = role
    }
    self.init(roles)
    guard isComplete else { throw .incomplete }
  }

  /// Whether questions can be made of the columns.
  package var isComplete: Bool {
    let all = noteTypes.isEmpty ? [roles] : Array(noteTypes.values)
    return all.allSatisfy { roles in
      roles.contains(.field(.cloze))
        || roles.contains(.field(.prompt)) && roles.contains(.field(.answer))
    }
  }

  /// The mapping as ``ImportFile/mapping(_:)`` reads it.
  package var text: String {
    if noteTypes.isEmpty { return Self.text(roles) }
    return noteTypes.sorted { $0.key < $1.key }.map { "\($0): \(Self.text($1))" }
      .joined(separator: "; ")
  }

  /// Roles as ``init(_:columns:)`` reads them.
  static func text(_ roles: [ColumnRole]) -> String { roles.map(\.name).joined(separator: ",") }
}

/// What a column of a table is for.
package enum ColumnRole: Hashable, Sendable {
  /// The title of the group that the question belongs to.
  case group
  /// A field of the question; for an example, its sentence.
  case field(Question.Field)
  /// The reading of the example.
  case exampleReading
  /// The meaning of the example.
  case exampleMeaning
  /// The column is not used.
  case ignored

  /// The columns of an export, in order: the fields in the order of decks, except that the note and the
  /// cloze stay where exports have always had them, and the others come last.
  package static let columns: [ColumnRole] = {
    let behind: [Question.Field: Question.Field] = [.example: .note, .directions: .cloze]
    var columns: [ColumnRole] = [.group]
    for field in Question.Field.allCases
    where !behind.values.contains(field) && !later.contains(field) {
      columns.append(.field(field))
      if field == .example { columns += [.exampleReading, .exampleMeaning] }
      if let moved = behind[field] { columns.append(.field(moved)) }
    }
    return columns + later.map { .field($0) }
  }()

  /// Fields that the first exports did not have: their columns are written only where they hold
  /// something.
  private static let later: [Question.Field] = [.spellings, .typos]

  /// The columns that an export of groups writes.
  static func columns(of groups: [QuestionGroup]) -> [ColumnRole] {
    let unused = later.filter { field in
      !groups.contains { $0.questions.contains { !$0.texts(field).isEmpty } }
    }
    return columns.filter { column in !unused.contains { column == .field($0) } }
  }

  /// Whether these are the names of an export's columns.
  static func areOfExport(_ names: [String]) -> Bool {
    let absent = later.filter { !names.contains($0.key) }
    return names
      == columns.filter { column in !absent.contains { column == .field($0) } }.map(\.name)
  }

  /// The name above the column; `-` for one that is not used.
  package var name: String {
    switch self {
    case .group: "group"
    case .field(let field): field.key
    case .exampleReading: "example_reading"
    case .exampleMeaning: "example_meaning"
    case .ignored: "-"
    }
  }

  /// Whether several columns may have the role: their texts are joined.
  var isRepeatable: Bool {
    switch self {
    case .field(.note), .field(.hint), .ignored: true
    case .field(let field): if case .list = field.kind { true } else { false }
    case .group, .exampleReading, .exampleMeaning: false
    }
  }

  /// The role of a column with this name: its own name, or what spreadsheets and other programs put
  /// above such a column. `nil` for an unknown name.
  package init?(name: String) {
    let folded = name.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0 == "-" && name.count == 1
    }
    let key = String(String.UnicodeScalarView(folded))
    // An object may have a text under a key of its own: `{"example": {"text": …, "meaning": …}}`.
    let outer = name.hasSuffix(".text") ? ColumnRole(name: String(name.dropLast(5))) : nil
    guard let role = Self.roles[key] ?? outer else { return nil }
    self = role
  }

  private static let roles: [String: ColumnRole] = {
    var result: [String: ColumnRole] = ["-": .ignored]
    for role in columns {
      result[role.name.replacing("_", with: "")] = role
      for name in Languages.shipped.columnNames(role.name) { result[name] = role }
    }
    return result
  }()
}
