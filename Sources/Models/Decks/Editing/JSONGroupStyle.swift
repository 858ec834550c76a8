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
    var members: [(key: String, literal: String)] = []
    func add(_ key: DeckKey.Group, _ literal: String?) {
      if let literal { members.append((key.name, literal)) }
    }
    add(.title, JSONLiteral.string(group.title))
    add(.description, group.description.map(JSONLiteral.string))
    add(.language, group.language.map(JSONLiteral.string))
    add(.author, group.author.map(JSONLiteral.string))
    add(.licence, group.licence.map(JSONLiteral.string))
    add(.version, group.version.map(JSONLiteral.string))
    add(
      .directions,
      group.directions.map { JSONLiteral.list($0.compactMap(\.name), comma: layout.comma) })
    let settings = [
      (DeckKey.Settings.accents, group.settings.accents?.rawValue),
      (.furigana, group.settings.furigana?.rawValue),
    ].compactMap { key, value in value.map { (key.name, JSONLiteral.string($0)) } }
    var inline = JSONLayout()
    inline.between = layout.between.isEmpty ? "" : " "
    inline.colon = layout.colon
    if !settings.isEmpty { add(.settings, inline.text(of: settings)) }
    add(.questions, list(group.questions))
    return layout.text(of: members)
  }

  private func list(_ group: [Question]) -> String {
    guard !group.isEmpty else { return "[]" }
    let texts = group.map { questions.leading + questions.text(of: $0) }
    return "[" + texts.joined(separator: ",") + questions.closing + "]"
  }
}
