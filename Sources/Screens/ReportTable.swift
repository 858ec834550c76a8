/// A table of values: what a list of groups, a score report or the exported log shows, in any form.
public struct ReportTable: Hashable, Sendable {
  /// A column of a table.
  public struct Column: Hashable, Sendable {
    /// What programs call it: lower case, as a JSON key or a CSV header.
    public let key: String
    /// What people read above it.
    public let title: String

    /// Makes a column.
    public init(_ key: String, _ title: String) {
      self.key = key
      self.title = title
    }
  }

  /// A value of a table.
  public enum Value: Hashable, Sendable {
    /// A text, as the deck or the learner wrote it.
    case text(String)
    /// A number of things.
    case count(Int)
    /// A share, 0…1.
    case share(Double)
    /// A number, of which people are shown so many decimals.
    case number(Double, decimals: Int)
    /// A list of numbers.
    case numbers([Double])
    /// Yes or no.
    case flag(Bool)
    /// No value.
    case missing
  }

  /// What programs call it: lower case.
  public let key: String
  /// What people read above it.
  public let title: String
  /// The columns.
  public let columns: [Column]
  /// The rows, each with a value for every column.
  public let rows: [[Value]]

  /// Makes a table.
  public init(key: String, title: String, columns: [Column], rows: [[Value]]) {
    self.key = key
    self.title = title
    self.columns = columns
    self.rows = rows
  }
}
