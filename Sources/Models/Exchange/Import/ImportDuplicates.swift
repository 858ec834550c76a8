import RabbleQuestions
import RabbleText

/// What becomes of a question that the deck has already.
public enum DuplicatePolicy: String, Hashable, Sendable, CaseIterable {
  /// It is left out.
  case skip
  /// It takes the place of the one that is there, which keeps its history and what the file does not
  /// speak of.
  case update
  /// It comes besides.
  case add
}

extension Question {
  /// The question as an import has it; it keeps its id, and what the import does not speak of.
  func updated(by other: Question) -> Question {
    func list(_ new: [String], _ old: [String]) -> [String] { new.isEmpty ? old : new }
    return Question(
      id: id ?? other.id, prompt: other.prompt, hint: other.hint ?? hint, answer: other.answer,
      reading: other.reading ?? reading, furigana: other.furigana ?? matchingFurigana(other),
      alternatives: list(other.alternatives, alternatives), blocked: list(other.blocked, blocked),
      partOfSpeech: other.partOfSpeech ?? partOfSpeech, pitch: other.pitch ?? pitch,
      example: other.example ?? example, note: other.note ?? note, tags: list(other.tags, tags),
      directions: other.directions ?? directions, cloze: other.cloze ?? matchingCloze(other),
      source: other.source ?? source)
  }

  /// The furigana, unless they are those of another prompt or reading than there is from now on.
  private func matchingFurigana(_ other: Question) -> String? {
    let isKept = other.prompt.isSame(as: prompt) && (other.reading ?? reading) == reading
    return isKept ? furigana : nil
  }

  /// The sentence with blanks, unless another answer fills it from now on.
  private func matchingCloze(_ other: Question) -> String? {
    other.answer.isSame(as: answer) ? cloze : nil
  }

  /// The same question under an id that no other has.
  func distinct(from ids: Set<String>, inGroup title: String) -> Question {
    let name = id ?? String(QuestionID(ofWordingOf: self, inGroup: title).description.prefix(12))
    var number = 2
    while ids.contains("\(name)-\(number)") { number += 1 }
    return with(id: "\(name)-\(number)")
  }

  /// Whether every text of it has the same scalars as in another.
  func isSame(as other: Question) -> Bool {
    func texts(_ question: Question) -> [String] {
      [
        question.id, question.prompt, question.hint, question.answer, question.reading,
        question.furigana, question.partOfSpeech, question.example?.text,
        question.example?.reading, question.example?.meaning, question.note, question.cloze,
        question.source,
      ].map { $0 ?? "" } + question.alternatives + question.blocked + question.tags
    }
    return self == other && zip(texts(self), texts(other)).allSatisfy { $0.isSame(as: $1) }
  }
}
