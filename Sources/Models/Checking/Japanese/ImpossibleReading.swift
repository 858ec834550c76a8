import RabbleDecks
import RabbleJudging

/// Kana in an order that Japanese does not have.
struct ImpossibleReading: QuestionRule {
  static let rule = Rule(
    "RW403", "impossible-reading", .warning, "A reading begins or goes on as no word can.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.group.isJapanese, let value = question.text(.reading) else { return }
    let readings = question.readings
    guard readings.contains(where: { $0.kana.map { !ReadingRules.isPossible($0) } ?? false }) else {
      return
    }
    // What is taught may be a small kana or a sound alone.
    let prompt = question.question.prompt.kanaReading
    for found in readings {
      guard let reading = found.kana, reading.count > 1, reading != prompt,
        !ReadingRules.isPossible(reading)
      else { continue }
      findings.add(
        Self.rule, in: value, found.range,
        "\(Quoted.text(found.text)) can't be said: its kana can't stand in this order",
        "look for a kana too many, too few, or in the wrong size")
    }
  }
}
