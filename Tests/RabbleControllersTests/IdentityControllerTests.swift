import RabbleControllers
import RabbleQuestions
import RabbleScreens
import Testing

@Suite struct IdentityControllerTests {
  private static func entry(_ prompt: String, _ answer: String) -> IdentityEntry {
    IdentityEntry(
      id: QuestionID(of: Question(prompt: prompt, answer: answer), inGroup: "Words"),
      group: "Words", place: nil, prompt: prompt, answer: answer, isStudied: false)
  }

  private let bank = UnclearIdentity(
    known: entry("bank", "Bank"), candidates: [entry("bank", "Ufer"), entry("bench", "Bank")])
  private let tree = UnclearIdentity(known: entry("tree", "Baum"), candidates: [entry("tree", "B")])

  private func lines(_ step: IdentityStep) -> [String] {
    step.screens.flatMap { screen in
      if case .choice(let choice) = screen { choice.lines } else { [] as [String] }
    }
  }

  @Test func `each case is shown with what it might be`() {
    #expect(
      IdentityController([bank]).start().screens == [
        .choice(
          ChoiceScreen(
            lines: [
              "A question you have studied was removed from “Words”:", "     bank → Bank",
              "Is it one of these new ones? Then its history continues there.",
            ],
            choices: ["Decide next time", "bank → Ufer", "bench → Bank", "None of them"]))
      ])
  }

  @Test func `a number decides, and the next case follows`() {
    var controller = IdentityController([bank, tree])
    let step = controller.handle(StudyAction(line: " 3 "))
    #expect(step.decisions.first?.unclear == bank)
    #expect(step.decisions.first?.candidate?.prompt == "bench")
    #expect(lines(step).contains("     tree → Baum"))
    let last = controller.handle(StudyAction(line: "３"))
    #expect(last.decisions.map(\.unclear) == [tree] && last.decisions.first?.candidate == nil)
    #expect(last.isOver && !last.isLeaving)
  }

  @Test func `an empty line puts it off, and anything else decides nothing`() {
    var controller = IdentityController([bank])
    for line in ["5", "0", "x", ":hint", ":nonsense", "-1"] {
      let step = controller.handle(StudyAction(line: line))
      #expect(step.decisions.isEmpty && !step.isOver, "\(line)")
    }
    for line in ["", "1"] {
      var controller = controller
      let step = controller.handle(StudyAction(line: line))
      #expect(step.decisions.isEmpty && step.isOver && !step.isLeaving)
    }
  }

  @Test(arguments: [StudyAction.end, .command(.quit)])
  func `who leaves decides nothing`(action: StudyAction) {
    var controller = IdentityController([bank])
    let step = controller.handle(action)
    #expect(step.decisions.isEmpty && step.isOver && step.isLeaving)
  }

  @Test func `many are answered at once, and what could be two things is still asked about`() {
    var controller = IdentityController([bank, tree])
    #expect(lines(controller.start()).last?.hasPrefix("2 questions are open; `all`") == true)
    let step = controller.handle(StudyAction(line: "All"))
    #expect(step.decisions.map(\.unclear) == [tree])
    #expect(step.decisions.map(\.candidate?.answer) == ["B"])
    #expect(!step.isOver && lines(step).contains("     bank → Bank"))
    let end = controller.handle(StudyAction(line: "none"))
    #expect(end.decisions.map(\.unclear) == [bank] && end.isOver)
    #expect(end.decisions.allSatisfy { $0.candidate == nil })
  }

  @Test func `a question that has got a history is not offered to another`() {
    let other = UnclearIdentity(known: Self.entry("bench", "Sitz"), candidates: bank.candidates)
    var controller = IdentityController([bank, other])
    _ = controller.handle(StudyAction(line: "3"))
    let step = controller.handle(StudyAction(line: "2"))
    #expect(step.decisions.map(\.candidate?.answer) == ["Ufer"])
  }

  @Test func `without a case nothing is asked`() {
    let step = IdentityController([]).start()
    #expect(step.screens.isEmpty && step.isOver)
  }
}
