/// How a table is written.
struct TableForm: Hashable, Sendable {
  /// What stands between two fields.
  var separator: String
  /// Whether quotation marks may enclose a field.
  var hasQuotes = true
  /// Whether its first record names the columns.
  var hasHeader = false
  /// The most fields of a record among the first.
  var columns = 0

  private static let separators = ["\t", ",", ";", "|"]
  /// How many records tell how a table is written.
  private static let sampleSize = 100

  /// The likeliest separator, and whether the first record is a header.
  init(of text: String, separator: String?, hasQuotes: Bool = true, hasHeader: Bool?) {
    self.separator = separator ?? Self.likeliestSeparator(in: text, hasQuotes: hasQuotes)
    self.hasQuotes = hasQuotes
    let sample = Self.sample(text, separator: self.separator, hasQuotes: hasQuotes)
    columns = sample.map(\.fields.count).max() ?? 0
    self.hasHeader = hasHeader ?? (sample.first.map(Self.looksLikeHeader) ?? false)
  }

  /// The first records.
  static func sample(_ text: String, separator: String, hasQuotes: Bool) -> [TableRecord] {
    // Enough for the records that are looked at, and little enough to be read several times.
    let beginning = String(decoding: text.utf8.prefix(1 << 17), as: UTF8.self)
    return Array(
      TableReader(beginning, separator: separator, hasQuotes: hasQuotes).prefix(sampleSize))
  }

  /// The separator that cuts most of the first records into the same number of fields, two or more.
  private static func likeliestSeparator(in text: String, hasQuotes: Bool) -> String {
    let ranked = separators.map { separator in
      let counts = sample(text, separator: separator, hasQuotes: hasQuotes).map(\.fields.count)
      let usual = Dictionary(grouping: counts.filter { $0 > 1 }) { $0 }
        .max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
      let share = usual.map { $0.value.count * 100 / max(1, counts.count) } ?? 0
      return (separator: separator, share: share, fields: usual?.key ?? 0)
    }
    let best = ranked.max { ($0.share / 10, $0.fields) < ($1.share / 10, $1.fields) }
    return best.flatMap { $0.share > 0 ? $0.separator : nil } ?? ","
  }

  /// Whether the fields are names of columns: two of them are known, or the only ones there are.
  private static func looksLikeHeader(_ record: TableRecord) -> Bool {
    let filled = record.fields.filter { !$0.isBlank }
    let known = filled.count { ColumnRole(name: $0) != nil }
    return known >= 2 && known * 3 >= filled.count
  }
}
