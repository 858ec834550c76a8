import CReadline
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of keys on their way to Readline.
///
/// Where Readline needs more than the one byte that is there, it waits for the rest: for a paste
/// whose end never comes, for ever. It can't be told to give up, since it then inserts what it never
/// read. So when a signal or the end of input comes instead, the paste's end is made up.
enum KeyBytes {
  private struct State {
    var isFirst = true
    /// The bytes known to wait at the input, which need no asking before they are read.
    var waiting: Int32 = 0
    var madeUp: ArraySlice<UInt8> = []
  }

  private static let state = Mutex(State())

  /// Readline is about to be called because there is input.
  static func begin() {
    state.withLock { $0 = State() }
  }

  /// Called by Readline for the next byte.
  static let next: @convention(c) (UnsafeMutablePointer<FILE>?) -> Int32 = { stream in
    state.withLock { state in
      defer { state.isFirst = false }
      if let byte = state.madeUp.popFirst() { return Int32(byte) }
      if state.waiting == 0, state.isFirst || SignalPipe.hasInput(STDIN_FILENO) {
        state.waiting = max(1, creadline_waiting_bytes(STDIN_FILENO))
      }
      if state.waiting > 0 {
        state.waiting -= 1
        let byte = rl_getc(stream)
        if byte != EOF || state.isFirst { return byte }
      }
      state.madeUp = ArraySlice("\u{1b}[201~".utf8)
      return state.madeUp.popFirst().map { Int32($0) } ?? EOF
    }
  }
}
