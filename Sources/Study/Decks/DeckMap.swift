import RabbleControllers
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
  ///   - folds: whether groups that need no attention are lines instead of rows.
  /// - Returns: the groups of no course, and those of each course.
  /// - Throws: `UnknownGroup`, or an error of the review log.
  package func deckMap(_ names: [String] = [], folds: Bool = false) throws -> [GroupListScreen] {
    let sections = try sections(names)
    let planned = Set(try plan().groups.map(\.id))
    return sections.map { course, standings in
      let outline = course.map { course in
        GroupListScreen.Outline(
          title: course.title,
          start: planned.isSuperset(of: course.path.map(\.id))
            ? nil : "rabble study \(course.title.shellQuoted)")
      }
      return folds && names.isEmpty
        ? GroupListScreen(folding: standings, of: outline)
        : GroupListScreen(standings, of: outline)
    }
  }

  /// The same as one table in which each group has its course, for programs.
  ///
  /// - Throws: as ``deckMap(_:folds:)``.
  package func deckList(_ names: [String] = []) throws -> ReportTable {
    ReportTable(
      list: try sections(names).flatMap { course, standings in
        standings.map { (course?.title, $0) }
      })
  }

  /// Where the learner stands with the wanted groups: first those of no course, then those of each course.
  private func sections(_ names: [String]) throws -> [(
    course: StudyCourse?, standings: [StepStanding]
  )] {
    let wanted = names.isEmpty ? nil : Set(try plan(names).groups.map(\.id))
    func isWanted(_ group: StoredGroup) -> Bool { wanted?.contains(group.id) ?? true }
    let now = surroundings.now()
    let inCourses = Set(courses.flatMap { $0.groups.map(\.id) })
    let others = groups.filter { !inCourses.contains($0.id) && isWanted($0) }
    var sections: [(course: StudyCourse?, standings: [StepStanding])] = []
    if !others.isEmpty || courses.isEmpty {
      let counts = try log.read { try $0.groups.counts(of: others, at: now) }
      let knowledge = try log.read { try $0.groups.knowledge(of: others, at: now) }
      sections.append(
        (nil, zip(counts, knowledge).map { StepStanding(counts: $0, knowledge: $1, waitsFor: []) }))
    }
    for course in courses where course.groups.contains(where: isWanted) {
      let standings = try standings(in: course)
      sections.append(
        (course, standings.indices.filter { isWanted(course.groups[$0]) }.map { standings[$0] }))
    }
    return sections
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
