import Foundation
import Testing

/// What a finished run of the program came to.
struct Outcome {
  /// Everything on standard output.
  let output: String
  /// Everything on standard error.
  let errors: String
  let ending: Ending

  /// The lines of standard output.
  var lines: [String] {
    output.split(separator: "\n").map(String.init)
  }

  // A report as JSON whose main table has a name of its own, for types that read several reports: one of
  // `names` by the name of the report, or that name.
  func report<Report: Decodable>(
    _ type: Report.Type, rows names: [String: String] = [:]
  ) throws -> Report {
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let name = try #require(object["report"] as? String)
    object[names[name] ?? name] = object.removeValue(forKey: "rows")
    return try JSONDecoder().decode(type, from: JSONSerialization.data(withJSONObject: object))
  }
}
