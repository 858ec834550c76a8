import RabbleText

/// Japanese text with what is usually spelled in several ways spelled in one: 時時 for 時々, 一か月 for
/// 一ヶ月 and 一ヵ月, 四時 for 4時.
enum SpellingFold {
  /// The text, folded strictly and with one spelling of each of these.
  static func folded(_ text: String) -> String {
    var result = ""
    for piece in pieces(of: text) {
      switch piece {
      case .number(let text, let value): result += value.map(kanji) ?? text
      case .letter(let letter): result.unicodeScalars.append(letter)
      }
    }
    return result
  }

  /// The values of the numbers in a text, in digits or kanji.
  static func numbers(in text: String) -> [Int] {
    pieces(of: text).compactMap { piece -> Int? in
      if case .number(_, let value) = piece { value } else { nil }
    }
  }

  // MARK: - Pieces

  private enum Piece {
    /// A number as it is written, and its value if it has one and digits may stand there.
    case number(String, Int?)
    case letter(Unicode.Scalar)
  }

  private static func pieces(of text: String) -> [Piece] {
    // A comma that groups digits leaves a space, and Japanese has no others.
    let folded = TextFold.strict(withPlainCounters(text)).filter { $0 != " " }
    let letters = withoutIteration(folded)
    var pieces: [Piece] = []
    var index = 0
    while index < letters.count {
      let number = letters[index...].prefix(while: isOfNumber)
      guard !number.isEmpty else {
        pieces.append(.letter(letters[index]))
        index += 1
        continue
      }
      index = number.endIndex
      let next = index < letters.count ? letters[index] : nil
      let isInKanji = number.allSatisfy { !$0.isASCII }
      pieces.append(
        .number(String(Reading(number)), isInKanji || mayFollowDigits(next) ? value(number) : nil))
    }
    return pieces
  }

  /// Whether digits are a usual spelling before a letter: no other kanji than a counter follows them.
  private static func mayFollowDigits(_ next: Unicode.Scalar?) -> Bool {
    next.map { Script(of: $0) != .kanji || counters.contains($0) } ?? true
  }

  private static let counters = Set(
    "人日月年時分秒円本枚個歳才回階番度週冊台匹杯名点倍号課組頭羽足着軒通泊代".unicodeScalars)

  /// か for the ヶ, ヵ, ケ and カ between a number and a kanji: 一ヶ月.
  private static func withPlainCounters(_ text: String) -> String {
    var letters = Array(text.inOrdinaryWidth.unicodeScalars)
    for index in letters.indices.dropFirst().dropLast() {
      let (before, after) = (letters[index - 1], letters[index + 1])
      if "ヶヵケカ".unicodeScalars.contains(letters[index]), Script(of: after) == .kanji,
        isOfNumber(before) || before == "何" || before == "数"
      {
        letters[index] = "か"
      }
    }
    return String(letters)
  }

  /// Each 々 as the kanji before it.
  private static func withoutIteration(_ text: String) -> [Unicode.Scalar] {
    var letters: [Unicode.Scalar] = []
    for letter in text.unicodeScalars {
      if letter == "々", let last = letters.last, Script(of: last) == .kanji {
        letters.append(last)
      } else {
        letters.append(letter)
      }
    }
    return letters
  }

  // MARK: - Numbers

  private static let digits = Array("〇一二三四五六七八九".unicodeScalars)
  private static let units: [Unicode.Scalar: Int] = ["十": 10, "百": 100, "千": 1000, "万": 10_000]
  /// The most digits of a number that is read.
  private static let mostDigits = 8

  private static func isOfNumber(_ letter: Unicode.Scalar) -> Bool {
    decimal(letter) != nil || units[letter] != nil
  }

  private static func decimal(_ letter: Unicode.Scalar) -> Int? {
    ("0"..."9").contains(letter) ? Int(letter.value) - 0x30 : digits.firstIndex(of: letter)
  }

  /// The value of digits and kanji: 1000, 千, 1千, 二〇二四; `nil` for anything else, such as 三四 of
  /// 三四日, which is three or four days.
  private static func value(_ number: ArraySlice<Unicode.Scalar>) -> Int? {
    let isRange = number.count == 2 && number.allSatisfy { !$0.isASCII && (decimal($0) ?? 0) > 0 }
    guard number.count <= mostDigits, !isRange else { return nil }
    var (tenThousands, rest) = (0, 0)
    var current: Int?
    for letter in number {
      if let digit = decimal(letter) {
        current = (current ?? 0) * 10 + digit
      } else if let unit = units[letter], unit < 10_000 {
        rest += (current ?? 1) * unit
        current = nil
      } else {
        tenThousands += max(1, rest + (current ?? 0))
        (rest, current) = (0, nil)
      }
    }
    let value = tenThousands * 10_000 + rest + (current ?? 0)
    return value < 100_000_000 ? value : nil
  }

  /// A number below a hundred million in kanji.
  private static func kanji(_ number: Int) -> String {
    if number == 0 { return "〇" }
    if number >= 10_000 {
      return kanji(number / 10_000) + "万" + (number % 10_000 == 0 ? "" : kanji(number % 10_000))
    }
    var text = ""
    for (name, unit) in [("千", 1000), ("百", 100), ("十", 10), ("", 1)] {
      let digit = number / unit % 10
      if digit > 1 || (digit == 1 && unit == 1) { text.unicodeScalars.append(digits[digit]) }
      if digit > 0 { text += name }
    }
    return text
  }
}
