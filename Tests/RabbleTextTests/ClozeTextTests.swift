import RabbleText
import Testing

@Suite struct ClozeTextTests {
  @Test func `a sentence is shown with its blanks filled or open`() throws {
    let text = try ClozeText("私{{は}}学生{{です::copula}}。")
    #expect(text.filled == "私は学生です。")
    #expect(text.opened == "私＿＿学生＿＿。")
    #expect(text.blanks.map(\.hint) == [nil, "copula"])
    #expect(text.keys == ["は", "です"])
  }

  @Test func `the first of several right texts fills a blank`() throws {
    let text = try ClozeText("東京{{に; へ}}行く")
    #expect(text.filled == "東京に行く")
    #expect(text.blanks.map(\.answer) == ["に; へ"])
    #expect(text.keys == ["に"])
  }

  @Test func `a blank keeps its key when another is put before it`() throws {
    let before = try ClozeText("私は学生{{です}}")
    let after = try ClozeText("私{{は}}学生{{です}}")
    #expect(after.keys.contains(before.keys[0]))
  }

  @Test func `equal blanks are told apart by their order`() throws {
    #expect(try ClozeText("{{は}} {{は}}").keys == ["は", "は 2"])
  }

  @Test func `the key of a very long blank is short, and its own`() throws {
    let long = String(repeating: "長", count: 4_000)
    let text = try ClozeText(
      "{{\(long)い}} {{\(long)う}} {{\(long)い}} {{c\(String(repeating: "1", count: 20_000))::a}}")
    #expect(text.keys.allSatisfy { $0.utf8.count < 500 })
    #expect(Set(text.keys).count == 4)
    #expect(text.blanks[0].filling == long + "い")
  }

  @Test func `blanks that Anki numbers alike are one card`() throws {
    let text = try ClozeText("{{c1::Madrid::city}} is in {{c2::Spain}}, {{c1::not Lima}}")
    #expect(text.keys == ["c1", "c2"])
    #expect(text.filled == "Madrid is in Spain, not Lima")
    #expect(text.blanks.map(\.hint) == ["city", nil, nil])
  }

  @Test(arguments: [
    ("no blank", ClozeError.noBlank), ("a {{b", .unclosed(blank: 1)),
    ("{{a}} {{b", .unclosed(blank: 2)), ("{{a {{b}}", .unclosed(blank: 1)),
    ("{{a}} {{ }}", .emptyBlank(blank: 2)), ("{{::hint}}", .emptyBlank(blank: 1)),
    ("{{c1::}}", .emptyBlank(blank: 1)),
  ])
  func `an unsound sentence says what is wrong with it`(text: String, error: ClozeError) {
    #expect(throws: error) { try ClozeText(text) }
  }

  @Test func `what fills the only blank of a sentence is found in its text`() throws {
    func filling(_ cloze: String) throws -> String? {
      let text = try ClozeText(cloze)
      return ClozeText.filling(of: text.filled, open: text.opened)
    }
    #expect(try filling("You {{c1::receive}} it.") == "receive")
    #expect(try filling("{{c1::は}}") == "は")
    #expect(try filling("{{a}} and {{b}}") == nil)
    #expect(ClozeText.filling(of: "Another text", open: "You ＿＿ it.") == nil)
    #expect(ClozeText.filling(of: "You it.", open: "You ＿＿ it.") == nil)
    #expect(ClozeText.isNumber("c12") && !ClozeText.isNumber("c") && !ClozeText.isNumber("cat"))
  }
}
