import RabbleLanguages
import RabbleQuestions
import RabbleText

/// A word with its reading piece by piece, any piece of which may be written in kana.
///
///     MixedWriting(RubyText("食[た]べ 物[もの]"))?.isWritten("食べもの")   // true
///
/// It compares and lists nothing, so that a sentence of forty pieces costs no more than its letters.
struct MixedWriting: Hashable, Sendable {
  /// A piece of the word, its texts folded.
  private enum Piece: Hashable {
    /// As it is written, and then its reading if that is another.
    case texts([[Character]])
    /// Kana, which stand in the reading of the whole as well.
    case kana([Character])
    /// Kanji, each of which is read with at least one kana.
    case kanji([Character])
  }

  /// How far a text and the reading of the whole have been compared.
  private struct Place: Hashable {
    let text: Int
    let reading: Int
  }

  private let pieces: [Piece]
  /// The reading of the whole; empty where each piece has its own.
  private let reading: [Character]

  /// Takes a text with its readings; `nil` if it has none.
  init?(_ ruby: RubyText) {
    guard ruby.hasReadings else { return nil }
    pieces = ruby.segments.map { segment in
      Piece.texts([segment.base, segment.reading].compactMap(\.self).map(Self.folded))
    }
    reading = []
  }

  /// Takes a word of kanji and kana and the reading of the whole; `nil` if the word can't be read like
  /// that, or is very long.
  init?(_ word: String, reading: String) {
    guard let kana = reading.kanaReading, kana.count <= Self.longest,
      let pieces = Self.runs(of: word)
    else { return nil }
    self.pieces = pieces
    self.reading = Self.folded(String(kana))
    guard isWritten(String(kana)) else { return nil }
  }

  /// Whether a text is the word, each of its pieces in kanji or in kana.
  func isWritten(_ text: String) -> Bool {
    let letters = Self.folded(text)
    guard !letters.isEmpty, reading.isEmpty || letters.count <= reading.count else { return false }
    var places: Set<Place> = [Place(text: 0, reading: 0)]
    for piece in pieces {
      places = Set(places.flatMap { self.places(after: piece, from: $0, of: letters) })
      if places.isEmpty { return false }
    }
    return places.contains(Place(text: letters.count, reading: reading.count))
  }

  private func places(after piece: Piece, from place: Place, of letters: [Character]) -> [Place] {
    let (rest, restOfReading) = (letters[place.text...], reading[place.reading...])
    switch piece {
    case .texts(let texts):
      return texts.filter { rest.starts(with: $0) }
        .map { Place(text: place.text + $0.count, reading: 0) }
    case .kana(let kana):
      return rest.starts(with: kana) && restOfReading.starts(with: kana)
        ? [Place(text: place.text + kana.count, reading: place.reading + kana.count)] : []
    case .kanji(let kanji):
      let shared = zip(rest, restOfReading).prefix { $0 == $1 }.count
      let isWritten = rest.starts(with: kanji)
      let counts = stride(from: kanji.count, through: restOfReading.count, by: 1)
      return counts.flatMap { count -> [Place] in
        let end = place.reading + count
        return (isWritten ? [Place(text: place.text + kanji.count, reading: end)] : [])
          + (count <= shared ? [Place(text: place.text + count, reading: end)] : [])
      }
    }
  }

  /// The most kana of a reading that is compared as a whole.
  private static let longest = 80

  private static func folded(_ text: String) -> [Character] { Array(TextFold.strict(text)) }

  /// The runs of kanji and of kana in a word; `nil` if it has only one kind of them, or other letters.
  private static func runs(of word: String) -> [Piece]? {
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
    guard runs.count > 1 else { return nil }
    return runs.map { $0.isKanji ? Piece.kanji(folded($0.text)) : Piece.kana(folded($0.text)) }
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
  /// Right as another spelling of the word: one that the deck lists, kana in the place of kanji, 下さい for
  /// ください, or another usual one.
  func asOtherSpelling() -> Verdict? {
    let isSpelling =
      line.hasJapanese
      && (question.spellings.contains { TextFold.strict($0) == line.strict }
        || question.writing?.isWritten(line.text) == true || isRightInKana)
    return isSpelling || isUsualSpelling ? Verdict(kind: .correct, right: question.answer) : nil
  }

  /// Whether the line is a word with kanji in another usual spelling, and no other card's answer: 4時,
  /// 一ヵ月, 時時, 御茶. Digits that the prompt shows are no answer.
  private var isUsualSpelling: Bool {
    guard line.hasJapanese || !TextFold.plain(question.prompt).contains(line.plain) else {
      return false
    }
    let words =
      sheet.answers.filter { $0.form == .written }.map(\.text)
      + question.spellings.filter(\.hasJapanese)
    guard !words.isEmpty else { return false }
    let typed = SpellingFold.folded(line.text)
    // 御 is お or ご, which only the right word tells.
    let texts = Set([typed] + ["お", "ご"].map { typed.replacing("御", with: $0) })
    let isUsual =
      words.contains { texts.contains(SpellingFold.folded($0)) }
      || texts.contains { question.writing?.isWritten($0) == true }
    return isUsual && vocabulary.ownersOfExactly(line, besides: question).isEmpty
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
    guard line.hasJapanese else { return asLoanword() ?? asContracted() ?? asMeaningElsewhere() }
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

  /// Right as another question has it that shows the same word and shares a meaning: `fall` for 秋,
  /// whose other question has “autumn; fall”.
  private func asMeaningElsewhere() -> Verdict? {
    guard language.isKnown, [.recognition, .listening].contains(question.direction.kind) else {
      return nil
    }
    let typed = question.context.meaning(of: line.text)
    let meanings = question.meanings
    let isMeaning = vocabulary.sharingPrompt(of: question).contains { other in
      !other.meanings.isDisjoint(with: meanings)
        && other.allAnswers.flatMap(AnswerList.variants)
          .contains { question.context.meaning(of: $0) == typed }
    }
    return isMeaning
      ? Verdict(
        kind: .remark, message: Message.isAnotherCards, right: question.answer)
      : nil
  }

  /// Right with other contractions, where the language has them: `I'm` for `I am`, and the reverse.
  private func asContracted() -> Verdict? {
    guard !language.isKnown, language.value.contraction != nil else { return nil }
    func keys(of text: String) -> Set<[String]> {
      Set(
        language.shared.allInFull(text).map { full in
          let words = demandsAccents ? language.accentedWords(in: full) : language.words(in: full)
          return language.shared.usualSpelling(
            of: words.flatMap { language.value.contractedWords[$0] ?? [$0] })
        })
    }
    let typed = keys(of: line.text)
    let answer = sheet.answers.first { answer in
      answer.form == .meaning
        && answer.variants.contains { !keys(of: $0).isDisjoint(with: typed) }
    }
    guard let answer else { return nil }
    return exactlyAnothers() ?? right(answer, remark: Message.usually(answer.text))
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

  /// The signs that people type for ー, with the numeral that looks like it.
  private static let hyphens = "-‐‑‒–—―−─━~〜～一".unicodeScalars
  /// The most texts that a line may stand for.
  private static let mostMeanings = 16
}
