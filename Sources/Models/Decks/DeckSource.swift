import RabbleQuestions
import RabbleText

/// A deck file with the place of everything in it, for those who check or change it.
///
///     let deck = DeckLoader().loadSource(path: "decks/numbers.json")
///     let prompt = deck.groups[0].questions[3].field(.prompt)
///     prompt.map { deck.position(of: $0.span.start) }   // line 14, column 17
public struct DeckSource: Sendable {
  /// What can be studied of the file, and its faults.
  public let file: DeckFile
  /// The file's bytes.
  public let bytes: [UInt8]
  /// How it is written.
  public let form: DeckForm
  /// All groups of the file, sound or not. ``GroupSource/index`` leads to those that can be studied.
  public let groups: [GroupSource]
  /// The file's faults with the bytes they are about. Other than the loader for study, who reads a
  /// file with its places gets all faults of syntax, and those of the content besides.
  public let faults: [SourceFault]

  /// Makes the source of a file.
  public init(
    file: DeckFile, bytes: [UInt8], form: DeckForm, groups: [GroupSource], faults: [SourceFault]
  ) {
    self.file = file
    self.faults = faults
    self.bytes = bytes
    self.form = form
    self.groups = groups
  }

  /// The bytes of a span as text.
  public func text(_ span: SourceSpan) -> String {
    let range = span.range.clamped(to: 0..<bytes.count)
    return String(decoding: bytes[range], as: UTF8.self)
  }
}

extension DeckSource {
  /// Where in the file the byte `offset` of a value's text stands (in UTF-8, of the text as it is
  /// read, without escapes): `offset` 0 is the first byte after the quotation mark.
  public func offset(of offset: Int, in span: SourceSpan) -> Int {
    if form == .markdown { return markdownOffset(of: offset, in: span) }
    let inner = content(of: span)
    var read = 0
    var index = inner.lowerBound
    while read < offset, index < inner.upperBound {
      guard bytes[index] == .backslash, index + 1 < inner.upperBound else {
        index += 1
        read += 1
        continue
      }
      let (length, count) = escape(at: index, before: inner.upperBound)
      index += length
      read += count
    }
    return min(index, inner.upperBound)
  }

  /// A value's bytes without the quotation marks of JSON.
  public func content(of span: SourceSpan) -> Range<Int> {
    let range = span.range.clamped(to: 0..<bytes.count)
    guard form == .json, range.count >= 2, bytes[range.lowerBound] == .quotationMark,
      bytes[range.upperBound - 1] == .quotationMark
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  /// A text as it stands within a value: with the escapes of the file's form.
  public func literal(_ text: String) -> String {
    switch form {
    case .json: JSONEscapes.encode(text)
    case .markdown: MarkdownText.line(text, .anywhere)
    }
  }

  /// The same in Markdown, where a line break is followed by the next line's margin.
  private func markdownOffset(of offset: Int, in span: SourceSpan) -> Int {
    let range = span.range.clamped(to: 0..<bytes.count)
    return bytes.withUnsafeBufferPointer { buffer in
      let scanner = MarkdownScanner(bytes: buffer)
      var read = 0
      var index = range.lowerBound
      while read < offset, index < range.upperBound {
        if scanner.isEscape(at: index, before: range.upperBound) {
          index += 2
          read += 1
        } else if let (scalar, length) = scanner.reference(at: index, before: range.upperBound) {
          index += length
          read += UTF8.width(scalar)
        } else if buffer[index].isLineEnd {
          let isPair =
            buffer[index] == .carriageReturn && index + 1 < range.upperBound
            && buffer[index + 1] == .lineFeed
          index += isPair ? 2 : 1
          read += 1
          while index < range.upperBound, buffer[index].isBlank { index += 1 }
        } else {
          index += 1
          read += 1
        }
      }
      return min(index, range.upperBound)
    }
  }

  /// How many bytes an escape has in the file, and how many of UTF-8 it is read as.
  private func escape(at index: Int, before end: Int) -> (length: Int, count: Int) {
    guard form == .json, bytes[index + 1] == UInt8(ascii: "u") else { return (2, 1) }
    return bytes.withUnsafeBufferPointer { bytes in
      let (scalar, length) = JSONEscapes.scalar(
        at: index, in: UnsafeBufferPointer(rebasing: bytes[..<end]))
      return (length, UTF8.width(scalar))
    }
  }
}

extension DeckSource {
  /// The line and column of a byte of the file.
  ///
  /// - Complexity: O(n); who asks often keeps a ``SourceLines``.
  public func position(of offset: Int) -> SourcePosition {
    SourceLines(bytes).position(of: offset)
  }
}

/// A group of a file and where each of its values stands, whether it can be studied or not.
public struct GroupSource: Hashable, Sendable {
  /// The group as far as it is sound, without its questions; a missing title is empty.
  public let group: QuestionGroup
  /// Its number in ``DeckFile/groups``, from 0; `nil` if it is left out there.
  public let index: Int?
  /// All of it; of JSON, from brace to brace.
  public let span: SourceSpan
  /// Its own values in the order of the file; of a key that stands twice the last one counts.
  public let fields: [SourceField]
  /// What its author says of rules; it holds for all of the group.
  public let silences: [Silence]
  /// Its questions in the order of the file, also those that cannot be studied.
  public let questions: [QuestionSource]
  /// Whether faults of syntax make it doubtful what is in it.
  public let isDamaged: Bool

  /// Makes the source of a group.
  public init(
    _ group: QuestionGroup, index: Int?, span: SourceSpan, fields: [SourceField],
    silences: [Silence] = [], questions: [QuestionSource], isDamaged: Bool = false
  ) {
    self.group = group
    self.index = index
    self.span = span
    self.fields = fields
    self.silences = silences
    self.questions = questions
    self.isDamaged = isDamaged
  }

  /// Where a value stands, or an element of it.
  public func field(_ key: DeckKey.Group, element: Int? = nil) -> SourceField? {
    fields.last { $0.key == .group(key) && $0.element == element }
  }

  /// Where a setting stands.
  public func field(settings key: DeckKey.Settings) -> SourceField? {
    fields.last { $0.key == .settings(key) }
  }
}

/// A question of a file and where each of its values stands, whether it can be studied or not.
public struct QuestionSource: Hashable, Sendable {
  /// The question as far as it is sound: a text that is missing or of the wrong type is empty.
  public let question: Question
  /// Its number among the questions of its group in ``DeckFile/groups``, from 0; `nil` if it is left
  /// out there.
  public let index: Int?
  /// All of it; of JSON, from brace to brace.
  public let span: SourceSpan
  /// Its values in the order of the file; of a key that stands twice the last one counts.
  public let fields: [SourceField]
  /// What its author says of rules.
  public let silences: [Silence]
  /// Whether faults of syntax make it doubtful what is in it.
  public let isDamaged: Bool

  /// Makes the source of a question.
  public init(
    _ question: Question, index: Int?, span: SourceSpan, fields: [SourceField],
    silences: [Silence] = [], isDamaged: Bool = false
  ) {
    self.question = question
    self.index = index
    self.span = span
    self.fields = fields
    self.silences = silences
    self.isDamaged = isDamaged
  }

  /// Where a value stands, or an element of it.
  public func field(_ key: DeckKey.Question, element: Int? = nil) -> SourceField? {
    fields.last { $0.key == .question(key) && $0.element == element }
  }

  /// Where a part of the example stands.
  public func field(example key: DeckKey.Example) -> SourceField? {
    fields.last { $0.key == .example(key) }
  }
}

/// Where a value of a question or group stands in its file.
public struct SourceField: Hashable, Sendable {
  /// What a value is.
  public enum Key: Hashable, Sendable {
    /// A group's own value.
    case group(DeckKey.Group)
    /// A value of a group's settings.
    case settings(DeckKey.Settings)
    /// A question's own value.
    case question(DeckKey.Question)
    /// A part of a question's example; its text also where the example is nothing else.
    case example(DeckKey.Example)
    /// A value under a key that no deck knows.
    case unknown
  }

  /// What the value is.
  public let key: Key
  private let elementNumber: Int32
  /// The value. Of a text in JSON, with its quotation marks.
  public let span: SourceSpan
  /// The key as it stands in the file, in JSON with its quotation marks; empty where the form of the
  /// file has no key for it.
  public let keySpan: SourceSpan

  /// Makes a field.
  public init(_ key: Key, element: Int? = nil, span: SourceSpan, keySpan: SourceSpan? = nil) {
    self.key = key
    elementNumber = element.map { Int32(clamping: $0) } ?? -1
    self.span = span
    self.keySpan = keySpan ?? SourceSpan(span.start, span.start)
  }

  /// Which element of a list it is, from 0, counted as the question's own list has them (blank ones
  /// are not in it); `nil` for the whole value.
  public var element: Int? { elementNumber < 0 ? nil : Int(elementNumber) }
}

/// What an author says to keep a rule of `rabble deck check` quiet about a question or group.
public struct Silence: Hashable, Sendable {
  /// The code of the rule, such as `RW204`.
  public let code: String
  /// Why the rule is wrong here; blank if the author says nothing.
  public let reason: String
  /// Where the code stands.
  public let codeSpan: SourceSpan
  /// Where the reason stands.
  public let reasonSpan: SourceSpan

  /// Makes a silence.
  public init(code: String, reason: String, codeSpan: SourceSpan, reasonSpan: SourceSpan) {
    self.code = code
    self.reason = reason
    self.codeSpan = codeSpan
    self.reasonSpan = reasonSpan
  }
}
