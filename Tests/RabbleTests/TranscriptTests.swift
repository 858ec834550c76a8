import Testing

/// What users and scripts rely on: the keys and values of JSON, the columns and rows of CSV, deck files and
/// exit statuses are those that were recorded.
@Suite struct TranscriptTests {
  @Test(arguments: Transcript.names)
  func `the program gives the data and exit statuses that it gave before`(_ name: String) throws {
    let transcript = try Transcript(name)
    if let recorder = Transcript.recorder {
      var program = try Program()
      program.path = recorder
      try transcript.record(program)
      Issue.record("recorded again from \(recorder)")
    } else {
      for (step, written) in try transcript.replay(Program()) {
        #expect(written == step.recorded, "\(name):\(step.line): \(step.command)")
      }
    }
  }

  @Test func `there are transcripts`() {
    #expect(Transcript.names.count >= 10)
  }
}
