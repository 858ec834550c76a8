/// How a word conjugates.
public enum WordClass: String, CaseIterable, Sendable {
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
  public var forms: [WordForm] {
    switch self {
    case .godan, .ichidan, .suru, .kuru: WordForm.ofVerbs
    case .iAdjective, .naAdjective: WordForm.ofAdjectives
    }
  }

  /// Whether it is a verb.
  public var isVerb: Bool { forms == WordForm.ofVerbs }
}
