import Foundation
import RabbleJudging
import RabbleQuestions
import RabbleText

/// A text with `*` for any characters, to be compared with folded texts.
///
/// Case, width, accents, punctuation and spaces at the ends make no difference, katakana are as good as
/// hiragana, and romaji as good as kana.
package struct FilterPattern: Hashable, Sendable {
  /// A part of a pattern as it was typed.
  package enum Element: Hashable, Sendable {
    /// This character.
    case character(Character)
    /// Any characters, or none.
    case any
  }

  /// Ways to fold it, each the parts between the stars: as it is, and as kana if it may be romaji.
  private let forms: [[String]]
  private let beginsOpen: Bool
  private let endsOpen: Bool

  package init(_ elements: [Element]) {
    var parts: [String] = [""]
    for element in elements {
      switch element {
      case .character(let character): parts[parts.count - 1].append(character)
      case .any: parts.append("")
      }
    }
    beginsOpen = elements.first == .any
    endsOpen = elements.last == .any
    let written = parts.filter { !$0.isEmpty }
    var forms = [written.map(FilterText.folded).filter { !$0.isEmpty }]
    let kana = written.map { KanaConversion(to: .hiragana).converted($0.inOrdinaryWidth) }
    if !kana.isEmpty, kana.allSatisfy({ $0.kanaReading != nil }) {
      let form = kana.map(FilterText.folded)
      if form != forms[0], !form.contains("") { forms.append(form) }
    }
    self.forms = forms
  }

  /// A pattern without stars.
  package init(_ text: String) { self.init(text.map { .character($0) }) }

  /// Whether the pattern is nothing but stars, so that anything fits.
  var isAny: Bool { forms[0].isEmpty }

  /// What a field of a kind must have, for each way to fold the pattern: parts, one after the other. Names and
  /// tags must fit as a whole.
  func parts(in kind: FilterText.Kind?) -> [[String]] {
    if isAny { return [[]] }
    guard kind == .tag else { return forms }
    let ends = FilterText.ends(of: .tag)
    return forms.map { form in
      var parts = form
      if !beginsOpen { parts[0] = ends.first + parts[0] }
      if !endsOpen { parts[parts.count - 1] += ends.last }
      return parts
    }
  }
}

/// The texts of a question as filters search them, folded once, when its deck is read (`question.folded`).
///
/// A field is the character of its kind, the folded text, and U+0001; no folded text has a character
/// below U+0020.
package enum FilterText {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case prompt = 2
    case answer
    case reading
    case hint
    case note
    case example
    case tag
  }

  private static let end: UInt8 = 1

  /// What a field of a kind begins and ends with.
  static func ends(of kind: Kind) -> (first: String, last: String) {
    (String(decoding: [kind.rawValue], as: UTF8.self), String(decoding: [end], as: UTF8.self))
  }

  /// The fields of a question, each once.
  static func fields(of question: Question) -> String {
    var fields: [UInt8] = []
    func add(_ kind: Kind, _ texts: [String?]) {
      for text in texts {
        guard let text, !text.isEmpty else { continue }
        var forms = [text]
        if kind != .tag, RubyText.mayHaveReadings(text) {
          let ruby = RubyText(text)
          forms = ruby.hasReadings ? [ruby.base, ruby.reading] : [ruby.base]
        }
        // ー as the vowel it repeats, as romaji have it: コーヒー, koohii.
        if text.unicodeScalars.contains("ー") { forms += forms.map(vowels.converted) }
        for form in forms {
          let field = Array(field(kind, form).utf8)
          let isNew = fields.withUnsafeBytes { fields in
            field.withUnsafeBytes { find($0, in: fields, from: 0) == nil }
          }
          if field.count > 2, isNew { fields += field }
        }
      }
    }
    let filled = question.cloze == nil ? nil : question.clozeText?.filled
    add(.prompt, [question.prompt, question.furigana, filled] + question.spellings)
    add(.answer, [question.answer] + question.alternatives)
    add(.reading, question.readings)
    add(.hint, [question.hint])
    add(.note, [question.note])
    add(.example, [question.example?.text, question.example?.reading, question.example?.meaning])
    add(.tag, question.tags)
    return String(decoding: fields, as: UTF8.self)
  }

  /// A text as a field.
  static func field(_ kind: Kind, _ text: String) -> String {
    let ends = ends(of: kind)
    return ends.first + folded(text) + ends.last
  }

  /// A text as it is compared; without what would be taken for the end of a field.
  static func folded(_ text: String) -> String {
    let folded = TextFold.strict(text)
    guard folded.utf8.contains(where: { $0 < 32 }) else { return folded }
    return String(decoding: folded.utf8.filter { $0 >= 32 }, as: UTF8.self)
  }

  private static let vowels = KanaConversion(
    to: .hiragana, keepingKeys: true, keepingLongMarks: false)

  // MARK: - Searching

  /// Between the parts of a pattern: SQLite's functions have 127 arguments at most.
  static let separator: UInt8 = 0x1f

  /// Whether one field of a kind, or, with 0, of any kind but tags, has some parts, one after the other.
  ///
  /// - Parameters:
  ///   - fields: the fields.
  ///   - kind: the kind.
  ///   - parts: the parts, with ``separator`` between them; none is empty.
  /// - Returns: whether there is such a field.
  static func fits(
    _ fields: UnsafeRawBufferPointer, _ kind: UInt8, _ parts: UnsafeRawBufferPointer
  ) -> Bool {
    let (head, tail) = split(parts)
    var start = 0
    while start < fields.count {
      // Most questions don't have the first part anywhere.
      guard let place = head.isEmpty ? start : find(head, in: fields, from: start) else {
        return false
      }
      var first = place
      while first > start, fields[first - 1] != end { first -= 1 }
      let last = fields[place...].firstIndex(of: end).map { $0 + 1 } ?? fields.count
      start = last
      guard kind == 0 ? fields[first] != Kind.tag.rawValue : fields[first] == kind else { continue }
      let field = UnsafeRawBufferPointer(rebasing: fields[..<last])
      var (next, rest) = (place + head.count, tail)
      while !rest.isEmpty {
        let (part, others) = split(rest)
        guard let place = find(part, in: field, from: next) else { break }
        (next, rest) = (place + part.count, others)
      }
      if rest.isEmpty { return true }
    }
    return false
  }

  /// The first part, and the others.
  private static func split(
    _ parts: UnsafeRawBufferPointer
  ) -> (head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer) {
    let end = parts.firstIndex(of: separator) ?? parts.count
    return (
      UnsafeRawBufferPointer(rebasing: parts[..<end]),
      UnsafeRawBufferPointer(rebasing: parts[min(end + 1, parts.count)...])
    )
  }

  private static func find(
    _ part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = text.baseAddress, let wanted = part.baseAddress, !part.isEmpty else {
      return nil
    }
    var place = start
    while place + part.count <= text.count,
      let found = memchr(base + place, CInt(part[0]), text.count - part.count - place + 1)
    {
      place = UnsafeRawPointer(found) - base
      if memcmp(found, wanted, part.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
