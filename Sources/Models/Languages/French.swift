extension Language {
  static let french = Language("fr") { french in
    french.names = ["french", "français"]
    french.articles = words("le la les l un une des")
    french.elidedArticles = ["l"]
    french.genders.articles = [
      "le": .masculine, "la": .feminine, "un": .masculine, "une": .feminine,
    ]
    french.genders.beforeVowels = ["l"]
    french.genders.telling = ["le", "une"]
    french.genders.endings = [
      ("tion", .feminine), ("sion", .feminine), ("ette", .feminine), ("ence", .feminine),
      ("ance", .feminine), ("eau", .masculine), ("ment", .masculine), ("isme", .masculine),
    ]
    french.genders.except("eau peau", .feminine)
    french.genders.except("silence squelette", .masculine)
    french.contrasts.words = """
      jamais
      10:dix 13:treize 30:trente
      ma|mes ton|ta|tes sa|ses notre|nos votre|vos
      lundi mardi mercredi jeudi vendredi samedi dimanche juni:juin juli:juillet
      gauche droite
      """
    french.contrasts.denials = ["jamais"]
    french.isOftenLearned = true
    french.speechLocale = "fr_FR"
    french.columnNames = [
      "prompt": words("recto mot"),
      "answer": words("français french verso traduction"),
      "reading": words("lecture"),
      "example": words("exemple"),
    ]
    french.ankiNoteTypes = AnkiNoteTypes(
      usual: ["Basique", "Basique (saisissez la réponse)", "Texte à trous"],
      reversed: ["Généralités (deux sens)"],
      optionalReversed: ["Basique (carte inversée optionnelle)"])
  }
}
