/// English words in their American spelling, so that both spellings of a word are the same.
///
/// The rules also turn words that are spelled alike everywhere into something else (`promize`); that
/// does no harm where both sides are turned.
enum AmericanSpelling {
  /// A word, in lower case and the singular, as Americans spell it.
  static func of(_ word: String) -> String {
    guard word.utf8.count > 3, word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      return words[word] ?? word
    }
    if let american = words[word] { return american }
    for (british, american) in beginnings[Substring(word.utf8.prefix(4))] ?? []
    where word.hasPrefix(british) {
      return american + endings(word.dropFirst(british.count))
    }
    return withSingleL(word) ?? endings(word[...])
  }

  /// `organise`, `analysing`, `realisation` with a z.
  private static func endings(_ word: Substring) -> String {
    // Every ending begins with i or y, and s.
    guard word.utf8.count > 5, word.utf8.contains(UInt8(ascii: "s")) else { return String(word) }
    for ending in [
      "ise", "ised", "iser", "ising", "isation", "yse", "ysed", "yser", "ysing", "isingly",
    ] where word.endsIn(ending) {
      return word.dropLast(ending.count - 1) + "z" + ending.dropFirst(2)
    }
    return String(word)
  }

  /// `travelling`, `traveller`, `cancelled` with one l.
  private static func withSingleL(_ word: String) -> String? {
    guard word.utf8.count > 7 || word[...].endsIn("ed"), hasDoubleL(word) else { return nil }
    for ending in ["lling", "lled", "ller", "llery", "llor", "llous", "llist", "llation"]
    where word[...].endsIn(ending) {
      let stem = word.dropLast(ending.count - 1)
      return verbsInL.contains(stem) ? String(stem + ending.dropFirst(2)) : nil
    }
    return nil
  }

  private static func hasDoubleL(_ word: String) -> Bool {
    let l = UInt8(ascii: "l")
    return zip(word.utf8, word.utf8.dropFirst()).contains { $0 == l && $1 == l }
  }

  private static let verbsInL: Set<Substring> = [
    "bevel", "cancel", "channel", "chisel", "counsel", "dial", "dishevel", "duel", "enamel",
    "equal",
    "fuel", "funnel", "gravel", "grovel", "initial", "jewel", "label", "level", "libel", "marvel",
    "medal", "model", "panel", "parcel", "pedal", "pencil", "quarrel", "revel", "rival", "shovel",
    "shrivel", "signal", "snorkel", "spiral", "stencil", "swivel", "total", "towel", "travel",
    "trial", "tunnel", "unravel", "yodel",
  ]

  /// What British words begin with: the words themselves, and what is made of them (`colourful`).
  /// By their first four letters.
  private static let beginnings: [Substring: [(String, String)]] = {
    let our = [
      "arbour", "ardour", "armour", "behaviour", "candour", "clamour", "colour", "demeanour",
      "discolour", "dishonour", "endeavour", "favour", "fervour", "flavour", "glamour", "harbour",
      "honour", "humour", "labour", "misbehaviour", "neighbour", "odour", "parlour", "rancour",
      "rigour", "rumour", "saviour", "savour", "splendour", "succour", "tumour", "unfavour",
      "valour", "vapour", "vigour",
    ]
    let others = [
      "aeroplane": "airplane", "aesthetic": "esthetic", "aluminium": "aluminum",
      "anaemi": "anemi", "anaesthe": "anesthe", "archaeolog": "archeolog", "artefact": "artifact",
      "diarrhoea": "diarrhea", "doughnut": "donut", "encyclopaedi": "encyclopedi",
      "foetus": "fetus", "gynaecolog": "gynecolog", "haemo": "hemo", "jeweller": "jeweler",
      "leukaemia": "leukemia", "manoeuvr": "maneuver", "mediaeval": "medieval",
      "moustache": "mustache", "oestrogen": "estrogen", "orthopaedic": "orthopedic",
      "paediatric": "pediatric", "plough": "plow", "pyjama": "pajama", "sceptic": "skeptic",
      "smoulder": "smolder", "sulphur": "sulfur", "woollen": "woolen", "yoghurt": "yogurt",
    ]
    let all = our.map { ($0, $0.dropLast(2) + "r") } + others.map { ($0, $1) }
    return Dictionary(grouping: all) { $0.0.prefix(4) }
  }()

  /// British words, and others that are spelled in two ways.
  private static let words: [String: String] = {
    var words = [
      "acknowledgement": "acknowledgment", "ageing": "aging", "alright": "allright",
      "amongst": "among", "analogue": "analog", "appal": "appall", "axe": "ax", "burnt": "burned",
      "carat": "karat", "catalogue": "catalog", "centred": "centered",
      "cheque": "check", "chequebook": "checkbook", "chequered": "checkered", "chilli": "chili",
      "cosy": "cozy", "defence": "defense", "dialogue": "dialog", "disc": "disk",
      "distil": "distill", "draught": "draft", "dreamt": "dreamed", "enquire": "inquire",
      "enquiry": "inquiry", "enrol": "enroll", "enrolment": "enrollment", "enthral": "enthrall",
      "fulfil": "fulfill", "fulfilment": "fulfillment", "gaol": "jail", "gramme": "gram",
      "grey": "gray", "greyer": "grayer", "instal": "install", "instalment": "installment",
      "instil": "instill", "jewellery": "jewelry", "judgement": "judgment", "kerb": "curb",
      "kilogramme": "kilogram", "leant": "leaned", "leapt": "leaped",
      "learnt": "learned", "licence": "license", "math": "mathematic", "monologue": "monolog",
      "manoeuvre": "maneuver", "mould": "mold", "mouldy": "moldy", "moult": "molt", "mum": "mom",
      "mummy": "mommy",
      "offence": "offense", "okay": "ok", "omelette": "omelet", "practise": "practice",
      "practised": "practiced", "practising": "practicing", "pretence": "pretense",
      "programme": "program", "prologue": "prolog", "skilful": "skillful", "smelt": "smelled",
      "speciality": "specialty", "spelt": "spelled", "spilt": "spilled", "spoilt": "spoiled",
      "storey": "story", "tranquillity": "tranquility", "travelogue": "travelog", "tyre": "tire",
      "whilst": "while", "whisky": "whiskey", "wilful": "willful",
    ]
    for stem in [
      "calib", "cent", "fib", "goit", "lit", "louv", "lust", "meag", "met", "mit", "millimet",
      "centimet", "kilomet", "decimet", "millilit", "decilit", "och", "reconnoit", "sab", "scept",
      "sepulch", "somb", "spect", "theat",
    ] {
      words[stem + "re"] = stem + "er"
    }
    return words
  }()
}
