import RabbleQuestions

/// How the questions of a group are written as JSON.
struct JSONQuestionStyle {
  let layout: JSONLayout
  /// What stands before a question.
  let leading: String
  /// What stands between the last one and `]`.
  let closing: String

  /// The style of questions that are there.
  init(layout: JSONLayout, leading: String, closing: String) {
    self.layout = layout
    self.leading = leading
    self.closing = closing
  }

  /// The style of the first question of a group of this layout.
  init(inGroupOf group: JSONLayout) {
    layout = group.nested
    let isBroken = group.between.isBroken
    leading = isBroken ? layout.closing : ""
    closing = isBroken ? group.between : ""
  }

  /// The white space around a question in a list that was empty.
  var outline: (leading: String, closing: String) { (leading, closing) }

  /// What stands between two questions on one line.
  var gap: String { layout.between.isEmpty ? "" : " " }

  /// A question as it is written here; what an author wrote stays as it is but for its
  /// indentation.
  func text(of question: Question, as json: WrittenQuestion.Text?) -> String {
    guard let json else { return text(of: question) }
    guard json.text.isBroken, leading.isBroken else { return json.text }
    let newline = leading.newline
    var lines = json.text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }.map(String.init)
    for index in lines.indices.dropFirst() where lines[index].hasPrefix(json.indentation) {
      lines[index] = leading.lastLine + lines[index].dropFirst(json.indentation.count)
    }
    return lines.joined(separator: newline)
  }

  /// A question as it is written here.
  func text(of question: Question) -> String {
    layout.text(of: layout.members(of: DeckJSON.value(of: question, extras: [])))
  }
}
