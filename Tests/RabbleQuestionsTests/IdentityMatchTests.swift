import RabbleQuestions
import Testing

@Suite struct IdentityMatchTests {
  private func entry(
    _ prompt: String, _ answer: String, id: String? = nil, in group: String = "G",
    after place: String? = "edge", isStudied: Bool = true
  ) -> IdentityEntry {
    IdentityEntry(
      id: QuestionID(of: Question(id: id, prompt: prompt, answer: answer), inGroup: group),
      name: id, group: group,
      place: place.map { place in
        let before = QuestionID(of: Question(prompt: place, answer: place), inGroup: group)
        return .init(before: before, after: nil)
      }, prompt: prompt, answer: answer, isStudied: isStudied)
  }

  @Test(arguments: [
    ("Good morning!", "おはよう。", "good  morning", "おはよう"),
    ("食べる", "to eat", "食[た]べる", "to eat"),
    ("ＡＢＣ", "１", "abc", "1"), ("to\u{200b}day", "heute", "today", "heu\u{ad}te"),
  ])
  func `what an author changes without meaning anything by it makes no other question`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    let match = IdentityMatch(
      gone: [entry(prompt, answer)], come: [entry(newPrompt, newAnswer, in: "Other", after: nil)])
    #expect(match.decisions.map(\.reason) == [.sameText])
  }

  @Test(arguments: [
    ("recieve a letter", "てがみをもらう", "receive a letter", "手がみをもらう"),
    ("teh", "das", "the", "das"),
    ("犬", "dgo", "犬", "dog"),
    ("食べる", "to eat", "食べる", "to eat; to have a meal"),
    ("お早う", "good morning", "おはよう", "good morning"),
    ("犬", "a dog", "犬", "the dog"),
    ("犬", "dog", "犬", "dog (animal)"),
    ("犬 (animal)", "dog", "犬", "dog"),
    ("意味", "meaning", "意味", "meaning (corrected)"),
    ("来る", "to come", "来る", "to come; to arrive"),
    ("don't panic", "keine Panik", "dont panic", "keine Panik"),
    ("Wednseday", "水曜日", "Wednesday", "水曜日"),
    ("one", "1", "one", "1; one"),
    ("てがみ", "letter", "手がみ", "letter"),
  ])
  func `an edit in place is the same question`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    let match = IdentityMatch(
      gone: [entry(prompt, answer)], come: [entry(newPrompt, newAnswer)])
    #expect(match.decisions.map(\.known.prompt) == [prompt])
  }

  @Test(arguments: [
    ("犬", "dog", "猫", "cat"),
    ("三十", "さんじゅう", "四十", "よんじゅう"),
    ("Room 12", "twelve", "Room 13", "thirteen"),
    ("三十分", "さんじゅっぷん", "四十分", "よんじゅっぷん"),
    ("火曜日", "Tuesday", "水曜日", "Wednesday"),
    ("きゃ", "kya", "きゅ", "kyu"),
    ("来週", "next week", "来月", "next month"),
    ("四", "よん", "四", "し"),
    ("日曜日", "Sunday", "月曜日", "Monday"),
    ("日曜日", "day of the week", "月曜日", "day of the week"),
    ("お父さん", "father", "お母さん", "mother"),
    ("父の日", "Father's Day", "母の日", "Mother's Day"),
    ("午前八時", "8 a.m.", "午後八時", "8 p.m."),
    ("暑い", "hot", "熱い", "hot"),
    ("小学生", "elementary school student", "中学生", "junior high school student"),
    ("高い", "not expensive", "高い", "expensive"),
    ("安い", "expensive", "安い", "inexpensive"),
    ("学生", "student", "大学生", "student"),
    ("会社", "company", "社会", "company"),
    ("兄", "older brother", "姉", "older sister"),
    ("上", "up", "下", "up"),
    ("lunes", "Monday", "lunes", "Tuesday"),
    ("er geht", "he goes", "er geht", "she goes"),
    ("hidari", "turn left here", "hidari", "turn right here"),
    ("I can swim", "泳げる", "I can't swim", "泳げる"),
    ("we're here", "ここ", "were here", "ここ"),
    ("3 dogs", "drei Hunde", "4 dogs", "drei Hunde"),
    ("-5 degrees", "kalt", "5 degrees", "kalt"),
    ("3.5 km", "weit", "35 km", "weit"),
    ("thirteen", "dreizehn", "thirty", "dreizehn"),
    ("食べます", "to eat", "食べません", "to eat"),
    ("おじさん", "uncle", "おばさん", "uncle"),
    ("the red car", "das Auto", "the blue car", "das Auto"),
    ("sie kommt", "coming", "Sie kommt", "coming"),
    ("いいえ", "no, thanks", "いいえ", "thanks"),
    ("a", "expensive", "a", "expensive (not)"),
    ("will", "will (future)", "will", "will (testament)"),
    ("World War II", "1939", "World War I", "1939"),
    ("mein Hund", "my dog", "dein Hund", "my dog"), ("ese libro", "book", "este libro", "book"),
    ("dog", "mein Hund", "dog", "dein Hund"), ("esto", "this", "eso", "this"),
    ("juin", "6", "juillet", "6"), ("treize", "13", "trente", "13"),
    ("월요일", "day", "화요일", "day"), ("오전", "half a day", "오후", "half a day"),
    ("mood", "счастливый", "mood", "несчастный"),
  ])
  func `another question in the same place is never taken for it`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    let match = IdentityMatch(
      gone: [entry(prompt, answer)], come: [entry(newPrompt, newAnswer)])
    #expect(match.decisions.isEmpty)
  }

  /// Whether a question in place of another is neither taken for it nor for a new one.
  private func expectAsked(
    _ gone: [IdentityEntry], _ come: [IdentityEntry], at place: SourceLocation = #_sourceLocation
  ) {
    let match = IdentityMatch(gone: gone, come: come)
    #expect(match.decisions.isEmpty, sourceLocation: place)
    #expect(match.unclear.map(\.candidates.count) == [1], sourceLocation: place)
  }

  @Test(arguments: [
    ("日曜日", "Sunday", "月曜日", "Monday"), ("火曜日", "Tuesday", "水曜日", "Wednesday"),
    ("お父さん", "father", "お母さん", "mother"), ("暑い", "hot", "熱い", "hot"),
    ("小学生", "elementary school student", "中学生", "junior high school student"),
    ("午前八時", "8 a.m.", "午後八時", "8 p.m."), ("高い", "not expensive", "高い", "expensive"),
    ("der Montag", "lundi", "der Sonntag", "dimanche"), ("tuyo", "yours", "suyo", "his"),
  ])
  func `a changed kanji, number, negation, person or time is asked about`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    expectAsked([entry(prompt, answer)], [entry(newPrompt, newAnswer)])
  }

  @Test(arguments: [
    ("テント", "tent", "テスト", "test"), ("カート", "cart", "カード", "card"),
    ("lieben", "to love", "leben", "to live"), ("chat", "cat", "char", "car"),
    ("Mutter", "mother", "Mütter", "mothers"), ("trabajo", "I work", "trabajé", "I worked"),
  ])
  func `a short word of which both sides changed is asked about`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    expectAsked([entry(prompt, answer)], [entry(newPrompt, newAnswer)])
  }

  @Test(arguments: [
    ("importar", "to import", "exportar", "to export"),
    ("importación", "import", "exportación", "export"),
    ("interno", "internal", "externo", "external"), ("輸入", "import", "輸出", "export"),
    ("ゆにゅう", "to import", "ゆにゅう", "to export"), ("interior", "interior", "exterior", "exterior"),
    ("incluir", "to include", "excluir", "to exclude"),
    ("implícito", "implicit", "explícito", "explicit"),
    ("inmigrante", "immigrant", "emigrante", "emigrant"),
    ("ascender", "to ascend", "descender", "to descend"),
    ("prenatal", "prenatal", "postnatal", "postnatal"),
    ("anteponer", "to prepose", "posponer", "to postpone"),
    ("subestimar", "to underestimate", "sobreestimar", "to overestimate"),
    ("mayúscula", "uppercase letter", "minúscula", "lowercase letter"),
    ("máximo", "maximum", "mínimo", "minimum"),
    ("bienestar", "well-being", "malestar", "ill-being"),
    ("optimista", "optimist", "pesimista", "pessimist"), ("legal", "legal", "ilegal", "illegal"),
    ("posible", "possible", "imposible", "impossible"),
    ("macroeconomía", "macroeconomics", "microeconomía", "microeconomics"),
    ("noreste", "northeast", "noroeste", "northwest"), ("hermano", "sibling", "hermana", "sibling"),
    ("junio", "6", "julio", "7"), ("sesenta", "60", "setenta", "70"),
    ("nuestro", "ours", "vuestro", "yours"), ("over", "overcharge", "over", "undercharge"),
    ("の", "increase", "の", "decrease"), ("の", "inflation", "の", "deflation"),
    ("の", "to encode", "の", "to decode"), ("の", "to attach", "の", "to detach"),
    ("の", "introvert", "の", "extrovert"), ("の", "hypertension", "の", "hypotension"),
    ("の", "interstate", "の", "intrastate"), ("の", "bilingual", "の", "trilingual"),
    ("の", "northern", "の", "southern"), ("の", "employer", "の", "employee"),
    ("の", "progressive", "の", "regressive"), ("の", "whenever", "の", "wherever"),
    ("の", "anywhere", "の", "nowhere"), ("の", "moral", "の", "amoral"),
    ("上半身", "upper body", "下半身", "lower body"), ("国内", "kokunai", "国外", "kokugai"),
    ("入口", "iriguchi", "出口", "deguchi"), ("午前中", "in the a.m.", "午後中", "in the p.m."),
    ("可能", "possible", "不可能", "impossible"), ("あがる", "agaru", "さがる", "sagaru"),
    ("入口", "entrance", "出口", "exit"), ("entrance", "入口", "exit", "出口"),
    ("午前", "morning", "午後", "afternoon"), ("入り口", "way in", "出口", "exit"),
    ("食べ物", "something to eat", "飲み物", "a drink"),
  ])
  func `a word that gave way to its opposite on one side or both is asked about`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    expectAsked([entry(prompt, answer)], [entry(newPrompt, newAnswer)])
  }

  @Test func `a word that shares a kanji with what stood elsewhere is not asked about`() {
    let gone = [entry("入口", "entrance"), entry("学生", "student", after: "水")]
    for come in [
      // With another word beside it, each would be asked about for many.
      [entry("出口", "exit"), entry("先生", "teacher")], [entry("出口", "exit", after: "火")],
      [entry("窓", "window"), entry("犬", "dog", after: "水")],
    ] {
      let match = IdentityMatch(gone: gone, come: come)
      #expect(match.decisions.isEmpty && match.unclear.isEmpty)
      #expect(match.lost.count == 2)
    }
  }

  @Test(arguments: [
    ("recibir", "to recieve", "recibir", "to receive"), ("の", "definately", "の", "definitely"),
    ("の", "seperate rooms", "の", "separate rooms"), ("の", "accomodation", "の", "accommodation"),
    ("の", "goverment", "の", "government"), ("の", "enviroment", "の", "environment"),
    ("の", "necesary", "の", "necessary"), ("の", "to beleive", "の", "to believe"),
    ("の", "freind", "の", "friend"), ("の", "it occured", "の", "it occurred"),
    ("の", "wierd", "の", "weird"), ("の", "adress", "の", "address"),
    ("の", "calender", "の", "calendar"), ("の", "collegue", "の", "colleague"),
    ("の", "to embarass", "の", "to embarrass"), ("の", "independant", "の", "independent"),
    ("の", "restaraunt", "の", "restaurant"), ("の", "rythm", "の", "rhythm"),
    ("の", "suprise", "の", "surprise"), ("の", "to discribe", "の", "to describe"),
    ("の", "dispair", "の", "despair"), ("の", "to inprove", "の", "to improve"),
    ("の", "to enquire", "の", "to inquire"), ("の", "preformance", "の", "performance"),
    ("の", "proffesor", "の", "professor"), ("の", "imigrate", "の", "immigrate"),
    ("の", "illegaly", "の", "illegally"), ("の", "inposible", "の", "impossible"),
    ("el excenario", "the stage", "el escenario", "the stage"),
    ("bivir", "to live", "vivir", "to live"), ("exámen", "exam", "examen", "exam"),
    ("tambien", "also", "también", "also"),
    ("desarollo", "development", "desarrollo", "development"),
    ("expontáneo", "spontaneous", "espontáneo", "spontaneous"),
    ("inperfecto", "imperfect", "imperfecto", "imperfect"),
    ("sabado", "Saturday", "sábado", "Saturday"),
    ("el mèdico", "the docter", "el médico", "the doctor"),
    ("la jirafa", "girafe", "la jirafa", "giraffe"), ("へや", "room, chamber", "へや", "room; chamber"),
    ("てがみ", "leter", "手がみ", "letter"), ("たべもの", "foood", "食べもの", "food"),
    ("exportar", "to exportt", "exportar", "to export"),
    ("importante", "important", "importante", "important; big"),
    ("externo", "external", "externo", "external (outer)"),
  ])
  func `a correction in place is not asked about`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    let match = IdentityMatch(
      gone: [entry(prompt, answer)], come: [entry(newPrompt, newAnswer)])
    #expect(match.decisions.count == 1)
  }

  @Test(arguments: [
    ("犬", "dog", "犬", "dog (animal)"), ("意味", "maening", "意味", "meaning"),
    ("犬", "dog", "犬", "dog; hound"),
  ])
  func `the same prompt elsewhere in its group with hardly another answer is the same question`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    let match = IdentityMatch(
      gone: [entry(prompt, answer, after: "a")], come: [entry(newPrompt, newAnswer, after: "b")])
    #expect(match.decisions.count == 1)
  }

  @Test func `a copy that stood before the original went is the same question`() {
    let match = IdentityMatch(
      gone: [entry("犬", "dog"), entry("猫", "cat")], come: [], refused: []
    ) { left in
      #expect(left.map(\.prompt) == ["犬", "猫"])
      return [
        entry("犬", "dog", in: "Pets", after: nil, isStudied: false),
        entry("猫", "cat", in: "Pets", after: nil, isStudied: true),
      ]
    }
    #expect(match.decisions.map(\.entry.prompt) == ["犬"])
    #expect(match.unclear.map(\.known.prompt) == ["猫"], "it has a history of its own")
  }

  @Test func `of several new copies of one text the first goes on`() {
    let match = IdentityMatch(
      gone: [entry("犬", "dog")],
      come: [entry("犬", "dog", in: "Pets", after: nil), entry("犬", "dog", in: "All", after: nil)])
    #expect(match.decisions.map(\.entry.group) == ["Pets"])
    #expect(match.unclear.isEmpty)
  }

  @Test func `what was refused is neither matched nor asked about again`() {
    let (old, new) = (entry("犬", "dog"), entry("犬", "dog (animal)"))
    let match = IdentityMatch(
      gone: [old], come: [new], refused: [.init(known: old.id, entry: new.id)]
    ) { _ in [] }
    #expect(match.decisions.isEmpty && match.unclear.isEmpty)
    #expect(match.lost == [old])
  }

  @Test func `an edit in another place is asked about, not guessed`() {
    let match = IdentityMatch(
      gone: [entry("bank", "Bank", after: "a")], come: [entry("bank", "Geldbank", after: "b")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.map(\.known.answer) == ["Bank"])
    #expect(match.unclear.first?.candidates.map(\.answer) == ["Geldbank"])
  }

  @Test func `what has nothing in common is not asked about`() {
    let match = IdentityMatch(gone: [entry("犬", "dog")], come: [entry("猫", "cat")])
    #expect(match.unclear.isEmpty)
  }

  @Test func `two candidates are no match`() {
    let match = IdentityMatch(
      gone: [entry("bank", "Bank")],
      come: [entry("bank", "Banke"), entry("bank", "Bankk")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.first?.candidates.count == 2)
  }

  @Test func `a question that was never answered keeps its successor from being taken`() {
    let match = IdentityMatch(
      gone: [entry("colour", "Farbe"), entry("color", "Farbe", isStudied: false)],
      come: [entry("colors", "Farbe")])
    #expect(match.decisions.isEmpty)
  }

  @Test func `two ids of the author are two questions`() {
    let match = IdentityMatch(
      gone: [entry("犬", "dog", id: "a")], come: [entry("犬", "dog", id: "b")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.count == 1, "the author may have renamed it")
  }

  @Test func `a question that is given an id is the same question`() {
    let match = IdentityMatch(gone: [entry("犬", "dog")], come: [entry("犬", "dog", id: "b")])
    #expect(match.decisions.map(\.reason) == [.sameText])
  }

  @Test func `equal questions of two renamed groups go with their groups`() {
    let old = ["A", "B"].flatMap { [entry("x", "1", in: $0), entry("only \($0)", "2", in: $0)] }
    let new = ["A", "B"].flatMap {
      [entry("x", "1", in: "New " + $0), entry("only \($0)", "2", in: "New " + $0)]
    }
    let match = IdentityMatch(gone: old, come: new)
    #expect(match.decisions.count == 4)
    #expect(match.decisions.allSatisfy { $0.entry.group == "New " + $0.known.group })
  }

  @Test func `one question in place of two equal ones is asked about`() {
    let match = IdentityMatch(
      gone: [entry("x", "1", in: "A"), entry("x", "1", in: "B")],
      come: [entry("x", "1", in: "C")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.count == 2)
  }

  @Test func `what an unstarted course has besides keeps nothing from being asked`() {
    let twin = IdentityEntry(
      id: QuestionID(of: Question(prompt: "日曜日", answer: "Sunday"), inGroup: "Days"),
      group: "Days", place: nil, prompt: "日曜日", answer: "Sunday", isStudied: false,
      staysInGroup: true)
    let match = IdentityMatch(
      gone: [entry("日曜日", "Sunday")], come: [entry("月曜日", "Monday")], refused: []
    ) { _ in [twin] }
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.map { $0.candidates.map(\.prompt) } == [["月曜日"]])
  }

  @Test func `histories that have nothing in common with what comes change nothing about it`() {
    let edits = [
      ("犬", "dog", "犬", "dog (animal)"), ("teh", "das", "the", "das"), ("暑い", "hot", "熱い", "hot"),
    ]
    let come = edits.map { entry($0.2, $0.3) }
    let near = edits.map { entry($0.0, $0.1) } + [entry("猫 (x)", "cat (x)", after: nil)]
    let remote = (1...40).map { entry("鳥\($0)", "bird \($0)", in: "Old", after: nil) }
    let alone = IdentityMatch(gone: near, come: come + [entry("猫 x", "cat x", in: "Other")])
    let among = IdentityMatch(
      gone: remote + near, come: come + [entry("猫 x", "cat x", in: "Other")])
    #expect(among.decisions == alone.decisions)
    #expect(Set(alone.decisions.map(\.known.prompt)) == ["犬", "teh", "猫 (x)"])
    #expect(among.unclear == alone.unclear)
    #expect(Set(among.lost.map(\.id)) == Set((alone.lost + remote).map(\.id)))
  }
}
