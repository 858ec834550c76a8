import RabbleScreens

/// Findings as one array of JSON, an object a finding and a line.
///
/// Lines and columns count from 1, columns in Unicode scalars; `start` and `end` of an edit are bytes
/// of the file, from 0.
public enum FindingJSON {
  /// The array.
  public static func text(_ findings: [FindingScreen]) -> String {
    guard !findings.isEmpty else { return "[]\n" }
    return "[\n" + findings.map { "  " + object($0).text }.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ finding: FindingScreen) -> JSONScreenValue {
    var members: [String: JSONScreenValue] = [
      "file": .string(finding.path), "code": .string(finding.code),
      "severity": .string(finding.severity.rawValue), "group": JSONScreenValue(finding.group),
      "question": finding.question.map { .integer($0) } ?? .null,
      "reason": .string(finding.reason), "advice": .string(finding.advice),
      "edits": .array(finding.edits.map(edit)),
    ]
    members["line"] = finding.region.map { .integer($0.startLine) } ?? .null
    members["column"] = finding.region.map { .integer($0.startColumn) } ?? .null
    members["endLine"] = finding.region.map { .integer($0.endLine) } ?? .null
    members["endColumn"] = finding.region.map { .integer($0.endColumn) } ?? .null
    return .object(members)
  }

  private static func edit(_ edit: FindingScreen.Edit) -> JSONScreenValue {
    .object([
      "start": .integer(edit.region.bytes.lowerBound),
      "end": .integer(edit.region.bytes.upperBound),
      "text": .string(edit.text),
    ])
  }
}
