import CReadline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is behind a file descriptor.
public enum Terminal {
  /// Whether a descriptor is a terminal.
  public static func isTerminal(descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width in columns, or `nil` when there is no terminal or it does not say.
  public static func columns(descriptor: Int32) -> Int? {
    let columns = Int(creadline_columns(descriptor))
    return columns > 0 ? columns : nil
  }

  /// Gives the process a locale of UTF-8: the user's, or C.UTF-8 when theirs is none.
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
