import RabbleQuestions

extension DraftGroup {
  /// The groups of a JSON file that can be studied, with all that the file says of them.
  static func groups(of source: DeckSource) -> [DraftGroup] {
    source.groups.compactMap { group in
      guard let index = group.index else { return nil }
      let questions = group.questions.compactMap { question in
        question.index == nil ? nil : DraftQuestion(question, in: source)
      }
      var extras = source.extras(group.fields, owners: [.group(.settings), .group(.score)])
      let silences = source.silences(
        group.silences, field: group.field(.silence), extras: &extras)
      return DraftGroup(
        group: source.file.groups[index], extras: extras, silences: silences,
        questions: questions)
    }
  }
}

extension DraftQuestion {
  fileprivate init(_ question: QuestionSource, in source: DeckSource) {
    var extras = source.extras(question.fields, owners: [.question(.example)])
    let silences = source.silences(
      question.silences, field: question.field(.silence), extras: &extras)
    self.init(question: question.question, extras: extras, silences: silences)
  }
}

extension DeckSource {
  /// The values that no deck knows, those within `owners` too.
  fileprivate func extras(_ fields: [SourceField], owners: [SourceField.Key]) -> [DeckExtra] {
    var result: [DeckExtra] = []
    let objects = fields.filter { owners.contains($0.key) && $0.element == nil }
    for field in fields where field.key == .unknown {
      if objects.contains(where: { $0.span.range.contains(field.span.start) }) { continue }
      result.append(DeckExtra(key: jsonText(field.keySpan), source: text(field.span)))
    }
    for field in objects {
      let (owner, known) =
        switch field.key {
        case .question: ("example", DeckKey.Example.allCases.map(\.name))
        case .group(.settings): ("settings", DeckKey.Settings.allCases.map(\.name))
        default: ("score", DeckKey.Score.allCases.map(\.name))
        }
      result += members(of: field.span).filter { !known.contains($0.key) }
        .map { DeckExtra(owner: owner, key: $0.key, source: $0.source) }
    }
    return result
  }

  /// The silences, unless one has no code: then their object is kept as it is.
  fileprivate func silences(
    _ silences: [Silence], field: SourceField?, extras: inout [DeckExtra]
  ) -> [DraftSilence] {
    if silences.contains(where: { $0.code.isEmpty }), let field {
      extras.append(DeckExtra(key: DeckKey.Question.silence.name, source: text(field.span)))
      return []
    }
    return silences.map { DraftSilence(code: $0.code, reason: $0.reason) }
  }

  private func jsonText(_ span: SourceSpan) -> String {
    read(span) { $0.type(of: 0) == .string ? $0.string(0) : nil } ?? ""
  }

  private func members(of span: SourceSpan) -> [(key: String, source: String)] {
    read(span) { document in
      guard document.type(of: 0) == .object else { return [] }
      var result: [(key: String, source: String)] = []
      document.forEachMember(of: 0) { key, value in
        let source = String(decoding: document.source(of: value), as: UTF8.self)
        result.append((document.string(key), source))
      }
      return result
    } ?? []
  }

  private func read<Value>(_ span: SourceSpan, _ body: (JSONDocument) -> Value?) -> Value? {
    bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONParser.Failure) {
        let slice = UnsafeBufferPointer(rebasing: bytes[span.range])
        return body(try JSONParser.document(slice, depthLimit: .max))
      } catch {
        return nil
      }
    }
  }
}
