/// Why a view ended a session by itself, without being told by a command.
public enum LeavingReason: Hashable, Sendable {
  /// The input ended: Ctrl-D, or the last line of a file.
  case endOfInput
  /// Ctrl-C.
  case interrupted
  /// The terminal went away.
  case hungUp
  /// The program was asked to end.
  case terminated
}
