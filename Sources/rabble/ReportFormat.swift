import ArgumentParser
import RabbleReports
import RabbleScreens
import RabbleTerminal

/// The forms of a report; all three show the same values.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv

  /// The tables in this form.
  func text(_ tables: [ReportTable]) -> String {
    switch self {
    case .text: TableText.text(tables)
    case .json: JSONText.text(tables)
    case .csv: CSVText.text(tables)
    }
  }
}
