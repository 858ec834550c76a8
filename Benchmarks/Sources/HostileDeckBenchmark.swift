import Foundation
import RabbleChecking
import RabbleDecks
import RabbleTestSupport

/// Decks that are made to take long: runs of each character that means something, huge fields, very many small
/// ones, deep nesting. Ten times as much may take at most fifteen times as long, and a megabyte at most a second.
struct HostileDeckBenchmark {
  private static let small = 100_000
  private static let large = 1_000_000

  /// What is repeated.
  private static let pieces =
    "[](){}（）【】〔〕「」『』〈〉《》<>&;,/；、，／:=#*|｜ \n\t-_`\"'\\!?.。・ー漢あアa0é＿".map { String($0) } + [
      "e\u{301}", "\u{200B}", "\u{202E}", "\u{FEFF}", "👨\u{200D}", "{{", "}}", "{{a}}", "{{a::a}}",
      "::", "==", "==a== ", "**a", "&amp;", "&lt;", "a;", "a, ", "a/b ", "(a", "(a)", "[a", "漢[",
      "漢[か]",
      "漢《", "<ruby>", "<ruby>a<rt>", "<rp>", "<!--", "-->", "not ", "の", "、あ", "1,", "1/2", "²",
      "か゛",
      "x-a: b\n", "- ", "# ",
    ]
  /// What is repeated in JSON besides.
  private static let marks = [
    "{\"a\":", "[[", "[],", "{},", "1,", "null,", "\"a\",", "\"a\":1,", "//\n", "/*", "\"\\u12",
    "tru ",
  ]

  /// The fields of a question in which it stands.
  private static let fields = [
    "prompt", "answer", "reading", "furigana", "cloze", "note", "hint", "example", "alternatives",
    "tags",
  ]

  /// A question with a text, in which JSON needs no more escapes.
  private static func question(_ field: String, _ text: String) -> String {
    let text = "\"\(text)\""
    let rest = #""prompt": "猫", "answer": "cat dog""#
    return switch field {
    case "prompt": #"{"prompt": \#(text), "answer": "cat"}"#
    case "answer": #"{"prompt": "猫", "answer": \#(text)}"#
    case "cloze": #"{"cloze": \#(text)}"#
    case "example":
      #"{\#(rest), "example": {"text": \#(text), "reading": \#(text), "meaning": \#(text)}}"#
    case "alternatives", "tags": #"{\#(rest), "\#(field)": [\#(text)]}"#
    default: #"{\#(rest), "\#(field)": \#(text)}"#
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
  }

  private static func deck(_ questions: [String]) -> String {
    #"{"title": "T", "language": "ja", "questions": [\#(questions.joined(separator: ",\n"))]}"#
  }

  private static func run(of piece: String, _ size: Int) -> String {
    String(repeating: piece, count: max(1, size / piece.utf8.count))
  }

  private typealias Deck = (name: String, ending: String, text: (Int) -> String)

  /// The decks: their names, their endings, and how they are made in a size.
  private static var decks: [Deck] {
    pieces.flatMap { decks(of: $0) } + (pieces + marks).flatMap { json(of: $0) }
  }

  private static func decks(of piece: String) -> [Deck] {
    let escaped = escaped(piece)
    var decks: [Deck] = fields.map { field in
      // An example has it three times.
      let share = field == "example" ? 3 : 1
      return (
        "\(field) of \(piece)", "json", { deck([question(field, run(of: escaped, $0 / share))]) }
      )
    }
    for field in ["prompt", "answer", "reading"] {
      // As long as a text may be, and as many as it takes.
      decks.append(
        (
          "\(field)s of \(piece)", "json",
          { size in
            deck((0..<size / 9_000).map { question(field, "\($0)" + run(of: escaped, 8_900)) })
          }
        ))
    }
    decks.append(("Markdown of \(piece)", "md", { "## T\n\n" + run(of: piece, $0) }))
    decks.append(("lines of \(piece)", "md", { "## T\n\n" + run(of: piece + "\n", $0) }))
    decks.append(
      ("a note of \(piece)", "md", { "## T\n\na :: b\n" + run(of: "  \(piece)\n", $0) }))
    return decks
  }

  private static func json(of piece: String) -> [Deck] {
    [
      ("JSON of \(piece)", "json", { run(of: piece, $0) }),
      ("elements of \(piece)", "json", { #"{"questions": ["# + run(of: piece, $0) + "]}" }),
    ]
  }

  func run(_ report: inout Report) {
    report.section("decks that are made to take long, loaded and checked")
    var (slowest, steepest) = (("", 0.0), ("", 0.0))
    for (name, ending, text) in Self.decks {
      let small = Self.seconds(text(Self.small), ending)
      if small > 1 {
        report.line(Self.shown(name), "\(Report.number(small)) s for a tenth")
        if small * 10 > slowest.1 { slowest = (name, small * 10) }
        continue
      }
      let large = Self.seconds(text(Self.large), ending)
      // A few milliseconds are not measured well.
      let ratio = large > 0.1 ? large / max(small, 0.005) : 1
      if large > slowest.1 { slowest = (name, large) }
      if ratio > steepest.1 { steepest = (name, ratio) }
      if large > 1 || ratio > 15 {
        report.line(
          Self.shown(name),
          "\(Report.number(small)) s, ten times as much \(Report.number(large)) s")
      }
    }
    report.line("the slowest megabyte, \(Self.shown(slowest.0))", slowest.1, "s", atMost: 1)
    report.line("the steepest, \(Self.shown(steepest.0))", steepest.1, "times", atMost: 15)
  }

  /// The time on the processor to load and check a deck, of which every group is checked on this thread.
  private static func seconds(_ text: String, _ ending: String) -> Double {
    let bytes = Array(text.utf8)
    let start = ProcessorTime.now
    let deck = DeckLoader().parseSource(bytes, path: "d.\(ending)")
    _ = DeckChecker().check([deck])
    return ProcessorTime.now - start
  }

  private static func shown(_ name: String) -> String {
    name.replacing("\n", with: "↵").replacing("\t", with: "⇥").unicodeScalars.map {
      $0.properties.isDefaultIgnorableCodePoint ? "U+" + String($0.value, radix: 16) : String($0)
    }.joined()
  }
}
