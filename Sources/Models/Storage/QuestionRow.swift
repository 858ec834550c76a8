import Foundation
import GRDB
import RabbleQuestions

/// How a question stands in its table: what every prompt needs in columns, the rest as JSON.
struct QuestionRow {
  let question: Question

  /// What nothing searches.
  private struct More: Codable, Equatable {
    var id: String?
    var reading: String?
    var furigana: String?
    var alternatives: [String]?
    var blocked: [String]?
    var partOfSpeech: String?
    var pitch: Int?
    var example: Example?
    var note: String?
    var tags: [String]?
    var directions: [String]?
    var cloze: String?
    var source: String?
  }

  init(_ question: Question) {
    self.question = question
  }

  init(row: Row) throws {
    let json: String? = row["more"]
    let more = try json.map { try JSONDecoder().decode(More.self, from: Data($0.utf8)) } ?? More()
    question = Question(
      id: more.id, prompt: row["prompt"], hint: row["hint"], answer: row["answer"],
      reading: more.reading, furigana: more.furigana, alternatives: more.alternatives ?? [],
      blocked: more.blocked ?? [], partOfSpeech: more.partOfSpeech, pitch: more.pitch,
      example: more.example, note: more.note, tags: more.tags ?? [],
      directions: more.directions?.compactMap(Direction.init(name:)), cloze: more.cloze,
      source: more.source)
  }

  /// The rest as JSON, or `nil` when there is none.
  func more() throws -> String? {
    let more = More(
      id: question.id, reading: question.reading, furigana: question.furigana,
      alternatives: question.alternatives.isEmpty ? nil : question.alternatives,
      blocked: question.blocked.isEmpty ? nil : question.blocked,
      partOfSpeech: question.partOfSpeech, pitch: question.pitch, example: question.example,
      note: question.note, tags: question.tags.isEmpty ? nil : question.tags,
      directions: question.directions?.compactMap(\.name), cloze: question.cloze,
      source: question.source)
    if more == More() { return nil }
    return String(decoding: try JSONEncoder().encode(more), as: UTF8.self)
  }
}
