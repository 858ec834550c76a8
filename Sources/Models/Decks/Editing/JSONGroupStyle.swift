import RabbleQuestions

/// How the groups of a file are written as JSON.
struct JSONGroupStyle {
  let layout: JSONLayout
  let questions: JSONQuestionStyle

  /// The style of a file that has no group yet: two spaces a level.
  static var usual: JSONGroupStyle {
    var layout = JSONLayout()
    layout.opening = "\n    "
    layout.between = "\n    "
    layout.closing = "\n  "
    return JSONGroupStyle(layout: layout, questions: JSONQuestionStyle(inGroupOf: layout))
  }

  /// A group with its questions as it is written here.
  func text(of group: QuestionGroup) -> String {
    let members = layout.members(of: DeckJSON.value(of: group, questions: [], extras: []))
    return layout.text(
      of: members.map { key, literal in
        (key, key == DeckKey.Group.questions.name ? list(group.questions) : literal)
      })
  }

  private func list(_ group: [Question]) -> String {
    guard !group.isEmpty else { return "[]" }
    let texts = group.map { questions.leading + questions.text(of: $0) }
    return "[" + texts.joined(separator: ",") + questions.closing + "]"
  }
}
