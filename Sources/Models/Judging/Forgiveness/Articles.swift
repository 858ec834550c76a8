/// Articles of the languages that have them, strictly folded.
enum Articles {
  private static let byLanguage: [String: Set<Substring>] = [
    "de": words("der die das den dem des ein eine einen einem einer eines"),
    "fr": words("le la les l un une des"), "es": words("el la los las lo un una unos unas"),
    "it": words("il lo la l i gli le un uno una"), "pt": words("o a os as um uma uns umas"),
    "nl": words("de het een"),
  ]
  private static let english = words("a an the")

  /// Those of German, French, Spanish, Italian, Portuguese and Dutch.
  static let all: Set<Substring> = byLanguage.values.reduce(into: []) { $0.formUnion($1) }

  /// Those of a language; all where it is not known.
  static func of(_ language: String?) -> Set<Substring> {
    guard let language else { return all }
    return language == "en" ? english : byLanguage[language] ?? all
  }

  /// A text in which an article with an apostrophe is a word of its own: `l eau` for `l'eau`.
  static func apart(_ text: String) -> String {
    guard Contractions.mayBe(in: text) else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      guard let place = word.firstIndex(where: { "'’ʼ＇".contains($0) }),
        ["l", "un"].contains(word[..<place].lowercased())
      else { return String(word) }
      return "\(word[..<place]) \(word[word.index(after: place)...])"
    }.joined(separator: " ")
  }

  private static func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ")) }
}

/// What the ending of a noun tells of its gender, so that an article that a deck leaves out is judged where
/// that is certain.
enum Gender: Sendable {
  case masculine
  case feminine
  case neuter

  /// Whether an article in the singular goes with a noun, both strictly folded; `nil` where the noun's
  /// ending doesn't tell, or the article is of no known language.
  static func agrees(article: Substring, with noun: Substring, language: String?) -> Bool? {
    if article == "l" { return noun.first.map { "aeiouyh".contains($0) } }
    guard let language = language ?? languages[article], let rules = rules[language] else {
      return nil
    }
    let known = rules.exceptions[noun] ?? rules.endings.first { noun.hasSuffix($0.0) }?.1
    guard let known else { return nil }
    return rules.articles[article] == known
  }

  fileprivate struct Rules: Sendable {
    let articles: [Substring: Gender]
    /// The longest of endings that overlap stand first.
    let endings: [(String, Gender)]
    var exceptions: [Substring: Gender] = [:]
  }

  /// The language that an article by itself tells.
  private static let languages: [Substring: String] = [
    "der": "de", "die": "de", "das": "de", "ein": "de", "eine": "de", "el": "es", "le": "fr",
    "une": "fr", "il": "it", "um": "pt", "uma": "pt",
  ]

  private static let rules: [String: Rules] = [
    "de": Rules(
      articles: ["der": .masculine, "die": .feminine, "das": .neuter, "eine": .feminine],
      endings: [
        ("chen", .neuter), ("lein", .neuter), ("ung", .feminine), ("heit", .feminine),
        ("keit", .feminine), ("schaft", .feminine), ("ion", .feminine), ("tat", .feminine),
        ("ling", .masculine), ("ismus", .masculine), ("e", .feminine),
      ],
      exceptions: [
        "auge": .neuter, "ende": .neuter, "kase": .masculine, "name": .masculine,
        "junge": .masculine, "kaffee": .masculine, "tee": .masculine, "see": .masculine,
        "schnee": .masculine, "hase": .masculine, "affe": .masculine, "lowe": .masculine,
        "kollege": .masculine, "kunde": .masculine, "neffe": .masculine, "gedanke": .masculine,
        "buchstabe": .masculine, "friede": .masculine, "glaube": .masculine, "wille": .masculine,
        "gemuse": .neuter, "gebaude": .neuter, "getreide": .neuter, "erbe": .neuter,
        "interesse": .neuter, "cafe": .neuter, "knie": .neuter, "genie": .neuter,
      ]),
    "es": Rules(
      articles: ["el": .masculine, "la": .feminine, "un": .masculine, "una": .feminine],
      endings: [
        ("cion", .feminine), ("sion", .feminine), ("dad", .feminine), ("tad", .feminine),
        ("tud", .feminine), ("umbre", .feminine), ("aje", .masculine), ("o", .masculine),
        ("a", .feminine),
      ],
      exceptions: Rules.words(
        """
        dia mapa planeta sofa tranvia problema tema sistema clima idioma programa poema drama \
        cometa pijama papa agua aguila alma hambre aula hacha area arma ala
        """, .masculine
      )
      .merging(Rules.words("mano foto moto radio", .feminine)) { $1 }),
    "fr": Rules(
      articles: ["le": .masculine, "la": .feminine, "un": .masculine, "une": .feminine],
      endings: [
        ("tion", .feminine), ("sion", .feminine), ("ette", .feminine), ("ence", .feminine),
        ("ance", .feminine), ("eau", .masculine), ("ment", .masculine), ("isme", .masculine),
      ],
      exceptions: Rules.words("eau peau", .feminine)
        .merging(Rules.words("silence squelette", .masculine)) { $1 }),
    "it": Rules(
      articles: [
        "il": .masculine, "lo": .masculine, "la": .feminine, "un": .masculine, "uno": .masculine,
        "una": .feminine,
      ],
      endings: [("zione", .feminine), ("ta", .feminine), ("o", .masculine), ("a", .feminine)],
      exceptions: Rules.words("problema tema sistema clima programa poema cinema papa", .masculine)
        .merging(Rules.words("mano foto moto radio auto", .feminine)) { $1 }),
    "pt": Rules(
      articles: ["o": .masculine, "a": .feminine, "um": .masculine, "uma": .feminine],
      endings: [
        ("cao", .feminine), ("dade", .feminine), ("agem", .feminine), ("o", .masculine),
        ("a", .feminine),
      ],
      exceptions: Rules.words("dia mapa problema tema sistema clima idioma programa", .masculine)
        .merging(Rules.words("mao foto moto", .feminine)) { $1 }),
  ]
}

extension Gender.Rules {
  fileprivate static func words(_ text: String, _ gender: Gender) -> [Substring: Gender] {
    Dictionary(text.split(separator: " ").map { ($0, gender) }) { first, _ in first }
  }
}
