import Foundation
import RabbleQuestions

/// How a group stands in its table: its title in a column, all else but its questions as JSON.
struct GroupRow {
  private let group: QuestionGroup

  init(_ group: QuestionGroup) {
    self.group = QuestionGroup(
      title: group.title, description: group.description, language: group.language,
      author: group.author, licence: group.licence, version: group.version,
      directions: group.directions, settings: group.settings, questions: [], score: group.score)
  }

  init(title: String, more: String?) throws {
    group =
      try more.map { try JSONDecoder().decode(QuestionGroup.self, from: Data($0.utf8)) }
      ?? QuestionGroup(title: title, questions: [])
  }

  /// How its author wants it to be studied.
  var settings: GroupSettings { group.settings }

  /// The directions its questions are asked in by default.
  var directions: [Direction]? { group.directions }

  /// The group with these questions.
  func group(with questions: [Question]) -> QuestionGroup {
    QuestionGroup(
      title: group.title, description: group.description, language: group.language,
      author: group.author, licence: group.licence, version: group.version,
      directions: group.directions, settings: group.settings, questions: questions,
      score: group.score)
  }

  /// The rest as JSON, or `nil` when there is none.
  func more() throws -> String? {
    if group == QuestionGroup(title: group.title, questions: []) { return nil }
    return String(decoding: try JSONEncoder().encode(group), as: UTF8.self)
  }
}
