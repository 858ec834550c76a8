import Foundation

/// How many rounds a test over random inputs takes: a few in `swift test`, as many as `RABBLE_FUZZ`
/// says in `make fuzz`.
public enum LongForm {
  /// The number of rounds.
  public static func rounds(usually count: Int) -> Int {
    ProcessInfo.processInfo.environment["RABBLE_FUZZ"].flatMap(Int.init) ?? count
  }
}
