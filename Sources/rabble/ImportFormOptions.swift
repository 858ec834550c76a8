import ArgumentParser
import RabbleExchange

/// What a learner says of a file they import.
struct ImportFormOptions: ParsableArguments {
  /// The forms, and `auto` for finding out.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case auto, csv, tsv, anki, quizlet, mochi, markdown, json
    case rabbleWabble = "rabble-wabble"

    var format: ExchangeFormat? { ExchangeFormat(rawValue: rawValue) }
  }

  /// Yes or no, and `auto` for finding out.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case auto, yes, no

    var flag: Bool? { self == .auto ? nil : self == .yes }
  }

  @Option(help: "The file's form.")
  var format: Format = .auto

  @Option(
    help: ArgumentHelp(
      "How it is encoded: UTF-8, UTF-16LE, UTF-16BE, Shift_JIS, EUC-JP or Latin-1.",
      valueName: "name"))
  var encoding: TextEncoding?

  @Option(
    help: ArgumentHelp(
      "What stands between columns: tab, comma, semicolon, pipe, or any text.",
      valueName: "separator"))
  var separator: String?

  @Option(help: "Whether the first line names the columns.")
  var header: Choice = .auto

  @Option(help: "Whether fields are written in HTML.")
  var html: Choice = .auto

  func validate() throws {
    if separator?.isEmpty == true { throw ValidationError("--separator is empty.") }
  }

  var options: ImportOptions {
    let names = ["tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "\\t": "\t"]
    var options = ImportOptions()
    options.format = format.format
    options.encoding = encoding
    options.separator = separator.map { names[$0.lowercased()] ?? $0 }
    options.hasHeader = header.flag
    options.isHTML = html.flag
    return options
  }
}

extension TextEncoding: ExpressibleByArgument {
  /// Reads a name as people write it.
  public init?(argument: String) {
    self.init(name: argument)
  }
}
