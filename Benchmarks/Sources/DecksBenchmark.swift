import RabbleDecks

/// How long it takes to read all bundled decks for the first time in a process, which only a start
/// after a change of them does.
struct DecksBenchmark {
  /// The folder of the bundled decks.
  let folder: String

  func run(_ report: inout Report) {
    report.section("Reading all bundled decks, the first time in a process")
    let clock = ContinuousClock()
    var groups = 0
    var questions = 0
    let listing = DeckFolder.files(in: folder)
    let time = clock.measure {
      for path in listing.files {
        let file = DeckLoader().load(path: path)
        groups += file.groups.count
        questions += file.groups.reduce(0) { $0 + $1.questions.count }
      }
    }
    report.line("\(groups) groups, \(questions) questions", time.inMilliseconds, "ms", atMost: 60)
  }
}
