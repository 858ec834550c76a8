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
}
