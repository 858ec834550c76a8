import RabbleText

/// What a learner says of the fields of notes: `prompt=Character,answer=German` for all note types that have
/// these fields, with the name of a note type before it for that one, or a role for each field of the commonest
/// note type from the first on, `prompt,answer,-`.
///
///     try AnkiColumns("Vocab: prompt=Word,answer=Meaning; Basic: prompt=Front,answer=Back")
package struct AnkiColumns: Hashable, Sendable {
  /// What is said of one note type; of all that have these fields, where it is not named.
  private struct Clause: Hashable {
    let noteType: String?
    let roles: [String: ColumnRole]

    init(_ text: Substring) throws(ColumnMapping.Failure) {
      let name = AnkiColumns.noteType(of: text)
      var roles: [String: ColumnRole] = [:]
      let list = name.map { text[text.index(after: $0.endIndex)...] } ?? text
      for part in list.split(separator: ",") {
        let sides = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
        guard sides.count == 2, let role = ColumnRole(name: sides[0]) else {
          throw .unknown(sides.first ?? "")
        }
        if let other = roles[sides[1]], other != role {
          throw .columnTwice(sides[1], roles: [other, role])
        }
        if !role.isRepeatable, let first = roles.first(where: { $1 == role && $0 != sides[1] }) {
          throw .twice(role, columns: [first.key, sides[1]])
        }
        roles[sides[1]] = role
      }
      guard ColumnMapping(Array(roles.values)).isComplete else { throw .incomplete }
      (noteType, self.roles) = (name?.trimmed, roles)
    }

    /// The roles by the names of a note type's own fields: of those with the same name, or else with one that only
    /// differs in the case of letters; `nil` if it lacks one.
    func roles(of type: AnkiCollection.NoteType) -> [String: ColumnRole]? {
      var result: [String: ColumnRole] = [:]
      for (name, role) in roles {
        guard let field = Self.field(name, of: type) else { return nil }
        result[field] = role
      }
      return result
    }

    /// The field of this name; `nil` if there is none.
    static func field(_ name: String, of type: AnkiCollection.NoteType) -> String? {
      type.fields.contains(name)
        ? name : type.fields.first { $0.lowercased() == name.lowercased() }
    }

    /// Whether it is about this note type by its name.
    func names(_ type: AnkiCollection.NoteType) -> Bool {
      noteType?.lowercased() == type.name.trimmed.lowercased()
    }
  }

  /// What is said of a note type, for the next import of its notes.
  package struct Said: Hashable, Sendable {
    /// The note type: its name and the names of its fields.
    package let shape: String
    /// A role for each field from the first on; nothing for one of which nothing is said.
    package let columns: String

    init(_ type: AnkiCollection.NoteType, _ roles: [String: ColumnRole]) {
      shape = AnkiColumns.shape(type)
      columns = type.fields.map { roles[$0]?.name ?? "" }.joined(separator: ",")
    }
  }

  private let clauses: [Clause]
  private let listed: [ColumnRole]
  /// What was said for earlier imports, by the note types' shapes.
  private var remembered: [String: String] = [:]

  private static func shape(_ type: AnkiCollection.NoteType) -> String {
    "anki " + ([type.name] + type.fields).joined(separator: "\u{1F}")
  }

  /// Says nothing.
  package init() { (clauses, listed) = ([], []) }

  /// Takes what was said for earlier imports for note types of which nothing is said now.
  ///
  /// - Parameter columns: what ``Said/columns`` was, by ``Said/shape``.
  package mutating func remember(_ columns: [String: String]) { remembered = columns }

  /// Reads what the learner says.
  ///
  /// - Throws: ``ColumnMapping/Failure``.
  package init(_ text: String) throws(ColumnMapping.Failure) {
    guard text.contains("=") else {
      clauses = []
      listed = try ColumnMapping(text, columns: 1000).roles
      return
    }
    var clauses: [Clause] = []
    for part in Self.parts(of: text) { clauses.append(try Clause(part)) }
    (self.clauses, listed) = (clauses, [])
  }

  /// The text cut at each `;` behind which a note type or a role comes: a field may have one in its name.
  private static func parts(of text: String) -> [Substring] {
    var starts = [text.startIndex]
    for place in text.indices where text[place] == ";" {
      let rest = text[text.index(after: place)...]
      let isClause =
        noteType(of: rest) != nil
        || rest.firstIndex(of: "=").map { ColumnRole(name: String(rest[..<$0]).trimmed) } ?? nil
          != nil
      if isClause { starts.append(rest.startIndex) }
    }
    return starts.indices.map { index in
      guard index + 1 < starts.count else {
        let last = text[starts[index]...]
        return last.last == ";" ? last.dropLast() : last
      }
      return text[starts[index]..<text.index(before: starts[index + 1])]
    }
  }

  /// The name before the last `:` that comes before any `=`, which no field of Anki has in its name.
  private static func noteType(of text: Substring) -> Substring? {
    let front = text.prefix { $0 != "=" && $0 != ";" }
    guard front.endIndex < text.endIndex, text[front.endIndex] == "=" else { return nil }
    return front.lastIndex(of: ":").map { front[..<$0] }
  }

  /// Checks that a collection has the note types and fields that are named.
  ///
  /// - Throws: ``ColumnMapping/Failure/noNoteType(_:names:)``, or ``ColumnMapping/Failure/noColumn(_:names:)``
  ///   with the fields of the note type that is named, or else that has most of them.
  package func check(_ collection: AnkiCollection) throws(ColumnMapping.Failure) {
    var counts: [Int64: Int] = [:]
    for note in collection.notes { counts[note.noteType, default: 0] += 1 }
    let types = collection.noteTypes.values.filter { counts[$0.id] != nil }
    for clause in clauses {
      func rank(_ type: AnkiCollection.NoteType) -> (Int, Int, Int64) {
        // Of two that are alike, the older one; a complement has no overflow.
        (
          clause.roles.keys.count { Clause.field($0, of: type) != nil }, counts[type.id] ?? 0,
          ~type.id
        )
      }
      let meant = types.filter { clause.noteType == nil || clause.names($0) }
      if let name = clause.noteType, meant.isEmpty, !types.isEmpty {
        let names = types.sorted { rank($0) > rank($1) }.map(\.name)
        throw .noNoteType(name, names: names)
      }
      guard let best = meant.max(by: { rank($0) < rank($1) }),
        let unknown = clause.roles.keys.sorted().first(where: { Clause.field($0, of: best) == nil })
      else { continue }
      throw .noColumn(unknown, names: best.fields)
    }
  }

  /// The roles for the fields of a note type, and whether they were said for an earlier import; none where they are
  /// for another.
  func roles(
    for type: AnkiCollection.NoteType, isCommonest: Bool
  ) -> (roles: [String: ColumnRole], isRemembered: Bool) {
    let said = said(of: type, isCommonest: isCommonest)
    guard said.isEmpty, let columns = remembered[Self.shape(type)] else { return (said, false) }
    let roles = columns.split(separator: ",", omittingEmptySubsequences: false).map {
      ColumnRole(name: String($0))
    }
    guard roles.count == type.fields.count else { return (said, false) }
    let pairs = zip(type.fields, roles).compactMap { field, role in role.map { (field, $0) } }
    return (Dictionary(pairs, uniquingKeysWith: { first, _ in first }), true)
  }

  private func said(of type: AnkiCollection.NoteType, isCommonest: Bool) -> [String: ColumnRole] {
    if clauses.isEmpty {
      return isCommonest
        ? Dictionary(zip(type.fields, listed), uniquingKeysWith: { first, _ in first }) : [:]
    }
    if let own = clauses.first(where: { $0.names(type) }) { return own.roles(of: type) ?? [:] }
    return clauses.lazy.filter { $0.noteType == nil }.compactMap { $0.roles(of: type) }.first ?? [:]
  }
}
