import Testing

/// What a learner who never errs meets in the first days of the Spanish course, at 20 new cards a day.
struct SpanishCourseTests {
  /// The mornings of the first days.
  private static let mornings =
    (21...30).map { "2026-11-\($0)T09:00:00+09:00" }
    + (1...2).map { "2026-12-0\($0)T09:00:00+09:00" }

  @Test func `Spanish begins with a greeting, a sentence and a noun, and no day is of one kind`()
    throws
  {
    let program = try Program()
    var met: Set<String> = []
    var firstDays: [String: Int] = [:]
    for (index, morning) in Self.mornings.enumerated() {
      let outcome = try program.run(
        ["study", "spanish", "--format", "json"], at: morning,
        input: String(repeating: "\n4\n", count: 120))
      var groups: [String: Int] = [:]
      for screen in try outcome.screens where screen.kind == "question" {
        let card = "\(screen.card ?? "") \(screen.direction ?? "")"
        guard met.insert(card).inserted else { continue }
        groups[screen.group, default: 0] += 1
        for name in [screen.group, screen.prompt ?? ""] where firstDays[name] == nil {
          firstDays[name] = index + 1
        }
      }
      #expect(groups.values.reduce(0, +) == 20, "day \(index + 1): \(groups)")
      #expect(groups.values.max() ?? 0 <= 8, "day \(index + 1): \(groups)")
      #expect(groups.count >= 3, "day \(index + 1): \(groups)")
    }
    for prompt in ["Hola", "Gracias", "Sí", "Me llamo Ana", "la familia", "uno"] {
      #expect(firstDays[prompt] == 1, "\(prompt)")
    }
    #expect(firstDays["Spanish: pronouns and question words"] ?? 99 <= 5)
    #expect(firstDays["Spanish: verbs of every day"] ?? 99 <= 5)
    #expect(firstDays["Spanish: first sentences"] ?? 99 <= 8)
    #expect(firstDays["Spanish verbs: regular in -ar"] ?? 99 <= 12)
    #expect(firstDays["Spanish verbs: vosotros"] == nil, "it is optional")
  }
}
