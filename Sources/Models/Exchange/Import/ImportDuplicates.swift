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
  /// The question as an import has it; it keeps its id, and the fields that the import does not have.
  func updated(by other: Question) -> Question {
    var result = other
    for field in Field.allCases where other.texts(field).isEmpty { result.copy(field, from: self) }
    result.id = id ?? other.id
    result.furigana = other.furigana ?? matchingFurigana(other)
    result.cloze = other.cloze ?? matchingCloze(other)
    return result
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
    self == other
      && Field.allCases.allSatisfy { field in
        zip(texts(field), other.texts(field)).allSatisfy { $0.isSame(as: $1) }
      }
  }
}
