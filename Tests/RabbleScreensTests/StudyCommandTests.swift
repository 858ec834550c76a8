import RabbleScreens
import Testing

@Suite struct StudyCommandTests {
  @Test func `every command can be reached by its name and says what it does`() {
    for command in StudyCommand.allCases {
      #expect(StudyCommand.matching(command.rawValue) == [command])
      #expect(!command.explanation.isEmpty)
    }
  }

  @Test func `nothing typed matches every command`() {
    #expect(StudyCommand.matching("") == StudyCommand.allCases)
  }

  @Test func `all commands that begin alike match`() {
    #expect(Set(StudyCommand.matching("h")) == [.hint, .help, .hard])
    #expect(StudyCommand.matching("H") == StudyCommand.matching("h"))
    #expect(StudyCommand.matching("x") == [])
  }
}
