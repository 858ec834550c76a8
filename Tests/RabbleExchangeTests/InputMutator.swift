import RabbleDecks
import RabbleTestSupport

@testable import RabbleExchange

/// Makes inputs that nobody would write of those somebody did, and reads them in every form.
struct InputMutator {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static let samples: [String] = [
    "Expression,Reading,Meaning\r\n食べる,たべる,\"to eat, \"\"so\"\"\"\r\n犬,いぬ,dog\r\n",
    "#separator:tab\n#html:true\n#guid column:1\n#deck column:2\n#tags column:5\n"
      + "a1\tDeck\t<ruby>漢字<rt>かんじ</rt></ruby>\tkanji&nbsp;<br>[sound:x.mp3]\tn5\n"
      + "a2\tDeck\t私{{c1::は::p}}学生{{c2::です}}\textra\tn5 n4\n",
    "犬\tdog\n猫\tcat\nof many\n", "# {食}(た)べる\n---\nto **eat** ![](x)\n\n----\n\n私{{は}} #n5\n",
    "## Pets\n\n犬 [いぬ] :: dog\nQ: 猫\nA: cat\n", "a;b;c\n\"x\ny\";2;3\n",
    "[{\"title\": \"Pets\", \"questions\": [{\"prompt\": \"犬\", \"answer\": \"dog\", \"x\": 1}],"
      + " \"score\": {\"correctCount\": 1, \"incorrectCount\": 2}}]",
  ]
  private static let tokens: [String] = [
    "\"", "\"\"", ",", "\t", "\n", "\r", ";", "|", "<", ">", "<b>", "<ruby>", "<rt>", "</rt>", "&",
    "&#x110000;", "&#0;", "[", "]", "[sound:", "{{c1::", "{{c999999999999::", "}}", "::", "{", "}",
    "(", "---", "----", "#", "#columns:", "#guid column:99999999999999999999", "#tags column:-1",
    "#separator:", "\u{0}", "\u{FEFF}", "か\u{3099}", "《", "》", "｜", "'=", "$", "!", "[](",
  ]

  /// Reads one input in every form and says what is wrong.
  mutating func step(_ report: (String) -> Void) {
    let bytes = input()
    let name = generator.element(of: ["x.csv", "x.tsv", "x.txt", "x.md", "x.json", "x"])
    var formats: [ExchangeFormat?] = [nil]
    formats.append(generator.element(of: ExchangeFormat.allCases))
    for format in formats {
      var options = ImportOptions()
      options.format = format
      if Bool.random(using: &generator) {
        options.encoding = generator.element(of: TextEncoding.allCases)
      }
      if Int.random(in: 0..<8, using: &generator) == 0 {
        options.separator = generator.element(of: [";", " - ", "::", "\n", "\""])
      }
      guard let file = try? ImportFile(bytes, name: name, options: options) else { continue }
      let content = file.content(file.mapping)
      for policy in [DuplicatePolicy.skip, .add] {
        let empty = DeckLoader().parseSource([], path: "x.json")
        let merge = DeckMerge(content, into: empty, duplicates: policy)
        guard !merge.changesNothing else { continue }
        do throws(DeckChangeError) {
          let deck = try empty.applying(merge.changes).file
          if !deck.faults.isEmpty { report("\(deck.faults) of \(bytes) as \(file.format)") }
        } catch { report("\(error) of \(bytes) as \(file.format)") }
      }
    }
  }

  private mutating func input() -> [UInt8] {
    var bytes = Array(generator.element(of: Self.samples).utf8)
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + 3))
      case 3: bytes.insert(contentsOf: Array(bytes[place...].prefix(40)), at: place)
      case 4: bytes = Array(bytes[..<place])
      default: bytes.insert(contentsOf: generator.element(of: Self.tokens).utf8, at: place)
      }
    }
    return bytes
  }
}
