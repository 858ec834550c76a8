import RabbleText

extension Language {
  static let japanese = Language("ja") { japanese in
    japanese.names = ["jp", "jpn", "japanese", "日本語"]
    japanese.isLatin = false
    japanese.hasKana = true
    japanese.isTold = { $0.hasJapanese }
  }
}
