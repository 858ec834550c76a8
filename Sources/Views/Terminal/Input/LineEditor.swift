import CReadline
import RabbleText
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
/// `~/.inputrc` is honored (`$if rabble`), Tab completes commands and never file names, and nothing
/// typed enters a history. The terminal is Readline's only while a line is read; afterwards it is
/// what it was before, however the wait ended.
///
/// Use it only when standard input and standard output are both terminals, one at a time.
package final class LineEditor {
  private static let finishedLine = Mutex<FinishedLine?>(nil)

  private enum FinishedLine {
    case line([UInt8])
    case endOfInput
  }

  /// The keys that made the last line, if they were turned into another script.
  private(set) var keys: String?

  private let signals: SignalPipe

  /// Sets Readline up, and the locale when it is not UTF-8.
  ///
  /// - Parameter completions: The words that Tab completes at the beginning of a line, colon
  ///   included.
  /// - Throws: ``StreamError/inputFailed(_:)`` when the process has no descriptors left.
  package init(completions: [String]) throws(StreamError) {
    signals = try SignalPipe(
      catching: [SIGINT, SIGHUP, SIGTERM, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT])
    Terminal.useUTF8()
    LineCompletion.words.withLock { $0 = completions }
    creadline_set_up(LineCompletion.complete, KeyBytes.next, LiveKeys.toggle, Self.takeTerminal)
    creadline_accept_eight_bits()
  }

  /// Waits for a line.
  ///
  /// - Parameter prompt: What stands before the line; parts that take no column stand between
  ///   U+0001 and U+0002.
  /// - Returns: The line, or what came instead of one.
  package func readLine(prompt: String) -> InputEvent {
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
        signals.forget(SIGCONT)
        takeTerminalBack()
      case .signal(SIGCONT):
        takeTerminalBack()
      case .signal(SIGHUP), .inputGone:
        rl_callback_handler_remove()
        return .hangUp
      case .signal:
        rl_callback_handler_remove()
        return .terminated
      }
    }
  }

  /// Sets the terminal up again after a stop, and shows the line as it was.
  private func takeTerminalBack() {
    creadline_take_terminal_back()
    LiveKeys.bind()
  }

  /// Called by Readline before it shows a prompt. The key that stops is taken here and not later: who
  /// sees the prompt may type it.
  private static let takeTerminal: @convention(c) (Int32) -> Void = { meta in
    creadline_wait_for_foreground()
    rl_prep_terminal(meta)
    creadline_read_stop_key(stop)
  }

  /// Called by Readline for the key that stops: the whole job stops, as a terminal has it.
  private static let stop: @convention(c) (Int32, Int32) -> Int32 = { _, _ in
    kill(0, SIGTSTP)
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

/// What Tab offers: commands, at the beginning of a line only, or what a form's field may hold.
enum LineCompletion {
  /// The words offered, each with its colon.
  static let words = Mutex<[String]>([])
  /// What the field of a form offers in place of commands.
  static let field = Mutex<FieldCompletion?>(nil)

  /// The words that continue what stands in a line up to the cursor; a full-width colon counts as
  /// the other one.
  static func matches(for text: String, from words: [String]) -> [String] {
    guard let first = text.first, first == ":" || first == "：" else { return [] }
    let typed = ":" + text.dropFirst().lowercased()
    return words.filter { $0.hasPrefix(typed) }
  }

  /// What the matches have in common at their beginning.
  static func commonPrefix(of matches: [String]) -> String {
    guard var prefix = matches.first else { return "" }
    for match in matches {
      while !match.hasPrefix(prefix) { prefix.removeLast() }
    }
    return prefix
  }

  /// Called by Readline: the replacement for the text, then the matches, all of them its own to
  /// free.
  static let complete:
    @convention(c) (UnsafePointer<CChar>?, Int32, Int32)
      -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = { text, start, end in
        creadline_finish_completion()
        guard let text else { return nil }
        let matches: [String]
        if let field = field.withLock({ $0 }) {
          matches = field.matches(before: line(upTo: start), word: String(cString: text))
        } else {
          guard start == 0 else { return nil }
          matches = Self.matches(for: String(cString: text), from: words.withLock { $0 })
        }
        guard !matches.isEmpty else { return nil }
        let strings = [commonPrefix(of: matches)] + (matches.count > 1 ? matches : [])
        let size = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
        guard let array = calloc(strings.count + 1, size) else { return nil }
        let result = array.bindMemory(
          to: UnsafeMutablePointer<CChar>?.self,
          capacity: strings.count + 1
        )
        for (index, string) in strings.enumerated() { result[index] = strdup(string) }
        return result
      }

  /// What stands in the line before an offset.
  private static func line(upTo end: Int32) -> String {
    guard let copy = rl_copy_text(0, end) else { return "" }
    defer { free(copy) }
    return String(cString: copy)
  }
}

/// What Tab offers in the field of a form.
struct FieldCompletion: Hashable, Sendable {
  /// What the field may hold.
  let values: [String]
  /// Whether it holds several of them.
  let isList: Bool

  /// What continues a word of the line.
  ///
  /// - Parameters:
  ///   - line: what stands before the word.
  ///   - word: the word, which ends at the cursor.
  /// - Returns: What can stand in place of the word; a value of several words goes on where the
  ///   line has started it.
  func matches(before line: String, word: String) -> [String] {
    if isList {
      let separators: Set<Character> = [",", "、", "，", ";", "#"]
      let end = word.lastIndex(where: separators.contains).map { word.index(after: $0) }
      let kept = word[..<(end ?? word.startIndex)]
      let typed = word[(end ?? word.startIndex)...]
      return values.filter { Self.begins($0, with: typed) }.map { kept + $0 }
    }
    let before = line.drop { $0 == " " || $0 == "\t" }
    return values.filter { Self.begins($0, with: before + word) }
      .map { String($0.dropFirst(before.count)) }
  }

  /// Whether a value begins with a text, in upper or lower case.
  private static func begins(_ value: String, with text: some StringProtocol) -> Bool {
    value.lowercased().hasPrefix(text.lowercased())
  }
}
