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
