import Testing

@testable import RabbleExchange

struct TableFormTests {
  @Test(arguments: ["a\tb\n1\t2", "a,b\n1,2", "a;b\n1;2", "a|b\n1|2"])
  func `the separator is found`(text: String) {
    let form = TableForm(of: text, separator: nil, hasHeader: nil)
    #expect(form.separator == String(text.dropFirst().prefix(1)))
    #expect(form.columns == 2)
  }

  @Test func `commas in texts don't hide the semicolons between them`() {
    let text = "Haus;house, home\nBaum;tree\nHund;dog, hound, cur\n"
    #expect(TableForm(of: text, separator: nil, hasHeader: nil).separator == ";")
  }
}
