import ArgumentParser

/// One desired retention, or a range of them: `0.9` or `0.70…0.97`, in steps of 0.01.
struct RetentionRange: ExpressibleByArgument, CustomStringConvertible {
  let lower: Double
  let upper: Double

  private static let allowed = 0.5...0.99

  init(_ retention: Double) {
    lower = retention
    upper = retention
  }

  init?(argument: String) {
    let text = argument.replacing("...", with: "…").replacing("..", with: "…")
      .replacing("-", with: "…")
    let ends = text.split(separator: "…", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first <= last, Self.allowed.contains(first), Self.allowed.contains(last)
    else { return nil }
    lower = first
    upper = last
  }

  var description: String { lower == upper ? "\(lower)" : "\(lower)…\(upper)" }

  /// The retentions from the lower to the upper one.
  var steps: [Double] {
    let count = Int(((upper - lower) * 100 + 1e-9).rounded(.down))
    return (0...count).map { ((lower * 100 + Double($0)) / 100 * 1e6).rounded() / 1e6 }
  }
}
