/// What tells one question from another: its two sides without what an author may change without
/// meaning anything by it.
public struct IdentityText: Hashable, Sendable {
  /// The prompt without furigana, case, width, spaces and punctuation.
  public let prompt: [Character]
  /// The answer, likewise.
  public let answer: [Character]
  /// The answers that are right, likewise, each by itself.
  private let answers: Set<[Character]>
  /// The digits of both sides: another number is another question.
  private let digits: [Int]

  /// Reads the two sides of a question.
  public init(prompt: String, answer: String) {
    self.prompt = Self.folded(prompt)
    self.answer = Self.folded(answer)
    answers = Set(
      answer.split { ";；,、\n".contains($0) }.map { Self.folded(String($0)) }.filter { !$0.isEmpty })
    digits = (self.prompt + self.answer).compactMap(\.wholeNumberValue)
  }

  /// Whether a question is no further from another than an author's edit of it: the same numbers, and
  /// at most a third of the letters of each side changed; or one side unchanged, and of the other at
  /// most half the letters, or not all of its right answers.
  public func isEdit(of other: IdentityText) -> Bool {
    guard digits == other.digits else { return false }
    if prompt == other.prompt {
      return !answers.isDisjoint(with: other.answers) || Self.isClose(answer, other.answer, 2)
    }
    if answer == other.answer { return Self.isClose(prompt, other.prompt, 2) }
    return Self.isClose(prompt, other.prompt, 3) && Self.isClose(answer, other.answer, 3)
  }

  /// Whether somebody should be asked if a question is another one: a side is the same, or at most
  /// half the letters of both together differ.
  public func resembles(_ other: IdentityText) -> Bool {
    if prompt == other.prompt || answer == other.answer || isEdit(of: other) { return true }
    let length = max(prompt.count, other.prompt.count) + max(answer.count, other.answer.count)
    let most = length / 2
    let first = EditDistance.between(prompt, other.prompt, atMost: most)
    return first <= most && first + EditDistance.between(answer, other.answer, atMost: most) <= most
  }

  /// Whether at most one letter in `part` differs.
  private static func isClose(_ left: [Character], _ right: [Character], _ part: Int) -> Bool {
    let most = max(left.count, right.count) / part
    return EditDistance.between(left, right, atMost: most) <= most
  }

  /// Lower-case letters, digits, symbols and marks, those of full width as the others.
  private static func folded(_ text: String) -> [Character] {
    var result: [Character] = []
    for character in RubyText(text).base.lowercased() {
      let narrow = character.narrow
      if !narrow.isWhitespace && !narrow.isPunctuation { result.append(narrow) }
    }
    return result.isEmpty ? Array(text) : result
  }
}

extension Character {
  /// The ASCII character of a full-width one.
  fileprivate var narrow: Character {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1,
      (0xff01...0xff5e).contains(scalar.value),
      let ascii = Unicode.Scalar(scalar.value - 0xfee0)
    else { return self }
    return Character(ascii)
  }
}
