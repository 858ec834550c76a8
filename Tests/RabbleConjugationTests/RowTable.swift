import RabbleConjugation

/// A second way to the forms, which shares nothing with the first: each ending has a row with the
/// whole tail of every form, written out by hand from a grammar's tables, and put in its place.
/// Its 558 forms were once analysed with UniDic 2.1.2 (fugashi): 552 came apart into the word and the
/// form's endings; the other six are spelled like words of their own, such as 入れる and 立てる.
enum RowTable {
  private static let verbs: [WordForm] = [
    .masu, .mashita, .te, .ta, .nai, .nakatta, .tai, .potential, .volitional,
  ]
  private static let adjectives: [WordForm] = [.negative, .past, .pastNegative, .te]

  private static let godan: [String: String] = [
    "う": "います いました って った わない わなかった いたい える おう",
    "く": "きます きました いて いた かない かなかった きたい ける こう",
    "ぐ": "ぎます ぎました いで いだ がない がなかった ぎたい げる ごう",
    "す": "します しました して した さない さなかった したい せる そう",
    "つ": "ちます ちました って った たない たなかった ちたい てる とう",
    "ぬ": "にます にました んで んだ なない ななかった にたい ねる のう",
    "ぶ": "びます びました んで んだ ばない ばなかった びたい べる ぼう",
    "む": "みます みました んで んだ まない まなかった みたい める もう",
    "る": "ります りました って った らない らなかった りたい れる ろう",
  ]

  private static let ichidan = "ます ました て た ない なかった たい られる よう"
  private static let suru = "します しました して した しない しなかった したい できる しよう"
  private static let iku = "行きます 行きました 行って 行った 行かない 行かなかった 行きたい 行ける 行こう"
  private static let ikuInKana = "いきます いきました いって いった いかない いかなかった いきたい いける いこう"
  private static let aru = "あります ありました あって あった ない なかった ありたい ありえる あろう"
  private static let kuru = "来ます 来ました 来て 来た 来ない 来なかった 来たい 来られる 来よう"
  private static let kuruInKana = "きます きました きて きた こない こなかった きたい こられる こよう"
  private static let iAdjective = "くない かった くなかった くて"
  private static let ii = "よくない よかった よくなかった よくて"
  private static let naAdjective = "じゃない だった じゃなかった で"

  /// The forms of a word as it is written and in kana.
  static func forms(of word: Word) -> [WordForm: (written: String, reading: String)] {
    func table(
      _ forms: [WordForm], _ tails: String, cutting ending: String, inKana: String? = nil
    ) -> [WordForm: (written: String, reading: String)] {
      let isWhole = inKana != nil
      let written = String(word.dictionary.dropLast(ending.count))
      let reading = isWhole ? "" : String(word.reading.dropLast(ending.count))
      let writtenTails = tails.split(separator: " ").map(String.init)
      let readTails = (inKana ?? tails).split(separator: " ").map(String.init)
      var result: [WordForm: (written: String, reading: String)] = [:]
      for (index, form) in forms.enumerated() {
        result[form] = (written + writtenTails[index], reading + readTails[index])
      }
      return result
    }
    switch (word.wordClass, word.dictionary) {
    case (_, "行く"): return table(verbs, iku, cutting: "行く", inKana: ikuInKana)
    case (_, "ある"): return table(verbs, aru, cutting: "ある")
    case (_, "来る"): return table(verbs, kuru, cutting: "来る", inKana: kuruInKana)
    case (_, "いい"): return table(adjectives, ii, cutting: "いい")
    case (.suru, _): return table(verbs, suru, cutting: "する")
    case (.ichidan, _): return table(verbs, ichidan, cutting: "る")
    case (.iAdjective, _): return table(adjectives, iAdjective, cutting: "い")
    case (.naAdjective, _): return table(adjectives, naAdjective, cutting: "")
    default:
      let last = String(word.dictionary.suffix(1))
      return table(verbs, godan[last] ?? "", cutting: last)
    }
  }
}
