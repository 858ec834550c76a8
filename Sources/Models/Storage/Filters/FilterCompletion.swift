import RabbleMemory

extension CardFilter {
  /// What a filter that is being typed may become: whole filters that begin with what is there, and go on
  /// to the end of the word.
  ///
  /// - Parameters:
  ///   - text: the filter so far.
  ///   - decks: the names that may follow `deck:`.
  ///   - tags: the names that may follow `tag:`.
  /// - Returns: the filters; none inside quotation marks of the filter's own.
  package static func completions(of text: String, decks: [String], tags: [String]) -> [String] {
    guard text.filter({ $0 == "\"" }).count.isMultiple(of: 2) else { return [] }
    let word =
      text.lastIndex { $0.isWhitespace || $0 == "(" || $0 == "\"" }
      .map { text[text.index(after: $0)...] } ?? text[...]
    let typed = word.drop { $0 == "-" }
    let lead = text[..<typed.startIndex]
    return continuations(of: String(typed), decks: decks, tags: tags).map { "\(lead)\($0)" }
  }

  private static func continuations(of word: String, decks: [String], tags: [String]) -> [String] {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      let typed = word.lowercased()
      return FilterKey.allCases.map { $0.rawValue + ($0.comparesOnly ? "<" : ":") }
        .filter { $0.hasPrefix(typed) }
    }
    guard let key = FilterKey(rawValue: parts[0].lowercased()) else { return [] }
    let values: [String] =
      switch key {
      case .deck, .group: decks.map(plain)
      case .tag: tags.map(plain)
      case .rated where parts.count == 3:
        Grade.allCases.map { "\(parts[1]):\($0.name)" }
      default: key.values ?? []
      }
    let typed = parts.dropFirst().joined(separator: ":").lowercased()
    var met: Set<String> = []
    return values.filter { $0.lowercased().hasPrefix(typed) && met.insert($0).inserted }
      .map { "\(parts[0]):\($0)" }
  }

  /// A name as a filter has it without quotation marks, which shells take for their own: `*` stands for
  /// what would need them.
  private static func plain(_ name: String) -> String {
    String(name.map { $0.isWhitespace || "()\":<>=!\\'$`&;|?#".contains($0) ? "*" : $0 })
  }
}

extension FilterKey {
  /// Whether it is followed by a comparison with a number.
  fileprivate var comparesOnly: Bool { quantity != nil && self != .due }
}
