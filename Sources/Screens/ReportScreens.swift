/// Why a card comes when it comes, under the card's name.
public struct ExplanationScreen: Hashable, Sendable {
  /// Which card it is.
  public let heading: String
  /// The text, a paragraph a line: a word, a gap of two spaces or more, and what belongs to it.
  public let lines: [String]

  /// Makes an explanation.
  public init(heading: String, lines: [String]) {
    self.heading = heading
    self.lines = lines
  }
}

/// How a number changes over days: what a chart draws.
public struct ReportChart: Hashable, Sendable {
  /// What people read above it.
  public let title: String
  /// The number on each day, none of them negative.
  public let values: [Double]

  /// Makes a chart.
  public init(title: String, values: [Double]) {
    self.title = title
    self.values = values
  }
}

/// How some things compare in one number: what a chart of bars draws.
public struct ReportBars: Hashable, Sendable {
  /// One of the things.
  public struct Bar: Hashable, Sendable {
    /// What it is called.
    public let label: String
    /// Its number, not negative.
    public let value: Double
    /// What is said of it after its number; `nil` for nothing.
    public let remark: String?

    /// Makes a bar.
    public init(label: String, value: Double, remark: String? = nil) {
      self.label = label
      self.value = value
      self.remark = remark
    }
  }

  /// What people read above it.
  public let title: String
  /// The things, from above.
  public let bars: [Bar]

  /// Makes a chart.
  public init(title: String, bars: [Bar]) {
    self.title = title
    self.bars = bars
  }
}

/// How likely one card is remembered as days go by, for a drawing.
public struct CurveScreen: Hashable, Sendable {
  /// A place of the curve.
  public struct Point: Hashable, Sendable {
    /// Days since the card was first learned.
    public let day: Double
    /// The probability of remembering, 0…1.
    public let share: Double

    /// Makes a point.
    public init(day: Double, share: Double) {
      self.day = day
      self.share = share
    }
  }

  /// What people read above it.
  public let title: String
  /// One stretch from each review to the next.
  public let stretches: [[Point]]
  /// The desired retention.
  public let level: Double
  /// The last day that is drawn.
  public let lastDay: Double

  /// Makes a curve.
  public init(title: String, stretches: [[Point]], level: Double, lastDay: Double) {
    self.title = title
    self.stretches = stretches
    self.level = level
    self.lastDay = lastDay
  }
}

/// Groups with what there is to study in each: those of a course, or those of no course.
public struct GroupListScreen: Hashable, Sendable {
  /// The title of the course; empty for groups of none.
  public let title: String
  /// What is said of the groups before the first row.
  public let before: [String]
  /// The groups, a row each; `nil` where nothing needs a row.
  public let groups: ReportTable?
  /// What is said of the groups after the last row.
  public let after: [String]
  /// Whether there are groups without a row.
  public let isFolded: Bool

  /// Makes a list; without folded groups it has no lines besides its rows.
  public init(
    title: String = "", before: [String] = [], groups: ReportTable?, after: [String] = [],
    isFolded: Bool = false
  ) {
    self.title = title
    self.before = before
    self.groups = groups
    self.after = after
    self.isFolded = isFolded
  }
}
