/// How a process ended.
enum Ending: Equatable, CustomStringConvertible {
  /// By itself, with this code.
  case exited(Int32)
  /// By this signal.
  case killed(by: Int32)

  /// Reads what `waitpid` gives.
  init(waitStatus status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: signal)
  }

  var description: String {
    switch self {
    case .exited(let code): "exited with \(code)"
    case .killed(let signal): "killed by signal \(signal)"
    }
  }
}
