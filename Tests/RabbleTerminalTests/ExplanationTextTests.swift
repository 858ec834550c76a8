import RabbleScreens
import RabbleTerminal
import Testing

struct ExplanationTextTests {
  private let explanation = ExplanationScreen(
    heading: "“犬” = dog\u{1b}[2J",
    lines: ["Now     This card is new.", "Grades  Answered now, it would come back: tomorrow."])

  @Test func `paragraphs stand in a column beside their words, within the width`() {
    #expect(
      ExplanationText.text([explanation, explanation], width: 40, isColored: false) == """
        “犬” = dog[2J
          Now     This card is new.
          Grades  Answered now, it would come
                  back: tomorrow.

        “犬” = dog[2J
          Now     This card is new.
          Grades  Answered now, it would come
                  back: tomorrow.

        """)
  }

  @Test func `where there is no terminal nothing is broken`() {
    #expect(
      ExplanationText.text([explanation], width: nil, isColored: false).hasSuffix(
        "\n  Grades  Answered now, it would come back: tomorrow.\n"))
    #expect(ExplanationText.text([], width: nil, isColored: false) == "")
  }
}
