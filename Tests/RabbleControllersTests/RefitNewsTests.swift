import RabbleControllers
import RabbleMemory
import Testing

/// What a learner is told when parameters were optimized automatically.
struct RefitNewsTests {
  /// Cards that were good on their first day, and mostly forgotten three days later.
  private static let choice: Choice = {
    let reviews = (0..<200).flatMap { card in
      [0, 3].map { day in
        LoggedReview(
          card: card, grade: day == 0 || card % 4 == 0 ? .good : .again,
          milliseconds: Int64(day) * 86_400_000 + Int64(card), day: day)
      }
    }
    return Optimizer(ReviewHistories(reviews)).refit(MemoryModel()) { _ in }
  }()

  private func news(_ outcome: PresetOptimization.Outcome) -> String? {
    PresetOptimization(
      preset: "default", reviews: 400, cards: 200, choice: Self.choice, outcome: outcome
    ).news(before: MemoryModel())
  }

  @Test(arguments: [(0, "no cards"), (1, "1 card"), (12, "12 cards")])
  func `one line says what changed and why, whether or not a card moved`(
    moved: Int, cards: String
  ) throws {
    let line = try #require(news(.installed(moved: moved, event: 401)))
    #expect(!line.contains("\n"))
    #expect(
      line.hasPrefix(
        "Preset “default”: updated the FSRS parameters to fit your answers (400 reviews; you "
          + "remember a new card for 1 day, not 2; "))
    #expect(
      line.hasSuffix("; \(cards) rescheduled). Undo with `rabble undo --event 401`."))
  }

  @Test func `no line means that nothing changed`() {
    for outcome in [PresetOptimization.Outcome.kept, .proposed, .tooFew(items: 3)] {
      #expect(news(outcome) == nil)
    }
  }
}
