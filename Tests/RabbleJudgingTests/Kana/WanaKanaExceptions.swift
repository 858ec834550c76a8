/// Where we differ from WanaKana on purpose, each with its reason.
enum WanaKanaExceptions {
  /// Calls that have no counterpart: by function, or by an option of any function.
  static let notOffered = [
    "tokenize": "judging never cuts a text into runs of one script",
    "customKanaMapping": "a learner's answer is read by one table, the same for everybody",
    "customRomajiMapping": "a learner's answer is read by one table, the same for everybody",
    "romanization": "an unknown name of a romanisation cannot be written: it is an enumeration",
    "upcaseKatakana": "nothing that we show tells the two kana apart by case",
    "__regex__": "scripts are Unicode's, not the caller's",
    "no argument": "Swift has no call without the text",
  ]

  /// Conversions whose result is another one for the learner's sake: input, ours, and why.
  static let conversions: [String: (ours: String, reason: String)] = {
    let l = "l is r to a learner; small kana have x, and the judge reads l both ways"
    var all: [String: (ours: String, reason: String)] = [
      "バツゴー": ("ばつごお", "ー repeats its vowel, as in our romanisation; ごう would come back as ゴウ")
    ]
    for (vowel, kana) in zip("aiueo", ["ら", "り", "る", "れ", "ろ"]) {
      all["l\(vowel)"] = (kana, l)
    }
    let words = "kwi kuxi kuli kwe kuxe kule kwo kuxo kulo"
    all[words] = ("くぃ くぃ くり くぇ くぇ くれ くぉ くぉ くろ", l)
    return all
  }()

  /// What Enter makes of a waiting n in a line of katakana: WanaKana writes ニホん, because it reads a
  /// small letter as hiragana; ours keeps to the kana that the line is typed in.
  static func committed(_ text: String, inKatakana: Bool) -> String {
    inKatakana && text.hasSuffix("ん") ? text.dropLast() + "ン" : text
  }

  /// Keys whose live text is another one for the learner's sake, and why.
  static let live: [String: String] = {
    var all: [String: String] = [:]
    for keys in ["konnichiwa", "kinnen", "zannen", "sennen", "annai", "nanna", "onna", "hannou"] {
      all[keys] =
        "nn and a vowel is Hepburn's んな; the judge knows the keys and reads them both ways"
    }
    for keys in ["la", "li", "lu", "le", "lo"] { all[keys] = "l is r to a learner" }
    all["lla"] = "l is r to a learner, and doubled it is っ"
    all["hello"] = "l is r to a learner, and doubled it is っ"
    all["matcha"] = "tch is how Hepburn writes っち"
    all["shimbun"] = "m before b is how Hepburn used to write ん"
    all["dzu"] = "dzu is one way to write づ"
    all["wiweWIWEwo"] = "ゐ and ゑ have keys of their own (wyi, wye) when typed live"
    return all
  }()
}
