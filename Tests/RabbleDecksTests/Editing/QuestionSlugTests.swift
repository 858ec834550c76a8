import RabbleQuestions
import Testing

@testable import RabbleDecks

/// Ids made of a question's words.
struct QuestionSlugTests {
  private func ids(_ questions: [Question], taken: Set<String> = [], group: String = "Numbers")
    -> [String]
  {
    var slug = QuestionSlug(taken: taken) { $0.replacing("いち", with: "ichi") }
    return questions.map { slug.id(for: $0, in: group) }
  }

  @Test func `the first that ASCII can write is taken of prompt, reading and answer`() {
    #expect(
      ids([
        Question(prompt: "It's one!", answer: "a"),
        Question(prompt: "一", answer: "b", reading: "いち; ひと"),
        Question(prompt: "一つ", answer: "one thing; two"),
        Question(prompt: "一", answer: "二"), Question(prompt: "😀", answer: "٣"),
      ]) == [
        "numbers-its-one", "numbers-ichi", "numbers-one-thing", "numbers-question",
        "numbers-question-2",
      ])
  }

  @Test func `an id that is taken gets a number, and a long one ends at a word`() {
    #expect(
      ids([Question(prompt: "a", answer: "b")], taken: ["numbers-a", "numbers-a-2"])
        == ["numbers-a-3"])
    #expect(
      ids([Question(prompt: "to be or not to be that is the question", answer: "b")], group: "数")
        == ["to-be-or-not-to-be-that-is-the-question"])
    #expect(
      ids(
        [Question(prompt: "to be or not to be that is the one question", answer: "b")], group: "数")
        == ["to-be-or-not-to-be-that-is-the-one"])
  }
}
