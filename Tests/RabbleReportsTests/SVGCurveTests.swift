import Foundation
import RabbleReports
import RabbleScreens
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct SVGCurveTests {
  @Test func `a drawing is well-formed and stays within its frame`() {
    let points = [(0.0, 1.0), (5, 0.7), (10, 0.2)].map { CurveScreen.Point(day: $0, share: $1) }
    let curve = CurveScreen(
      title: "a < b & c", stretches: [points, []], level: 0.9, lastDay: 10)
    let text = SVGCurve.text(curve)
    #expect(XMLParser(data: Data(text.utf8)).parse())
    #expect(text.contains("<title>a &lt; b &amp; c</title>"))
    // 100% lies at the top, 50% and what is below at the bottom; the last day at the right.
    #expect(text.contains("points=\"56.0,44.0 380.0,183.2 704.0,276.0\""))
  }
}
