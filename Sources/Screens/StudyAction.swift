/// What a view hands to the controller: a line as it was typed, or what a key asked for.
public enum StudyAction: Hashable, Sendable {
  /// A line that is no command: an answer, a grade, or empty to reveal; with the keys it was typed
  /// with, if they were turned into kana on the way.
  case submit(String, keys: String? = nil)
  /// A command.
  case command(StudyCommand)
  /// A line that begins with a colon and names no command, or several: the name without its colon.
  case unknownCommand(String)
  /// A line that can be nobody's answer.
  case unusable(Flaw)
  /// The input has ended, or the learner leaves.
  case end

  /// Why a line can be nobody's answer.
  public enum Flaw: Hashable, Sendable {
    /// It is longer than any line a person types.
    case tooLong
    /// It is not UTF-8.
    case garbled
  }

  /// Reads a line: a colon as its first character, in ASCII or full width, makes it a command, whose
  /// first letters suffice where they are unique.
  ///
  /// - Parameters:
  ///   - line: the line as it stood when it was sent.
  ///   - keys: the keys it was typed with, if they were turned into kana on the way.
  public init(line: String, keys: String? = nil) {
    let trimmed = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{3000}" }
    guard let first = trimmed.first, first == ":" || first == "：" else {
      self = .submit(line, keys: keys)
      return
    }
    let name = trimmed.dropFirst().prefix { $0 != " " && $0 != "\t" }
    let matches = StudyCommand.matching(String(name))
    if let command = matches.first, matches.count == 1, !name.isEmpty {
      self = .command(command)
    } else {
      self = .unknownCommand(String(name))
    }
  }
}
