import CReadline
import RabbleScreens
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lines from a terminal, edited with GNU Readline.
///
/// `~/.inputrc` is honoured (`$if rabble`), Tab completes commands and never file names, and nothing
/// typed enters a history. The terminal is Readline's only while a line is read; afterwards it is
/// what it was before, however the wait ended.
///
/// Use it only when standard input and standard output are both terminals, one at a time.
public final class LineEditor {
  private static let finishedLine = Mutex<FinishedLine?>(nil)

  private enum FinishedLine {
    case line([UInt8])
    case endOfInput
  }

  /// The keys that made the last line, if they were turned into another script.
  private(set) var keys: String?

  private let signals: SignalPipe

  /// Sets Readline up, and the locale when it is none of UTF-8.
  ///
  /// - Parameter completions: The words that Tab completes at the beginning of a line, colon
  ///   included.
  /// - Throws: ``StreamError/inputFailed(_:)`` when the process has no descriptors left.
  public init(completions: [String]) throws(StreamError) {
    signals = try SignalPipe(
      catching: [SIGINT, SIGHUP, SIGTERM, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT])
    Terminal.useUTF8()
    LineCompletion.words.withLock { $0 = completions }
    creadline_set_up(LineCompletion.complete, KeyBytes.next, LiveKeys.toggle)
    creadline_accept_eight_bits()
  }

  /// Waits for a line.
  ///
  /// - Parameter prompt: What stands before the line; parts that take no column stand between
  ///   U+0001 and U+0002.
  /// - Returns: The line, or what came instead of one.
  public func readLine(prompt: String) -> InputEvent {
    readLine(prompt: prompt, live: nil)
  }

  /// Waits for a line whose keys turn into another script as they are typed.
  ///
  /// - Parameters:
  ///   - prompts: What stands before the line.
  ///   - input: The line, still empty.
  /// - Returns: The line, or what came instead of one.
  func readLine(prompts: LivePrompts, live input: any LiveInput) -> InputEvent {
    // On a terminal that can't erase, letters that go would stay to be seen.
    guard creadline_can_erase() != 0 else { return readLine(prompt: prompts.off, live: nil) }
    return readLine(prompt: LiveKeys.prompt(of: prompts), live: (input, prompts))
  }

  /// Waits for the line of a form's field.
  ///
  /// - Parameters:
  ///   - prompts: What stands before the line.
  ///   - input: The line, still empty, if its keys turn into another script.
  ///   - text: What stands in the line already.
  ///   - completion: What Tab offers.
  /// - Returns: The line, or what came instead of one.
  func readField(
    prompts: LivePrompts, live input: (any LiveInput)?, text: String, completion: FieldCompletion
  ) -> InputEvent {
    LineCompletion.field.withLock { $0 = completion }
    defer { LineCompletion.field.withLock { $0 = nil } }
    let live = creadline_can_erase() != 0 ? input.map { ($0, prompts) } : nil
    let prompt = live == nil ? prompts.off : LiveKeys.prompt(of: prompts)
    return readLine(prompt: prompt, live: live, text: text)
  }

  private func readLine(
    prompt: String, live: (input: any LiveInput, prompts: LivePrompts)?, text: String = ""
  ) -> InputEvent {
    keys = nil
    Self.finishedLine.withLock { $0 = nil }
    // Another program may have had the terminal meanwhile, and its window another size.
    rl_reset_screen_size()
    rl_callback_handler_install(prompt, Self.finish)
    if !text.isEmpty {
      rl_insert_text(text)
      rl_redisplay()
    }
    if let live { LiveKeys.begin(live.input, prompts: live.prompts) }
    defer { LiveKeys.end() }
    while true {
      switch signals.wait(forInput: STDIN_FILENO) {
      case .input:
        KeyBytes.begin()
        rl_callback_read_char()
        if let line = Self.finishedLine.withLock({ $0 }) {
          switch line {
          case .line(let bytes):
            let event = InputEvent(lineBytes: bytes)
            if case .line(let line) = event { keys = LiveKeys.end(line) }
            return event
          case .endOfInput:
            return Terminal.isTerminal(descriptor: STDIN_FILENO) ? .endOfInput : .hangUp
          }
        }
      case .signal(SIGINT):
        creadline_cancel_line()
        return .interrupted
      case .signal(SIGWINCH):
        rl_resize_terminal()
      case .signal(SIGTSTP):
        rl_deprep_terminal()
        creadline_stop()
      case .signal(SIGCONT):
        creadline_take_terminal_back()
        LiveKeys.bind()
      case .signal(SIGHUP), .inputGone:
        rl_callback_handler_remove()
        return .hangUp
      case .signal:
        rl_callback_handler_remove()
        return .terminated
      }
    }
  }

  /// Called by Readline with a whole line, or with nothing at the end of input.
  private static let finish: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void = { line in
    // Here and not later, or Readline would show its prompt once more.
    rl_callback_handler_remove()
    guard let line else {
      finishedLine.withLock { $0 = .endOfInput }
      return
    }
    let bytes = UnsafeRawBufferPointer(start: line, count: strlen(line))
    finishedLine.withLock { $0 = .line(Array(bytes)) }
    free(line)
  }
}
