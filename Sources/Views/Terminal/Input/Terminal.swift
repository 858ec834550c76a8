import CReadline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is behind a file descriptor.
package enum Terminal {
  /// Whether a descriptor is a terminal.
  package static func isTerminal(descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width in columns, or `nil` when there is no terminal or it does not say.
  package static func columns(descriptor: Int32) -> Int? {
    let columns = Int(creadline_columns(descriptor))
    return columns > 0 ? columns : nil
  }

  /// The height in rows, or `nil` when there is no terminal or it does not say.
  package static func rows(descriptor: Int32) -> Int? {
    let rows = Int(creadline_rows(descriptor))
    return rows > 0 ? rows : nil
  }

  /// Gives the process a UTF-8 locale: the user's, or C.UTF-8 when theirs is not UTF-8.
  ///
  /// Readline asks the environment, so in the second case `LC_ALL` changes for this process and its
  /// children. Call it before other threads run.
  static func useUTF8() {
    setlocale(LC_CTYPE, "")
    guard let codeset = nl_langinfo(CInt(CODESET)), String(cString: codeset) != "UTF-8" else {
      return
    }
    for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      setenv("LC_ALL", name, 1)
      return
    }
  }
}

/// How far a long job has come, as a line that is drawn again and again in one place.
package enum ProgressBar {
  /// The line; it begins by going back to its own start.
  ///
  /// - Parameters:
  ///   - share: the share of the work done, 0…1.
  ///   - label: what is being done.
  /// - Returns: a text without a line end.
  package static func text(_ share: Double, label: String) -> String {
    let bounded = min(max(share, 0), 1)
    let filled = Int(bounded * 30)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    return "\r\(label)  \(bar) \(Int(bounded * 100))%"
  }

  /// What removes the line.
  package static let erasure = "\r\u{1B}[K"
}
