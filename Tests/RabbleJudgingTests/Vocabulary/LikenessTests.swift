import RabbleJudging
import RabbleQuestions
import Testing

@Suite struct LikenessTests {
  private static func question(_ prompt: String, _ answer: String, _ reading: String? = nil)
    -> Question
  {
    Question(prompt: prompt, answer: answer, reading: reading)
  }

  @Test(arguments: [
    (question("シ", "shi"), question("ツ", "tsu"), "シ/ツ"),
    (question("待つ", "to wait"), question("持つ", "to hold"), "待/持"),
    (question("待", "wait"), question("持", "hold"), "待/持"),
    (question("待 (meaning)", "wait"), question("持 (meaning)", "hold"), "待/持"),
    (question("か", "ka"), question("が", "ga"), "か/が"),
    (question("ゆ", "yu"), question("ゅ", "small yu"), "ゆ/ゅ"),
    (question("イ", "i"), question("い", "i"), "イ/い"),
    (question("pero", "but"), question("perro", "dog"), "pero/perro"),
    (question("el pelo", "hair"), question("el pero", "but"), "pelo/pero"),
    (question("紙", "paper", "かみ"), question("髪の毛", "hair", "かみ"), "both are read かみ"),
    (question("見学する", "to see"), question("眺める", "see"), "both mean “to see”"),
    (question("お祖母さん", "grandmother"), question("祖父", "grandfather"), "grandmother/grandfather"),
  ])
  func `what two questions have in common is named`(
    one: Question, other: Question, words: String
  ) {
    #expect(Likeness.of(one, other)?.words == words)
  }

  @Test func `nothing is named where nothing is alike`() {
    #expect(Likeness.of(Self.question("く", "ku"), Self.question("あ", "a")) == nil)
    #expect(Likeness.of(Self.question("犬", "dog"), Self.question("飲む", "to drink")) == nil)
    for label in ["", " (meaning)"] {
      #expect(
        Likeness.of(Self.question("犬" + label, "dog"), Self.question("猫" + label, "cat")) == nil)
    }
    #expect(Likeness.of(Self.question("gato", "cat"), Self.question("mesa", "table")) == nil)
  }
}
