import RabbleQuestions
import RabbleText

extension DeckSource {
  /// The bytes that change in a deck written as JSON; a move changes none here.
  func jsonEdits(for changes: [DeckChange]) throws(DeckChangeError) -> [TextEdit] {
    if file.faults.contains(where: \.isOfEmptyFile) { return jsonEditsOfEmptyFile(for: changes) }
    return try withDocument { document throws(DeckChangeError) in
      let unit = document.indentation
      var edits: [TextEdit] = []
      for change in changes {
        switch change {
        case .add(let entries, let group, let before):
          edits.append(try adding(entries, to: group, before: before, in: document, unit: unit))
        case .replace(let index, let question, let extras):
          if let edit = try replacing(index, by: question, extras, in: document, unit: unit) {
            edits.append(edit)
          }
        case .remove(let index): edits.append(try removing(index, in: document))
        case .rename(let group, let title):
          guard let field = groups[group].field(.title) else { throw .notThere(path: file.path) }
          edits.append(TextEdit(field.span.range, JSONWriter.string(title)))
        case .addGroups(let groups): edits += try adding(groups, in: document, unit: unit)
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
    _ entries: [DeckEntry], to group: Int, before: Int?, in document: RawTree, unit: String
  ) throws(DeckChangeError) -> TextEdit {
    let array = try questions(of: group, in: document)
    var number = array.elements.count
    if let before, before < groups[group].questions.count {
      number = try element(QuestionIndex(group: group, question: before), of: array)
    }
    let style = try questionStyle(group: group, in: document, unit: unit)
    var texts: [String] = []
    for entry in entries {
      let literal = try entry.literal(in: .json, path: file.path)
      texts.append(literal.map { style.text(of: $0) } ?? style.text(of: entry))
    }
    return array.inserting(
      texts, at: number, outline: (style.leading, style.closing), gap: style.gap)
  }

  /// How the questions of a group are written, or those of the file's first one that has some.
  private func questionStyle(group: Int, in document: RawTree, unit: String)
    throws(DeckChangeError) -> JSONQuestionStyle
  {
    for number in [group] + groups.indices where !groups[number].questions.isEmpty {
      let array = try questions(of: number, in: document)
      let last = groups[number].questions.count - 1
      let index = try element(QuestionIndex(group: number, question: last), of: array)
      let object = try node(groups[number].questions[last].span, .object, in: document)
      let (style, margin) = document.style(of: object, unit: unit)
      let leading = array.leading(index)
      return JSONQuestionStyle(
        style: style, leading: leading, closing: array.closing,
        margin: leading.isBroken ? leading.lastLine : margin)
    }
    let object = try node(groups[group].span, .object, in: document)
    let (style, outer) = document.style(of: object, unit: unit)
    let margin = outer + unit + unit
    return JSONQuestionStyle(
      style: style, leading: style.newline.map { $0 + margin } ?? "",
      closing: style.newline.map { $0 + outer + unit } ?? "", margin: margin)
  }

  /// The question in canonical form, in the file's own indentation; one on one line stays on one.
  private func replacing(
    _ index: QuestionIndex, by question: Question, _ extras: [DeckExtra],
    in document: RawTree, unit: String
  ) throws(DeckChangeError) -> TextEdit? {
    let source = groups[index.group].questions[index.question]
    let object = try node(source.span, .object, in: document)
    // What the example says besides stays with it.
    let ofExample = source.extras.filter { $0.owner == Question.Field.example.key }
    let value = DeckJSON.question(
      at: object, in: document, from: DeckEntry(source.question, extras: ofExample),
      to: DeckEntry(question, extras: ofExample + extras.filter { $0.owner == nil }))
    guard let value else { return nil }
    let (style, margin) = document.style(of: object, unit: unit)
    return TextEdit(source.span.range, JSONWriter.text(value, margin: margin, style: style))
  }

  private func adding(_ added: [DeckGroup], in document: RawTree, unit: String)
    throws(DeckChangeError) -> [TextEdit]
  {
    guard let first = groups.first else { return [] }
    let object = try node(first.span, .object, in: document)
    let (style, margin) = document.style(of: object, unit: unit)
    let texts = added.map {
      JSONWriter.text(DeckJSON.value(of: $0), margin: margin, style: style)
    }
    if document.type(of: 0) == .array {
      let whole = JSONArrayText(document, array: 0)
      return [
        whole.inserting(
          texts, at: whole.elements.count, outline: ("", ""), gap: style.isCompact ? "" : " ")
      ]
    }
    let gap = style.newline.map { $0 + margin } ?? ""
    let end = first.span.end
    return [
      TextEdit(first.span.start..<first.span.start, "["),
      TextEdit(end..<end, texts.map { "," + gap + $0 }.joined() + "]"),
    ]
  }
}
