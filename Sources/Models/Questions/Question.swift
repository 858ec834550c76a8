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
  /// What most questions do not have.
  private var details = Details.none

  /// The most characters (Unicode scalars) of a title, a prompt, an answer and any other text that is asked,
  /// compared or shown on a line. A note and an example have no limit in a deck, and this one in an import.
  public static let longestText = 10_000

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
    let values = Details.Values(
      reading: reading, furigana: furigana, spellings: spellings, alternatives: alternatives,
      blocked: blocked, partOfSpeech: partOfSpeech, pitch: pitch, example: example, note: note,
      tags: tags, directions: directions, cloze: cloze, typos: typos, source: source,
      romaji: romaji)
    if values != Details.none.values { details = Details(values) }
  }
}

extension String {
  /// Whether it has more characters than ``Question/longestText``.
  package var isTooLong: Bool {
    utf8.count > Question.longestText
      && !unicodeScalars.dropFirst(Question.longestText).isEmpty
  }
}

// MARK: - Details

extension Question {
  /// How the prompt is read, in kana.
  public var reading: String? {
    get { details.values.reading }
    set { if newValue != reading { setDetail { $0.reading = newValue } } }
  }
  /// The prompt once more with its readings, as `RubyText` reads them.
  public var furigana: String? {
    get { details.values.furigana }
    set { if newValue != furigana { setDetail { $0.furigana = newValue } } }
  }
  /// Other usual spellings of the prompt, right wherever the prompt is asked for: `鍵` for `かぎ`.
  public var spellings: [String] {
    get { details.values.spellings }
    set { if newValue != spellings { setDetail { $0.spellings = newValue } } }
  }
  /// Further answers that are right.
  public var alternatives: [String] {
    get { details.values.alternatives }
    set { if newValue != alternatives { setDetail { $0.alternatives = newValue } } }
  }
  /// Answers that are never right, not even as a typo; each as ``BlockedAnswer`` reads it.
  public var blocked: [String] {
    get { details.values.blocked }
    set { if newValue != blocked { setDetail { $0.blocked = newValue } } }
  }
  /// The part of speech, in the author's words.
  public var partOfSpeech: String? {
    get { details.values.partOfSpeech }
    set { if newValue != partOfSpeech { setDetail { $0.partOfSpeech = newValue } } }
  }
  /// The mora after which the pitch falls, from 1; 0 for a word whose pitch does not fall.
  public var pitch: Int? {
    get { details.values.pitch }
    set { if newValue != pitch { setDetail { $0.pitch = newValue } } }
  }
  /// A sentence that shows the prompt in use.
  public var example: Example? {
    get { details.values.example }
    set { if newValue != example { setDetail { $0.example = newValue } } }
  }
  /// Something worth knowing, shown with the answer.
  public var note: String? {
    get { details.values.note }
    set { if newValue != note { setDetail { $0.note = newValue } } }
  }
  /// The author's labels.
  public var tags: [String] {
    get { details.values.tags }
    set { if newValue != tags { setDetail { $0.tags = newValue } } }
  }
  /// The directions in which it is asked; `nil` for what its group says.
  public var directions: [Direction]? {
    get { details.values.directions }
    set { if newValue != directions { setDetail { $0.directions = newValue } } }
  }
  /// A sentence with blanks, as `ClozeText` reads it; each blank is a card.
  public var cloze: String? {
    get { details.values.cloze }
    set { if newValue != cloze { setDetail { $0.cloze = newValue } } }
  }
  /// What blanks whose text was corrected are known by since before that, by the keys that their texts
  /// give them; decks have none, see ``continuingBlanks(among:texts:)``.
  public var blankNames: [String: String] {
    get { details.values.blankNames }
    set { if newValue != blankNames { setDetail { $0.blankNames = newValue } } }
  }
  /// Whether it is not asked until its deck can say again how it reads; decks have no such field.
  package var isWithheld: Bool {
    get { details.values.isWithheld }
    set { if newValue != isWithheld { setDetail { $0.isWithheld = newValue } } }
  }
  /// Whether a typo in an answer is forgiven; `nil` for what its group says.
  public var typos: TypoRule? {
    get { details.values.typos }
    set { if newValue != typos { setDetail { $0.typos = newValue } } }
  }
  /// Where the author has it from.
  public var source: String? {
    get { details.values.source }
    set { if newValue != source { setDetail { $0.source = newValue } } }
  }
  /// The prompt in the Latin alphabet, shown with it until the learner knows its kana.
  public var romaji: String? {
    get { details.values.romaji }
    set { if newValue != romaji { setDetail { $0.romaji = newValue } } }
  }

  private mutating func setDetail(_ change: (inout Details.Values) -> Void) {
    if !isKnownUniquelyReferenced(&details) { details = Details(details.values) }
    change(&details.values)
  }

  /// What most questions do not have, apart from them: so a question is small, and quickly copied. Only the
  /// one question that has it changes it.
  private final class Details: Hashable, @unchecked Sendable {
    struct Values: Hashable, Sendable {
      var reading: String?
      var furigana: String?
      var spellings: [String] = []
      var alternatives: [String] = []
      var blocked: [String] = []
      var partOfSpeech: String?
      var pitch: Int?
      var example: Example?
      var note: String?
      var tags: [String] = []
      var directions: [Direction]?
      var cloze: String?
      var blankNames: [String: String] = [:]
      var isWithheld = false
      var typos: TypoRule?
      var source: String?
      var romaji: String?
    }

    /// No details at all, which most questions share.
    static let none = Details(Values())

    var values: Values

    init(_ values: Values) { self.values = values }

    static func == (one: Details, other: Details) -> Bool {
      one === other || one.values == other.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
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
