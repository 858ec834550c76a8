import Foundation
import RabbleTerminal

/// Shows on standard error how far a job has come, when it takes longer than a second and somebody
/// is looking.
final class ProgressLine {
  private let label: String
  private let start = ContinuousClock.now
  private let isWatched = isatty(STDERR_FILENO) == 1
  private var shown = -1

  init(_ label: String) {
    self.label = label
  }

  /// Tells the share of the work done, 0…1.
  func update(_ share: Double) {
    guard isWatched, ContinuousClock.now - start > .seconds(1) else { return }
    let percent = Int(share * 100)
    guard percent != shown else { return }
    shown = percent
    Interruption.noteProgressLine(true)
    // When standard error is closed, there is nobody left to tell.
    // A bar that can't be drawn keeps no work from being done.
    try? TextOutput(descriptor: STDERR_FILENO).put(ProgressBar.text(share, label: label))
  }

  /// Removes the line.
  func end() {
    guard shown >= 0 else { return }
    Interruption.noteProgressLine(false)
    try? TextOutput(descriptor: STDERR_FILENO).put(ProgressBar.erasure)
  }
}
