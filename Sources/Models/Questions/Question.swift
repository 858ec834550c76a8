import RabbleText

/// One thing to learn: what is asked, and what answers it.
///
/// Reads a question of an original Rabble Wabble file, `{"prompt", "hint"?, "answer"}`, as it is.
public struct Question: Hashable, Sendable {
  /// The author's own name for this question, unique among all decks. It keeps the learner's
  /// history through any edit.
  public var id: String?
  /// What is asked. Beside a ``cloze``, what its sentence means or asks for.
  public var prompt: String
  /// What helps without giving the answer away.
  public var hint: String?
  /// The expected answer. `;`, `,` and line breaks separate answers that are all right. Beside a
  /// ``cloze``, the sentence with its blanks filled.
  public var answer: String
  /// How the prompt is read, in kana.
  public var reading: String?
  /// The prompt once more with its readings, as `RubyText` reads them.
  public var furigana: String?
  /// Other usual spellings of the prompt, right wherever the prompt is asked for: `鍵` for `かぎ`.
  public var spellings: [String]
  /// Further answers that are right.
  public var alternatives: [String]
  /// Answers that are never right, not even as a typo; each as ``BlockedAnswer`` reads it.
  public var blocked: [String]
  /// The part of speech, in the author's words.
  public var partOfSpeech: String?
  /// The mora after which the pitch falls, from 1; 0 for a word whose pitch does not fall.
  public var pitch: Int?
  /// A sentence that shows the prompt in use.
  public var example: Example?
  /// Something worth knowing, shown with the answer.
  public var note: String?
  /// The author's labels.
  public var tags: [String]
  /// The directions in which it is asked; `nil` for what its group says.
  public var directions: [Direction]?
  /// A sentence with blanks, as `ClozeText` reads it; each blank is a card.
  public var cloze: String?
  /// Whether a typo in an answer is forgiven; `nil` for what its group says.
  public var typos: TypoRule?
  /// Where the author has it from.
  public var source: String?
  /// The prompt in the Latin alphabet, shown with it until the learner knows its kana.
  public var romaji: String?

  /// Makes a question.
  public init(
    id: String? = nil, prompt: String, hint: String? = nil, answer: String, reading: String? = nil,
    furigana: String? = nil, spellings: [String] = [], alternatives: [String] = [],
    blocked: [String] = [], partOfSpeech: String? = nil, pitch: Int? = nil,
    example: Example? = nil, note: String? = nil, tags: [String] = [],
    directions: [Direction]? = nil, cloze: String? = nil, typos: TypoRule? = nil,
    source: String? = nil, romaji: String? = nil
  ) {
    self.id = id
    self.prompt = prompt
    self.hint = hint
    self.answer = answer
    self.reading = reading
    self.furigana = furigana
    self.spellings = spellings
    self.alternatives = alternatives
    self.blocked = blocked
    self.partOfSpeech = partOfSpeech
    self.pitch = pitch
    self.example = example
    self.note = note
    self.tags = tags
    self.directions = directions
    self.cloze = cloze
    self.typos = typos
    self.source = source
    self.romaji = romaji
  }
}

/// An answer that is never right, and why, as authors write it.
///
///     let form = BlockedAnswer("寒[さむ]いになりました :: い becomes く before なる")
///     form.texts   // ["寒いになりました", "さむいになりました"]
///     form.reason  // "い becomes く before なる"
public struct BlockedAnswer: Hashable, Sendable {
  /// What begins the reason.
  private static let mark = " :: "

  /// The answer as it is written, and as its furigana read it if it has any.
  public let texts: [String]
  /// Why it is wrong, in the author's words; `nil` where they don't say.
  public let reason: String?

  /// Reads what an author wrote: the answer, and behind `::` why it is wrong.
  public init(_ written: String) {
    let mark = written.firstRange(of: Self.mark)
    let ruby = RubyText(String(written[..<(mark?.lowerBound ?? written.endIndex)]))
    texts = ruby.hasReadings ? [ruby.base, ruby.reading] : [ruby.base]
    let reason = mark.map { String(written[$0.upperBound...]).trimmed } ?? ""
    self.reason = reason.isEmpty ? nil : reason
  }
}

/// Whether a typo in an answer of the learner's own language is forgiven.
public enum TypoRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// It is, with a remark.
  case on
  /// It is while the card is young: until its stability passes ``stabilityOfYouth``.
  case young
  /// It never is.
  case off

  /// The stability, in days, up to which a card counts as young.
  public static let stabilityOfYouth = 21.0
}

/// A sentence that shows a question's prompt in use.
public struct Example: Hashable, Sendable {
  /// The sentence, which may carry furigana as `RubyText` reads it.
  public let text: String
  /// How it is read.
  public let reading: String?
  /// What it means.
  public let meaning: String?

  /// Makes an example.
  public init(text: String, reading: String? = nil, meaning: String? = nil) {
    self.text = text
    self.reading = reading
    self.meaning = meaning
  }
}
