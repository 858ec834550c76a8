import RabbleScreens
import RabbleTerminal
import Testing

@Suite struct TableTextTests {
  @Test func `columns line up whatever script they hold, numbers on the right`() {
    let table = ReportTable(
      key: "t", title: "By question",
      columns: [
        ReportTable.Column("p", "Prompt"), ReportTable.Column("a", "Answer"),
        ReportTable.Column("n", "Correct"), ReportTable.Column("s", "Share"),
      ],
      rows: [
        [.text("かな"), .text("a"), .count(3), .share(1)],
        [.text("ｶﾅ"), .text("学校"), .count(12), .share(0.3333)],
        [.text("か\u{3099}"), .text("👩‍🏫"), .count(0), .missing],
      ])
    #expect(
      TableText.text([table]) == """
        By question
        Prompt  Answer  Correct   Share
        かな    a             3  100.0%
        ｶﾅ      学校         12   33.3%
        か\u{3099}      👩‍🏫            0       –

        """)
  }

  @Test func `a text can't command the terminal, and a long one is cut`() {
    let table = ReportTable(
      key: "t", title: "", columns: [ReportTable.Column("p", "Prompt")],
      rows: [[.text("\u{1b}[31mred\u{202e}")], [.text(String(repeating: "長", count: 60))]])
    let lines = TableText.text([table]).split(separator: "\n")
    #expect(lines[1] == "[31mred")
    #expect(lines[2] == String(repeating: "長", count: 23) + "…")
  }
}
