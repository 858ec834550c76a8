import Foundation

/// Writes a process's whole input and reads its whole output and errors, all at the same time, so
/// that neither side waits for the other for ever. Closes the descriptors.
struct Exchange {
  private let input: Int32
  private let bytes: [UInt8]
  private let outputs: [Int32]

  init(input: Int32, bytes: [UInt8], output: Int32, errors: Int32) {
    self.input = input
    self.bytes = bytes
    outputs = [output, errors]
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  /// Goes on until both outputs are closed.
  ///
  /// - Returns: what was read.
  func run(timeout seconds: Double = ChildProcess.patience) throws -> (
    output: [UInt8], errors: [UInt8]
  ) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var rest = bytes[...]
    var results: [[UInt8]] = [[], []]
    var open = outputs.indices.map { $0 }
    var isWriting = true
    defer { for index in open { close(outputs[index]) } }
    defer { if isWriting { close(input) } }
    while !open.isEmpty {
      if isWriting, rest.isEmpty {
        close(input)
        isWriting = false
      }
      var requests = open.map { pollfd(fd: outputs[$0], events: Int16(POLLIN), revents: 0) }
      if isWriting { requests.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
      guard poll(&requests, nfds_t(requests.count), 1000) >= 0, Date() < deadline else {
        throw Surprise("rabble did not close its output within \(seconds) s")
      }
      for (index, request) in zip(open, requests) where request.revents != 0 {
        let chunk = Self.read(outputs[index])
        results[index] += chunk
        if chunk.isEmpty {
          close(outputs[index])
          open.removeAll { $0 == index }
        }
      }
      if isWriting, let request = requests.last, request.revents != 0 {
        let written = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        rest = written > 0 ? rest.dropFirst(written) : written < 0 && errno == EAGAIN ? rest : []
      }
    }
    return (results[0], results[1])
  }

  /// What there is to read now; empty at the end, and when a terminal has lost its process.
  static func read(_ descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }
}
