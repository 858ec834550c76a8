extension Language {
  /// English: the language whose words most learners know.
  package static let english = Language("en") { english in
    english.names = ["english"]
    english.articles = words("a an the")
    english.keysOfLetters = []
    english.infinitiveMarker = "to"
    english.numeralForArticle = ("one", ["a", "an"])
    english.disjunction = "or"
    english.contraction = EnglishContractions.inFull
    english.contractedWords = EnglishContractions.withoutApostrophe
    english.otherWords = [
      "somebody": ["someone"], "sb": ["someone"], "smb": ["someone"],
      // Typed without the apostrophe, after which "someone's" may be a verb.
      "someones": ["someone", "is"], "somebodys": ["someone", "is"], "sbs": ["someone", "is"],
      "smbs": ["someone", "is"],
      "anybody": ["anyone"], "everybody": ["everyone"], "nobody": ["no", "one"],
      "sth": ["something"], "smth": ["something"], "gonna": ["going", "to"],
      "wanna": ["want", "to"], "percent": ["%"],
    ]
    english.readOut = EnglishSigns.readOut
    english.numbers = SpelledNumbers(
      spelledOut: EnglishNumbers.spelledOut, isNoPart: EnglishNumbers.isNoPart,
      isSpelled: EnglishNumbers.isSpelledNumber)
    english.singular = EnglishNouns.singular
    english.usualSpelling = { AmericanSpelling.of($0) }
    english.capitonyms = [
      "august", "bill", "cancer", "catholic", "china", "cologne", "earth", "finn", "frank",
      "guinea", "job", "jersey", "lent", "march", "mark", "may", "mercury", "nice", "pole",
      "polish", "reading", "rose", "swede", "turkey", "welsh", "will",
    ]
    english.wordList = WordList(common: EnglishWordList.common, others: EnglishWordList.others)
    english.strictWords = StrictWords(
      functionWords: [
        "no not never none nothing nobody nowhere neither nor without non cannot",
        """
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen \
        fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty \
        ninety hundred thousand million billion once twice thrice
        """,
        """
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth \
        thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
        """,
        """
        i you he she it we they me him her us them my your his hers its our ours their theirs \
        yours mine myself yourself himself herself itself ourselves themselves this that these those
        """,
        """
        in on at of off to up by for from with into onto out over under before after here there \
        where when then what who how why and or but if so as
        """,
        "sunday monday tuesday wednesday thursday friday saturday",
      ],
      others: [
        """
        january february march april may june july august september october november december
        """,
        """
        man men woman women boy girl mother father brother sister son daughter uncle aunt nephew \
        niece grandmother grandfather husband wife mr mrs ms miss
        """,
      ],
      denyingPrefixes: ["un", "in", "im", "il", "ir", "dis", "non", "mis", "a"])
    english.contrasts = EnglishContrasts.all
  }
}
