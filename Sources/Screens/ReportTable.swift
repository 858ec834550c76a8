/// A table of values: what a list of groups, a score report or the exported log shows, in any form.
///
///     ReportTable("days", "By day", of: report.days) {
///       ReportTable.Column("day", "Day") { .text($0.day.iso8601) }
///       ReportTable.Column("correct", "Correct") { .count($0.score.correct) }
///     }
public struct ReportTable: Hashable, Sendable {
  /// Whether a table is about many things or about one.
  public enum Shape: Hashable, Sendable {
    /// Any number of things, each in a row of its own.
    case rows
    /// One thing, in the only row.
    case record
  }

  /// What the values of a column are, as programs read them.
  public enum Form: Hashable, Sendable {
    /// Any text.
    case text
    /// A date in ISO 8601.
    case day
    /// A time in ISO 8601, with its offset from UTC.
    case time
    /// One of these words.
    case term([String])
    /// A number of things, from 0.
    case count
    /// A share, 0…1.
    case share
    /// Any number.
    case number
    /// A list of numbers.
    case numbers
    /// Yes or no.
    case flag
  }

  /// What a column is called, and what its values mean.
  public struct Heading: Hashable, Sendable {
    /// Its name for programs: lower case, as a JSON key or a CSV header.
    public let key: String
    /// What people read above it.
    public let title: String
    /// What people read where each value has a line of its own, and there is room for whole words.
    public let fullTitle: String
    /// What its numbers count, such as `day`, which stands behind a number in a line of its own; `nil` where
    /// the title says it.
    public let unit: String?
    /// What its values are.
    public let form: Form
    /// Whether a row may have no value.
    public let isOptional: Bool
    /// How its values are counted, in a sentence or two; `nil` where the title says it.
    public let definition: String?

    /// Makes a heading; without a full title, the title is one.
    public init(
      _ key: String, _ title: String, inFull fullTitle: String? = nil, unit: String? = nil,
      form: Form = .text, isOptional: Bool = false, definition: String? = nil
    ) {
      self.key = key
      self.title = title
      self.fullTitle = fullTitle ?? title
      self.unit = unit
      self.form = form
      self.isOptional = isOptional
      self.definition = definition
    }

    /// The same values under another title, where a table says already whose they are.
    public func titled(_ title: String) -> Heading {
      Heading(
        key, title, unit: unit, form: form, isOptional: isOptional, definition: definition)
    }

    /// The same values, of which a row may have none.
    public var optional: Heading {
      Heading(
        key, title, inFull: fullTitle, unit: unit, form: form, isOptional: true,
        definition: definition)
    }
  }

  /// A column of a table: what it is called, and its value for each subject of the table.
  public struct Column<Subject> {
    /// What it is called.
    public let heading: Heading
    /// Its value for a subject.
    public let value: (Subject) -> Value

    /// Makes a column.
    ///
    /// - Parameters:
    ///   - key: its name for programs.
    ///   - title: what people read above it.
    ///   - fullTitle: what they read where there is room; `nil` for the title.
    ///   - unit: what its numbers count, where no title says it.
    ///   - value: its value for a subject.
    public init(
      _ key: String, _ title: String, inFull fullTitle: String? = nil, unit: String? = nil,
      _ value: @escaping (Subject) -> Value
    ) {
      self.init(Heading(key, title, inFull: fullTitle, unit: unit), value)
    }

    /// Makes a column under a heading that several tables share.
    ///
    /// - Parameters:
    ///   - heading: what it is called.
    ///   - value: its value for a subject.
    public init(_ heading: Heading, _ value: @escaping (Subject) -> Value) {
      self.heading = heading
      self.value = value
    }

    /// The same column in a table of something that a subject can be read from.
    public func of<Other>(_ subject: @escaping (Other) -> Subject) -> Column<Other> {
      Column<Other>(heading) { value(subject($0)) }
    }
  }

  /// A value of a table.
  public enum Value: Hashable, Sendable {
    /// A text, as the deck or the learner wrote it.
    case text(String)
    /// One of a fixed set of terms: its name for programs, and the words that people read.
    case term(String, words: String)
    /// A number of things.
    case count(Int)
    /// A share, 0…1.
    case share(Double)
    /// The difference of two shares, -1…1, which people read as percentage points.
    case points(Double)
    /// A number, and how many decimals of it people are shown.
    case number(Double, decimals: Int)
    /// A list of numbers.
    case numbers([Double])
    /// A list of texts.
    case texts([String])
    /// Yes or no.
    case flag(Bool)
    /// No value.
    case missing

    /// A text, or no value.
    public static func text(ifAny text: String?) -> Value { text.map { .text($0) } ?? .missing }

    /// A list of texts, or no value where it is empty.
    public static func texts(ifAny texts: [String]) -> Value {
      texts.isEmpty ? .missing : .texts(texts)
    }

    /// A number of things, or no value.
    public static func count(ifAny count: Int?) -> Value { count.map { .count($0) } ?? .missing }

    /// A share, or no value.
    public static func share(ifAny share: Double?) -> Value {
      share.map { .share($0) } ?? .missing
    }

    /// A number, or no value.
    public static func number(ifAny number: Double?, decimals: Int) -> Value {
      number.map { .number($0, decimals: decimals) } ?? .missing
    }
  }

  /// A row: a value for each heading.
  public struct Row: Hashable, Sendable {
    /// What the values are called.
    public let headings: [Heading]
    /// The values, in the order of the headings.
    public let values: [Value]

    fileprivate init(headings: [Heading], values: [Value]) {
      self.headings = headings
      self.values = values
    }
  }

  /// Its name for programs: lower case.
  public let key: String
  /// What people read above it.
  public let title: String
  /// Whether it is about many things or about one.
  public let shape: Shape
  /// What its columns are called.
  public let headings: [Heading]
  /// The rows, in order.
  public let rows: [Row]
  /// How many more rows there would be, that were not made because no reader sees them.
  public private(set) var omittedRows = 0

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - key: its name for programs.
  ///   - title: what people read above it; empty where it needs no title.
  ///   - shape: whether it is about many things or about one.
  ///   - subjects: what its rows are about, a row each.
  ///   - most: the most rows that are made; `nil` for all.
  ///   - columns: its columns.
  public init<Subject>(
    _ key: String, _ title: String, _ shape: Shape = .rows, of subjects: [Subject],
    most: Int? = nil, @ColumnBuilder<Subject> columns: () -> [Column<Subject>]
  ) {
    let columns = columns()
    let headings = columns.map { $0.heading }
    self.key = key
    self.title = title
    self.shape = shape
    self.headings = headings
    rows = subjects.prefix(most ?? .max).map { subject in
      Row(headings: headings, values: columns.map { $0.value(subject) })
    }
    omittedRows = subjects.count - rows.count
  }

  /// The table without some of its columns, by their keys.
  public func without(_ keys: Set<String>) -> ReportTable {
    let kept = headings.indices.filter { !keys.contains(headings[$0].key) }
    let names = kept.map { headings[$0] }
    return ReportTable(
      key: key, title: title, shape: shape, headings: names,
      rows: rows.map { row in Row(headings: names, values: kept.map { row.values[$0] }) })
  }

  /// The table with words where a column has no value.
  public func filling(_ key: String, with words: String) -> ReportTable {
    ReportTable(
      key: self.key, title: title, shape: shape, headings: headings,
      rows: rows.map { row in
        let values = zip(headings, row.values).map { heading, value in
          heading.key == key && value == .missing ? Value.text(words) : value
        }
        return Row(headings: headings, values: values)
      })
  }

  private init(key: String, title: String, shape: Shape, headings: [Heading], rows: [Row]) {
    self.key = key
    self.title = title
    self.shape = shape
    self.headings = headings
    self.rows = rows
  }

  /// The table with other rows of its own.
  func with(_ rows: [Row]) -> ReportTable {
    ReportTable(key: key, title: title, shape: shape, headings: headings, rows: rows)
  }

  /// The table with other columns, and as many values in each row.
  func with(headings: [Heading], rows: [[Value]]) -> ReportTable {
    ReportTable(
      key: key, title: title, shape: shape, headings: headings,
      rows: rows.map { Row(headings: headings, values: $0) })
  }

  /// Collects the columns of a table: single ones, and lists that several tables share.
  @resultBuilder public enum ColumnBuilder<Subject> {
    /// A single column.
    public static func buildExpression(_ column: Column<Subject>) -> [Column<Subject>] { [column] }

    /// A list of columns.
    public static func buildExpression(_ columns: [Column<Subject>]) -> [Column<Subject>] {
      columns
    }

    /// The columns that only some of these tables have.
    public static func buildOptional(_ columns: [Column<Subject>]?) -> [Column<Subject>] {
      columns ?? []
    }

    /// The columns from left to right.
    public static func buildBlock(_ columns: [Column<Subject>]...) -> [Column<Subject>] {
      columns.flatMap { $0 }
    }
  }
}
