import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import Testing

@Suite struct GroupListFoldingTests {
  private func step(
    _ title: String, new: Int = 0, learning: Int = 0, due: Int = 0, known: Double = 0,
    after titles: [String] = [], isOptional: Bool = false
  ) -> StepStanding {
    StepStanding(
      counts: GroupCounts(
        title: title, questions: 1, cards: 9, new: new, learning: learning, due: due,
        score: Score()),
      knowledge: GroupKnowledge(questions: 1, retrievabilities: known > 0 ? [known] : []),
      waitsFor: titles, isOptional: isOptional)
  }

  private func titles(_ list: GroupListScreen) -> [ReportTable.Value] {
    list.groups?.rows.map { $0.values[0] } ?? []
  }

  @Test func `a list begins at the first group that is not known or has new cards`() {
    let known = [step("A", due: 3, known: 1), step("B", learning: 1, known: 0.8)]
    for first in [step("C", known: 0.79), step("C", new: 1, known: 1)] {
      let list = GroupListScreen(folding: known + [first, step("D", known: 1)])
      #expect(list.before == ["2 groups before these are known, with 4 cards due."])
      #expect(titles(list) == [.text("C"), .text("D")])
      #expect(list.after.isEmpty && list.isFolded)
    }
  }

  @Test func `a single group that is known keeps its row, and all that are known are one line`() {
    let one = GroupListScreen(folding: [step("A", known: 1), step("B", new: 9)])
    #expect(one.before.isEmpty && titles(one).count == 2 && !one.isFolded)
    let all = GroupListScreen(folding: [step("A", known: 1), step("B", due: 1, known: 1)])
    #expect(all.before == ["All 2 groups are known, with 1 card due."])
    #expect(all.groups == nil)
    #expect(GroupListScreen(folding: [step("A", known: 1)]).groups?.rows.count == 1)
  }

  @Test(arguments: [
    ([["A"]], "1 group is not unlocked yet: “0”, once “A” is 80% known."),
    (
      [["A", "B"], ["A"]],
      "2 groups are not unlocked yet; the next is “0”, once “A” and “B” are 80% known."
    ),
    (
      [["A", "B", "C"]],
      "1 group is not unlocked yet: “0”, once “A” and 2 more groups are 80% known."
    ),
  ])
  func `groups that are not unlocked are one line that names the next`(
    locked: [[String]], line: String
  ) {
    let steps = locked.enumerated().map { step("\($0)", new: 9, after: $1) }
    let list = GroupListScreen(folding: [step("A", new: 9)] + steps + [step("Z", new: 9)])
    #expect(titles(list) == [.text("A"), .text("Z")])
    #expect(list.after == [line])
  }

  @Test func `an optional group has a row once it was started`() {
    let list = GroupListScreen(folding: [
      step("A", new: 9), step("B", new: 9, isOptional: true),
      step("C", new: 8, learning: 1, isOptional: true),
    ])
    #expect(titles(list) == [.text("A"), .text("C")])
    #expect(list.after == ["1 group is optional: “B”."])
  }

  @Test func `a course that was not started is one line, unless every group is wanted`() {
    let course = GroupListScreen.Outline(title: "Spanish", start: "rabble study Spanish")
    let steps = [step("A", new: 9), step("B", new: 9)]
    let folded = GroupListScreen(folding: steps, of: course)
    #expect(folded.title == "Spanish" && folded.groups == nil)
    #expect(
      folded.before == ["2 groups, not started: `rabble study Spanish` starts the course."])
    let whole = GroupListScreen(steps, of: course)
    #expect(whole.before == ["Not started: `rabble study Spanish` starts the course."])
    #expect(titles(whole).count == 2 && !whole.isFolded)
  }
}
