import Foundation

/// A session in a library of a million questions, ten decks of 100,000.
struct MillionBenchmark {
  let rabble: String
  /// A folder for what is written.
  let scratch: String
  private static let decks = 10

  func run(_ report: inout Report) throws {
    report.section("1,000,000 questions: a first prompt, an answer, and the end")
    let subject = Subject(path: rabble, dataFolder: scratch + "/million")
    defer { try? FileManager.default.removeItem(atPath: subject.dataFolder) }
    try FileManager.default.createDirectory(
      atPath: subject.dataFolder + "/decks", withIntermediateDirectories: true)
    let json = BigDeck().json
    for number in 1...Self.decks {
      let deck = json.replacing("\"title\": \"Words ", with: "\"title\": \"Words \(number)-")
      try Data(deck.utf8).write(
        to: URL(fileURLWithPath: "\(subject.dataFolder)/decks/Words \(number).json"))
    }
    // A file that has just been made is read again at the next start.
    usleep(2_500_000)
    let first = try session(subject)
    report.line(
      "the first time, with the decks read",
      "\(Report.number(first.seconds)) s, \(Report.number(first.memory)) MiB")
    let second = try session(subject)
    report.line("from then on", second.seconds, "s", atMost: 10)
    report.line("  its peak memory", second.memory, "MiB", atMost: 600)
  }

  private func session(_ subject: Subject) throws -> (seconds: Double, memory: Double) {
    let child = try subject.start(["study", "--format", "json"], streams: .pipes)
    try child.wait(for: "\"kind\":\"question\"", patience: 600)
    child.send("an answer\n")
    try child.wait(for: "\"kind\":\"verdict\"", patience: 600)
    child.send(":quit\n")
    _ = child.readToEnd()
    let code = child.waitForExit()
    guard code == 0 else { throw Failure("the session ended with \(code)") }
    return ((ContinuousClock.now - child.start).inSeconds, child.peakOfEnded)
  }
}
