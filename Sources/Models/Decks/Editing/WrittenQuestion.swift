import RabbleQuestions

/// A question that comes into a deck: new, or as an author wrote it elsewhere.
public struct WrittenQuestion: Hashable, Sendable {
  /// The question.
  public let question: Question
  /// How it is written elsewhere, if it is.
  let text: Text?

  /// A question as it stands in a file.
  struct Text: Hashable, Sendable {
    let form: DeckForm
    /// Of Markdown its lines with the comments above, each with LF at its end.
    let text: String
    /// The white space before JSON on its line.
    let indentation: String
    /// Whether it says what a question cannot hold: keys that no deck knows, silences, comments.
    let hasMore: Bool
  }

  /// A question that nobody has written yet.
  public init(_ question: Question) {
    self.question = question
    text = nil
  }

  init(_ question: Question, as text: Text) {
    self.question = question
    self.text = text
  }

  /// How it is written in a form; `nil` where it must be written anew.
  func text(as form: DeckForm, path: String) throws(DeckChangeError) -> Text? {
    guard let text else { return nil }
    if text.form == form { return text }
    if text.hasMore {
      throw .unwritable(
        path: path,
        reason: "keys of its own, silences and comments would be lost on the way between JSON and "
          + "Markdown; move the question by hand, with `rabble deck edit`")
    }
    return nil
  }
}
