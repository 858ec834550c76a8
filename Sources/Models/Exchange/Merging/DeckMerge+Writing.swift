import RabbleDecks
import RabbleQuestions

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
        of: entry.question, extras: extras + further,
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
          of: entry.question, extras: entry.extras, indentation: deck.indentation(of: question.span)
        )
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
        + DeckJSON.text(of: $0.question, extras: $0.extras, indentation: margin)
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
