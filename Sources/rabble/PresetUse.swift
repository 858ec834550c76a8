import ArgumentParser
import RabbleDecks
import RabbleScheduling
import RabbleScreens
import RabbleStorage

/// `rabble preset use`: gives groups a preset.
struct PresetUse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Give groups or whole courses a preset.",
    discussion: """
      With --retention the groups wish for that desired retention themselves and share the rest; \
      without, they go by the preset's. `rabble preset use default GROUP` gives them back.
      """)

  @Option(
    help: ArgumentHelp(
      "The desired retention of these groups themselves, 0.5 to 0.99.", valueName: "share"),
    transform: PresetText.retention)
  var retention: Double?

  @OptionGroup var options: CommonOptions

  @Argument(help: "The preset.")
  var preset: String

  @Argument(
    help: ArgumentHelp("Groups and courses, by title or its beginning.", valueName: "group"))
  var groups: [String]

  func run() throws {
    let library = try Library.open(options)
    let book = try library.log.presets()
    guard book.preset(named: preset) != nil else {
      throw PresetError.unknown(preset, names: book.presets.map(\.name))
    }
    let choices = try GroupChoice.choose(
      groups, among: library.loaded.map(\.title),
      courses: library.courses.map { ($0.title, $0.groups.map(\.title)) }
    ).get()
    var titles: [String] = []
    for choice in choices {
      let more =
        switch choice {
        case .course(let index): library.courses[index].groups.map(\.title)
        case .group(let index): [library.loaded[index].title]
        }
      titles += more.filter { !titles.contains($0) }
    }
    let (_, moved) = try library.log.change(
      .use(preset: preset, retention: retention, groups: titles), at: options.clock.now())
    let who =
      titles.count == 1 ? "“\(titles[0])” uses" : "\(titles.count) groups use"
    try OutputFile.write(
      "\(who) the preset “\(preset)” now. \(PresetSet.outcome(moved))".printable + "\n")
  }
}

/// What keeps a preset from being used.
enum PresetError: Error, CustomStringConvertible {
  case unknown(String, names: [String])

  var description: String {
    switch self {
    case .unknown(let name, let names):
      "there is no preset “\(name)”; `rabble preset set NAME` makes one. There "
        + (names.count == 1 ? "is " : "are ")
        + names.map { "“\($0)”" }.joined(separator: ", ") + "."
    }
  }
}
