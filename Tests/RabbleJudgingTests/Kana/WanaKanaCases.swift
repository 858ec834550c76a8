import Foundation

/// The input and output pairs recorded from WanaKana 5.3.1.
struct WanaKanaCases {
  struct Case {
    let function: String
    /// `nil` where WanaKana was called without an argument.
    let input: String?
    let options: [String: String]
    /// Text as it is, a truth value as `true` or `false`, a list joined by `|`.
    let expected: String
  }

  struct Live {
    let keys: String
    let options: [String: String]
    /// The text after each key; empty where only the last one was recorded.
    let trace: [String]
    let expected: String
    let committed: String?
  }

  let cases: [Case]
  let live: [Live]

  init() throws {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/wanakana_cases.json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let text = { (value: Any?) -> String in
      switch value {
      case let value as String: value
      case let list as [Any]: list.map { "\($0)" }.joined(separator: "|")
      case let value as NSNumber: value.boolValue ? "true" : "false"
      default: ""
      }
    }
    let options = { (value: Any?) -> [String: String] in
      ((value as? [String: Any]) ?? [:]).mapValues { $0 is [String: Any] ? "table" : text($0) }
    }
    let lists = { (key: String) in (object?[key] as? [[String: Any]]) ?? [] }
    cases = lists("cases").map {
      Case(
        function: text($0["fn"]),
        input: $0["input"] as? String,
        options: options($0["options"]),
        expected: text($0["expected"])
      )
    }
    live =
      lists("live").map {
        Live(
          keys: text($0["keystrokes"]),
          options: options($0["options"]),
          trace: [],
          expected: text($0["expected"]),
          committed: nil
        )
      }
      + lists("generated_live").map {
        Live(
          keys: text($0["keystrokes"]),
          options: options($0["options"]),
          trace: ($0["trace"] as? [String]) ?? [],
          expected: text($0["final"]),
          committed: text($0["committed"])
        )
      }
  }
}
