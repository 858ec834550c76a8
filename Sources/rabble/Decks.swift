import ArgumentParser
import RabbleControllers
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleTerminal

/// `rabble decks`: the groups with what there is to study in each, and the path of each course.
struct Decks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decks",
    abstract: "List the groups with their new, learning and due cards and the accuracy.",
    discussion: """
      The groups of a course stand in the order in which they are learned, with the share of their \
      questions that you would remember now. A group is open, so that it gives new cards, when all \
      it builds on is known, which is from \(known) on; `rabble study GROUP` studies it at any time.
      """)

  @OptionGroup var options: CommonOptions

  func run() throws {
    let library = try Library.open(options)
    let inCourses = Set(library.courses.flatMap { $0.groups.map(\.id) })
    let others = library.loaded.filter { !inCourses.contains($0.id) }
    var tables: [ReportTable] = []
    if !others.isEmpty || library.courses.isEmpty {
      tables.append(ReportTable(try library.log.counts(of: others, at: options.clock.now())))
    }
    for course in library.courses { tables.append(try path(of: course, in: library)) }
    try OutputFile.write(TableText.text(tables))
  }

  private func path(of course: StudyCourse, in library: Library) throws -> ReportTable {
    let now = options.clock.now()
    let counts = try library.log.counts(of: course.groups, at: now)
    let knowledge = try library.log.knowledge(of: course.groups, at: now)
    let known = Set(zip(course.groups, knowledge).filter { $1.isKnown }.map(\.0.id))
    let steps = course.steps.indices.map { index in
      StepStanding(
        counts: counts[index], knowledge: knowledge[index],
        waitsFor: course.steps[index].after.filter { !known.contains($0.id) }.map(\.title))
    }
    let isStudied = Set(library.plan.groups.map(\.id)).isSuperset(of: course.groups.map(\.id))
    let invitation = " (not begun; rabble study \"\(course.title)\" begins it)"
    return ReportTable(course: course.title + (isStudied ? "" : invitation), steps: steps)
  }

  private static let known = "\(Int((GroupKnowledge.known * 100).rounded()))%"
}

/// `rabble due`: whether there is something to study, for prompts and scripts.
struct Due: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Tell how many cards there are to study now; exit 1 when there are none.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var limits: Limits

  @Flag(help: "Print the number only.")
  var count = false

  @Argument(
    help: ArgumentHelp("Groups and courses, by title or its beginning.", valueName: "group"))
  var groups: [String] = []

  func run() throws {
    let library = try Library.open(options, choosing: groups)
    let entries = try library.log.queue(
      of: library.plan.groups, after: library.plan.prerequisites,
      newPerDay: limits.newPerDay ?? library.settings.newPerDay, at: options.clock.now())
    let waiting = DueCards(entries, at: options.clock.now())
    if count {
      try OutputFile.write("\(waiting.total)\n")
    } else {
      try OutputFile.write(
        "\(waiting.total) to study: \(waiting.reviews) due, \(waiting.learning) learning, "
          + "\(waiting.new) new\n")
    }
    if waiting.total == 0 { throw ExitCode(1) }
  }
}
