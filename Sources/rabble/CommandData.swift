import ArgumentParser
import Foundation

/// What the argument parser knows of a command, as it tells its own tools.
struct CommandData: Decodable {
  /// An argument or an option.
  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    let kind: Kind
    /// Whether what stands behind it is its value, whatever it looks like.
    let takesAnything: Bool
    let isOptional: Bool
    let isRepeating: Bool
    /// What stands for its value in help.
    let valueName: String?
    let defaultValue: String?
    /// The values it can have; empty where there are more.
    let values: [String]
    let abstract: String
    /// Its names with their dashes, as they were declared; empty for an argument.
    let names: [String]

    private struct Name: Decodable {
      let kind, name: String
    }

    private enum CodingKeys: String, CodingKey {
      case kind, parsingStrategy, isOptional, isRepeating, valueName, defaultValue, abstract, names
      case values = "allValues"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      kind = try container.decode(Kind.self, forKey: .kind)
      takesAnything =
        try container.decode(String.self, forKey: .parsingStrategy) == "unconditional"
      isOptional = try container.decode(Bool.self, forKey: .isOptional)
      isRepeating = try container.decode(Bool.self, forKey: .isRepeating)
      valueName = try container.decodeIfPresent(String.self, forKey: .valueName)
      defaultValue = try container.decodeIfPresent(String.self, forKey: .defaultValue)
      values = try container.decodeIfPresent([String].self, forKey: .values) ?? []
      abstract = try container.decodeIfPresent(String.self, forKey: .abstract) ?? ""
      names = try (container.decodeIfPresent([Name].self, forKey: .names) ?? []).map {
        ($0.kind == "long" ? "--" : "-") + $0.name
      }
    }
  }

  let abstract: String
  let discussion: String
  let arguments: [Argument]

  private struct Tool: Decodable {
    let command: CommandData
  }

  private enum CodingKeys: CodingKey {
    case abstract, discussion, arguments
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    abstract = try container.decodeIfPresent(String.self, forKey: .abstract) ?? ""
    discussion = try container.decodeIfPresent(String.self, forKey: .discussion) ?? ""
    arguments = try container.decodeIfPresent([Argument].self, forKey: .arguments) ?? []
  }

  /// Asks the parser.
  init(of type: any ParsableArguments.Type) {
    do {
      self = try JSONDecoder().decode(Tool.self, from: Data(type._dumpHelp().utf8)).command
    } catch {
      // The test of help reads all commands, so that another version of the parser is noticed there.
      preconditionFailure("The parser describes \(type) in another form: \(error)")
    }
  }

  /// The options that every command has.
  static var commonOptions: [Argument] { CommandData(of: CommonOptions.self).options }

  /// Its options, with those that all commands have; without `--help`, which the parser adds.
  var options: [Argument] {
    arguments.filter { $0.kind != .positional && $0.names.last != "--help" }
  }

  /// Its arguments.
  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }
}
