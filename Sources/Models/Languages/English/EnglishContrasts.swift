/// English words that make another question of a text.
enum EnglishContrasts {
  static let all = Contrasts {
    $0.words = """
      # Negation, and how sure
      not|no never none nothing nobody nowhere neither nor without yes can could may might must
      should shall will would always often sometimes usually rarely|seldom only also too almost
      all every each some any many much few both half more most less least other another same
      different
      # Numbers; digits stand for themselves
      0|zero 1|one 2|two 3|three 4|four 5|five 6|six 7|seven 8|eight 9|nine 10|ten 11|eleven
      12|twelve 13|thirteen 14|fourteen 15|fifteen 16|sixteen 17|seventeen 18|eighteen 19|nineteen
      20|twenty 30|thirty 40|forty 50|fifty 60|sixty 70|seventy 80|eighty 90|ninety 100|hundred
      1000|thousand 10000 million billion dozen 1st|first 2nd|second 3rd|third 4th|fourth
      5th|fifth 6th|sixth 7th|seventh 8th|eighth 9th|ninth 10th|tenth last once twice thrice
      double triple ii iii iv vi vii viii ix xi xii
      # Persons
      i me my|mine myself you your|yours yourself he him his himself she her|hers herself it its
      itself we us our|ours ourselves they them their|theirs themselves this that these those who
      whom whose what when where why how which father|dad|daddy mother|mom|mum|mommy|mummy parent
      son daughter child|children brother|brethren sister older|elder younger uncle aunt
      grandfather|grandpa grandmother|grandma grandson granddaughter nephew niece cousin husband
      wife man|men woman|women boy girl male female king queen prince princess mr|mister mrs
      ms|miss sir madam|maam actor actress waiter waitress host hostess teacher student doctor
      nurse
      # Times
      monday|mon tuesday|tue|tues wednesday|wed thursday|thu|thurs friday|fri saturday|sat
      sunday|sun weekday weekend january|jan february|feb march|mar april|apr june|jun july|jul
      august|aug september|sep|sept october|oct november|nov december|dec spring summer
      autumn|fall winter yesterday today tomorrow morning noon afternoon evening night midnight
      am|a.m pm|p.m dawn dusk second minute hour day week month year century now then before after
      early|earlier late|later ago next since until
      # Directions, places and degrees
      left right up down north south east west in out on off into onto from inside outside above
      below over under front back behind forward|forwards backward|backwards top bottom near far
      here there upstairs downstairs come|came go|went give|gave get|got take|took buy|bought
      sell|sold open close|shut push pull big|large small|little high low cheap expensive new old
      young good bad hot warm cold cool long short rich poor true false black white red blue green
      yellow lend|lent borrow teach|taught learn elementary primary junior senior middle secondary
      """
    $0.denials = [
      "not", "never", "none", "nothing", "nobody", "nowhere", "neither", "nor", "without",
    ]
    $0.capitonyms = ["us", "polish", "may", "march"]
    // What is left of a genitive, too: the cat's.
    $0.unimportant = ["a", "an", "the", "to", "s"]
    $0.denied = deniedVerb
    $0.endings = [
      ("ies", ["y"]), ("es", [""]), ("s", [""]), ("ed", ["", "e"]), ("ing", ["", "e"]),
    ]
    $0.oppositeBeginnings = """
      up down
      on|in off|out
      fore|for back
      left right
      north south east west
      some any no every
      who what where|wher when which how
      thir for|four fif six seven eigh nine
      """
    $0.oppositeEndings = """
      east west
      in|on out|off
      up down
      man|men woman|women
      teenth tieth
      """
  }

  private static func deniedVerb(_ word: String) -> String? {
    if word == "cannot" { return "can" }
    let stem =
      word.hasSuffix("n't") ? word.dropLast(3) : word.hasSuffix("nt") ? word.dropLast(2) : ""
    if let verb = verbs[stem] { return verb }
    return word.hasSuffix("n't") ? String(stem) : nil
  }

  /// The verbs by what is left of them before n't.
  private static let verbs: [Substring: String] = [
    "wo": "will", "ca": "can", "do": "do", "does": "do", "did": "did", "is": "is", "are": "are",
    "was": "was", "were": "were", "has": "has", "have": "have", "had": "had", "would": "would",
    "could": "could", "should": "should", "must": "must", "need": "need", "might": "might",
  ]
}
