import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// A question under the rules: its texts with what they have in them, and what several rules need,
/// worked out once.
final class CheckedQuestion {
  /// The question and its places.
  let source: QuestionSource
  /// What its group is.
  let group: CheckedGroup
  /// Its texts in the order of the file; of a key that stands twice only the last.
  let texts: [TextValue]
  /// Which keys have a text, a bit each.
  private let present: UInt64

  init(source: QuestionSource, group: CheckedGroup, texts: [TextValue]) {
    self.source = source
    self.group = group
    self.texts = texts
    present = texts.reduce(into: 0) { $0 |= UInt64(1) << UInt64($1.field.number) }
  }

  /// The question as far as it is sound.
  var question: Question { source.question }

  /// The text under a key.
  func text(_ key: DeckKey.Question) -> TextValue? {
    guard present & (UInt64(1) << UInt64(key.rawValue)) != 0 else { return nil }
    return texts.first { $0.field.key == .question(key) && $0.field.element == nil }
  }

  /// A part of the example.
  func text(example key: DeckKey.Example) -> TextValue? {
    guard present & (UInt64(1) << UInt64(32 + key.rawValue)) != 0 else { return nil }
    return texts.first { $0.field.key == .example(key) }
  }

  /// The elements of a list.
  func texts(_ key: DeckKey.Question) -> [TextValue] {
    guard present & (UInt64(1) << UInt64(key.rawValue)) != 0 else { return [] }
    return texts.filter { $0.field.key == .question(key) && $0.field.element != nil }
  }

  /// The answers that the separators of the answer part.
  private(set) lazy var answers: [String] =
    text(.answer).map { AnswerText.alternatives(of: $0.text) } ?? []
  /// What `;` and line breaks part in the answer and in the reading; none where nothing is parted.
  private(set) lazy var parts: [(value: TextValue, pieces: [AnswerPieces.Piece])] =
    [text(.answer), text(.reading)].compactMap { value in
      value.flatMap {
        AnswerPieces.mayHaveSeveral($0) ? ($0, AnswerPieces.pieces(of: $0.text)) : nil
      }
    }
  /// The furigana, read.
  private(set) lazy var furigana: RubyText? = text(.furigana).map { RubyText($0.text) }
  /// The example's sentence, read.
  private(set) lazy var example: RubyText? = text(example: .text).map { RubyText($0.text) }
  /// The readings that separators part in "reading", each with its place and its kana.
  private(set) lazy var readings: [JapaneseText.Reading] =
    text(.reading).map { JapaneseText.readings(in: $0) } ?? []

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
    func element(_ list: [String]) -> String? {
      field.element.flatMap { list.indices.contains($0) ? list[$0] : nil }
    }
    switch field.key {
    case .question(let key):
      switch key {
      case .prompt: return question.prompt.isEmpty ? nil : question.prompt
      case .answer: return question.answer.isEmpty ? nil : question.answer
      case .hint: return question.hint
      case .id: return question.id
      case .reading: return question.reading
      case .furigana: return question.furigana
      case .partOfSpeech: return question.partOfSpeech
      case .note: return question.note
      case .cloze: return question.cloze
      case .source: return question.source
      case .alternatives: return element(question.alternatives)
      case .blocked: return element(question.blocked)
      case .tags: return element(question.tags)
      case .pitch, .example, .directions, .silence: return nil
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
