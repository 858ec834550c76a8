import Foundation
import RabbleTerminal
import Synchronization

/// Ctrl-C, hang-up and termination while something is worked out that nothing depends on yet: the
/// program ends at once with 130. The log then holds what it held; what was being written to it in
/// one transaction was not.
enum LongRunningWork {
  private static let signals = [SIGINT, SIGHUP, SIGTERM]
  private static let isHeldBack = Atomic<Bool>(false)
  private static let hasProgressLine = Atomic<Bool>(false)

  /// Lets the signals end the program until `body` is done. Those that were ignored stay ignored, as
  /// `nohup` and shells expect.
  static func endsProgram<Value>(_ body: () throws -> Value) rethrows -> Value {
    var before: [(Int32, sigaction)] = []
    for signal in signals {
      var known = sigaction()
      sigaction(signal, nil, &known)
      guard !isIgnoring(known) else { continue }
      before.append((signal, known))
      Foundation.signal(signal, handle)
    }
    defer {
      isHeldBack.store(false, ordering: .sequentiallyConsistent)
      for (signal, action) in before {
        var action = action
        sigaction(signal, &action, nil)
      }
    }
    return try body()
  }

  /// Holds signals back until ``endsProgram(_:)`` is done: the log is committed, so its result must
  /// still be printed.
  static func holdBack() { isHeldBack.store(true, ordering: .sequentiallyConsistent) }

  /// Tells whether a progress line stands on the terminal, which must go away with the program.
  static func noteProgressLine(_ isShown: Bool) {
    hasProgressLine.store(isShown, ordering: .sequentiallyConsistent)
  }

  /// Does nothing that a signal handler may not do.
  private static let handle: @convention(c) (Int32) -> Void = { _ in
    if isHeldBack.load(ordering: .sequentiallyConsistent) { return }
    if hasProgressLine.load(ordering: .sequentiallyConsistent) {
      let erasure: StaticString = "\r\u{1B}[K"
      _ = write(STDERR_FILENO, erasure.utf8Start, erasure.utf8CodeUnitCount)
    }
    _exit(130)
  }

  private static func isIgnoring(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Shows on standard error how far a job has come, when it takes longer than a second and somebody
/// is looking.
final class ProgressLine {
  private let label: String
  private let start = ContinuousClock.now
  private let isWatched = isatty(STDERR_FILENO) == 1
  private var shown = -1

  init(_ label: String) {
    self.label = label
  }

  /// Tells the share of the work done, 0…1.
  func update(_ share: Double) {
    guard isWatched, ContinuousClock.now - start > .seconds(1) else { return }
    let percent = Int(share * 100)
    guard percent != shown else { return }
    shown = percent
    LongRunningWork.noteProgressLine(true)
    // Work goes on without a bar where it can't be drawn.
    try? TextOutput(descriptor: STDERR_FILENO).put(ProgressBar.text(share, label: label))
  }

  /// Removes the line.
  func end() {
    guard shown >= 0 else { return }
    shown = -1
    LongRunningWork.noteProgressLine(false)
    // Nor is anything lost where it can't be erased.
    try? TextOutput(descriptor: STDERR_FILENO).put(ProgressBar.erasure)
  }
}
