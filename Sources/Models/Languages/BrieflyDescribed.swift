extension Language {
  /// Languages of which little is known: their names, and whether they are written in Latin letters.
  static let brieflyDescribed: [Language] =
    [
      latin("sv", "swedish"), latin("cs", "cz", "czech"), latin("da", "dk", "danish"),
      latin("pl", "polish"), latin("tr", "turkish"),
      otherwise("el", "gr", "greek"), otherwise("uk", "ua", "ukrainian"),
      otherwise("ru", "russian"), otherwise("ar", "arabic"),
    ]
    + [
      "am", "be", "bg", "bn", "fa", "gu", "he", "hi", "hy", "ka", "kk", "km", "kn", "lo", "mk",
      "ml", "mn", "mr", "my", "ne", "pa", "ps", "si", "ta", "te", "th", "ur", "yi", "yue",
    ].map { otherwise($0) }

  private static func latin(_ tag: String, _ names: String...) -> Language {
    Language(tag) { $0.names = names }
  }

  private static func otherwise(_ tag: String, _ names: String...) -> Language {
    Language(tag) {
      $0.names = names
      $0.isLatin = false
    }
  }
}
