/// The question that typo tolerance asks of two texts, without the matrix of `AlignmentPath`.
enum AlignmentDistance {
  /// Whether one insertion, deletion, substitution or swap of neighbours turns one text into the
  /// other. Takes time in proportion to the lengths.
  static func isOne(_ one: String, _ other: String) -> Bool {
    var short = Array(one)
    var long = Array(other)
    if short.count > long.count { swap(&short, &long) }
    guard long.count - short.count <= 1 else { return false }
    guard let start = short.indices.first(where: { short[$0] != long[$0] }) else {
      return long.count == short.count + 1
    }
    let rest = short[start...]
    if long.count > short.count { return rest == long[(start + 1)...] }
    if rest.dropFirst() == long[start...].dropFirst() { return true }
    return rest.count > 1 && rest[start] == long[start + 1] && rest[start + 1] == long[start]
      && rest.dropFirst(2) == long[start...].dropFirst(2)
  }
}
