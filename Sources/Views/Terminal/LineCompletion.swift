import CReadline
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
