import RabbleTestSupport

/// A deck of 100,000 made-up Japanese words with all that a question can have, about 45 MB of JSON;
/// the same every time, and without a slip.
struct RichDeck {
  static let questions = 100_000
  private static let groupSize = 1_000

  /// The deck file. No text in it needs an escape.
  var json: String {
    var generator = SeededGenerator(seed: 2)
    var text = "[\n"
    for group in 0..<Self.questions / Self.groupSize {
      text += group == 0 ? "" : ",\n"
      text += #"{"title": "Words \#(group + 1)", "language": "ja", "questions": ["#
      for position in 0..<Self.groupSize {
        text += position == 0 ? "\n" : ",\n"
        text += Self.question(group * Self.groupSize + position, using: &generator)
      }
      text += "\n]}"
    }
    return text + "\n]\n"
  }

  private static func question(_ number: Int, using generator: inout SeededGenerator) -> String {
    let kanji = Array("日月火水木金土山川田人口目耳手足力男女子学校先生年時分半上下左右中外")
    let kana = Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもらりるれろ")
    let syllables = ["ba", "den", "ki", "lor", "mi", "nes", "po", "ran", "su", "tel", "vi", "wo"]
    // Ten digits of kanji for the number: no two prompts are the same.
    var stem = ""
    var rest = number
    for _ in 0..<4 {
      stem.append(kanji[rest % kanji.count])
      rest /= kanji.count
    }
    let reading = String((0..<5).map { _ in generator.element(of: kana) })
    let meaning = (0..<4).map { _ in generator.element(of: syllables) }.joined() + "\(number)"
    return """
        {"id": "word-\(number)", "prompt": "\(stem)る", "hint": "the one before \(number + 1)",
         "answer": "\(meaning); to \(meaning)", "reading": "\(reading)る",
         "furigana": "\(stem)[\(reading)]る", "alternatives": ["the \(meaning)ing"],
         "blocked": ["not \(meaning)"], "part_of_speech": "verb", "pitch": \(number % 6),
         "example": {"text": "毎日\(stem)ります。", "meaning": "I \(meaning) every day."},
         "note": "Said of people and of things.", "tags": ["verb", "N\(number % 5 + 1)"]}
      """
  }
}
