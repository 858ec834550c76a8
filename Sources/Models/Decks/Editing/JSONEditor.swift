import RabbleQuestions
import RabbleText

extension DeckSource {
  /// The bytes that change in a deck written as JSON; a move changes none here.
  func jsonEdits(for changes: [DeckChange]) throws(DeckChangeError) -> [TextEdit] {
    if file.faults.contains(where: \.isOfEmptyFile) { return jsonEditsOfEmptyFile(for: changes) }
    return try withDocument { document throws(DeckChangeError) in
      var edits: [TextEdit] = []
      for change in changes {
        switch change {
        case .add(let entries, let group, let before):
          edits.append(try adding(entries, to: group, before: before, in: document))
        case .replace(let index, let question, let extras):
          edits.append(try replacing(index, by: question, extras, in: document))
        case .remove(let index): edits.append(try removing(index, in: document))
        case .rename(let group, let title):
          guard let field = groups[group].field(.title) else { throw .notThere(path: file.path) }
          edits.append(TextEdit(field.span.range, JSONWriter.string(title)))
        case .addGroups(let groups): edits += try adding(groups, in: document)
        case .move: break
        }
      }
      return edits
    }
  }

  /// A file without a group is written whole.
  private func jsonEditsOfEmptyFile(for changes: [DeckChange]) -> [TextEdit] {
    let groups = changes.flatMap { change -> [DeckGroup] in
      if case .addGroups(let groups) = change { groups } else { [] }
    }
    let text = DeckJSON.text(of: groups)
    return [TextEdit(bytes.textStart..<bytes.count, text)]
  }

  /// A question as it is written as JSON.
  func jsonLiteral(of index: QuestionIndex) -> DeckEntry.Literal {
    let source = groups[index.group].questions[index.question]
    var start = source.span.start
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    let isLineStart = start > 0 && [.lineFeed, .carriageReturn].contains(bytes[start - 1])
    let before = SourceSpan(isLineStart ? start : source.span.start, source.span.start)
    return DeckEntry.Literal(form: .json, text: text(source.span), indentation: text(before))
  }

  private func withDocument<Value>(
    _ body: (RawTree) throws(DeckChangeError) -> Value
  ) throws(DeckChangeError) -> Value {
    let start = bytes.textStart
    let result: Result<Value, DeckChangeError> = bytes.withUnsafeBufferPointer { buffer in
      let document: RawTree
      do throws(JSONParser.Failure) {
        document = try JSONParser.document(buffer, start: start, depthLimit: .max)
      } catch {
        return .failure(
          .unwritable(path: file.path, reason: "it is not valid JSON; fix the file first"))
      }
      do throws(DeckChangeError) { return .success(try body(document)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func node(_ span: SourceSpan, _ type: JSONType, in document: RawTree)
    throws(DeckChangeError) -> Int
  {
    guard let found = document.node(at: span.start), document.type(of: found) == type else {
      throw .notThere(path: file.path)
    }
    return found
  }

  private func questions(of group: Int, in document: RawTree) throws(DeckChangeError)
    -> JSONArrayText
  {
    guard let field = groups[group].field(.questions) else {
      throw .unwritable(
        path: file.path, reason: "the group has no \"questions\"; add \"questions\": [] to it")
    }
    return JSONArrayText(document, array: try node(field.span, .array, in: document))
  }

  private func removing(_ index: QuestionIndex, in document: RawTree) throws(DeckChangeError)
    -> TextEdit
  {
    let array = try questions(of: index.group, in: document)
    return array.removing(try element(index, of: array))
  }

  /// Which element of the list a question is, among others that may be no questions at all.
  private func element(_ index: QuestionIndex, of array: JSONArrayText) throws(DeckChangeError)
    -> Int
  {
    let start = groups[index.group].questions[index.question].span.start
    guard let number = array.elements.firstIndex(where: { $0.lowerBound == start }) else {
      throw .notThere(path: file.path)
    }
    return number
  }

  private func adding(
    _ entries: [DeckEntry], to group: Int, before: Int?, in document: RawTree
  ) throws(DeckChangeError) -> TextEdit {
    let array = try questions(of: group, in: document)
    var number = array.elements.count
    if let before, before < groups[group].questions.count {
      number = try element(QuestionIndex(group: group, question: before), of: array)
    }
    let style = try questionStyle(group: group, in: document)
    var texts: [String] = []
    for entry in entries {
      let literal = try entry.literal(in: .json, path: file.path)
      texts.append(literal.map { style.text(of: $0) } ?? style.text(of: entry))
    }
    return array.inserting(texts, at: number, outline: style.outline, gap: style.gap)
  }

  /// How the questions of a group are written, or those of the file's first one that has some.
  private func questionStyle(group: Int, in document: RawTree) throws(DeckChangeError)
    -> JSONQuestionStyle
  {
    for number in [group] + groups.indices where !groups[number].questions.isEmpty {
      let array = try questions(of: number, in: document)
      let last = groups[number].questions.count - 1
      let index = try element(QuestionIndex(group: number, question: last), of: array)
      let span = groups[number].questions[last].span
      let object = JSONObjectText(document, object: try node(span, .object, in: document))
      return JSONQuestionStyle(
        layout: JSONLayout(of: object), leading: array.leading(index), closing: array.closing)
    }
    let object = try node(groups[group].span, .object, in: document)
    return JSONQuestionStyle(
      inGroupOf: JSONLayout(of: JSONObjectText(document, object: object)))
  }

  private func replacing(
    _ index: QuestionIndex, by question: Question, _ extras: [DeckExtra],
    in document: RawTree
  ) throws(DeckChangeError) -> TextEdit {
    let source = groups[index.group].questions[index.question]
    var object = JSONObjectText(document, object: try node(source.span, .object, in: document))
    let layout = JSONLayout(of: object)
    func members(_ question: Question, _ extras: [DeckExtra] = []) -> [String: String] {
      let value = DeckJSON.value(of: DeckEntry(question, extras: extras))
      return Dictionary(layout.members(of: value).map { ($0.key, $0.literal) }) { $1 }
    }
    // What the example says besides stays with it.
    let ofExample = source.extras.filter { $0.owner == Question.Field.example.key }
    let (old, new) = (members(source.question, ofExample), members(question, ofExample))
    for (number, key) in DeckJSON.questionKeys.enumerated() {
      guard let literal = new[key] else {
        if old[key] != nil { object.remove(key) }
        continue
      }
      if literal.isSame(as: old[key]) { continue }
      if !object.replace(key, by: literal) {
        object.insert(key, literal, after: Array(DeckJSON.questionKeys.prefix(number)))
      }
    }
    for extra in extras where extra.owner == nil {
      let keys = object.members.map(\.key)
      if !keys.contains(extra.key) { object.insert(extra.key, extra.source, after: keys) }
    }
    return TextEdit(source.span.range, object.text)
  }

  private func adding(_ added: [DeckGroup], in document: RawTree) throws(DeckChangeError)
    -> [TextEdit]
  {
    guard let first = groups.first else { return [] }
    let object = JSONObjectText(document, object: try node(first.span, .object, in: document))
    let style = JSONGroupStyle(
      layout: JSONLayout(of: object), questions: try questionStyle(group: 0, in: document))
    let texts = added.map { style.text(of: $0) }
    if document.type(of: 0) == .array {
      let whole = JSONArrayText(document, array: 0)
      return [
        whole.inserting(
          texts, at: whole.elements.count, outline: ("", ""),
          gap: style.layout.between.isEmpty ? "" : " ")
      ]
    }
    let gap = style.layout.between.isBroken ? style.layout.between.newline : ""
    let end = first.span.end
    return [
      TextEdit(first.span.start..<first.span.start, "["),
      TextEdit(end..<end, texts.map { "," + gap + $0 }.joined() + "]"),
    ]
  }
}
