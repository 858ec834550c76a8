import RabbleText

/// Which kana which keys make: Hepburn, wāpuro, kunrei and nihon-shiki spellings in one table,
/// together with the keys that input methods have for small and rare kana.
struct KeyTable: Sendable {
  /// The one table there is.
  static let standard = KeyTable()

  /// The kana that keys make when nothing else is known, in hiragana.
  private(set) var kana: [String: Reading] = [:]
  /// Further kana that the same keys may mean, in hiragana: `ti` for てぃ beside ち.
  private(set) var otherKana: [String: [Reading]] = [:]
  /// Every spelling of one or two kana that belong together; the first makes exactly that kana.
  private(set) var spellings: [Reading: [String]] = [:]
  /// Every beginning of keys that make a kana, the whole keys not among them unless they can grow.
  private(set) var beginnings: Set<String> = []

  /// The number of letters in the longest keys.
  static let longestKeys = 4

  private init() {
    for (keys, row) in KeyRows.syllables {
      for (vowel, kana) in zip("aiueo", row.split(separator: " ")) where kana != "-" {
        add(keys + String(vowel), for: String(kana))
      }
    }
    for (keys, kana) in KeyRows.single { add(keys, for: kana) }
    for (kana, keys) in KeyRows.alsoRead {
      for key in keys.split(separator: " ") { add(String(key), alsoFor: kana) }
    }
    for keys in kana.keys {
      for end in keys.indices.dropFirst() { beginnings.insert(String(keys[..<end])) }
    }
  }

  private mutating func add(_ keys: String, for text: String) {
    let reading = Reading(text.unicodeScalars)
    guard kana[keys] == nil else { return }
    kana[keys] = reading
    spellings[reading, default: []].append(keys)
  }

  private mutating func add(_ keys: String, alsoFor text: String) {
    let reading = Reading(text.unicodeScalars)
    otherKana[keys, default: []].append(reading)
    spellings[reading, default: []].append(keys)
  }
}

/// The rows that `KeyTable` is made of. Where two keys make the same kana, the row that stands first
/// has the usual ones.
enum KeyRows {
  /// Consonants, and what they make with a, i, u, e and o (`-` where nothing).
  static let syllables: [(String, String)] = [
    ("", "あ い う え お"), ("k", "か き く け こ"), ("g", "が ぎ ぐ げ ご"),
    ("sh", "しゃ し しゅ しぇ しょ"), ("s", "さ し す せ そ"),
    ("j", "じゃ じ じゅ じぇ じょ"), ("z", "ざ じ ず ぜ ぞ"),
    ("ch", "ちゃ ち ちゅ ちぇ ちょ"), ("ts", "つぁ つぃ つ つぇ つぉ"), ("t", "た ち つ て と"),
    ("d", "だ ぢ づ で ど"), ("dz", "- ぢ づ - -"), ("dj", "ぢゃ ぢ ぢゅ ぢぇ ぢょ"),
    ("n", "な に ぬ ね の"), ("f", "ふぁ ふぃ ふ ふぇ ふぉ"), ("h", "は ひ ふ へ ほ"),
    ("b", "ば び ぶ べ ぼ"), ("p", "ぱ ぴ ぷ ぺ ぽ"), ("m", "ま み む め も"),
    ("y", "や い ゆ いぇ よ"), ("r", "ら り る れ ろ"), ("l", "ら り る れ ろ"),
    ("w", "わ うぃ う うぇ を"), ("wh", "うぁ うぃ う うぇ うぉ"), ("wy", "- ゐ - ゑ -"),
    ("v", "ゔぁ ゔぃ ゔ ゔぇ ゔぉ"), ("c", "か き く け こ"),
    ("kw", "くぁ くぃ くぅ くぇ くぉ"), ("qw", "くぁ くぃ くぅ くぇ くぉ"),
    ("q", "くぁ くぃ く くぇ くぉ"), ("gw", "ぐぁ ぐぃ ぐぅ ぐぇ ぐぉ"),
    ("sw", "すぁ すぃ すぅ すぇ すぉ"), ("tw", "とぁ とぃ とぅ とぇ とぉ"),
    ("dw", "どぁ どぃ どぅ どぇ どぉ"), ("fw", "ふぁ ふぃ ふぅ ふぇ ふぉ"),
    ("th", "てゃ てぃ てゅ てぇ てょ"), ("dh", "でゃ でぃ でゅ でぇ でょ"),
    ("ky", "きゃ きぃ きゅ きぇ きょ"), ("gy", "ぎゃ ぎぃ ぎゅ ぎぇ ぎょ"),
    ("sy", "しゃ しぃ しゅ しぇ しょ"), ("shy", "しゃ しぃ しゅ しぇ しょ"),
    ("zy", "じゃ じぃ じゅ じぇ じょ"), ("jy", "じゃ じぃ じゅ じぇ じょ"),
    ("ty", "ちゃ ちぃ ちゅ ちぇ ちょ"), ("cy", "ちゃ ちぃ ちゅ ちぇ ちょ"),
    ("chy", "ちゃ ちぃ ちゅ ちぇ ちょ"), ("dy", "ぢゃ ぢぃ ぢゅ ぢぇ ぢょ"),
    ("ny", "にゃ にぃ にゅ にぇ にょ"), ("hy", "ひゃ ひぃ ひゅ ひぇ ひょ"),
    ("by", "びゃ びぃ びゅ びぇ びょ"), ("py", "ぴゃ ぴぃ ぴゅ ぴぇ ぴょ"),
    ("my", "みゃ みぃ みゅ みぇ みょ"), ("ry", "りゃ りぃ りゅ りぇ りょ"),
    ("ly", "りゃ りぃ りゅ りぇ りょ"), ("fy", "ふゃ ふぃ ふゅ ふぇ ふょ"),
    ("vy", "ゔゃ ゔぃ ゔゅ ゔぇ ゔょ"), ("qy", "くゃ くぃ くゅ くぇ くょ"),
    ("x", "ぁ ぃ ぅ ぇ ぉ"), ("xy", "ゃ ぃ ゅ ぇ ょ"),
    ("xk", "ヵ - - ヶ -"), ("lk", "ヵ - - ヶ -"), ("xc", "ヵ - - ヶ -"), ("lc", "ヵ - - ヶ -"),
    ("xw", "ゎ - - - -"), ("lw", "ゎ - - - -"), ("xt", "- - っ - -"), ("lt", "- - っ - -"),
  ]

  /// Keys that stand in no row.
  static let single: [(String, String)] = [
    ("xtsu", "っ"), ("ltsu", "っ"), ("n'", "ん"), ("n", "ん"), ("xn", "ん"), ("-", "ー"),
  ]

  /// What the keys may mean besides: Hepburn and kunrei have one spelling for じ and ぢ, ず and づ,
  /// お and を; loanwords are typed as they are romanized; input methods read l as "small".
  static let alsoRead: [(String, String)] = [
    ("てぃ", "ti tei"), ("でぃ", "di dei"), ("とぅ", "tu"), ("どぅ", "du"), ("てゅ", "tyu"), ("でゅ", "dyu"),
    ("すぃ", "si"), ("ずぃ", "zi"), ("うぉ", "wo"), ("づ", "zu"), ("ぢ", "ji zi"),
    ("ぢゃ", "ja jya zya"), ("ぢゅ", "ju jyu zyu"), ("ぢょ", "jo jyo zyo"), ("を", "o"),
    ("ゐ", "wi i"), ("ゑ", "we e"), ("くゎ", "kwa"), ("ぐゎ", "gwa"),
    ("ぁ", "la"), ("ぃ", "li lyi"), ("ぅ", "lu"), ("ぇ", "le lye"), ("ぉ", "lo"),
    ("ゃ", "lya"), ("ゅ", "lyu"), ("ょ", "lyo"),
    ("ヷ", "va"), ("ヸ", "vi"), ("ヹ", "ve"), ("ヺ", "vo"),
  ]
}

/// Vowels written long in romaji: ō or ô.
enum Macron {
  private static let vowels: [Character: Character] = [
    "ā": "a", "ī": "i", "ū": "u", "ē": "e", "ō": "o",
    "â": "a", "î": "i", "û": "u", "ê": "e", "ô": "o",
    "Ā": "a", "Ī": "i", "Ū": "u", "Ē": "e", "Ō": "o",
    "Â": "a", "Î": "i", "Û": "u", "Ê": "e", "Ô": "o",
  ]

  /// The vowel that a letter with a macron or a circumflex writes long, else `nil`.
  static func vowel(_ letter: Character) -> Character? {
    letter.isASCII ? nil : vowels[letter]
  }

  /// The hiragana that usually makes a vowel long: う after o, else the vowel itself.
  static func lengthening(_ vowel: Character?) -> Unicode.Scalar {
    switch vowel {
    case "a": "あ"
    case "i": "い"
    case "e": "え"
    default: "う"
    }
  }

  /// The letter with a macron for a romaji vowel, else `nil`.
  static func long(_ vowel: Character) -> Character? {
    switch vowel {
    case "a": "ā"
    case "i": "ī"
    case "u": "ū"
    case "e": "ē"
    case "o": "ō"
    default: nil
    }
  }
}

/// The Japanese sign that stands for an ASCII one in kana text, and back.
enum Punctuation {
  private static let pairs: [(Character, Character)] = [
    (".", "。"), (",", "、"), (":", "："), ("/", "・"), ("!", "！"), ("?", "？"), ("~", "〜"),
    ("-", "ー"), ("‘", "「"), ("’", "」"), ("“", "『"), ("”", "』"), ("[", "［"), ("]", "］"),
    ("(", "（"), (")", "）"), ("{", "｛"), ("}", "｝"),
  ]

  /// The Japanese sign for each ASCII one.
  static let japanese = Dictionary(uniqueKeysWithValues: pairs)
  /// The sign beside romaji for each Japanese one; an ideographic space is a space.
  static let roman = Dictionary(uniqueKeysWithValues: pairs.map { ($1, $0) } + [("　", " ")])
}
