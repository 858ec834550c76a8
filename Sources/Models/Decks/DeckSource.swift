import RabbleQuestions

/// A deck file with the place of everything in it, for checking or changing it.
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
  /// The file's faults with the bytes they are about. Unlike ``DeckLoader/load(path:)``, which stops
  /// at the first fault of syntax, they go on as long as it is clear how to repair it.
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

  // MARK: - Places within values

  /// Where in the file the byte `offset` of a value's text stands (in UTF-8, of the text as it is
  /// read, without escapes): `offset` 0 is the first byte after the quotation mark.
  public func offset(of offset: Int, in span: SourceSpan) -> Int {
    place(of: offset, in: span).index
  }

  /// A byte of a value's text, and the byte of the file where it stands.
  package struct ValuePlace: Sendable {
    /// The offset in the text.
    package fileprivate(set) var read: Int
    /// The offset in the file.
    package fileprivate(set) var index: Int
  }

  /// The same as ``offset(of:in:)``, counted on from a place before it that is known.
  package func place(
    of offset: Int, in span: SourceSpan, after known: ValuePlace? = nil
  ) -> ValuePlace {
    if form == .markdown { return markdownPlace(of: offset, in: span, after: known) }
    let inner = content(of: span)
    var place = known ?? ValuePlace(read: 0, index: inner.lowerBound)
    while place.read < offset, place.index < inner.upperBound {
      guard bytes[place.index] == .backslash, place.index + 1 < inner.upperBound else {
        place.index += 1
        place.read += 1
        continue
      }
      let (length, count) = escape(at: place.index, before: inner.upperBound)
      place.index += length
      place.read += count
    }
    place.index = min(place.index, inner.upperBound)
    return place
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
  private func markdownPlace(
    of offset: Int, in span: SourceSpan, after known: ValuePlace?
  ) -> ValuePlace {
    let range = span.range.clamped(to: 0..<bytes.count)
    return bytes.withUnsafeBufferPointer { buffer in
      let scanner = MarkdownScanner(bytes: buffer)
      var (read, index) = (known?.read ?? 0, known?.index ?? range.lowerBound)
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
      return ValuePlace(read: read, index: min(index, range.upperBound))
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

  /// The line and column of a byte of the file.
  ///
  /// - Complexity: O(n); for many positions, keep a ``SourceLines``.
  public func position(of offset: Int) -> SourcePosition {
    SourceLines(bytes).position(of: offset)
  }
}

/// A group of a file and where each of its values stands, whether it can be studied or not.
public struct GroupSource: Hashable, Sendable {
  /// The group as far as it is sound, without its questions; a missing title is empty.
  public let group: QuestionGroup
  /// Its number in ``DeckFile/groups``, from 0; `nil` if it is skipped there.
  public internal(set) var index: Int?
  /// All of it; in JSON, from brace to brace.
  public let span: SourceSpan
  /// Its own values in the order of the file; of a key that stands twice the last one counts.
  public let fields: [SourceField]
  /// The values under keys that no deck knows, in the order of the file.
  public let extras: [DeckExtra]
  /// The rules its author silenced for all of the group.
  public let silences: [Silence]
  /// Its questions in the order of the file, also those that cannot be studied.
  public internal(set) var questions: [QuestionSource]

  /// Where a value stands, or an element of it.
  public func field(_ field: QuestionGroup.Field, element: Int? = nil) -> SourceField? {
    fields.last { $0.key == .group(field) && $0.element == element }
  }

  /// Where a value stands.
  public func field(_ key: SourceField.Key) -> SourceField? {
    fields.last { $0.key == key && $0.element == nil }
  }

  /// The group with all that is said of it, to be written elsewhere.
  public var content: DeckGroup {
    DeckGroup(
      header: group, extras: extras, silenced: silences.compactMap(\.rule),
      entries: questions.filter { $0.index != nil }.map(\.entry))
  }
}

/// A question of a file and where each of its values stands, whether it can be studied or not.
public struct QuestionSource: Hashable, Sendable {
  /// The question as far as it is sound: a text that is missing or of the wrong type is empty.
  public let question: Question
  /// Its number among the questions of its group in ``DeckFile/groups``, from 0; `nil` if it is left
  /// out there.
  public internal(set) var index: Int?
  /// All of it; in JSON, from brace to brace.
  public let span: SourceSpan
  /// Its values in the order of the file; of a key that stands twice the last one counts.
  public let fields: [SourceField]
  /// The values under keys that no deck knows, in the order of the file.
  public let extras: [DeckExtra]
  /// The rules its author silenced.
  public let silences: [Silence]
  /// How many of the comments on it stand above its own lines; the others stand within.
  let commentsAbove: Int

  /// Where a value stands, or an element of it.
  public func field(_ field: Question.Field, element: Int? = nil) -> SourceField? {
    fields.last { $0.key == .question(field) && $0.element == element }
  }

  /// Where a value stands, or a part of the example.
  public func field(_ key: SourceField.Key) -> SourceField? {
    fields.last { $0.key == key && $0.element == nil }
  }

  /// The question with all that is said of it, to be written elsewhere.
  public var entry: DeckEntry {
    DeckEntry(question, extras: extras, silenced: silences.compactMap(\.rule))
  }
}

/// Where a value of a question or group stands in its file.
public struct SourceField: Hashable, Sendable {
  /// What a value is.
  public enum Key: Hashable, Sendable {
    /// A field of a group, one of its settings included.
    case group(QuestionGroup.Field)
    /// A field of a question.
    case question(Question.Field)
    /// A part of a question's example; its text also where the example is nothing else.
    case example(ExamplePart)
    /// The questions, the settings or the score of a group, and the rules that a group or question
    /// silences.
    case questions, settings, score, silence
    /// A value under a key that no deck knows.
    case unknown

    /// The key in a deck; `nil` for one that no deck knows.
    public var name: String? {
      switch self {
      case .group(let field): field.key
      case .question(let field): field.key
      case .example(let part): part.name
      case .questions: GroupKey.questions.name
      case .settings: GroupKey.settings.name
      case .score: GroupKey.score.name
      case .silence: GroupKey.silence.name
      case .unknown: nil
      }
    }
  }

  /// What the value is.
  public let key: Key
  private let elementNumber: Int32
  /// The value. Of a text in JSON, with its quotation marks.
  public let span: SourceSpan
  /// The key as it stands in the file, in JSON with its quotation marks; empty where the form of the
  /// file has no key for it.
  public let keySpan: SourceSpan

  init(_ key: Key, element: Int? = nil, span: SourceSpan, keySpan: SourceSpan? = nil) {
    self.key = key
    elementNumber = element.map { Int32(clamping: $0) } ?? -1
    self.span = span
    self.keySpan = keySpan ?? SourceSpan(span.start, span.start)
  }

  /// Which element of a list it is, from 0, counted as the question's own list has them (blank ones
  /// are not in it); `nil` for the whole value.
  public var element: Int? { elementNumber < 0 ? nil : Int(elementNumber) }
}

/// A rule of `rabble deck check` that an author silenced for a question or group, and where.
public struct Silence: Hashable, Sendable {
  /// The code of the rule, such as `RW204`.
  public let code: String
  /// Why the rule is wrong here; blank if the author says nothing.
  public let reason: String
  /// Where the code stands.
  public let codeSpan: SourceSpan
  /// Where the reason stands.
  public let reasonSpan: SourceSpan

  /// The rule, to be written elsewhere; `nil` without a code, which is kept as a ``DeckExtra``.
  fileprivate var rule: SilencedRule? {
    code.isEmpty ? nil : SilencedRule(code: code, reason: reason)
  }
}
