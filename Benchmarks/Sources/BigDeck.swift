import RabbleQuestions
import RabbleTestSupport

/// A deck of 100 groups with 1,000 made-up words each, about 10 MB of JSON; the same every time.
struct BigDeck {
  static let questions = 100_000
  private static let groupSize = 1_000

  let groups: [QuestionGroup]

  init() {
    var generator = SeededGenerator(seed: 1)
    groups = (0..<Self.questions / Self.groupSize).map { group in
      QuestionGroup(
        title: "Words \(group + 1)",
        questions: (0..<Self.groupSize).map { position in
          Self.question(number: group * Self.groupSize + position, using: &generator)
        })
    }
  }

  /// The deck file. No text in it needs an escape.
  var json: String {
    var text = "[\n"
    for (index, group) in groups.enumerated() {
      text += index == 0 ? "" : ",\n"
      text += #"{"title": "\#(group.title)", "questions": ["#
      for (index, question) in group.questions.enumerated() {
        text += index == 0 ? "\n" : ",\n"
        text += #"  {"prompt": "\#(question.prompt)", "hint": "\#(question.hint ?? "")", "#
        text += #""answer": "\#(question.answer)"}"#
      }
      text += "\n]}"
    }
    return text + "\n]\n"
  }

  private static func question(
    number: Int, using generator: inout SeededGenerator
  ) -> Question {
    let kana = Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもらりるれろ")
    let syllables = ["ba", "den", "ki", "lor", "mi", "nes", "po", "ran", "su", "tel", "vi", "wo"]
    let word = String((0..<4).map { _ in generator.element(of: kana) })
    let meaning = (0..<3).map { _ in generator.element(of: syllables) }.joined()
    return Question(
      prompt: "\(word)\(number)", hint: "the one after \(meaning.prefix(3))",
      answer: "the \(meaning) of \(generator.element(of: syllables))\(number)")
  }
}
