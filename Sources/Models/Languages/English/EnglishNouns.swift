extension Substring {
  /// Whether a folded word ends in these ASCII letters. `hasSuffix` compares characters, which takes
  /// many times as long.
  func endsIn(_ letters: String) -> Bool {
    guard utf8.count >= letters.utf8.count else { return false }
    var place = utf8.endIndex
    for letter in letters.utf8.reversed() {
      place = utf8.index(before: place)
      if utf8[place] != letter { return false }
    }
    return true
  }
}

/// English nouns without their number.
enum EnglishNouns {
  /// The word that a noun and its plural share; not always a word of English, always the same for
  /// both. Words that look like the plural of another word and are none (`news`, `goods`)
  /// are their own.
  static func singular(_ word: Substring) -> String {
    let length = word.utf8.count
    guard length > 2 else { return String(word) }
    if let noun = irregular[word] { return noun }
    guard word.endsIn("s") else { return withoutOtherPlural(word) }
    guard !word.endsIn("ss"), !areTheirOwn.contains(word) else { return String(word) }
    let noun = word.dropLast()
    // TVs, CDs: no word of two consonants is anything else than the plural of an abbreviation.
    guard length > 3 || !noun.contains(where: "aeiouy".contains) else { return String(word) }
    if word.endsIn("ies"), !inIE.contains(noun) { return word.dropLast(3) + "y" }
    if word.endsIn("es") { return withoutES(word) }
    if word.endsIn("us") || word.endsIn("is") {
      return String(inIOrU.contains(noun) ? noun : word)
    }
    // peoples
    return irregular[noun] ?? String(noun)
  }

  private static func withoutES(_ word: Substring) -> String {
    let stem = word.dropLast(2)
    if word.endsIn("ves"), endsInF(stem) {
      return stem.dropLast() + "f"
    }
    let isSibilant =
      word.endsIn("sses") || word.endsIn("xes") || word.endsIn("shes")
      || word.endsIn("zzes") || word.endsIn("tzes")
      || (word.endsIn("ches") && !inChe.contains(where: word.endsIn))
      || (word.endsIn("oes") && word.utf8.count > 4 && word != "canoes"
        && !inOE.contains(where: word.endsIn))
      || (word.endsIn("ses") && endsInS(stem))
    return isSibilant ? String(stem) : irregular[word.dropLast()] ?? String(word.dropLast())
  }

  /// Whether a plural's stem, `scarv`, is of a noun in f or fe: one known by its last letters.
  private static func endsInF(_ stem: Substring) -> Bool {
    fStems.contains { stem.endsIn($0) } && !["olive", "archive"].contains(stem + "e")
  }

  /// Whether the stem of a plural in `ses` is the noun: `bus`, not `hous`.
  private static func endsInS(_ stem: Substring) -> Bool {
    if stem.endsIn("us") {
      return !stem.endsIn("ous") && !stem.endsIn("aus") && !withUse.contains(stem)
    }
    return sNouns.contains { stem.endsIn($0) }
  }

  /// Plurals without an s by their last letters, and nouns in fe without the e.
  private static func withoutOtherPlural(_ word: Substring) -> String {
    if word.endsIn("fe"), fStems.contains(where: { (word.dropLast(2) + "v").endsIn($0) }) {
      return String(word.dropLast())
    }
    guard word.endsIn("men"), !areTheirOwn.contains(word), word.utf8.count > 4 else {
      if word.endsIn("people"), word.utf8.count > 6 { return word.dropLast(6) + "person" }
      return word.endsIn("children") ? String(word.dropLast(3)) : String(word)
    }
    return word.dropLast(3) + "man"
  }

  private static let irregular: [Substring: String] = [
    "men": "man", "people": "person", "teeth": "tooth", "feet": "foot", "geese": "goose",
    "mice": "mouse", "lice": "louse", "oxen": "ox", "criteria": "criterion",
    "phenomena": "phenomenon", "bacteria": "bacterium", "cacti": "cactus", "fungi": "fungus",
    "nuclei": "nucleus", "radii": "radius", "stimuli": "stimulus", "alumni": "alumnus",
    "crises": "crisis", "analyses": "analysis", "oases": "oasis", "theses": "thesis",
    "hypotheses": "hypothesis", "parentheses": "parenthesis", "diagnoses": "diagnosis",
    "appendices": "appendix", "indices": "index", "matrices": "matrix", "vertices": "vertex",
    "antennae": "antenna", "formulae": "formula", "larvae": "larva", "bureaux": "bureau",
    "chateaux": "chateau", "plateaux": "plateau", "passersby": "passerby", "aches": "ache",
    "quizzes": "quiz",
    "busses": "bus", "ads": "ad", "ids": "id", "ups": "up", "ins": "in",
  ]

  /// Words in s or men that are no plural of the word without it, or another word than that.
  private static let areTheirOwn: Set<Substring> = [
    "news", "goods", "glasses", "woods", "sweets", "clothes", "shorts", "tights", "briefs",
    "customs", "means", "thanks", "contents", "mechanics", "spectacles", "besides",
    "sometimes", "does", "this", "his", "hers", "ours", "yours", "theirs", "always", "perhaps",
    "lens", "atlas", "canvas", "christmas", "bias", "pancreas", "series", "species", "mars",
    "mrs", "gps", "sms", "dns", "pms",
    "omen", "semen", "specimen", "abdomen", "regimen", "stamen", "ramen", "yemen", "acumen",
  ]
  /// What stands before `es` in the plurals of nouns in f and fe.
  private static let fStems: [String] = [
    "leav", "kniv", "wiv", "liv", "wolv", "shelv", "halv", "scarv", "loav", "thiev", "calv",
    "elv", "hoov", "dwarv", "wharv", "sheav",
  ]
  /// Plurals whose nouns end in che, oe, ie, and in i or u, by their last letters or whole.
  private static let inChe: [String] = [
    "headaches", "toothaches", "stomachaches", "backaches", "earaches", "heartaches", "caches",
    "quiches", "niches", "psyches", "avalanches", "moustaches", "mustaches",
  ]
  private static let inOE: [String] = [
    "shoes", "tiptoes", "oboes", "woes", "floes",
  ]
  private static let inIE: Set<Substring> = [
    "auntie", "birdie", "boogie", "brownie", "budgie", "calorie", "collie", "cookie", "cutie",
    "die",
    "foodie", "freebie", "genie", "goalie", "goodie", "groupie", "hippie", "hoodie", "junkie",
    "lie",
    "magpie", "menagerie", "movie", "necktie", "newbie", "oldie", "patisserie", "pie", "pixie",
    "prairie", "rookie", "selfie", "smoothie", "sortie", "sweetie", "talkie", "tie", "veggie",
    "zombie",
  ]
  private static let inIOrU: Set<Substring> = [
    "alibi", "bikini", "chili", "deli", "emu", "guru", "haiku", "hindu", "kanji", "sushi", "iraqi",
    "israeli",
    "kiwi", "menu", "nazi", "pakistani", "panini", "rabbi", "safari", "salami", "sari", "ski",
    "taxi", "thai", "tsunami", "tutu", "wiki", "yeti", "zucchini",
  ]
  /// Nouns in use: `excuses` is no plural of `excus`.
  private static let withUse: Set<Substring> = [
    "us", "mus", "fus", "rus", "excus", "abus", "accus", "refus", "reus", "misus", "disus",
  ]
  /// Nouns in one s, but for those in us, by their last letters.
  private static let sNouns: [String] = [
    "gas", "atlas", "bias", "canvas", "christmas", "pancreas", "lens", "iris", "ibis", "metropolis",
  ]
}
