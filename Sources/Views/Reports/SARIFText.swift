import RabbleScreens

/// Findings in SARIF 2.1.0 (OASIS Standard), which code hosts and editors read.
public enum SARIFText {
  /// The log of one run.
  public static func text(
    _ findings: [FindingScreen], rules: [RuleScreen], version: String
  ) -> String {
    let used = Set(findings.map(\.code))
    let rules = rules.filter { used.contains($0.code) }
    let numbers = Dictionary(
      rules.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    let driver: JSONScreenValue = .object([
      "name": .string("rabble deck check"), "version": .string(version),
      "rules": .array(rules.map(rule)),
    ])
    let run: JSONScreenValue = .object([
      "tool": .object(["driver": driver]), "columnKind": .string("unicodeCodePoints"),
      "results": .array(findings.map { result($0, number: numbers[$0.code]) }),
    ])
    let log: JSONScreenValue = .object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([run]),
    ])
    return log.text + "\n"
  }

  private static func rule(_ rule: RuleScreen) -> JSONScreenValue {
    .object([
      "id": .string(rule.code), "name": .string(rule.name),
      "shortDescription": .object(["text": .string(rule.summary)]),
      "defaultConfiguration": .object(["level": .string(rule.severity.rawValue)]),
    ])
  }

  private static func result(_ finding: FindingScreen, number: Int?) -> JSONScreenValue {
    let message =
      (finding.place.map { "in \($0): " } ?? "") + finding.reason + "; " + finding.advice
    var location: [String: JSONScreenValue] = ["artifactLocation": file(finding.path)]
    location["region"] = finding.region.map(region)
    var members: [String: JSONScreenValue] = [
      "ruleId": .string(finding.code), "level": .string(finding.severity.rawValue),
      "message": .object(["text": .string(message)]),
      "locations": .array([.object(["physicalLocation": .object(location)])]),
    ]
    members["ruleIndex"] = number.map { .integer($0) }
    if !finding.edits.isEmpty { members["fixes"] = .array([fix(finding)]) }
    return .object(members)
  }

  private static func fix(_ finding: FindingScreen) -> JSONScreenValue {
    let replacements = finding.edits.map { edit in
      JSONScreenValue.object([
        "deletedRegion": region(edit.region),
        "insertedContent": .object(["text": .string(edit.text)]),
      ])
    }
    let change: JSONScreenValue = .object([
      "artifactLocation": file(finding.path), "replacements": .array(replacements),
    ])
    return .object([
      "description": .object(["text": .string(finding.advice)]),
      "artifactChanges": .array([change]),
    ])
  }

  private static func region(_ region: FindingScreen.Region) -> JSONScreenValue {
    .object([
      "startLine": .integer(region.startLine), "startColumn": .integer(region.startColumn),
      "endLine": .integer(region.endLine), "endColumn": .integer(region.endColumn),
      "byteOffset": .integer(region.bytes.lowerBound), "byteLength": .integer(region.bytes.count),
    ])
  }

  /// A file as a URI reference (RFC 3986): what is not unreserved or a slash is percent-encoded.
  private static func file(_ path: String) -> JSONScreenValue {
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return .object(["uri": .string(uri)])
  }
}
