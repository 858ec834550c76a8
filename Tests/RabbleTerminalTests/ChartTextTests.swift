import RabbleScreens
import RabbleTerminal
import Testing

struct ChartTextTests {
  @Test func `columns rise with the numbers`() {
    let chart = ReportChart(title: "Known", values: [0, 12, 24, 36, 48])
    let expected = """
      Known
      48 │    █
         │   ▄█
         │  ██
         │  ██
         │ ███
       0 │ ███
      """
    let text = ChartText.text(chart)
    #expect(text.hasPrefix("Known\n48 │    █\n"))
    #expect(text.split(separator: "\n").count == expected.split(separator: "\n").count + 1)
    #expect(text.hasSuffix("day 1 day 5\n"))
  }

  @Test func `more days than columns are drawn as means, and none as nothing`() {
    let many = ChartText.text(ReportChart(title: "T", values: (0..<3650).map { Double($0) }))
    #expect(many.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(ChartText.text(ReportChart(title: "T", values: [])) == "")
    let flat = ChartText.text(ReportChart(title: "T", values: [0, 0]))
    #expect(!flat.contains("█"))
  }
}
