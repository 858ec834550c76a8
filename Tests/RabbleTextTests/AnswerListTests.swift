import RabbleText
import Testing

@Suite struct AnswerListTests {
  @Test(arguments: [
    ("to eat; to consume", ["to eat", "to consume"]),
    ("one, two / three", ["one", "two", "three"]),
    ("Hello,\nGood Morning", ["Hello", "Good Morning"]), ("10,000", ["10,000"]),
    ("to go (by car; by bus)", ["to go (by car; by bus)"]), ("；、", ["；、"]),
    ("cat/dog", ["cat", "dog"]), ("he/she", ["he", "she"]), ("1/2 cup", ["1/2 cup"]),
    ("a; b, a", ["a", "b"]),
  ])
  func `separators outside of brackets and numbers separate answers`(
    text: String, answers: [String]
  ) {
    #expect(AnswerList.alternatives(of: text) == answers)
  }

  @Test(arguments: [
    "Water, please.", "If it rains, I won't go.", "No, thank you!", "It's cold, isn't it?",
    "Well, I wonder…", "Excuse me, where is it? (polite)", "He said, “Stop, thief!”", "Oh, no.",
    "はい、そうです。", "January 1, 2024", "1 May, 2024", "Monday, January 1", "water, please",
    "no, thanks", "you're tired, aren't you",
  ])
  func `the commas of a sentence, of a date and before a tag separate nothing`(text: String) {
    #expect(AnswerList.alternatives(of: text) == [text])
    #expect(AnswerList.alternatives(of: text + "; yes") == [text, "yes"])
  }

  @Test(
    arguments: [
      ("Dogs, cats, etc.", ["Dogs", "cats", "etc."]), ("to tell sb., inform sb.", nil),
      ("Sunday, Monday", nil), ("thanks, thank you", nil), ("sorry, thank you", nil),
      ("to beg, please", nil), ("five, 2024", nil), ("dog, hound.", nil), ("since…, from…", nil),
      ("What?, huh?", nil), ("At 5 a.m., at 5 p.m.", nil), ("here you are, please", nil),
    ] as [(String, [String]?)])
  func `the commas of a list separate answers`(text: String, answers: [String]?) {
    let parts = answers ?? text.split(separator: ", ").map(String.init)
    #expect(AnswerList.alternatives(of: text) == parts)
  }

  @Test(arguments: [
    ("one's/my ways", ["one's ways", "my ways"]), ("his/her house", ["his house", "her house"]),
    ("Mr./Ms./Mrs. Smith", ["Mr. Smith", "Ms. Smith", "Mrs. Smith"]),
    ("I see him/her; look", ["I see him", "I see her", "look"]),
    (
      "his/her big/large house",
      ["his big house", "his large house", "her big house", "her large house"]
    ),
    ("speak/talk to", ["speak", "talk to", "speak to"]),
    ("thank you/thanks", ["thank you", "thanks", "thank thanks"]),
  ])
  func `a slash within a phrase stands for whole phrases`(text: String, answers: [String]) {
    #expect(AnswerList.alternatives(of: text) == answers)
  }

  @Test(arguments: [
    ("bonito/a", ["bonito", "bonita"]), ("bueno/-a", ["bueno", "buena"]),
    ("profesor/a", ["profesor", "profesora"]), ("inglés/a", ["inglés", "inglesa"]),
    ("inglés/-esa", ["inglés", "inglesa"]), ("doctor/ra", ["doctor", "doctora"]),
    ("chanteur/euse", ["chanteur", "chanteuse"]), ("acteur/-trice", ["acteur", "actrice"]),
    ("boulanger/ère", ["boulanger", "boulangère"]), ("étudiant/e", ["étudiant", "étudiante"]),
    ("fatigué/e", ["fatigué", "fatiguée"]), ("bon/ne", ["bon", "bonne"]),
    ("Lehrer/in", ["Lehrer", "Lehrerin"]), ("Kollege/-in", ["Kollege", "Kollegin"]),
    ("gute/r/s", ["gute", "guter", "gutes"]),
    ("bello/a/i/e", ["bello", "bella", "belli", "belle"]),
    ("alemão/ã", ["alemão", "alemã"]), ("красивый/ая", ["красивый", "красивая"]),
    ("un/a amigo/a", ["un amigo", "una amiga"]), ("unos/as", ["unos", "unas"]),
    ("el/la profesor(a)", ["el profesor", "la profesora"]),
    ("el/la actor/actriz", ["el actor", "la actriz"]), ("soy alto/a", ["soy alto", "soy alta"]),
  ])
  func `a slash before an ending stands for both forms of the word`(
    text: String, answers: [String]
  ) {
    #expect(AnswerList.alternatives(of: text) == answers)
    #expect(SlashedWords.expansions(of: text) == answers)
  }

  @Test(arguments: [
    "inside/in", "the/a", "father/her", "your/our", "like/as", "wo/o", "Sonne/Mond",
  ])
  func `a word after a slash is no ending`(text: String) {
    #expect(AnswerList.alternatives(of: text) == text.split(separator: "/").map(String.init))
    #expect(SlashedWords.expansions(of: text) == nil)
  }

  @Test func `what stands in brackets may be left out`() {
    #expect(AnswerList.variants(of: "start(ing)") == ["start", "starting"])
    #expect(AnswerList.variants(of: "a (b") == ["a b"])
    #expect(
      AnswerList.variants(of: "ride (a bike, or a horse)")
        == ["ride", "ride a bike, or a horse", "ride a bike", "ride a horse"])
  }

  @Test func `very many numbers behind commas are each an answer`() {
    let answers = (0..<100_000).map { "\($0)" }
    #expect(AnswerList.alternatives(of: answers.joined(separator: ", ")) == answers)
  }

  @Test(arguments: [
    ("あめ、ゆき", "雨", ["あめ", "ゆき"]), ("あめ、ゆき", "雨、雪", ["あめ、ゆき"]),
    ("あめ、ゆき; あま、ゆき", "雨、雪", ["あめ、ゆき", "あま、ゆき"]), ("あめ/ゆき\nあられ", "雨", ["あめ", "ゆき", "あられ"]),
    ("あめ、ゆき", "雨[あめ]、雪[ゆき]", ["あめ、ゆき"]), ("はい、そう", "はい／そう", ["はい、そう"]),
  ])
  func `readings are separated as the prompt has no separators of its own`(
    text: String, prompt: String, readings: [String]
  ) {
    #expect(AnswerList.readingPieces(of: text, prompt: prompt).map(\.text) == readings)
  }

  @Test func `pieces know their bytes`() {
    let pieces = AnswerList.pieces(of: "犬; dog")
    #expect(pieces.map(\.text) == ["犬", "dog"])
    #expect(pieces.map(\.range) == [0..<3, 4..<8])
  }

  @Test func `semicolons separate the texts of a blank`() {
    #expect(AnswerList.semicolonSeparated("は ；が;") == ["は", "が"])
  }
}
