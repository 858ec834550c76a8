import RabbleText

/// One thing that a check of deck files found, as it is shown.
public struct FindingScreen: Hashable, Sendable {
  /// A part of a file. Lines and columns count from 1, columns in Unicode scalars; the end is
  /// exclusive.
  public struct Region: Hashable, Sendable {
    /// Where it begins.
    public let startLine: Int, startColumn: Int
    /// Where it ends.
    public let endLine: Int, endColumn: Int
    /// The same in bytes of the file, from 0.
    public let bytes: Range<Int>

    /// Makes a region.
    public init(
      startLine: Int, startColumn: Int, endLine: Int, endColumn: Int, bytes: Range<Int>
    ) {
      self.startLine = startLine
      self.startColumn = startColumn
      self.endLine = endLine
      self.endColumn = endColumn
      self.bytes = bytes
    }
  }

  /// The line of the file it stands on, or what lies around the place in a very long one.
  public struct Excerpt: Hashable, Sendable {
    /// What stands before the place.
    public let before: String
    /// What is marked; empty for a place between two characters.
    public let marked: String
    /// What stands behind the place.
    public let after: String
    /// Whether the line begins before the excerpt, or goes on behind it.
    public let isCutBefore: Bool, isCutAfter: Bool

    /// Makes an excerpt.
    public init(
      before: String, marked: String, after: String, isCutBefore: Bool = false,
      isCutAfter: Bool = false
    ) {
      self.before = before
      self.marked = marked
      self.after = after
      self.isCutBefore = isCutBefore
      self.isCutAfter = isCutAfter
    }
  }

  /// A change of the file that fixes it.
  public struct Edit: Hashable, Sendable {
    /// What it replaces.
    public let region: Region
    /// The text that replaces it.
    public let text: String

    /// Makes an edit.
    public init(region: Region, text: String) {
      self.region = region
      self.text = text
    }
  }

  /// The file, as it was named.
  public let path: String
  /// Where it is; `nil` when the file was not read.
  public let region: Region?
  /// The code of its rule, such as `RW204`.
  public let code: String
  /// Its severity.
  public let severity: Severity
  /// The title of its group, if it lies in one that has a title.
  public let group: String?
  /// The number of its question in the group, from 1.
  public let question: Int?
  /// Its place in words, such as `"Numbers", question 3`.
  public let place: String?
  /// What is wrong, and what to do about it.
  public let reason: String, advice: String
  /// The line of the file.
  public let excerpt: Excerpt?
  /// What fixes it; empty where nobody but the author knows it.
  public let edits: [Edit]
  /// How far that can be trusted; `nil` without edits.
  public let fix: FixSafety?

  /// Makes a finding.
  public init(
    path: String, region: Region?, code: String, severity: Severity, group: String? = nil,
    question: Int? = nil, place: String? = nil, reason: String, advice: String,
    excerpt: Excerpt? = nil, edits: [Edit] = [], fix: FixSafety? = nil
  ) {
    self.path = path
    self.region = region
    self.code = code
    self.severity = severity
    self.group = group
    self.question = question
    self.place = place
    self.reason = reason
    self.advice = advice
    self.excerpt = excerpt
    self.edits = edits
    self.fix = fix
  }
}

extension FindingScreen: Encodable {
  private enum Key: String, CodingKey {
    case file, line, column
    case endLine = "end_line"
    case endColumn = "end_column"
    case code, severity, group, question, reason, advice, fix, edits
  }

  /// Encodes the finding; what is not known of its place is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .file)
    try container.encode(region?.startLine, forKey: .line)
    try container.encode(region?.startColumn, forKey: .column)
    try container.encode(region?.endLine, forKey: .endLine)
    try container.encode(region?.endColumn, forKey: .endColumn)
    try container.encode(code, forKey: .code)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(group, forKey: .group)
    try container.encode(question, forKey: .question)
    try container.encode(reason, forKey: .reason)
    try container.encode(advice, forKey: .advice)
    try container.encode(fix, forKey: .fix)
    try container.encode(edits, forKey: .edits)
  }
}

extension FindingScreen.Edit: Encodable {
  private enum Key: String, CodingKey { case start, end, text }

  /// Encodes the edit, its place in bytes of the file.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(region.bytes.lowerBound, forKey: .start)
    try container.encode(region.bytes.upperBound, forKey: .end)
    try container.encode(text, forKey: .text)
  }
}

/// A rule of the check of deck files: as a report lists it, or explained by an example.
public struct RuleScreen: Hashable, Sendable {
  /// What breaks a rule, and what a fix makes of it.
  public struct Example: Hashable, Sendable, Encodable {
    /// The text of a deck, or its lines in question.
    public let text: String
    /// What the check says about it.
    public let finding: FindingScreen
    /// The text when it is fixed; `nil` where no fix is known.
    public let fixed: String?

    /// Makes an example.
    public init(text: String, finding: FindingScreen, fixed: String?) {
      self.text = text
      self.finding = finding
      self.fixed = fixed
    }
  }

  /// Its code, such as `RW204`.
  public let code: String
  /// Its name, of words joined by hyphens.
  public let name: String
  /// What it finds, in a sentence.
  public let summary: String
  /// The severity of a finding.
  public let severity: Severity
  /// How far what it offers can be trusted; `nil` if it offers nothing.
  public let fix: FixSafety?
  /// What breaks it, where it is explained and a text can show it.
  public let example: Example?

  /// Makes a rule.
  public init(
    code: String, name: String, summary: String, severity: Severity,
    fix: FixSafety? = nil, example: Example? = nil
  ) {
    self.code = code
    self.name = name
    self.summary = summary
    self.severity = severity
    self.fix = fix
    self.example = example
  }
}

extension RuleScreen: Encodable {
  private enum Key: String, CodingKey { case code, name, summary, severity, fix, example }

  /// Encodes the rule; what it doesn't have is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    try container.encode(name, forKey: .name)
    try container.encode(summary, forKey: .summary)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(fix, forKey: .fix)
    try container.encode(example, forKey: .example)
  }
}
