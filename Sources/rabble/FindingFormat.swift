import ArgumentParser
import RabbleChecking
import RabbleControllers
import RabbleReports
import RabbleScreens
import RabbleTerminal

/// The forms in which findings are listed; all show the same values.
enum FindingFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif

  /// The findings in this form; `closing` follows them for people.
  func text(
    _ findings: [FindingScreen], closing: [String], columns: Int, isColored: Bool
  ) -> String {
    switch self {
    case .text:
      findings.map { FindingText.text($0, columns: columns, isColored: isColored) }.joined()
        + closing.map { $0.printable + "\n" }.joined()
    case .json: FindingJSON.text(findings)
    case .sarif:
      SARIFText.text(
        findings, rules: RuleBook.all.map { RuleScreen($0) },
        version: Rabble.configuration.version)
    }
  }
}
