import RabbleQuestions
import RabbleText

/// A question that comes into a deck: new, or as an author wrote it elsewhere.
public struct WrittenQuestion: Hashable, Sendable {
  /// The question.
  public let question: Question
  /// How it is written elsewhere, if it is.
  let text: Text?

  /// A question as it stands in a file.
  struct Text: Hashable, Sendable {
    let form: DeckForm
    /// Of Markdown its lines with the comments above, each with LF at its end.
    let text: String
    /// The white space before JSON on its line.
    let indentation: String
    /// Whether it says what a question cannot hold: keys that no deck knows, silences, comments.
    let hasMore: Bool
  }

  /// A question that nobody has written yet.
  public init(_ question: Question) {
    self.question = question
    text = nil
  }

  init(_ question: Question, as text: Text) {
    self.question = question
    self.text = text
  }

  /// How it is written in a form; `nil` where it must be written anew.
  func text(as form: DeckForm, path: String) throws(DeckChangeError) -> Text? {
    guard let text else { return nil }
    if text.form == form { return text }
    if text.hasMore {
      throw .unwritable(
        path: path,
        reason: "keys of its own, silences and comments would be lost on the way between JSON and "
          + "Markdown; move the question by hand, with `rabble deck edit`")
    }
    return nil
  }
}

/// A group with all that its file says of it, also what this program keeps but makes no use of.
struct DraftGroup: Hashable, Sendable {
  /// The group with its questions.
  var group: QuestionGroup
  /// Values under keys that no deck knows, in the order of the file.
  var extras: [DeckExtra] = []
  /// The codes of rules to be silent, each with a reason.
  var silences: [DraftSilence] = []
  /// For each question what else its file says of it.
  var questions: [DraftQuestion] = []
}

/// A question with all that its file says of it.
struct DraftQuestion: Hashable, Sendable {
  /// The question.
  var question: Question
  /// Values under keys that no deck knows, in the order of the file.
  var extras: [DeckExtra] = []
  /// The codes of rules to be silent, each with a reason.
  var silences: [DraftSilence] = []
}

/// A rule of the deck check that is to be silent, and why.
struct DraftSilence: Hashable, Sendable {
  let code: String
  let reason: String
}

extension DraftGroup {
  /// The groups of a JSON file that can be studied, with all that the file says of them.
  static func groups(of source: DeckSource) -> [DraftGroup] {
    source.groups.compactMap { group in
      guard let index = group.index else { return nil }
      let questions = group.questions.compactMap { question in
        question.index == nil ? nil : DraftQuestion(question, in: source)
      }
      var extras = source.extras(group.fields, owners: [.group(.settings), .group(.score)])
      let silences = source.silences(
        group.silences, field: group.field(.silence), extras: &extras)
      return DraftGroup(
        group: source.file.groups[index], extras: extras, silences: silences,
        questions: questions)
    }
  }
}

extension DraftQuestion {
  fileprivate init(_ question: QuestionSource, in source: DeckSource) {
    var extras = source.extras(question.fields, owners: [.question(.example)])
    let silences = source.silences(
      question.silences, field: question.field(.silence), extras: &extras)
    self.init(question: question.question, extras: extras, silences: silences)
  }
}

extension DeckSource {
  /// The values that no deck knows, those within `owners` too.
  fileprivate func extras(_ fields: [SourceField], owners: [SourceField.Key]) -> [DeckExtra] {
    var result: [DeckExtra] = []
    let objects = fields.filter { owners.contains($0.key) && $0.element == nil }
    for field in fields where field.key == .unknown {
      if objects.contains(where: { $0.span.range.contains(field.span.start) }) { continue }
      result.append(DeckExtra(key: jsonText(field.keySpan), source: text(field.span)))
    }
    for field in objects {
      let (owner, known) =
        switch field.key {
        case .question: ("example", DeckKey.Example.allCases.map(\.name))
        case .group(.settings): ("settings", DeckKey.Settings.allCases.map(\.name))
        default: ("score", DeckKey.Score.allCases.map(\.name))
        }
      result += members(of: field.span).filter { !known.contains($0.key) }
        .map { DeckExtra(owner: owner, key: $0.key, source: $0.source) }
    }
    return result
  }

  /// The silences, unless one has no code: then their object is kept as it is.
  fileprivate func silences(
    _ silences: [Silence], field: SourceField?, extras: inout [DeckExtra]
  ) -> [DraftSilence] {
    if silences.contains(where: { $0.code.isEmpty }), let field {
      extras.append(DeckExtra(key: DeckKey.Question.silence.name, source: text(field.span)))
      return []
    }
    return silences.map { DraftSilence(code: $0.code, reason: $0.reason) }
  }

  private func jsonText(_ span: SourceSpan) -> String {
    read(span) { $0.type(of: 0) == .string ? $0.string(0) : nil } ?? ""
  }

  private func members(of span: SourceSpan) -> [(key: String, source: String)] {
    read(span) { document in
      guard document.type(of: 0) == .object else { return [] }
      var result: [(key: String, source: String)] = []
      document.forEachMember(of: 0) { key, value in
        let source = String(decoding: document.source(of: value), as: UTF8.self)
        result.append((document.string(key), source))
      }
      return result
    } ?? []
  }

  private func read<Value>(_ span: SourceSpan, _ body: (JSONDocument) -> Value?) -> Value? {
    bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONParser.Failure) {
        let slice = UnsafeBufferPointer(rebasing: bytes[span.range])
        return body(try JSONParser.document(slice, depthLimit: .max))
      } catch {
        return nil
      }
    }
  }
}

/// A value of a deck that this program knows nothing of, and keeps for those who do.
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

extension [DeckExtra] {
  /// The values, those in `owner` under a key of their own where there is no such object.
  func owned(by owner: String, if isThere: Bool) -> [DeckExtra] {
    if isThere { return self }
    return map {
      $0.owner == owner ? DeckExtra(key: owner + "." + $0.key, source: $0.source) : $0
    }
  }
}
