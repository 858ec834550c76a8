/// What `Benchmarks/run` tells: where everything is, and what to measure.
struct BenchOptions {
  private var values: [String: String] = [:]
  private var names: [String] = []
  private static let benchmarks = [
    "decks", "scheduler", "memory", "fit", "kill", "start", "answer", "bulk", "check",
  ]
  /// What is only run when it is named.
  private static let onDemand = ["fuzz"]

  var rabble: String { values["rabble"] ?? "" }
  var empty: String { values["empty"] ?? "" }
  var folder: String { values["folder"] ?? "" }
  var key: String { values["key"] ?? "" }
  var python: String? { values["python"] }
  /// How often a start is measured; an answer, ten times as often.
  var runs: Int { values["runs"].flatMap { Int($0) } ?? 40 }
  var kills: Int { values["kills"].flatMap { Int($0) } ?? 1_000 }

  /// How many decks are made for the fuzz.
  var inputs: Int { values["inputs"].flatMap { Int($0) } ?? 1_000_000 }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument.hasPrefix("--") {
        guard let value = rest.popFirst() else { throw Failure("\(argument) takes a value") }
        values[String(argument.dropFirst(2))] = value
      } else if (Self.benchmarks + Self.onDemand).contains(argument) {
        names.append(argument)
      } else {
        throw Failure(
          "\(argument) is no benchmark; there are \(Self.benchmarks.joined(separator: ", "))")
      }
    }
    for name in ["rabble", "empty", "folder", "key"] where values[name] == nil {
      throw Failure("--\(name) is missing: start this by Benchmarks/run")
    }
  }

  /// Whether a benchmark is to be run: those that were named, or all.
  func includes(_ name: String) -> Bool {
    (names.isEmpty && !Self.onDemand.contains(name)) || names.contains(name)
  }
}
