/// What the first lines of Anki's text export say of the rest.
///
///     #separator:tab
///     #html:true
///     #guid column:1
///     #tags column:4
struct AnkiHeaders: Hashable, Sendable {
  private(set) var separator: String?
  private(set) var isHTML: Bool?
  private(set) var deck: String?
  private(set) var tags: [String] = []
  /// What the columns are called.
  private(set) var columns: [String] = []
  /// What the columns numbered from 0 hold besides fields.
  private(set) var special: [Int: ColumnRole] = [:]
  /// Whether this program wrote them.
  private(set) var isOwn = false
  /// How many lines there are.
  private(set) var lineCount = 0

  private static let separators = [
    "tab": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":",
  ]

  /// Reads the lines at the beginning of a text that begin with `#`, and the older `tags:` on the
  /// first; `nil` if there are none that Anki would write.
  init?(_ text: String) {
    var columnsText: String?
    var isAnki = false
    for line in text.utf8.split(
      separator: 0x0A, maxSplits: 40, omittingEmptySubsequences: false
    ).prefix(40) {
      let line = String(Substring(line)).trimmingLineEnd
      guard line.hasPrefix("#") || lineCount == 0 && line.hasPrefix("tags:") else { break }
      lineCount += 1
      let parts = line.drop { $0 == "#" }.split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let key = parts[0].lowercased().trimmed
      if key == "columns" {
        columnsText = String(parts[1])
        isAnki = true
      } else if take(key, String(parts[1])) {
        isAnki = true
      }
    }
    guard isAnki else { return nil }
    if let columnsText {
      var reader = TableReader(columnsText, separator: separator ?? "\t")
      columns = reader.next()?.fields ?? []
    }
  }

  /// Takes a line that says something, or tells that it does not.
  private mutating func take(_ key: String, _ value: String) -> Bool {
    let word = value.trimmed
    switch key {
    case "separator": separator = Self.separators[word.lowercased()] ?? (value.isEmpty ? nil : value)
    case "html": isHTML = word.lowercased() == "true"
    case "deck": deck = word.isEmpty ? nil : word
    case "tags": tags = word.split(whereSeparator: \.isWhitespace).map(String.init)
    case "made by": isOwn = word == "rabble"
    case "notetype": break
    case "guid column", "deck column", "tags column", "notetype column":
      guard let number = Int(word), (1...TableReader.widest).contains(number) else { return false }
      special[number - 1] =
        switch key {
        case "guid column": .id
        case "deck column": .group
        case "tags column": .tags
        default: .ignored
        }
    default: return false
    }
    return true
  }
}

extension String {
  /// The text without a carriage return at its end.
  fileprivate var trimmingLineEnd: String {
    unicodeScalars.last == "\r" ? String(unicodeScalars.dropLast()) : self
  }
}
