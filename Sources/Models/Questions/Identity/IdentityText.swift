import RabbleLanguages
import RabbleText

/// What tells one question from another: its two sides without what an author may change without
/// meaning anything by it.
///
/// Two are equal when they read the same but for furigana, case, width, spaces and punctuation; that is
/// not yet the same meaning, for which ``isEdit(of:)`` and ``isRemark(on:)`` look at what is written.
struct IdentityText: Hashable, Sendable {
  /// The prompt without furigana, case, width, spaces and punctuation.
  let prompt: [Character]
  /// The answer, reduced the same way.
  let answer: [Character]
  private let promptSide: Side
  private let answerSide: Side

  /// Reads the two sides of a question.
  init(prompt: String, answer: String) {
    promptSide = Side(prompt)
    answerSide = Side(answer)
    self.prompt = promptSide.letters
    self.answer = answerSide.letters
  }

  /// Whether both sides read the same.
  static func == (first: Self, second: Self) -> Bool {
    first.prompt == second.prompt && first.answer == second.answer
  }

  /// Hashes both sides.
  func hash(into hasher: inout Hasher) {
    hasher.combine(prompt)
    hasher.combine(answer)
  }

  /// The prompt without remarks in brackets.
  var plainPrompt: [Character] { promptSide.core }
  /// The answer without remarks in brackets.
  var plainAnswer: [Character] { answerSide.core }

  /// How far a side is from what it was.
  private enum Change: Int, Comparable {
    /// It reads the same.
    case none
    /// It got or lost a remark in brackets, or some of its right answers.
    case remark
    /// At most a third of its letters are others.
    case small
    /// At most half of its letters are others.
    case large
    /// It may mean something else.
    case meaning

    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// Whether a question says the same as another: each side reads the same, or differs in remarks in
  /// brackets or in how many right answers it names.
  func isRemark(on other: IdentityText) -> Bool {
    promptSide.change(from: other.promptSide) <= .remark
      && answerSide.answersChange(from: other.answerSide) <= .remark
  }

  /// Whether one side of a question reads the same but for a remark, and the other is hardly another: at
  /// most a third of its letters changed, or not all of its right answers.
  func isCorrection(of other: IdentityText) -> Bool {
    let prompt = promptSide.change(from: other.promptSide)
    guard prompt <= .small else { return false }
    let answer = answerSide.answersChange(from: other.answerSide)
    return min(prompt, answer) <= .remark && max(prompt, answer) <= .small
  }

  /// Whether a text that is a side by itself, such as that of a blank, is hardly another.
  static func isCorrection(_ new: String, of old: String) -> Bool {
    Side(new).change(from: Side(old)) <= .small
  }

  /// Whether a question is no further from another than an author's edit of it: at most a third of the
  /// letters of each side changed; or one side unchanged but for a remark, and of the other at most half
  /// the letters, or not all of its right answers. Nowhere may a kanji, a number or a contrasting word
  /// have changed.
  ///
  /// Of two short words a letter apart, with answers a letter apart, the second is as likely another
  /// word as a correction: lieben “to love” and leben “to live”. Kana that became kanji are no other word.
  func isEdit(of other: IdentityText) -> Bool {
    guard let changes = changes(from: other) else { return false }
    if changes.less <= .remark { return true }
    let sides = [plainPrompt, other.plainPrompt, plainAnswer, other.plainAnswer]
    let kanji = sides.map { Side.kanji($0) }
    return changes.more <= .small
      && (sides.allSatisfy { $0.count >= Self.shortest }
        || kanji[0] != kanji[1] || kanji[2] != kanji[3])
  }

  /// The fewest letters of a side that may differ while the other does.
  private static let shortest = 7

  /// Whether a question may be an edit of another: as ``isEdit(of:)``, but short words may differ on both
  /// sides, which is asked about.
  func mayBeEdit(of other: IdentityText) -> Bool {
    changes(from: other).map { $0.less <= .remark || $0.more <= .small } ?? false
  }

  /// How the side that changed less and the other one differ from those of another question; `nil` where
  /// either may mean something else.
  private func changes(from other: IdentityText) -> (less: Change, more: Change)? {
    let prompt = promptSide.change(from: other.promptSide)
    guard prompt < .meaning else { return nil }
    let answer = answerSide.answersChange(from: other.answerSide)
    guard answer < .meaning else { return nil }
    return (min(prompt, answer), max(prompt, answer))
  }

  /// Whether somebody should be asked if a question in the place of another is that one: a side is the
  /// same or close, or at most half the letters of both together differ.
  func resembles(_ other: IdentityText) -> Bool {
    if plainPrompt == other.plainPrompt || plainAnswer == other.plainAnswer { return true }
    if mayBeEdit(of: other) || answerSide.shares(other.answerSide) { return true }
    if Side.isClose(prompt, other.prompt, 3) || Side.isClose(answer, other.answer, 3) {
      return true
    }
    let length = max(prompt.count, other.prompt.count) + max(answer.count, other.answer.count)
    guard length <= 2 * Question.longestText else { return false }
    let most = min(length / 2, EditDistance.mostOfTexts)
    let first = EditDistance.between(prompt, other.prompt, atMost: most)
    return first <= most && first + EditDistance.between(answer, other.answer, atMost: most) <= most
  }

  /// Whether one kanji of several gave way to another on a side, as from 入口 to 出口, whatever became of the
  /// other side.
  func exchangesKanji(of other: IdentityText) -> Bool {
    Side.areExchanged(prompt, other.prompt) || Side.areExchanged(answer, other.answer)
  }

  /// One side of a question.
  private struct Side: Sendable {
    /// As it is written, without furigana and characters that nobody sees.
    let text: String
    /// Its letters, digits, symbols and marks, in lower case and ordinary width.
    let letters: [Character]
    /// The same without what stands in brackets; all of it where nothing else does.
    let core: [Character]
    /// The text without what stands in brackets.
    private let plain: String

    init(_ written: String) {
      text = RubyText(written.withoutInvisible).base
      letters = Self.folded(text)
      plain = AnswerList.variants(of: text).first ?? text
      core = plain.isSame(as: text) ? letters : Self.folded(plain)
    }

    /// What stands in brackets.
    private var remark: String {
      guard core != letters else { return "" }
      var depth = 0
      return String(
        text.filter { letter in
          let scalars = letter.unicodeScalars
          if scalars.count == 1, let scalar = scalars.first {
            if scalar.opensBracket(.remark) { depth += 1 }
            if scalar.closesBracket(.remark) { depth -= 1 }
          }
          return depth > 0
        })
    }

    /// How this side differs from what it was.
    func change(from old: Side) -> Change {
      if letters == old.letters {
        return ContrastingWords.shipped.differ(old.text, text) ? .meaning : .none
      }
      let isSmall = Self.isClose(core, old.core, 3)
      guard isSmall || Self.isClose(core, old.core, 2) else { return .meaning }
      if ContrastingWords.shipped.differ(old.plain, plain) { return .meaning }
      let (before, now) = (old.remark, remark)
      if ContrastingWords.shipped.deny(before) != ContrastingWords.shipped.deny(now) {
        return .meaning
      }
      if !before.isEmpty, !now.isEmpty, ContrastingWords.shipped.differ(before, now) {
        return .meaning
      }
      return core == old.core ? .remark : isSmall ? .small : .large
    }

    /// How this side, which lists right answers, differs from what it was.
    func answersChange(from old: Side) -> Change {
      if letters == old.letters || core == old.core { return change(from: old) }
      let (before, now) = (old.answers, answers)
      let kept = Set(before.keys).intersection(now.keys)
      guard !kept.isEmpty else { return change(from: old) }
      func text(_ answers: [[Character]: String]) -> String {
        answers.filter { !kept.contains($0.key) }.values.sorted().joined(separator: "; ")
      }
      let (gone, come) = (text(before), text(now))
      if ContrastingWords.shipped.deny(gone) != ContrastingWords.shipped.deny(come) {
        return .meaning
      }
      if gone.isEmpty || come.isEmpty { return .remark }
      return ContrastingWords.shipped.differ(gone, come) ? .meaning : .small
    }

    /// Whether one of the right answers is the same.
    func shares(_ other: Side) -> Bool { !Set(answers.keys).isDisjoint(with: other.answers.keys) }

    /// The right answers without remarks, by their letters.
    private var answers: [[Character]: String] {
      var answers: [[Character]: String] = [:]
      for answer in text.split(whereSeparator: \.separatesAnswers) {
        let plain = AnswerList.variants(of: String(answer)).first ?? String(answer)
        answers[Self.folded(plain)] = plain
      }
      return answers
    }

    /// The kanji among letters.
    static func kanji(_ letters: [Character]) -> [Character] {
      letters.filter { $0.unicodeScalars.first.map { Script(of: $0) == .kanji } ?? false }
    }

    /// Whether both sides have several kanji, of which one is another.
    static func areExchanged(_ left: [Character], _ right: [Character]) -> Bool {
      let (left, right) = (kanji(left), kanji(right))
      return left.count > 1 && left.count == right.count
        && zip(left, right).count(where: !=) == 1
    }

    /// Whether at most one letter in `part` differs; of a text that is longer than any author's, none.
    static func isClose(_ left: [Character], _ right: [Character], _ part: Int) -> Bool {
      let count = max(left.count, right.count)
      guard count <= Question.longestText else { return left == right }
      let most = min(count / part, EditDistance.mostOfTexts)
      return EditDistance.between(left, right, atMost: most) <= most
    }

    /// Lower-case letters, digits, symbols and marks, those of full width as the others.
    private static func folded(_ text: String) -> [Character] {
      let result = text.inOrdinaryWidth.lowercased().filter {
        !$0.isWhitespace && !$0.isPunctuation
      }
      return Array(result.isEmpty ? text : result)
    }
  }
}

extension Character {
  /// Whether it separates right answers.
  fileprivate var separatesAnswers: Bool {
    self == "\n" || unicodeScalars.count == 1 && unicodeScalars.first?.isListSeparator == true
  }
}
