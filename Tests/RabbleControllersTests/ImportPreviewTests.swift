import RabbleControllers
import RabbleScreens
import Testing

struct ImportPreviewTests {
  private let records = [
    ["犬", "", "dog"], ["猫", "", String(repeating: "cat ", count: 7)], ["鳥"],
  ]
  private let roles = ["prompt", "reading", "answer", "note"]

  @Test func `a preview shows each column under what it is for, but for empty ones`() {
    let table = ReportTable(previewOf: records, roles: roles, width: 24)
    #expect(table.headings.map(\.title) == ["prompt", "answer"])
    #expect(
      table.rows.map(\.values) == [
        [.text("犬"), .text("dog")], [.text("猫"), .text("cat cat cat cat cat cat…")],
        [.text("鳥"), .missing],
      ])
  }

  @Test func `columns too many for the width stand below each other`() {
    let table = ReportTable(previewOf: records, roles: roles, width: 23)
    #expect(table.headings.map(\.title) == ["column", "for", "row 1", "row 2"])
    #expect(
      table.rows.map(\.values) == [
        [.text("1"), .text("prompt"), .text("犬"), .text("猫")],
        [.text("3"), .text("answer"), .text("dog"), .text("cat cat cat cat cat cat…")],
      ])
  }
}
