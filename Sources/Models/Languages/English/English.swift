import CEnglishWords

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
      "tue": ["tuesday"], "tues": ["tuesday"], "thu": ["thursday"], "thur": ["thursday"],
      "thurs": ["thursday"], "fri": ["friday"], "feb": ["february"], "apr": ["april"],
      "aug": ["august"], "sept": ["september"], "oct": ["october"], "nov": ["november"],
      "dec": ["december"],
      "sth": ["something"], "smth": ["something"], "gonna": ["going", "to"],
      "wanna": ["want", "to"], "percent": ["%"],
    ]
    english.anyPossessive = ("one's", ["my", "your", "his", "her", "its", "our", "their"])
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
    english.wordList = WordList(
      common: { UnsafeBufferPointer(english_common_words()) },
      others: { UnsafeBufferPointer(english_other_words()) })
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
    english.isOftenLearned = true
    english.speechLocale = "en_US"
    english.columnNames = [
      "id": words("guid uuid key noteid"),
      "prompt": words(
        """
        front term question expression word vocab vocabulary vocabularykanji vocabjapanese \
        kanji text target sentence phrase l2
        """),
      "cloze": words("clozetext"),
      "hint": words("hints clue tip"),
      "answer": words(
        """
        back meaning meanings english definition definitions translation translations gloss \
        glossary vocabularyenglish vocabenglish native translationenglish
        """),
      "reading": words("kana hiragana yomi yomikata pronunciation vocabularykana vocabkana"),
      "furigana": words("vocabularyfurigana vocabfurigana ruby"),
      "spellings": words("spelling writings orthography"),
      "alternatives": words("alternative synonyms synonym alsoright alternatemeanings"),
      "blocked": words("wrong never"),
      "part_of_speech": words("pos wordclass wordtype vocabularypos"),
      "pitch": words("pitchaccent accent"),
      "note": words("notes comment comments remark remarks extra backextra info explanation memo"),
      "example": words("examplesentence examples sentenceexample"),
      "tags": words("tag labels label"),
      "directions": words("direction"),
      "typos": words("typo"),
      "group": words("deck lesson chapter unit category list"),
      "example_reading": words("examplekana sentencekana examplefurigana"),
      "example_meaning": words("exampletranslation exampleenglish sentencemeaning sentenceenglish"),
    ]
    english.ankiNoteTypes = AnkiNoteTypes(
      usual: ["Basic", "Basic (type in the answer)", "Cloze"],
      reversed: ["Basic (and reversed card)"],
      optionalReversed: ["Basic (optional reversed card)"])
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate init(_ words: EnglishWords) { self.init(start: words.start, count: words.count) }
}
