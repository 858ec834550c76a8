import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleText

/// What an import makes of a deck: which questions come, which change, and which stay out.
///
///     let merge = DeckMerge(content, into: source, path: "decks/words.json", duplicates: .skip)
///     let bytes = try merge.bytes()
public struct DeckMerge: Sendable {
  /// The questions that come.
  public private(set) var takenCount = 0
  /// The questions that change.
  public private(set) var updatedCount = 0
  /// The questions that are there already and read the same.
  public private(set) var unchangedCount = 0
  /// What stays out because the deck has it.
  public private(set) var notices: [ImportNotice] = []

  let path: String
  let source: DeckSource?
  var additions: [Addition] = []
  var replacements: [QuestionPlace: Entry] = [:]

  struct Addition: Sendable {
    /// The number of the group in the source; `nil` for a new one.
    let group: Int?
    let header: QuestionGroup
    var entries: [Entry]
  }

  struct Entry: Sendable {
    let question: Question
    let extras: [DeckExtra]
  }

  /// A question that is there.
  struct QuestionPlace: Hashable, Sendable {
    let group: Int
    let question: Int
  }

  /// Weighs the questions of an import against those of a deck.
  ///
  /// The same question is the one with the same id, or the same prompt and answer in the same group,
  /// or the only one with its prompt there, if it is so in the import too.
  ///
  /// - Parameters:
  ///   - content: the import.
  ///   - source: the deck; `nil` for a new file.
  ///   - path: the deck's file, whose name tells how it is written.
  ///   - group: the title of the group all questions go to; `nil` for the ones the import says.
  ///   - duplicates: what becomes of a question that the deck has.
  public init(
    _ content: ImportContent, into source: DeckSource?, path: String, group: String? = nil,
    duplicates: DuplicatePolicy
  ) {
    self.path = path
    self.source = source
    var ids = Set(source?.groups.flatMap(\.questions).compactMap(\.question.id) ?? [])
    let places = IDPlaces(source)
    let groups = group.map { title in
      let header = QuestionGroup(title: title, questions: [])
      return [ImportContent.Group(header: header, entries: content.groups.flatMap(\.entries))]
    }
    for group in groups ?? content.groups {
      let title = group.header.title
      let number = source?.groups.firstIndex { $0.group.title.isSame(as: title) }
      let known = KnownQuestions(source, group: number, title: title, import: group.entries)
      var addition = Addition(group: number, header: group.header, entries: [])
      var wordings = known.wordings
      for entry in group.entries {
        guard let place = places[entry.question.id] ?? known.place(of: entry) else {
          var question = entry.question
          if let id = question.id, !ids.insert(id).inserted { question = question.with(id: nil) }
          if wordings.insert(QuestionID(of: question, inGroup: title)).inserted {
            addition.entries.append(Entry(question: question, extras: entry.extras))
          } else {
            notices.append(.init(line: entry.line, kind: .repeated(firstLine: nil)))
          }
          continue
        }
        let old = source?.groups[place.group].questions[place.question].question
        guard let old else { continue }
        switch duplicates {
        case .skip: skip(entry, for: old)
        case .update: update(entry, at: place, old)
        case .add:
          var question = entry.question
          let isTaken =
            question.id.map(ids.contains)
            ?? wordings.contains(
              QuestionID(of: question, inGroup: title))
          if isTaken { question = question.distinct(from: ids, inGroup: title) }
          if let id = question.id { ids.insert(id) }
          wordings.insert(QuestionID(of: question, inGroup: title))
          addition.entries.append(Entry(question: question, extras: entry.extras))
        }
      }
      takenCount += addition.entries.count
      if !addition.entries.isEmpty || number == nil && groups == nil { additions.append(addition) }
    }
    if takenCount == 0 { additions = [] }
  }

  /// Whether the deck is as before.
  public var changesNothing: Bool { takenCount == 0 && updatedCount == 0 }

  private mutating func skip(_ entry: ImportContent.Entry, for old: Question) {
    let kind: ImportNotice.Kind =
      entry.question.answer == old.answer
      ? .known(prompt: old.prompt) : .otherAnswer(prompt: old.prompt, answer: old.answer)
    notices.append(.init(line: entry.line, kind: kind))
  }

  private mutating func update(
    _ entry: ImportContent.Entry, at place: QuestionPlace, _ old: Question
  ) {
    let new = old.updated(by: entry.question)
    guard replacements[place] == nil else {
      notices.append(.init(line: entry.line, kind: .repeated(firstLine: nil)))
      return
    }
    if new.isSame(as: old) {
      unchangedCount += 1
    } else {
      updatedCount += 1
      replacements[place] = Entry(question: new, extras: entry.extras)
    }
  }
}

/// The places of the questions that have an id.
private struct IDPlaces {
  private var places: [String: DeckMerge.QuestionPlace] = [:]

  init(_ source: DeckSource?) {
    for (number, group) in (source?.groups ?? []).enumerated() {
      for (index, question) in group.questions.enumerated() {
        if let id = question.question.id { places[id] = .init(group: number, question: index) }
      }
    }
  }

  subscript(id: String?) -> DeckMerge.QuestionPlace? { id.flatMap { places[$0] } }
}

/// The questions of a group by what they are found again.
private struct KnownQuestions {
  /// The identities of the questions.
  private(set) var wordings: Set<QuestionID> = []
  private var byWording: [QuestionID: DeckMerge.QuestionPlace] = [:]
  private var byText: [[String]: DeckMerge.QuestionPlace] = [:]
  private var byPrompt: [String: DeckMerge.QuestionPlace] = [:]

  init(
    _ source: DeckSource?, group number: Int?, title: String, import entries: [ImportContent.Entry]
  ) {
    guard let source, let number else { return }
    var counts: [String: Int] = [:]
    for (index, item) in source.groups[number].questions.enumerated() {
      let question = item.question
      let place = DeckMerge.QuestionPlace(group: number, question: index)
      wordings.insert(QuestionID(of: question, inGroup: title))
      byWording[QuestionID(ofWordingOf: question, inGroup: title)] = place
      byText[Self.text(question)] = place
      byPrompt[question.prompt.trimmed] = place
      counts[question.prompt.trimmed, default: 0] += 1
    }
    // Several with one prompt are different words; which of them is meant nobody can tell.
    var imported: [String: Int] = [:]
    for entry in entries { imported[entry.question.prompt.trimmed, default: 0] += 1 }
    for (prompt, count) in counts where count > 1 || imported[prompt, default: 0] > 1 {
      byPrompt[prompt] = nil
    }
  }

  func place(of entry: ImportContent.Entry) -> DeckMerge.QuestionPlace? {
    entry.wording.flatMap { byWording[$0] } ?? byText[Self.text(entry.question)]
      ?? byPrompt[entry.question.prompt.trimmed]
  }

  private static func text(_ question: Question) -> [String] {
    [question.prompt.trimmed, question.answer.trimmed, question.cloze ?? ""]
  }
}

extension DeckMerge {
  /// The deck's file after the import. What was not touched keeps every byte.
  ///
  /// - Throws: ``DeckMergeError``.
  public func bytes() throws(DeckMergeError) -> [UInt8] {
    guard let source, !source.groups.isEmpty else {
      let isBlank = source.map { $0.bytes.allSatisfy { $0 <= 0x20 || $0 == 0x5B || $0 == 0x5D } }
      if let source, isBlank == false { throw Self.failure(source) }
      return try newFile()
    }
    if let fault = source.file.faults.first(where: \.isFatal) { throw .unusable(fault) }
    if source.form == .markdown {
      return try verified(applied(markdownEdits(in: source), to: source))
    }
    var edits: [TextEdit] = []
    for (place, entry) in replacements {
      let old = source.groups[place.group].questions[place.question]
      let extras = old.extras(in: source)
      let further = entry.extras.filter { new in
        !extras.contains { $0.key == new.key && $0.owner == new.owner }
      }
      let text = DeckJSON.text(
        of: DeckEntry(entry.question, extras: extras + further),
        indentation: source.indentation(of: old.span))
      edits.append(TextEdit(old.span.range, text))
    }
    for addition in additions {
      if let group = addition.group { edits.append(try insertion(addition.entries, group, source)) }
    }
    let groups = additions.filter { $0.group == nil }
    if !groups.isEmpty { edits += newGroups(groups, source) }
    return try verified(applied(edits, to: source))
  }

  /// What a file has to have that holds the import alone.
  private func newFile() throws(DeckMergeError) -> [UInt8] {
    if DeckForm(path: path) == .markdown {
      return try verified(Array(Self.markdown(of: additions).utf8))
    }
    return try verified(Self.text(of: additions).map { Array($0.utf8) } ?? [])
  }

  /// The groups as the whole text of a file.
  private static func text(of additions: [Addition]) -> String? {
    // A score is progress, and progress is none of a deck's.
    let groups = additions.map {
      $0.header.with(questions: $0.entries.map(\.question), score: nil)
    }
    let text = DeckJSON.text(of: groups)
    guard additions.contains(where: { $0.entries.contains { !$0.extras.isEmpty } }) else {
      return text
    }
    let deck = DeckLoader(sizeLimit: .max).parseSource(Array(text.utf8), path: "")
    var edits: [TextEdit] = []
    for (group, addition) in zip(deck.groups, additions) {
      for (question, entry) in zip(group.questions, addition.entries) where !entry.extras.isEmpty {
        let text = DeckJSON.text(
          of: DeckEntry(entry.question, extras: entry.extras),
          indentation: deck.indentation(of: question.span))
        edits.append(TextEdit(question.span.range, text))
      }
    }
    // The questions stand apart; were edits to overlap, the empty text would be refused as unsound.
    let bytes = try? TextEdit.apply(edits, to: deck.bytes)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private func insertion(_ entries: [Entry], _ group: Int, _ source: DeckSource)
    throws(DeckMergeError) -> TextEdit
  {
    let group = source.groups[group]
    guard let list = group.field(.questions), list.span.range.count >= 2 else {
      throw Self.failure(source)
    }
    let last = group.questions.last
    let margin =
      last.map { source.indentation(of: $0.span) } ?? source.indentation(of: group.span) + 4
    let texts = entries.map {
      "\n" + String(repeating: " ", count: margin)
        + DeckJSON.text(
          of: DeckEntry($0.question, extras: $0.extras), indentation: margin)
    }.joined(separator: ",")
    if let last { return TextEdit(last.span.end..<last.span.end, "," + texts) }
    let closing = "\n" + String(repeating: " ", count: max(0, margin - 2))
    return TextEdit(list.span.range, "[" + texts + closing + "]")
  }

  /// New groups behind the last one; a file of one group becomes a list.
  private func newGroups(_ additions: [Addition], _ source: DeckSource) -> [TextEdit] {
    guard let first = source.groups.first, let last = source.groups.last,
      let text = Self.text(of: additions)
    else { return [] }
    // What is between the brackets of the list.
    let inner = String(text.dropFirst().reversed().drop { $0 != "]" }.dropFirst().reversed())
    let groups = String(inner.reversed().drop { $0.isWhitespace }.reversed())
    var rest = source.bytes[last.span.end...].drop { $0 <= 0x20 }
    let isList = rest.popFirst().map { $0 == 0x5D || $0 == 0x2C } ?? false
    if isList { return [TextEdit(last.span.end..<last.span.end, "," + groups)] }
    return [
      TextEdit(first.span.start..<first.span.start, "[\n"),
      TextEdit(last.span.end..<last.span.end, "," + groups + "\n]"),
    ]
  }

  private func applied(_ edits: [TextEdit], to source: DeckSource) throws(DeckMergeError) -> [UInt8]
  {
    do throws(TextEdit.Failure) {
      return try TextEdit.apply(edits, to: source.bytes)
    } catch { throw Self.failure(source) }
  }

  /// The bytes, if they read as what was intended.
  private func verified(_ bytes: [UInt8]) throws(DeckMergeError) -> [UInt8] {
    let result = DeckLoader(faultLimit: .max).parseSource(bytes, path: path)
    var expected = source?.groups.map { $0.questions.map(\.question) } ?? []
    for (place, entry) in replacements { expected[place.group][place.question] = entry.question }
    for addition in additions {
      if let group = addition.group {
        expected[group] += addition.entries.map(\.question)
      } else {
        expected.append(addition.entries.map(\.question))
      }
    }
    let found = result.groups.map { $0.questions.map(\.question) }
    let isSame =
      found.count == expected.count
      && zip(found, expected).allSatisfy { found, expected in
        found.count == expected.count && zip(found, expected).allSatisfy { $0.isSame(as: $1) }
      }
    guard isSame, result.file.faults.count <= source?.file.faults.count ?? 0 else {
      throw .notAsIntended(path: path)
    }
    return bytes
  }

  private static func failure(_ source: DeckSource) -> DeckMergeError {
    source.file.faults.first.map { .unusable($0) } ?? .notAsIntended(path: source.file.path)
  }
}

extension DeckSource {
  /// How many spaces stand before a value on its line.
  fileprivate func indentation(of span: SourceSpan) -> Int {
    let before = bytes[..<min(span.start, bytes.count)]
    let line = before.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    return bytes[line...].prefix { $0 == 0x20 }.count
  }
}

extension DeckMerge {
  /// What changes in a deck written as Markdown.
  func markdownEdits(in source: DeckSource) -> [TextEdit] {
    var edits = replacements.map { place, entry in
      let old = source.groups[place.group].questions[place.question]
      let lines = source.lines(of: old.span.range)
      let spans =
        old.fields.filter { $0.key == .unknown }.map { $0.keySpan.start..<$0.span.end }
        + old.silences.map { $0.codeSpan.start..<max($0.codeSpan.end, $0.reasonSpan.end) }
      let kept = spans.map { source.text(source.lines(of: $0)) }
      // The new question's own lines come first, then those that nobody but the author knows.
      let text = DeckMarkdown.text(
        of: DeckEntry(entry.question, extras: kept.isEmpty ? entry.extras : []))
      return TextEdit(lines, text + kept.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined())
    }
    for addition in additions {
      guard let group = addition.group else { continue }
      let end = source.groups[group].questions.last?.span.end ?? source.groups[group].span.end
      let place = source.lines(of: max(0, end - 1)..<end).upperBound
      edits.append(
        TextEdit(
          place..<place,
          source.lineBreak(before: place) + Self.markdown(of: addition.entries)))
    }
    let groups = additions.filter { $0.group == nil }
    if !groups.isEmpty {
      let end = source.bytes.count
      let text = source.lineBreak(before: end) + "\n" + Self.markdown(of: groups)
      if let last = edits.firstIndex(where: { $0.range == end..<end }) {
        edits[last] = TextEdit(end..<end, edits[last].replacement + text)
      } else {
        edits.append(TextEdit(end..<end, text))
      }
    }
    return edits
  }

  /// Groups as the whole text of a file.
  static func markdown(of additions: [Addition]) -> String {
    additions.map { addition in
      if addition.entries.allSatisfy(\.extras.isEmpty) {
        let questions = addition.entries.map(\.question)
        return DeckMarkdown.text(of: [addition.header.with(questions: questions, score: nil)])
      }
      let header = addition.header.with(questions: [], score: nil)
      return DeckMarkdown.text(of: [header]) + markdown(of: addition.entries)
    }.joined(separator: "\n")
  }

  private static func markdown(of entries: [Entry]) -> String {
    entries.map { "\n" + DeckMarkdown.text(of: DeckEntry($0.question, extras: $0.extras)) }.joined()
  }
}

extension DeckSource {
  /// The whole lines that a range lies in, with the end of the last.
  fileprivate func lines(of range: Range<Int>) -> Range<Int> {
    let start = bytes[..<min(range.lowerBound, bytes.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // A range that ends with its line's end has it already.
    let last = max(range.lowerBound, range.upperBound - 1)
    let end = bytes[min(last, bytes.count)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    return start..<max(end, range.upperBound)
  }

  fileprivate func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// A line break where text can't begin without one.
  fileprivate func lineBreak(before place: Int) -> String {
    place == 0 || bytes[place - 1] == 0x0A ? "" : "\n"
  }
}

extension QuestionSource {
  /// The values of the question that a ``Question`` has no place for, as they stand in the file.
  func extras(in deck: DeckSource) -> [DeckExtra] {
    let example = field(.example)?.span
    return fields.compactMap { field in
      switch field.key {
      case .unknown, .silence: break
      default: return nil
      }
      guard deck.form == .json else { return nil }
      let isOfExample = example.map { $0.range.contains(field.span.start) } ?? false
      let key = deck.text(field.keySpan)
      return DeckExtra(
        owner: isOfExample ? "example" : nil, key: JSONKey.text(key), source: deck.text(field.span))
    }
  }
}

/// A key as it is written in JSON.
private enum JSONKey {
  static func text(_ literal: String) -> String {
    let decoded = try? JSONDecoder().decode(String.self, from: Data(literal.utf8))
    return decoded ?? String(literal.dropFirst().dropLast())
  }
}

/// Why an import can't be written into a deck. Nothing was changed then.
public enum DeckMergeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The deck can't be read: its first fault.
  case unusable(DeckFault)
  /// The deck would not read as it should afterwards.
  case notAsIntended(path: String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .unusable(let fault): "\(fault). Mend the file, or import into another with --file"
    case .notAsIntended(let path):
      "\(path): nothing was changed, because the deck would not read as it should then. "
        + "Mend what `rabble deck check` names, or import into another file with --file"
    }
  }
}
