import ArgumentParser
import Foundation
import RabbleExchange
import RabbleScreens
import RabbleTerminal

/// Shows what was found out of a file, and in a terminal lets the learner change it.
struct ImportDialog {
  /// A mapping and where it is from.
  struct Found {
    var mapping: ColumnMapping
    let origin: Origin
  }

  /// Where a mapping is from.
  enum Origin: String {
    case told = "as you say"
    case remembered = "as for the last file of this shape"
    case found = "as far as can be told"
  }

  /// The editor of the terminal; `nil` when nobody is asked.
  private let editor: LineEditor?

  init(isSilent: Bool) throws {
    let isInteractive =
      Terminal.isTerminal(descriptor: STDIN_FILENO)
      && Terminal.isTerminal(descriptor: STDOUT_FILENO)
    editor = isInteractive && !isSilent ? try LineEditor(completions: []) : nil
  }

  /// The mapping the learner agrees to.
  func settle(_ found: Found, of file: ImportFile, named path: String) throws -> ColumnMapping {
    Talk.say("\(path): \(Self.description(of: file))")
    guard file.format.isTable else { return found.mapping }
    var mapping = found.mapping
    show(mapping, of: file)
    Talk.say("Columns (\(found.origin.rawValue)): \(mapping.text)")
    if let editor, found.origin != .told {
      while true {
        let line = try read(editor, "Other columns, or Enter › ")
        if line.isEmpty {
          if mapping.isComplete { break }
          Talk.say("\(ColumnMapping.Failure.incomplete)")
          continue
        }
        do throws(ColumnMapping.Failure) {
          mapping = try ColumnMapping(line, columns: file.mapping.roles.count)
          show(mapping, of: file)
        } catch { Talk.say("\(error)") }
      }
    } else if !mapping.isComplete {
      throw CommandError.notImported(
        path: path, reason: "\(ImportError.unclearColumns(header: file.header))")
    }
    let left = zip(file.header, mapping.roles).filter { $0.1 == .ignored && $0.0.count > 1 }
      .map(\.0)
    if !left.isEmpty {
      Talk.say("Not taken: \(left.joined(separator: ", ")). Take them with --columns.")
    }
    return mapping
  }

  /// Whether the learner wants what a report says; yes where nobody is asked.
  func confirms(_ report: ImportReport) throws -> Bool {
    guard let editor else { return true }
    Talk.say(report.question)
    while true {
      switch try read(editor, "[Y/n] › ").lowercased() {
      case "", "y", "yes": return true
      case "n", "no": return false
      default: Talk.say("Answer y or n.")
      }
    }
  }

  private func read(_ editor: LineEditor, _ prompt: String) throws -> String {
    switch editor.readLine(prompt: prompt) {
    case .line(let line): return line.trimmingCharacters(in: .whitespaces)
    case .endOfInput, .interrupted, .hangUp, .terminated:
      Talk.say("Nothing was imported.")
      throw ExitCode(130)
    default: return ""
    }
  }

  /// The first records, each column under what it is for; a column in which they have nothing is not
  /// shown.
  private func show(_ mapping: ColumnMapping, of file: ImportFile) {
    let records = file.preview(records: 5)
    let shown = mapping.roles.indices.filter { index in
      records.contains { index < $0.count && !$0[index].isEmpty }
    }
    let columns = shown.map { ReportTable.Column("\($0)", mapping.roles[$0].rawValue) }
    let rows = records.map { fields in
      shown.map { index in
        index < fields.count ? ReportTable.Value.text(Self.short(fields[index])) : .missing
      }
    }
    let table = TableText.text([ReportTable(key: "preview", title: "", columns: columns, rows: rows)])
    Talk.say(String(table.dropLast()))
  }

  private static func short(_ text: String) -> String { text.count > 24 ? text.prefix(23) + "…" : text }

  private static func description(of file: ImportFile) -> String {
    var parts = [name(of: file.format), file.encoding.rawValue]
    if file.format.isTable {
      parts.append("\(file.mapping.roles.count) columns")
      if let separator = file.separatorName { parts[0] += " with \(separator)" }
      if file.isHTML { parts.append("HTML in fields") }
    }
    return parts.joined(separator: ", ")
  }

  private static func name(of format: ExchangeFormat) -> String {
    switch format {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .anki: "Anki's text export"
    case .quizlet: "Quizlet's export"
    case .mochi: "Mochi's Markdown"
    case .markdown: "a deck in Markdown"
    case .json: "a deck"
    case .rabbleWabble: "a file of the original Rabble Wabble"
    }
  }
}
