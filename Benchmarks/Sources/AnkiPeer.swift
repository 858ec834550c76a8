/// Anki with the same cards and reviews: `anki_peer.py`, which the package `anki` of Python does the work of.
struct AnkiPeer {
  /// What Anki's graphs of a span take.
  struct Graphs {
    /// Seconds of the processor in a collection that was just opened.
    let cold: Double
    /// At best, once it is open.
    let warm: Double
    /// The most MiB of the process, Python's included.
    let memory: Double
  }

  private static let script = "Benchmarks/anki_peer.py"
  private let python: Python

  /// Finds Anki; `nil` where it isn't installed.
  init?(python: Python) throws {
    guard try python.words("import anki.collection") != nil else { return nil }
    self.python = python
  }

  // MARK: - Collections

  /// Makes a learner's collection, whose last reviews are at that time.
  func make(_ collection: String, _ size: LogSize, last: String) throws {
    try run("make", collection, "\(size.cards)", "\(size.reviews)", last)
  }

  /// Makes a collection of the reviews and cards that the program exported as CSV.
  func convert(reviews: String, cards: String, to collection: String, last: String) throws {
    try run("convert", reviews, cards, collection, last)
  }

  /// Makes a copy of a collection in which that time is the present: Anki reads the clock.
  func shift(_ collection: String, to copy: String, last: String) throws {
    try run("shift", collection, copy, last)
  }

  // MARK: - Costs

  func graphs(of collection: String, days: Int) throws -> Graphs {
    let numbers = try numbers(3, "graphs", collection, "\(days)")
    return Graphs(cold: numbers[0], warm: numbers[1], memory: numbers[2])
  }

  /// What “Check Database” costs.
  func check(_ collection: String) throws -> Cost { try cost("check", collection) }

  func export(_ collection: String, to package: String) throws -> Cost {
    try cost("export", collection, package)
  }

  func importing(_ package: String, into collection: String) throws -> Cost {
    try cost("import", package, collection)
  }

  private func cost(_ arguments: String...) throws -> Cost {
    let numbers = try numbers(2, arguments)
    return Cost(seconds: numbers[0], memory: numbers[1])
  }

  private func numbers(_ count: Int, _ arguments: String...) throws -> [Double] {
    try numbers(count, arguments)
  }

  private func numbers(_ count: Int, _ arguments: [String]) throws -> [Double] {
    let numbers = try words(arguments).suffix(count).compactMap { Double($0) }
    guard numbers.count == count else { throw Failure("\(arguments[0]) of Anki gave no numbers") }
    return numbers
  }

  private func run(_ arguments: String...) throws { _ = try words(arguments) }

  private func words(_ arguments: [String]) throws -> [String] {
    guard let words = try python.words(file: Self.script, arguments) else {
      throw Failure("\(Self.script) \(arguments.joined(separator: " ")) failed")
    }
    return words
  }
}
