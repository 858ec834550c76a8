import Foundation
import Testing

/// What `--help` shows.
struct HelpTests {
  /// The commands, by the names that lead to them, and what they take, as the parser tells its tools.
  private static func commands() throws -> [(names: [String], options: [String])] {
    struct Dump: Decodable {
      struct Name: Decodable {
        let kind, name: String
      }
      struct Argument: Decodable {
        let names: [Name]?
      }
      struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?
      }
      let command: Command
    }
    let text = try Program().run(["--experimental-dump-help"]).output
    func leaves(_ command: Dump.Command, _ names: [String]) -> [(
      names: [String], options: [String]
    )] {
      let children = (command.subcommands ?? []).filter { $0.commandName != "help" }
      let options = (command.arguments ?? []).flatMap { $0.names ?? [] }
        .map { ($0.kind == "long" ? "--" : "-") + $0.name }
      return [(names, options)]
        + children.flatMap { leaves($0, names + [$0.commandName]) }
    }
    return leaves(try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command, [])
  }

  @Test
  func
    `the help of the program has at most 45 lines, that of a command 30, with its examples last`()
    throws
  {
    let program = try Program()
    let commands = try Self.commands()
    try #require(commands.count > 40)
    for (names, _) in commands + [(["filters"], [])] {
      let lines = try program.run(["help"] + names).lines
      #expect(lines.count <= (names.isEmpty ? 45 : 30), "\(names): \(lines.count)")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(names)")
      guard names.count == 2 || ["study", "today", "stats"].contains(names.first) else { continue }
      let examples = try #require(lines.lastIndex(of: "Examples:"), "\(names)")
      #expect(lines[(examples + 1)...].allSatisfy { $0.hasPrefix("  rabble ") }, "\(names)")
    }
  }

  @Test func `every option that is accepted is in the help, those of all commands in one place`()
    throws
  {
    let program = try Program()
    let whole = try program.run(["--help"]).output
    for (names, options) in try Self.commands() {
      let help = try program.run(names + ["--help"])
      #expect(help.ending == .exited(0))
      for option in options where !["--help", "-h"].contains(option) {
        let isCommon = whole.contains("  \(option) ")
        #expect(
          help.output.contains("\(option)") != isCommon || names.isEmpty, "\(names) \(option)")
      }
    }
  }

  @Test(arguments: [
    ("suspend", "card suspend"), ("import", "deck import` or `log import"),
    ("backup", "log backup"),
    ("simulate", "preset simulate"), ("stdy", "study"), ("optimise", "preset optimize"),
  ])
  func `a verb without its noun is told the whole command`(word: String, command: String) throws {
    for options in [[], ["--plain", "--seed", "1"]] {
      let outcome = try Program().run(options + [word, "x"])
      #expect(outcome.ending == .exited(2))
      #expect(outcome.errors.contains("Did you mean `\(command)`?"), "\(outcome.errors)")
    }
  }
}
