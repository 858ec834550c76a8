import Foundation
import Testing

/// The first sixty days of the Japanese course, as a learner has them who studies 20 new cards a day and
/// never errs.
struct CourseDaysTests {
  /// A card that was asked for the first time.
  private struct NewCard: Hashable {
    let question: DeckQuestion
    let direction: String
    let isFirst: Bool
  }

  /// What the deck files say of a question.
  private struct DeckQuestion: Hashable {
    let file: String
    let group: String
    let prompt: String
    let partOfSpeech: String?
    let isCloze: Bool

    /// Whether it is a word: the decks name the part of speech of each, and a kanji is none.
    var isWord: Bool { partOfSpeech != nil && partOfSpeech != "kanji" && !isCloze }
  }

  /// The questions of the bundled Japanese decks by group and prompt.
  private static func questions() throws -> [String: DeckQuestion] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Decks/Japanese").standardizedFileURL
    var questions: [String: DeckQuestion] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".json") && name != "course.json" {
      let data = try Data(contentsOf: folder.appending(path: name))
      let groups = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
      for group in groups {
        let title = group["title"] as? String ?? ""
        for question in group["questions"] as? [[String: Any]] ?? [] {
          let prompt = question["prompt"] as? String ?? ""
          let found = DeckQuestion(
            file: name, group: title, prompt: prompt,
            partOfSpeech: question["part_of_speech"] as? String,
            isCloze: question["cloze"] != nil)
          questions["\(title)\u{0}\(prompt)"] = found
          if let id = question["id"] as? String { questions[id] = found }
        }
      }
    }
    return questions
  }

  /// The new cards of each day, those of the first day at index 0.
  private static func days(_ count: Int) throws -> [[NewCard]] {
    let program = try Program()
    // What a refit tells after a session is no part of the course.
    try program.home.write(".config/rabble/config.toml", "optimize.automatic = false\n")
    let known = try questions()
    var seen: Set<String> = []
    var begun: Set<String> = []
    return try (0..<count).map { day in
      let start = Date(timeIntervalSince1970: 1_795_219_200 + Double(day) * 86_400)
      let outcome = try program.run(
        ["study", "Japanese", "--format", "json"],
        at: start.formatted(.iso8601.year().month().day()) + "T09:00:00+09:00",
        input: String(repeating: "\n3\n", count: 500))
      #expect(outcome.errors == "")
      var cards: [NewCard] = []
      for screen in try outcome.screens where screen.kind == "question" {
        guard let card = screen.card, let direction = screen.direction,
          seen.insert("\(card) \(direction)").inserted
        else { continue }
        let question =
          screen.prompt.flatMap { known["\(screen.group)\u{0}\($0)"] }
          ?? DeckQuestion(
            file: "", group: screen.group, prompt: screen.prompt ?? "", partOfSpeech: nil,
            isCloze: direction == "cloze")
        cards.append(
          NewCard(
            question: question, direction: direction, isFirst: begun.insert(card).inserted))
      }
      return cards
    }
  }

  @Test func `sixty days keep what the course promises`() throws {
    let days = try Self.days(60)
    func first(_ condition: (NewCard) -> Bool) -> Int? {
      days.firstIndex { $0.contains(where: condition) }.map { $0 + 1 }
    }
    func words(by day: Int) -> Int {
      days.prefix(day).joined().count { $0.isFirst && $0.question.isWord }
    }
    func first(ofGroup title: String) -> Int { first { $0.question.group == title } ?? .max }
    func prompts(by day: Int) -> Set<String> {
      Set(days.prefix(day).joined().map(\.question.prompt))
    }

    #expect(prompts(by: 1).isSuperset(of: ["あ", "こんにちは", "ありがとう", "はい", "いいえ"]))
    #expect(prompts(by: 7).isSuperset(of: ["日本", "日本語", "私", "です"]))
    #expect(first { $0.question.file == "Phrases.json" } == 1)
    #expect(first { $0.question.partOfSpeech?.contains("noun") == true } ?? .max <= 3)
    #expect(first(ofGroup: "First verbs: ます") <= 8)
    #expect(first { $0.question.file == "Verbs.json" } ?? .max <= 8)
    for group in ["First を, に and へ", "First で, と and も"] {
      #expect(first(ofGroup: group) <= 15, "\(group)")
    }
    #expect(first(ofGroup: "Days of the week") <= 14)
    #expect(first(ofGroup: "Verb forms: て") <= 40)
    #expect(first(ofGroup: "Verb forms: ない") <= 50)
    #expect(words(by: 60) >= 350)
    for (index, day) in days.enumerated() {
      let groups = Dictionary(grouping: day) { $0.question.group }
      #expect(groups.values.allSatisfy { $0.count <= 8 }, "day \(index + 1)")
      #expect((19...20).contains(day.count), "day \(index + 1): \(day.count)")
    }
    // A form is asked once its word was: “食べる → ます” after 食べる.
    var met: Set<String> = []
    for card in days.joined() where card.direction == "recognition" {
      if let arrow = card.question.prompt.range(of: " → ") {
        let word = String(card.question.prompt[..<arrow.lowerBound])
        #expect(met.contains(word), "\(card.question.prompt)")
      }
      met.insert(card.question.prompt)
    }
    // A word comes in one direction first, and in no second one on the day on which it is learned.
    for (index, day) in days.enumerated() {
      let started = Set(day.filter(\.isFirst).map(\.question))
      let further = day.filter { !$0.isFirst && $0.direction != "cloze" }
      #expect(further.allSatisfy { !started.contains($0.question) }, "day \(index + 1)")
    }
    let lookAlikes = days.joined().filter { $0.question.group.contains("look-alikes") }
    #expect(
      Dictionary(grouping: lookAlikes) { $0.question.group }.mapValues(\.count).values
        .allSatisfy { $0 <= 12 })
    print(
      """
      The Japanese course at 20 new cards a day
        words by day 7, 30, 60: \(words(by: 7)), \(words(by: 30)), \(words(by: 60))
      """)
  }
}
