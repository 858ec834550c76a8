import RabbleQuestions
import RabbleText

extension DeckSource {
  /// The bytes that change in a deck written as JSON; a move is none.
  func jsonEdits(for change: DeckChange) throws(DeckChangeError) -> [TextEdit] {
    try withDocument { document throws(DeckChangeError) in
      switch change {
      case .add(let question, let group, let before):
        return [try adding(question, to: group, before: before, in: document)]
      case .replace(let place, let question):
        return [try replacing(place, by: question, in: document)]
      case .remove(let place):
        return [try removing(place, in: document)]
      case .rename(let group, let title):
        guard let field = groups[group].field(.title) else {
          throw .noSuchPlace(path: file.path)
        }
        return [TextEdit(field.span.range, JSONWriter.string(title))]
      case .addGroup(let group):
        return try adding(group, in: document)
      case .move:
        return []
      }
    }
  }

  /// A question as it is written as JSON.
  func jsonQuestion(_ place: QuestionPlace) -> WrittenQuestion {
    let source = groups[place.group].questions[place.question]
    var start = source.span.start
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    let isLineStart = start > 0 && [.lineFeed, .carriageReturn].contains(bytes[start - 1])
    let before = SourceSpan(isLineStart ? start : source.span.start, source.span.start)
    return WrittenQuestion(
      source.question,
      as: .init(
        form: .json, text: text(source.span), indentation: text(before),
        hasMore: !source.silences.isEmpty || source.fields.contains { $0.key == .unknown }))
  }

  private func withDocument<Value>(
    _ body: (JSONDocument) throws(DeckChangeError) -> Value
  ) throws(DeckChangeError) -> Value {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let result: Result<Value, DeckChangeError> = bytes.withUnsafeBufferPointer { buffer in
      let document: JSONDocument
      do throws(JSONParser.Failure) {
        document = try JSONParser.document(buffer, start: start, depthLimit: .max)
      } catch {
        return .failure(
          .unwritable(path: file.path, reason: "it is no sound JSON; mend the file first"))
      }
      do throws(DeckChangeError) { return .success(try body(document)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func node(_ span: SourceSpan, _ type: JSONType, in document: JSONDocument)
    throws(DeckChangeError) -> Int
  {
    let found = document.nodes.firstIndex { Int($0.start) == span.start && $0.type == type }
    guard let found else { throw .noSuchPlace(path: file.path) }
    return found
  }

  private func questions(of group: Int, in document: JSONDocument) throws(DeckChangeError)
    -> JSONArrayText
  {
    guard let field = groups[group].field(.questions) else {
      throw .unwritable(
        path: file.path, reason: "the group has no \"questions\"; add \"questions\": [] to it")
    }
    return JSONArrayText(document, array: try node(field.span, .array, in: document))
  }

  private func removing(_ place: QuestionPlace, in document: JSONDocument) throws(DeckChangeError)
    -> TextEdit
  {
    let array = try questions(of: place.group, in: document)
    return array.removing(try element(place, of: array))
  }

  /// Which element of the list a question is, among others that may be no questions at all.
  private func element(_ place: QuestionPlace, of array: JSONArrayText) throws(DeckChangeError)
    -> Int
  {
    let start = groups[place.group].questions[place.question].span.start
    guard let index = array.elements.firstIndex(where: { $0.lowerBound == start }) else {
      throw .noSuchPlace(path: file.path)
    }
    return index
  }

  private func adding(
    _ written: WrittenQuestion, to group: Int, before: Int?, in document: JSONDocument
  ) throws(DeckChangeError) -> TextEdit {
    let array = try questions(of: group, in: document)
    let place = before.flatMap { number in
      number < groups[group].questions.count ? QuestionPlace(group: group, question: number) : nil
    }
    let index = try place.map { place throws(DeckChangeError) in try element(place, of: array) }
    let style = try questionStyle(group: group, in: document)
    return array.inserting(
      style.text(of: written.question, as: try written.text(as: .json, path: file.path)),
      at: index ?? array.elements.count, outline: style.outline, gap: style.gap)
  }

  /// How the questions of a group are written, or those of the file's first one that has some.
  private func questionStyle(group: Int, in document: JSONDocument) throws(DeckChangeError)
    -> JSONQuestionStyle
  {
    for number in [group] + groups.indices where !groups[number].questions.isEmpty {
      let array = try questions(of: number, in: document)
      let last = groups[number].questions.count - 1
      let place = QuestionPlace(group: number, question: last)
      let index = try element(place, of: array)
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
    _ place: QuestionPlace, by question: Question, in document: JSONDocument
  ) throws(DeckChangeError) -> TextEdit {
    let source = groups[place.group].questions[place.question]
    var object = JSONObjectText(document, object: try node(source.span, .object, in: document))
    let layout = JSONLayout(of: object)
    func members(_ question: Question) -> [String: String] {
      let members = layout.members(of: DeckJSON.value(of: question, extras: []))
      return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.literal) })
    }
    let (old, new) = (members(source.question), members(question))
    for (index, key) in DeckJSON.questionKeys.enumerated() {
      guard let literal = new[key] else {
        if old[key] != nil { object.remove(key) }
        continue
      }
      if literal.isSame(as: old[key]) { continue }
      if !object.replace(key, by: literal) {
        object.insert(key, literal, after: Array(DeckJSON.questionKeys.prefix(index)))
      }
    }
    return TextEdit(source.span.range, object.text)
  }

  private func adding(_ group: QuestionGroup, in document: JSONDocument) throws(DeckChangeError)
    -> [TextEdit]
  {
    guard let first = groups.first else {
      let whole = JSONArrayText(document, array: 0)
      let style = JSONGroupStyle.usual
      return [whole.inserting(style.text(of: group), at: 0, outline: ("\n  ", "\n"), gap: "")]
    }
    let object = JSONObjectText(document, object: try node(first.span, .object, in: document))
    let style = JSONGroupStyle(
      layout: JSONLayout(of: object), questions: try questionStyle(group: 0, in: document))
    if document.type(of: 0) == .array {
      let whole = JSONArrayText(document, array: 0)
      return [
        whole.inserting(
          style.text(of: group), at: whole.elements.count,
          outline: ("", ""), gap: style.layout.between.isEmpty ? "" : " ")
      ]
    }
    let gap = style.layout.between.isBroken ? style.layout.between.newline : ""
    let end = first.span.end
    return [
      TextEdit(first.span.start..<first.span.start, "["),
      TextEdit(end..<end, "," + gap + style.text(of: group) + "]"),
    ]
  }
}
