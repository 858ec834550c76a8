import Testing

@testable import RabbleTerminal

struct FieldCompletionTests {
  @Test func `a value is completed from where the line has begun it`() {
    let field = FieldCompletion(values: ["noun", "noun, suru", "verb"], isList: false)
    #expect(field.matches(before: "", word: "n") == ["noun", "noun, suru"])
    #expect(field.matches(before: "noun, ", word: "s") == ["suru"])
    #expect(field.matches(before: "  ", word: "V") == ["verb"])
    #expect(field.matches(before: "a ", word: "v") == [])
    #expect(field.matches(before: "", word: "").count == 3)
  }

  @Test func `in a list every value is completed by itself`() {
    let field = FieldCompletion(values: ["n5", "noun", "動物"], isList: true)
    #expect(field.matches(before: "x ", word: "n") == ["n5", "noun"])
    #expect(field.matches(before: "", word: "x,no") == ["x,noun"])
    #expect(field.matches(before: "x ", word: "#n5、動") == ["#n5、動物"])
  }
}
