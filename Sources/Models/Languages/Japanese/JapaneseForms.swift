import RabbleText

/// The forms of a Japanese verb or adjective that are as right as the one in the deck: polite for
/// plain, plain for polite, and what people say for what they write.
///
/// It is a rule, not part of the decks, so that the forms of any author's deck are judged alike and a
/// group can switch it with one word.
struct JapaneseForms: WordForms {
  private let request: FormRequest
  let asksForForm: Bool
  private let asksForInvitation: Bool
  private let asksForPotential: Bool
  private let asksForVoice: Bool
  private let asksForNegative: Bool
  private let asksForPast: Bool
  private let verbEnding: Unicode.Scalar?
  /// Polite or plain, if only that is wanted.
  private let wanted: WordForm.Kind?

  /// Looks at what a question asks for. One that says “plain” or “polite” itself means it.
  init(_ request: FormRequest) {
    let prompt = request.prompt.lowercased()
    func has(_ words: String...) -> Bool { words.contains { prompt.contains($0) } }
    self.request = request
    asksForInvitation = has("volitional", "let's", "let’s", "意向")
    asksForPotential = has("potential", "可能")
    asksForVoice = has("passive", "受身", "受け身", "causative", "使役")
    let saysPlain = has("plain", "casual", "普通形", "辞書形")
    let saysPolite = has("polite", "丁寧形")
    // A named ending is taken as it stands; beside “plain” the polite one is asked again.
    asksForNegative = has("negative", "否定") || saysPlain && has("→ ない", "→ なかった")
    asksForPast = has("past", "過去")
    asksForForm =
      request.direction == .recognition
      && (asksForInvitation || asksForPotential || asksForVoice || asksForNegative || asksForPast
        || has("→", "->", "⇒"))
      // The label of a blank may say which it wants: 今日は [寒い, polite]。
      || request.direction == .cloze && (saysPlain || saysPolite)
      // So may a prompt that is a meaning: wait (te form).
      || request.direction == .production && has("te form", "te-form", "て形", "て form", "て-form")
    // The word whose form is asked for stands first: 飲む → past.
    verbEnding =
      prompt.unicodeScalars.drop { !Self.isJapanese($0) }.prefix(while: Self.isJapanese).last
    wanted = saysPlain ? .plain : saysPolite ? .polite : request.wanted
  }

  func forms(of answer: String) -> [WordForm] {
    guard request.direction != .reading else { return [] }
    var forms = related(to: answer).filter { form in
      switch form.kind {
      case .polite: wanted != .plain
      case .plain: wanted != .polite
      case .colloquial, .written: true
      }
    }
    if asksForForm, let form = Self.otherCopula(answer) { forms.append(form) }
    if asksForForm, asksForPotential {
      forms += ([answer] + forms.map(\.text)).compactMap(Self.withoutRa)
        .map { WordForm(text: $0, kind: .colloquial) }
    }
    forms += ([answer] + forms.map(\.text)).compactMap(Self.contracted)
      .map { WordForm(text: $0, kind: .colloquial) }
    return forms.filter { !request.prompt.contains($0.text) }
  }

  func unwanted(of answer: String) -> [WordForm] {
    related(to: answer).filter { form in
      form.kind == .polite ? wanted == .plain : wanted == .polite
    }
  }

  /// The polite forms of a plain one, and the plain forms of a polite one.
  private func related(to answer: String) -> [WordForm] {
    guard asksForForm else { return [] }
    var polite = Self.polite(of: answer)
    if asksForInvitation, let form = Self.invitation(answer) { polite.append(form) }
    if asksForPotential || asksForVoice, let form = Self.voice(answer) { polite.append(form) }
    if asksForNegative, let form = Self.negative(answer) { polite.append(form) }
    if asksForPast, let form = past(answer) { polite.append(form) }
    if answer.hasSuffix("ら"), let form = past(String(answer.dropLast())) {
      polite.append(form + "ら")
    }
    return polite.map { WordForm(text: $0, kind: .polite) }
      + Self.plain(of: answer).map { WordForm(text: $0, kind: .plain) }
  }

  // MARK: - Polite and plain

  /// Plain endings with the polite ones of the same meaning; the first that fits counts.
  private static let endings: [(plain: String, polite: [String])] = [
    ("くなかった", ["くなかったです", "くありませんでした"]),
    ("じゃなかった", ["じゃなかったです", "じゃありませんでした", "ではなかったです", "ではありませんでした"]),
    ("ではなかった", ["ではなかったです", "ではありませんでした", "じゃなかったです", "じゃありませんでした"]),
    ("くない", ["くないです", "くありません"]),
    ("じゃない", ["じゃないです", "じゃありません", "ではないです", "ではありません"]),
    ("ではない", ["ではないです", "ではありません", "じゃないです", "じゃありません"]),
    ("なかった", ["なかったです"]), ("かった", ["かったです"]),
    ("ばならない", ["ばなりません", "ばならないです"]), ("はならない", ["はなりません", "はならないです"]),
    ("ばいけない", ["ばいけません", "ばいけないです"]), ("はいけない", ["はいけません", "はいけないです"]),
    ("といけない", ["といけません", "といけないです"]), ("ゃいけない", ["ゃいけません", "ゃいけないです"]),
    ("だめ", ["だめです"]),
    ("ができない", ["ができません", "ができないです"]), ("はできない", ["はできません", "はできないです"]),
    ("ができる", ["ができます"]), ("はできる", ["はできます"]), ("にしよう", ["にしましょう"]),
    ("ない", ["ないです"]), ("たい", ["たいです"]), ("だった", ["でした"]),
    ("ている", ["ています"]), ("でいる", ["でいます"]),
  ]

  private static func polite(of text: String) -> [String] {
    if let (plain, polite) = endings.first(where: { text.hasSuffix($0.plain) }) {
      return polite.map { text.dropLast(plain.count) + $0 }
    }
    return []
  }

  private static func plain(of text: String) -> [String] {
    if text.hasSuffix("か") {
      return plain(of: String(text.dropLast())).flatMap { [$0, $0 + "か"] }
    }
    let pairs = endings.flatMap { ending in ending.polite.map { ($0, ending.plain) } }
    // The longest ending counts: くないです before ないです.
    let found = pairs.filter { text.hasSuffix($0.0) }.max { $0.0.count < $1.0.count }
    return found.map { [text.dropLast($0.0.count) + $0.1] } ?? []
  }

  /// あいましょう for あおう, たべましょう for たべよう, きましょう for こよう.
  private static func invitation(_ text: String) -> String? {
    guard text.hasSuffix("う") else { return nil }
    let stem = text.dropLast()
    guard let last = stem.last else { return nil }
    if last == "よ" {
      let base = stem.dropLast()
      return (base == "こ" ? "き" : String(base)) + "ましょう"
    }
    guard let row = rows.first(where: { $0[4] == last }) else { return nil }
    return stem.dropLast() + String(row[1]) + "ましょう"
  }

  /// あえます for あえる, またせます for またせる: every potential, passive and causative is an ichidan verb.
  private static func voice(_ text: String) -> String? {
    guard text.hasSuffix("る"), let before = text.dropLast().last,
      rows.contains(where: { $0[3] == before }) || text.hasSuffix("できる")
    else { return nil }
    return text.dropLast() + "ます"
  }

  /// のみません for のまない, たべませんでした for たべなかった, きません for こない.
  private static func negative(_ text: String) -> String? {
    let endings = [("なかった", "ませんでした"), ("ない", "ません")]
    guard let (plain, polite) = endings.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let stem = text.dropLast(plain.count)
    guard let last = stem.last, let kana = last.unicodeScalars.first else { return "あり" + polite }
    if last == "こ" { return "\(stem.dropLast())き\(polite)" }
    if let row = rows.first(where: { $0[0] == last }) {
      return "\(stem.dropLast())\(row[1])\(polite)"
    }
    // くない and じゃない are of adjectives and nouns.
    return kana.vowel == "い" || kana.vowel == "え" || Script(of: kana) == .kanji
      ? stem + polite : nil
  }

  /// たべました for たべた, のみました for のんだ where the prompt has 飲む.
  private func past(_ text: String) -> String? {
    guard let end = text.last, end == "た" || end == "だ" else { return nil }
    let stem = text.dropLast()
    guard let last = stem.unicodeScalars.last, !stem.hasSuffix("なかっ"), !stem.hasSuffix("たかっ")
    else { return nil }
    // Only an ichidan verb has an e there.
    if end == "た", last.vowel == "え" { return stem + "ました" }
    guard let verbEnding else { return nil }
    let isOther = verbEnding == "る" && last != "っ" || verbEnding == "す" && last == "し"
    if end == "た", isOther { return stem + "ました" }
    let sound: Unicode.Scalar? = Self.godanPasts[verbEnding]?[String(last) + String(end)]
    return sound.map { "\(stem.dropLast())\($0)ました" }
  }

  /// What the last kana of godan verbs is before ます, by their ending and the end of their past.
  private static let godanPasts: [Unicode.Scalar: [String: Unicode.Scalar]] = [
    "う": ["った": "い"], "つ": ["った": "ち"], "る": ["った": "り"], "く": ["いた": "き", "った": "き"],
    "ぐ": ["いだ": "ぎ"], "む": ["んだ": "み"], "ぶ": ["んだ": "び"], "ぬ": ["んだ": "に"],
  ]

  /// ではない for じゃない, and the reverse.
  private static func otherCopula(_ text: String) -> WordForm? {
    for ending in ["ない", "なかった", "ないです", "なかったです", "ありません", "ありませんでした"] {
      if text.hasSuffix("じゃ" + ending) {
        return WordForm(text: "\(text.dropLast(ending.count + 2))では\(ending)", kind: .written)
      }
      if text.hasSuffix("では" + ending) {
        return WordForm(text: "\(text.dropLast(ending.count + 2))じゃ\(ending)", kind: .colloquial)
      }
    }
    return nil
  }

  private static func isJapanese(_ letter: Unicode.Scalar) -> Bool {
    Script(of: letter).isKana || Script(of: letter) == .kanji
  }

  private static let rows = [
    "わいうえお", "かきくけこ", "がぎぐげご", "さしすせそ", "たちつてと", "なにぬねの", "ばびぶべぼ",
    "まみむめも", "らりるれろ",
  ].map(Array.init)

  // MARK: - As people talk

  /// 食べれる for 食べられる, 食べれない for 食べられない.
  private static func withoutRa(_ text: String) -> String? {
    let endings = [
      "る", "ない", "なかった", "た", "て", "ます", "ません", "ました", "ませんでした", "ないです", "なかったです",
    ]
    return endings.first { text.hasSuffix("られ" + $0) }
      .map { "\(text.dropLast($0.count + 2))れ\($0)" }
  }

  /// てる for ている, ちゃう for てしまう, and their kin.
  private static func contracted(_ text: String) -> String? {
    let pairs = [
      ("てしまった", "ちゃった"), ("でしまった", "じゃった"), ("てしまいます", "ちゃいます"),
      ("でしまいます", "じゃいます"), ("てしまう", "ちゃう"), ("でしまう", "じゃう"),
      ("んでいます", "んでます"), ("いでいます", "いでます"), ("んでいる", "んでる"), ("いでいる", "いでる"),
      ("んでいた", "んでた"), ("いでいた", "いでた"), ("ています", "てます"), ("ている", "てる"),
      ("ていた", "てた"),
    ]
    guard let (written, said) = pairs.first(where: { text.hasSuffix($0.0) }),
      text.count > written.count
    else { return nil }
    return text.dropLast(written.count) + said
  }
}
