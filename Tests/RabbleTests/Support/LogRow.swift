import Foundation

/// A review as `rabble log export --format jsonl` writes it.
struct LogRow: Decodable {
  let time: String
  let question: String
  let group: String
  let prompt: String
  let grade: String
  let typed: String?
  let hintUsed: Bool
  let retracted: Bool

  enum CodingKeys: String, CodingKey {
    case time, question, group, prompt, grade, typed, retracted
    case hintUsed = "hint_used"
  }
}

extension Program {
  /// The reviews in the study log, oldest first.
  func reviews() throws -> [LogRow] {
    let export = try run(["log", "export", "--format", "jsonl"])
    guard export.ending == .exited(0) else { throw Surprise(export.errors) }
    return try export.lines.map { try JSONDecoder().decode(LogRow.self, from: Data($0.utf8)) }
  }
}
