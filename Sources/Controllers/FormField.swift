/// A field of a form and what may stand in it.
public struct FormField: Sendable {
  /// What the form's values know it by.
  public let key: String
  let label: String
  let explanation: String
  let isRequired: @Sendable ([String: String]) -> Bool
  let completions: [String]
  let isList: Bool
  let asksForKana: Bool
  let isAsked: @Sendable ([String: String]) -> Bool
  let problem: @Sendable (String) -> String?
  let remarks: @Sendable (String) -> [String]

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - key: what the form's values know it by.
  ///   - label: what the learner knows it by.
  ///   - explanation: what belongs into it, in a few words.
  ///   - isRequired: whether it must be filled in, given what the others hold.
  ///   - completions: what Tab offers.
  ///   - isList: whether it holds several values.
  ///   - asksForKana: whether keys turn into kana.
  ///   - isAsked: whether it is asked for at all, given what the others hold.
  ///   - problem: what is wrong with a text, in a sentence; `nil` when nothing is.
  ///   - remarks: what the learner should know of a text, which is taken all the same.
  public init(
    _ key: String, label: String, explanation: String = "",
    isRequired: @escaping @Sendable ([String: String]) -> Bool = { _ in false },
    completions: [String] = [], isList: Bool = false, asksForKana: Bool = false,
    isAsked: @escaping @Sendable ([String: String]) -> Bool = { _ in true },
    problem: @escaping @Sendable (String) -> String? = { _ in nil },
    remarks: @escaping @Sendable (String) -> [String] = { _ in [] }
  ) {
    self.key = key
    self.label = label
    self.explanation = explanation
    self.isRequired = isRequired
    self.completions = completions
    self.isList = isList
    self.asksForKana = asksForKana
    self.isAsked = isAsked
    self.problem = problem
    self.remarks = remarks
  }
}
