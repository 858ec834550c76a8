import Foundation
import RabbleChecking
import RabbleDecks
import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

/// What a fix may touch: a safe one nothing that a learner sees, is asked or may answer.
struct MeaningTests {
  @Test func `safe fixes of broken decks change no meaning, and are made in one run`() throws {
    let broken = try BrokenDecks.read()
    var fixed = 0
    for sample in broken.cases {
      fixed += try check(broken.decks(sample), "\(sample.name)")
    }
    #expect(fixed > 40)
  }

  @Test func `safe fixes of decks with random faults change no meaning, and are made in one run`()
    throws
  {
    let broken = try BrokenDecks.read()
    var fixed = 0
    for (ending, seed) in [(".json", UInt64(61)), (".md", 62)] {
      let files = broken.cases.flatMap(\.files).filter { $0.hasSuffix(ending) }
        .compactMap(broken.bytes).filter { $0.count < 1_000 }
      var decks = MutatedDecks(files, seed: seed)
      for _ in 0..<LongForm.rounds(usually: 10_000) {
        let bytes = decks.next()
        let deck = DeckLoader(faultLimit: .max).parseSource(bytes, path: "d\(ending)")
        fixed += try check([deck], String(decoding: bytes, as: UTF8.self))
      }
    }
    #expect(fixed > 1_000)
  }

  /// Fixes decks, checks what became of their questions, and returns how many findings were fixed.
  private func check(_ decks: [DeckSource], _ name: String) throws -> Int {
    let fixer = DeckFixer(.safe, loader: DeckLoader(faultLimit: .max))
    let result = fixer.fix(decks)
    for (before, after) in zip(decks, result.decks) where before.bytes != after.bytes {
      let meant = before.file.groups.flatMap(Meaning.all)
      let found = after.file.groups.flatMap(Meaning.all)
      var rest = found[...]
      for meaning in meant {
        let place = rest.firstIndex(of: meaning)
        #expect(place != nil, "\(name): \(meaning)\nbecame\n\(found)")
        guard let place else { break }
        rest = rest[(place + 1)...]
      }
    }
    let again = fixer.fix(result.decks)
    #expect(again.fixed.allSatisfy { $0 == 0 }, "\(name)")
    return result.fixed.reduce(0, +)
  }

  @Test(arguments: [
    // Nobody knows what more than two colons mean, nor what was lost.
    ("## T\n\nx :: y\nla nube ::: cloud\n", "## T\n\nx :: y\nla nube ::: cloud\n"),
    ("## T\n\nel cafÃ© :: coffee\n", "## T\n\nel cafÃ© :: coffee\n"),
    ("## T\n\nel l\u{92}eau :: water\n", "## T\n\nel l\u{92}eau :: water\n"),
    ("## T\n\nnon\u{200B}e :: a\u{7}b\n", "## T\n\nnone :: ab\n"),
    ("## T\n\nx :: y\na::b\n", "## T\n\nx :: y\na :: b\n"),
  ])
  func `what only its author can know is not fixed`(text: String, fixed: String) {
    let deck = DeckLoader(faultLimit: .max).parseSource(Array(text.utf8), path: "a.md")
    let result = DeckFixer(.safe).fix([deck])
    #expect(String(decoding: result.decks[0].bytes, as: UTF8.self) == fixed)
  }

  @Test func `text of another encoding is read as it was written if unsafe fixes are asked for`() {
    let text = "## T\n\nel cafÃ© :: coffee\nl\u{92}eau :: itâ€™s water\nvoilÃ\u{A0} :: there\n"
    let deck = DeckLoader().parseSource(Array(text.utf8), path: "a.md")
    let result = DeckFixer(.unsafe).fix([deck])
    #expect(
      String(decoding: result.decks[0].bytes, as: UTF8.self)
        == "## T\n\nel café :: coffee\nl’eau :: it’s water\nvoilà :: there\n")
  }
}

/// A question as far as learners notice: texts without what is invisible and without differences of width,
/// and the answers that are accepted, in no order.
private struct Meaning: Hashable, CustomStringConvertible {
  let facts: [String]

  static func all(of group: QuestionGroup) -> [Meaning] {
    group.questions.map { Meaning($0, in: group) }
  }

  private init(_ question: Question, in group: QuestionGroup) {
    var facts: [String] = []
    for field in QuestionGroup.Field.allCases {
      switch field.kind {
      case .required(let path): facts.append(Self.plain(group[keyPath: path]))
      case .text(let path):
        let text = Self.plain(group[keyPath: path] ?? "")
        let isTag = field == .language || field == .answerLanguage
        facts.append(isTag ? LanguageTag.language(of: text) : text)
      case .directions(let path): facts.append("\(group[keyPath: path] ?? [])")
      case .setting(let path, _): facts.append(group[keyPath: path] ?? "")
      }
    }
    for field in Question.Field.allCases {
      switch field.kind {
      case .required(let path):
        let text = question[keyPath: path]
        facts.append(
          field == .answer
            ? Self.set(AnswerList.alternatives(of: text)) : Self.plain(text))
      case .text(let path), .choice(let path, _):
        let text = (question[keyPath: path] ?? "").replacing("::}}", with: "}}")
        facts.append(
          field == .reading ? Self.set(AnswerList.alternatives(of: text)) : Self.plain(text))
      case .list(let path):
        // The answer itself is among what is accepted, and a word in capitals is the same one.
        let accepted =
          field == .alternatives
          ? AnswerList.alternatives(of: question.answer)
          : field == .spellings ? [question.prompt] + question.readings : []
        facts.append(Self.set(question[keyPath: path] + accepted))
      case .number(let path, _): facts.append("\(question[keyPath: path] ?? -1)")
      case .directions(let path): facts.append("\(question[keyPath: path] ?? [])")
      case .example(let path):
        let example = question[keyPath: path]
        facts += [example?.text, example?.reading, example?.meaning].map { Self.plain($0 ?? "") }
      }
    }
    self.facts = facts
  }

  private static func set(_ texts: [String]) -> String {
    Set(texts.map { plain($0).lowercased() }).subtracting([""]).sorted().joined(separator: " | ")
  }

  private static func plain(_ text: String) -> String {
    var tags = FlagTags()
    let scalars = text.unicodeScalars.filter {
      $0 == "\n" || $0 == "\t"
        || !($0.isUnprintable || (!tags.continues(with: $0) && $0.isInvisible))
    }
    return String(String.UnicodeScalarView(scalars)).precomposedStringWithCompatibilityMapping
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  var description: String { facts.joined(separator: " / ") }
}
