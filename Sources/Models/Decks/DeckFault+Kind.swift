import RabbleQuestions

extension DeckFault {
  /// What can be wrong with a deck file.
  public enum Kind: Hashable, Sendable {
    /// There is no such file or folder.
    case notFound
    /// The learner may not read it.
    case permissionDenied
    /// A folder stands where a file was expected.
    case isDirectory
    /// Something else stands where a folder was expected.
    case notDirectory
    /// A device, pipe or socket stands where a file was expected.
    case notRegularFile
    /// Its symbolic links lead round in a circle.
    case symbolicLinkLoop
    /// It has more bytes than are read.
    case tooLarge(bytes: Int64, limit: Int64)
    /// The system could not read it, for the reason it gave.
    case unreadable(reason: String)

    /// A byte that no UTF-8 text has at this place; `looksLikeUTF16` when that is what it is.
    case notUTF8(byte: UInt8, looksLikeUTF16: Bool)
    /// There is nothing but white space in it.
    case empty
    /// It is not JSON.
    case syntax(SyntaxFault)
    /// It is no deck in Markdown.
    case markdown(MarkdownFault)
    /// Arrays and objects stand in each other more deeply than is read.
    case tooDeep(limit: Int)

    /// A value has another type than it must have. `key` says where, as in
    /// `[0].questions[3].answer`, each index from 0; it is empty for the whole file.
    case wrongType(expected: [JSONType], found: JSONType, key: String)
    /// A key that must be there is not; `similar` is one that looks like a misspelling of it.
    case missingKey(key: String, similar: String?)
    /// A text has nothing in it but white space.
    case emptyText(key: String)
    /// A key stands twice in one object; the last one counts.
    case duplicateKey(key: String)
    /// The array of groups is empty.
    case noGroups
    /// The array of questions is empty.
    case noQuestions
    /// So many questions stand outside a group, from here on.
    case questionsOutsideGroup(count: Int)
    /// Another question of the file, on `firstLine`, has the same id.
    case duplicateID(id: String, firstLine: Int)
    /// Another question of the same title, on `firstLine`, has the same prompt and answer.
    case duplicateQuestion(firstLine: Int)
    /// A value is none of the `known` ones its key can have.
    case unknownValue(String, key: String, known: [String])
    /// A sentence has no sound blanks.
    case cloze(ClozeError)
    /// A pitch is no whole number from 0 to 99.
    case malformedPitch
    /// The score does not hold two whole numbers of 0 or more.
    case malformedScore
    /// The file is a course, and something is wrong with it as one.
    case course(CourseFault)
    /// So many further faults were found, beyond the number that is named.
    case furtherFaults(count: Int)
  }
}
