import ArgumentParser
import RabbleScreens
import RabbleStorage
import RabbleTerminal
import RabbleText

/// The help of a command, from what the argument parser knows of it. The options that every command has stand in that of
/// `rabble` alone.
enum CommandHelp {
  /// What `rabble help` says of these names.
  ///
  /// - Parameters:
  ///   - names: a command or a noun, or `filters`; the whole program where there are none.
  ///   - width: the columns of a line.
  /// - Returns: lines of text.
  /// - Throws: ``UsageError`` where there is no such command.
  static func text(_ names: [String], width: Int) throws(UsageError) -> String {
    if names == ["filters"] { return filters(width) }
    var known: [String] = []
    for name in names {
      known.append(name)
      if Invocation.command(known) == nil { throw UsageError(UsageError.unknownCommand(known)) }
    }
    guard let command = Invocation.command(names) else { return "" }
    if names.isEmpty { return program(width) }
    let configuration = command.configuration
    return configuration.subcommands.isEmpty
      ? text(of: CommandData(of: command), (["rabble"] + names).joined(separator: " "), width)
      : noun(configuration, names, width)
  }

  /// How a command is written: `Usage: rabble card tag [options] TAG [CARDS...]`.
  static func usage(of data: CommandData, _ title: String) -> String {
    let arguments = data.positionals.map { argument in
      let name = label(of: argument)
      return argument.isOptional ? "[\(name)]" : name
    }
    let options = own(data).isEmpty ? [] : ["[options]"]
    return "Usage: " + ([title] + options + arguments).joined(separator: " ")
  }

  private static func program(_ width: Int) -> String {
    let configuration = Rabble.configuration
    var lines = [configuration.abstract, "", "Usage: rabble [COMMAND]", ""]
    let commands = configuration.subcommands.map { $0.configuration }
    let verbs = commands.filter { $0.subcommands.isEmpty }
    let nouns = commands.filter { !$0.subcommands.isEmpty }
    lines += table(verbs.map { ($0.commandName ?? "", $0.abstract) }, width)
    lines.append("")
    lines += table(nouns.map { ($0.commandName ?? "", verbList($0)) }, width)
    lines += ["", "Options of every command:"]
    let common =
      CommandData.commonOptions + [CommandData(of: Rabble.self).version].compactMap(\.self)
    lines += table(common.map { (label(of: $0), text(of: $0)) }, width)
    lines.append("")
    lines += configuration.discussion.wrapped(to: width)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func verbList(_ noun: CommandConfiguration) -> String {
    noun.subcommands.compactMap { $0.configuration.commandName }.joined(separator: ", ")
  }

  private static func noun(
    _ configuration: CommandConfiguration, _ names: [String], _ width: Int
  ) -> String {
    let title = (["rabble"] + names).joined(separator: " ")
    let usual = configuration.defaultSubcommand?.configuration.commandName
    var lines = [
      configuration.abstract, "", "Usage: \(title) \(usual == nil ? "VERB" : "[VERB]")", "",
    ]
    lines += table(
      configuration.subcommands.map { $0.configuration }.map { verb in
        ((verb.commandName ?? ""), verb.abstract + (verb.commandName == usual ? " (default)" : ""))
      }, width)
    lines += rest(of: configuration.discussion, width)
    lines += ["", "`\(title) VERB --help` says more."]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func text(of data: CommandData, _ title: String, _ width: Int) -> String {
    var lines = data.abstract.wrapped(to: width) + ["", usage(of: data, title)]
    let arguments = (data.positionals + own(data)).map { (label(of: $0), text(of: $0)) }
    if !arguments.isEmpty { lines += [""] + table(merged(arguments), width) }
    lines += rest(of: data.discussion, width)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The paragraphs of a discussion; its examples, which stand last, in two columns where they fit.
  private static func rest(of discussion: String, _ width: Int) -> [String] {
    guard !discussion.isEmpty else { return [] }
    var lines = [""]
    var examples: [(String, String)] = []
    for line in discussion.components(separatedBy: "\n") {
      let parts = line.split(separator: CommandConfiguration.tab, maxSplits: 1).map(String.init)
      if parts.count == 2 {
        examples.append((parts[0].trimmed, parts[1]))
      } else {
        lines += line.isEmpty ? [""] : line.wrapped(to: width)
      }
    }
    return lines + Self.examples(examples, width)
  }

  private static func examples(_ examples: [(line: String, meaning: String)], _ width: Int)
    -> [String]
  {
    let column = examples.map { DisplayWidth.columns(of: $0.line) }.max() ?? 0
    let fits = examples.allSatisfy {
      column + DisplayWidth.columns(of: $0.meaning) + 4 <= width
    }
    return examples.map { "  \(fits ? $0.line.padded(to: column) : $0.line)  \($0.meaning)" }
  }

  /// The options that only this command has.
  private static func own(_ data: CommandData) -> [CommandData.Argument] {
    let common = Set(CommandData.commonOptions.compactMap(\.names.last))
    return data.options.filter { option in option.names.last.map { !common.contains($0) } ?? true }
  }

  /// `-n, --dry-run`, `--where FILTER`, `CARDS...`.
  private static func label(of argument: CommandData.Argument) -> String {
    let value = choices(of: argument) ?? (argument.valueName ?? "").uppercased()
    switch argument.kind {
    case .positional: return value + (argument.isRepeating ? "..." : "")
    case .flag: return argument.names.joined(separator: ", ")
    case .option: return argument.names.joined(separator: ", ") + " \(value)"
    }
  }

  /// The values of an option where they are few enough to stand behind it: `text|json`.
  private static func choices(of argument: CommandData.Argument) -> String? {
    let choices = argument.values.joined(separator: "|")
    return argument.kind == .option && !choices.isEmpty && choices.count <= 16 ? choices : nil
  }

  private static func text(of argument: CommandData.Argument) -> String {
    var notes: [String] = []
    if !argument.values.isEmpty, choices(of: argument) == nil {
      notes.append(argument.values.joined(separator: ", "))
    }
    if let value = argument.defaultValue, argument.kind != .flag, !value.isEmpty {
      notes.append("default: \(value)")
    }
    guard !notes.isEmpty else { return argument.abstract }
    return "\(argument.abstract.trimmingSuffix(".")) (\(notes.joined(separator: "; ")))."
  }

  /// A flag and its opposite as one: `--lessons, --no-lessons`.
  private static func merged(_ rows: [(label: String, text: String)]) -> [(String, String)] {
    var merged: [(label: String, text: String)] = []
    for row in rows {
      if let last = merged.last, row.label == last.label.replacing(/^--/, with: "--no-") {
        merged[merged.count - 1].label += ", \(row.label)"
      } else {
        merged.append(row)
      }
    }
    return merged.map { ($0.label, $0.text) }
  }

  /// Two columns. What is longer than the first has a line of its own.
  private static func table(_ rows: [(label: String, text: String)], _ width: Int) -> [String] {
    let labels = rows.map { DisplayWidth.columns(of: $0.label) }
    let column = min(24, labels.max() ?? 0) + 4
    return rows.flatMap { label, text in
      let lines = text.wrapped(to: max(20, width - column))
      let margin = String(repeating: " ", count: column)
      let first = "  " + label
      let indented = lines.map { margin + $0 }
      guard DisplayWidth.columns(of: first) + 2 <= column else { return [first] + indented }
      return [first.padded(to: column) + (lines.first ?? "")] + indented.dropFirst()
    }
  }

  /// What a filter can be.
  private static func filters(_ width: Int) -> String {
    let lines =
      """
      Filters choose cards: `rabble card list --where FILTER`. Terms side by side must all hold; `or` joins \
      alternatives; - negates; parentheses group. A word by itself is a text of the card, whatever its kana, width or \
      case; * stands for any characters.
      """.wrapped(to: width) + [""]
      + table(FilterKey.allCases.map(\.explanation).map { ($0.example, $0.meaning) }, width)
    return lines.map { $0 + "\n" }.joined()
  }
}

extension String {
  fileprivate func trimmingSuffix(_ end: String) -> Substring {
    hasSuffix(end) ? dropLast(end.count) : self[...]
  }
}

extension CommandData {
  /// The option that tells the version, where there is one.
  fileprivate var version: Argument? { arguments.first { $0.names == ["--version"] } }
}

extension CommandConfiguration {
  /// What stands between an example and what it does.
  static let tab: Character = "\t"

  /// A command.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - noun: the noun whose verb it is, if it is one.
  ///   - abstract: what it does, in a sentence.
  ///   - discussion: what else is to be said of it.
  ///   - examples: command lines, each with what it does.
  init(
    _ name: String, of noun: String? = nil, _ abstract: String, _ discussion: String = "",
    examples: [(line: String, meaning: String)]
  ) {
    let lines = examples.map { "  \($0.line)\(Self.tab)\($0.meaning)" }
    self.init(
      commandName: name,
      // With it, the parser does not look for a request of a completion script at each start.
      _superCommandName: noun.map { "rabble \($0)" } ?? "rabble",
      abstract: abstract,
      discussion: (discussion.isEmpty ? "" : discussion + "\n\n") + "Examples:\n"
        + lines.joined(separator: "\n"))
  }
}
