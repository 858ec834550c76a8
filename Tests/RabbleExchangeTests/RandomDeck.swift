import RabbleQuestions
import RabbleTestSupport
import RabbleText

/// Decks with text that no table or markup likes, but without control characters, for which exports to text have
/// signs.
struct RandomDeck {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static let pieces = [
    "a", "食べる", "ねこ", "\"", "\"\"", ",", ";", "\t", "\n", "\r\n", "\r", "=1+1", "+", "-さん",
    "@x", "'", "'=", "<b>", "</b>", "<br>", "&amp;", "&", "[sound:x.mp3]", "漢字[かんじ]", "か\u{3099}",
    "e\u{301}", "\u{2028}", "\u{A0}", "\u{3000}", " ", "{{", "}}", "::", "[", "]", "[\"a\"]", "#",
    "---", "|", "\\", "𠮷", "👨‍👩‍👧", "\u{FEFF}", "Q:", "==", "%",
  ]

  mutating func text() -> String { Self.text(using: &generator) }

  private static func text(using generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      text += generator.element(of: pieces)
    }
    let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    return isBlank ? text + "x" : text
  }

  private mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? {
    Bool.random(using: &generator) ? value(&self) : nil
  }

  mutating func question(number: Int) -> Question {
    var cloze: String?
    var prompt: String? = "\(number)" + text()
    var answer: String? = text()
    if Int.random(in: 0..<4, using: &generator) == 0 {
      cloze = "\(number) 私{{は}}学生{{です::copula}}。"
      prompt = maybe { $0.text() }
      answer = maybe { $0.text() }
    }
    let sentence = cloze.flatMap { try? ClozeText($0) }
    var question = Question(
      id: maybe { "\(number)-" + $0.text() }, prompt: prompt ?? sentence?.opened ?? "",
      answer: answer ?? sentence?.filled ?? "", cloze: cloze)
    question.fillOptionalFields(using: &generator, but: [.id, .cloze]) { Self.text(using: &$0) }
    return question
  }

  mutating func groups() -> [QuestionGroup] {
    (0..<Int.random(in: 1...3, using: &generator)).map { group in
      let questions = (0..<Int.random(in: 1...6, using: &generator)).map {
        question(number: group * 10 + $0)
      }
      return QuestionGroup(title: "\(group)" + text(), questions: questions)
    }
  }
}
