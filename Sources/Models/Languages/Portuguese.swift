extension Language {
  static let portuguese = Language("pt") { portuguese in
    portuguese.names = ["portuguese"]
    portuguese.articles = words("o a os as um uma uns umas")
    portuguese.optionalPronouns = [
      "eu": ["i"], "tu": ["you"], "ele": ["he"], "ela": ["she"], "voce": ["you"], "nos": ["we"],
      "voces": ["you"], "eles": ["they"], "elas": ["they"],
    ]
    portuguese.genders.articles = [
      "o": .masculine, "a": .feminine, "um": .masculine, "uma": .feminine,
    ]
    portuguese.genders.telling = ["um", "uma"]
    portuguese.genders.endings = [
      ("cao", .feminine), ("dade", .feminine), ("agem", .feminine), ("o", .masculine),
      ("a", .feminine),
    ]
    portuguese.genders.except("mao foto moto", .feminine)
    portuguese.genders.except(
      "dia mapa problema tema sistema clima idioma programa", .masculine)
    portuguese.isOftenLearned = true
    portuguese.speechLocale = "pt_BR"
    portuguese.ankiNoteTypes = AnkiNoteTypes(
      usual: ["Básico", "Básico (digite a resposta)", "Omissão de Palavras"],
      reversed: ["Básico (e cartão invertido)", "Básico (e ficha invertida)"],
      optionalReversed: ["Básico (cartão invertido opcional)", "Básico (ficha invertida opcional)"])
  }
}
