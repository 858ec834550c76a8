import RabbleMemory
import Testing

struct GradeTests {
  @Test func `grades are numbered and named from again to easy`() {
    #expect(Grade.allCases.map(\.rawValue) == [1, 2, 3, 4])
    #expect(Grade.allCases.map(\.name) == ["again", "hard", "good", "easy"])
    #expect(Grade.allCases.sorted() == Grade.allCases)
  }
}
