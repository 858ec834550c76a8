import Foundation

/// What a session told to have done to the log.
enum Acknowledgement: Hashable {
  case answer(LoggedAnswer)
  case undo

  /// The acknowledgements in a session's JSON lines, in their order. A line that was cut off is
  /// none.
  static func all(in output: String) -> [Acknowledgement] {
    let complete = output[..<(output.lastIndex(of: "\n") ?? output.startIndex)]
    return complete.split(separator: "\n").compactMap { line in
      guard let screen = try? JSONDecoder().decode(Screen.self, from: Data(line.utf8)) else {
        return nil
      }
      if screen.kind == "verdict", let card = screen.card, let grade = screen.grade {
        return .answer(LoggedAnswer(card: card, grade: grade, typed: screen.typed))
      }
      let isUndo = screen.kind == "notice" && screen.message?.hasPrefix("Taken back") == true
      return isUndo ? .undo : nil
    }
  }

  /// The part of a screen that tells.
  private struct Screen: Decodable {
    let kind: String
    let card: String?
    let grade: String?
    let typed: String?
    let message: String?
  }
}
