extension Language {
  static let german = Language("de") { german in
    german.names = ["german", "deutsch"]
    german.capitalizesNouns = true
    german.articles = words("der die das den dem des ein eine einen einem einer eines")
    german.genders.articles = [
      "der": .masculine, "die": .feminine, "das": .neuter, "eine": .feminine,
    ]
    german.genders.telling = ["der", "die", "das", "ein", "eine"]
    german.genders.endings = [
      ("chen", .neuter), ("lein", .neuter), ("ung", .feminine), ("heit", .feminine),
      ("keit", .feminine), ("schaft", .feminine), ("ion", .feminine), ("tat", .feminine),
      ("ling", .masculine), ("ismus", .masculine), ("e", .feminine),
    ]
    german.genders.except(
      """
      kase name junge kaffee tee see schnee hase affe lowe kollege kunde neffe gedanke buchstabe \
      friede glaube wille
      """, .masculine)
    german.genders.except(
      "auge ende gemuse gebaude getreide erbe interesse cafe knie genie", .neuter)
    german.contrasts.words = """
      nicht kein|keine|keinen
      ich du er wir mein|meine|meinen|meinem|meiner dein|deine|deinen|deinem|deiner
      sein|seine|seinen|seinem|seiner unser|unsere|unseren|unserem|unserer
      euer|eure|euren|eurem|eurer
      montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag juni juli
      links rechts
      """
    german.contrasts.denials = ["nicht", "kein"]
    // You and she are both "sie".
    german.contrasts.capitonyms = ["sie", "ihr", "ihre"]
    german.isOftenLearned = true
    german.speechLocale = "de_DE"
    german.columnNames = [
      "prompt": words("vorderseite frage begriff wort"),
      "cloze": words("lückentext"),
      "hint": words("hinweis"),
      "answer": words("deutsch german rückseite antwort übersetzung bedeutung"),
      "reading": words("lesung"),
      "part_of_speech": words("wortart"),
      "note": words("notiz bemerkung"),
      "example": words("beispiel beispielsatz"),
      "tags": words("schlagworte"),
      "source": words("quelle"),
      "group": words("lektion"),
    ]
    german.ankiNoteTypes = AnkiNoteTypes(
      usual: ["Einfach", "Einfach (Antwort eintippen)", "Lückentext"],
      reversed: ["Einfach (und die umgekehrte Richtung)"],
      optionalReversed: ["Einfach (und wahlweise die umgekehrte Richtung)"])
  }
}
