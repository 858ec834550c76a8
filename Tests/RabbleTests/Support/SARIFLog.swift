import Foundation

/// A SARIF log, held by hand against what its schema requires (SARIF 2.1.0, sections 3.13 to 3.58).
struct SARIFLog {
  /// What a result says.
  struct Result {
    let rule: String
    let level: String
    let uri: String
    let line: Int?
    let fixes: Int
  }

  private(set) var problems: [String] = []
  private(set) var results: [Result] = []
  private typealias Object = [String: Any]

  init(_ text: String) throws {
    let whole = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let log = whole as? Object else {
      problems.append("the log is no object")
      return
    }
    require(log["version"] as? String == "2.1.0", "version must be 2.1.0")
    let schema = (log["$schema"] as? String).flatMap { URL(string: $0) }
    require(schema?.scheme == "https", "$schema must be a URI")
    guard let runs = log["runs"] as? [Object] else {
      problems.append("runs must be an array of objects")
      return
    }
    for run in runs { read(run) }
  }

  private mutating func read(_ run: Object) {
    let driver = (run["tool"] as? Object)?["driver"] as? Object
    require((driver?["name"] as? String)?.isEmpty == false, "tool.driver.name is required")
    require(driver?["version"] is String, "tool.driver.version must be a string")
    let rules = driver?["rules"] as? [Object] ?? []
    let ids = rules.compactMap { $0["id"] as? String }
    require(ids.count == rules.count && Set(ids).count == ids.count, "rules need ids of their own")
    for rule in rules {
      require((rule["shortDescription"] as? Object)?["text"] is String, "a description needs text")
      let level = (rule["defaultConfiguration"] as? Object)?["level"] as? String
      require(Self.levels.contains(level ?? ""), "a level is none of the standard's")
    }
    require(
      ["utf16CodeUnits", "unicodeCodePoints"].contains(run["columnKind"] as? String ?? ""),
      "columnKind is none of the standard's")
    guard let results = run["results"] as? [Object] else {
      problems.append("results must be an array of objects")
      return
    }
    for result in results { read(result, ids) }
  }

  private mutating func read(_ result: Object, _ ids: [String]) {
    let rule = result["ruleId"] as? String ?? ""
    require((result["message"] as? Object)?["text"] is String, "a result needs message.text")
    let level = result["level"] as? String ?? ""
    require(Self.levels.contains(level), "a level is none of the standard's")
    let number = result["ruleIndex"] as? Int ?? -1
    require(
      ids.indices.contains(number) && ids[number] == rule, "ruleIndex does not lead to ruleId")
    let place =
      (result["locations"] as? [Object])?.first?["physicalLocation"] as? Object ?? [:]
    let uri = uri(of: place)
    if let region = place["region"] as? Object { check(region) }
    let fixes = result["fixes"] as? [Object] ?? []
    for fix in fixes {
      let changes = fix["artifactChanges"] as? [Object] ?? []
      require(!changes.isEmpty, "a fix needs artifactChanges")
      for change in changes {
        require(self.uri(of: change) == uri, "a fix is of another file")
        let replacements = change["replacements"] as? [Object] ?? []
        require(!replacements.isEmpty, "a change needs replacements")
        for replacement in replacements {
          guard let region = replacement["deletedRegion"] as? Object else {
            problems.append("a replacement needs a deletedRegion")
            continue
          }
          check(region)
          require(
            (replacement["insertedContent"] as? Object)?["text"] is String,
            "an insertedContent needs text")
        }
      }
    }
    results.append(
      Result(
        rule: rule, level: level, uri: uri,
        line: (place["region"] as? Object)?["startLine"] as? Int, fixes: fixes.count))
  }

  private mutating func uri(of object: Object) -> String {
    let uri = (object["artifactLocation"] as? Object)?["uri"] as? String ?? ""
    let isReference = uri.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"<>\"{}|\\^`".utf8.contains(byte)
    }
    require(!uri.isEmpty && isReference, "“\(uri)” is no URI reference")
    return uri
  }

  private mutating func check(_ region: Object) {
    let numbers = ["startLine", "startColumn", "endLine", "endColumn"].map {
      region[$0] as? Int ?? 0
    }
    require(numbers.allSatisfy { $0 >= 1 }, "lines and columns begin at 1")
    require(
      (numbers[0], numbers[1]) <= (numbers[2], numbers[3]), "a region ends before it begins")
    let bytes = [region["byteOffset"] as? Int ?? -1, region["byteLength"] as? Int ?? -1]
    require(bytes.allSatisfy { $0 >= 0 }, "a region needs its bytes")
  }

  private mutating func require(_ isMet: Bool, _ problem: String) {
    if !isMet { problems.append(problem) }
  }

  private static let levels = ["none", "note", "warning", "error"]
}
