import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleJudging
@testable import RabbleLanguages

struct LearnedFormTests {
  private func verdict(
    _ typed: String, _ prompt: String, _ answer: String, _ language: String?,
    answers: String? = nil, others: [(String, String)] = [], demandsAccents: Bool = false
  ) -> Verdict {
    let question = Question(prompt: prompt, answer: answer)
    let known = others.map { Question(prompt: $0.0, answer: $0.1) }
    let judge = known.isEmpty ? Judge() : Judge(vocabulary: Vocabulary([question] + known))
    return judge.judge(
      typed, for: asked(question, language, answers),
      options: JudgingOptions(demandsAccents: demandsAccents))
  }

  private func asked(
    _ question: Question, _ language: String?, _ answers: String? = nil,
    _ direction: Direction = .recognition
  ) -> AskedQuestion {
    question.asked(
      direction,
      in: AskingContext(languages: GroupLanguages(learned: language, answers: answers)))
  }

  @Test func `no other form of a Spanish verb passes for the right one`() {
    let pairs = SpanishForms.verbs.flatMap { verb in
      verb.forms.flatMap { right in
        verb.forms.filter { isNear($0, right) }.map { (typed: $0, right: right) }
      }
    }
    #expect(pairs.count >= 1950)
    var generator = SeededGenerator(seed: 1)
    for (typed, right) in pairs.shuffled(using: &generator).prefix(LongForm.rounds(usually: 1950)) {
      let verdict = verdict(typed, "a form of it", right, "es", demandsAccents: true)
      #expect(verdict.kind == .wrong, "\(typed) for \(right): \(verdict.message)")
    }
  }

  @Test func `no other gender, number or article of a Spanish word passes for the right one`() {
    var count = 0
    for forms in SpanishForms.groups {
      for right in forms {
        for typed in forms where typed != right {
          count += 1
          let verdict = verdict(typed, "a form of it", right, "es")
          #expect(!verdict.kind.isAccepted, "\(typed) for \(right): \(verdict.message)")
        }
      }
    }
    #expect(count >= 650)
  }

  /// Whether two forms are near enough for anybody to take one for a typo of the other.
  private func isNear(_ one: String, _ other: String) -> Bool {
    one != other && EditDistance.between(Array(one), Array(other), atMost: 2) <= 2
  }

  @Test(arguments: [
    ("to speak", "hablamos", "hablemos", "es"), ("I can", "puedo", "pueda", "es"),
    ("the parents", "los padres", "las padres", "es"), ("small", "pequeño", "pequeña", "es"),
    ("the boy", "le garçon", "la garçon", "fr"), ("the table", "der Tisch", "den Tisch", "de"),
    ("hello", "안녕하세요", "안녕하새요", "ko"), ("the table", "der Tisch", "der Fisch", "de"),
    ("we speak", "parlons", "parlions", "fr"), ("we spoke", "nous parlions", "nous parlons", "fr"),
    ("beautiful", "beau", "beaux", "fr"), ("the friend", "l'ami", "l'amie", "fr"),
    ("I went", "ich ging", "ich gang", "de"), ("learned", "lernten", "lernen", "de"),
    ("the children", "die Kinder", "die Kindern", "de"), ("a man", "ein Mann", "einen Mann", "de"),
    ("we spoke", "falámos", "falamos", "pt"), ("we will speak", "parleremo", "parleremmo", "it"),
    ("the boys", "i ragazzi", "i ragazze", "it"), ("good", "buono", "buona", "it"),
    ("you wanted", "queríamos", "querríamos", "es"), ("spoken", "hablado", "hablando", "es"),
    ("thank you", "감사합니다", "감사함니다", "ko"), ("to go", "가다", "가디", "ko"),
    ("the book", "книга", "книги", "ru"), ("the man", "ο άνθρωπος", "ο άνθρωπου", "el"),
  ])
  func `a wrong form is wrong`(prompt: String, answer: String, typed: String, language: String) {
    let verdict = verdict(typed, prompt, answer, language, demandsAccents: true)
    #expect(verdict.kind == .wrong, "\(verdict)")
  }

  @Test(arguments: [
    ("to work", "trabajar", "trabjaar", "es"), ("library", "biblioteca", "bibiloteca", "es"),
    ("speed", "Geschwindigkeit", "Geschwindikgeit", "de"),
    ("schoolbook", "livro escolar", "livro ecsolar", "pt"),
    ("washing machine", "lavatrice", "lavartice", "it"),
    ("fortunately", "heureusement", "heuresuement", "fr"),
  ])
  func `letters in the wrong order well inside a word make no other form`(
    prompt: String, answer: String, typed: String, language: String
  ) {
    let verdict = verdict(typed, prompt, answer, language)
    #expect(verdict.kind == .remark, "\(verdict)")
    #expect(verdict.mistakes == [.typo])
  }

  @Test func `a word that the decks know is no typo`() {
    #expect(verdict("caberza", "head", "cabreza", "es").kind == .remark)
    let verdict = verdict("caberza", "head", "cabreza", "es", others: [("x", "una caberza")])
    #expect(verdict.kind == .wrong)
  }

  @Test func `the message says which form it is where the decks know it`() {
    let article = verdict("das Tisch", "the table", "der Tisch", "de")
    #expect(article.mistakes == [.article])
    #expect(article.message == "The article makes the difference.")
    let known = verdict(
      "den Tisch", "the table", "der Tisch", "de", others: [("the table (object)", "den Tisch")])
    #expect(known.mistakes == [.article, .otherAnswer])
    #expect(known.message.contains("“den Tisch” is the table (object)."))
    let form = verdict("hablas", "hablar: yo", "hablo", "es", others: [("hablar: tú", "hablas")])
    #expect(form.mistakes == [.form, .otherAnswer])
    #expect(form.message.contains("“hablas” is hablar: tú."))
  }

  @Test func `a letter that makes no English word makes no other form`() {
    for typed in ["lage", "lareg", "larg"] {
      let verdict = verdict(typed, "big", "large", "en", answers: "en")
      #expect(verdict.kind == .wrong)
      #expect(verdict.mistakes == [.typo], "\(typed)")
    }
    #expect(verdict("larger", "big", "large", "en", answers: "en").mistakes == [.form])
  }

  @Test(arguments: [
    ("el padre", "el pader", "es"), ("la mujer", "la mujar", "es"), ("comer", "commer", "es"),
    ("mañana", "maniana", "es"), ("primero", "primerro", "es"), ("somos", "sommos", "es"),
    ("el fin de semana", "el fin de semaan", "es"), ("morgen", "morgne", "de"),
    ("aujourd'hui", "aujourd'hiu", "fr"), ("안녕하세요", "안녕하세오", "ko"),
  ])
  func `a misspelling is no form of the word`(answer: String, typed: String, language: String) {
    let verdict = verdict(typed, "meaning", answer, language, answers: language)
    #expect(verdict.kind == .wrong || verdict.kind == .remark)
    #expect(verdict.mistakes == [.typo], "\(verdict)")
  }

  @Test(arguments: [("hablo", "habla"), ("buenos", "buenas"), ("casa", "casas")])
  func `another ending makes another form`(answer: String, typed: String) {
    let known = answer == "buenos" ? [("good (f)", "buenas")] : []
    #expect(
      verdict(typed, "meaning", answer, "es", answers: "es", others: known).mistakes.first == .form)
  }

  @Test func `an article with an apostrophe is an article`() {
    for (answer, typed, language) in [
      ("l'eau", "eau", "fr"), ("l’école", "école", "fr"), ("l'homme", "homme", "fr"),
      ("l'amico", "amico", "it"), ("un'amica", "amica", "it"),
    ] {
      let verdict = verdict(typed, "a noun", answer, language)
      #expect(verdict.kind == .retry && verdict.mistake == .article, "\(verdict)")
    }
    for (answer, typed, language) in [
      ("l'eau", "une eau", "fr"), ("l'homme", "le homme", "fr"), ("l'amico", "lo amico", "it"),
    ] {
      let verdict = verdict(typed, "a noun", answer, language)
      #expect(verdict.kind == .wrong && verdict.mistakes == [.article], "\(verdict)")
    }
    #expect(verdict("l'eau", "water", "eau", "fr", answers: "fr").kind == .remark)
  }

  @Test func `a word is an article only in its own language`() {
    #expect(verdict("a comer", "to eat", "comer", "es").kind == .wrong)
    #expect(verdict("pie", "on foot", "a pie", "es").kind == .wrong)
    #expect(verdict("dog", "der Hund", "the dog", "en", answers: "en").mistake == .article)
  }

  @Test func `another article is wrong though the deck takes the word without any`() {
    for typed in ["la lunes", "los lunes"] {
      let verdict = verdict(typed, "Monday", "el lunes; lunes", "es")
      #expect(verdict.kind == .wrong)
      #expect(verdict.mistakes == [.article])
      #expect(verdict.right == "el lunes")
    }
  }

  @Test func `an article does not hide another card's answer`() {
    let verdict = verdict(
      "la mañana", "tomorrow", "mañana", "es", others: [("the morning", "la mañana")])
    #expect(!verdict.kind.isAccepted)
    #expect(verdict.mistakenFor.map(\.prompt) == ["the morning"])
  }

  @Test(arguments: [
    ("colour", "color"), ("to organise", "to organize"), ("color", "colour"),
    ("colours", "colors"), ("travelling", "traveling"),
  ])
  func `an English word may be spelled as in the other country`(answer: String, typed: String) {
    let verdict = verdict(typed, "Bedeutung", answer, "en", answers: "en")
    #expect(verdict.kind == .remark)
    #expect(verdict.message == "Usually written “\(answer)”.")
  }

  @Test func `another number of an English noun is another form`() {
    #expect(verdict("childs", "Kinder", "children", "en", answers: "en").kind == .wrong)
    #expect(verdict("color", "Farben", "colours", "en", answers: "en").kind == .wrong)
  }

  @Test(arguments: [
    ("спаси́бо", "спасибо", "ru"), ("самолёт", "самолет", "ru"), ("كِتَاب", "كتاب", "ar"),
    ("שָׁלוֹם", "שלום", "he"), ("λόγος", "ΛΌΓΟΣ", "el"), ("λόγος", "ΛΟΓΟΣ", "el"),
  ])
  func `stress, vowel points and the accents of capitals may be left out`(
    answer: String, typed: String, language: String
  ) {
    #expect(verdict(typed, "meaning", answer, language).kind == .correct)
    #expect(verdict(typed, "meaning", answer + "; x", language).kind.isAccepted)
  }

  @Test(arguments: [
    ("λόγος", "λογος", "el"), ("el año", "el ano", "es"), ("die Vögel", "die Vogel", "de"),
    ("où", "ou", "fr"), ("nǐ hǎo", "ni hao", "zh"), ("đường", "duong", "vi"),
  ])
  func `a mark that was not typed is accepted, and shown`(
    answer: String, typed: String, language: String
  ) {
    let found = verdict(typed, "meaning", answer, language)
    #expect(found.kind == .remark && found.message == "Mind the marks: “\(answer)”.")
  }

  @Test(arguments: [
    ("nǐ hǎo", "ní hǎo", "zh"), ("за́мок", "замо́к", "ru"), ("avô", "avó", "pt"), ("où", "oú", "fr"),
    ("trabajo", "trabajó", "es"), ("zahlen", "zählen", "de"), ("γέρος", "γερός", "el"),
  ])
  func `a mark that was typed and is another, or stands elsewhere, is incorrect`(
    answer: String, typed: String, language: String
  ) {
    let found = verdict(typed, "meaning", answer, language)
    #expect(found.kind == .wrong && found.mistakes == [.accent])
  }

  @Test(arguments: [
    ("мета", "мeта", "ru"), ("أهلا", "اهلا", "ar"), ("مدرسة", "مدرسه", "ar"),
    ("کتاب", "كتاب", "fa"),
    ("น้ำ", "นํ้า", "th"), ("ο φίλος", "o φίλος", "el"), ("mașină", "maşină", "ro"),
    ("lǜ", "lu:4", "zh"), ("bàba", "ba4ba0", "zh"),
  ])
  func `letters that count as one are right`(answer: String, typed: String, language: String) {
    #expect(verdict(typed, "meaning", answer, language).kind.isAccepted)
  }

  @Test(arguments: [
    ("привет", "ghbdtn", "ru", "That is “привет” on another keyboard."),
    ("молоко", "moloko", "ru", "That is the answer, but type it in Cyrillic letters."),
    ("شكرا", "shukran", "ar", "Type it in Arabic letters."),
    ("안녕", "annyeong", "ko", "Type it in Korean letters."),
  ])
  func `the keys of another keyboard and Latin letters are asked again`(
    answer: String, typed: String, language: String, message: String
  ) {
    let found = verdict(typed, "meaning", answer, language)
    #expect(found.kind == .retry && found.message.hasPrefix(message))
  }

  @Test(arguments: [
    ("bebo", "yo bebo", "es", true), ("yo bebo", "bebo", "es", true),
    ("bebo", "tú bebo", "es", false),
    ("parlo italiano", "io parlo italiano", "it", true), ("bebo", "yo bebes", "es", false),
  ])
  func `a pronoun that a verb does without makes no difference`(
    answer: String, typed: String, language: String, isRight: Bool
  ) {
    #expect(verdict(typed, "I drink", answer, language).kind.isAccepted == isRight)
  }

  @Test func `stress counts where accents are demanded, and for another card`() {
    let demanded = verdict("спасибо", "thanks", "спаси́бо", "ru", demandsAccents: true)
    #expect(demanded.mistakes == [.accent])
    let other = verdict("все", "everything", "всё", "ru", others: [("everybody", "все")])
    #expect(other.kind == .wrong && other.mistakenFor.map(\.prompt) == ["everybody"])
  }

  @Test func `a noun without its article may be tried again`() {
    for (answer, typed, language) in [
      ("der Tisch", "Tisch", "de"), ("la casa", "casa", "es"), ("le garçon", "garçon", "fr"),
    ] {
      let verdict = verdict(typed, "a noun", answer, language)
      #expect(verdict.kind == .retry)
      #expect(verdict.mistake == .article)
    }
  }

  @Test(arguments: [
    ("die Straße", "Straße", "de", VerdictKind.remark), ("der Straße", "Straße", "de", .wrong),
    ("das Mädchen", "Mädchen", "de", .remark), ("die Mädchen", "Mädchen", "de", .wrong),
    ("der Wald", "Wald", "de", .retry), ("el año", "año", "es", .remark),
    ("la año", "año", "es", .wrong), ("la mano", "mano", "es", .remark),
    ("el mano", "mano", "es", .wrong), ("la nation", "nation", "fr", .remark),
    ("il libro", "libro", "it", .remark), ("a cidade", "cidade", "pt", .remark),
    ("o cidade", "cidade", "pt", .wrong),
  ])
  func `an article that the deck leaves out is judged where the ending tells`(
    typed: String, answer: String, language: String, kind: VerdictKind
  ) {
    #expect(verdict(typed, "meaning", answer, language, answers: language).kind == kind)
  }

  @Test(arguments: [
    ("I am", "I'm"), ("he doesn't live here", "he does not live here"), ("cannot", "can't"),
    ("can't", "cannot"), ("we are not", "we aren't"), ("we're not", "we aren't"),
    ("he is", "he's"), ("he has", "he's"), ("he's", "he has"), ("I would go", "I'd go"),
    ("I had gone", "I'd gone"), ("let's go", "let us go"), ("they won't", "they will not"),
    ("what's", "what is"), ("there is", "there's"),
  ])
  func `a contraction is right where English is learned, and what it stands for`(
    answer: String, typed: String
  ) {
    for (right, line) in [(answer, typed), (answer, typed.replacing("'", with: "’"))] {
      let verdict = verdict(line, "Bedeutung", right, "en", answers: "en")
      #expect(verdict.kind.isAccepted, "\(line) for \(right): \(verdict)")
    }
  }

  @Test(arguments: [
    ("he is", "he has"), ("I would", "I had"), ("the dog's bone", "the dog is bone"),
    ("we are", "we aren't"), ("whose", "who's"),
  ])
  func `other words than a contraction stands for are wrong`(answer: String, typed: String) {
    #expect(!verdict(typed, "Bedeutung", answer, "en", answers: "en").kind.isAccepted)
  }

  @Test(arguments: [
    ("la camisa", "la cama", "es"), ("la carne", "la cara", "es"), ("pero", "perro", "es"),
    ("twenty", "twelve", "en"), ("кошка", "кот", "ru"),
  ])
  func `a word with another stem is no form, though the decks know it`(
    answer: String, typed: String, language: String
  ) {
    let noun = String(typed.split(separator: " ").last ?? "")
    let unknown = verdict(
      typed, "meaning", answer, language, answers: language, others: [("x", "x \(noun) x")])
    #expect(unknown.kind == .wrong)
    #expect(!unknown.mistakes.contains(.form), "\(unknown)")
    let known = verdict(
      typed, "meaning", answer, language, answers: language, others: [("other", typed)])
    #expect(known.mistakes == [.otherAnswer], "\(known)")
    #expect(known.message == "“\(typed)” is other.")
  }

  @Test(arguments: [
    ("elle parle", "elle palre", "fr"), ("vous êtes", "vuos êtes", "fr"),
    ("come stai", "come sati", "it"), ("buona sera", "bouna sera", "it"),
    ("hasta mañana", "asta mañana", "es"), ("post office", "pst office", "en"),
  ])
  func `a slip in one word of a phrase is told by its letters`(
    answer: String, typed: String, language: String
  ) {
    let verdict = verdict(typed, "meaning", answer, language, answers: language)
    #expect(verdict.kind == .wrong)
    #expect(verdict.message == "Close, but some letters differ.")
  }

  @Test func `a noun without its article may be tried again with oe for ö`() {
    for typed in ["Äpfel", "Aepfel", "Apfel"] {
      let verdict = verdict(typed, "the apples", "die Äpfel", "de")
      #expect(verdict.kind == .retry && verdict.mistake == .article, "\(typed): \(verdict)")
    }
  }

  @Test(arguments: [
    ("el perro", "dog", "perro"), ("el café", "coffee", "el cafe"), ("la leçon", "lesson", "lecon"),
  ])
  func `the prompt without its article or accent is the prompt`(
    prompt: String, answer: String, typed: String
  ) {
    let verdict = verdict(typed, prompt, answer, "es", answers: "en")
    #expect(verdict.kind == .retry && verdict.mistake == .promptTypedBack, "\(verdict)")
  }

  @Test func `a zero before the hour makes no other time`() {
    #expect(verdict("09:30", "a las nueve y media", "9:30", "es", answers: "en").kind == .correct)
    #expect(verdict("9:30", "half past nine", "09:30", "es").kind.isAccepted)
    #expect(verdict("09:00", "a las nueve", "9:00", "es", answers: "en").kind.isAccepted)
    #expect(verdict("19:30", "a las nueve y media", "9:30", "es", answers: "en").kind == .wrong)
    #expect(verdict("9:03", "a las nueve y media", "9:30", "es", answers: "en").kind == .wrong)
  }

  @Test func `a contraction is no typo of a word`() {
    #expect(verdict("who's", "cuyo", "whose", "es", answers: "en").kind == .wrong)
    #expect(verdict("whose", "quién es", "who's", "es", answers: "en").kind == .wrong)
  }

  @Test func `pinyin is told from words with accents`() {
    for text in ["xièxie", "xuésheng", "Nǐ hǎo", "nǚ'ér", "qù", "bú kèqi", "wèi"] {
      #expect(Pinyin.isSpelled(in: text), "\(text)")
    }
    for text in ["café", "résumé", "fiancé", "née", "déjà vu", "à la carte", "thanks", "xiexie"] {
      #expect(!Pinyin.isSpelled(in: text), "\(text)")
    }
    #expect(verdict("xie4xie", "谢谢", "xièxie", "zh").kind == .correct)
    #expect(verdict("xue2sheng5", "学生", "xuésheng", "zh").kind == .correct)
  }

  @Test func `umlauts and tones may be typed with other keys`() {
    #expect(verdict("schoen", "nice", "schön", "de").kind == .remark)
    #expect(verdict("Fuesse", "feet", "Füße", "de").kind == .remark)
    #expect(verdict("ni3 hao3", "你好", "nǐ hǎo", "zh").kind == .correct)
    #expect(verdict("zhong1guo2", "中国", "Zhōngguó", "zh").kind == .correct)
    #expect(verdict("ni2 hao3", "你好", "nǐ hǎo", "zh").kind == .wrong)
    #expect(verdict("lv4", "green", "lǜ", "zh").kind == .correct)
  }

  @Test func `a Spanish question needs no marks at either end`() {
    for typed in ["Cómo estás", "¿Cómo estás?", "Cómo estás?", "¡Cómo estás!"] {
      let verdict = verdict(typed, "How are you?", "¿Cómo estás?", "es", demandsAccents: true)
      #expect(verdict.kind == .correct)
    }
  }

  @Test(
    arguments: [
      ("食べる", "to eat", "ja", AnswerLanguage.known(nil)), ("학교", "school", "ko", .known(nil)),
      ("hello", "안녕하세요", "ko", .learned("ko")), ("street", "Straße", "de", .learned("de")),
      ("die Straße", "street", "de", .known("en")), ("la mesa", "table", "es", .known("en")),
      ("the table", "der Tisch", nil, .learned(nil)), ("犬", "dog", nil, .known(nil)),
      ("家", "house", "en", .known(nil)), ("casa", "house", "en", .learned("en")),
      ("hablar: yo (presente)", "hablo", "es", .learned("es")),
      ("hedgehog", "ёж", "ru", .learned("ru")),
    ] as [(String, String, String?, AnswerLanguage)])
  func `the language of an answer is told by its script, then by its words`(
    prompt: String, answer: String, language: String?, expected: AnswerLanguage
  ) {
    let question = Question(prompt: prompt, answer: answer)
    #expect(AnswerLanguage(of: asked(question, language)) == expected)
  }

  @Test func `the language that a group names decides`() {
    let question = Question(prompt: "die Katze", answer: "el gato")
    #expect(AnswerLanguage(of: asked(question, "de", "es")) == .known("es"))
    #expect(AnswerLanguage(of: asked(question, "es-MX", "es")) == .learned("es"))
    #expect(AnswerLanguage(of: asked(question, "de", "en", .production)) == .learned("de"))
    // What is forgiven in Spanish to someone who knows it.
    for (typed, kind) in [
      ("gato", VerdictKind.correct), ("el perro", .wrong), ("el gaot", .remark),
    ] {
      #expect(Judge().judge(typed, for: asked(question, "de", "es")).kind == kind)
    }
  }

  @Test(arguments: [
    ("trabajar", "travajar", "es"), ("la habitación", "la havitación", "es"),
    ("a la izquierda", "a la isquierda", "es"), ("el cumpleaños", "el cunpleaños", "es"),
    ("se levanta", "se lebanta", "es"), ("extranjero", "estranjero", "es"),
    ("la zanahoria", "la zanaoria", "es"), ("la almendra", "la almhendra", "es"),
    ("die Wohnungstür", "die Wonungstür", "de"), ("zuverlässig", "zuferlässig", "de"),
  ])
  func `a consonant that sounds alike, or an h that nobody hears, is a mistake in spelling`(
    answer: String, typed: String, language: String
  ) {
    let verdict = verdict(typed, "meaning", answer, language, answers: language)
    #expect(verdict.kind == .wrong, "\(verdict)")
    #expect(verdict.mistakes == [.typo])
  }

  @Test(arguments: [
    ("biblioteca", "bibkioteca", "es"), ("biblioteca", "bivlioteca", "es"),
    ("el cocodrilo", "el cocofrilo", "es"),
  ])
  func `a consonant struck beside its key is a typo only if it sounds otherwise`(
    answer: String, typed: String, language: String
  ) {
    let isSoundAlike = typed == "bivlioteca"
    let verdict = verdict(typed, "meaning", answer, language, answers: language)
    #expect(verdict.kind == (isSoundAlike ? .wrong : .remark))
  }
}

extension AnswerLanguage: Equatable {
  static func known(_ tag: String?) -> AnswerLanguage {
    .known(tag.map { Languages.shipped[$0] } ?? Languages.shipped.usual)
  }

  static func learned(_ tag: String?) -> AnswerLanguage {
    .learned(tag.map { Languages.shipped[$0] } ?? Languages.shipped.unnamed)
  }

  /// Whether both are the same language, and both known or both learned.
  public static func == (one: AnswerLanguage, other: AnswerLanguage) -> Bool {
    one.isKnown == other.isKnown && one.shared.tag == other.shared.tag
  }
}
