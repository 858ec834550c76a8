import RabbleLanguages
import RabbleText
import Testing

struct LanguagesTests {
  private static let languages = Languages.shipped

  @Test func `a language nobody described is neutral`() {
    let klingon = Self.languages["tlh"]
    #expect(klingon.tag == "tlh")
    #expect(klingon.value.articles.isEmpty)
    #expect(klingon.words(in: "the 2 houses") == ["the", "2", "houses"])
    #expect(klingon.value.genders.agrees(article: "la", with: "casa") == nil)
  }

  @Test func `each language has its own articles`() {
    #expect(Self.languages["es"].value.articles.contains("los"))
    #expect(!Self.languages["es"].value.articles.contains("der"))
    #expect(Self.languages["en"].value.articles == ["a", "an", "the"])
    #expect(Self.languages["sv"].value.articles.isEmpty)
  }

  @Test func `where no language is named, the articles of all but the learner's own are some`() {
    let unnamed = Self.languages.unnamed.value
    #expect(unnamed.articles.isSuperset(of: ["der", "el", "il", "um", "het"]))
    #expect(!unnamed.articles.contains("the"))
    #expect(unnamed.genders.agrees(article: "die", with: "zeitung") == true)
    #expect(unnamed.genders.agrees(article: "un", with: "problema") == nil)
    #expect(unnamed.genders.agrees(article: "l", with: "eau") == true)
  }

  @Test(
    arguments: [
      ("es", "la", "casa", true), ("es", "la", "problema", false), ("es", "los", "casa", false),
      ("de", "der", "kase", true), ("de", "das", "madchen", true), ("fr", "l", "eau", true),
      ("fr", "l", "pomme", false), ("fr", "le", "silence", true), ("nl", "het", "huis", nil),
    ] as [(String, Substring, Substring, Bool?)])
  func `an ending tells the gender of a noun`(
    tag: String, article: Substring, noun: Substring, agrees: Bool?
  ) {
    let genders = Self.languages[tag].value.genders
    #expect(genders.agrees(article: article, with: noun) == agrees)
  }

  @Test func `no two languages have a tag or a name in common`() {
    let all = Self.languages.all
    #expect(Set(all.map(\.tag)).count == all.count)
    let names = all.flatMap(\.value.names)
    #expect(Set(names).count == names.count)
  }

  @Test func `Japanese is told by its script, and no other language is`() {
    #expect(Self.languages.told(by: "食べる")?.tag == "ja")
    #expect(Self.languages.told(by: "먹다") == nil)
    #expect(Self.languages.told(by: "comer") == nil)
  }

  @Test func `other programs' names are known in many languages`() {
    let translated = Self.languages.all.filter { !$0.value.ankiNoteTypes.usual.isEmpty }
    #expect(translated.count >= 45)
    #expect(Self.languages["de"].value.ankiNoteTypes.usual.contains("Lückentext"))
    #expect(Self.languages.columnNames("prompt").isSuperset(of: ["front", "vorderseite", "単語"]))
    #expect(Self.languages.columnNames("group").contains("lektion"))
    #expect(Self.languages["pt"].value.speechLocale == "pt_BR")
  }
}
