import RabbleQuestions
import RabbleText

extension Question {
  /// The first of its fields that is longer than a deck may have it; `nil` for none.
  var fieldTooLong: Field? {
    Field.allCases.first { field in
      switch field.kind {
      case .required(let path): self[keyPath: path].isTooLong
      case .text(let path): !field.isProse && self[keyPath: path]?.isTooLong == true
      case .list(let path): self[keyPath: path].contains(where: \.isTooLong)
      case .number, .choice, .directions, .example: false
      }
    }
  }

  /// Cuts its note and the parts of its example where they are longer than ``Question/longestText``.
  ///
  /// - Returns: how many were cut.
  mutating func cutProse() -> Int {
    var count = 0
    func cut(_ text: String?) -> String? {
      guard let text, text.isTooLong else { return text }
      count += 1
      let start = text.unicodeScalars.prefix(Question.longestText - 1)
      return String(String.UnicodeScalarView(start)) + "…"
    }
    note = cut(note)
    if let example {
      self.example = Example(
        text: cut(example.text) ?? "", reading: cut(example.reading), meaning: cut(example.meaning))
    }
    return count
  }
}
