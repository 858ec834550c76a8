import RabbleDecks

/// A language that is no tag of BCP 47, or the code of a country.
struct LanguageTags: GroupRule {
  static let rule = Rule(
    "RW222", "language-tag", .warning, "A language is not written as a BCP 47 tag.")

  private static let meant = [
    "jp": "ja", "jpn": "ja", "japanese": "ja", "cn": "zh", "chinese": "zh", "kr": "ko",
    "korean": "ko", "english": "en", "french": "fr", "german": "de", "spanish": "es",
    "italian": "it", "portuguese": "pt", "russian": "ru", "dutch": "nl", "swedish": "sv",
    "gr": "el", "greek": "el", "cz": "cs", "czech": "cs", "dk": "da", "danish": "da",
    "ua": "uk", "ukrainian": "uk", "polish": "pl", "turkish": "tr", "arabic": "ar",
    "日本語": "ja", "中文": "zh", "deutsch": "de", "français": "fr", "español": "es",
  ]

  func check(_ group: GroupSource, _ findings: inout FindingList) {
    guard let field = group.field(.language), let tag = group.group.language else { return }
    let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" })
    let primary = parts.first.map { $0.lowercased() } ?? ""
    let wanted = ([Self.meant[primary] ?? primary] + parts.dropFirst().map(String.init))
      .joined(separator: "-")
    let isKnown = Self.meant[primary] == nil
    let usesHyphens = !tag.contains("_")
    if Self.isWellFormed(tag), isKnown, usesHyphens { return }
    let range = findings.deck.content(of: field.span)
    let canMend = Self.isWellFormed(wanted)
    findings.add(
      Self.rule, at: field.span, "\(Quoted.text(tag)) is no tag of a language",
      canMend ? "write \"\(wanted)\"" : "write a BCP 47 tag such as \"ja\" or \"pt-BR\"",
      edits: canMend ? [TextEdit(range, wanted)] : [])
  }

  /// Whether a tag has the form of RFC 5646, section 2.1: a language of two or three letters (or
  /// `x`), then subtags of one to eight letters and digits.
  static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, first.allSatisfy({ $0.isASCII && $0.isLetter }),
      (2...3).contains(first.count) || (first.lowercased() == "x" && parts.count > 1)
    else { return false }
    return parts.dropFirst().allSatisfy {
      (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
