/// A form of a verb or an adjective.
public enum WordForm: String, CaseIterable, Sendable {
  case masu, mashita, te, ta, nai, nakatta, tai, potential, volitional
  case negative, past
  case pastNegative = "past-negative"

  /// The forms of verbs, in the order in which they are learned.
  public static let ofVerbs: [WordForm] = [
    .masu, .mashita, .te, .ta, .nai, .nakatta, .tai, .potential, .volitional,
  ]
  /// The forms of adjectives, in the order in which they are learned.
  public static let ofAdjectives: [WordForm] = [.negative, .past, .pastNegative, .te]

  /// What a card calls it: the form's own ending, where that is what the ending is called.
  public var name: String {
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
