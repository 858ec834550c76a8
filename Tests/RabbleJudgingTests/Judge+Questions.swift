import RabbleQuestions

@testable import RabbleJudging

extension Judge {
  /// The verdict on an answer to a question asked in recognition.
  func judge(
    _ typed: String, keys: String? = nil, against question: Question,
    also accepted: [String] = [], blocked: [String] = [], demandsAccents: Bool = false
  ) -> Verdict {
    var question = question
    question.blocked += blocked
    return judge(
      typed, for: question.asked(.recognition),
      options: JudgingOptions(keys: keys, accepted: accepted, demandsAccents: demandsAccents))
  }

  /// The verdict on an answer to a question as it is asked.
  func judge(_ typed: String, against question: AskedQuestion, demandsAccents: Bool = false)
    -> Verdict
  {
    judge(typed, for: question, options: JudgingOptions(demandsAccents: demandsAccents))
  }
}

extension AnswerSheet {
  /// The answers of a question asked in recognition.
  init(_ question: Question) { self.init(question.asked(.recognition)) }
}
