#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How an editor is told to open a file at a line.
package enum EditorCommand {
  /// The arguments after the editor's own command.
  ///
  ///     EditorCommand.arguments(of: "nano", file: "a.json", line: 7)          // +7 a.json
  ///     EditorCommand.arguments(of: "code --wait", file: "a.json", line: 7)   // --goto a.json:7
  ///
  /// - Parameters:
  ///   - command: the command, as `$VISUAL` or `$EDITOR` has it.
  ///   - file: the file.
  ///   - line: the line, from 1.
  /// - Returns: the arguments; of an unknown editor the file alone.
  package static func arguments(of command: String, file: String, line: Int) -> [String] {
    let program = command.split { $0 == " " || $0 == "\t" }.first ?? ""
    let name = program.split(separator: "/").last.map(String.init) ?? ""
    switch name {
    case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
      let waits = command.contains("--wait") || command.contains(" -w")
      return (waits ? [] : ["--wait"]) + ["--goto", "\(file):\(line)"]
    case "subl", "sublime_text", "zed", "hx", "helix":
      return ["\(file):\(line)"]
    case "mate", "kate": return [name == "mate" ? "-w" : "-b", "-l", "\(line)", file]
    case "gedit": return ["--wait", "+\(line)", file]
    case "vi", "vim", "nvim", "view", "gvim", "mvim", "nano", "pico", "emacs", "emacsclient", "mg",
      "jed", "joe", "micro", "kak", "ne", "elvis", "nvi", "busybox", "vis":
      return ["+\(line)", file]
    default:
      // An unknown editor gets the file alone: it might take anything else for a file.
      return [file]
    }
  }
}

/// Another program that has the terminal until it ends: an editor.
///
/// swift-subprocess is async only: a session that waits here would block one of its threads instead.
package enum ForegroundProgram {
  /// How it ended.
  package enum Ending: Hashable, Sendable {
    /// By itself, with this code.
    case exited(Int32)
    /// By this signal.
    case killed(by: Int32)
    /// It could not be started.
    case notStarted(reason: String)
  }

  /// Runs a shell command with arguments behind it, and waits.
  ///
  /// It shares the terminal and its signals as a shell's own commands do: Ctrl-C and Ctrl-\\ are its
  /// alone, Ctrl-Z stops both, and afterwards the terminal is set as it was.
  package static func run(_ command: String, _ arguments: [String]) -> Ending {
    var settings = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
    let saved = leaveSignals()
    defer {
      for (signal, action) in saved {
        var action = action
        sigaction(signal, &action, nil)
      }
      if isTerminal { tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGXFSZ] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    let words = ["sh", "-c", command + " \"$@\"", command] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", nil, &attributes, &pointers, environ)
    guard code == 0 else { return .notStarted(reason: String(cString: strerror(code))) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    if signal != 0 { return .killed(by: signal) }
    let exit = status >> 8 & 0xff
    return exit == 127 ? .notStarted(reason: "no such command") : .exited(exit)
  }

  /// Leaves the keyboard's signals to the other program.
  ///
  /// - Returns: what they did before.
  private static func leaveSignals() -> [(signal: Int32, action: sigaction)] {
    let ignored = [SIGINT, SIGQUIT].map { ($0, SIG_IGN) }
    let usual = [SIGTSTP, SIGCONT, SIGWINCH].map { ($0, SIG_DFL) }
    return (ignored + usual).map { signal, handler in
      var action = sigaction()
      var previous = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      sigaction(signal, &action, &previous)
      return (signal, previous)
    }
  }
}
