/// Words that make another question of a text when they come, go or change: a negation, a number, a
/// person, a time, a direction. A corrected typo never touches them, and yet they are often only a
/// letter apart: he and she, Monday and Sunday, can and can't, 暑い and 熱い. So are words that begin or end
/// the opposite way: import and export, employer and employee.
package enum ContrastingWords {
  /// Whether more than the spelling may have changed from one text to another: a contrasting word or a
  /// number is there, or in a place, where it was not; a kanji gave way to another; a word gave way to
  /// one that is not spelled like it; a sign such as < came, went or changed.
  ///
  /// Kana that became kanji, or kanji that became kana, are a matter of spelling.
  ///
  /// - Complexity: O(n) in the letters, with an edit distance of at most ``EditDistance/mostOfTexts``
  package static func differ(_ first: String, _ second: String) -> Bool {
    if first.isSame(as: second) { return false }
    if first.filter(signs.contains) != second.filter(signs.contains) { return true }
    let (first, second) = (Words(first), Words(second))
    let gone = first.kanji.without(second.kanji)
    let come = second.kanji.without(first.kanji)
    if gone.isEmpty, come.isEmpty {
      if first.kanji != second.kanji { return true }
    } else if gone.isEmpty {
      if first.kana.without(second.kana).isEmpty { return true }
    } else if !come.isEmpty || second.kana.without(first.kana).isEmpty {
      return true
    }
    return Words.areExchanged(first, second)
  }

  private static let signs: Set<Character> = ["<", ">", "=", "≠", "≤", "≥", "+", "×", "÷", "±"]

  /// Whether a text denies something.
  package static func deny(_ text: String) -> Bool {
    Words(text).words.contains { $0.meaning.map(denials.contains) ?? false }
  }

  private static let denials: Set<String> = [
    "not", "never", "none", "nothing", "nobody", "nowhere", "neither", "nor", "without", "nicht",
    "kein", "nunca", "jamais",
  ]

  /// The meaning of a word that is one of these; words of one meaning don't contrast.
  fileprivate static let meanings: [String: String] = {
    var meanings: [String: String] = [:]
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      for synonyms in line.split(separator: " ") {
        let words = synonyms.split(separator: "|").map(String.init)
        for word in words where meanings[word] == nil { meanings[word] = words[0] }
      }
    }
    return meanings
  }()

  /// The Japanese words among them by their first letter, the longest first.
  fileprivate static let japanese = Dictionary(
    grouping: meanings.keys.filter(\.hasJapanese).map(Array.init)
      .sorted { ($0.count, String($1)) > ($1.count, String($0)) },
    by: { $0[0] })

  /// Forms in which a negation is written together with its verb.
  fileprivate static let negated: [Substring: String] = [
    "wo": "will", "ca": "can", "do": "do", "does": "do", "did": "did", "is": "is", "are": "are",
    "was": "was", "were": "were", "has": "has", "have": "have", "had": "had", "would": "would",
    "could": "could", "should": "should", "must": "must", "need": "need", "might": "might",
  ]

  /// Synonyms are joined by bars.
  private static let table = """
    # Negation, and how sure
    not|no|ない|ません|なかった|なく|なけ|ずに never none nothing nobody nowhere neither nor without nicht kein|keine|keinen nunca jamais
    yes|はい いいえ can could may might must should shall will would always often sometimes usually rarely|seldom only also too almost
    all every each some any many much few both half|半 more most less least other another same different
    sin nada nadie ninguno|ninguna|ningún tampoco
    # Numbers; digits stand for themselves
    0|zero|cero 1|one|uno 2|two|dos 3|three|さん|三|tres 4|four|よん|四|cuatro 5|five|五|cinco 6|six|ろく|六|seis
    7|seven|なな|しち|七|siete 8|eight|はち|八|ocho 9|nine|きゅう|九|nueve 10|ten|じゅう|十|diez|dix 11|eleven
    12|twelve|doce 13|thirteen|trece|treize 14|fourteen|catorce 15|fifteen|quince 16|sixteen 17|seventeen 18|eighteen 19|nineteen
    20|twenty|veinte 30|thirty|treinta|trente 40|forty|cuarenta 50|fifty|cincuenta 60|sixty|sesenta 70|seventy|setenta
    80|eighty|ochenta 90|ninety|noventa 100|hundred|ひゃく|百|cien|ciento 1000|thousand|千|mil 10000|まん|万 million billion dozen
    1st|first 2nd|second 3rd|third 4th|fourth|cuarto|cuarta 5th|fifth 6th|sixth 7th|seventh 8th|eighth 9th|ninth 10th|tenth last
    once twice thrice double triple sexto|sexta séptimo|séptima
    ひとつ|一つ ふたつ|二つ みっつ|三つ よっつ|四つ いつつ|五つ むっつ|六つ ななつ|七つ やっつ|八つ ここのつ|九つ ひとり|一人 ふたり|二人 ii iii iv vi vii viii ix xi xii
    # Persons
    i me my|mine myself you|あなた|貴方|きみ|君 your|yours yourself he|かれ|彼 him his himself she|かのじょ|彼女 her|hers herself it its itself
    we us our|ours ourselves they them their|theirs themselves this|これ|この that|それ|その these those あれ|あの どれ|どの わたし|私 ぼく|僕 おれ|俺 たち|達
    who whom whose what|なに|何 when|いつ where|どこ why|なぜ how which
    father|dad|daddy|おとう|お父|ちち|父 mother|mom|mum|mommy|mummy|おかあ|お母|はは|母 parent son|むすこ|息子 daughter|むすめ|娘 child|children
    padre madre hijo hija hermano hermana abuelo abuela tío|tio tía|tia primo prima sobrino sobrina suegro suegra esposo|marido esposa
    niño niña chico chica novio novia señor señora rey reina ella ellos ellas nosotros|nosotras vosotros|vosotras usted ustedes
    nuestro|nuestra vuestro|vuestra tuyo|tuya|tuyos|tuyas suyo|suya|suyos|suyas mío|mía|míos|mías
    este|esto|estos|estas ese|esa|eso|esos|esas aquel|aquella|aquello|aquellos|aquellas
    ich du er wir mein|meine|meinen|meinem|meiner dein|deine|deinen|deinem|deiner sein|seine|seinen|seinem|seiner
    unser|unsere|unseren|unserem|unserer euer|eure|euren|eurem|eurer ma|mes ton|ta|tes sa|ses notre|nos votre|vos
    brother|brethren sister あに|兄|おにい|お兄 あね|姉|おねえ|お姉 おとうと|弟 いもうと|妹 older|elder younger uncle|おじ aunt|おば おじい おばあ
    grandfather|grandpa grandmother|grandma grandson granddaughter nephew niece cousin husband|おっと|夫 wife|つま|妻 man|men|おとこ|男 woman|women|おんな|女
    boy girl male female king queen prince princess mr|mister mrs ms|miss sir madam|maam actor actress waiter waitress host hostess teacher student doctor nurse
    # Times
    monday|mon|げつようび|月曜日 tuesday|tue|tues|かようび|火曜日 wednesday|wed|すいようび|水曜日 thursday|thu|thurs|もくようび|木曜日
    friday|fri|きんようび|金曜日 saturday|sat|どようび|土曜日 sunday|sun|にちようび|日曜日 weekday weekend january|jan february|feb march|mar april|apr
    june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec spring|はる|春 summer|なつ|夏 autumn|fall|あき|秋 winter|ふゆ|冬
    yesterday|きのう|昨日 today|きょう|今日 tomorrow|あした|明日 あさって おととい morning|あさ|朝 noon afternoon|ごご|午後 evening|ゆうがた|夕方 night|よる|夜 midnight
    lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo enero febrero marzo abril mayo junio julio agosto
    septiembre octubre noviembre diciembre ayer hoy mañana
    montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche
    juni|juin juli|juillet 월요일 화요일 수요일 목요일 금요일 토요일 일요일 오전 오후
    am|a.m pm|p.m ごぜん|午前 dawn dusk second|びょう|秒 minute|ふん|分 hour|じかん|時間 day week month year century now then before|まえ|前 after|あと|後
    early|earlier late|later ago next since until
    # Directions, places and degrees
    left|ひだり|左 right|みぎ|右 up|うえ|上 down|した|下 north|きた|北 south|みなみ|南 east|ひがし|東 west|にし|西 in|なか|中 out|そと|外 on off
    into onto from inside outside above below over under front back|うしろ|後ろ behind forward|forwards backward|backwards top bottom near far here|ここ there|そこ あそこ
    links rechts gauche droite aquí ahí allí|allá izquierda|izquierdo derecha|derecho norte sur oeste arriba abajo あがる|上がる さがる|下がる さげる|下げる
    こちら そちら あちら upstairs downstairs come|came|くる|来る go|went|いく|行く give|gave|あげる|上げる get|got take|took くれる もらう buy|bought sell|sold
    open close|shut push pull big|large|おおきい|大きい small|little|ちいさい|小さい high|たかい|高い low|ひくい|低い cheap|やすい|安い expensive
    new old young good bad hot warm cold cool long short rich poor true false black white red blue green yellow lend|lent borrow teach|taught learn
    elementary primary junior senior middle secondary
    """

  /// Whether one word gave way to another that begins or ends the opposite way: import and export,
  /// emigrante and inmigrante, login and logout.
  fileprivate static func areOpposites(_ first: String, _ second: String) -> Bool {
    beginnings.contains { family in
      family.contains { own, group in
        guard first.count >= own.count + 3, first.hasPrefix(own) else { return false }
        let rest = first.dropFirst(own.count)
        return family.contains { $1 != group && second == $0 + String(rest) }
      }
    }
      || endings.contains { family in
        family.contains { own, group in
          guard first.count >= own.count + 3, first.hasSuffix(own) else { return false }
          let rest = first.dropLast(own.count)
          return family.contains { $1 != group && second == String(rest) + $0 }
        }
      }
  }

  private typealias Family = [(affix: String, group: Int)]

  private static let beginnings = families(
    """
    in|im ex de|des|dis
    in|im e
    a|ac|at de|des
    en|em de|des
    over|sobre|super|hyper|hiper under|sub|infra|hypo|hipo
    pre|ante pos|post
    anter poster inter exter
    intra inter extra
    pro|pre re con|com anti|contra
    up down
    on|in off|out
    fore|for back
    left right
    north south east west
    nor sur
    max|máx|maj|may min|mín
    macro mega micro
    mono|uni bi|di tri multi|poly|poli
    homo hetero
    opti|optim pesi|pesim|pessi|pessim
    ben|bene|bien mal|male
    some any no every
    who what where|wher when which how
    thir for|four fif six seven eigh nine
    """)

  private static let endings = families(
    """
    er|or ee
    east|este west|oeste
    in|on out|off
    up down
    man|men woman|women
    teenth tieth
    """)

  /// Affixes of which those in a line contrast; synonyms are joined by bars.
  private static func families(_ table: String) -> [Family] {
    table.split(separator: "\n").map { line in
      line.split(separator: " ").enumerated().flatMap { group, synonyms in
        synonyms.split(separator: "|").map { (affix: String($0), group: group) }
      }
    }
  }
}

/// A text as its words, kanji and kana.
private struct Words {
  /// A word, with its meaning if it is a contrasting one.
  struct Word {
    let text: String
    var meaning: String?
  }

  private(set) var words: [Word] = []
  /// Its kanji in order.
  private(set) var kanji: [Character] = []
  /// Its kana in order, in hiragana.
  private(set) var kana: [Character] = []
  /// Words that only a capital tells from another: you and she are both "sie".
  private var capitals: [String] = []

  private static let told: Set<String> = ["sie", "ihr", "ihre", "us", "polish", "may", "march"]
  private static let articles: Set<String> = ["a", "an", "the", "to"]

  init(_ text: String) {
    let whole = text.inOrdinaryWidth.replacing("’", with: "'")
    let letters = Array(whole.lowercased()).map(Self.hiragana)
    let written = Array(whole)
    let isLower = written.count == letters.count
    var index = 0
    while index < letters.count {
      let letter = letters[index]
      if letter.isASCII && letter.isNumber {
        let end = Self.endOfNumber(letters, from: index)
        let isNegative =
          index > 0 && "-−".contains(letters[index - 1])
          && (index == 1 || letters[index - 2].isWhitespace)
        var digits = String(letters[index..<end].filter { $0 != "," })
        if isNegative { digits = "-" + digits }
        words.append(Word(text: digits, meaning: digits))
        index = end
      } else if Self.isOfWord(letter) {
        var end = index + 1
        while end < letters.count, Self.isOfWord(letters[end]) || Self.joins(letters, end) {
          end += 1
        }
        let word = String(letters[index..<end])
        if isLower, written[index].isUppercase, Self.told.contains(word) { capitals.append(word) }
        add(word)
        index = end
      } else {
        index = addJapanese(letters, from: index)
      }
    }
  }

  private static func hiragana(_ letter: Character) -> Character {
    guard let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1 else {
      return letter
    }
    return Character(scalar.asHiragana)
  }

  /// Whether it is a letter of a script that writes words: any but kanji and kana.
  private static func isOfWord(_ letter: Character) -> Bool {
    guard let scalar = letter.unicodeScalars.first else { return false }
    return switch Script(of: scalar) {
    case .latin: true
    case .wide, .other: letter.isLetter
    case .hiragana, .katakana, .longMark, .kanji: false
    }
  }

  /// Whether an apostrophe or the dot of "a.m." stands within a word.
  private static func joins(_ letters: [Character], _ index: Int) -> Bool {
    (letters[index] == "'" || letters[index] == ".") && index + 1 < letters.count
      && isOfWord(letters[index + 1])
  }

  private static func endOfNumber(_ letters: [Character], from start: Int) -> Int {
    func isDigit(_ index: Int) -> Bool {
      index < letters.count && letters[index].isASCII && letters[index].isNumber
    }
    var end = start
    while isDigit(end) || end < letters.count && ".,".contains(letters[end]) && isDigit(end + 1) {
      end += 1
    }
    return end
  }

  private mutating func add(_ word: String) {
    if let verb = Self.negatedVerb(word) {
      words += [Word(text: verb, meaning: ContrastingWords.meanings[verb]), Self.not]
    } else if word.contains("'") {
      for part in word.split(separator: "'") where part != "s" {
        words.append(Word(text: String(part), meaning: Self.meaning(of: String(part))))
      }
    } else {
      words.append(Word(text: word, meaning: Self.meaning(of: word)))
    }
  }

  private static let not = Word(text: "not", meaning: "not")

  private static func negatedVerb(_ word: String) -> String? {
    if word == "cannot" { return "can" }
    let stem =
      word.hasSuffix("n't") ? word.dropLast(3) : word.hasSuffix("nt") ? word.dropLast(2) : ""
    if let verb = ContrastingWords.negated[stem] { return verb }
    return word.hasSuffix("n't") ? String(stem) : nil
  }

  /// The meaning of a word in any of its regular forms.
  private static func meaning(of word: String) -> String? {
    if let meaning = ContrastingWords.meanings[word] { return meaning }
    for (ending, rests) in [
      ("ies", ["y"]), ("es", [""]), ("s", [""]), ("ed", ["", "e"]), ("ing", ["", "e"]),
    ] where word.hasSuffix(ending) && word.count > ending.count + 2 {
      for rest in rests {
        if let meaning = ContrastingWords.meanings[word.dropLast(ending.count) + rest] {
          return meaning
        }
      }
    }
    return nil
  }

  /// Adds a contrasting word that begins here, else a letter; returns where the next one begins.
  private mutating func addJapanese(_ letters: [Character], from index: Int) -> Int {
    let found = ContrastingWords.japanese[letters[index]]?.first {
      letters[index...].starts(with: $0)
    }
    let end = index + (found?.count ?? 1)
    for letter in letters[index..<end] {
      switch letter.unicodeScalars.first.map(Script.init) {
      case .kanji: kanji.append(letter)
      case .hiragana, .katakana, .longMark: kana.append(letter)
      default: break
      }
    }
    if let found {
      let text = String(found)
      words.append(Word(text: text, meaning: ContrastingWords.meanings[text]))
    }
    return end
  }

  /// Whether a word of one text gave way to another word in the other.
  static func areExchanged(_ first: Words, _ second: Words) -> Bool {
    if first.capitals != second.capitals { return true }
    var (first, second) = (first.words, second.words)
    forgiveTypos(in: &first, of: second)
    forgiveTypos(in: &second, of: first)
    if first.compactMap(\.meaning) != second.compactMap(\.meaning) { return true }
    func plain(_ words: [Word]) -> [String] {
      words.filter { $0.meaning == nil && !articles.contains($0.text) }.map(\.text)
    }
    let gone = plain(first).without(plain(second))
    let come = plain(second).without(plain(first))
    if gone.isEmpty || come.isEmpty { return false }
    let (old, new) = (gone.joined(), come.joined())
    if old == new { return false }
    let (short, long) = old.count < new.count ? (old, new) : (new, old)
    if long.hasSuffix(short) {
      if long.count >= short.count + 2, short.count > 1 { return true }
      // Legal and ilegal, moral and amoral.
      if short.count >= 4, long.hasPrefix("a") || long.hasPrefix("i") { return true }
    }
    // That many words are another text.
    guard gone.count * come.count <= mostPairs else { return true }
    if gone.contains(where: { word in come.contains { ContrastingWords.areOpposites(word, $0) } }) {
      return true
    }
    let most = long.count < 3 ? 0 : min(max(1, long.count / 3), EditDistance.mostOfTexts)
    return EditDistance.between(Array(old), Array(new), atMost: most) > most
  }

  /// The most pairs of words that are compared.
  private static let mostPairs = 10_000

  /// Gives a misspelled word the meaning of the long word in the other text that it is a letter away
  /// from.
  private static func forgiveTypos(in words: inout [Word], of others: [Word]) {
    let known = Set(words.map(\.text))
    var seen: Set<String> = []
    let meant = others.filter {
      $0.meaning != nil && $0.text.count >= 6 && !known.contains($0.text)
        && seen.insert($0.text).inserted
    }
    if meant.isEmpty { return }
    for (index, word) in words.enumerated() where word.meaning == nil {
      words[index].meaning =
        meant.first {
          $0.text.first == word.text.first && EditDistance.isOne($0.text, word.text)
        }?.meaning
    }
  }
}

extension Array where Element: Hashable {
  /// What is left when each element of another array has taken one of its kind.
  fileprivate func without(_ others: [Element]) -> [Element] {
    var counts: [Element: Int] = [:]
    for element in others { counts[element, default: 0] += 1 }
    return filter { element in
      guard let count = counts[element], count > 0 else { return true }
      counts[element] = count - 1
      return false
    }
  }
}
