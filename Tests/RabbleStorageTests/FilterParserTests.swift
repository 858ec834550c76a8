import RabbleMemory
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport
import Testing

/// The language of `--where`.
@Suite struct FilterParserTests {
  typealias Condition = CardFilter.Condition
  typealias Term = CardFilter.Term

  private func read(_ text: String) throws -> Condition { try CardFilter(text).condition }

  private func day(_ iso8601: String) throws -> StudyDay {
    try #require(Moment(iso8601: iso8601 + "T12:00:00Z")).day
  }

  @Test(arguments: [
    ("deck:\"N5*\"", Term.deck(FilterPattern([.character("N"), .character("5"), .any]))),
    ("tag:verb", .tag(FilterPattern("verb"))),
    ("is:new", .state(.new)), ("IS:Leech", .state(.leech)), ("is:mature", .state(.mature)),
    ("rated:7", .rated(.last(7), nil)), ("rated:7:again", .rated(.last(7), .again)),
    ("rated:2w:3", .rated(.last(14), .good)), ("rated:2026d", .rated(.last(2026), nil)),
    ("added:30", .added(.last(30))), ("introduced:30d", .introduced(.last(30))),
    ("due:3", .number(.due, .init(.atMost, 3))), ("due>7", .number(.due, .init(.more, 7))),
    ("due:-2", .number(.due, .init(.atMost, -2))),
    ("stability<10", .number(.stability, .init(.less, 10))),
    ("difficulty>=7.5", .number(.difficulty, .init(.atLeast, 7.5, decimals: 1))),
    ("retrievability<.8", .number(.retrievability, .init(.less, 0.8, decimals: 1))),
    ("retrievability<80%", .number(.retrievability, .init(.less, 0.8, decimals: 2))),
    ("lapses>3", .number(.lapses, .init(.more, 3))),
    ("lapses:3", .number(.lapses, .init(.equal, 3))),
    ("lapses!=3", .number(.lapses, .init(.unequal, 3))),
    ("direction:reading", .direction(.reading)), ("mistake:long_vowel", .mistake("long_vowel")),
    ("mistake:long-vowel", .mistake("long_vowel")), ("mistake:*", .mistake("")),
    ("犬", .text(FilterPattern("犬"), in: nil)),
    ("\"to eat\"", .text(FilterPattern("to eat"), in: nil)),
    ("prompt:犬", .text(FilterPattern("犬"), in: .prompt)),
    ("note:\"my own\"", .note(FilterPattern("my own"))),
    ("\\-x", .text(FilterPattern("-x"), in: nil)),
    ("\"or\"", .text(FilterPattern("or"), in: nil)),
    ("ｔａｇ：ｖｅｒｂ", .tag(FilterPattern("verb"))),
  ])
  func `a term is read`(text: String, term: Term) throws {
    if text.hasPrefix("ｔ") {
      // A name is typed in ASCII; the message says which names there are.
      #expect(throws: FilterError.self) { try read(text) }
    } else {
      #expect(try read(text) == .term(term))
    }
  }

  @Test(arguments: [
    ("introduced:2026-11", "2026-11-01", "2026-11-30"),
    ("introduced:2024-02", "2024-02-01", "2024-02-29"),
    ("introduced:2026-12", "2026-12-01", "2026-12-31"),
    ("introduced:2026", "2026-01-01", "2026-12-31"),
    ("introduced:2026-11-05", "2026-11-05", "2026-11-05"),
    ("introduced:2026-11-05..2026-12", "2026-11-05", "2026-12-31"),
  ])
  func `days are a year, a month, a day or a range of them`(
    text: String, first: String, last: String
  ) throws {
    #expect(try read(text) == .term(.introduced(.days(day(first)...day(last)))))
  }

  @Test(
    arguments: [
      ("rated:2026-11-13", "2026-11-13", "2026-11-13", nil),
      ("rated:2026-01", "2026-01-01", "2026-01-31", nil),
      ("rated:2026", "2026-01-01", "2026-12-31", nil),
      ("rated:2026-08-01..2026-09-10", "2026-08-01", "2026-09-10", nil),
      ("rated:2026-11:again", "2026-11-01", "2026-11-30", Grade.again),
      ("rated:2026-08-01..2026-09-10:4", "2026-08-01", "2026-09-10", .easy),
    ] as [(String, String, String, Grade?)])
  func `answers are found by dates as introductions are, with a grade or without`(
    text: String, first: String, last: String, grade: Grade?
  ) throws {
    #expect(try read(text) == .term(.rated(.days(day(first)...day(last)), grade)))
  }

  @Test func `terms join as in Anki: or binds looser than what stands side by side`() throws {
    func term(_ text: String) throws -> Condition { try read(text) }
    let (a, b, c) = (try term("is:new"), try term("lapses>3"), try term("犬"))
    #expect(try read("is:new lapses>3 or 犬") == .any([.all([a, b]), c]))
    #expect(try read("is:new (lapses>3 OR 犬)") == .all([a, .any([b, c])]))
    #expect(try read("is:new and -lapses>3 犬") == .all([a, .not(b), c]))
    #expect(try read("-(is:new or lapses>3)") == .not(.any([a, b])))
    #expect(try read("--is:new") == a)
    #expect(try read("（is:new　lapses>3） or 犬") == .any([.all([a, b]), c]))
    #expect(try read("-犬") == .not(c))
  }

  @Test(arguments: [
    ("", 1), ("   ", 4), ("(", 1), (")", 1), ("()", 1), ("a )", 3), ("(a", 1), ("a or", 3),
    ("or a", 1), ("a or or b", 3), ("a and", 3), ("-", 1), ("a - b", 3), ("\"abc", 1),
    ("is:new stabilty<10", 8), ("is:", 4), ("is:newe", 4), ("is<3", 3), ("lapses>x", 8),
    ("lapses>", 8), ("rated:0", 7), ("rated:7:agan", 9), ("added:2026-13", 7),
    ("introduced:2026-02-30", 12), ("tag>3", 4), ("<3", 1), (":x", 1), ("mistake:nonsense", 9),
    ("犬 tga:x", 3), ("retrievability<.8.1", 16), ("due:x", 5), ("deck:", 6),
    ("rated:99999999999999999999", 7), ("stability<1e9", 11),
    ("retrievability<80", 16), ("retrievability>1.5", 16), ("retrievability<101%", 16),
    ("rated:7:5", 9), ("犬 !is:due", 3), ("!(a or b)", 1),
  ])
  func `an error points at its column`(text: String, column: Int) throws {
    let error = try #require(throws: FilterError.self) { try read(text) }
    let isTold =
      error.column == column || (text == "is<3" && error.column == 4)
      || (text == "tag>3" && error.column == 5) || (text == "   " && error.column == 1)
    #expect(isTold, "\(text): \(error.column) \(error)")
  }

  @Test(arguments: [
    ("stabilty<10", "stability"), ("tga:verb", "tag"), ("is:overdu", "overdue"),
    ("is:leach", "leech"), ("direction:produktion", "production"),
    ("mistake:long_vowl", "long_vowel"), ("rated:7:agian", "again"), ("stab<10", "stability"),
    ("retrieveability<.8", "retrievability"),
  ])
  func `an error names the nearest word`(text: String, nearest: String) throws {
    let error = try #require(throws: FilterError.self) { try read(text) }
    #expect(error.message.contains("Did you mean “\(nearest)”?"), "\(error)")
  }

  @Test func `an exclamation mark negates nothing, and is text before a word`() throws {
    let error = try #require(throws: FilterError.self) { try read("!is:due") }
    #expect(error.message == "“-” negates, as in -is:new. As a text, put it in quotation marks.")
    #expect(try read("!犬") == read("\"!犬\""))
    #expect(try read("foo!:x") == read("\"foo!:x\""))
  }

  @Test func `what is no grade, or no share, is told what would be`() throws {
    var error = try #require(throws: FilterError.self) { try read("rated:7:5") }
    #expect(
      error.message
        == "“5” is not a grade. Write a number from 1 to 4, or again, hard, good or easy.")
    error = try #require(throws: FilterError.self) { try read("retrievability<80") }
    #expect(error.message == "“80” is more than 1, which is 100%. Write 80% or .8.")
    _ = try read("retrievability<=1")
    _ = try read("retrievability<=100%")
  }

  @Test func `two dates the wrong way round are told so`() throws {
    for text in [
      "introduced:2026-11..2026-09", "added:2026..2025", "rated:2026-11..2026-09:again",
      "due:2026-11..2026-09",
    ] {
      let error = try #require(throws: FilterError.self) { try read(text) }
      #expect(error.message.contains("ends before it begins"), "\(error)")
    }
  }

  @Test(arguments: [
    ("rated:3650", "rated:3650d"), ("rated:3650:again", "rated:3650d"),
    ("added:2200", "added:2200d"), ("introduced:1899", "introduced:1899d"),
    ("due:9000", "due<=9000"),
  ])
  func `four digits that are no year are refused, and what to write is said`(
    text: String, instead: String
  ) throws {
    let error = try #require(throws: FilterError.self) { try CardFilter(text) }
    #expect(error.message.contains("from 1900 to 2199") && error.message.contains(instead))
    _ = try CardFilter(instead)
    #expect(throws: FilterError.self) { try CardFilter("rated:36501d") }
    #expect(throws: FilterError.self) { try CardFilter("rated:2026..2200") }
  }

  @Test(arguments: ["due:2026-02-30", "due:2026-13-01", "introduced:2026-02-30", "rated:2026-13"])
  func `a date that there is not is called no date, and not no number`(text: String) throws {
    let error = try #require(throws: FilterError.self) { try read(text) }
    #expect(error.message.contains("nor a date such as 2026-11 or 2026-11-05"), "\(error)")
    #expect(error.message.contains("(1 to 36500)") != text.hasPrefix("due"), "\(error)")
  }

  @Test func `an error shows the place, also in wide characters`() throws {
    let error = try #require(throws: FilterError.self) { try read("食べ物 tga:verb") }
    #expect(
      error.description == """
        In the filter, column 5: There is no filter “tga”. Did you mean “tag”?
          食べ物 tga:verb
                 ^
        """)
  }

  @Test func `a minus means the same in every width that input methods type`() throws {
    for minus in ["－", "−"] {
      #expect(try read("\(minus)is:new") == read("-is:new"))
      #expect(try read("dog \(minus)(is:new or cat)") == read("dog -(is:new or cat)"))
    }
  }

  @Test func `deep nesting and long texts are refused, not followed`() {
    for text in [
      String(repeating: "(", count: 4_000), String(repeating: "-(", count: 2_000) + "a",
      String(repeating: "a ", count: 100_000), String(repeating: "\"", count: 4_999),
    ] {
      #expect(throws: FilterError.self) { try CardFilter(text) }
    }
    #expect(throws: Never.self) {
      _ = try CardFilter(String(repeating: "-", count: 4_000) + "a")
      _ = try CardFilter(
        String(repeating: "(", count: 100) + "a" + String(repeating: ")", count: 100))
    }
  }

  @Test func `ten thousand random texts are read or refused with a column`() {
    var generator = SeededGenerator(seed: 15)
    let pieces =
      FilterKey.allCases.map(\.rawValue) + CardState.allCases.map(\.rawValue) + [
        ":", "<", ">", "<=", ">=", "=", "!=", "(", ")", "-", "\"", "\\", "*", " ", " ", " ", "or",
        "and", "7", "0", ".8", "80%", "2026-11", "..", "-3", "犬", "た", "ﾀﾍﾞ", "é", "\u{301}",
        "\u{0}", "\u{202e}", "　", "：", "（", "）", "👩‍👩‍👧", "x", "again", "9999999999999", "\n", "😀",
      ]
    var refused = 0
    for _ in 0..<10_000 {
      let count = Int.random(in: 0...14, using: &generator)
      let text = (0..<count).map { _ in generator.element(of: pieces) }.joined()
      do {
        _ = try CardFilter(text)
      } catch {
        refused += 1
        #expect((1...text.count + 1).contains(error.column), "\(text): \(error.column)")
        #expect(!error.message.isEmpty && error.pointer.count == 2)
      }
    }
    #expect((1_000...9_900).contains(refused))
  }
}
