import Foundation
import RabbleQuestions

@testable import RabbleDecks

/// The courses that come with the program, as the loader reads them.
enum BundledCourses {
  /// The folder of the bundled decks.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Decks").standardizedFileURL.path

  /// The decks of a language, by the name of their folder, or of all.
  static func decks(_ language: String = "") -> [DeckFile] {
    DeckFolder.files(in: folder + "/" + language).files.map { DeckLoader().load(path: $0) }
  }

  /// The questions of a language with their groups.
  static func questions(_ language: String = "") -> [(group: QuestionGroup, question: Question)] {
    decks(language).flatMap(\.groups).flatMap { group in group.questions.map { (group, $0) } }
  }

  /// The directions in which a question is asked.
  static func directions(_ question: Question, in group: QuestionGroup) -> [Direction] {
    question.directions ?? group.directions ?? [.recognition]
  }

  /// The answers that separators part.
  static func answers(_ question: Question) -> [String] {
    question.answer.split { ";,".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
