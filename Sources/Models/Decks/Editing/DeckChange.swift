import RabbleQuestions
import RabbleText

/// One thing that changes in a deck file; everything else stays as its author wrote it, to the byte.
public enum DeckChange: Hashable, Sendable {
  /// A question comes into a group, before the question that has this number now, or behind all.
  case add(WrittenQuestion, toGroup: Int, before: Int? = nil)
  /// A question reads otherwise from now on; keys that say the same as before, and those that no
  /// deck knows, stay as they are.
  case replace(QuestionPlace, by: Question)
  /// A question goes.
  case remove(QuestionPlace)
  /// A question goes to a group of the file, before the question that has this number now, or
  /// behind all.
  case move(QuestionPlace, toGroup: Int, before: Int? = nil)
  /// A group has another title.
  case rename(group: Int, to: String)
  /// A group comes at the end of the file.
  case addGroup(QuestionGroup)
}

/// Why a deck was not changed. Nothing was written then.
public enum DeckChangeError: Error, Hashable, Sendable {
  /// The file can't be read as a deck: its first fault.
  case unusable(DeckFault)
  /// The group or question is not there.
  case noSuchPlace(path: String)
  /// The changed deck would have faults that it does not have now.
  case faulty([DeckFault])
  /// The changed deck would not read as it should: what was to be written can't be.
  case notAsIntended(path: String)
  /// The place of the change is written in a way that can't be changed by itself.
  case unwritable(path: String, reason: String)
}

extension DeckChangeError: CustomStringConvertible {
  /// What happened and what to do, in a sentence.
  public var description: String {
    switch self {
    case .unusable(let fault):
      "\(fault); mend the file first"
    case .noSuchPlace(let path):
      "\(Quoting.visible(path)): the group or question is not there any more; look again"
    case .faulty(let faults):
      "nothing was changed, because the deck would have a fault then: "
        + faults.map(\.description).joined(separator: "; ")
    case .notAsIntended(let path):
      "\(Quoting.visible(path)): nothing was changed, because the deck would not read as it should "
        + "then; change it with `rabble deck edit`"
    case .unwritable(let path, let reason):
      "\(Quoting.visible(path)): nothing was changed: \(reason)"
    }
  }
}

/// Where a question stands in a ``DeckSource``, whether it can be studied or not.
public struct QuestionPlace: Hashable, Sendable {
  /// The number of its group in ``DeckSource/groups``, from 0.
  public let group: Int
  /// Its number in ``GroupSource/questions``, from 0.
  public let question: Int

  /// Makes a place.
  public init(group: Int, question: Int) {
    self.group = group
    self.question = question
  }
}

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

  /// The faults that there were fewer of before, but for a group without questions.
  private func newFaults(since old: DeckSource) -> [DeckFault] {
    var known: [DeckFault.Code: Int] = [:]
    for fault in old.file.faults { known[fault.code, default: 0] += 1 }
    return file.faults.filter { fault in
      known[fault.code, default: 0] -= 1
      return known[fault.code, default: 0] < 0 && fault.code != .noQuestions
    }
  }
}

/// What a deck file says, and what a change must make of it.
private struct DeckOutline: Equatable {
  struct Group: Equatable {
    /// The group without its questions.
    var header: QuestionGroup
    var questions: [Question]
  }

  var groups: [Group]

  init(_ source: DeckSource) {
    groups = source.groups.map {
      Group(header: $0.group, questions: $0.questions.map(\.question))
    }
  }

  /// What the file must say after a change; `nil` when its place is not there.
  func after(_ change: DeckChange) -> DeckOutline? {
    var result = self
    switch change {
    case .add(let written, let group, let before):
      guard result.insert(written.question, in: group, before: before) else { return nil }
    case .replace(let place, let question):
      guard has(place) else { return nil }
      result.groups[place.group].questions[place.question] = question
    case .remove(let place):
      guard has(place) else { return nil }
      result.groups[place.group].questions.remove(at: place.question)
    case .move(let place, let group, var before):
      guard has(place) else { return nil }
      let question = result.groups[place.group].questions.remove(at: place.question)
      if let old = before, group == place.group, old > place.question { before = old - 1 }
      guard result.insert(question, in: group, before: before) else { return nil }
    case .rename(let group, let title):
      guard groups.indices.contains(group) else { return nil }
      result.groups[group].header = groups[group].header.with(title: title, questions: [])
    case .addGroup(let group):
      result.groups.append(
        Group(header: group.with(title: group.title, questions: []), questions: group.questions))
    }
    return result
  }

  private func has(_ place: QuestionPlace) -> Bool {
    groups.indices.contains(place.group)
      && groups[place.group].questions.indices.contains(place.question)
  }

  private mutating func insert(_ question: Question, in group: Int, before: Int?) -> Bool {
    guard groups.indices.contains(group) else { return false }
    let count = groups[group].questions.count
    guard (0...count).contains(before ?? count) else { return false }
    groups[group].questions.insert(question, at: before ?? count)
    return true
  }
}

extension QuestionGroup {
  /// The group with another title and other questions.
  func with(title: String, questions: [Question]) -> QuestionGroup {
    QuestionGroup(
      title: title, description: description, language: language, author: author,
      licence: licence, version: version, directions: directions, settings: settings,
      questions: questions, score: score)
  }
}
