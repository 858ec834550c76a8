import RabbleText

/// What keeps a text from being a filter, and where.
package struct FilterError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    /// There is nothing in it.
    case empty
    /// It has more characters than any filter needs.
    case tooLong(limit: Int)
    /// Its brackets are nested deeper than any filter needs.
    case tooDeep(limit: Int)
    /// A quotation mark that nothing closes.
    case openQuote
    /// A bracket that nothing closes.
    case openBracket
    /// A bracket that closes nothing.
    case strayBracket
    /// Brackets with nothing in them.
    case emptyBrackets
    /// `-` with nothing behind it.
    case loneMinus
    /// `!` before a term, as other programs negate.
    case exclamationMark
    /// `or` or `and` without a term on either side.
    case nothingToJoin(String)
    /// A comparison without a name before it.
    case noName(String)
    /// A name that there is none of; `nearest` may have been meant.
    case unknownName(String, nearest: String?)
    /// A name without a value.
    case noValue(FilterKey)
    /// A name that can't be compared so.
    case noComparison(FilterKey, String)
    /// A word that the name does not go with; `nearest` may have been meant.
    case unknownValue(FilterKey, String, nearest: String?)
    /// Something else than a number where one belongs.
    case noNumber(FilterKey, String)
    /// A share of more than 1, or 100%.
    case noShare(String)
    /// A number of four digits that is no year.
    case noYear(FilterKey, String)
    /// Something else than days where they belong.
    case noDays(FilterKey, String)
  }

  package let problem: Problem
  /// Where, counted in characters from 1; one beyond the last where something is missing at the end.
  package let column: Int
  /// The filter as it was typed.
  package let text: String

  init(_ problem: Problem, at column: Int, of text: String) {
    self.problem = problem
    self.column = column
    self.text = text
  }

  /// What is wrong, and what to do, in a sentence or two.
  package var message: String {
    func asked(_ nearest: String?) -> String { nearest.map { " Did you mean “\($0)”?" } ?? "" }
    return switch problem {
    case .empty: "The filter is empty. Write for example is:due, or leave --where out."
    case .tooLong(let limit): "The filter has more than \(limit) characters."
    case .tooDeep(let limit): "Parentheses are nested more than \(limit) deep."
    case .openQuote: "This quotation mark is never closed."
    case .openBracket: "This parenthesis is never closed."
    case .strayBracket: "Unmatched closing parenthesis."
    case .emptyBrackets: "These parentheses are empty."
    case .loneMinus: "“-” negates what follows it directly; nothing does."
    case .exclamationMark:
      "“-” negates, as in -is:new. As a text, put it in quotation marks."
    case .nothingToJoin(let word):
      "“\(word)” joins two terms; one is missing. As a text, write \"\(word)\"."
    case .noName(let sign):
      "There is no name before “\(sign)”, as in lapses\(sign == ":" ? ">" : sign)3. As a text, "
        + "put it in quotation marks."
    case .unknownName(let name, let nearest):
      "There is no filter \(Quoting.curly(name))."
        + (nearest == nil
          ? " There are: \(FilterKey.allCases.map(\.rawValue).joined(separator: ", ")). As a text, "
            + "put it in quotation marks." : asked(nearest))
    case .noValue(let key): "“\(key.rawValue)” needs a value, as in \(key.explanation.example)."
    case .noComparison(let key, let sign):
      "“\(key.rawValue)” can't be compared with “\(sign)”; write \(key.explanation.example)."
    case .unknownValue(.rated, let value, nearest: nil):
      "\(Quoting.curly(value)) is not a grade. Write a number from 1 to 4, or again, hard, good or easy."
    case .unknownValue(let key, let value, let nearest):
      "“\(key.rawValue):” does not go with \(Quoting.curly(value))."
        + (nearest == nil
          ? key.values.map { " It goes with: \($0.joined(separator: ", "))." } ?? ""
          : asked(nearest))
    case .noNumber(let key, let value):
      "\(Quoting.curly(value)) is not a valid number for “\(key.rawValue)”; write for example "
        + "\(key.explanation.example)."
    case .noShare(let value):
      "\(Quoting.curly(value)) is more than 1, which is 100%. Write 80% or .8."
    case .noYear(let key, let value):
      "\(Quoting.curly(value)) is not a year from \(FilterParser.years.lowerBound) to "
        + "\(FilterParser.years.upperBound). For that many days, write "
        + (key == .due
          ? "due<=\(value)." : "\(key.rawValue):\(value)d (at most \(FilterParser.mostDays)).")
    case .noDays(_, let value) where FilterParser.isReversed(value):
      "\(Quoting.curly(value)) ends before it begins; write the earlier date first."
    case .noDays(let key, let value):
      "\(Quoting.curly(value)) is neither a number of days"
        + (key == .due ? "" : " (1 to \(FilterParser.mostDays))")
        + " nor a date such as 2026-11 or 2026-11-05; write for example \(key.explanation.example)."
    }
  }

  /// The filter around the column, and below it a line that points there.
  package var pointer: [String] {
    let characters = Array(text)
    let place = min(max(column - 1, 0), characters.count)
    let start = max(0, place - 30)
    let end = min(characters.count, place + 30)
    let before = (start > 0 ? "…" : "") + String(characters[start..<place]).printable
    let after = String(characters[place..<end]).printable + (end < characters.count ? "…" : "")
    let margin = String(repeating: " ", count: DisplayWidth.columns(of: before))
    return ["  " + before + after, "  " + margin + "^"]
  }
}

extension FilterError: CustomStringConvertible {
  /// The message with its column, and the place below it.
  package var description: String {
    (["In the filter, column \(column): " + message] + (text.isEmpty ? [] : pointer))
      .joined(separator: "\n")
  }
}
