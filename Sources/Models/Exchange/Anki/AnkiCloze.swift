import RabbleText

/// The text of a cloze note of Anki, where a blank may stand in another or have several numbers.
///
///     let text = AnkiCloze("{{c1::red or {{c2::blue}}}}")
///     text.together                // [1]
///     text.sentence(asking: [1])   // "{{c1::red or blue}}"
///     text.sentence(asking: [2])   // "red or {{c2::blue}}"
struct AnkiCloze {
  /// A part of the text.
  private enum Part {
    case text(String)
    /// The numbers of a blank, what stands in it, and its hint.
    case blank([Int], [Part], hint: String?)
  }

  private let parts: [Part]
  /// The numbers of all blanks.
  let numbers: Set<Int>
  /// The numbers whose blanks fit into one sentence: none of them stands in a blank of another number or
  /// shares a blank with an earlier number.
  let together: Set<Int>
  /// Whether a `;` stands in a blank: see ``sentence(asking:)``.
  let hasSemicolons: Bool

  /// Blanks that stand deeper in others are text.
  private static let deepest = 16

  /// Reads a text without HTML.
  init(_ text: String) {
    var open = [Open(numbers: [])]
    var rest = text[...]
    while let character = rest.first {
      let last = open.count - 1
      if character == "{", last < Self.deepest, let start = Self.start(rest) {
        open.append(Open(numbers: start.numbers))
        rest = start.rest
      } else if character == "}", last > 0, rest.hasPrefix("}}") {
        let blank = open.removeLast()
        open[last - 1].put(.blank(blank.numbers, blank.content, hint: blank.hint))
        rest = rest.dropFirst(2)
      } else if character == ":", last > 0, open[last].hint == nil, rest.hasPrefix("::") {
        open[last].hint = ""
        rest = rest.dropFirst(2)
      } else {
        open[last].put(character)
        rest = rest.dropFirst()
      }
    }
    // A blank that is not closed is text.
    let parts = open.flatMap(\.content)
    var (numbers, apart): (Set<Int>, Set<Int>) = ([], [])
    var hasSemicolons = false
    func look(at parts: [Part], within outer: Set<Int>) {
      for case .blank(let own, let inside, _) in parts {
        numbers.formUnion(own)
        let others = own.filter { !outer.contains($0) }
        apart.formUnion(outer.isEmpty ? Array(others.dropFirst()) : others)
        if Self.filling(inside).contains(where: Self.isSemicolon) { hasSemicolons = true }
        look(at: inside, within: outer.union(own))
      }
    }
    look(at: parts, within: [])
    self.parts = parts
    self.numbers = numbers
    self.hasSemicolons = hasSemicolons
    together = numbers.subtracting(apart)
  }

  /// A blank that is being read, or the whole text.
  private struct Open {
    let numbers: [Int]
    var hint: String?
    private var parts: [Part] = []
    private var text = ""

    init(numbers: [Int]) { self.numbers = numbers }

    var content: [Part] { text.isEmpty ? parts : parts + [.text(text)] }

    mutating func put(_ character: Character) {
      if hint == nil { text.append(character) } else { hint?.append(character) }
    }

    mutating func put(_ blank: Part) {
      if hint != nil {
        hint? += AnkiCloze.filling([blank])
        return
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(blank)
    }
  }

  /// The numbers of a blank that begins here, from 1, and what follows them.
  private static func start(_ text: Substring) -> (numbers: [Int], rest: Substring)? {
    guard text.hasPrefix("{{c"), let colons = text.prefix(40).firstRange(of: "::") else {
      return nil
    }
    let list = text[..<colons.lowerBound].dropFirst(3)
    guard !list.isEmpty, list.allSatisfy({ $0 == "," || $0.isASCII && $0.isNumber }) else {
      return nil
    }
    var numbers: [Int] = []
    for number in list.split(separator: ",").compactMap({ Int($0) }) {
      if number > 0, !numbers.contains(number) { numbers.append(number) }
    }
    return (numbers, text[colons.upperBound...])
  }

  /// The text with all blanks filled.
  private static func filling(_ parts: [Part]) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .blank(_, let inside, _): filling(inside)
      }
    }.joined()
  }

  // MARK: - As a sentence

  /// The text as `ClozeText` reads it: with the blanks of some numbers, and all others filled.
  ///
  /// A `;` in a blank separates nothing in Anki, but would here: an invisible variation selector follows
  /// it, with which it is another character. Braces that are no blank get a space between them.
  func sentence(asking numbers: Set<Int>) -> String {
    Self.sentence(parts, asking: numbers).trimmed
  }

  private static func sentence(_ parts: [Part], asking numbers: Set<Int>) -> String {
    var result = ""
    for part in parts {
      let piece: String
      switch part {
      case .text(let text): piece = spaced(text, "{")
      case .blank(let own, let inside, let hint):
        let text = filling(inside)
        if let number = own.first(where: { numbers.contains($0) }), !text.isBlank {
          piece = blank(number, text, hint)
        } else {
          piece = sentence(inside, asking: numbers)
        }
      }
      if result.last == "{", piece.first == "{" { result += " " }
      result += piece
    }
    return result
  }

  private static func blank(_ number: Int, _ text: String, _ hint: String?) -> String {
    var inside =
      text.contains(where: isSemicolon)
      ? text.map { isSemicolon($0) ? "\($0)\u{FE0E}" : "\($0)" }.joined() : text
    if let hint { inside += "::" + hint }
    inside = spaced(spaced(inside, "{"), "}")
    return "{{c\(number)::\(inside)\(inside.last == "}" ? " " : "")}}"
  }

  /// A text as it was before ``sentence(asking:)``: a `;` without what follows it there.
  static func withoutSelectors(_ text: String) -> String {
    text.replacing(";\u{FE0E}", with: ";").replacing("；\u{FE0E}", with: "；")
  }

  private static func isSemicolon(_ character: Character) -> Bool {
    character == ";" || character == "；"
  }

  /// A text in which no two of these braces touch.
  private static func spaced(_ text: String, _ brace: Character) -> String {
    var text = text
    while text.contains("\(brace)\(brace)") {
      text = text.replacing("\(brace)\(brace)", with: "\(brace) \(brace)")
    }
    return text
  }
}
