import RabbleScreens
import RabbleTerminal
import Testing

@Suite struct GroupListTextTests {
  private let list = GroupListScreen(
    title: "Japanese", before: ["2 groups before these are known."],
    groups: ReportTable(
      "groups", "",
      of: [("Hiragana long sounds and small っ", 13, 0.5), ("Numbers", 1200, 0)]
    ) {
      ReportTable.Column("group", "Group") { .text($0.0) }
      ReportTable.Column("new", "New") { .count($0.1) }
      ReportTable.Column("learning", "Learning") { _ in .count(0) }
      ReportTable.Column("accuracy", "Accuracy") { _ in .missing }
      ReportTable.Column("known", "Known") { .share($0.2) }
    }, after: ["1 group is optional: “N”."], isFolded: true)

  private func text(_ width: Int?) -> String {
    GroupListText.text([list], width: width, isColored: false)
  }

  @Test func `a title is never cut: other columns give way, and it goes on below`() {
    #expect(
      text(80) == """
        Japanese
        2 groups before these are known.
        Group                               New  Learning  Accuracy  Known
        Hiragana long sounds and small っ    13         0         –  50.0%
        Numbers                            1200         0         –   0.0%
        1 group is optional: “N”.

        `rabble deck list --all` lists every group.

        """)
    #expect(
      text(40) == """
        Japanese
        2 groups before these are known.
        Group               New  Learning  Known
        Hiragana long        13         0  50.0%
          sounds and
          small っ
        Numbers            1200         0   0.0%
        1 group is optional: “N”.

        `rabble deck list --all` lists every
          group.

        """)
    #expect(
      text(24) == """
        Japanese
        2 groups before these
          are known.
        Group              Known
        Hiragana long      50.0%
          sounds and
          small っ
        Numbers             0.0%
        1 group is optional:
          “N”.

        `rabble deck list --all`
          lists every group.

        """)
    #expect(text(nil) == text(80))
  }

  @Test func `titles and notes are colored, rows are not`() {
    let lines = GroupListText.text([list], width: 80, isColored: true).split(separator: "\n")
    #expect(lines[0].hasPrefix("\u{1b}[") && lines[1].hasPrefix("\u{1b}["))
    #expect(lines[3].hasPrefix("Hiragana long"))
  }
}
