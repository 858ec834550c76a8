import RabbleText

/// A typo: the one edit that makes a typed text of the right one.
struct Typo: Equatable, Sendable {
  /// What the fingers did.
  enum Kind: Equatable, Sendable {
    /// Two neighbors changed places.
    case swap
    /// A letter is missing.
    case omission
    /// A letter is there that doesn't belong.
    case insertion
    /// Another letter was struck.
    case substitution
    /// A letter stands two places from where it belongs.
    case move
  }

  /// What the fingers did.
  let kind: Kind
  /// The letters of the typed text that are touched; empty for an omission.
  let typed: Range<Int>
  /// The letters of the right text that are touched; empty for an insertion. Where a doubled letter
  /// leaves open which of the two it was, the last.
  let right: Range<Int>

  /// The typo between two texts; `nil` if they are the same, or more than one apart.
  init?(from typed: [Character], to right: [Character]) {
    guard typed != right, abs(typed.count - right.count) <= 1 else { return nil }
    let (typedRest, rightRest) = EditDistance.differing(typed, right)
    let come = Array(typed[typedRest])
    let gone = Array(right[rightRest])
    switch (come.count, gone.count) {
    case (0, 1): kind = .omission
    case (1, 0): kind = .insertion
    case (1, 1): kind = .substitution
    case (2, 2) where come[0] == gone[1] && come[1] == gone[0]: kind = .swap
    case (3, 3)
    where come == [gone[1], gone[2], gone[0]] || come == [gone[2], gone[0], gone[1]]:
      kind = .move
    default: return nil
    }
    self.typed = typedRest
    self.right = rightRest
  }

  /// Whether the letters that are touched are letters, not digits or signs.
  func isOfLetters(_ typed: [Character], _ right: [Character]) -> Bool {
    typed[self.typed].allSatisfy(\.isLetter) && right[self.right].allSatisfy(\.isLetter)
  }

  /// How much rather this is what the fingers did than another: a swap keeps all letters, an omission
  /// what was typed.
  var rank: Int {
    switch kind {
    case .swap: 0
    case .omission: 1
    case .insertion, .substitution, .move: 2
    }
  }
}
