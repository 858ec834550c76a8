import ArgumentParser
import RabbleQuestions
import RabbleText

/// A command line that can't be understood, with what was meant.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Says what is wrong with the arguments of a command: first with an option that it does not have, where the parser
  /// blames something else, such as its value, which it takes for an argument.
  ///
  /// - Parameters:
  ///   - error: what the parser says.
  ///   - invocation: the command line.
  init(_ error: any Error, _ invocation: Invocation) {
    let data = CommandData(of: invocation.command)
    let reading = ReadArguments(invocation.arguments, data)
    var message = invocation.command.message(for: error)
    if let unknown = reading.unknownOption {
      let names = (data.options.flatMap(\.names) + ["--help", "--version"]).filter {
        $0.hasPrefix("--")
      }
      let near = Nearest.name(unknown, among: names)
      message = "Unknown option '\(unknown)'" + (near.map { ". Did you mean '\($0)'?" } ?? "")
    } else if let verb = Self.unknownVerb(invocation, data) {
      self.init(verb)
      return
    } else if let joined = reading.withNegativeValues {
      do { _ = try invocation.command.parseAsRoot(joined) } catch {
        message = invocation.command.message(for: error)
      }
    } else if let (option, value) = reading.strangeValue {
      message += Nearest.name(value, among: option.values).map { " Did you mean '\($0)'?" } ?? ""
    }
    self.init(
      message + "\n" + CommandHelp.usage(of: data, invocation.title)
        + "\n`\(invocation.title) --help` says more.")
  }

  /// Explains a word behind a noun that has no usual verb, or one that takes none.
  private static func unknownVerb(_ invocation: Invocation, _ data: CommandData) -> String? {
    let isNoun = !invocation.command.configuration.subcommands.isEmpty
    guard invocation.isImplied || isNoun, !invocation.names.isEmpty, data.positionals.isEmpty,
      let word = invocation.word, !word.hasPrefix("-")
    else { return nil }
    return unknownCommand(invocation.names + [word])
  }

  /// That there is no such command, with those that may be meant.
  ///
  /// - Parameter names: the names of the command, of which the last does not exist.
  /// - Returns: one or two sentences.
  static func unknownCommand(_ names: [String]) -> String {
    let parents = names.dropLast().map { $0 + " " }.joined()
    let verbs = Self.names(in: Invocation.command(names.dropLast()) ?? Rabble.self)
    let name = names.last ?? ""
    if verbs.isEmpty {
      return "`rabble \(parents.dropLast())` has no commands of its own."
    }
    let meant = Self.command(like: name, under: Array(names.dropLast()))
    let advice =
      meant.map { " Did you mean `\($0)`?" } ?? " Its commands: \(verbs.joined(separator: ", "))."
    return "Unknown command “\(names.joined(separator: " "))”.\(advice)"
  }

  /// What may be meant by a word in place of a command: one of the names there, or a verb that lacks its noun,
  /// `card suspend` for `suspend`.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - parents: the names that stand before it.
  /// - Returns: the command behind `rabble`; `nil` where none is near.
  static func command(like word: String, under parents: [String] = []) -> String? {
    let names = names(in: Invocation.command(parents) ?? Rabble.self)
    let ranked = names.map { ($0, EditDistance.between(word.lowercased(), $0, atMost: 2)) }
    let near =
      ranked.filter { $0.1 <= (word.count < 4 ? 1 : 2) }.min { $0.1 < $1.1 }?.0
      ?? Nearest.name(word, among: names)
    let verbs = Rabble.configuration.subcommands.flatMap { noun in
      Self.names(in: noun).map { (noun: noun.configuration.commandName ?? "", verb: $0) }
    }
    func whole(_ word: String?) -> String? {
      let found = verbs.filter { $0.verb == word }.map { "\($0.noun) \($0.verb)" }
      return found.isEmpty ? nil : found.joined(separator: "` or `")
    }
    return whole(word) ?? near.map { (parents + [$0]).joined(separator: " ") }
      ?? whole(Nearest.name(word, among: verbs.map(\.verb)))
  }

  static func names(in noun: any ParsableCommand.Type) -> [String] {
    noun.configuration.subcommands.compactMap { $0.configuration.commandName }
  }
}

/// The arguments of a command line, told apart by what the command takes.
private struct ReadArguments {
  /// The first option that the command does not have.
  private(set) var unknownOption: String?
  /// The first option whose value is none of those that it can have.
  private(set) var strangeValue: (option: CommandData.Argument, value: String)?
  /// The arguments with `--limit -1` as `--limit=-1`; `nil` where nothing is to be joined.
  private(set) var withNegativeValues: [String]?

  init(_ arguments: [String], _ data: CommandData) {
    var joined: [String] = []
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      let argument = arguments[index]
      index += 1
      joined.append(argument)
      guard argument.hasPrefix("-"), argument.count > 1 else { continue }
      let name = argument.optionName
      guard let option = data.options.first(where: { $0.names.contains(name) }) else {
        if argument.hasPrefix("--"), name != "--help", unknownOption == nil { unknownOption = name }
        continue
      }
      guard option.kind == .option else { continue }
      var value = argument.dropFirst(name.count + 1)
      if name.count == argument.count {
        guard index < arguments.count,
          option.takesAnything || !arguments[index].hasPrefix("--")
        else { continue }
        value = arguments[index][...]
        index += 1
        let isNegative = value.wholeMatch(of: /-[0-9.]+/) != nil
        if isNegative { joined[joined.count - 1] += "=\(value)" } else { joined.append("\(value)") }
        if isNegative { withNegativeValues = [] }
      }
      if strangeValue == nil, !option.values.isEmpty, !option.values.contains(String(value)) {
        strangeValue = (option, String(value))
      }
    }
    joined += arguments[index...]
    if withNegativeValues != nil { withNegativeValues = joined }
  }
}
