import Foundation
import Testing

/// What reports and exports say of the decks, and of answers outside the schedule.
struct StatisticsOfDecksTests {
  private let evening = "2026-11-24T20:00:00+09:00"

  @Test func `decks and tags are those of the decks as they are now, on a new machine too`() throws
  {
    let deck = "## Animals\n\ninu :: dog #mammal ^a1\ntori :: bird #bird ^a2\n"
    let (first, second) = (try Program(courses: false), try Program(courses: false))
    try first.addDeck(deck, named: "animals.md")
    _ = try first.run(
      ["study", "Animals"], at: "2026-11-21T09:00:00+09:00", input: "dog\nbird\n:quit\n")
    func tags(_ program: Program) throws -> Set<String?> {
      let csv = try program.run(
        ["stats", "answers", "--by", "tag", "--format", "csv"], at: evening)
      return Set(try CSVRows(csv.output).rows.map { $0["tag"] })
    }
    #expect(try tags(first) == ["mammal", "bird"])
    let changed = deck.replacing("#mammal", with: "#pet") + "uma :: horse ^a3\n"
    try first.addDeck(changed, named: "animals.md")
    #expect(try tags(first) == ["pet", "bird"])
    try first.addDeck(changed + "saru :: monkey ^a4\n", named: "animals.md")
    #expect(try first.run(["stats", "--value", "unseen"], at: evening).output == "2\n")

    try second.addDeck(changed, named: "animals.md")
    let events = try first.run(["log", "export", "--kind", "all"], at: evening)
    let brought = try second.run(["log", "import", "-"], at: evening, input: events.output)
    #expect(brought.ending == .exited(0), "\(brought.errors)")
    let columns = ["log", "export", "--columns", "prompt,deck,tags"]
    let rows = try CSVRows(second.run(columns, at: evening).output).rows
    #expect(rows.map { $0["tags"] } == ["pet", "bird"])
    #expect(rows.allSatisfy { $0["deck"]?.hasSuffix("animals.md") == true })
    #expect(try tags(second) == ["pet", "bird"])
  }

  @Test func `a card answered only outside the schedule is not among the cards answered`() throws {
    let program = try Program(courses: false)
    try program.addDeck(Program.words)
    _ = try program.run(
      ["study", "Words", "--cram"], at: "2026-11-21T09:00:00+09:00", input: "\n3\n:quit\n")
    for report in [[], ["words"]] {
      let cards = try program.run(["stats"] + report + ["--value", "answered_cards"], at: evening)
      #expect(cards.output == "0\n", "\(report)")
    }
    for filter in ["rated:2026-11-21", "rated:2026-11 is:new", "rated:2026-11-21..2026-11-22:good"]
    {
      let matching = try program.run(["card", "list", "--where", filter], at: evening)
      #expect(matching.errors.contains("1 card matches."), "\(filter): \(matching.errors)")
    }
    let none = try program.run(["card", "list", "--where", "rated:2026-11-20"], at: evening)
    #expect(none.ending == .exited(1))
  }

  @Test func `a card answered only outside the schedule has its group and its deck`() throws {
    let program = try Program(courses: false)
    try program.addDeck(Program.words)
    _ = try program.run(
      ["study", "Words", "--cram"], at: "2026-11-21T09:00:00+09:00", input: "\n3\n:quit\n")
    func rows(_ command: [String]) throws -> [[String: String]] {
      try CSVRows(program.run(command, at: evening).output).rows
    }
    for report in [["words"], ["answers", "--by", "card"]] {
      #expect(try rows(["stats"] + report + ["--format", "csv"]).map { $0["group"] } == ["Words"])
    }
    let decks = try rows(["stats", "answers", "--by", "deck", "--format", "csv"])
    #expect(decks.map { $0["answers"] } == ["1"])
    #expect(decks.first?["deck"]?.hasSuffix("words.json") == true)
    let exported = try rows(["log", "export", "--columns", "deck"])
    #expect(exported.count == 1 && exported[0]["deck"]?.hasSuffix("words.json") == true)
  }

  @Test func `a question that was moved is a card of the group it is in now`() throws {
    let program = try Program(courses: false)
    let (inu, tori, neko) = ("inu :: dog ^a1\n", "tori :: bird ^a2\n", "neko :: cat ^a3\n")
    try program.addDeck(
      "## Animals\n\n\(inu)\(tori)\n## Pets\n\n\(neko)", named: "animals.md")
    _ = try program.run(
      ["study", "Animals"], at: "2026-11-21T09:00:00+09:00", input: "dog\nbird\n:quit\n")
    try program.addDeck(
      "## Animals\n\n\(tori)\n## Pets\n\n\(inu)\(neko)", named: "animals.md")
    let groups = try CSVRows(
      program.run(["stats", "answers", "--by", "group", "--format", "csv"], at: evening).output)
    let cards = groups.rows.map { [$0["group"], $0["answers"], $0["cards"], $0["unseen"]] }
    #expect(cards.first?[0] == "Animals" && cards.first?[2...] == ["1", "0"], "\(cards)")
    #expect(cards.last == ["Pets", "0", "2", "1"], "\(cards)")
  }
}
