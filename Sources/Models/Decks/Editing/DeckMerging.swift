import RabbleQuestions

extension DeckSource {
  /// This deck with what another version of it has changed since an older one: both versions' changes,
  /// as far as they don't touch each other.
  ///
  /// What becomes of a question is decided by its `QuestionID`, field by field. Lines are merged first, so
  /// that whatever stands in them is kept; where they say something else in the end, questions are.
  ///
  /// - Parameters:
  ///   - base: what both this deck and `changed` come from.
  ///   - changed: the version whose changes come into this one.
  /// - Returns: the merged deck; `nil` where both have changed the same, or the result would have a
  ///   fault that neither had.
  public func merging(from base: DeckSource, to changed: DeckSource) -> DeckSource? {
    if bytes == base.bytes { return changed }
    if bytes == changed.bytes { return self }
    let merges: [GroupMerge]?
    do throws(GroupMerge.Conflict) {
      merges = try self.merges(from: base, to: changed)
    } catch { return nil }
    if let merged = mergingLines(from: base, to: changed),
      merges?.allSatisfy({ $0.isMade(in: merged) }) ?? true
    {
      return merged
    }
    return merges.flatMap { making($0, from: changed) }
  }

  // MARK: - Lines

  private func mergingLines(from base: DeckSource, to changed: DeckSource) -> DeckSource? {
    let old = Self.lines(base.bytes)
    let mine = LineChange.all(from: old, to: Self.lines(bytes))
    let theirs = LineChange.all(from: old, to: Self.lines(changed.bytes))
    guard !mine.contains(where: { change in theirs.contains { change.touches($0) } }) else {
      return nil
    }
    var result: [UInt8] = []
    var line = 0
    for change in (mine + theirs).sorted(by: LineChange.precedes) {
      result += old[line..<change.old.lowerBound].joined()
      result += change.new.joined()
      line = change.old.upperBound
    }
    result += old[line...].joined()
    let merged = DeckLoader(sizeLimit: .max, faultLimit: .max).parseSource(result, path: file.path)
    return merged.isAsSound(as: [self, changed]) ? merged : nil
  }

  /// Whether no kind of fault is more frequent than in the worst of these versions.
  private func isAsSound(as versions: [DeckSource]) -> Bool {
    func counts(_ deck: DeckSource) -> [DeckFault.Code: Int] {
      Dictionary(deck.file.faults.map { ($0.code, 1) }, uniquingKeysWith: +)
    }
    let known = versions.map(counts)
    return counts(self).allSatisfy { code, count in
      known.contains { count <= $0[code, default: 0] }
    }
  }

  /// The lines, each with its end.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == .lineFeed {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  // MARK: - Questions

  /// What each group's questions become; `nil` where other things than questions have changed, or questions
  /// can't be told apart.
  private func merges(from base: DeckSource, to changed: DeckSource) throws(GroupMerge.Conflict)
    -> [GroupMerge]?
  {
    guard form == base.form, form == changed.form,
      base.groups.map(\.header) == changed.groups.map(\.header)
    else { return nil }
    var result: [GroupMerge] = []
    for (index, old) in base.groups.enumerated() {
      guard base.onlyGroup(old.group.title) == index,
        let number = onlyGroup(old.group.title),
        let was = IdentifiedEntries(old), let mine = IdentifiedEntries(groups[number]),
        let becomes = IdentifiedEntries(changed.groups[index])
      else { return nil }
      result.append(
        try GroupMerge(title: old.group.title, number: index, was: was, mine: mine, becomes))
    }
    return result
  }

  /// Makes the changes of questions that come from another version; `nil` if there are none, or they
  /// can't be made.
  private func making(_ merges: [GroupMerge], from changed: DeckSource) -> DeckSource? {
    if merges.allSatisfy(\.isEmpty) { return nil }
    do throws(DeckChangeError) {
      var edits: [TextEdit] = []
      for merge in merges where !merge.replaced.isEmpty {
        let places = places(in: merge.title)
        for (id, new) in merge.replaced {
          guard let place = places[id], let source = merge.place(ofNew: new),
            let literal = try changed.entry(at: source).literal
          else { return nil }
          edits.append(replacing(place, by: literal))
        }
      }
      var result = try applying(edits)
      for merge in merges {
        for (id, question) in merge.combined {
          guard let place = result.places(in: merge.title)[id] else { return nil }
          result = try result.applying([.replace(place, by: question)])
        }
        for id in merge.gone {
          guard let place = result.places(in: merge.title)[id] else { return nil }
          result = try result.applying([.remove(place)])
        }
      }
      for merge in merges {
        for run in merge.come {
          var entries: [DeckEntry] = []
          for place in run.compactMap(merge.place) { entries.append(try changed.entry(at: place)) }
          guard let group = result.onlyGroup(merge.title) else { return nil }
          let before = merge.place(for: run, among: result.groups[group])
          result = try result.applying([.add(entries, toGroup: group, before: before)])
        }
      }
      let isMerged = merges.allSatisfy { $0.isMade(in: result) }
      return isMerged && result.isAsSound(as: [self, changed]) ? result : nil
    } catch { return nil }
  }

  private func replacing(_ place: QuestionIndex, by literal: DeckEntry.Literal) -> TextEdit {
    switch form {
    case .json:
      TextEdit(groups[place.group].questions[place.question].span.range, literal.text)
    case .markdown: markdownEdit(of: place, by: literal)
    }
  }

  private func places(in title: String) -> [QuestionID: QuestionIndex] {
    guard let group = onlyGroup(title), let entries = IdentifiedEntries(groups[group]) else {
      return [:]
    }
    return entries.numbers.mapValues { QuestionIndex(group: group, question: $0) }
  }

  /// The group of a title, if no other has it.
  fileprivate func onlyGroup(_ title: String) -> Int? {
    let found = groups.indices.filter { groups[$0].group.title == title }
    return found.count == 1 ? found[0] : nil
  }
}

extension GroupSource {
  /// The group with all that is said of it but its questions.
  fileprivate var header: DeckGroup {
    var header = content
    header.entries = []
    return header
  }
}

/// A group's questions by what they are known by.
private struct IdentifiedEntries {
  /// The ids in the order of the file.
  let ids: [QuestionID]
  /// Their numbers in that order.
  private(set) var numbers: [QuestionID: Int] = [:]
  private(set) var entries: [QuestionID: DeckEntry] = [:]

  /// The questions of a group; `nil` if two are known by the same.
  init?(_ group: GroupSource) {
    ids = group.questions.map { QuestionID(of: $0.question, inGroup: group.group.title) }
    for (number, (id, question)) in zip(ids, group.questions).enumerated() {
      numbers[id] = number
      entries[id] = question.entry
    }
    if entries.count < ids.count { return nil }
  }
}

/// What becomes of a group's questions when the changes of another version come into it.
private struct GroupMerge {
  /// Both versions have changed the same.
  struct Conflict: Error {}

  let title: String
  /// Questions that are others in their place, with what the other version knows them by.
  private(set) var replaced: [(id: QuestionID, new: QuestionID)] = []
  /// Questions of which both versions have changed something.
  private(set) var combined: [(id: QuestionID, question: Question)] = []
  private(set) var gone: [QuestionID] = []
  /// Questions that come, each run of them to one place.
  private(set) var come: [[QuestionID]] = []
  private let number: Int
  private let becomes: IdentifiedEntries
  private var result: [QuestionID: DeckEntry]

  var isEmpty: Bool { replaced.isEmpty && combined.isEmpty && gone.isEmpty && come.isEmpty }

  /// Makes the merge of a group that has a `number` in the other version.
  init(
    title: String, number: Int, was: IdentifiedEntries, mine: IdentifiedEntries,
    _ becomes: IdentifiedEntries
  ) throws(Conflict) {
    self.title = title
    self.number = number
    self.becomes = becomes
    result = mine.entries
    for id in was.ids {
      let (old, own) = (was.entries[id], mine.entries[id])
      guard let old, let new = becomes.entries[id], new != old else { continue }
      guard let own else { throw Conflict() }
      if own == new { continue }
      let merged = try Self.merged(old, own, new)
      result[id] = merged
      if merged == new {
        replaced.append((id, id))
      } else if merged != own {
        combined.append((id, merged.question))
      }
    }
    // As many as went between two questions that stay are the same ones, edited.
    let old = Self.gaps(of: was, besides: becomes)
    let new = Self.gaps(of: becomes, besides: was)
    for id in was.ids where becomes.entries[id] == nil {
      guard mine.entries[id] == was.entries[id] else { throw Conflict() }
      result[id] = nil
    }
    for id in becomes.ids where was.entries[id] == nil {
      if let own = mine.entries[id], own != becomes.entries[id] { throw Conflict() }
      result[id] = becomes.entries[id]
    }
    for (gap, ids) in old {
      let others = new[gap] ?? []
      if ids.count == others.count, others.allSatisfy({ mine.entries[$0] == nil }) {
        replaced += zip(ids, others).map { ($0, $1) }
      } else {
        gone += ids
      }
    }
    let known = Set(replaced.map(\.new)).union(mine.ids)
    var isRun = false
    for id in becomes.ids {
      let comes = was.entries[id] == nil && !known.contains(id)
      if comes, isRun {
        come[come.count - 1].append(id)
      } else if comes {
        come.append([id])
      }
      isRun = comes
    }
  }

  /// The questions that others don't have, by the one before them that both have.
  private static func gaps(of entries: IdentifiedEntries, besides others: IdentifiedEntries)
    -> [QuestionID?: [QuestionID]]
  {
    var result: [QuestionID?: [QuestionID]] = [:]
    var last: QuestionID?
    for id in entries.ids {
      if others.entries[id] == nil { result[last, default: []].append(id) } else { last = id }
    }
    return result
  }

  /// A question with what two versions have changed of it.
  private static func merged(_ old: DeckEntry, _ mine: DeckEntry, _ theirs: DeckEntry)
    throws(Conflict) -> DeckEntry
  {
    if mine == old { return theirs }
    guard theirs.extras == old.extras, theirs.silenced == old.silenced else { throw Conflict() }
    var result = mine
    for field in Question.Field.allCases {
      let (was, becomes) = (old.question.texts(field), theirs.question.texts(field))
      if was.isSame(as: becomes) { continue }
      let own = mine.question.texts(field)
      guard own.isSame(as: was) || own.isSame(as: becomes) else { throw Conflict() }
      result.question.copy(field, from: theirs.question)
    }
    return result
  }

  /// Where a question stands in the other version.
  func place(ofNew id: QuestionID) -> QuestionIndex? {
    becomes.numbers[id].map { QuestionIndex(group: number, question: $0) }
  }

  /// The number of the question that some come before: they come beside the nearest of their neighbors in the
  /// other version that is there.
  func place(for run: [QuestionID], among group: GroupSource) -> Int? {
    guard let entries = IdentifiedEntries(group), let first = run.first,
      let start = becomes.numbers[first]
    else { return nil }
    for distance in 1...max(1, becomes.ids.count) {
      let (above, below) = (start - distance, start + run.count - 1 + distance)
      if above >= 0, let index = entries.numbers[becomes.ids[above]] {
        return index + 1 < entries.ids.count ? index + 1 : nil
      }
      if below < becomes.ids.count, let index = entries.numbers[becomes.ids[below]] {
        return index
      }
    }
    return nil
  }

  /// Whether a deck has the questions that the merge makes.
  func isMade(in deck: DeckSource) -> Bool {
    guard let group = deck.onlyGroup(title),
      let entries = IdentifiedEntries(deck.groups[group])
    else { return false }
    return entries.entries == result
  }
}

/// Lines that are others in a newer version.
private struct LineChange {
  /// Which lines of the old version.
  let old: Range<Int>
  /// What stands in their place.
  let new: ArraySlice<ArraySlice<UInt8>>

  /// Whether both change the same line, or put lines at the same place.
  func touches(_ other: LineChange) -> Bool {
    if old.isEmpty && other.old.isEmpty { return old.lowerBound == other.old.lowerBound }
    if old.isEmpty {
      return other.old.lowerBound < old.lowerBound && old.lowerBound < other.old.upperBound
    }
    if other.old.isEmpty { return other.touches(self) }
    return old.overlaps(other.old)
  }

  /// What is put before a line comes before what is put in its place.
  static func precedes(_ left: LineChange, _ right: LineChange) -> Bool {
    (left.old.lowerBound, left.old.upperBound) < (right.old.lowerBound, right.old.upperBound)
  }

  /// Lines of which more are taken for one change: telling them apart takes the square of their
  /// number.
  private static let mostLines = 4000

  /// The changes from one version to another, in their order.
  static func all(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [LineChange] {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    guard start < oldEnd || start < newEnd else { return [] }
    guard oldEnd - start + newEnd - start <= mostLines else {
      return [LineChange(old: start..<oldEnd, new: new[start..<newEnd])]
    }
    let difference = new[start..<newEnd].difference(from: old[start..<oldEnd])
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(start + offset)
      case .insert(let offset, _, _): inserted.insert(start + offset)
      }
    }
    var changes: [LineChange] = []
    var (i, j) = (start, start)
    while i < oldEnd || j < newEnd {
      let (from, to) = (i, j)
      while i < oldEnd, removed.contains(i) { i += 1 }
      while j < newEnd, inserted.contains(j) { j += 1 }
      if from < i || to < j {
        changes.append(LineChange(old: from..<i, new: new[to..<j]))
      } else {
        i += 1
        j += 1
      }
    }
    return changes
  }
}
