extension Language {
  static let dutch = Language("nl") { dutch in
    dutch.names = ["dutch"]
    dutch.articles = words("de het een")
    dutch.isOftenLearned = true
    dutch.speechLocale = "nl_NL"
    dutch.ankiNoteTypes = AnkiNoteTypes(
      usual: ["Basis", "Basisch (typ het antwoord in)"],
      reversed: ["Basis (en omgekeerde kaart)"],
      optionalReversed: ["Basis (omgekeerde kaart optioneel)"])
  }
}
