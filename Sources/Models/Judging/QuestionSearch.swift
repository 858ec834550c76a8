import RabbleQuestions
import RabbleText

/// Finds questions by what a learner calls them: what they ask, how that is read, what answers them,
/// the beginning of one of these, or of a word in it.
///
/// Case, width, accents, punctuation and furigana make no difference, katakana are as good as
/// hiragana, and romaji as good as kana. What is asked comes before its reading and its answers, and a
/// whole text before the beginning of one: 歯 does not get in the way of は, nor does ハ.
public struct QuestionSearch: Sendable {
  /// What a name means.
  public enum Result: Hashable, Sendable {
    /// One question.
    case one(QuestionID)
    /// Several questions, in the order in which they were given.
    case several([QuestionID])
    /// None; the questions whose texts come closest, the closest first.
    case none(closest: [QuestionID])
  }

  private struct Entry {
    let id: QuestionID
    /// What it asks, as it is written.
    let written: String
    let prompts: [String]
    let others: [String]
  }

  private let entries: [Entry]

  /// Makes a search among questions; one identity may come several times.
  public init(_ questions: [(id: QuestionID, question: Question)]) {
    entries = questions.map { id, question in
      let sentence = question.clozeText.map { RubyText($0.filled).base }
      let answers = AnswerList.alternatives(of: RubyText(question.answer).base)
      return Entry(
        id: id, written: RubyText(question.prompt).base,
        prompts: Self.folded([RubyText(question.prompt).base, sentence, question.id]),
        others: Self.folded(
          question.readings + answers + answers.flatMap(AnswerList.variants)
            + question.alternatives.map { RubyText($0).base }))
    }
  }

  /// The question a name means.
  public func find(_ name: String) -> Result {
    let names = Self.forms(of: name)
    func anyText(of entry: Entry, _ test: (_ text: String, _ name: String) -> Bool) -> Bool {
      (entry.prompts + entry.others).contains { text in names.contains { test(text, $0) } }
    }
    let tests: [(Entry) -> Bool] = [
      { $0.id.description == name.lowercased() },
      { $0.written == name },
      { entry in entry.prompts.contains { names.contains($0) } },
      { entry in entry.others.contains { names.contains($0) } },
      { anyText(of: $0) { $0.hasPrefix($1) } },
      { anyText(of: $0) { $0.contains(" " + $1) } },
    ]
    for test in tests {
      let found = unique(entries.filter(test))
      if found.count > 1 { return .several(found) }
      if let id = found.first { return .one(id) }
    }
    return .none(closest: closest(to: names))
  }

  /// The questions by the distance of a name to the closest beginning of one of their texts, then to
  /// the whole text, then by their order; a few of them.
  private func closest(to names: [String]) -> [QuestionID] {
    let most = EditDistance.mostOfWords
    let names = names.map { String($0.prefix(most)) }
    guard !names.isEmpty else { return [] }
    let ranked = entries.enumerated().map { index, entry in
      let distances = (entry.prompts + entry.others).flatMap { text in
        let text = String(text.prefix(most))
        return names.map { name in
          (
            EditDistance.toPrefix(of: text, from: name, atMost: most),
            EditDistance.between(name, text, atMost: most)
          )
        }
      }
      let best = distances.min(by: <) ?? (.max, .max)
      return (best.0, best.1, index)
    }
    return Array(unique(ranked.sorted(by: <).prefix(20).map { entries[$0.2] }).prefix(5))
  }

  private func unique(_ entries: [Entry]) -> [QuestionID] {
    var seen: Set<QuestionID> = []
    return entries.map(\.id).filter { seen.insert($0).inserted }
  }

  private static func folded(_ texts: [String?]) -> [String] {
    let texts = texts.compactMap(\.self)
    return (texts + texts.filter { $0.unicodeScalars.contains("ー") }.map(vowels.converted))
      .map(TextFold.strict).filter { !$0.isEmpty }
  }

  /// Writes ー as the vowel it repeats, as romaji have it: コーヒー, koohii.
  private static let vowels = KanaConversion(
    to: .hiragana, keepingKeys: true, keepingLongMarks: false)

  /// A name as it is compared, and the kana it makes if it may be romaji.
  private static func forms(of name: String) -> [String] {
    let plain = TextFold.strict(name)
    guard !plain.isEmpty else { return [] }
    let kana = TextFold.strict(KanaConversion(to: .hiragana).converted(name))
    return kana != plain && kana.kanaReading != nil ? [plain, kana] : [plain]
  }
}
