import ArgumentParser

/// What a command line asks for: a command, and the arguments that it takes.
struct Invocation {
  /// The names that lead to it: `["card", "suspend"]`.
  private(set) var names: [String] = []
  /// It; the usual verb of a noun that stands alone.
  private(set) var command: any ParsableCommand.Type = Rabble.self
  /// Whether that verb, or `study`, was left out.
  private(set) var isImplied = false
  /// Its arguments. Common options that stood before the names come first.
  let arguments: [String]
  /// The first of them behind those options; it may be a mistyped name.
  let word: String?

  init(_ all: [String]) {
    let options = Self.commonOptions(leading: all)
    var rest = all[options.endIndex...]
    while let name = rest.first, let next = Self.subcommand(name, of: command) {
      names.append(name)
      command = next
      rest.removeFirst()
    }
    while let usual = command.configuration.defaultSubcommand {
      command = usual
      isImplied = true
    }
    word = rest.first
    arguments = Array(options + rest)
  }

  /// The command of a name.
  static func subcommand(
    _ name: String, of command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0.configuration.commandName == name }
  }

  /// The command of these names; `nil` where there is none.
  static func command(_ names: some Sequence<String>) -> (any ParsableCommand.Type)? {
    var command: any ParsableCommand.Type = Rabble.self
    for name in names {
      guard let next = subcommand(name, of: command) else { return nil }
      command = next
    }
    return command
  }

  /// What the learner typed of the command: `rabble card suspend`.
  var title: String { (["rabble"] + names).joined(separator: " ") }

  /// Whether an option stands among the arguments, and not behind `--`.
  func has(_ option: String...) -> Bool {
    arguments.prefix { $0 != "--" }.contains { option.contains($0) }
  }

  /// Parses the command by itself: from the root it costs twice the time, which the learner waits for at every start.
  ///
  /// - Throws: ``UsageError``.
  func parsed() throws(UsageError) -> any ParsableCommand {
    do { return try command.parseAsRoot(arguments) } catch { throw UsageError(error, self) }
  }

  /// The options that every command takes, with their values, as far as they stand before the command.
  private static func commonOptions(leading arguments: [String]) -> ArraySlice<String> {
    guard arguments.first?.hasPrefix("--") == true else { return [] }
    let options = CommandData.commonOptions
    var end = 0
    while end < arguments.count,
      let option = options.first(where: { $0.names.contains(arguments[end].optionName) })
    {
      let hasValue = option.kind == .option && !arguments[end].contains("=")
      end = min(arguments.count, end + (hasValue ? 2 : 1))
    }
    return arguments[..<end]
  }
}

extension String {
  /// An option without the value that stands behind its equals sign.
  var optionName: String { String(prefix { $0 != "=" }) }
}
