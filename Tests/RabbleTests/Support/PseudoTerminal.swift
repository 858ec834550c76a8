import Foundation

/// `rabble` on a terminal of its own, as a learner at the keyboard has it.
final class PseudoTerminal {
  private let child: ChildProcess
  private var terminal: Int32
  private var shown: [UInt8] = []
  /// What was shown without what commands the terminal, and how far it was waited for.
  private var visible: [Unicode.Scalar] = []
  private var position = 0
  /// The lines of ``visible`` that are whole: the bytes they were, and the scalars they are.
  private var whole = (bytes: 0, scalars: 0)

  /// The config file of a learner who wants neither lessons nor pauses.
  static let hasty = "study.lessons = false\nstudy.pause = \"off\"\n"

  /// Starts the program. The learner's config file has these settings, unless there is one already;
  /// with `nil` there is none.
  init(
    _ program: Program, _ arguments: [String], at moment: String? = nil,
    environment: [String: String] = [:], columns: UInt16 = 80, rows: UInt16 = 24,
    settings: String? = hasty
  ) throws {
    let config = ".config/rabble/config.toml"
    if let settings, access("\(program.home.path)/\(config)", F_OK) != 0 {
      try program.home.write(config, settings)
    }
    let (terminal, path) = try ChildProcess.starting.withLock { _ in try Self.open() }
    self.terminal = terminal
    Self.setSize(of: terminal, columns: columns, rows: rows)
    child = try ChildProcess(
      program.path, arguments: program.arguments(arguments, at: moment),
      environment: program.environment(environment),
      streams: [.terminal(path: path), .terminal(path: path), .terminal(path: path)])
  }

  deinit {
    hangUp()
  }

  /// Everything that was shown so far, as the program wrote it.
  var raw: String { String(decoding: shown, as: UTF8.self) }

  /// Types.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
  }

  /// Types a line.
  func enter(_ text: String) { send(text + "\r") }

  /// Waits until a text is shown after the last one waited for; what commands the terminal does not
  /// count.
  ///
  /// - Returns: what was shown up to the text.
  @discardableResult
  func expect(_ text: String, timeout seconds: Double = ChildProcess.patience) throws -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      look()
      let wanted = Array(text.unicodeScalars)
      if let range = visible[min(position, visible.count)...].firstRange(of: wanted) {
        defer { position = range.upperBound }
        return Self.text(visible[position..<range.lowerBound])
      }
      let left = deadline.timeIntervalSinceNow * 1000
      guard left > 0, read(milliseconds: Int32(max(1, min(100, left)))) else {
        let rest = Self.text(visible.dropFirst(position))
        throw Surprise("“\(text)” was not shown. Shown: \(rest.debugDescription)")
      }
    }
  }

  /// Reads until the program ends.
  ///
  /// - Returns: what was shown after the last text waited for, and how the program ended.
  func finish() throws -> (shown: String, ending: Ending) {
    let deadline = Date(timeIntervalSinceNow: ChildProcess.patience)
    while read(milliseconds: 1000), Date() < deadline {}
    look()
    return (Self.text(visible.dropFirst(position)), try child.waitForExit())
  }

  /// Changes the size of the window.
  func resize(columns: UInt16, rows: UInt16) {
    Self.setSize(of: terminal, columns: columns, rows: rows)
  }

  func send(signal number: Int32) { child.send(signal: number) }

  /// Takes the terminal away.
  func hangUp() {
    if terminal >= 0 { close(terminal) }
    terminal = -1
  }

  func waitForExit() throws -> Ending { try child.waitForExit() }

  /// Brings ``visible`` up to date. No command of a terminal goes beyond a line, so that a whole one is
  /// looked at once, however long the session.
  private func look() {
    func add(_ bytes: ArraySlice<UInt8>) {
      visible += String(decoding: bytes, as: UTF8.self).withoutEscapes.unicodeScalars
    }
    visible.removeSubrange(whole.scalars...)
    if let end = shown[whole.bytes...].lastIndex(of: UInt8(ascii: "\n")) {
      add(shown[whole.bytes...end])
      whole = (end + 1, visible.count)
    }
    add(shown[whole.bytes...])
  }

  /// Reads what comes within a time; `false` when the program has closed the terminal.
  private func read(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return true }
    let chunk = Exchange.read(terminal)
    shown += chunk
    return !chunk.isEmpty
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Makes a pseudo-terminal whose other end nobody has open yet.
  private static func open() throws -> (terminal: Int32, path: String) {
    var ends: (terminal: Int32, other: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&ends.terminal, &ends.other, &name, nil, nil) == 0 else {
      throw Surprise("no pseudo-terminal: errno \(errno)")
    }
    close(ends.other)
    _ = fcntl(ends.terminal, F_SETFD, FD_CLOEXEC)
    let path = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return (ends.terminal, String(decoding: path, as: UTF8.self))
  }

  private static func setSize(of terminal: Int32, columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }
}
