import RabbleQuestions

extension DeckSource {
  /// The deck as it is after changes, one after the other; each counts places as the one before has
  /// left them. What comes of each is read again, and must say exactly what was intended.
  ///
  ///     let place = QuestionPlace(group: 0, question: 3)
  ///     let changed = try source.applying([.remove(place)])
  ///     // write changed.bytes in place of source.bytes
  ///
  /// - Throws: ``DeckChangeError``.
  public func applying(_ changes: [DeckChange]) throws(DeckChangeError) -> DeckSource {
    var result = self
    for change in changes { result = try result.applying(change) }
    return result
  }

  /// A question as it stands, to be put into another deck.
  ///
  /// - Throws: ``DeckChangeError``.
  public func written(_ place: QuestionPlace) throws(DeckChangeError) -> WrittenQuestion {
    guard groups.indices.contains(place.group),
      groups[place.group].questions.indices.contains(place.question)
    else { throw .noSuchPlace(path: file.path) }
    switch form {
    case .json: return jsonQuestion(place)
    case .markdown: return markdownQuestion(place)
    }
  }

  private func applying(_ change: DeckChange) throws(DeckChangeError) -> DeckSource {
    if let fault = file.faults.first(where: {
      $0.isFatal && $0.kind != .noGroups && $0.kind != .markdown(.noGroup)
    }) {
      throw .unusable(fault)
    }
    guard let intended = DeckOutline(self).after(change) else {
      throw .noSuchPlace(path: file.path)
    }
    var result = try changed(change)
    if case .replace = change, form == .markdown, DeckOutline(result) != intended {
      result = try applying(markdownEdits(for: change, isWhole: true))
    }
    guard DeckOutline(result) == intended else {
      let faults = result.newFaults(since: self)
      throw faults.isEmpty ? .notAsIntended(path: file.path) : .faulty(faults)
    }
    let faults = result.newFaults(since: self)
    guard faults.isEmpty else { throw .faulty(faults) }
    return result
  }

  private func changed(_ change: DeckChange) throws(DeckChangeError) -> DeckSource {
    guard case .move(let place, let group, let before) = change else {
      return try applying(edits(for: change))
    }
    let moved = try written(place)
    let rest = try applying(edits(for: .remove(place)))
    let isBehind = group == place.group && (before ?? 0) > place.question
    let target = isBehind ? before.map { $0 - 1 } : before
    return try rest.applying(rest.edits(for: .add(moved, toGroup: group, before: target)))
  }

  private func edits(for change: DeckChange) throws(DeckChangeError) -> [TextEdit] {
    switch form {
    case .json: try jsonEdits(for: change)
    case .markdown: try markdownEdits(for: change)
    }
  }

  private func applying(_ edits: [TextEdit]) throws(DeckChangeError) -> DeckSource {
    do throws(TextEdit.Failure) {
      let bytes = try TextEdit.apply(edits, to: bytes)
      return DeckLoader(faultLimit: .max).parseSource(bytes, path: file.path)
    } catch { throw .notAsIntended(path: file.path) }
  }

  /// The faults that there were fewer of, but for a group without questions.
  private func newFaults(since old: DeckSource) -> [DeckFault] {
    var known: [String: Int] = [:]
    for fault in old.file.faults { known[fault.kind.name, default: 0] += 1 }
    return Dictionary(grouping: file.faults) { $0.kind.name }
      .filter { name, faults in
        faults.count > known[name, default: 0] && faults.first?.kind != .noQuestions
          && faults.first?.kind != .markdown(.noQuestions)
      }
      .values.flatMap { $0.suffix($0.count - known[$0[0].kind.name, default: 0]) }
      .sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
  }
}

extension DeckFault.Kind {
  /// What kind of fault it is, wherever it lies.
  fileprivate var name: String {
    if case .markdown(let fault) = self { return "\(fault)" }
    return String("\(self)".prefix { $0 != "(" })
  }
}
