import RabbleQuestions

/// Makes ids for questions of their own words: `numbers-ichi` for 一 [いち] of the group Numbers.
public struct QuestionSlug {
  private let latin: (String) -> String
  private var taken: Set<String>

  /// Makes a maker of ids.
  ///
  /// - Parameters:
  ///   - taken: the ids that others have.
  ///   - latin: writes what it can of a text in Latin letters.
  public init(taken: Set<String>, latin: @escaping (String) -> String) {
    self.taken = taken
    self.latin = latin
  }

  /// An id that no question has, made of the group's title and of the first of prompt, reading and
  /// answer that can be written in ASCII letters and digits; the same for the same questions.
  public mutating func id(for question: Question, in group: String) -> String {
    let texts = [question.prompt, question.reading, question.answer].compactMap(\.self)
    let words = texts.compactMap { slug(Self.first(of: $0), limit: 40) }
    let parts = [slug(group, limit: 24), words.first ?? "question"].compactMap(\.self)
    let base = parts.joined(separator: "-")
    var id = base
    var number = 1
    while !taken.insert(id).inserted {
      number += 1
      id = "\(base)-\(number)"
    }
    return id
  }

  /// The first of several answers or readings.
  private static func first(of text: String) -> String {
    String(text.prefix { $0 != ";" && $0 != "；" && !$0.isNewline })
  }

  /// A text in lower-case letters and digits with hyphens between its words; `nil` if a letter has no
  /// place in ASCII, or none is there.
  private func slug(_ text: String, limit: Int) -> String? {
    var result = ""
    for scalar in latin(text).lowercased().unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
      case "'", "’": continue
      case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
        return nil
      default: if !result.isEmpty, result.last != "-" { result += "-" }
      }
    }
    while result.count > limit, let hyphen = result.lastIndex(of: "-") {
      result = String(result[..<hyphen])
    }
    while result.last == "-" { result.removeLast() }
    return result.isEmpty ? nil : String(result.prefix(limit))
  }
}
