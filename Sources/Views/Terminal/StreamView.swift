import RabbleScreens

/// The study session without a terminal: a line in is an action, a screen out is a text.
public final class StreamView: StudyView {
  /// Why the view sent ``StudyAction/end``; `nil` when it did not.
  public private(set) var leavingReason: LeavingReason?

  private let input: LineStream
  private let output: TextOutput
  private let encode: (StudyScreen) -> String

  /// Reads lines and writes what `encode` makes of screens.
  ///
  /// - Parameters:
  ///   - input: Where the lines come from.
  ///   - output: The descriptor that is written to; each screen is written whole, at once.
  ///   - encode: A screen's text, without the line break at its end.
  public init(input: LineStream, output: Int32, encode: @escaping (StudyScreen) -> String) {
    self.input = input
    self.output = TextOutput(descriptor: output)
    self.encode = encode
  }

  /// Writes a screen, unless there was a hang-up.
  ///
  /// - Throws: ``StreamError`` when the output is closed or can't be written.
  public func draw(_ screen: StudyScreen) throws {
    guard leavingReason != .hungUp else { return }
    try output.put(encode(screen) + "\n")
  }

  /// Waits for a line. The end of the input ends the session, as do Ctrl-C, a hang-up and SIGTERM.
  ///
  /// - Throws: ``StreamError`` when the input can't be read.
  public func nextAction() throws -> StudyAction {
    switch try input.readLine() {
    case .line(let line): return StudyAction(line: line)
    case .cutLine: return .unusable(.tooLong)
    case .garbledLine: return .unusable(.garbled)
    case .interrupted: leavingReason = .interrupted
    case .endOfInput: leavingReason = .endOfInput
    case .hangUp: leavingReason = .hungUp
    case .terminated: leavingReason = .terminated
    }
    return .end
  }
}
