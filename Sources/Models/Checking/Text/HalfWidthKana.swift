import RabbleJudging

/// Katakana in half width.
struct HalfWidthKana: TextRule {
  static let rule = Rule("RW308", "half-width-kana", .warning, "Katakana stand in half width.")
  let triggers: TextTraits = .halfWidthKana

  func check(_ value: TextValue, _ findings: inout FindingList) {
    var run = ""
    var start = 0
    var runs: [(start: Int, text: String)] = []
    value.forEachScalar { offset, scalar in
      if (0xFF66...0xFF9F).contains(scalar.value) {
        if run.isEmpty { start = offset }
        run.unicodeScalars.append(scalar)
      } else if !run.isEmpty {
        runs.append((start, run))
        run = ""
      }
    }
    if !run.isEmpty { runs.append((start, run)) }
    for run in runs {
      let whole = run.text.withWholeKana
      findings.add(
        Self.rule, in: value, run.start..<run.start + run.text.utf8.count,
        "\(value.name) has katakana in half width", "write \(Quoted.text(whole))",
        replacement: whole)
    }
  }
}
