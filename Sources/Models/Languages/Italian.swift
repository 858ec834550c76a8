extension Language {
  static let italian = Language("it") { italian in
    italian.names = ["italian"]
    italian.articles = words("il lo la l i gli le un uno una")
    italian.optionalPronouns = [
      "io": ["i"], "tu": ["you"], "lui": ["he"], "lei": ["she", "you"], "noi": ["we"],
      "voi": ["you"], "loro": ["they"],
    ]
    italian.elidedArticles = ["l", "un"]
    italian.genders.articles = [
      "il": .masculine, "lo": .masculine, "la": .feminine, "un": .masculine, "uno": .masculine,
      "una": .feminine,
    ]
    italian.genders.beforeVowels = ["l"]
    italian.genders.telling = ["il"]
    italian.genders.endings = [
      ("zione", .feminine), ("ta", .feminine), ("o", .masculine), ("a", .feminine),
    ]
    italian.genders.except("mano foto moto radio auto", .feminine)
    italian.genders.except("problema tema sistema clima programa poema cinema papa", .masculine)
    italian.isOftenLearned = true
    italian.speechLocale = "it_IT"
    italian.ankiNoteTypes = AnkiNoteTypes(
      usual: ["Basilare", "Basilare (digita la risposta)"],
      reversed: ["Basilare (e carta inversa)"],
      optionalReversed: ["Basilare (carta inversa opzionale)"])
  }
}
