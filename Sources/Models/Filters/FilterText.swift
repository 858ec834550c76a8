import Foundation
import RabbleJudging
import RabbleQuestions
import RabbleText

/// A text with `*` for any characters, to be compared with folded texts.
///
/// Case, width, accents, punctuation and spaces at the ends make no difference, katakana are as good as
/// hiragana, and romaji as good as kana.
public struct FilterPattern: Hashable, Sendable {
  /// A part of a pattern as it was typed.
  public enum Element: Hashable, Sendable {
    /// This character.
    case character(Character)
    /// Any characters, or none.
    case any
  }

  /// Ways to fold it, each the parts between the stars: as it is, and as kana if it may be romaji.
  let forms: [[[UInt8]]]
  private let beginsOpen: Bool
  private let endsOpen: Bool

  /// Makes a pattern of its parts.
  public init(_ elements: [Element]) {
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
  public init(_ text: String) { self.init(text.map { .character($0) }) }

  /// Whether the pattern is nothing but stars, so that anything fits.
  public var isAny: Bool { forms[0].isEmpty }

  /// Whether a name fits the whole pattern, from its beginning to its end.
  public func fits(_ name: String) -> Bool {
    let folded = FilterText.folded(name)
    return folded.withUnsafeBytes { fits(whole: $0) }
  }

  /// Whether the pattern is somewhere in a text.
  public func isIn(_ text: String) -> Bool {
    let folded = FilterText.folded(text)
    return isAny || folded.withUnsafeBytes { bytes in forms.contains { find($0, in: bytes) } }
  }

  /// Whether a folded name fits the whole pattern.
  func fits(whole name: UnsafeRawBufferPointer) -> Bool {
    isAny
      || forms.contains { parts in
        var (parts, rest) = (parts[...], UnsafeRawBufferPointer(rebasing: name[...]))
        if !beginsOpen, let first = parts.first {
          guard rest.starts(with: first) else { return false }
          rest = UnsafeRawBufferPointer(rebasing: rest[first.count...])
          parts = parts.dropFirst()
        }
        if !endsOpen {
          // A single part that is bound at both ends has been taken from the front.
          guard let last = parts.popLast() else { return rest.isEmpty }
          guard rest.count >= last.count, rest.suffix(last.count).elementsEqual(last) else {
            return false
          }
          rest = UnsafeRawBufferPointer(rebasing: rest.dropLast(last.count))
        }
        return find(Array(parts), in: rest)
      }
  }

  /// Whether parts follow each other in a text.
  func find(_ parts: [[UInt8]], in text: UnsafeRawBufferPointer) -> Bool {
    var rest = text
    for part in parts {
      guard let place = FilterText.find(part, in: rest) else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[(place + part.count)...])
    }
    return true
  }
}

/// The texts of a group's questions as filters search them: folded once, and one after the other, so
/// that a hundred thousand are searched in milliseconds.
///
/// A question is its fields and a byte 0; a field is the byte of its kind, the folded text in UTF-8, and
/// a byte 1. No folded text has a byte below 32.
public struct FilterText: Hashable, Sendable {
  /// What kinds of texts there are.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
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
  public let bytes: [UInt8]

  /// Takes texts that were kept.
  ///
  /// - Returns: `nil` when they are of another version.
  public init?(bytes: [UInt8]) {
    guard bytes.starts(with: Self.version) else { return nil }
    self.bytes = bytes
  }

  /// Folds the texts of questions, in their order.
  public init(of questions: some Sequence<Question>) {
    var bytes = Self.version
    for question in questions {
      let start = bytes.count
      func write(_ kind: Kind, _ form: String) {
        let field = bytes.count
        bytes.append(kind.rawValue)
        bytes += Self.kept(TextFold.strict(form))
        bytes.append(1)
        let length = bytes.count - field
        let isNew = bytes.withUnsafeBytes { all in
          let written = UnsafeRawBufferPointer(rebasing: all[start..<field])
          return length > 2
            && !Self.has(UnsafeRawBufferPointer(rebasing: all[field...]), in: written)
        }
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
  private static func has(_ field: UnsafeRawBufferPointer, in fields: UnsafeRawBufferPointer)
    -> Bool
  {
    var start = 0
    while start < fields.count, let end = find(1, in: fields, from: start) {
      if end + 1 - start == field.count, fields[start...end].elementsEqual(field) { return true }
      start = end + 1
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
  public func forEachQuestion(
    with pattern: FilterPattern, in kind: Kind?, _ body: (_ position: Int) -> Void
  ) {
    bytes.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[Self.version.count...])
      if pattern.isAny {
        forEachQuestion(in: text) { position, question in
          if kind == nil || !Self.isMissing(kind, in: question) { body(position) }
        }
        return
      }
      for form in pattern.forms {
        forEachQuestion(in: text, having: form[0]) { position, question in
          if Self.fits(question, pattern, form, kind) { body(position) }
        }
      }
    }
  }

  /// Passes on the questions that have some bytes somewhere; only these are looked at.
  private func forEachQuestion(
    in text: UnsafeRawBufferPointer, having part: [UInt8],
    _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) {
    let search = ByteSearch(part)
    var (position, start) = (0, 0)
    while start < text.count, let place = search.find(in: text, from: start) {
      while let end = Self.find(0, in: text, from: start), end < place {
        position += 1
        start = end + 1
      }
      let end = Self.find(0, in: text, from: place) ?? text.count
      body(position, UnsafeRawBufferPointer(rebasing: text[start..<end]))
      position += 1
      start = end + 1
    }
  }

  private static func fits(
    _ question: UnsafeRawBufferPointer, _ pattern: FilterPattern, _ form: [[UInt8]], _ kind: Kind?
  ) -> Bool {
    var start = 0
    while start < question.count {
      let end = find(1, in: question, from: start) ?? question.count
      let field = question[start]
      if kind == nil ? field != Kind.tag.rawValue : field == kind?.rawValue {
        let text = UnsafeRawBufferPointer(rebasing: question[min(start + 1, end)..<end])
        let isFound = kind == .tag ? pattern.fits(whole: text) : pattern.find(form, in: text)
        if isFound { return true }
      }
      start = end + 1
    }
    return false
  }

  private static func isMissing(_ kind: Kind?, in question: UnsafeRawBufferPointer) -> Bool {
    guard let kind else { return false }
    var start = 0
    while start < question.count {
      if question[start] == kind.rawValue { return false }
      start = (find(1, in: question, from: start) ?? question.count) + 1
    }
    return true
  }

  private func forEachQuestion(
    in text: UnsafeRawBufferPointer, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) {
    var (position, start) = (0, 0)
    while start < text.count, let end = Self.find(0, in: text, from: start) {
      body(position, UnsafeRawBufferPointer(rebasing: text[start..<end]))
      position += 1
      start = end + 1
    }
  }

  // MARK: - Bytes

  /// Where some bytes come in a short text; `nil` when they don't.
  static func find(_ part: [UInt8], in text: UnsafeRawBufferPointer) -> Int? {
    guard let base = text.baseAddress, let first = part.first else { return nil }
    return part.withUnsafeBytes { part in
      guard let wanted = part.baseAddress else { return nil }
      var start = 0
      while start + part.count <= text.count {
        if base.load(fromByteOffset: start, as: UInt8.self) == first,
          memcmp(base + start, wanted, part.count) == 0
        {
          return start
        }
        start += 1
      }
      return nil
    }
  }

  /// Where a byte comes next; `nil` when it doesn't.
  private static func find(_ byte: UInt8, in text: UnsafeRawBufferPointer, from start: Int) -> Int?
  {
    guard let base = text.baseAddress, start < text.count else { return nil }
    return memchr(base + start, Int32(byte), text.count - start).map {
      UnsafeRawPointer($0) - base
    }
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

  /// Where they come next; `nil` when they don't.
  func find(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let length = part.count
    return part.withUnsafeBytes { part in
      guard let wanted = part.baseAddress else { return nil }
      func eight(_ place: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
      var place = start
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
}
