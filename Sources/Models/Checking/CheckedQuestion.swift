import RabbleDecks
import RabbleLanguages
import RabbleQuestions
import RabbleText

/// A question as the rules see it: its texts with their traits, and what several rules need, computed
/// once.
final class CheckedQuestion {
  /// The question and its places.
  let source: QuestionSource
  /// Its group.
  let group: CheckedGroup
  /// Its texts in the order of the file; of a key that appears twice only the last.
  let texts: [TextValue]
  /// Which keys have a text, a bit each.
  private let present: UInt64

  init(source: QuestionSource, group: CheckedGroup, texts: [TextValue]) {
    self.source = source
    self.group = group
    self.texts = texts
    present = texts.reduce(into: 0) { $0 |= UInt64(1) << UInt64($1.field.number) }
  }

  /// The question, as far as it could be read.
  var question: Question { source.question }

  /// The text under a key.
  func text(_ key: Question.Field) -> TextValue? {
    guard present & (UInt64(1) << UInt64(key.rawValue)) != 0 else { return nil }
    return texts.first { $0.field.key == .question(key) && $0.field.element == nil }
  }

  /// A part of the example.
  func text(example key: ExamplePart) -> TextValue? {
    guard present & (UInt64(1) << UInt64(32 + key.rawValue)) != 0 else { return nil }
    return texts.first { $0.field.key == .example(key) }
  }

  /// The elements of a list.
  func texts(_ key: Question.Field) -> [TextValue] {
    guard present & (UInt64(1) << UInt64(key.rawValue)) != 0 else { return [] }
    return texts.filter { $0.field.key == .question(key) && $0.field.element != nil }
  }

  /// The accepted answers that "answer" lists.
  private(set) lazy var answers: [String] =
    text(.answer).map { AnswerList.alternatives(of: $0.text) } ?? []
  /// What `;` and line breaks separate in the answer and in the reading; only where they do.
  private(set) lazy var parts: [(value: TextValue, pieces: [(text: String, range: Range<Int>)])] =
    [text(.answer), text(.reading)].compactMap { value in
      value.flatMap {
        AnswerList.mayHaveSeveral($0) ? ($0, AnswerList.answerPieces(of: $0.text)) : nil
      }
    }
  /// The furigana, read.
  private(set) lazy var furigana: RubyText? = text(.furigana).map { RubyText($0.text) }
  /// The example's sentence, read.
  private(set) lazy var example: RubyText? = text(example: .text).map { RubyText($0.text) }
  /// The readings that "reading" lists, each with its place and its kana.
  private(set) lazy var readings: [JapaneseText.Reading] =
    text(.reading).map { JapaneseText.readings(in: $0, of: question.prompt) } ?? []

  /// Collects the texts of a question.
  static func texts(of source: QuestionSource, into texts: inout [TextValue]) {
    texts.removeAll(keepingCapacity: true)
    var seen: UInt64 = 0
    for field in source.fields.reversed() {
      guard let text = text(of: field, source.question) else { continue }
      if field.element == nil {
        let bit = UInt64(1) << UInt64(field.number)
        if seen & bit != 0 { continue }
        seen |= bit
      }
      texts.append(TextValue(text, field))
    }
    texts.reverse()
  }

  private static func text(of field: SourceField, _ question: Question) -> String? {
    switch field.key {
    case .question(let key):
      switch key.kind {
      case .required(let path):
        return question[keyPath: path].isEmpty ? nil : question[keyPath: path]
      case .text(let path): return question[keyPath: path]
      case .list(let path):
        let list = question[keyPath: path]
        return field.element.flatMap { list.indices.contains($0) ? list[$0] : nil }
      case .number, .choice, .directions, .example: return nil
      }
    case .example(.text): return question.example?.text
    case .example(.reading): return question.example?.reading
    case .example(.meaning): return question.example?.meaning
    default: return nil
    }
  }
}

extension SourceField {
  /// A number that tells the keys of a question and its example apart.
  fileprivate var number: Int {
    switch key {
    case .question(let key): key.rawValue
    case .example(let key): 32 + key.rawValue
    default: 63
    }
  }
}

/// What the rules about questions need to know about their group.
final class CheckedGroup: Sendable {
  /// Whether Japanese is learned: the language says so, or none is given and there is kana in it.
  let isJapanese: Bool

  /// Looks at a group.
  init(_ source: GroupSource) {
    if let language = source.group.language {
      isJapanese = Languages.shipped[LanguageTag.language(of: language)].value.hasKana
    } else {
      isJapanese = source.questions.contains { entry in
        Self.hasKana(entry.question.prompt) || Self.hasKana(entry.question.answer)
          || entry.question.reading.map(Self.hasKana) == true
      }
    }
  }

  private static func hasKana(_ text: String) -> Bool {
    !TextTraits.scan(text).isDisjoint(with: .kana)
  }
}

/// A text of a deck, where it is, and which traits it has.
struct TextValue {
  /// The text as it is read.
  let text: String
  /// Where it is.
  let field: SourceField
  /// Its traits.
  let traits: TextTraits

  init(_ text: String, _ field: SourceField) {
    self.text = text
    self.field = field
    traits = TextTraits.scan(text)
  }

  /// The key as its author knows it: `"prompt"`, `"alternatives[1]"`.
  var name: String { "\"\(field.path)\"" }

  /// Whether it is the question's value under this key.
  func isQuestion(_ key: Question.Field) -> Bool { field.key == .question(key) }

  /// Whether it is in a language that is learned or known, rather than a label.
  var isContent: Bool {
    switch field.key {
    case .question(let key):
      switch key {
      case .prompt, .answer, .hint, .reading, .furigana, .spellings, .alternatives, .blocked,
        .cloze:
        true
      default: false
      }
    case .example: true
    default: false
    }
  }

  /// The texts of a group apart from its questions, in the order of the file; of a key that appears
  /// twice only the last.
  static func texts(of source: GroupSource) -> [TextValue] {
    var seen: Set<SourceField.Key> = []
    var texts: [TextValue] = []
    for field in source.fields.reversed() where field.element == nil {
      guard let text = text(of: field, source.group), seen.insert(field.key).inserted else {
        continue
      }
      texts.append(TextValue(text, field))
    }
    return texts.reversed()
  }

  private static func text(of field: SourceField, _ group: QuestionGroup) -> String? {
    guard case .group(let field) = field.key else { return nil }
    switch field.kind {
    case .required(let path): return group[keyPath: path].isEmpty ? nil : group[keyPath: path]
    case .text(let path): return group[keyPath: path]
    case .directions, .setting: return nil
    }
  }

  /// Calls `body` with each scalar and the offset of its first byte in UTF-8.
  func forEachScalar(_ body: (_ offset: Int, _ scalar: Unicode.Scalar) -> Void) {
    var offset = 0
    for scalar in text.unicodeScalars {
      body(offset, scalar)
      offset += UTF8.width(scalar)
    }
  }
}

extension TextValue {
  /// Calls `body` with each run of one character for which `isMeant`, and the bytes that it takes: a hundred
  /// thousand in a row are one mistake.
  func forEachRun(
    of isMeant: (Unicode.Scalar) -> Bool, _ body: (Range<Int>, Unicode.Scalar) -> Void
  ) {
    var run: (range: Range<Int>, scalar: Unicode.Scalar)?
    forEachScalar { offset, scalar in
      let end = offset + UTF8.width(scalar)
      let isMeant = isMeant(scalar)
      if isMeant, let found = run, found.scalar == scalar, found.range.upperBound == offset {
        run = (found.range.lowerBound..<end, scalar)
        return
      }
      if let found = run { body(found.range, found.scalar) }
      run = isMeant ? (offset..<end, scalar) : nil
    }
    if let found = run { body(found.range, found.scalar) }
  }
}

extension SourceField {
  /// Its path from the question or group: `alternatives[1]`, `example.text`.
  var path: String {
    var name = key.name ?? "?"
    if case .example = key { name = "\(Question.Field.example.key).\(name)" }
    return element.map { "\(name)[\($0)]" } ?? name
  }
}

extension AnswerList {
  /// Whether a text may have several pieces at all.
  fileprivate static func mayHaveSeveral(_ value: TextValue) -> Bool {
    !value.traits.isDisjoint(with: [.separator, .lineBreak])
      && value.text.unicodeScalars.contains { $0 == ";" || $0 == "；" || $0 == "\n" }
  }
}
