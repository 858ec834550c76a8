/// A typed text over the right one, letter by letter, for a view to draw.
public struct Alignment: Hashable, Sendable {
  /// One letter (grapheme) of both texts, or two that were swapped.
  public struct Piece: Hashable, Sendable {
    /// How the two compare.
    public enum Kind: String, Hashable, Sendable {
      /// The same letter.
      case same
      /// Another letter.
      case replaced
      /// A letter that was left out.
      case missing
      /// A letter too many.
      case extra
      /// Two letters in the wrong order.
      case swapped
    }

    /// How the two compare.
    public let kind: Kind
    /// What was typed; empty where a letter is missing.
    public let typed: String
    /// What is right; empty where a letter is too many.
    public let right: String

    /// Makes a piece.
    public init(_ kind: Kind, typed: String, right: String) {
      self.kind = kind
      self.typed = typed
      self.right = right
    }
  }

  /// The pieces from left to right: their `typed` parts make the typed text, their `right` parts the
  /// right one.
  public let pieces: [Piece]

  /// The most comparisons of two letters that are made for one alignment; a longer difference is one
  /// piece.
  static let mostComparisons = 10_000

  /// Aligns two texts by the fewest edits; letters that differ in case, width or kind of kana only
  /// are the same.
  public init(typed: String, right: String) {
    let typedLetters = typed.map(Letter.init)
    let rightLetters = right.map(Letter.init)
    let most = min(typedLetters.count, rightLetters.count)
    let start = (0..<most).first { typedLetters[$0] != rightLetters[$0] } ?? most
    let end =
      (0..<most - start).first {
        typedLetters[typedLetters.count - 1 - $0] != rightLetters[rightLetters.count - 1 - $0]
      } ?? (most - start)
    let same = { (index: Int, other: Int) in
      Piece(.same, typed: typedLetters[index].text, right: rightLetters[other].text)
    }
    pieces =
      (0..<start).map { same($0, $0) }
      + Self.middle(
        Array(typedLetters[start..<typedLetters.count - end]),
        Array(rightLetters[start..<rightLetters.count - end])
      )
      + (0..<end).map { same(typedLetters.count - end + $0, rightLetters.count - end + $0) }
  }

  private static func middle(_ typed: [Letter], _ right: [Letter]) -> [Piece] {
    guard typed.count * right.count <= mostComparisons else {
      return [
        Piece(.replaced, typed: typed.map(\.text).joined(), right: right.map(\.text).joined())
      ]
    }
    return AlignmentPath(typed, right).steps.map { step in
      let typedText = typed[step.one].map(\.text).joined()
      let rightText = right[step.other].map(\.text).joined()
      return Piece(step.kind, typed: typedText, right: rightText)
    }
  }

  /// A letter that is compared by its fold.
  private struct Letter: Equatable {
    let text: String
    let fold: String

    init(_ letter: Character) {
      text = String(letter)
      fold = String(text.inOrdinaryWidth.lowercased().unicodeScalars.map(\.asHiragana))
    }

    static func == (one: Letter, other: Letter) -> Bool { one.fold == other.fold }
  }
}
