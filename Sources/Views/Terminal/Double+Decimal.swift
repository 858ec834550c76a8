extension Double {
  /// The number in decimal digits with this many after the point; `–` when it is not finite or too
  /// large to be worth reading.
  func decimal(_ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 1e15 else { return "–" }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let whole = padded.dropLast(places)
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return sign + whole + (places > 0 ? "." + padded.suffix(places) : "")
  }
}
