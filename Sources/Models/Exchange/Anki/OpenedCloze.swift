import RabbleQuestions
import RabbleText

/// A sentence of Anki with the blanks of one number open, where blanks may stand in others.
struct OpenedCloze {
  private(set) var sentence = ""
  private(set) var answer = ""

  /// Opens the blanks of a number; `nil` where there is none.
  init?(_ text: String, number: Int) {
    /// A blank that is being read.
    struct Blank {
      let isOpen: Bool
      var inside = ""
    }
    var stack: [Blank] = []
    var answers: [String] = []
    var rest = text[...]
    func put(_ text: some StringProtocol, _ sentence: inout String) {
      if stack.isEmpty { sentence += text } else { stack[stack.count - 1].inside += text }
    }
    while let character = rest.first {
      if rest.hasPrefix("{{c"), stack.count < 16, let start = Self.numbers(rest) {
        stack.append(Blank(isOpen: start.numbers.contains(number)))
        rest = start.rest
      } else if rest.hasPrefix("}}"), let blank = stack.popLast() {
        rest = rest.dropFirst(2)
        let parts = blank.inside.firstRange(of: "::").map {
          (blank.inside[..<$0.lowerBound], blank.inside[$0.upperBound...])
        }
        let filling = parts?.0 ?? blank.inside[...]
        if blank.isOpen {
          answers.append(String(filling).trimmed)
          put(parts.map { "[\(String($0.1).trimmed)]" } ?? ClozeText.gap, &sentence)
        } else {
          put(filling, &sentence)
        }
      } else {
        put(String(character), &sentence)
        rest = rest.dropFirst()
      }
    }
    while let blank = stack.popLast() { put(blank.inside, &sentence) }
    answer = answers.filter { !$0.isEmpty }.joined(separator: " ")
    if answer.isEmpty { return nil }
  }

  /// The numbers of a blank that begins here, and what follows them.
  private static func numbers(_ text: Substring) -> (numbers: [Int], rest: Substring)? {
    guard let colons = text.prefix(40).firstRange(of: "::") else { return nil }
    let list = text[..<colons.lowerBound].dropFirst(3)
    let numbers = list.split(separator: ",").compactMap { Int($0.drop { $0 == "c" }) }
    return numbers.isEmpty ? nil : (numbers, text[colons.upperBound...])
  }
}
