import RabbleScreens

extension Explanation {
  /// The explanation under the card's name.
  public var screen: ExplanationScreen {
    ExplanationScreen(heading: CardName.text(standing.card), lines: lines)
  }
}
