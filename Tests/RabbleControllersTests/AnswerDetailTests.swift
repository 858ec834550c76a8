import Foundation
import RabbleQuestions
import RabbleScreens
import Testing

@Suite struct AnswerDetailTests {
  @Test func `each field that is shown beside an answer has a key in a session's JSON`() throws {
    let shown = Question.Field.allCases.filter { $0.detailLabel != nil }.map(\.key) + ["own_note"]
    let details = shown.map { AnswerText.Detail(key: $0, label: "", text: "text of \($0)") }
    let json = try JSONEncoder().encode(AnswerText(answer: "a", details: details))
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    for key in shown { #expect(object[key] as? String == "text of \(key)") }
  }
}
