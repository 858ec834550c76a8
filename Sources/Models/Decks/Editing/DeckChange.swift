import RabbleQuestions
import RabbleText

/// One thing that changes in a deck file; everything else stays as its author wrote it, to the byte.
public enum DeckChange: Hashable, Sendable {
  /// Questions come into a group, before the question that has this number now, or behind all.
  case add([DeckEntry], toGroup: Int, before: Int? = nil)
  /// A question reads otherwise from now on, and is written in canonical form, with its comments and the
  /// keys that no deck knows. `extras` come besides, unless there is a value under their key.
  case replace(QuestionIndex, by: Question, extras: [DeckExtra] = [])
  /// A question goes.
  case remove(QuestionIndex)
  /// A question goes to a group of the file, before the question that has this number now, or
  /// behind all.
  case move(QuestionIndex, toGroup: Int, before: Int? = nil)
  /// A group has another title.
  case rename(group: Int, to: String)
  /// Groups come at the end of the file, which may be empty.
  case addGroups([DeckGroup])
}

/// Which question of a file is meant, counted from 0 among all that stand there.
public struct QuestionIndex: Hashable, Sendable {
  /// The number of the group.
  public let group: Int
  /// The number of the question in the group.
  public let question: Int

  /// Makes an index.
  public init(group: Int, question: Int) {
    self.group = group
    self.question = question
  }
}

/// Why a deck was not changed. Nothing was written then.
public enum DeckChangeError: Error, Hashable, Sendable {
  /// The file can't be read as a deck: its first fault.
  case unusable(DeckFault)
  /// The group or question is not there.
  case notThere(path: String)
  /// The changed deck would have faults that it does not have now.
  case faulty([DeckFault])
  /// The changed deck would not read as it should: what was to be written can't be.
  case notAsIntended(path: String)
  /// What would change is written in a way that can't be changed by itself.
  case unwritable(path: String, reason: String)
}

extension DeckChangeError: CustomStringConvertible {
  /// What happened and what to do, in a sentence.
  public var description: String {
    switch self {
    case .unusable(let fault):
      "\(fault); fix the file first."
    case .notThere(let path):
      "\(Quoting.visible(path)): The group or question is no longer there; look it up again."
    case .faulty(let faults):
      "Nothing was changed, because the deck would have a new problem: "
        + faults.map(\.description).joined(separator: "; ") + "."
    case .notAsIntended(let path):
      "\(Quoting.visible(path)): Nothing was changed, because the file would not read back as "
        + "intended; edit it with `rabble deck edit`."
    case .unwritable(let path, let reason):
      "\(Quoting.visible(path)): Nothing was changed: \(reason)."
    }
  }
}

extension DeckSource {
  /// The deck as it is after changes, one after the other; each counts groups and questions as the
  /// one before has left them. What comes of them is read again, and must say exactly what was
  /// intended.
  ///
  ///     let index = QuestionIndex(group: 0, question: 3)
  ///     let changed = try source.applying([.remove(index)])
  ///     // write changed.bytes in place of source.bytes
  ///
  /// - Throws: ``DeckChangeError``.
  public func applying(_ changes: [DeckChange]) throws(DeckChangeError) -> DeckSource {
    var result = self
    var rest = changes[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(result.batchCount(of: rest)))
      do throws(DeckChangeError) {
        result = try result.applyingAtOnce(batch)
      } catch {
        guard batch.count > 1 else { throw error }
        for change in batch { result = try result.applyingAtOnce([change]) }
      }
      rest = rest.dropFirst(batch.count)
    }
    return result
  }

  /// A question as it stands, to be put into another deck.
  ///
  /// - Throws: ``DeckChangeError/notThere(path:)``.
  public func entry(at index: QuestionIndex) throws(DeckChangeError) -> DeckEntry {
    guard has(index) else { throw .notThere(path: file.path) }
    let entry = groups[index.group].questions[index.question].entry
    let literal = form == .json ? jsonLiteral(of: index) : markdownLiteral(of: index)
    return DeckEntry(
      entry.question, extras: entry.extras, silenced: entry.silenced, literal: literal)
  }

  func has(_ index: QuestionIndex) -> Bool {
    groups.indices.contains(index.group)
      && groups[index.group].questions.indices.contains(index.question)
  }

  // MARK: - Applying

  /// How many of the changes, at least one, can be written at once: none moves what another one is
  /// about.
  private func batchCount(of changes: ArraySlice<DeckChange>) -> Int {
    var replaced: Set<QuestionIndex> = []
    var extended: Set<Int> = []
    for (number, change) in changes.enumerated() {
      switch change {
      case .replace(let index, _, _) where has(index) && replaced.insert(index).inserted: continue
      case .add(_, let group, nil)
      where groups.indices.contains(group) && extended.insert(group).inserted:
        continue
      case .addGroups: return number + 1
      default: return max(1, number)
      }
    }
    return changes.count
  }

  private func applyingAtOnce(_ changes: [DeckChange]) throws(DeckChangeError) -> DeckSource {
    let keepsOut = { (fault: DeckFault) in fault.isFatal || fault.code == .mergeConflict }
    if let fault = file.faults.first(where: { keepsOut($0) && !$0.isOfEmptyFile }) {
      throw .unusable(fault)
    }
    var intended = DeckOutline(self)
    for change in changes {
      guard intended.apply(change) else { throw .notThere(path: file.path) }
    }
    if form == .markdown, let fault = emptyText(in: changes) { throw .faulty([fault]) }
    let result: DeckSource
    if case .move(let index, let group, let before)? = changes.first {
      result = try moving(index, toGroup: group, before: before)
    } else {
      result = try applying(edits(for: changes))
    }
    let faults = result.newFaults(since: self)
    if !faults.isEmpty { throw .faulty(faults) }
    guard DeckOutline(result) == intended, result.keepsExtras(changes, from: self) else {
      throw .notAsIntended(path: file.path)
    }
    return result
  }

  /// The fault of a text that every question has and one that comes has not; a line of Markdown
  /// without it would be read as something else.
  private func emptyText(in changes: [DeckChange]) -> DeckFault? {
    for change in changes {
      let come: (group: Int, first: Int, questions: [Question]) =
        switch change {
        case .add(let entries, let group, let before):
          (group, before ?? groups[group].questions.count, entries.map(\.question))
        case .replace(let index, let question, _): (index.group, index.question, [question])
        default: (0, 0, [])
        }
      for (offset, question) in come.questions.enumerated()
      where question.prompt.isBlank || question.answer.isBlank {
        let field: Question.Field = question.prompt.isBlank ? .prompt : .answer
        return DeckFault(
          path: file.path,
          location: FaultLocation(
            group: groups[come.group].group.title, groupNumber: come.group + 1,
            question: come.first + offset + 1),
          kind: .emptyText(key: field.key), consequence: .questionSkipped)
      }
    }
    return nil
  }

  /// Whether the questions that are replaced have the comments, keys and silenced rules they had; those of an
  /// example may go with it.
  private func keepsExtras(_ changes: [DeckChange], from old: DeckSource) -> Bool {
    changes.allSatisfy { change in
      guard case .replace(let index, let question, _) = change else { return true }
      guard has(index) else { return false }
      let (now, was) = (
        groups[index.group].questions[index.question].entry,
        old.groups[index.group].questions[index.question].entry
      )
      let kept = was.extras.filter { $0.owner == nil || question.example != nil }
      return now.silenced == was.silenced && now.extras.filter(Set(kept).contains) == kept
    }
  }

  private func moving(_ index: QuestionIndex, toGroup group: Int, before: Int?)
    throws(DeckChangeError) -> DeckSource
  {
    let moved = try entry(at: index)
    let rest = try applying(edits(for: [.remove(index)]))
    let isBehind = group == index.group && (before ?? 0) > index.question
    let target = isBehind ? before.map { $0 - 1 } : before
    return try rest.applying(rest.edits(for: [.add([moved], toGroup: group, before: target)]))
  }

  private func edits(for changes: [DeckChange]) throws(DeckChangeError) -> [TextEdit] {
    switch form {
    case .json: try jsonEdits(for: changes)
    case .markdown: try markdownEdits(for: changes)
    }
  }

  func applying(_ edits: [TextEdit]) throws(DeckChangeError) -> DeckSource {
    do throws(TextEdit.Failure) {
      let bytes = try TextEdit.apply(edits, to: bytes)
      return DeckLoader(sizeLimit: .max, faultLimit: .max).parseSource(bytes, path: file.path)
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

extension DeckFault {
  /// Whether it says that there is nothing in the file yet, which a change may end.
  public var isOfEmptyFile: Bool { code == .empty || code == .noGroups }
}

/// What a deck file says, and what a change must make of it.
private struct DeckOutline: Equatable {
  struct Group: Equatable {
    /// The group without its questions.
    var header: QuestionGroup
    var questions: [Question]
  }

  private var groups: [Group]

  init(_ source: DeckSource) {
    groups = source.groups.map {
      Group(header: $0.group, questions: $0.questions.map(\.question))
    }
  }

  /// Makes it what the file must say after a change; `false` when what it is about is not there.
  mutating func apply(_ change: DeckChange) -> Bool {
    switch change {
    case .add(let entries, let group, let before):
      return insert(entries.map(\.question), in: group, before: before)
    case .replace(let index, let question, _):
      guard has(index) else { return false }
      groups[index.group].questions[index.question] = question
    case .remove(let index):
      guard has(index) else { return false }
      groups[index.group].questions.remove(at: index.question)
    case .move(let index, let group, var before):
      guard has(index) else { return false }
      let question = groups[index.group].questions.remove(at: index.question)
      if let old = before, group == index.group, old > index.question { before = old - 1 }
      return insert([question], in: group, before: before)
    case .rename(let group, let title):
      guard groups.indices.contains(group) else { return false }
      groups[group].header.title = title
    case .addGroups(let added):
      groups += added.map { Group(header: $0.header, questions: $0.entries.map(\.question)) }
    }
    return true
  }

  private func has(_ index: QuestionIndex) -> Bool {
    groups.indices.contains(index.group)
      && groups[index.group].questions.indices.contains(index.question)
  }

  private mutating func insert(_ questions: [Question], in group: Int, before: Int?) -> Bool {
    guard groups.indices.contains(group) else { return false }
    let count = groups[group].questions.count
    guard (0...count).contains(before ?? count) else { return false }
    groups[group].questions.insert(contentsOf: questions, at: before ?? count)
    return true
  }
}
