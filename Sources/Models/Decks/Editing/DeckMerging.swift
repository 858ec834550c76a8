import RabbleQuestions

extension DeckSource {
  /// This deck with what another version of it has changed since an older one: both versions' changes,
  /// as far as they don't touch each other.
  ///
  /// Lines are tried first, so that whatever stands in them is kept; then questions, which may have
  /// neighbors that are new.
  ///
  /// - Parameters:
  ///   - base: what both this deck and `changed` come from.
  ///   - changed: the version whose changes come into this one.
  /// - Returns: the merged deck; `nil` where both have changed the same, or the result would have a
  ///   fault that neither had.
  public func merging(from base: DeckSource, to changed: DeckSource) -> DeckSource? {
    if bytes == base.bytes { return changed }
    if bytes == changed.bytes { return self }
    return mergingLines(from: base, to: changed) ?? mergingQuestions(from: base, to: changed)
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

  /// Makes the same changes of questions; everything else must be as it was.
  private func mergingQuestions(from base: DeckSource, to changed: DeckSource) -> DeckSource? {
    guard base.groups.map(\.group) == changed.groups.map(\.group) else { return nil }
    var result = self
    for (index, old) in base.groups.enumerated() {
      let title = old.group.title
      guard base.groups.count(where: { $0.group.title == title }) == 1,
        let number = groups.firstIndex(where: { $0.group.title == title }),
        let merged = result.merging(from: old, to: changed, index, inGroup: number)
      else { return nil }
      result = merged
    }
    return result
  }

  /// Makes in a group what the group number `index` of another version has changed.
  private func merging(
    from old: GroupSource, to changed: DeckSource, _ index: Int, inGroup number: Int
  ) -> DeckSource? {
    var result = self
    let new = changed.groups[index]
    var (before, after) = (old.questions.map(\.entry), new.questions.map(\.entry))
    while let first = before.first, first == after.first {
      before.removeFirst()
      after.removeFirst()
    }
    let prefix = old.questions.count - before.count
    while let last = before.last, last == after.last {
      before.removeLast()
      after.removeLast()
    }
    func questions() -> [DeckEntry] { result.groups[number].questions.map(\.entry) }
    // As many as before are the same questions, edited.
    let replaced = before.count == after.count ? before.count : 0
    do throws(DeckChangeError) {
      var come: [DeckEntry] = []
      for offset in after.indices {
        come.append(
          try changed.entry(at: QuestionIndex(group: index, question: prefix + offset)))
      }
      for (was, becomes) in zip(before, come).prefix(replaced) {
        let known = questions()
        guard let place = Self.onlyIndex(of: was, in: known) else { return nil }
        result = try result.applying([
          .add([becomes], toGroup: number, before: place),
          .remove(QuestionIndex(group: number, question: place + 1)),
        ])
      }
      for gone in before.dropFirst(replaced) {
        guard let index = Self.onlyIndex(of: gone, in: questions()) else { return nil }
        result = try result.applying([.remove(QuestionIndex(group: number, question: index))])
      }
      if come.count > replaced {
        let known = questions()
        // They come behind the question they stood behind, or the nearest one before that is left.
        let anchor = old.questions.prefix(prefix).reversed().lazy
          .compactMap { Self.onlyIndex(of: $0.entry, in: known) }.first
        let place = anchor.map { $0 + 1 } ?? 0
        result = try result.applying([
          .add(
            Array(come[replaced...]), toGroup: number, before: place < known.count ? place : nil)
        ])
      }
    } catch { return nil }
    return result
  }

  private static func onlyIndex(of entry: DeckEntry, in entries: [DeckEntry]) -> Int? {
    let found = entries.indices.filter { entries[$0] == entry }
    return found.count == 1 ? found[0] : nil
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
