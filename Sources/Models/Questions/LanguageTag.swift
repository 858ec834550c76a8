import RabbleLanguages

/// What a language tag (BCP 47), or what an author writes in place of one, says about the language.
package enum LanguageTag {
  /// The code of the language, without script, region and the rest: `pt` for `pt-BR`, and `ja` for
  /// `JP` or `Japanese`.
  package static func language(of tag: String) -> String {
    let primary = primarySubtag(of: tag)
    return Languages.shipped.tag(named: primary) ?? primary
  }

  /// The tag that an author means by one that starts with the name of a language or the code of a
  /// country: `ja` for `jp`. `nil` where the tag starts with neither.
  package static func tag(meantBy tag: String) -> String? {
    guard let code = Languages.shipped.tag(named: primarySubtag(of: tag)) else { return nil }
    return ([code] + subtags(of: tag).dropFirst().map(String.init)).joined(separator: "-")
  }

  /// Whether a tag has the form of RFC 5646, section 2.1: a language of two or three letters (or
  /// `x`), then subtags of one to eight letters and digits, with hyphens in between.
  package static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, first.allSatisfy({ $0.isASCII && $0.isLetter }),
      (2...3).contains(first.count) || (first.lowercased() == "x" && parts.count > 1)
    else { return false }
    return parts.dropFirst().allSatisfy {
      (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// A tag with hyphens in place of underscores: `pt-BR` for `pt_BR`.
  package static func hyphenated(_ tag: String) -> String {
    subtags(of: tag).joined(separator: "-")
  }

  private static func primarySubtag(of tag: String) -> String {
    subtags(of: tag).first.map { $0.lowercased() } ?? ""
  }

  private static func subtags(of tag: String) -> [Substring] {
    tag.split { $0 == "-" || $0 == "_" }
  }
}
