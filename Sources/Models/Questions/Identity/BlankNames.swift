import RabbleText

extension Question {
  /// The most pairs of blanks that are compared letter by letter.
  private static let mostPairs = 10_000

  /// Which blanks go on as ones that are no longer in the sentence: a fixed typo in a blank is no new
  /// card. Two are one where only furigana, case, width, spaces or at most a third of the letters
  /// differ and no contrasting word changed, as long as there is one possibility on both sides.
  ///
  /// - Parameters:
  ///   - known: the keys of the blanks that have a history.
  ///   - texts: what was right in those of them whose keys are numbers, where it is known.
  /// - Returns: what those blanks are known by, by the keys that their texts give them now.
  package func continuingBlanks(
    among known: Set<String>, texts: [String: String] = [:]
  ) -> [String: String] {
    guard !known.isEmpty, let sentence = ClozeText.sound(cloze) else { return [:] }
    let keys = Set(sentence.keys)
    let gone = known.subtracting(keys)
    if gone.isEmpty { return [:] }
    let come = keys.subtracting(known)
    guard gone.count * come.count <= Self.mostPairs else { return [:] }
    let olds = gone.map { key in (key: key, texts: [key, texts[key]].compactMap(\.self)) }
    // The key of a blank with the author's number, or of a text that stands twice, is not its text.
    let fillings = Dictionary(grouping: sentence.blanks, by: \.key).mapValues { $0.map(\.filling) }
    var pairs: [(old: String, new: String)] = []
    for key in come {
      let news = Set([key] + (fillings[key] ?? []))
      for old in olds
      where old.texts.contains(where: { text in
        news.contains { IdentityText.isCorrection($0, of: text) }
      }) {
        pairs.append((old.key, key))
      }
    }
    let pairsByOld = Dictionary(grouping: pairs, by: \.old)
    let news = Dictionary(grouping: pairs, by: \.new)
    return news.compactMapValues { pairs in
      pairs.count == 1 && pairsByOld[pairs[0].old]?.count == 1 ? pairs[0].old : nil
    }
  }
}
