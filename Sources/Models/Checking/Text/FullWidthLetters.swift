/// Letters and digits in full width.
struct FullWidthLetters: TextRule {
  static let rule = Rule(
    "RW307", "full-width-letter", .warning, "Latin letters or digits stand in full width.")
  let triggers: TextTraits = .fullWidth

  func check(_ value: TextValue, _ findings: inout FindingList) {
    var run: (start: Int, text: String)?
    var runs: [(start: Int, text: String)] = []
    value.forEachScalar { offset, scalar in
      switch scalar.value {
      case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
        let plain = Unicode.Scalar(scalar.value - 0xFEE0).map(String.init) ?? ""
        run = (run?.start ?? offset, (run?.text ?? "") + plain)
      default:
        if let run { runs.append(run) }
        run = nil
      }
    }
    if let run { runs.append(run) }
    for run in runs {
      findings.add(
        Self.rule, in: value, run.start..<run.start + run.text.utf8.count * 3,
        "\(value.name) has letters or digits in full width", "write \(Quoted.text(run.text))",
        replacement: run.text)
    }
  }
}
