import Foundation

/// A recorded run of commands in an empty home, and what each of them wrote.
///
/// The file is a list of blocks:
///
///     @ 2026-11-21T09:00:00+09:00        the moment that $NOW stands for from here on
///     $ rabble study Words $NOW          a command for a shell, in the learner's home
///     < dog                              a line of its standard input
///     {"kind": "question", …}            what it wrote, in the form of `TranscriptText`
///     = 0                                its exit status, or what else ended it
///
/// A command that begins with `%` runs on a terminal: `? text` waits until the text is shown, and
/// `< text` types a line. Lines that begin with `#` are comments.
struct Transcript {
  /// A command, and what it is known to have written.
  struct Step {
    /// The line of the command in its file, from 1.
    let line: Int
    let command: String
    /// The lines below the command that say what it is given.
    let input: [String]
    /// What it wrote, with its exit status as the last line.
    let recorded: [String]
  }

  /// What a line of the file is.
  private enum Part {
    case comment(String)
    case moment(String)
    case step(Step)
  }

  private let name: String
  private let parts: [Part]

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Transcripts")

  /// The names of all transcripts.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".transcript") }.sorted()
  }()

  /// The program to record the transcripts from, instead of comparing with them.
  static let recorder = ProcessInfo.processInfo.environment["RABBLE_RECORD_TRANSCRIPTS"]

  /// Reads the transcript of a name.
  init(_ name: String) throws {
    self.name = name
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var parts: [Part] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.hasPrefix("@ ") {
        parts.append(.moment(String(line.dropFirst(2))))
      } else if line.hasPrefix("$ ") || line.hasPrefix("% ") {
        let start = index
        let isScript = { (line: String) in
          line == "<" || line.hasPrefix("< ") || line.hasPrefix("? ")
        }
        while index < lines.count, isScript(lines[index]) { index += 1 }
        let input = Array(lines[start..<index])
        var recorded: [String] = []
        let isNext = { (line: String) in
          line.isEmpty || ["$ ", "% ", "# ", "@ "].contains { line.hasPrefix($0) }
        }
        while index < lines.count, recorded.last?.hasPrefix("= ") != true {
          if recorded.isEmpty, isNext(lines[index]) { break }
          recorded.append(lines[index])
          index += 1
        }
        parts.append(
          .step(Step(line: start, command: line, input: input, recorded: recorded)))
      } else {
        parts.append(.comment(line))
      }
    }
    self.parts = parts
  }

  /// Runs all commands, and gives each with what it wrote now.
  func replay(_ program: Program) throws -> [(step: Step, written: [String])] {
    var text = TranscriptText()
    var moment = ""
    var results: [(step: Step, written: [String])] = []
    for part in parts {
      switch part {
      case .comment: continue
      case .moment(let new): moment = new
      case .step(let step):
        let written =
          step.command.hasPrefix("%")
          ? try program.type(step, at: moment)
          : try program.shell(step, at: moment, &text)
        results.append((step, written))
      }
    }
    return results
  }

  /// Rewrites the file with what the commands write now.
  func record(_ program: Program) throws {
    var results = try replay(program)[...]
    var lines: [String] = []
    for part in parts {
      switch part {
      case .comment(let line): lines.append(line)
      case .moment(let moment): lines.append("@ " + moment)
      case .step(let step):
        lines += [step.command] + step.input + (results.popFirst()?.written ?? [])
      }
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: Self.folder.appending(path: name))
  }
}

extension Program {
  /// Runs the command of a step in a shell.
  fileprivate func shell(
    _ step: Transcript.Step, at moment: String, _ text: inout TranscriptText
  ) throws -> [String] {
    let command = String(step.command.dropFirst(2))
    let input = try ChildProcess.pipe()
    let output = try ChildProcess.pipe()
    let errors = try ChildProcess.pipe()
    let changes = ["NOW": "--seed 1 --now " + moment, "RABBLE": path]
    let child = try ChildProcess(
      "/bin/sh",
      arguments: ["-c", "rabble() { \"$RABBLE\" \"$@\"; }; cd \"$HOME\"; " + command],
      environment: environment(changes),
      streams: [
        .descriptor(input.read), .descriptor(output.write), .descriptor(errors.write),
      ])
    for end in [input.read, output.write, errors.write] { close(end) }
    let lines = step.input.map { $0.dropFirst(2) + "\n" }.joined()
    let bytes = try Exchange(
      input: input.write, bytes: Array(lines.utf8), output: output.read, errors: errors.read
    ).run()
    let written = text.lines(
      of: command, output: String(decoding: bytes.output, as: UTF8.self),
      errors: String(decoding: bytes.errors, as: UTF8.self), home: home.path)
    return try written + [child.waitForExit().recorded]
  }

  /// Types what a step says on a terminal.
  fileprivate func type(_ step: Transcript.Step, at moment: String) throws -> [String] {
    let arguments = step.command.split(separator: " ").dropFirst(2).filter { $0 != "$NOW" }
    let terminal = try PseudoTerminal(
      self, arguments.map(String.init) + ["--seed", "1"], at: moment)
    for line in step.input {
      if line.hasPrefix("? ") {
        try terminal.expect(String(line.dropFirst(2)))
      } else {
        terminal.enter(String(line.dropFirst(2)))
      }
    }
    return [try terminal.finish().ending.recorded]
  }
}

extension Ending {
  /// As a transcript has it.
  fileprivate var recorded: String {
    if case .exited(let code) = self { "= \(code)" } else { "= \(self)" }
  }
}
