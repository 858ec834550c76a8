/// Verdicts of the checkers of the WaniKani family on typed answers, transcribed from their published
/// rules (WaniKani's knowledge base and its users' scripts), and where ours are others on purpose.
enum PublishedVerdicts {
  /// Right answer, typed answer, optimal string alignment distance, whether WaniKani passes it.
  static let typos: [(answer: String, typed: String, distance: Int, passes: Bool)] = [
    ("famous", "faomu", 2, false), ("year end", "year eno", 1, true), ("cat", "car", 1, false),
    ("cat", "cats", 1, true), ("book", "boko", 1, true), ("book", "bok", 1, false),
    ("inside", "insde", 1, true), ("school", "shcool", 1, true), ("eat", "aet", 1, false),
    ("eight", "eigth", 1, true), ("ten", "tne", 1, false), ("grandmother", "grandmohter", 1, true),
    ("grandmother", "grandfather", 2, true), ("mother", "brother", 2, true),
    ("to read", "to red", 1, true), ("to eat", "to ear", 1, true), ("morning", "mornign", 1, true),
    ("evening", "eveing", 1, true), ("night", "light", 1, true), ("right", "light", 1, true),
    ("older sister", "older brother", 4, false), ("younger", "yonger", 1, true),
    ("university", "univeristy", 1, true), ("10 minutes", "20 minutes", 1, false),
    ("4th day", "5th day", 1, false), ("ten thousand", "one thousand", 2, true),
    ("please", "plase", 1, true), ("monday", "sunday", 2, true), ("tuesday", "thursday", 2, true),
    ("buy", "bye", 2, false), ("summer", "simmer", 1, true), ("rain", "train", 1, true),
    ("hot", "hat", 1, false), ("water", "watter", 1, true), ("teacher", "techer", 1, true),
    ("small", "smell", 1, true), ("fourteen", "fourteen", 0, true),
    ("fourteen", "forteen", 1, true),
    ("forty", "fourty", 1, true), ("counter", "couner", 1, true),
    ("expensive", "inexpensive", 2, true), ("skillful", "unskillful", 2, true),
  ]

  /// Typed answers that WaniKani passes and we do not, and why.
  static let stricter = [
    "light": "a word of English is never a typo", "simmer": "a word of English is never a typo",
    "smell": "a word of English is never a typo",
    "train": "below five letters nothing is a typo: rain has four",
    "to red": "below five letters nothing is a typo: \"to \" does not count",
    "to ear": "below five letters nothing is a typo: \"to \" does not count",
    "grandfather": "one edit at most", "brother": "one edit at most",
    "one thousand": "one edit at most, and a number is never a typo of another",
    "sunday": "one edit at most, and a day is never a typo of another",
    "thursday": "one edit at most, and a day is never a typo of another",
    "inexpensive": "a negation is never a typo", "unskillful": "a negation is never a typo",
  ]

  /// What a checker does with a typed reading: `keys` are the raw keys, empty where none make it.
  static let readings:
    [(prompt: String, reading: String, kana: String, keys: String, action: String)] =
      [
        ("学校", "がっこう", "がっこう", "gakkou", "pass"), ("ページ", "ページ", "ぺーじ", "pe-ji", "pass"),
        ("ページ", "ページ", "ぺえじ", "peeji", "retry"), ("九", "きゅう", "きゆう", "kiyuu", "retry"),
        ("繊維", "せんい", "せに", "seni", "retry"), ("繊維", "せんい", "せんに", "sennni", "retry"),
        ("今夜", "こんや", "こにゃ", "konya", "retry"), ("女", "おんな", "おんあ", "onna", "retry"),
        ("下", "した", "んした", "nnshita", "retry"), ("九", "きゅう", "きっあ", "", "retry"),
        ("九", "きゅう", "きゃゃ", "", "retry"), ("九", "きゅう", "たゃ", "", "retry"),
        ("内", "うち", "うchい", "uchi", "retry"), ("内", "うち", "", "", "retry"),
        ("内", "うち", "いんしで", "inside", "retry"), ("夏休み", "なつやすみ", "なつやすむ", "natsuyasumu", "retry"),
        ("夏休み", "なつやすみ", "なつやつみ", "natsuyatsumi", "fail"), ("車", "くるま", "しゃ", "sha", "retry"),
        ("車", "くるま", "車", "", "retry"), ("橋", "はし", "ばし", "bashi", "fail"),
        ("学校", "がっこう", "がこう", "gakou", "fail"), ("学校", "がっこう", "がっこ", "gakko", "fail"),
      ]

  /// Keys that pass with us, because they are read in every way and not only as live kana shows them.
  static let keysThatPass: Set = ["onna", "uchi", "peeji"]

  /// What a checker does with a typed meaning.
  static let meanings: [(prompt: String, meanings: String, typed: String, action: String)] = [
    ("車", "Car", "kuruma", "retry"), ("車", "Car", "くるま", "retry"),
    ("上げる", "To Raise", "raise", "retry"), ("行", "Go", "to go", "retry"),
    ("内", "Inside", "insde", "pass"), ("内", "Inside; Within", "within", "pass"),
    ("内", "Inside", "banana", "fail"), ("〜日", "4th Day", "5th day", "fail"),
    ("右", "Right", "left", "fail"),
  ]

  /// Typed meanings that WaniKani asks again for and we pass: a leading "to" makes no difference.
  static let meaningsThatPass: Set = ["raise", "to go"]

  /// Pairs that are the same answer, or not, or worth another try.
  static let pairs: [(answer: String, typed: String, action: String)] = [
    ("ガッコウ", "ｶﾞｯｺｳ", "pass"), ("がっこう", "か\u{3099}っこう", "pass"), ("abc", "ＡＢＣ", "pass"),
    ("〜です", "～です", "pass"), ("ば", "は", "fail"), ("コーヒー", "こおひい", "retry"),
    ("café", "cafe", "pass"), ("You’re Welcome", "you're welcome", "pass"),
    ("co-operate", "co operate", "pass"), ("バス停はここですか？", "バス停はここですか", "pass"),
    ("start(ing)", "start", "pass"), ("start(ing)", "starting", "pass"),
    ("one's/my ways", "my ways", "pass"), ("depart, go, leave", "leave", "pass"),
  ]
}
