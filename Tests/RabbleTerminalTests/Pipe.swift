import Foundation
import Synchronization

/// A pipe whose ends a test reads and writes.
final class Pipe: Sendable {
  private let readDescriptor: Atomic<Int32>
  private let writeDescriptor: Atomic<Int32>

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    readDescriptor = Atomic(ends[0])
    writeDescriptor = Atomic(ends[1])
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  /// The descriptor for whoever reads.
  var readEnd: Int32 { readDescriptor.load(ordering: .sequentiallyConsistent) }

  /// The descriptor for whoever writes.
  var writeEnd: Int32 { writeDescriptor.load(ordering: .sequentiallyConsistent) }

  /// Writes bytes; waits while the pipe is full.
  func put(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(writeEnd, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends what can be read.
  func closeWriteEnd() {
    let end = writeDescriptor.exchange(-1, ordering: .sequentiallyConsistent)
    if end >= 0 { close(end) }
  }

  /// Ends what can be written.
  func closeReadEnd() {
    let end = readDescriptor.exchange(-1, ordering: .sequentiallyConsistent)
    if end >= 0 { close(end) }
  }

  /// All that is written until the write end is closed.
  func contents() -> String {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(readEnd, &chunk, chunk.count)
      guard count > 0 else { return String(decoding: result, as: UTF8.self) }
      result += chunk.prefix(count)
    }
  }
}

/// Something done beside a test, in a thread of its own since it may wait.
struct Background {
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    let done = done
    Foundation.Thread.detachNewThread {
      body()
      done.signal()
    }
  }

  func join() {
    done.wait()
  }
}
