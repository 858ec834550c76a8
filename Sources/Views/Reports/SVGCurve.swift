import RabbleScreens
import RabbleText

/// A forgetting curve as SVG, readable on light and on dark pages.
package enum SVGCurve {
  private static let width = 720.0
  private static let height = 320.0
  private static let left = 56.0
  private static let right = 16.0
  private static let top = 44.0
  private static let bottom = 44.0
  /// What the lower edge stands for.
  private static let floor = 0.5

  /// The drawing.
  package static func text(_ curve: CurveScreen) -> String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" \
      font-family="sans-serif" font-size="12">
      """,
      "<title>\(escaped(curve.title))</title>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      label(escaped(curve.title), left, 24, size: 14),
    ]
    for share in [0.5, 0.6, 0.7, 0.8, 0.9, 1] {
      lines.append(rule(y(share), "#dddddd"))
      lines.append(label(NumberText.percent(share), left - 8, y(share) + 4, anchor: "end"))
    }
    lines.append(rule(y(curve.level), "#c0392b", dashes: "6 4"))
    for part in 0...6 {
      let day = (curve.lastDay * Double(part) / 6).rounded()
      let text = part == 0 ? "day 0" : "\(Int(day))"
      lines.append(label(text, x(day, curve), height - bottom + 20, anchor: "middle"))
    }
    for stretch in curve.stretches {
      let points = stretch.map { "\(tenths(x($0.day, curve))),\(tenths(y($0.share)))" }
      lines.append(
        "<polyline fill=\"none\" stroke=\"#2471a3\" stroke-width=\"2\" points=\""
          + points.joined(separator: " ") + "\"/>")
      guard let first = stretch.first else { continue }
      lines.append(
        "<circle cx=\"\(tenths(x(first.day, curve)))\" cy=\"\(tenths(y(first.share)))\" r=\"4\" "
          + "fill=\"#2471a3\"/>")
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func x(_ day: Double, _ curve: CurveScreen) -> Double {
    left + day / max(curve.lastDay, 1) * (width - left - right)
  }

  private static func y(_ share: Double) -> Double {
    let part = (min(max(share, floor), 1) - floor) / (1 - floor)
    return height - bottom - part * (height - top - bottom)
  }

  private static func rule(_ y: Double, _ color: String, dashes: String? = nil) -> String {
    let pattern = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    return "<line x1=\"\(tenths(left))\" x2=\"\(tenths(width - right))\" y1=\"\(tenths(y))\" "
      + "y2=\"\(tenths(y))\" stroke=\"\(color)\"\(pattern)/>"
  }

  private static func label(
    _ text: String, _ x: Double, _ y: Double, anchor: String = "start", size: Int = 12
  ) -> String {
    "<text x=\"\(tenths(x))\" y=\"\(tenths(y))\" text-anchor=\"\(anchor)\" font-size=\"\(size)\" "
      + "fill=\"#333333\">\(text)</text>"
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
