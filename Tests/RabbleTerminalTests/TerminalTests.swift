import RabbleScreens
import RabbleTerminal
import Testing

struct ProgressBarTests {
  @Test func `a bar fills from left to right`() {
    #expect(
      ProgressBar.text(0, label: "Go") == "\rGo  " + String(repeating: "░", count: 30) + " 0%")
    #expect(
      ProgressBar.text(0.5, label: "Go")
        == "\rGo  " + String(repeating: "█", count: 15) + String(repeating: "░", count: 15) + " 50%"
    )
    #expect(ProgressBar.text(7, label: "Go").hasSuffix("█ 100%"))
  }

  @Test func `numbers in a table have as many decimals as they ask for`() {
    let table = ReportTable(
      key: "t", title: "",
      columns: [.init("a", "A"), .init("b", "B"), .init("c", "C")],
      rows: [
        [.number(0.43686, decimals: 4), .number(-0.04, decimals: 1), .numbers([1, 0.5])],
        [.number(12, decimals: 4), .number(1.25, decimals: 0), .missing],
        [.number(.infinity, decimals: 4), .number(.nan, decimals: 1), .missing],
      ])
    let expected = """
            A    B  C
       0.4369  0.0  1.0, 0.5
      12.0000    1  –
            –    –  –
      """
    #expect(TableText.text([table]) == expected + "\n")
  }
}
