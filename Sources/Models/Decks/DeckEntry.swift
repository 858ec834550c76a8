import RabbleQuestions
import RabbleText

/// A question with all that a deck says of it: what a deck is made of, and what comes into one.
///
///     let entry = DeckEntry(Question(prompt: "一", answer: "one"))
///     let changed = try deck.applying([.add([entry], toGroup: 0)])
public struct DeckEntry: Hashable, Sendable {
  /// The question.
  public var question: Question
  /// Values under keys that no deck knows, in the order of the file.
  public var extras: [DeckExtra]
  /// The rules that its author silenced, in the order of the file.
  public var silenced: [SilencedRule]
  /// How it is written elsewhere, if it is.
  let literal: Literal?

  /// A question as it stands in a file.
  struct Literal: Hashable, Sendable {
    let form: DeckForm
    /// In Markdown its lines with the comments above, each with LF at its end.
    let text: String
    /// The white space before JSON on its line.
    let indentation: String
  }

  /// Makes an entry that nobody has written yet.
  public init(_ question: Question, extras: [DeckExtra] = [], silenced: [SilencedRule] = []) {
    self.init(question, extras: extras, silenced: silenced, literal: nil)
  }

  init(
    _ question: Question, extras: [DeckExtra], silenced: [SilencedRule], literal: Literal?
  ) {
    self.question = question
    self.extras = extras
    self.silenced = silenced
    self.literal = literal
  }

  /// How it is written in a form; `nil` where it must be rewritten.
  func literal(in form: DeckForm, path: String) throws(DeckChangeError) -> Literal? {
    guard let literal else { return nil }
    if literal.form == form { return literal }
    if !extras.isEmpty || !silenced.isEmpty {
      throw .unwritable(
        path: path,
        reason: "moving the question between JSON and Markdown would lose its comments, silenced "
          + "rules and keys that only you know; move it by hand")
    }
    return nil
  }
}

/// A group with all that a deck says of it.
public struct DeckGroup: Hashable, Sendable {
  /// The group without its questions.
  public var header: QuestionGroup
  /// Values under keys that no deck knows, in the order of the file.
  public var extras: [DeckExtra]
  /// The rules that its author silenced, in the order of the file.
  public var silenced: [SilencedRule]
  /// Its questions.
  public var entries: [DeckEntry]

  /// Makes a group of a header, whose own questions do not count, and its entries.
  public init(
    header: QuestionGroup, extras: [DeckExtra] = [], silenced: [SilencedRule] = [],
    entries: [DeckEntry]
  ) {
    self.header = header
    self.header.questions = []
    self.extras = extras
    self.silenced = silenced
    self.entries = entries
  }

  /// Makes a group that nobody has written yet.
  public init(_ group: QuestionGroup) {
    self.init(header: group, entries: group.questions.map { DeckEntry($0) })
  }
}

/// A rule of `rabble deck check` that an author silenced, and why.
public struct SilencedRule: Hashable, Sendable {
  /// The code of the rule, such as `RW204`.
  public let code: String
  /// Why the rule is wrong here; blank if the author says nothing.
  public let reason: String

  /// Makes a silenced rule.
  public init(code: String, reason: String) {
    self.code = code
    self.reason = reason
  }
}

/// A value of a deck that this program knows nothing of, and keeps for others.
public struct DeckExtra: Hashable, Sendable {
  /// The key whose object it stands in, `example`, `settings` or `score`; `nil` for the group or the
  /// question itself.
  public let owner: String?
  /// Its key.
  public let key: String
  /// Its value, as JSON.
  public let source: String

  /// Makes a value; `source` must be JSON.
  public init(owner: String? = nil, key: String, source: String) {
    self.owner = owner
    self.key = key
    self.source = source
  }
}

// MARK: - What only Markdown has a form for

extension DeckExtra {
  /// The key of the comments before a group or question, of those at the end of a file, and of the
  /// heading above a group's own.
  static let commentKey = "comment"
  static let closingCommentKey = "closing_comment"
  static let headingKey = "heading"
  /// The keys under which JSON carries what only Markdown has a form for.
  public static let keysOfMarkdown: Set<String> = [commentKey, closingCommentKey, headingKey]

  /// Comments as a value that JSON can carry: a text, or an array of them. None for none.
  static func comments(_ texts: [String], closing: Bool = false) -> [DeckExtra] {
    guard !texts.isEmpty else { return [] }
    let values = texts.map { JSONWriter.string($0) }
    let source = texts.count == 1 ? values[0] : "[" + values.joined(separator: ", ") + "]"
    return [DeckExtra(key: closing ? closingCommentKey : commentKey, source: source)]
  }

  /// A heading as a value that JSON can carry.
  static func heading(_ text: String) -> DeckExtra {
    DeckExtra(key: headingKey, source: JSONWriter.string(text))
  }

  /// The text or texts of the value, if it is exactly what ``comments(_:closing:)`` or
  /// ``heading(_:)`` would write.
  var texts: [String]? {
    let bytes = Array(source.utf8)
    let texts: [String]? = bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONParser.Failure) {
        let document = try JSONParser.document(bytes, depthLimit: 1)
        let nodes = document.type(of: 0) == .array ? document.elements(of: 0) : [0]
        guard nodes.allSatisfy({ document.type(of: $0) == .string }) else { return nil }
        return nodes.map { document.string($0) }
      } catch {
        return nil
      }
    }
    guard let texts, let written = Self.comments(texts).first?.source, written.isSame(as: source)
    else { return nil }
    return texts
  }
}

// MARK: - What is written

extension Question {
  /// The texts that stand under a field's key in a deck: none for a prompt or an answer that the
  /// sentence with blanks says already.
  func written(_ field: Field, sentence: ClozeText?) -> [String] {
    switch field {
    case .prompt where prompt.isSame(as: sentence?.opened): []
    case .answer where answer.isSame(as: sentence?.filled): []
    default: texts(field)
    }
  }
}

extension [String] {
  /// Whether the texts have the same scalars, not only the same meaning.
  func isSame(as other: [String]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
  }
}
