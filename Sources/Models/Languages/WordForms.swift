import RabbleText

/// The forms of a word that are as right as the one that a card asks for, by a rule of the language.
package protocol WordForms: Sendable {
  /// Whether the prompt asks for a form of its word.
  var asksForForm: Bool { get }
  /// The forms that are right beside an answer.
  func forms(of answer: String) -> [WordForm]
  /// The forms that would be right if the card or its group did not ask for the other kind.
  func unwanted(of answer: String) -> [WordForm]
}

/// A form, and what there is to say of it.
package struct WordForm: Hashable, Sendable {
  /// How a form differs from the deck's.
  package enum Kind: Hashable, Sendable {
    case polite, plain
    /// Said, but not written: 食べれる, 見てる.
    case colloquial
    /// Written, but seldom said: ではない.
    case written
  }

  package let text: String
  package let kind: Kind
}

/// What a card says about the form that it asks for.
package struct FormRequest: Sendable {
  package let prompt: String
  package let direction: DirectionKind
  /// Polite or plain, if the group wants only that.
  package let wanted: WordForm.Kind?

  package init(prompt: String, direction: DirectionKind, wanted: WordForm.Kind?) {
    self.prompt = prompt
    self.direction = direction
    self.wanted = wanted
  }
}

/// A word without an ending that speakers may leave out.
package struct OptionalEnding: Hashable, Sendable {
  package let stem: Substring
  /// Stands for the endings that may take the place of one another.
  package let kind: Int

  package init(stem: Substring, kind: Int) {
    self.stem = stem
    self.kind = kind
  }
}

extension SharedLanguage {
  /// Whether two lists of words differ in nothing but endings that may be left out or exchanged.
  package func differInOptionalEndingsOnly(_ one: [Substring], _ other: [Substring]) -> Bool {
    guard let optionalEnding = value.optionalEnding, one.count == other.count, one != other else {
      return false
    }
    return zip(one, other).allSatisfy { one, other in
      if one == other { return true }
      let (first, second) = (optionalEnding(one), optionalEnding(other))
      if let first, let second { return first == second }
      return first?.stem == other || second?.stem == one
    }
  }
}
