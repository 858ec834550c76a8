import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

// The map of all decks: the groups with what there is to study in each, and the path of each course.

extension Library {
  /// The groups and courses with what there is to study in each.
  ///
  /// - Parameters:
  ///   - names: only these groups and courses, by title or an unambiguous prefix; all without any.
  ///   - folds: whether what lies behind and far ahead on the path of a course is one line, and a course
  ///     that was not started, too.
  /// - Returns: a table of the groups of no course, and one of each course.
  /// - Throws: `UnknownGroup`, or an error of the review log.
  package func deckMap(_ names: [String] = [], folds: Bool = false) throws -> [ReportTable] {
    let wanted = names.isEmpty ? nil : Set(try plan(names).groups.map(\.id))
    func isWanted(_ group: StoredGroup) -> Bool { wanted?.contains(group.id) ?? true }
    let now = surroundings.now()
    let inCourses = Set(courses.flatMap { $0.groups.map(\.id) })
    let others = groups.filter { !inCourses.contains($0.id) && isWanted($0) }
    var tables: [ReportTable] = []
    if !others.isEmpty || courses.isEmpty {
      tables.append(ReportTable(try log.read { try $0.groups.counts(of: others, at: now) }))
    }
    let planned = Set(try plan().groups.map(\.id))
    for course in courses where course.groups.contains(where: isWanted) {
      let isStudied = planned.isSuperset(of: course.path.map(\.id))
      let standings = try standings(in: course)
        .enumerated().filter { isWanted(course.groups[$0.offset]) }.map(\.element)
      let lines =
        folds && wanted == nil
        ? FoldedMap.lines(standings, isStarted: isStudied) : standings.map { ($0, nil) }
      let invitation = " (not started; start it with `rabble study \(course.title.shellQuoted)`)"
      tables.append(
        ReportTable(course: course.title + (isStudied ? "" : invitation), steps: lines))
    }
    return tables
  }

  /// The same as one table in which each group has its course, for programs.
  ///
  /// - Throws: as ``deckMap(_:folds:)``.
  package func deckList(_ names: [String] = []) throws -> ReportTable {
    let wanted = names.isEmpty ? nil : Set(try plan(names).groups.map(\.id))
    let now = surroundings.now()
    let inCourses = Set(courses.flatMap { $0.groups.map(\.id) })
    let others = groups.filter { !inCourses.contains($0.id) && wanted?.contains($0.id) ?? true }
    let counts = try log.read { try $0.groups.counts(of: others, at: now) }
    let knowledge = try log.read { try $0.groups.knowledge(of: others, at: now) }
    var rows: [(course: String?, standing: StepStanding)] = zip(counts, knowledge).map {
      (nil, StepStanding(counts: $0, knowledge: $1, waitsFor: []))
    }
    for course in courses {
      for (index, standing) in try standings(in: course).enumerated()
      where wanted?.contains(course.groups[index].id) ?? true {
        rows.append((course.title, standing))
      }
    }
    return ReportTable(list: rows)
  }

  /// Where the learner stands with each group of a course.
  private func standings(in course: StudyCourse) throws -> [StepStanding] {
    let now = surroundings.now()
    let counts = try log.read { try $0.groups.counts(of: course.groups, at: now) }
    let knowledge = try log.read { try $0.groups.knowledge(of: course.groups, at: now) }
    let known = Set(zip(course.groups, knowledge).filter { $1.isKnown }.map(\.0.id))
    let steps = try course.steps.indices.map { index in
      let step = course.steps[index]
      let isUnlocked = try log.read { try $0.groups.hasStarted([step.group]) }
      return StepStanding(
        counts: counts[index], knowledge: knowledge[index],
        waitsFor: isUnlocked
          ? [] : step.prerequisites.filter { !known.contains($0.id) }.map(\.label))
    }
    let optional = course.optional.indices.map { index in
      let place = course.steps.count + index
      return StepStanding(
        counts: counts[place], knowledge: knowledge[place], waitsFor: [], isOptional: true)
    }
    return steps + optional
  }
}

/// The map of a course in few lines.
private enum FoldedMap {
  /// A group, or several as one, and what holds of all of several; `nil` for a single one.
  typealias Line = (standing: StepStanding, path: String?)

  /// The fewest groups in a row that become one line.
  private static let fewestFolded = 3

  /// The steps with those in a row that are all known, all locked or all optional, or all of a course that
  /// was not started, as one.
  static func lines(_ steps: [StepStanding], isStarted: Bool) -> [Line] {
    guard isStarted else {
      guard !steps.isEmpty else { return [] }
      let unlocked = steps.count { !$0.isOptional && $0.waitsFor.isEmpty }
      return [sum(of: steps, "", path: "\(unlocked) of \(steps.count) unlocked")]
    }
    var result: [Line] = []
    var rest = steps[...]
    while let first = rest.first {
      let kind = Kind(first)
      let run = rest.prefix { Kind($0) == kind }
      rest = rest.dropFirst(run.count)
      if kind == .open || run.count < fewestFolded {
        result += run.map { ($0, nil) }
      } else {
        result.append(sum(of: Array(run), kind.rawValue + " ", path: kind.rawValue))
      }
    }
    return result
  }

  private enum Kind: String {
    case known, open, locked, optional

    init(_ step: StepStanding) {
      self =
        step.isOptional
        ? .optional : !step.waitsFor.isEmpty ? .locked : step.knowledge.isKnown ? .known : .open
    }
  }

  private static func sum(of steps: [StepStanding], _ kind: String, path: String) -> Line {
    func total(_ path: (GroupCounts) -> Int) -> Int { steps.reduce(0) { $0 + path($1.counts) } }
    let standing = StepStanding(
      counts: GroupCounts(
        title: "… \(NumberText.count(steps.count, "\(kind)group"))",
        questions: total(\.questions), cards: total(\.cards), new: total(\.new),
        learning: total(\.learning), due: total(\.due),
        score: Score(correct: total(\.score.correct), incorrect: total(\.score.incorrect))),
      knowledge: GroupKnowledge(
        questions: steps.reduce(0) { $0 + $1.knowledge.questions },
        retrievabilities: steps.flatMap(\.knowledge.retrievabilities)),
      waitsFor: [])
    return (standing, path)
  }
}
