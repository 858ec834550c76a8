import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

struct GroupChoiceTests {
  private let titles: [GroupName] = [
    "Hiragana", "Katakana", "Katakana: loanwords", "Numbers", "Phrases", "ガイドブック", "Numbers",
  ]

  private func choose(_ names: String...) -> [Int]? {
    try? GroupChoice.choose(names, among: titles).get()
  }

  @Test func `a title is chosen whatever its case, width and spaces`() {
    #expect(choose("hiragana") == [0])
    #expect(choose("ＨＩＲＡＧＡＮＡ") == [0])
    #expect(choose("  katakana:   LOANwords ") == [2])
    #expect(choose("ｶﾞｲﾄﾞﾌﾞｯｸ") == [5])
    #expect(choose("カ\u{3099}イドブック") == [5])
  }

  @Test func `a title wins over the longer ones that begin with it`() {
    #expect(choose("Katakana") == [1])
  }

  @Test func `the beginning of one title is enough`() {
    #expect(choose("ph") == [4])
    #expect(choose("katakana:") == [2])
    #expect(choose("ガイド") == [5])
  }

  @Test func `groups of the same title are chosen together, each once, in the order named`() {
    #expect(choose("n", "hira", "Numbers", "H") == [3, 6, 0])
    #expect(choose() == [])
  }

  @Test func `the beginning of several titles lists them`() throws {
    guard case .failure(let error) = GroupChoice.choose(["Numbers", "kata"], among: titles) else {
      Issue.record("an ambiguous name was taken")
      return
    }
    #expect(error.reason == .ambiguous)
    #expect(
      error.description
        == "“kata” is ambiguous: “Katakana”, “Katakana: loanwords”. "
        + "Type more of the title."
    )
  }

  @Test func `an unknown name lists all titles, closest first`() {
    guard case .failure(let error) = GroupChoice.choose(["Kanakata"], among: titles) else {
      Issue.record("an unknown name was taken")
      return
    }
    #expect(error.titles.first == "Katakana")
    #expect(Set(error.titles) == Set(titles.map(\.title)))
    #expect(error.titles.count == 6)
    guard case .failure(let typo) = GroupChoice.choose(["Nubmers"], among: ["Hiragana", "Numbers"])
    else {
      Issue.record("an unknown name was taken")
      return
    }
    #expect(
      typo.description == "Unknown group “Nubmers”. Did you mean “Numbers”?"
    )
    guard
      case .failure(let part) = GroupChoice.choose(
        ["look"], among: ["Books and letters", "Hiragana look-alikes"])
    else {
      Issue.record("an unknown name was taken")
      return
    }
    #expect(part.near.first == "Hiragana look-alikes")
    let other = UnknownGroup(name: "import", reason: .unknown, titles: ["Months", "Numbers"])
    #expect(other.description == "Unknown group “import”.")
  }

  @Test func `an empty name means nothing, and nothing can be chosen from nothing`() {
    #expect(choose("") == nil)
    #expect(choose(" ") == nil)
    #expect(
      GroupChoice.choose(["a"], among: [])
        == .failure(UnknownGroup(name: "a", reason: .unknown, titles: []))
    )
    #expect(
      UnknownGroup(name: "a\u{1B}", reason: .unknown, titles: []).description
        == "Unknown group “a\\u{1B}”. There are no groups."
    )
  }

  @Test func `a course is chosen like a group, and before its own groups`() {
    let titles: [GroupName] = ["Spanish: food", "Spanish: verbs", "Spelling", "Japan", "Numbers"]
    let courses: [(title: String, groups: [GroupName])] = [
      ("Spanish", ["Spanish: food", "Spanish: verbs"]), ("Japanese", ["Numbers"]),
    ]
    func choose(_ names: String...) -> [GroupChoice.Choice]? {
      try? GroupChoice.choose(names, among: titles, courses: courses).get()
    }
    #expect(choose("spanish") == [.course(0)])
    #expect(choose("SPA") == [.course(0)])
    #expect(choose("spanish: f") == [.group(0)])
    #expect(choose("sp") == nil)
    #expect(choose("japan") == [.group(3)])
    #expect(choose("japanese", "num", "spel", "japanese") == [.course(1), .group(4), .group(2)])
    #expect(choose("j") == nil)
    #expect(choose("french") == nil)
  }

  @Test func `groups of one title are told apart by the ends of their decks' names`() {
    let groups = [
      GroupName(deck: "asia/Korean", title: "Unit 1"), GroupName(deck: "Spanish", title: "Unit 1"),
      GroupName(deck: "Spanish", title: "Unit 2"), GroupName(deck: "old/Spanish", title: "Tests"),
      GroupName(deck: "Notes", title: "and/or"),
    ]
    func choose(_ name: String) -> Result<[Int], UnknownGroup> {
      GroupChoice.choose([name], among: groups)
    }
    #expect(choose("Korean/Unit 1") == .success([0]))
    #expect(choose("asia/korean/unit 1") == .success([0]))
    #expect(choose("Spanish/Unit 1") == .success([1]))
    guard case .failure(let begun) = choose("spanish/unit") else {
      Issue.record("the beginning of two groups was taken")
      return
    }
    #expect(begun.titles == ["Spanish/Unit 1", "Unit 2"])
    #expect(choose("korean/u") == .success([0]))
    #expect(choose("Unit 2") == .success([2]))
    // A deck is all of its groups.
    #expect(choose("Korean") == .success([0]))
    #expect(choose("Spanish") == .success([1, 2]))
    #expect(choose("old/Spanish") == .success([3]))
    // A title may have a slash.
    #expect(choose("and/or") == .success([4]))
    #expect(choose("Notes/and/or") == .success([4]))
    guard case .failure(let error) = choose("unit 1") else {
      Issue.record("an ambiguous name was taken")
      return
    }
    #expect(
      error.description
        == "“unit 1” is ambiguous: “asia/Korean/Unit 1”, “Spanish/Unit 1”. "
        + "Type the deck before the title.")
  }

  @Test func `a group is called by its title where that is unique, else with its deck`() {
    let labels = GroupLabels([
      GroupName(deck: "a", title: "Unit"), GroupName(deck: "b", title: "Unit"),
      GroupName(deck: "b", title: "Words"), GroupName(deck: "c", title: "a/Unit"),
    ])
    #expect(labels[GroupName(deck: "a", title: "Unit")] == "a/Unit")
    #expect(labels[GroupName(deck: "b", title: "Unit")] == "b/Unit")
    #expect(labels[GroupName(deck: "b", title: "Words")] == "Words")
    #expect(labels[GroupName(deck: "c", title: "a/Unit")] == "c/a/Unit")
    // Of a deck that is gone.
    #expect(labels[GroupName(deck: "d", title: "Words")] == "d/Words")
    #expect(labels[GroupName(deck: "d", title: "Verbs")] == "Verbs")
  }

  @Test func `a long list of titles is cut short`() {
    let titles = (10..<40).map { GroupName("Group \($0)") }
    guard case .failure(let error) = GroupChoice.choose(["Group"], among: titles) else {
      Issue.record("an ambiguous name was taken")
      return
    }
    #expect(error.titles.count == 30)
    #expect(error.description.contains("“Group 19” and 20 more. Type more of the title."))
    #expect(!error.description.contains("Group 20"))
  }

  /// The groups that a name means by the rule as it is written: the whole name, the end of deck and title, the deck, the
  /// beginning of a title, the beginning of deck and title; the first of these that any group has.
  private func meant(_ name: String, among groups: [GroupName]) -> [Int] {
    func fold(_ text: String) -> [Character] { TextFold.title(text) }
    let wanted = fold(name)
    func ends(_ deck: String) -> [String] {
      let parts = deck.split(separator: "/")
      return parts.indices.reversed().map { parts[$0...].joined(separator: "/") }
    }
    func forms(_ group: GroupName) -> [String] {
      [group.title] + ends(group.deck).map { $0 + "/" + group.title }
    }
    let rules: [(GroupName) -> Bool] = [
      { name.contains("/") && fold(forms($0).last ?? "") == wanted },
      { forms($0).contains { fold($0) == wanted } },
      { ends($0.deck).last.map(fold) == wanted },
      { ends($0.deck).contains { fold($0) == wanted } },
      { fold($0.title).starts(with: wanted) },
      { name.contains("/") && forms($0).contains { fold($0).starts(with: wanted) } },
    ]
    return rules.lazy.map { rule in groups.indices.filter { rule(groups[$0]) } }
      .first { !$0.isEmpty } ?? []
  }

  @Test func `a name with and without a slash means what the rule says, whatever decks are called`()
  {
    var generator = SeededGenerator(seed: 43)
    func any(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
    let titles = ["a", "b", "ab", "a/b", "b/a", "A b", "c"]
    let decks = ["", "a", "b", "a/b", "c/a", "c/a/b"]
    var chosen = 0
    for _ in 0..<4_000 {
      let groups = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        GroupName(deck: any(decks), title: any(titles))
      }
      let name = any(titles + decks.filter { !$0.isEmpty } + ["c/a/a", "a/b/a", "a/", "d"])
      let expected = meant(name, among: groups)
      switch GroupChoice.choose([name], among: groups) {
      case .success(let found):
        #expect(found == expected, "\(name) among \(groups)")
        chosen += 1
      case .failure(let error):
        #expect(
          error.reason == (expected.isEmpty ? .unknown : .ambiguous), "\(name) among \(groups)")
      }
    }
    #expect(chosen > 1_000)
  }
}
