extension Language {
  /// Russian: its keyboard, and how it looks in Latin letters.
  static let russian = Language("ru") { russian in
    russian.names = ["russian"]
    russian.isLatin = false
    russian.isOftenLearned = true
    russian.speechLocale = "ru_RU"
    russian.ankiNoteTypes = AnkiNoteTypes(
      usual: ["Простая", "Простая (с вводом ответа)", "Задание с пропусками"],
      reversed: ["Простая (с обратной карточкой)"],
      optionalReversed: ["Простая (с обратной по выбору)"])
    russian.oneLetter = latinInCyrillic
    russian.keyboard = Dictionary(
      uniqueKeysWithValues: zip(
        "qwertyuiop[]asdfghjkl;'zxcvbnm,.`", "йцукенгшщзхъфывапролджэячсмитьбюё"))
    russian.romanization.latin = Dictionary(
      uniqueKeysWithValues: zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        [
          "a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r",
          "s", "t", "u", "f", "kh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya",
        ]))
  }

  /// Latin letters that look like Cyrillic ones, as they stand in a word by mistake.
  static let latinInCyrillic: [(other: String, usual: String)] = [
    ("a", "а"), ("e", "е"), ("o", "о"), ("p", "р"), ("c", "с"), ("x", "х"), ("y", "у"), ("i", "і"),
  ]

  /// Latin letters that look like Greek ones.
  static let latinInGreek: [(other: String, usual: String)] = [("o", "ο"), ("v", "ν"), ("i", "ι")]

  /// Alif with and without hamza or wasla, ta marbuta, and the final ya of Egypt.
  static let lettersOfArabic: [(other: String, usual: String)] = [
    ("أ", "ا"), ("إ", "ا"), ("آ", "ا"), ("ٱ", "ا"), ("ة", "ه"), ("ى", "ي"),
  ]

  /// Arabic kaf and ya for the Persian ones.
  static let lettersOfPersian: [(other: String, usual: String)] = [
    ("ك", "ک"), ("ي", "ی"), ("ى", "ی"), ("أ", "ا"), ("ة", "ه"),
  ]

  /// The composed vowel am, typed before its tone or in two parts.
  static let vowelsOfThai: [(other: String, usual: String)] =
    ["\u{E48}", "\u{E49}", "\u{E4A}", "\u{E4B}"].map { tone in
      ("\u{E4D}\(tone)\u{E32}", "\(tone)\u{E33}")
    } + [("\u{E4D}\u{E32}", "\u{E33}")]

  /// Comma and cedilla.
  static let lettersOfRomanian: [(other: String, usual: String)] = [("ş", "ș"), ("ţ", "ț")]
}
