import RabbleQuestions
import RabbleText

/// What two questions that a learner confuses have in common, so that they know where to look.
public enum Likeness: Hashable, Sendable {
  /// Parts of the two prompts, or their answers, that differ while the rest is the same or nearly so:
  /// `シ/ツ`, `待/持`, `pero/perro`.
  case shape(String, String)
  /// A reading that both have.
  case reading(String)
  /// A meaning that both have.
  case meaning(String)

  /// What two questions have in common; `nil` where nothing is found.
  public static func of(_ one: Question, _ other: Question) -> Likeness? {
    // A deck can have any text, however long.
    guard [one.prompt, one.answer, other.prompt, other.answer].allSatisfy({ $0.utf8.count < 2000 })
    else { return nil }
    let (first, second) = (one.asked(.recognition), other.asked(.recognition))
    return likeShape(first.prompt, second.prompt) ?? likeReading(first, second, one, other)
      ?? likeMeaning(first, second) ?? likeShape(first.answer, second.answer)
  }

  /// In a few words: `シ/ツ`, `both are read かみ`, `both mean “to see”`.
  public var words: String {
    switch self {
    case .shape(let one, let other): "\(one)/\(other)"
    case .reading(let reading): "both are read \(reading)"
    case .meaning(let meaning): "both mean “\(meaning)”"
    }
  }

  // MARK: - Shapes

  /// The longest prompt or answer that is compared, in characters.
  private static let longest = 40

  private static func likeShape(_ one: String, _ other: String) -> Likeness? {
    guard one != other, !one.isEmpty, !other.isEmpty, one.count <= longest,
      other.count <= longest
    else { return nil }
    return one.hasJapanese || other.hasJapanese ? inJapanese(one, other) : inWords(one, other)
  }

  /// The one place where two Japanese texts differ, if it is a kanji or two, or kana that look or
  /// sound alike.
  private static func inJapanese(_ one: String, _ other: String) -> Likeness? {
    let alignment = Alignment(typed: one, right: other)
    let places = alignment.pieces.indices.filter { alignment.pieces[$0].kind != .same }
    guard let first = places.first, let last = places.last, last - first == places.count - 1,
      places.count <= 2
    else {
      // イ and い are the same letter to an alignment.
      return differsInKindOfKana(one, other)
    }
    let differing = alignment.pieces[first...last]
    let (typed, right) = (
      differing.map(\.typed).joined(), differing.map(\.right).joined()
    )
    guard !typed.isEmpty, !right.isEmpty else { return .shape(one, other) }
    // What stands in brackets tells what is asked: 待 (meaning).
    let areAlone =
      places.count
      == (one.firstIndex {
        $0 == " " || $0.unicodeScalars.first?.opensBracket(.remark) == true
      }).map {
        one.distance(from: one.startIndex, to: $0)
      } ?? alignment.pieces.count
    return areAlone && !areAlike(typed, right) ? nil : .shape(typed, right)
  }

  /// Two texts that differ in the kind of their kana only.
  private static func differsInKindOfKana(_ one: String, _ other: String) -> Likeness? {
    TextFold.strict(one) == TextFold.strict(other) ? .shape(one, other) : nil
  }

  /// Whether single letters may be taken for one another: kanji and kana that look alike, and kana that
  /// sound alike or differ in their marks.
  private static func areAlike(_ one: String, _ other: String) -> Bool {
    let (first, second) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    guard first.count == second.count else { return false }
    return zip(first, second).allSatisfy { one, other in
      let scripts = (Script(of: one), Script(of: other))
      if scripts == (.kanji, .kanji) {
        return lookAlikeKanji.contains {
          $0.unicodeScalars.contains(one) && $0.unicodeScalars.contains(other)
        }
      }
      let (kana, otherKana) = (one.asHiragana, other.asHiragana)
      return VoicingMark.removed(from: kana) == VoicingMark.removed(from: otherKana)
        || kana.bySound == otherKana.bySound || kana.asLargeKana == otherKana.asLargeKana
        || LookAlikes.areAlike(kana, otherKana, inKatakana: scripts.0 == .katakana)
    }
  }

  /// Kanji that learners take for one another by their looks.
  private static let lookAlikeKanji = [
    "待持特侍時詩", "土士工", "末未本木", "人入八", "千干午牛十", "目自白日百", "大太犬天夫", "石右左名各",
    "万方力刀", "休体本", "水氷永", "鳥島馬", "間問聞開閉門", "会合今", "読話語説", "先洗", "見貝買",
    "車東", "西四", "王玉主", "矢失", "書昼", "毎海母", "新親", "教数", "借惜", "部倍", "私和", "強弱",
    "後彼行", "近返送迎", "道通週遠", "銀鉄", "青晴清情請", "地池他", "少小", "手毛", "羊半", "由田申甲",
    "困因", "楽薬", "勉晩", "味妹姉", "住注柱", "理野里", "早草", "学字", "思恩悪", "急意", "安案", "宅完",
    "料科", "有友", "立位", "続読売", "結給組", "紙低", "帰掃", "歩走", "使便", "仕任化", "代伐", "夜液",
    "服報", "研究", "究空窓", "答合", "進集", "雪雲電雨", "着看", "春奏", "夏愛", "験険", "線緑", "場湯陽",
    "運軍連", "動働重", "死列", "赤亦", "黒里", "肉内", "円丹", "京涼", "建健", "院完", "族旅", "終冬",
  ]

  /// Two words, or the words in which two texts differ, that a few letters part.
  private static func inWords(_ one: String, _ other: String) -> Likeness? {
    let (first, second) = (one.split(separator: " "), other.split(separator: " "))
    guard first.count == second.count else { return nil }
    let differing = zip(first, second).filter { $0 != $1 }
    guard differing.count == 1, let (word, otherWord) = differing.first else { return nil }
    let length = max(word.count, otherWord.count)
    let most = min(length / 2, EditDistance.mostOfWords)
    let distance = EditDistance.between(word.lowercased(), otherWord.lowercased(), atMost: most)
    return length > 2 && distance <= most ? .shape(String(word), String(otherWord)) : nil
  }

  // MARK: - Readings and meanings

  private static func likeReading(
    _ first: AskedQuestion, _ second: AskedQuestion, _ one: Question, _ other: Question
  ) -> Likeness? {
    func readings(_ asked: AskedQuestion, _ question: Question) -> [String] {
      ([asked.prompt, asked.reading].compactMap(\.self) + question.readings)
        .compactMap { $0.kanaReading.map { String($0) } }
    }
    let known = Set(readings(second, other))
    return readings(first, one).first(where: known.contains).map { .reading($0) }
  }

  private static func likeMeaning(_ first: AskedQuestion, _ second: AskedQuestion) -> Likeness? {
    let known = Set(second.answers.map(first.context.meaning))
    return first.answers.first { known.contains(first.context.meaning(of: $0)) }
      .map { .meaning($0) }
  }
}
