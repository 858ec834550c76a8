import RabbleQuestions
import RabbleText

/// One thing that is wrong with a deck file: where it is, what it is, and what it costs.
///
///     for fault in loader.load(path: "decks/numbers.json").faults { print(fault) }
///     // decks/numbers.json:14:7: error: in "Numbers", question 3: there is no "answer"; add one
public struct DeckFault: Error, Hashable, Sendable {
  /// The file or folder, as it was named to the learner.
  public let path: String
  /// The line, from 1; LF, CR LF and a lone CR end a line. `nil` when the file was not read.
  public let line: Int?
  /// The column, from 1, counted in Unicode scalars; a byte order mark is not counted. `nil` when
  /// the file was not read.
  public let column: Int?
  /// The group and the question concerned, if it lies in one.
  public let location: FaultLocation?
  /// What is wrong.
  public let kind: Kind
  /// What was skipped because of it.
  public let consequence: Consequence

  /// Makes a fault.
  public init(
    path: String,
    line: Int? = nil,
    column: Int? = nil,
    location: FaultLocation? = nil,
    kind: Kind,
    consequence: Consequence
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.location = location
    self.kind = kind
    self.consequence = consequence
  }

  /// What a fault costs.
  public enum Consequence: Hashable, Sendable {
    /// Nothing of the file can be used.
    case fileSkipped
    /// One group is skipped.
    case groupSkipped
    /// One question is skipped.
    case questionSkipped
    /// A value that can be done without is passed over.
    case valueIgnored
  }

  /// Whether the whole file was skipped.
  public var isFatal: Bool { consequence == .fileSkipped }

  /// How grave the fault is: an error when something that was meant to be studied cannot be.
  public var severity: Severity {
    switch kind {
    case .duplicateQuestion, .noQuestions, .markdown(.noQuestions): .warning
    default: consequence == .valueIgnored ? .warning : .error
    }
  }
}

extension DeckFault {
  /// What can be wrong with a deck file.
  public enum Kind: Hashable, Sendable {
    /// The file was not read, or the folder not searched.
    case file(FileFault)

    /// A byte that no UTF-8 text has at this place; `looksLikeUTF16` when that is what it is.
    case notUTF8(byte: UInt8, looksLikeUTF16: Bool)
    /// It is UTF-32.
    case isUTF32
    /// There is nothing but white space in it.
    case empty
    /// It is not JSON.
    case syntax(SyntaxFault)
    /// It is no deck in Markdown.
    case markdown(MarkdownFault)
    /// Arrays and objects stand in each other more deeply than is read.
    case tooDeep(limit: Int)
    /// Git left these lines for the author to choose from. What is in them is not read.
    case mergeConflict(lines: ClosedRange<Int>)

    /// A value has another type than it must have. `key` says where, as in
    /// `[0].questions[3].answer`, each index from 0; it is empty for the whole file.
    case wrongType(expected: [JSONType], found: JSONType, key: String)
    /// A key that must be there is not; `similar` is one that looks like a misspelling of it.
    case missingKey(key: String, similar: String?)
    /// A text has nothing in it but white space.
    case emptyText(key: String)
    /// A text has more characters than `limit`.
    case longText(key: String, limit: Int)
    /// A key stands twice in one object; the last one counts.
    case duplicateKey(key: String)
    /// The array of groups is empty.
    case noGroups
    /// The array of questions is empty.
    case noQuestions
    /// This many questions stand outside a group, from here on.
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
    /// This many faults were found beyond those that are named.
    case furtherFaults(count: Int)
  }
}

extension DeckFault: CustomStringConvertible {
  /// The fault in one line: `PATH:LINE:COLUMN: error: reason; what to do`.
  ///
  /// Text from the file is at most 40 scalars long and holds no control character.
  public var description: String {
    place + ": \(severity.rawValue): " + (location.map { "in \($0): " } ?? "") + reason + "; "
      + advice
  }

  /// The fault in sentences, for a message that says already that it is one.
  public var sentences: String {
    func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
    return "\(place): \(sentence(reason)) \(sentence(advice))"
  }

  /// `PATH:LINE:COLUMN`, as far as it is known.
  private var place: String {
    let numbers = [line, column].compactMap(\.self).map { ":\($0)" }
    return Quoting.visible(path) + numbers.joined()
  }

  /// What is wrong.
  public var reason: String { kind.wording(in: DeckForm(path: path)).reason }
  /// What to do about it.
  public var advice: String { kind.wording(in: DeckForm(path: path)).advice }
}

extension DeckFault.Kind {
  /// What was probably meant by an unknown value: a known one that is spelled like it, or `on` or
  /// `off` for `true` or `false`; `nil` if nothing is.
  package var meantValue: String? {
    guard case .unknownValue(let value, _, let known) = self else { return nil }
    return Self.switchName(value, among: known) ?? Nearest.to(value, among: known)
  }

  private static func switchName(_ value: String, among known: [String]) -> String? {
    let name = ["true": "on", "false": "off"][value]
    return name.flatMap { known.contains($0) ? $0 : nil }
  }

  /// The keys of texts that must be there.
  private static let requiredTexts = [
    QuestionGroup.Field.title.key, Question.Field.prompt.key, Question.Field.answer.key,
    ExamplePart.text.name,
  ]

  /// What is wrong with a file of this form, and what to do about it.
  fileprivate func wording(in form: DeckForm) -> (reason: String, advice: String) {
    switch self {
    case .file(let fault): fault.wording
    case .isUTF32: ("the text is UTF-32, not UTF-8", "save the file as UTF-8")
    case .notUTF8(_, looksLikeUTF16: true):
      ("the text is UTF-16, not UTF-8", "save the file as UTF-8")
    case .notUTF8(let byte, _):
      (
        "the byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true)) is not UTF-8",
        "save the file as UTF-8"
      )
    case .empty:
      (
        "the file is empty",
        "write a group, {\"title\": \"…\", \"questions\": […]}, or remove the file"
      )
    case .syntax(let fault): fault.wording
    case .markdown(let fault): fault.wording
    case .tooDeep(let limit):
      (
        "arrays and objects are nested more than \(limit) levels deep", "a deck needs only 5 levels"
      )
    case .mergeConflict(let lines):
      (
        "merge conflict, lines \(lines.lowerBound)–\(lines.upperBound)",
        "keep the right lines, and remove the lines <<<<<<<, ======= and >>>>>>>"
      )

    case .wrongType(let expected, let found, let key):
      Self.wording(expected: expected, found: found, key: key)
    case .missingKey(let key, let similar?):
      ("there is no \"\(key)\"", "did you misspell it as \(Quoting.quoted(similar))?")
    case .missingKey(let key, nil): ("there is no \"\(key)\"", "add one")
    case .emptyText(let key):
      (
        "\"\(key)\" is empty",
        Self.requiredTexts.contains(key) ? "write a text" : "write a text, or remove it"
      )
    case .longText(let key, let limit):
      (
        "\"\(key)\" has more than \(NumberText.grouped(limit)) characters",
        "shorten it, or put the rest in a note"
      )
    case .duplicateKey(let key):
      ("\(Quoting.quoted(key)) appears twice", "keep one; the last one is used")
    case .noGroups:
      (
        "there is no group in the file", "write one, {\"title\": \"…\", \"questions\": […]}"
      )
    case .noQuestions:
      ("there are no questions", "write one, {\"prompt\": \"…\", \"answer\": \"…\"}")
    case .questionsOutsideGroup(let count):
      (
        count == 1
          ? "this question is outside a group"
          : "this question and \(count - 1) more are outside a group",
        "put it into the \"questions\" of a group, {\"title\": \"…\", \"questions\": […]}"
      )
    case .duplicateID(let id, let line):
      (
        "the id \(Quoting.quoted(id)) is already used by the question on line \(line)",
        "give each question its own id"
      )
    case .duplicateQuestion(let line):
      ("the question on line \(line) has the same prompt and answer", "remove one of them")
    case .unknownValue(let value, let key, let known):
      Self.wording(unknown: value, key: key, known: known)
    case .cloze(.noBlank): ("\"cloze\" has no blank", "put the part to fill in between {{ and }}")
    case .cloze(.unclosed(let blank)):
      ("blank \(blank) of \"cloze\" is not closed", "close it with }}")
    case .cloze(.emptyBlank(let blank)):
      (
        "blank \(blank) of \"cloze\" is empty",
        form == .json
          ? "write its answer between {{ and }}" : "write its answer, as in ==answer::hint=="
      )
    case .malformedPitch:
      (
        "\"pitch\" must be a whole number from 0 to 99",
        "write the mora after which the pitch falls, or 0 if it does not fall"
      )
    case .malformedScore:
      (
        "\"score\" must hold two whole numbers; it is ignored",
        "write {\"correct_count\": 0, \"incorrect_count\": 0}, or remove it"
      )
    case .course(let fault): fault.wording
    case .furtherFaults(let count):
      (
        count == 1 ? "there is 1 more problem" : "there are \(count) more problems",
        "fix the ones above first"
      )
    }
  }

  private static func wording(unknown value: String, key: String, known: [String])
    -> (reason: String, advice: String)
  {
    let meant = (switchName(value, among: known).map { [$0] } ?? known).map { "\"\($0)\"" }
    return (
      "\"\(key)\" cannot be \(Quoting.quoted(value))",
      "write "
        + (meant.dropLast(2) + [meant.suffix(2).joined(separator: " or ")])
        .joined(separator: ", ")
    )
  }

  private static func wording(expected: [JSONType], found: JSONType, key: String)
    -> (reason: String, advice: String)
  {
    let wanted = expected.map(\.description).joined(separator: " or ")
    let name = key.split(separator: ".").last.map { "\"\($0)\"" } ?? "the file"
    let advice =
      switch (expected.contains(.string), found) {
      case (true, .number), (true, .boolean): "put it in quotation marks"
      case (true, _): "write a text in quotation marks"
      case (false, _): key.isEmpty ? "put the groups into an array […]" : "correct it"
      }
    return ("\(name) is \(found), but must be \(wanted)", advice)
  }
}

/// Where in a deck file a fault lies, in the author's terms.
public struct FaultLocation: Hashable, Sendable {
  /// The title of the group, if it has one.
  public let group: String?
  /// The number of the group in the file, from 1.
  public let groupNumber: Int
  /// The number of the question in its group, from 1; `nil` when the group itself is meant.
  public let question: Int?

  /// Makes a location.
  public init(group: String?, groupNumber: Int, question: Int? = nil) {
    self.group = group
    self.groupNumber = groupNumber
    self.question = question
  }
}

extension FaultLocation: CustomStringConvertible {
  /// `"Numbers", question 12`; a group without a title goes by its number: `group 2, question 12`.
  public var description: String {
    let name = group.map { Quoting.quoted($0) } ?? "group \(groupNumber)"
    return question.map { "\(name), question \($0)" } ?? name
  }
}
