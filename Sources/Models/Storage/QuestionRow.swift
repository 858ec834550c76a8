import Foundation
import GRDB
import RabbleQuestions

/// How a question stands in its table: what every prompt needs in columns, the rest as JSON.
struct QuestionRow {
  let question: Question

  /// What few questions have, and nothing searches.
  private struct More: Codable {
    var id: String?
    var reading: String?
    var alternatives: [String]?
    var blocked: [String]?
    var note: String?
    var example: String?
    var tags: [String]?
  }

  init(_ question: Question) {
    self.question = question
  }

  init(row: Row) throws {
    let json: String? = row["more"]
    let more = try json.map { try JSONDecoder().decode(More.self, from: Data($0.utf8)) }
    question = Question(
      id: more?.id, prompt: row["prompt"], hint: row["hint"], answer: row["answer"],
      reading: more?.reading, alternatives: more?.alternatives ?? [],
      blocked: more?.blocked ?? [], note: more?.note,
      example: more?.example, tags: more?.tags ?? [])
  }

  /// The rest as JSON, or `nil` when there is none.
  func more() throws -> String? {
    let isPlain =
      question.id == nil && question.reading == nil && question.alternatives.isEmpty
      && question.blocked.isEmpty
      && question.note == nil && question.example == nil && question.tags.isEmpty
    if isPlain { return nil }
    let more = More(
      id: question.id, reading: question.reading,
      alternatives: question.alternatives.isEmpty ? nil : question.alternatives,
      blocked: question.blocked.isEmpty ? nil : question.blocked,
      note: question.note, example: question.example,
      tags: question.tags.isEmpty ? nil : question.tags)
    return String(decoding: try JSONEncoder().encode(more), as: UTF8.self)
  }
}
