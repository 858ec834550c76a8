import RabbleScreens

/// Findings in SARIF 2.1.0 (OASIS Standard), which code hosts and editors read.
package enum SARIFText {
  /// The log of one run.
  ///
  /// - Parameters:
  ///   - findings: what was found.
  ///   - rules: the rules that there are; those with a finding are listed.
  ///   - version: the version of this program.
  /// - Returns: the log as JSON.
  /// - Throws: nothing but what an encoder may throw.
  package static func text(
    _ findings: [FindingScreen], rules: [RuleScreen], version: String
  ) throws -> String {
    let used = Set(findings.map(\.code))
    let rules = rules.filter { used.contains($0.code) }
    let numbers = Dictionary(
      rules.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    let driver = Driver(version: version, rules: rules.map(Rule.init))
    let results = findings.map { Result($0, ruleIndex: numbers[$0.code]) }
    let log = Log(runs: [Run(tool: Tool(driver: driver), results: results)])
    return try JSONText.line(log, missing: .noKey) + "\n"
  }

  // The objects of the format, with the names that it gives them; what is nil is not written.

  private struct Log: Encodable {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    enum CodingKeys: String, CodingKey {
      case schema = "$schema"
      case version, runs
    }
  }

  private struct Run: Encodable {
    let tool: Tool
    let columnKind = "unicodeCodePoints"
    let results: [Result]
  }

  private struct Tool: Encodable {
    let driver: Driver
  }

  private struct Driver: Encodable {
    let name = "rabble deck check"
    let version: String
    let rules: [Rule]
  }

  private struct Rule: Encodable {
    struct Configuration: Encodable {
      let level: String
    }

    let id: String
    let name: String
    let shortDescription: Text
    let defaultConfiguration: Configuration

    init(_ rule: RuleScreen) {
      id = rule.code
      name = rule.name
      shortDescription = Text(text: rule.summary)
      defaultConfiguration = Configuration(level: rule.severity.rawValue)
    }
  }

  private struct Text: Encodable {
    let text: String
  }

  private struct Result: Encodable {
    struct Location: Encodable {
      let physicalLocation: PhysicalLocation
    }

    struct PhysicalLocation: Encodable {
      let artifactLocation: File
      let region: Region?
    }

    let ruleId: String
    let ruleIndex: Int?
    let level: String
    let message: Text
    let locations: [Location]
    let fixes: [Fix]?

    init(_ finding: FindingScreen, ruleIndex: Int?) {
      let place = finding.place.map { "in \($0): " } ?? ""
      ruleId = finding.code
      self.ruleIndex = ruleIndex
      level = finding.severity.rawValue
      message = Text(text: place + finding.reason + "; " + finding.advice)
      locations = [
        Location(
          physicalLocation: PhysicalLocation(
            artifactLocation: File(finding.path), region: finding.region.map(Region.init)))
      ]
      fixes = finding.edits.isEmpty ? nil : [Fix(finding)]
    }
  }

  private struct Fix: Encodable {
    struct Change: Encodable {
      let artifactLocation: File
      let replacements: [Replacement]
    }

    struct Replacement: Encodable {
      let deletedRegion: Region
      let insertedContent: Text
    }

    let description: Text
    let artifactChanges: [Change]

    init(_ finding: FindingScreen) {
      description = Text(text: finding.advice)
      let replacements = finding.edits.map { edit in
        Replacement(deletedRegion: Region(edit.region), insertedContent: Text(text: edit.text))
      }
      artifactChanges = [
        Change(artifactLocation: File(finding.path), replacements: replacements)
      ]
    }
  }

  private struct Region: Encodable {
    let startLine, startColumn, endLine, endColumn, byteOffset, byteLength: Int

    init(_ region: FindingScreen.Region) {
      startLine = region.startLine
      startColumn = region.startColumn
      endLine = region.endLine
      endColumn = region.endColumn
      byteOffset = region.bytes.lowerBound
      byteLength = region.bytes.count
    }
  }

  private struct File: Encodable {
    let uri: String

    /// A file as a URI reference (RFC 3986): what is not unreserved or a slash is percent-encoded.
    init(_ path: String) {
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
      self.uri = uri
    }
  }
}
