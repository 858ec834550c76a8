import RabbleQuestions

/// The questions there are, by what is asked and what answers it.
public struct KnownQuestions: Sendable {
  private struct Entry {
    let group: String
    let prompt: String
    let answer: String
  }

  private var byPrompt: [String: [Entry]] = [:]
  private var byAnswer: [String: [Entry]] = [:]

  /// Looks through all questions of these groups.
  public init(_ groups: [QuestionGroup]) {
    for group in groups {
      for question in group.questions {
        let entry = Entry(group: group.title, prompt: question.prompt, answer: question.answer)
        byPrompt[Self.folded(question.prompt), default: []].append(entry)
        byAnswer[Self.folded(question.answer), default: []].append(entry)
      }
    }
  }

  /// What is there with the same prompt.
  public func remarks(prompt: String) -> [String] {
    remarks(byPrompt[Self.folded(prompt)]) {
      "“\($0.prompt)” is there already, in \($0.group): \($0.answer)"
    }
  }

  /// What is there with the same answer.
  public func remarks(answer: String) -> [String] {
    remarks(byAnswer[Self.folded(answer)]) {
      "“\($0.answer)” is an answer already, in \($0.group): \($0.prompt)"
    }
  }

  private func remarks(_ entries: [Entry]?, _ text: (Entry) -> String) -> [String] {
    guard let entries else { return [] }
    let rest = entries.count - 3
    return entries.prefix(3).map(text) + (rest > 0 ? ["… and \(rest) more"] : [])
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace && !$0.isPunctuation }
  }
}
