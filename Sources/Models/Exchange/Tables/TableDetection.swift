import RabbleQuestions
import RabbleText

/// How a table is written.
struct TableForm: Hashable, Sendable {
  /// The separator of fields.
  var separator: String
  /// Whether quotation marks may enclose a field.
  var hasQuotes = true
  /// Whether its first record names the columns.
  var hasHeader = false
  /// The most fields of a record among the first.
  var columns = 0

  private static let separators = ["\t", ",", ";", "|"]
  /// How many records are looked at.
  private static let sampleSize = 100

  /// The form of a table whose records are no lines.
  init(columns: Int) {
    separator = ""
    self.columns = columns
    hasHeader = false
  }

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

  /// The separator that divides most of the first records into the same number of fields, two or more.
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

  /// Whether the fields are names of columns: they name at least two roles, and a third of them is
  /// known. A word beside its translation (word, Wort) names one role twice, and what is numbered
  /// (word1, meaning1) is a card.
  private static func looksLikeHeader(_ record: TableRecord) -> Bool {
    let filled = record.fields.filter { !$0.isBlank }
    let known = filled.compactMap { name in
      name.contains(where: \.isNumber) ? nil : ColumnRole(name: name)
    }
    return Set(known).count >= 2 && known.count * 3 >= filled.count
  }
}

extension ColumnMapping {
  /// The likeliest mapping: by the names of the columns, and for the rest by their contents.
  ///
  /// - Parameters:
  ///   - header: the names of the columns; empty for a table without names.
  ///   - special: the columns whose roles are known.
  ///   - sample: the first records.
  ///   - columns: how many columns there are.
  init(
    guessing header: [String], special: [Int: ColumnRole], sample: [TableRecord], columns: Int
  ) {
    var roles = [ColumnRole?](repeating: nil, count: columns)
    func take(_ role: ColumnRole, _ column: Int) {
      if roles[column] == nil, role.isRepeatable || !roles.contains(role) { roles[column] = role }
    }
    for (column, role) in special where column < columns { roles[column] = role }
    for (column, name) in header.prefix(columns).enumerated() {
      if let role = ColumnRole(name: name) { take(role, column) }
    }
    let contents = (0..<columns).map { ColumnContent(of: $0, in: sample) }
    // Some decks call a column with the reading alone furigana.
    for column in 0..<columns where contents[column].isKana && roles[column] == .field(.furigana) {
      roles[column] = nil
      take(.field(.reading), column)
    }
    let open = (0..<columns).filter { roles[$0] == nil && !contents[$0].isEmpty }
    let isNamed = header.contains { ColumnRole(name: $0) != nil }
    var rest = open.filter { !contents[$0].isNumbering }
    if !roles.contains(.field(.prompt)), !roles.contains(.field(.cloze)) {
      let kana = isNamed ? roles.firstIndex(of: .field(.reading)) : nil
      let column = rest.first { contents[$0].isCloze } ?? rest.first
      if let column {
        take(.field(.prompt), column)
        rest.removeAll { $0 == column }
      } else if let kana {
        roles[kana] = .field(.prompt)
      }
    }
    if let prompt = roles.firstIndex(of: .field(.prompt)), contents[prompt].hasKanji,
      let column = rest.first(where: { contents[$0].isKana })
    {
      take(.field(.reading), column)
      if rest.count > 1 || roles.contains(.field(.answer)) { rest.removeAll { $0 == column } }
      if rest.contains(column) { roles[column] = nil }
    }
    if !roles.contains(.field(.answer)), !rest.isEmpty { take(.field(.answer), rest.removeFirst()) }
    if !isNamed {
      if let last = rest.last, contents[last].isTags { take(.field(.tags), last) }
      for column in rest where roles[column] == nil { take(.field(.note), column) }
    }
    // A sentence with blanks is its own answer.
    if !roles.contains(.field(.answer)), let prompt = roles.firstIndex(of: .field(.prompt)),
      contents[prompt].isCloze
    {
      roles[prompt] = .field(.cloze)
    }
    self.init(roles.map { $0 ?? .ignored })
  }
}

/// What a column contains, as far as the first records show.
private struct ColumnContent {
  let isEmpty: Bool
  /// At least 80% of the texts are in kana.
  let isKana: Bool
  let hasKanji: Bool
  /// Whole numbers, each different.
  let isNumbering: Bool
  /// Words with double colons, or the same few texts over and over.
  let isTags: Bool
  let isCloze: Bool

  init(of column: Int, in sample: [TableRecord]) {
    let texts = sample.compactMap { column < $0.fields.count ? $0.fields[column].trimmed : nil }
      .filter { !$0.isEmpty }
    let share = { (count: Int) in count * 10 >= texts.count * 8 && !texts.isEmpty }
    isEmpty = texts.isEmpty
    isKana = share(texts.count(where: \.isKanaAlone))
    hasKanji = texts.contains { $0.unicodeScalars.contains(where: \.properties.isIdeographic) }
    isNumbering =
      texts.count > 1 && texts.allSatisfy { $0.count < 8 && $0.allSatisfy(\.isWholeNumber) }
      && Set(texts).count == texts.count
    isTags =
      texts.count > 3 && Set(texts).count * 3 <= texts.count
      || share(texts.count { $0.contains("::") && !$0.contains("{{") })
    isCloze = texts.contains { $0.contains("{{c1::") }
  }
}

extension String {
  /// Whether it is written in kana, apart from spaces and signs.
  var isKanaAlone: Bool {
    var hasKana = false
    for scalar in unicodeScalars {
      if Script(of: scalar).isKana {
        hasKana = true
      } else if scalar.properties.isAlphabetic || scalar.properties.isIdeographic {
        return false
      }
    }
    return hasKana
  }
}
