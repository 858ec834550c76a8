import Foundation

/// A session through pipes that goes on line by line: what an editor or a script does.
final class Conversation {
  private let child: ChildProcess
  private let output: Int32
  private var input: Int32?
  private var received: [UInt8] = []
  private let errorPath: String

  init(_ program: Program, _ arguments: [String], at moment: String? = nil) throws {
    let input = try ChildProcess.pipe()
    let output = try ChildProcess.pipe()
    errorPath = program.home.path + "/errors-" + UUID().uuidString
    let errors = open(errorPath, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    child = try ChildProcess(
      program.path, arguments: program.arguments(arguments, at: moment),
      environment: program.environment(),
      streams: [.descriptor(input.read), .descriptor(output.write), .descriptor(errors)])
    for end in [input.read, output.write, errors] { close(end) }
    self.input = input.write
    self.output = output.read
  }

  deinit {
    closeInput()
    close(output)
  }

  /// Everything on standard error so far.
  var errors: String { (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "" }

  /// Sends a line.
  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    if let input { _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) } }
  }

  /// Waits for the next line.
  func receive() throws -> String {
    while true {
      if let line = takeLine() { return line }
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(ChildProcess.patience * 1000)) > 0 else {
        throw Surprise("rabble sent nothing for \(ChildProcess.patience) s")
      }
      let chunk = Exchange.read(output)
      if chunk.isEmpty { throw Surprise("rabble closed its output, saying: \(errors)") }
      received += chunk
    }
  }

  /// Waits for a screen drawn as JSON.
  func receiveScreen() throws -> Screen { try Screen(json: receive()) }

  /// Whether there is nothing to receive, for a moment at least.
  func isSilent(milliseconds: Int32 = 200) -> Bool {
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return received.isEmpty && poll(&request, 1, milliseconds) == 0
  }

  /// The whole lines that were sent until the end, besides those received already.
  func receiveAll() -> [String] {
    while true {
      let chunk = Exchange.read(output)
      if chunk.isEmpty { break }
      received += chunk
    }
    var lines: [String] = []
    while let line = takeLine() { lines.append(line) }
    return lines
  }

  func closeInput() {
    if let input { close(input) }
    input = nil
  }

  func send(signal number: Int32) { child.send(signal: number) }

  func waitForExit() throws -> Ending { try child.waitForExit() }

  private func takeLine() -> String? {
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { received.removeFirst(end + 1) }
    return String(decoding: received[..<end], as: UTF8.self)
  }
}
