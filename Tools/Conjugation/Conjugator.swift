/// Makes the forms of words by rule: the last kana of a godan verb moves along its row, every other
/// word loses its ending, and the form's own ending follows.
///
///     Conjugator.form(.nai, of: "買う", class: .godan)        // 買わない
///     Conjugator.form(.te, of: "およぐ", class: .godan)       // およいで
///
/// Kanji and kana are conjugated alike: only 来る reads otherwise than it is written.
package enum Conjugator {
  /// The forms of a word as it is written and in kana.
  ///
  /// - Throws: ``WordListError/wrongEnding(_:)``.
  package static func form(_ form: WordForm, of word: Word) throws(WordListError) -> (
    written: String, reading: String
  ) {
    (
      try self.form(form, of: word.dictionary, class: word.wordClass),
      try self.form(form, of: word.reading, class: word.wordClass)
    )
  }

  /// The form of a word.
  ///
  /// - Throws: ``WordListError/wrongEnding(_:)`` for a word that does not end as its class does.
  package static func form(
    _ form: WordForm, of word: String, class wordClass: WordClass
  ) throws(WordListError) -> String {
    switch wordClass {
    case .godan: return try godan(form, word)
    case .ichidan: return try cut("る", from: word) + ending(form, potential: "られる", "よう")
    case .suru where form == .potential: return try cut("する", from: word) + "できる"
    case .suru: return try cut("する", from: word) + "し" + ending(form, potential: "", "よう")
    case .kuru:
      let stem = try cut("る", from: word)
      let before = stem.hasSuffix("く") ? String(stem.dropLast()) + vowel(of: form) : stem
      return before + ending(form, potential: "られる", "よう")
    case .iAdjective:
      let word = word.hasSuffix("いい") ? String(word.dropLast(2)) + "よい" : word
      return try cut("い", from: word) + ending(ofAdjective: form, "く", "かった", "くて")
    case .naAdjective: return word + ending(ofAdjective: form, "じゃ", "だった", "で")
    }
  }

  /// The kana 来る begins with: き in the polite, the wishing and the joining forms, こ in the rest.
  private static func vowel(of form: WordForm) -> String {
    switch form {
    case .nai, .nakatta, .potential, .volitional: "こ"
    default: "き"
    }
  }

  private static func godan(_ form: WordForm, _ word: String) throws(WordListError) -> String {
    guard let last = word.last, let row = rows.first(where: { $0[2] == last }) else {
      throw .wrongEnding(word)
    }
    let stem = word.dropLast()
    switch form {
    case .nai, .nakatta:
      return word == "ある"
        ? ending(form, potential: "", "") : stem + String(row[0]) + ending(form, potential: "", "")
    case .te, .ta:
      let (sound, isVoiced) = word == "行く" || word == "いく" ? ("っ", false) : junction(last)
      return stem + sound + (form == .te ? (isVoiced ? "で" : "て") : (isVoiced ? "だ" : "た"))
    case .potential: return stem + String(row[3]) + "る"
    case .volitional: return stem + String(row[4]) + "う"
    default: return stem + String(row[1]) + ending(form, potential: "", "")
    }
  }

  /// What a godan verb's last kana becomes before て and た, and whether those are voiced then.
  private static func junction(_ last: Character) -> (String, Bool) {
    switch last {
    case "う", "つ", "る": ("っ", false)
    case "ぬ", "ぶ", "む": ("ん", true)
    case "く": ("い", false)
    case "ぐ": ("い", true)
    default: ("し", false)
    }
  }

  /// The rows of the kana table that verbs end in, a to o; う counts as of the row of わ before ない.
  private static let rows = [
    "わいうえお", "かきくけこ", "がぎぐげご", "さしすせそ", "たちつてと", "なにぬねの", "ばびぶべぼ",
    "まみむめも", "らりるれろ",
  ].map(Array.init)

  private static func ending(
    _ form: WordForm, potential: String, _ volitional: String
  ) -> String {
    switch form {
    case .potential: potential
    case .volitional: volitional
    default: form.name
    }
  }

  private static func ending(
    ofAdjective form: WordForm, _ beforeNegative: String, _ past: String, _ te: String
  ) -> String {
    switch form {
    case .negative: beforeNegative + "ない"
    case .pastNegative: beforeNegative + "なかった"
    case .past: past
    default: te
    }
  }

  private static func cut(_ ending: String, from word: String) throws(WordListError) -> String {
    guard word.hasSuffix(ending) else { throw .wrongEnding(word) }
    return String(word.dropLast(ending.count))
  }
}

/// A form of a verb or an adjective.
package enum WordForm: String, CaseIterable, Sendable {
  case masu, mashita, te, ta, nai, nakatta, tai, potential, volitional
  case negative, past
  case pastNegative = "past-negative"

  /// The forms of verbs, in the order in which they are learned.
  package static let ofVerbs: [WordForm] = [
    .masu, .mashita, .te, .ta, .nai, .nakatta, .tai, .potential, .volitional,
  ]
  /// The forms of adjectives, in the order in which they are learned.
  package static let ofAdjectives: [WordForm] = [.negative, .past, .pastNegative, .te]

  /// What a card calls it: the form's own ending, where that is what the ending is called.
  package var name: String {
    switch self {
    case .masu: "ます"
    case .mashita: "ました"
    case .te: "て"
    case .ta: "た"
    case .nai: "ない"
    case .nakatta: "なかった"
    case .tai: "たい"
    case .potential: "potential"
    case .volitional: "volitional"
    case .negative: "negative"
    case .past: "past"
    case .pastNegative: "past negative"
    }
  }
}

/// How a word conjugates.
package enum WordClass: String, CaseIterable, Sendable {
  /// A verb whose last kana moves along its row: 書く, 書きます, 書かない.
  case godan
  /// A verb that drops its る: 食べる, 食べます.
  case ichidan
  /// する, and nouns with it.
  case suru
  /// 来る.
  case kuru
  /// An adjective in い: 大きい.
  case iAdjective = "i-adjective"
  /// An adjective that takes な before a noun: 静か.
  case naAdjective = "na-adjective"

  /// The forms such a word has.
  package var forms: [WordForm] {
    switch self {
    case .godan, .ichidan, .suru, .kuru: WordForm.ofVerbs
    case .iAdjective, .naAdjective: WordForm.ofAdjectives
    }
  }

  package var isVerb: Bool { forms == WordForm.ofVerbs }
}
