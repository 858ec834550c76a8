/// The Japanese sign that stands for an ASCII one in kana text, and back.
enum Punctuation {
  private static let pairs: [(Character, Character)] = [
    (".", "。"), (",", "、"), (":", "："), ("/", "・"), ("!", "！"), ("?", "？"), ("~", "〜"),
    ("-", "ー"), ("‘", "「"), ("’", "」"), ("“", "『"), ("”", "』"), ("[", "［"), ("]", "］"),
    ("(", "（"), (")", "）"), ("{", "｛"), ("}", "｝"),
  ]

  /// The Japanese sign for each ASCII one.
  static let japanese = Dictionary(uniqueKeysWithValues: pairs)
  /// The sign beside romaji for each Japanese one; an ideographic space is a space.
  static let roman = Dictionary(uniqueKeysWithValues: pairs.map { ($1, $0) } + [("　", " ")])
}
