import ArgumentParser
import RabbleScreens
import RabbleStudy
import RabbleText

/// `rabble config`: the settings, shown and changed.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show or change settings.",
    discussion: """
      Settings are kept in config.toml, in $XDG_CONFIG_HOME/rabble or ~/.config/rabble, or in the folder of --data-dir. \
      An unknown key or a bad value is reported with its line, and the rest of the file still applies; exit status 1 then.
      """,
    subcommands: [
      ConfigList.self, ConfigGet.self, ConfigSet.self, ConfigUnset.self, ConfigEdit.self,
    ],
    defaultSubcommand: ConfigList.self)
}

extension CommonOptions {
  /// The config file.
  fileprivate func configuration() throws -> Configuration { Configuration(at: try locations()) }
}

/// Says what is wrong with the config file.
private func tellFaults(of configuration: Configuration) throws {
  let faults = configuration.faults
  for fault in faults { Output.tell(fault) }
  if !faults.isEmpty { throw ExitCode(1) }
}

/// `rabble config list`: all settings.
struct ConfigList: ParsableCommand {
  static let configuration = CommandConfiguration(
    "list", of: "config", "List every setting with its value, its default and where it was set.",
    """
    Exit status 1 if the file has problems.
    """,
    examples: [
      ("rabble config", "all settings")
    ])

  @OptionGroup var options: CommonOptions

  @OptionGroup var report: ReportOptions

  func run() throws {
    let configuration = try options.configuration()
    var table = configuration.table()
    if report.format == .text {
      // What each accepts is in the help; as a table for people it would be wider than any terminal.
      table = table.without(["meaning", "accepts"])
      // In a table, a dash says so.
      if DisplayStyle.current.isPlain { table = table.filling("value", with: "not set") }
    }
    try report.write("config", table)
    try tellFaults(of: configuration)
  }
}

/// A key of a setting.
struct SettingKey: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Setting, e.g. study.new.", valueName: "key"),
    completion: .custom { _, _, _ in Setting.all.map(\.key) })
  var key: String
}

/// `rabble config get`: one value.
struct ConfigGet: ParsableCommand {
  static let configuration = CommandConfiguration(
    "get", of: "config", "Print the value of a setting.",
    """
    Exit status 1 if the setting has no value.
    """,
    examples: [
      ("rabble config get study.new", "new cards per day")
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var setting: SettingKey

  func run() throws {
    let configuration = try options.configuration()
    let found = try configuration.value(of: setting.key)
    // The value may be a default because the file can't be read.
    for fault in configuration.faults { Output.tell(fault) }
    guard let value = found else { throw ExitCode(1) }
    try Output.write(value.unquotedTOML.printable + "\n")
  }
}

extension String {
  /// What stands in a TOML string, or the text as it is.
  fileprivate var unquotedTOML: String {
    guard count > 1, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast()).replacing("\\\"", with: "\"").replacing(
      "\\\\", with: "\\")
  }
}

/// `rabble config set`: changes one line.
struct ConfigSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    "set", of: "config", "Change a setting; only its line in the config file changes.",
    examples: [
      ("rabble config set study.new 10", "ten new cards a day")
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var setting: SettingKey

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Its new value, in one or more words.", valueName: "value"),
    completion: .custom { arguments, _, _ in
      // Most arguments name no setting.
      arguments.compactMap { try? Setting.named($0) }.last?.completions ?? []
    })
  var value: [String]

  func run() throws {
    let configuration = try options.configuration()
    let words = value.first == "--" ? value.dropFirst() : value[...]
    let path = try configuration.set(setting.key, to: words.joined(separator: " "))
    let written = try configuration.value(of: setting.key) ?? ""
    Output.tell("\(path.string): \(setting.key) is now \(written).")
    try tellUnknownGroup()
  }

  /// Says that the limit is of no group or course, where that is so.
  private func tellUnknownGroup() throws {
    let path = Setting.path(setting.key)
    guard path.count == 3, path[0] == "limit" else { return }
    // Where the decks can't be read, the next command that reads them says so.
    let library = try? Library(at: options.locations(), options.surroundings, for: .looking)
    if let fault = library?.limitFault(of: path[1]) { Output.tell(fault) }
  }
}

/// `rabble config unset`: back to the default.
struct ConfigUnset: ParsableCommand {
  static let configuration = CommandConfiguration(
    "unset", of: "config", "Remove a setting's line to restore the default.",
    examples: [
      ("rabble config unset study.new", "the default again")
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var setting: SettingKey

  func run() throws {
    let configuration = try options.configuration()
    let path = try configuration.set(setting.key, to: nil)
    let value = try configuration.value(of: setting.key).map { "has its default, \($0)" }
    Output.tell("\(path.string): \(setting.key) \(value ?? "has no value").")
  }
}

/// `rabble config edit`: the whole file in an editor.
struct ConfigEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    "edit", of: "config", "Open the config file in your editor.",
    """
    The editor is $VISUAL or $EDITOR. If there is no config file, one is created that lists all settings \
    as comments. Problems in the saved file are reported.
    """,
    examples: [
      ("rabble config edit", "the whole file")
    ])

  @OptionGroup var options: CommonOptions

  func run() throws {
    let configuration = try options.configuration()
    guard let path = try configuration.prepareForEditing() else { return }
    switch try ExternalEditor.open(path, line: 1) {
    case .finished: try tellFaults(of: configuration)
    case .failed(let reason):
      Output.error(reason)
      throw ExitCode(3)
    }
  }
}
