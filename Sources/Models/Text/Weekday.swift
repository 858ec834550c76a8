/// The days of the week of dates as reports write them.
public enum Weekday {
  /// The day of the week of a date in ISO 8601, `2026-11-21`: 0 for Monday … 6 for Sunday; `nil` for
  /// another text (Tomohiko Sakamoto's method).
  public static func of(_ date: String) -> Int? {
    let parts = date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]), (1...9999).contains(parts[0]) else {
      return nil
    }
    let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let year = parts[1] < 3 ? parts[0] - 1 : parts[0]
    let sunday = (year + year / 4 - year / 100 + year / 400 + offsets[parts[1] - 1] + parts[2]) % 7
    return (sunday + 6) % 7
  }
}
