/// A view of a study session: it draws screens and hands on what is typed.
public protocol StudyView {
  /// Draws a screen.
  ///
  /// - Throws: when the output is closed or can't be written.
  func draw(_ screen: StudyScreen) throws

  /// Waits for the next action.
  ///
  /// - Throws: when the input can't be read.
  func nextAction() throws -> StudyAction

  /// Why the view ended the session by itself; `nil` when it did not.
  var leavingReason: LeavingReason? { get }
}
