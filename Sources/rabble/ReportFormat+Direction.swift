import RabbleControllers
import RabbleQuestions
import RabbleScreens

extension ReportFormat {
  /// What a card asks for: in words for people, as the log names it for programs.
  func direction(_ direction: Direction) -> ReportTable.Value {
    .text(self == .text ? direction.asked : direction.rawValue)
  }
}
