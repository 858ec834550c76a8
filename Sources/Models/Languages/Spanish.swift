extension Language {
  static let spanish = Language("es") { spanish in
    spanish.names = ["spanish", "español"]
    spanish.articles = words("el la los las lo un una unos unas")
    spanish.genders.articles = [
      "el": .masculine, "la": .feminine, "un": .masculine, "una": .feminine,
    ]
    spanish.genders.telling = ["el"]
    spanish.genders.endings = [
      ("cion", .feminine), ("sion", .feminine), ("dad", .feminine), ("tad", .feminine),
      ("tud", .feminine), ("umbre", .feminine), ("aje", .masculine), ("o", .masculine),
      ("a", .feminine),
    ]
    spanish.genders.except("mano foto moto radio", .feminine)
    spanish.genders.except(
      """
      dia mapa planeta sofa tranvia problema tema sistema clima idioma programa poema drama \
      cometa pijama papa agua aguila alma hambre aula hacha area arma ala
      """, .masculine)
  }
}
