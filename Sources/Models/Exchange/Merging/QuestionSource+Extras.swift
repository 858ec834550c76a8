import Foundation
import RabbleDecks
import RabbleQuestions

extension QuestionSource {
  /// The values of the question that a ``Question`` has no place for, as they stand in the file.
  func extras(in deck: DeckSource) -> [DeckExtra] {
    let example = field(.example)?.span
    return fields.compactMap { field in
      switch field.key {
      case .unknown, .question(.silence): break
      default: return nil
      }
      guard deck.form == .json else { return nil }
      let isOfExample = example.map { $0.range.contains(field.span.start) } ?? false
      let key = deck.text(field.keySpan)
      return DeckExtra(
        owner: isOfExample ? "example" : nil, key: JSONKey.text(key), source: deck.text(field.span))
    }
  }
}

/// A key as it is written in JSON.
private enum JSONKey {
  static func text(_ literal: String) -> String {
    let decoded = try? JSONDecoder().decode(String.self, from: Data(literal.utf8))
    return decoded ?? String(literal.dropFirst().dropLast())
  }
}
