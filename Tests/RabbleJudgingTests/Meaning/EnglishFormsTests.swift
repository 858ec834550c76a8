import Foundation
import RabbleQuestions
import Testing

@testable import RabbleJudging

struct EnglishFormsTests {
  private func verdict(_ typed: String, for answer: String) -> Verdict {
    Judge().judge(typed, against: Question(prompt: "問", answer: answer, reading: "とい"))
  }

  /// Whether each of two lines is right where the other is the answer.
  private func areTheSame(_ one: String, _ other: String) -> Bool {
    let kinds = [verdict(one, for: other), verdict(other, for: one)]
    return kinds.allSatisfy { $0.kind.isAccepted && $0.mistakes.isEmpty }
  }

  @Test func `the plurals of the nouns that another program makes are right, both ways`() throws {
    let file = try #require(
      Bundle.module.url(forResource: "plurals", withExtension: "tsv", subdirectory: "Fixtures"))
    let pairs = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    #expect(pairs.count > 490)
    for pair in pairs {
      #expect(areTheSame(pair[0], pair[1]), "\(pair)")
      #expect(areTheSame("the old \(pair[0])", "old \(pair[1])"), "\(pair)")
    }
  }

  @Test(
    arguments: [
      ("shoe", "shoes"), ("nose", "noses"), ("lens", "lenses"), ("scarf", "scarves"),
      ("fish", "fishes"), ("hero", "heroes"), ("volcano", "volcanoes"), ("canoe", "canoes"),
      ("leaf", "leaves"), ("thief", "thieves"), ("glove", "gloves"), ("olive", "olives"),
      ("mouse", "mice"), ("people", "peoples"), ("person", "people"), ("goose", "geese"),
      ("fireman", "firemen"),
      ("grandchild", "grandchildren"),
      ("headache", "headaches"), ("peach", "peaches"), ("ache", "aches"), ("axis", "axis"),
      ("bus", "buses"), ("virus", "viruses"), ("excuse", "excuses"), ("blouse", "blouses"),
      ("quiz", "quizzes"), ("prize", "prizes"), ("purse", "purses"), ("movie", "movies"),
      ("city", "cities"), ("kiwi", "kiwis"), ("menu", "menus"), ("gas", "gases"),
      ("phrase", "phrases"), ("crisis", "crises"), ("wife", "wives"), ("housewife", "housewives"),
      ("exercise", "exercises"), ("box of matches", "boxes of match"), ("toothache", "toothaches"),
    ])
  func `a noun and its plural are the same`(_ one: String, _ other: String) {
    #expect(areTheSame(one, other))
  }

  @Test(
    arguments: [
      ("new", "news"), ("good", "goods"), ("glass", "glasses"), ("short", "shorts"),
      ("wood", "woods"), ("sweet", "sweets"), ("tight", "tights"), ("mean", "means"),
      ("your", "yours"), ("her", "hers"), ("thi", "this"), ("ramen", "raman"), ("his", "hi"),
      ("on", "one"), ("not", "note"), ("us", "use"), ("cloth", "clothes"), ("does", "doe"),
      ("olive", "olif"), ("die", "dice"), ("princess", "prince"), ("july", "julie"),
    ])
  func `words that only look like a plural are told apart`(_ one: String, _ other: String) {
    for (typed, answer) in [(one, other), (other, one)] {
      let verdict = verdict(typed, for: answer)
      #expect(!verdict.kind.isAccepted || verdict.mistakes == [.typo], "\(typed) for \(answer)")
    }
  }

  @Test(
    arguments: [
      ("3", "three"), ("20 minutes", "twenty minutes"), ("20minutes", "twenty minutes"),
      ("1st", "first"), ("2nd floor", "second floor"), ("3rd", "third"), ("21st", "twenty-first"),
      ("12th", "twelfth"), ("20th", "twentieth"), ("100th", "hundredth"),
      ("10,000", "ten thousand"),
      ("10000", "10,000"), ("10 000 yen", "ten thousand yen"), ("105", "one hundred and five"),
      ("a hundred", "one hundred"), ("1,000,000", "one million"), ("7 o'clock", "seven o'clock"),
      ("1 more time", "one more time"), ("7 pm", "7pm"), ("100%", "100 percent"),
      ("1100", "one thousand one hundred"), ("300,000", "three hundred thousand"),
      ("the 4th month", "fourth month"), ("two thousand and twenty", "2020"), ("0", "zero"),
    ])
  func `a number is the same in digits and in words`(_ one: String, _ other: String) {
    #expect(areTheSame(one, other))
  }

  @Test(
    arguments: [
      ("30", "3"), ("13", "thirty"), ("1st", "one"), ("2", "two hundred"), ("1,000", "10,000"),
      ("100", "one thousand"), ("four", "fourth"), ("6", "sixteen"), ("20 minutes", "2 minutes"),
      ("1000", "100"), ("007", "seven"), ("five hundred", "105"), ("21", "twenty"),
    ])
  func `another number is wrong`(_ one: String, _ other: String) {
    #expect(!verdict(one, for: other).kind.isAccepted)
    #expect(!verdict(other, for: one).kind.isAccepted)
  }

  @Test(
    arguments: [
      ("I'm a student", "I am a student"), ("Im a student", "I am a student"),
      ("I’ll go", "I will go"), ("we'll see", "we will see"), ("he's tall", "he is tall"),
      ("it's been cold", "it has been cold"), ("that's right", "that is right"),
      ("thats right", "that's right"), ("they're here", "they are here"),
      ("I've eaten", "I have eaten"), ("I'd like tea", "I would like tea"),
      ("you'd better go", "you had better go"), ("let's go", "let us go"),
      ("don't", "do not"), ("doesn't see", "does not see"), ("can't", "cannot"),
      ("can not", "can't"), ("won't go", "will not go"), ("shan't", "shall not"),
      ("mustn't do", "must not do"), ("couldn't", "could not"), ("weren't", "were not"),
      ("needn't", "need not"), ("who's that?", "who is that?"), ("what's this", "what is this"),
    ])
  func `a contraction and what it stands for are the same`(_ one: String, _ other: String) {
    #expect(areTheSame(one, other))
  }

  @Test(
    arguments: [
      ("I will go", "ill go"), ("we will", "well"), ("we are", "were"), ("he will", "hell"),
      ("I don't see", "I see"), ("she would", "shed"), ("is not", "is"), ("won't", "want"),
    ])
  func `words without an apostrophe are no contraction of others`(_ one: String, _ other: String) {
    #expect(!areTheSame(one, other))
  }

  @Test(
    arguments: [
      ("to forget something", "to forget sth"), ("to meet someone", "to meet sb"),
      ("meet somebody", "to meet someone"), ("everybody", "everyone"), ("nobody", "no one"),
      ("anyone", "anybody"), ("email", "e-mail"), ("well-known", "well known"),
      ("ice-cream", "ice cream"), ("the tangerine", "tangerine"), ("a tangerine", "the tangerines"),
    ])
  func `someone is somebody, and hyphens and articles make no difference`(
    _ one: String, _ other: String
  ) {
    #expect(areTheSame(one, other))
  }

  @Test(
    arguments: [
      ("colour", "color"), ("colourful", "colorful"), ("favourite", "favorite"),
      ("neighbours", "neighbor"), ("behaviour", "behavior"), ("honour", "honor"),
      ("centre", "center"), ("theatres", "theater"), ("kilometre", "kilometer"),
      ("litres", "liter"), ("to organise", "organize"), ("realised", "realized"),
      ("organisation", "organization"), ("to analyse", "analyze"), ("travelling", "traveling"),
      ("traveller", "traveler"), ("cancelled", "canceled"), ("jewellery", "jewelry"),
      ("grey", "gray"), ("cheque", "check"), ("programme", "program"), ("tyre", "tire"),
      ("pyjamas", "pajamas"), ("aeroplane", "airplane"), ("aluminium", "aluminum"),
      ("dialogue", "dialog"), ("catalogue", "catalog"), ("licence", "license"),
      ("defence", "defense"), ("practise", "practice"), ("moustache", "mustache"),
      ("mum", "mom"), ("maths", "mathematics"), ("plough", "plow"), ("sceptical", "skeptical"),
      ("storey", "story"), ("doughnut", "donut"), ("yoghurt", "yogurt"), ("cosy", "cozy"),
      ("skilful", "skillful"), ("to fulfil", "fulfill"), ("to enrol", "enroll"),
      ("judgement", "judgment"), ("learnt", "learned"), ("burnt", "burned"), ("whisky", "whiskey"),
      ("kerb", "curb"), ("mould", "mold"), ("draught", "draft"), ("encyclopaedia", "encyclopedia"),
      ("anaesthetic", "anesthetic"), ("manoeuvre", "maneuver"), ("okay", "OK"),
      ("alright", "all right"), ("sulphur", "sulfur"), ("artefact", "artifact"),
      ("ageing", "aging"), ("omelette", "omelet"), ("chilli", "chili"), ("towards", "toward"),
      ("tranquillity", "tranquility"), ("woollen", "woolen"), ("paediatrician", "pediatrician"),
    ])
  func `British and American spellings are both right, and the card's own is named`(
    _ british: String, _ american: String
  ) {
    #expect(areTheSame(british, american))
    let verdict = verdict(american, for: british)
    let isPlural = american == "toward"
    #expect(isPlural || verdict.message == "Usually written “\(british)”.", "\(verdict)")
  }

  @Test(
    arguments: [
      ("size", "sise"), ("four", "for"), ("prize", "prise"), ("filled", "filed"), ("hour", "hor"),
      ("tour", "tor"), ("here", "heer"), ("more", "moer"), ("falling", "faling"),
    ])
  func `what only looks like a spelling of the other side is none`(_ one: String, _ other: String) {
    #expect(!areTheSame(one, other))
  }

  @Test func `several answers in one line are right when each is, whatever else they answer`() {
    let speak = Question(prompt: "話す", answer: "to speak; to talk", reading: "はなす")
    let other = Question(prompt: "会話", answer: "speak", reading: "かいわ")
    let judge = Judge(vocabulary: Vocabulary([speak, other]))
    #expect(judge.judge("speak; to talk", against: speak).kind == .correct)
    #expect(judge.judge("talk, speak", against: speak).kind == .correct)
    #expect(judge.judge("speak; to walk", against: speak).mistakes == [.severalAnswers])
  }

  @Test(arguments: [
    ("TV", "TVs"), ("tv", "tvs"), ("CD", "CDs"), ("PC", "PCs"), ("DJ", "DJs"), ("ID", "IDs"),
    ("ad", "ads"),
    ("grown-up", "grown-ups"), ("check-in", "check-ins"), ("a flat-screen TV", "flat-screen TVs"),
  ])
  func `abbreviations and short words have plurals`(_ one: String, _ other: String) {
    #expect(areTheSame(one, other))
  }

  @Test(arguments: [("Mr.", "Mrs."), ("I", "is"), ("we", "us"), ("ye", "yes"), ("a ga", "gas")])
  func `a short word that only ends in s is no plural`(_ one: String, _ other: String) {
    #expect(!areTheSame(one, other))
  }

  @Test(arguments: [
    "somebody's wallet", "sb's wallet", "sb.'s wallet", "someones wallet", "someone’s wallet",
  ])
  func `someone may be called otherwise in a genitive, too`(typed: String) {
    #expect(areTheSame(typed, "someone's wallet"))
    #expect(!verdict(typed, for: "everyone's wallet").kind.isAccepted)
  }

  @Test(arguments: [
    ("to speak; to talk", ["to speak or to talk", "to talk or speak", "talk or speak"]),
    ("bicycle; bike", ["bicycle or bike", "bikes or bicycles"]), ("two or three", ["two or three"]),
  ])
  func `right answers may be joined by or`(answer: String, typed: [String]) {
    for line in typed { #expect(verdict(line, for: answer).kind.isAccepted, "\(line)") }
  }

  @Test(arguments: [
    ("to speak; to talk", "to speak or to walk"), ("bicycle; bike", "car or bike"),
    ("seven", "six or seven"), ("or", "one or two"),
  ])
  func `one wrong answer beside or is wrong`(answer: String, typed: String) {
    #expect(verdict(typed, for: answer).kind == .wrong)
  }
}
