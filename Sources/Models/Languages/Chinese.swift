extension Language {
  /// Chinese, with pinyin for its romanization.
  static let chinese = Language("zh") { chinese in
    chinese.names = ["cn", "chinese", "中文"]
    chinese.isLatin = false
    chinese.romanization.isSpelled = Pinyin.isSpelled
    chinese.romanization.withMarks = Pinyin.withMarks
    chinese.isOftenLearned = true
    chinese.speechLocale = "zh_CN"
    chinese.ankiNoteTypes = AnkiNoteTypes(
      usual: ["问答题", "问答题（输入答案）", "填空题", "基本型", "基本型（輸入答案）", "克漏字"],
      reversed: ["问答题（附翻转卡片）", "基本型（含反向卡片）"],
      optionalReversed: ["问答题（可选附翻转卡片）", "基本型（選擇性反向卡片）"])
  }
}

/// Pinyin: what is spelled in it, and what stands for it where tones are typed as digits: `ni3 hao3` for
/// nǐ hǎo, `lv4` for lǜ.
enum Pinyin {
  private static let marked: [Character: [Character]] = [
    "a": Array("āáǎà"), "e": Array("ēéěè"), "i": Array("īíǐì"), "o": Array("ōóǒò"),
    "u": Array("ūúǔù"), "ü": Array("ǖǘǚǜ"),
  ]
  /// Whether all words of a text are pinyin with tone marks: xuésheng, and neither café nor résumé. Only
  /// the last syllable of a word may be without a tone.
  static func isSpelled(in text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }
    return !words.isEmpty && words.contains { $0.contains { plainVowels[$0] != nil } }
      && words.allSatisfy { isWord(Array($0)) }
  }

  private static func isWord(_ word: [Character]) -> Bool {
    guard word.count <= longestWord else { return false }
    let plain = word.map { plainVowels[$0] ?? $0 }
    func isWord(from start: Int) -> Bool {
      let rest = plain.count - start
      if rest == 0 { return true }
      if start > 0, rest == 1, plain[start] == "r" { return true }
      // Within a word an apostrophe stands before a vowel.
      if start > 0, "aoe".contains(plain[start]) { return false }
      return (1...min(6, rest)).contains { length in
        let end = start + length
        let tones = word[start..<end].count { plainVowels[$0] != nil }
        return (tones == 1 || (tones == 0 && end == plain.count))
          && syllables.contains(String(plain[start..<end])) && isWord(from: end)
      }
    }
    return isWord(from: 0)
  }

  private static let longestWord = 40

  private static let plainVowels: [Character: Character] = Dictionary(
    uniqueKeysWithValues: marked.flatMap { plain, letters in letters.map { ($0, plain) } })

  private static let syllables: Set<String> = {
    let common = "a ai an ang ao e en eng ou u uan ui un uo"
    let narrow = "i ia ian iang iao ie in ing iong iu u uan ue un"
    let finals: [String: String] = [
      "": "a ai an ang ao o ou e ei en eng er",
      "b": "a ai an ang ao ei en eng i ian iao ie in ing o u",
      "p": "a ai an ang ao ei en eng i ian iao ie in ing o ou u",
      "m": "a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u",
      "f": "a an ang ei en eng o ou u",
      "d": "a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo",
      "t": "a ai an ang ao e eng i ian iao ie ing ong ou u uan ui un uo",
      "n": "a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan uo ü üe",
      "l": "a ai an ang ao e ei eng i ia ian iang iao ie in ing iu ong ou u uan un uo ü üe",
      "g": common + " ei ong ua uai uang", "k": common + " ei ong ua uai uang",
      "h": common + " ei ong ua uai uang", "j": narrow, "q": narrow, "x": narrow,
      "zh": common + " ei i ong ua uai uang", "ch": common + " i ong ua uai uang",
      "sh": common + " ei i ua uai uang", "r": "an ang ao e en eng i ong ou u ua uan ui un uo",
      "z": common + " ei i ong", "c": common + " i ong", "s": common + " i ong",
      "y": "a an ang ao e i in ing o ong ou u uan ue un", "w": "a ai an ang ei en eng o u",
    ]
    return Set(
      finals.flatMap { initial, finals in finals.split(separator: " ").map { initial + $0 } })
  }()

  /// A text with tone marks in the place of digits after its syllables; `nil` for one without such
  /// digits.
  static func withMarks(_ text: String) -> String? {
    var result = ""
    var syllable: [Character] = []
    var hasTone = false
    for letter in text.lowercased().replacing("u:", with: "ü").precomposed {
      if let tone = letter.wholeNumberValue, !syllable.isEmpty {
        // The neutral tone is 5, or 0.
        guard (0...5).contains(tone), let vowel = vowel(of: syllable) else { return nil }
        if (1...4).contains(tone), let marked = marked[syllable[vowel]] {
          syllable[vowel] = marked[tone - 1]
        }
        result += syllable
        syllable = []
        hasTone = true
      } else if letter.isLetter {
        syllable.append(letter == "v" ? "ü" : letter)
      } else {
        result += syllable + [letter]
        syllable = []
      }
    }
    return hasTone ? result + syllable : nil
  }

  /// The place of the vowel that carries the tone: a or e; the o of ou; else the last.
  private static func vowel(of syllable: [Character]) -> Int? {
    syllable.firstIndex { $0 == "a" || $0 == "e" }
      ?? (String(syllable).contains("ou") ? syllable.firstIndex(of: "o") : nil)
      ?? syllable.lastIndex { marked[$0] != nil }
  }
}

extension String {
  /// The text with ü as one letter.
  fileprivate var precomposed: String { replacing("u\u{308}", with: "ü") }
}
