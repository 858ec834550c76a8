import RabbleText

/// One thing that a check of deck files found, as it is shown.
public struct FindingScreen: Hashable, Sendable {
  /// A part of a file. Lines and columns count from 1, columns in Unicode scalars; the end is not in
  /// it any more.
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

  /// A change of the file that mends it.
  public struct Edit: Hashable, Sendable {
    /// What gives way.
    public let region: Region
    /// What stands there afterwards.
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
  /// How grave it is.
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
  /// What mends it without a doubt.
  public let edits: [Edit]

  /// Makes a finding.
  public init(
    path: String, region: Region?, code: String, severity: Severity, group: String? = nil,
    question: Int? = nil, place: String? = nil, reason: String, advice: String,
    excerpt: Excerpt? = nil, edits: [Edit] = []
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
  }
}

/// A rule of the check of deck files, as a report lists it.
public struct RuleScreen: Hashable, Sendable {
  /// Its code, such as `RW204`.
  public let code: String
  /// Its name, of words joined by hyphens.
  public let name: String
  /// What it finds, in a sentence.
  public let summary: String
  /// How grave a finding is.
  public let severity: Severity

  /// Makes a rule.
  public init(code: String, name: String, summary: String, severity: Severity) {
    self.code = code
    self.name = name
    self.summary = summary
    self.severity = severity
  }
}
