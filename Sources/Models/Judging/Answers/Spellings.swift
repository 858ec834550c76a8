import RabbleQuestions
import RabbleText

/// A word with its reading piece by piece, any piece of which may be written in kana.
///
///     MixedWriting(RubyText("食[た]べ 物[もの]"))?.isWritten("食べもの")   // true
///
/// It compares and lists nothing, so that a sentence of forty pieces costs no more than its letters.
public struct MixedWriting: Hashable, Sendable {
  private struct Piece: Hashable {
    /// The piece as it is written, and then its reading if that is another; both folded.
    let texts: [[Character]]
  }

  private let pieces: [Piece]

  /// Takes a text with its readings; `nil` if it has none.
  public init?(_ ruby: RubyText) {
    guard ruby.hasReadings else { return nil }
    pieces = ruby.segments.map { segment in
      Piece(texts: [segment.base, segment.reading].compactMap(\.self).map(Self.folded))
    }
  }

  /// Takes a word with kanji and the reading of the whole; `nil` if its kana don't tell in one way
  /// which kanji are read how.
  public init?(_ word: String, reading: String) {
    guard let ruby = Self.aligned(word, reading) else { return nil }
    self.init(ruby)
  }

  /// Whether a text is the word, each of its pieces in kanji or in kana.
  public func isWritten(_ text: String) -> Bool {
    let letters = Self.folded(text)
    guard !letters.isEmpty else { return false }
    var ends: Set<Int> = [0]
    for piece in pieces {
      var next: Set<Int> = []
      for end in ends {
        for text in piece.texts where letters[end...].starts(with: text) {
          next.insert(end + text.count)
        }
      }
      if next.isEmpty { return false }
      ends = next
    }
    return ends.contains(letters.count)
  }

  private static func folded(_ text: String) -> [Character] { Array(TextFold.strict(text)) }

  /// The word with the reading of each run of kanji, if there is one way to share it out.
  private static func aligned(_ word: String, _ reading: String) -> RubyText? {
    guard let kana = reading.kanaReading, kana.count <= 40, word.unicodeScalars.count <= 40 else {
      return nil
    }
    var runs: [(text: String, isKanji: Bool)] = []
    for scalar in word.unicodeScalars {
      let isKanji = Script(of: scalar) == .kanji
      guard isKanji || Script(of: scalar).isKana else { return nil }
      if runs.last?.isKanji == isKanji {
        runs[runs.count - 1].text.unicodeScalars.append(scalar)
      } else {
        runs.append((String(scalar), isKanji))
      }
    }
    guard runs.contains(where: \.isKanji), runs.contains(where: { !$0.isKanji }) else {
      return nil
    }
    var found: [[RubyText.Segment]] = []
    func share(_ run: Int, from start: Int, _ segments: [RubyText.Segment]) {
      guard found.count < 2 else { return }
      guard run < runs.count else {
        if start == kana.count { found.append(segments) }
        return
      }
      let text = runs[run].text
      guard runs[run].isKanji else {
        let own = text.unicodeScalars.map(\.asHiragana)
        guard kana[start...].starts(with: own) else { return }
        return share(run + 1, from: start + own.count, segments + [.init(base: text)])
      }
      var end = start + text.unicodeScalars.count
      while end <= kana.count {
        let part = String(Reading(kana[start..<end]))
        share(run + 1, from: end, segments + [.init(base: text, reading: part)])
        end += 1
      }
    }
    // Few runs of kanji share forty kana in few ways.
    guard runs.count(where: \.isKanji) <= 4 else { return nil }
    share(0, from: 0, [])
    return found.count == 1 ? RubyText(segments: found[0]) : nil
  }
}

extension Question {
  /// The prompt as it may be written with kana in the place of kanji; `nil` where nothing tells.
  var mixedWriting: MixedWriting? {
    guard cloze == nil else { return nil }
    let ruby = rubyPrompt
    if ruby.hasReadings { return MixedWriting(ruby) }
    let readings = readings
    return readings.count == 1 ? MixedWriting(ruby.base, reading: readings[0]) : nil
  }
}

extension Judgment {
  /// Right as another spelling of the word: one that the deck lists, kana in the place of kanji, or 下さい
  /// for ください.
  func asOtherSpelling() -> Verdict? {
    guard line.hasJapanese,
      question.spellings.contains(where: { TextFold.strict($0) == line.strict })
        || question.writing?.isWritten(line.text) == true || isRightInKana
    else { return nil }
    return Verdict(kind: .correct, right: question.answer)
  }

  /// Whether the line has 下さい, and is right with ください in its place.
  private var isRightInKana: Bool {
    guard question.direction != .reading, line.text.contains("下さい") else { return false }
    let kana = line.text.replacing("下さい", with: "ください")
    let strict = TextFold.strict(kana)
    return (question.answers + question.spellings).contains { TextFold.strict($0) == strict }
      || question.writing?.isWritten(kana) == true
  }

  /// Right as it was meant: with `-` in the place of ー, with keys that were not turned into kana, in
  /// another romanization, or with other contractions.
  func asTypedOtherwise() -> Verdict? {
    guard line.hasJapanese else { return asLoanword() ?? asContracted() }
    for text in Self.meant(by: line.text) where text != line.text {
      var judgment = self
      judgment.line = TypedLine(text)
      if let verdict = judgment.asOtherSpelling() ?? judgment.literally() ?? judgment.asReading() {
        return verdict
      }
    }
    return nil
  }

  /// Right as a word of Japanese that the learner's own language has, in another romanization: `susi`
  /// for sushi. Its kana are the reading and no meaning.
  private func asLoanword() -> Verdict? {
    guard language.isKnown, line.kana == nil, let keys = line.keys else { return nil }
    let answer = sheet.answers.first { answer in
      answer.form == .meaning
        && answer.variants.contains { text in
          guard let own = RomajiKeys(text) else { return false }
          return sheet.promptReadings.contains { $0.isSpelled(by: own) && $0.isSpelled(by: keys) }
        }
    }
    return answer.map { right($0, remark: Message.usually($0.text)) }
  }

  /// Right with other contractions, where English is learned: `I'm` for `I am`, and the reverse.
  private func asContracted() -> Verdict? {
    guard language == .learned("en") else { return nil }
    func keys(of text: String) -> Set<[String]> {
      Set(
        Contractions.allInFull(text).map { full in
          let words = demandsAccents ? language.accentedWords(in: full) : language.words(in: full)
          return AmericanSpelling.of(words.flatMap { Contractions.withoutApostrophe[$0] ?? [$0] })
        })
    }
    let typed = keys(of: line.text)
    let answer = sheet.answers.first { answer in
      answer.form == .meaning
        && answer.variants.contains { !keys(of: $0).isDisjoint(with: typed) }
    }
    guard let answer else { return nil }
    let owners = vocabulary.ownersOfExactly(line, besides: question)
    return owners.isEmpty
      ? right(answer, remark: Message.usually(answer.text))
      : retry(.otherAnswer, Message.nearlyRight(owners, typed: line.text), mistakenFor: owners)
  }

  /// What a line of Japanese with hyphens and Latin letters in it may stand for.
  private static func meant(by line: String) -> [String] {
    var texts = [""]
    var keys = ""
    func endKeys() {
      guard !keys.isEmpty else { return }
      var kana = RomajiKeys(keys).map { KeyReadings($0).all.prefix(4).map { String($0) } } ?? []
      if kana.isEmpty { kana = [keys] }
      texts = texts.flatMap { text in kana.map { text + $0 } }
      if texts.count > mostMeanings { texts = Array(texts.prefix(mostMeanings)) }
      keys = ""
    }
    for letter in line.inOrdinaryWidth {
      let scalar = letter.unicodeScalars.first ?? " "
      if letter.isASCII, letter.isLetter || (!keys.isEmpty && letter == "'") {
        keys.append(letter)
        continue
      }
      endKeys()
      let isHyphen = hyphens.contains(scalar)
      texts = texts.map { text in
        let followsKana = text.unicodeScalars.last.map { Script(of: $0).isKana } == true
        return text + (isHyphen && followsKana ? "ー" : String(letter))
      }
    }
    endKeys()
    return texts
  }

  /// The signs that people type for ー.
  private static let hyphens = "-‐‑‒–—―−─━".unicodeScalars
  /// The most texts that a line may stand for.
  private static let mostMeanings = 16
}
