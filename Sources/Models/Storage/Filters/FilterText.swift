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
  let forms: [[[UInt8]]]
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
      if form != forms[0], !form.contains([]) { forms.append(form) }
    }
    self.forms = forms
  }

  /// A pattern without stars.
  package init(_ text: String) { self.init(text.map { .character($0) }) }

  /// Whether the pattern is nothing but stars, so that anything fits.
  package var isAny: Bool { forms[0].isEmpty }

  /// Whether a name fits the whole pattern, from its beginning to its end.
  package func fits(_ name: String) -> Bool {
    fits(whole: FilterText.folded(name)[...])
  }

  /// Whether the pattern is somewhere in a text.
  package func isIn(_ text: String) -> Bool {
    let folded = FilterText.folded(text)[...]
    return isAny || forms.contains { Self.find($0[...], in: folded) }
  }

  /// Whether a folded name fits the whole pattern.
  func fits(whole name: ArraySlice<UInt8>) -> Bool {
    isAny
      || forms.contains { parts in
        var (parts, rest) = (parts[...], name)
        if !beginsOpen, let first = parts.popFirst() {
          guard rest.starts(with: first) else { return false }
          rest = rest.dropFirst(first.count)
        }
        if !endsOpen {
          // A single part that is bound at both ends has been taken from the front.
          guard let last = parts.popLast() else { return rest.isEmpty }
          guard rest.count >= last.count, rest.suffix(last.count) == last[...] else { return false }
          rest = rest.dropLast(last.count)
        }
        return Self.find(parts, in: rest)
      }
  }

  /// Whether parts follow each other in a text.
  static func find(_ parts: ArraySlice<[UInt8]>, in text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    for part in parts {
      guard let place = ByteSearch(part).find(in: rest) else { return false }
      rest = rest[(place + part.count)...]
    }
    return true
  }
}

/// The texts of a group's questions as filters search them: folded once, and one after the other, so
/// that a hundred thousand are searched in milliseconds.
///
/// A question is its fields and a byte 0; a field is the byte of its kind, the folded text in UTF-8, and
/// a byte 1. No folded text has a byte below 32.
package struct FilterText: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case prompt = 2
    case answer
    case reading
    case hint
    case note
    case example
    case tag
  }

  /// The version of this form and of the fold, which the bytes begin with.
  private static let version: [UInt8] = [13]

  /// The texts, as they are kept.
  package let bytes: [UInt8]

  /// Takes texts that were kept.
  ///
  /// - Returns: `nil` when they are of another version.
  package init?(bytes: [UInt8]) {
    guard bytes.starts(with: Self.version) else { return nil }
    self.bytes = bytes
  }

  /// Folds the texts of questions, in their order.
  package init(of questions: some Sequence<Question>) {
    var bytes = Self.version
    for question in questions {
      let start = bytes.count
      func write(_ kind: Kind, _ form: String) {
        let field = bytes.count
        bytes.append(kind.rawValue)
        bytes += Self.kept(TextFold.strict(form))
        bytes.append(1)
        let length = bytes.count - field
        let isNew = length > 2 && !Self.has(bytes[field...], in: bytes[start..<field])
        if !isNew { bytes.removeLast(length) }
      }
      func add(_ kind: Kind, _ texts: [String?]) {
        for text in texts {
          guard let text, !text.isEmpty else { continue }
          var forms = [text]
          if kind != .tag, RubyText.mayHaveReadings(text) {
            let ruby = RubyText(text)
            forms = ruby.hasReadings ? [ruby.base, ruby.reading] : [ruby.base]
          }
          // ー as the vowel it repeats, as romaji have it: コーヒー, koohii.
          if text.unicodeScalars.contains("ー") { forms += forms.map(Self.vowels.converted) }
          for form in forms { write(kind, form) }
        }
      }
      add(
        .prompt,
        [
          question.prompt, question.furigana,
          question.cloze.flatMap { _ in
            question.clozeText?.filled
          },
        ] + question.spellings)
      add(.answer, [question.answer] + question.alternatives)
      add(.reading, question.readings)
      add(.hint, [question.hint])
      add(.note, [question.note])
      add(.example, [question.example?.text, question.example?.reading, question.example?.meaning])
      add(.tag, question.tags)
      bytes.append(0)
    }
    self.bytes = bytes
  }

  /// Whether a field is among others; no field has the byte that ends one elsewhere.
  private static func has(_ field: ArraySlice<UInt8>, in fields: ArraySlice<UInt8>) -> Bool {
    var rest = fields
    while let end = rest.firstIndex(of: 1) {
      if rest[...end] == field { return true }
      rest = rest[(end + 1)...]
    }
    return false
  }

  /// Finds the questions of which a text fits.
  ///
  /// - Parameters:
  ///   - pattern: the pattern; of tags it must fit the whole, of other texts it is somewhere in them.
  ///   - kind: in texts of which kind; `nil` for all but tags.
  ///   - body: is handed the position of each of the questions, more than once if it fits in several
  ///     ways.
  package func forEachQuestion(
    with pattern: FilterPattern, in kind: Kind?, _ body: (_ position: Int) -> Void
  ) {
    if pattern.isAny {
      forEachQuestion { position, question in
        if kind == nil || question.contains(where: { $0 == kind?.rawValue }) { body(position) }
      }
      return
    }
    for form in pattern.forms {
      forEachQuestion(having: ByteSearch(form[0])) { position, question in
        if Self.fits(question, pattern, form, kind) { body(position) }
      }
    }
  }

  /// Passes on the questions that have some bytes somewhere, or all without; only these are looked at.
  private func forEachQuestion(
    having part: ByteSearch? = nil, _ body: (_ position: Int, _ question: ArraySlice<UInt8>) -> Void
  ) {
    let separator = ByteSearch([0])
    var (position, rest) = (0, bytes.dropFirst(Self.version.count))
    while !rest.isEmpty {
      guard let place = part.map({ $0.find(in: rest) }) ?? rest.startIndex else { return }
      while let end = separator.find(in: rest), end < place {
        position += 1
        rest = rest[end...].dropFirst()
      }
      let end = separator.find(in: rest[place...]) ?? rest.endIndex
      body(position, rest[..<end])
      position += 1
      rest = rest[end...].dropFirst()
    }
  }

  private static func fits(
    _ question: ArraySlice<UInt8>, _ pattern: FilterPattern, _ form: [[UInt8]], _ kind: Kind?
  ) -> Bool {
    var rest = question
    while let first = rest.first {
      let end = rest.firstIndex(of: 1) ?? rest.endIndex
      if kind == nil ? first != Kind.tag.rawValue : first == kind?.rawValue {
        let text = rest[..<end].dropFirst()
        let isFound =
          kind == .tag ? pattern.fits(whole: text) : FilterPattern.find(form[...], in: text)
        if isFound { return true }
      }
      rest = rest[end...].dropFirst()
    }
    return false
  }

  // MARK: - Folding

  /// A text as it is compared; without what would be taken for the end of a field.
  static func folded(_ text: String) -> [UInt8] { Array(kept(TextFold.strict(text))) }

  private static func kept(_ folded: String) -> some Sequence<UInt8> {
    folded.utf8.lazy.filter { $0 >= 32 }
  }

  private static let vowels = KanaConversion(
    to: .hiragana, keepingKeys: true, keepingLongMarks: false)
}

/// Finds some bytes in a long text: eight places at a time are compared with the first byte and the last.
private struct ByteSearch {
  private let part: [UInt8]
  /// The first byte and the last, eight times each.
  private let first, last: UInt64
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Makes a search for some bytes, at least one.
  init(_ part: [UInt8]) {
    self.part = part
    first = Self.ones &* UInt64(part.first ?? 0)
    last = Self.ones &* UInt64(part.last ?? 0)
  }

  /// Where they come first; `nil` when they don't.
  ///
  /// The only unsafe code of filters: byte after byte, with bounds that are checked, takes four times as long.
  func find(in text: ArraySlice<UInt8>) -> Int? {
    let place = text.withUnsafeBytes { text in part.withUnsafeBytes { find($0, in: text) } }
    return place.map { text.startIndex + $0 }
  }

  private func find(_ part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer) -> Int? {
    guard let base = text.baseAddress, let wanted = part.baseAddress else { return nil }
    let length = part.count
    func eight(_ place: Int) -> UInt64 {
      UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    var place = 0
    while place + length + 7 <= text.count {
      let differing = (eight(place) ^ first) | (eight(place + length - 1) ^ last)
      // The highest bit of each byte that is 0, and of some that are not: those are compared in vain.
      var candidates = (differing &- Self.ones) & ~differing & (Self.ones << 7)
      while candidates != 0 {
        let candidate = place + candidates.trailingZeroBitCount / 8
        if memcmp(base + candidate, wanted, length) == 0 { return candidate }
        candidates &= candidates &- 1
      }
      place += 8
    }
    while place + length <= text.count {
      if memcmp(base + place, wanted, length) == 0 { return place }
      place += 1
    }
    return nil
  }
}
