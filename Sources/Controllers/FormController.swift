import RabbleScreens
import RabbleText

/// A form that is filled in field by field, and a way back to the field before.
///
/// An empty line skips a field; `<` goes back, `>` ends the form at once, also behind the text that a
/// field was shown with, and a backslash before either makes it a text.
package struct FormController: Sendable {
  /// What follows from a line.
  package enum Step: Hashable, Sendable {
    /// The next field is to be asked for.
    case ask(FieldScreen)
    /// Everything is filled in: the texts by the fields' keys, without empty ones.
    case done([String: String])
  }

  private let fields: [FormField]
  private var values: [String: String] = [:]
  private var index = 0
  /// The text that the field was shown with.
  private var shown = ""

  /// Begins a form.
  ///
  /// - Parameters:
  ///   - fields: the fields in the order they are asked for; at least one.
  ///   - values: what stands in them, by their keys, for the learner to keep or change.
  package init(_ fields: [FormField], values: [String: String] = [:]) {
    self.fields = fields
    self.values = values
    shown = screen.text
  }

  /// Whether nothing is filled in and the first field is asked for.
  package var isUntouched: Bool { index == 0 && values.isEmpty }

  /// The field that is asked for.
  package var screen: FieldScreen { screen(saying: []) }

  /// Takes a line for the field that is asked for.
  package mutating func submit(_ line: String) -> Step {
    let step = step(after: line)
    if case .ask(let field) = step { shown = field.text }
    return step
  }

  private mutating func step(after line: String) -> Step {
    let field = fields[index]
    let text = line.trimmed
    let kept = text.hasPrefix(shown) ? shown : ""
    let typed = text.dropFirst(kept.count)
    switch typed {
    case "<", "＜": return goBack()
    case ">", "＞": return finish()
    default: break
    }
    let value = ["\\<", "\\>"].contains(typed) ? kept + String(typed.dropFirst()) : text
    if !value.isEmpty, let problem = field.problem(value) {
      return .ask(screen(saying: [problem], text: value))
    }
    if value.isEmpty, field.isRequired(values) {
      return .ask(screen(saying: ["\(field.label) is required (< to go back, Ctrl-C to cancel)."]))
    }
    values[field.key] = value.isEmpty ? nil : value
    return goOn(saying: value.isEmpty ? [] : field.remarks(value))
  }

  private mutating func goOn(saying notices: [String]) -> Step {
    guard let next = fields.indices.first(where: { $0 > index && isAsked($0) }) else {
      return done()
    }
    index = next
    return .ask(screen(saying: notices))
  }

  private mutating func goBack() -> Step {
    guard let last = fields.indices.last(where: { $0 < index && isAsked($0) }) else {
      return .ask(screen(saying: ["This is the first field."]))
    }
    index = last
    return .ask(screen)
  }

  /// Ends the form, or goes to the first field that must not be empty.
  private mutating func finish() -> Step {
    let open = fields.indices.first {
      values[fields[$0].key] == nil && fields[$0].isRequired(values) && isAsked($0)
    }
    guard let open else { return done() }
    index = open
    return .ask(screen(saying: ["\(fields[open].label) is required first."]))
  }

  private func done() -> Step {
    let asked = Set(fields.indices.filter(isAsked).map { fields[$0].key })
    return .done(values.filter { asked.contains($0.key) })
  }

  private func isAsked(_ index: Int) -> Bool { fields[index].isAsked(values) }

  private func screen(saying notices: [String], text: String? = nil) -> FieldScreen {
    let field = fields[index]
    return FieldScreen(
      notices: notices, label: field.label, explanation: field.explanation,
      text: text ?? values[field.key] ?? "", completions: field.completions,
      isList: field.isList, asksForKana: field.asksForKana)
  }
}

/// A field of a form and what may stand in it.
package struct FormField: Sendable {
  /// What the form's values know it by.
  package let key: String
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
  package init(
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
