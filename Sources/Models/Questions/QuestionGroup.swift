/// Questions studied together under one title.
///
/// Reads a group of an original Rabble Wabble file, `{"title", "questions", "score"?}`, as it is.
public struct QuestionGroup: Hashable, Sendable {
  /// What the group is called, and chosen by.
  public var title: String
  /// What the group is about, in a sentence.
  public var description: String?
  /// The language that is learned, as a BCP 47 tag such as `ja`.
  public var language: String?
  /// The language of the answers, as a BCP 47 tag: the learner's own, such as `en`, or the one that is
  /// learned where forms or readings of it are the answers.
  public var answerLanguage: String?
  /// Who wrote it.
  public var author: String?
  /// What others may do with it, as an SPDX identifier such as `CC-BY-4.0`, or in words.
  public var license: String?
  /// Which edition of the group this is, as its author counts.
  public var version: String?
  /// The directions in which its questions are asked unless they say otherwise; `nil` for
  /// recognition alone.
  public var directions: [Direction]?
  /// How its author wants it to be studied.
  public var settings: GroupSettings
  /// The questions in the author's order.
  public var questions: [Question]
  /// The score an original Rabble Wabble file carries. The learner's progress is never read from
  /// it: that lives in the study log.
  public var score: Score?

  /// Makes a group.
  public init(
    title: String, description: String? = nil, language: String? = nil,
    answerLanguage: String? = nil, author: String? = nil, license: String? = nil,
    version: String? = nil, directions: [Direction]? = nil,
    settings: GroupSettings = GroupSettings(), questions: [Question], score: Score? = nil
  ) {
    self.title = title
    self.description = description
    self.language = language
    self.answerLanguage = answerLanguage
    self.author = author
    self.license = license
    self.version = version
    self.directions = directions
    self.settings = settings
    self.questions = questions
    self.score = score
  }
}

// MARK: - Settings

/// How an author wants a group to be studied.
public struct GroupSettings: Hashable, Sendable, Codable {
  /// Whether an answer's accents must be right.
  public enum Accents: String, Hashable, Sendable, Codable, CaseIterable {
    /// `ete` passes for `été`.
    case forgiven
    /// `ete` does not pass for `été`.
    case demanded
  }

  /// Whether furigana are drawn before anybody asks for them.
  public enum Furigana: String, Hashable, Sendable, Codable, CaseIterable {
    /// They are drawn wherever they don't give the answer away.
    case shown
    /// They are drawn once the answer has been seen.
    case hidden
  }

  /// Which forms of a verb or an adjective are right beside those that the deck has, where a card asks
  /// for a form.
  public enum Politeness: String, Hashable, Sendable, Codable, CaseIterable {
    /// Plain and polite ones: おおきくない and おおきくないです.
    case any
    /// Plain ones: おおきくない.
    case plain
    /// Polite ones: おおきくないです.
    case polite
  }

  /// Whether accents must be right; `nil` for the usual, forgiven.
  public var accents: Accents?
  /// Whether furigana are drawn; `nil` for the usual, shown.
  public var furigana: Furigana?
  /// Whether typos are forgiven; `nil` for what the learner's settings say.
  public var typos: TypoRule?
  /// Whether plain and polite forms are right; `nil` for the usual, any.
  public var politeness: Politeness?

  /// Makes settings.
  public init(
    accents: Accents? = nil, furigana: Furigana? = nil, typos: TypoRule? = nil,
    politeness: Politeness? = nil
  ) {
    self.accents = accents
    self.furigana = furigana
    self.typos = typos
    self.politeness = politeness
  }

  /// Whether nothing is set.
  public var isEmpty: Bool { self == GroupSettings() }
}

extension QuestionGroup {
  /// The setting as its name, for the table of fields; an unknown name is none.
  fileprivate var accentsName: String? {
    get { settings.accents?.rawValue }
    set { settings.accents = newValue.flatMap(GroupSettings.Accents.init) }
  }

  /// The setting as its name, for the table of fields; an unknown name is none.
  fileprivate var furiganaName: String? {
    get { settings.furigana?.rawValue }
    set { settings.furigana = newValue.flatMap(GroupSettings.Furigana.init) }
  }

  /// The setting as its name, for the table of fields; an unknown name is none.
  fileprivate var typosName: String? {
    get { settings.typos?.rawValue }
    set { settings.typos = newValue.flatMap(TypoRule.init) }
  }

  /// The setting as its name, for the table of fields; an unknown name is none.
  fileprivate var politenessName: String? {
    get { settings.politeness?.rawValue }
    set { settings.politeness = newValue.flatMap(GroupSettings.Politeness.init) }
  }
}

// MARK: - Languages

/// The languages of a group, each as its code without script and region: `ja`, `pt`.
public struct GroupLanguages: Hashable, Sendable {
  /// The language that is learned; `nil` where the author doesn't say.
  public let learned: String?
  /// The language of the answers; `nil` where the author doesn't say.
  public let answers: String?

  /// Takes what the author writes, BCP 47 tags or names of languages.
  public init(learned: String? = nil, answers: String? = nil) {
    self.learned = learned.map(LanguageTag.language)
    self.answers = answers.map(LanguageTag.language)
  }
}

extension QuestionGroup {
  /// The languages of the group.
  public var languages: GroupLanguages {
    GroupLanguages(learned: language, answers: answerLanguage)
  }
}

// MARK: - The table of fields

extension QuestionGroup {
  /// The table of what a group says of itself, as ``Question/Field`` is of a question: how each field
  /// is called, what kind of value it holds and how to reach that value.
  public enum Field: Int, Hashable, Sendable, CaseIterable {
    // The order of a deck file.
    case title, description, language, answerLanguage, author, license, version, directions
    case accents, furigana, typos, politeness

    /// The way to a value of a group.
    package typealias Path<Value> = WritableKeyPath<QuestionGroup, Value> & Sendable

    /// What kind of value a field holds, and the way to it.
    package enum Kind: Sendable {
      /// A text that every group has.
      case required(Path<String>)
      /// A text that a group may have.
      case text(Path<String?>)
      /// The directions in which the group's questions are asked.
      case directions(Path<[Direction]?>)
      /// One of some names, under `"settings"` in JSON.
      case setting(Path<String?>, [String])
    }

    /// The key in a deck; that of a setting stands in the object `settings` in JSON, and among the
    /// others in Markdown.
    public var key: String { row.key }
    /// What kind of value it holds.
    package var kind: Kind { row.kind }
    /// What belongs in it, in a sentence of at most 70 characters.
    public var help: String { row.help }
    /// Its names in a Markdown deck, the one that is written first; none for the title, which is the
    /// heading.
    package var markdownNames: [String] { row.markdownNames }
    /// Keys that other programs, and people, use for it, in lower case with letters alone.
    package var aliases: [String] { row.aliases }
    /// The most columns of a terminal that its text should take; `nil` where any width is fine.
    package var width: Int? { row.width }
    /// Whether its text belongs on one line.
    package var isOneLine: Bool { row.isOneLine }
    /// Whether its text may be of any length: it is read, not compared.
    package var isProse: Bool { self == .description }

    private var row: Row { Self.rows[rawValue] }
    private static let rows = allCases.map(\.newRow)
  }

  /// The value of a field on one line, directions between bars; `nil` where there is none.
  public func summary(_ field: Field) -> String? {
    switch field.kind {
    case .required(let path): self[keyPath: path]
    case .text(let path), .setting(let path, _): self[keyPath: path]
    case .directions(let path): self[keyPath: path]?.compactMap(\.name).joined(separator: " | ")
    }
  }
}

extension QuestionGroup.Field {
  /// What is known of a field.
  private struct Row: Sendable {
    let key: String
    let kind: Kind
    let help: String
    var markdownNames: [String] = []
    var aliases: [String] = []
    var width: Int?
    var isOneLine = false
  }

  /// The table. A field is a case, its row here and its property in ``QuestionGroup``.
  private var newRow: Row {
    switch self {
    case .title:
      Row(
        key: "title", kind: .required(\.title),
        help: "The name of the group, by which it is chosen.", aliases: ["name"], width: 48,
        isOneLine: true)
    case .description:
      Row(
        key: "description", kind: .text(\.description),
        help: "The subject of the group, in a sentence.", markdownNames: ["description"])
    case .language:
      Row(
        key: "language", kind: .text(\.language),
        help: "The language that is learned, as a BCP 47 tag such as ja.",
        markdownNames: ["language"], aliases: ["lang"])
    case .answerLanguage:
      Row(
        key: "answer_language", kind: .text(\.answerLanguage),
        help: "The language of the answers, as a BCP 47 tag such as en.",
        markdownNames: ["answer language"], aliases: ["answerlang", "answerslanguage"])
    case .author:
      Row(
        key: "author", kind: .text(\.author), help: "The author of the group.",
        markdownNames: ["author"], isOneLine: true)
    case .license:
      Row(
        key: "license", kind: .text(\.license),
        help: "The license: an SPDX identifier such as CC-BY-4.0, or free text.",
        markdownNames: ["license"], aliases: ["licence"], isOneLine: true)
    case .version:
      Row(
        key: "version", kind: .text(\.version),
        help: "The edition, such as 1.0.", markdownNames: ["version"], isOneLine: true)
    case .directions:
      Row(
        key: "directions", kind: .directions(\.directions),
        help: "The directions of its questions; defaults to recognition only.",
        markdownNames: ["directions"],
        aliases: ["direction"])
    case .accents:
      Row(
        key: "accents",
        kind: .setting(\.accentsName, GroupSettings.Accents.allCases.map(\.rawValue)),
        help: "Whether été may be typed as ete; defaults to forgiven.",
        markdownNames: ["accents"])
    case .furigana:
      Row(
        key: "furigana",
        kind: .setting(\.furiganaName, GroupSettings.Furigana.allCases.map(\.rawValue)),
        help: "Whether furigana are shown with the prompt; defaults to shown.",
        markdownNames: ["furigana"])
    case .typos:
      Row(
        key: "typos", kind: .setting(\.typosName, TypoRule.allCases.map(\.rawValue)),
        help: "Whether typos are forgiven; defaults to the learner's setting.",
        markdownNames: ["typos"])
    case .politeness:
      Row(
        key: "politeness",
        kind: .setting(\.politenessName, GroupSettings.Politeness.allCases.map(\.rawValue)),
        help: "Whether plain or polite forms are right; defaults to any.",
        markdownNames: ["politeness"])
    }
  }
}
