import Foundation
import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleDecks

/// What must be true of all bundled questions together.
struct CourseContentTests {
  private typealias Entry = (group: QuestionGroup, question: Question)

  @Test func `a group says what it is, and each question has an id of its own`() throws {
    let decks = BundledCourses.decks()
    #expect(decks.allSatisfy { $0.faults.isEmpty })
    for group in decks.flatMap(\.groups) {
      #expect(group.description != nil && group.version != nil && group.license == "MIT")
      #expect(group.language == "ja" || group.language == "es", "\(group.title)")
    }
    let titles = decks.flatMap(\.groups).map(\.title)
    #expect(Set(titles).count == titles.count)
    let ids = decks.flatMap(\.groups).flatMap(\.questions).map(\.id)
    #expect(!ids.contains(nil))
    #expect(Set(ids).count == ids.count)
    #expect(ids.count > 3300)
  }

  @Test(arguments: ["Japanese", "Spanish"])
  func `every step of a course is a group, and what is no step is one of the optional groups`(
    language: String
  ) throws {
    let titles = BundledCourses.decks(language).flatMap(\.groups).map(\.title)
    let path = "\(BundledCourses.folder)/\(language)/course.json"
    let file = CourseLoader(titles: titles).load(path: path)
    #expect(file.faults.isEmpty, "\(file.faults)")
    let course = try #require(file.course)
    #expect(course.title == language)
    let optional = Set(titles).subtracting(course.steps.map(\.group))
    #expect(optional.allSatisfy(Self.isOptional), "\(optional.filter { !Self.isOptional($0) })")
    #expect(course.steps.allSatisfy { !Self.isOptional($0.group) })
    #expect(course.steps[0].after.isEmpty && course.steps.filter(\.after.isEmpty).count < 10)
  }

  /// Whether a group's title says that it lies beside the path.
  private static func isOptional(_ title: String) -> Bool {
    title.hasPrefix("More verb forms: ") || title.hasPrefix("More adjective forms: ")
      || title.hasSuffix(" look-alikes, more") || title.hasSuffix(" look-alikes in words")
      || title.hasSuffix(" for loanwords, rarer")
      || (title.hasPrefix("Kanji: ") && title.hasSuffix(" readings"))
      || title == "Spanish verbs: vosotros"
  }

  @Test func `the decks take less than four megabytes`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: BundledCourses.folder)
    let sizes = try files.map { file in
      let path = BundledCourses.folder + "/" + file
      return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    #expect(sizes.reduce(0, +) < 4_000_000)
  }

  @Test(arguments: ["Japanese", "Spanish"])
  func `no prompt is asked twice in a direction with different answers, unless hints tell`(
    language: String
  ) {
    var asked: [String: [Entry]] = [:]
    for (group, question) in BundledCourses.questions(language) where question.cloze == nil {
      for direction in BundledCourses.directions(question, in: group) {
        let prompt = direction == .production ? question.answer : question.prompt
        asked["\(direction.fullName) \(prompt)", default: []].append((group, question))
      }
    }
    for (prompt, entries) in asked where entries.count > 1 {
      let isReading = prompt.hasPrefix(Direction.reading.rawValue)
      let isProduction = prompt.hasPrefix(Direction.production.rawValue)
      let answers = entries.map { entry in
        isReading
          ? entry.question.reading ?? ""
          : isProduction ? entry.question.prompt : entry.question.answer
      }
      let hints = entries.compactMap(\.question.hint)
      #expect(
        Set(answers).count == 1 || Set(hints).count == entries.count,
        "\(prompt): \(answers), hints \(hints)")
    }
  }

  @Test(arguments: ["Japanese", "Spanish"])
  func `what is asked in production is the answer of no other question, unless hints tell`(
    language: String
  ) {
    let entries = BundledCourses.questions(language).filter { $0.question.cloze == nil }
    var owners: [String: Set<String>] = [:]
    for (group, question) in entries where !isAboutScript(question) && !isKana(group) {
      for answer in BundledCourses.answers(question) + question.alternatives {
        owners[key(answer), default: []].insert(question.prompt)
      }
    }
    for (group, question) in entries
    where BundledCourses.directions(question, in: group).contains(.production) {
      for answer in BundledCourses.answers(question) {
        let others = (owners[key(answer)] ?? []).subtracting([question.prompt])
        #expect(
          others.isEmpty || question.hint != nil,
          "\(question.prompt): \(answer) is also \(others)")
      }
    }
  }

  /// Whether a group asks for romaji.
  private func isKana(_ group: QuestionGroup) -> Bool {
    group.title.hasPrefix("Hiragana") || group.title.hasPrefix("Katakana")
  }

  /// Cards of kanji and affixes name themselves as such; what is asked about a text is no word.
  private func isAboutScript(_ question: Question) -> Bool {
    question.prompt.hasSuffix(")") || question.prompt.hasPrefix("〜")
      || question.tags.contains("form") || question.tags.contains("text")
  }

  private func key(_ answer: String) -> String {
    let text = answer.lowercased().replacing(/\([^)]*\)/, with: "").replacing("-", with: " ")
    let words = text.split(separator: " ").map(String.init)
    return words.drop { ["a", "an", "the"].contains($0) }.joined(separator: " ")
  }

  @Test func `questions that share a gloss have hints`() {
    var entries: [String: [Entry]] = [:]
    for (group, question) in BundledCourses.questions("Japanese")
    where question.cloze == nil && question.answer.contains(where: \.isASCII)
      && !isAboutScript(question) && !isKana(group)
    {
      for answer in BundledCourses.answers(question) {
        entries[key(answer), default: []].append((group, question))
      }
    }
    for (gloss, sharing) in entries where Set(sharing.map(\.question.prompt)).count > 1 {
      for (_, question) in sharing where question.answer.contains(where: \.isASCII) {
        #expect(question.hint != nil, "\(gloss): \(question.prompt)")
      }
    }
  }

  @Test func `furigana join to the prompt and to its reading`() {
    for (_, question) in BundledCourses.questions("Japanese") {
      guard let furigana = question.furigana else { continue }
      let ruby = RubyText(furigana)
      #expect(ruby.base == question.prompt)
      #expect(ruby.hasReadings)
      guard let reading = question.reading else { continue }
      let readings = reading.split(separator: ";").map { letters($0) }
      #expect(readings.contains(letters(ruby.reading)), "\(question.prompt): \(ruby.reading)")
    }
  }

  @Test func `readings are kana, and what is asked for its reading has kanji and one`() {
    for (group, question) in BundledCourses.questions("Japanese") {
      if let reading = question.reading {
        #expect(letters(reading).unicodeScalars.allSatisfy(Self.isKana), "\(question.prompt)")
      }
      if BundledCourses.directions(question, in: group).contains(.reading) {
        #expect(question.reading != nil)
        #expect(question.prompt.unicodeScalars.contains(where: Self.isKanji))
      }
    }
  }

  @Test func `an example is read as its furigana say`() {
    for (_, question) in BundledCourses.questions("Japanese") {
      guard let example = question.example, let reading = example.reading else { continue }
      let ruby = RubyText(example.text)
      #expect(ruby.reading.filter { $0 != " " } == reading.filter { $0 != " " })
      #expect(!ruby.reading.unicodeScalars.contains(where: Self.isKanji), "\(example.text)")
      #expect(example.meaning != nil)
    }
  }

  @Test func `the example of a sentence with blanks is that sentence`() throws {
    var blanks = 0
    for (_, question) in BundledCourses.questions("Japanese") {
      guard let cloze = question.cloze else { continue }
      let sentence = try ClozeText(cloze)
      let example = try #require(question.example)
      #expect(RubyText(example.text).base == RubyText(sentence.filled).base)
      blanks += 1
    }
    #expect(blanks >= 120 + 320)
  }

  @Test func `a Spanish word has a translated example, and a sentence says what it refuses`() {
    for (group, question) in BundledCourses.questions("Spanish") {
      if question.directions?.contains(.production) == true {
        #expect(question.example?.meaning != nil, "\(question.prompt)")
      }
      for form in question.blocked {
        #expect(BlockedAnswer(form).reason != nil, "\(group.title): \(form)")
      }
    }
  }

  @Test func `an accent is demanded where it tells verb forms apart, and forgiven in words`() {
    for group in BundledCourses.decks("Spanish").flatMap(\.groups) {
      let isAboutVerbs = group.title.hasPrefix("Spanish verbs")
      #expect(group.settings.accents == (isAboutVerbs ? .demanded : .forgiven), "\(group.title)")
    }
  }

  /// The text without spaces and signs.
  private func letters(_ text: some StringProtocol) -> String {
    String(text.filter { $0.isLetter || $0 == "ー" })
  }

  private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x3096).contains(scalar.value) || (0x30A1...0x30FC).contains(scalar.value)
  }

  private static func isKanji(_ scalar: Unicode.Scalar) -> Bool {
    (0x3400...0x9FFF).contains(scalar.value) || scalar == "々" || scalar == "〇"
  }
}
