/// How far a long job has come, as a line that is drawn again and again in one place.
public enum ProgressBar {
  /// The line; it begins by going back to its own start.
  ///
  /// - Parameters:
  ///   - share: the share of the work done, 0…1.
  ///   - label: what is being done.
  /// - Returns: a text without a line end.
  public static func text(_ share: Double, label: String) -> String {
    let bounded = min(max(share, 0), 1)
    let filled = Int(bounded * 30)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    return "\r\(label)  \(bar) \(Int(bounded * 100))%"
  }

  /// What removes the line.
  public static let erasure = "\r\u{1B}[K"
}
