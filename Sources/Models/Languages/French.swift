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
  }
}
