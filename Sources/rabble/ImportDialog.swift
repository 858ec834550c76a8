import ArgumentParser
import Foundation
import RabbleControllers
import RabbleExchange
import RabbleScreens
import RabbleStudy
import RabbleTerminal
import RabbleText

/// Shows what was detected in a file, and on a terminal lets the learner change it.
struct ImportDialog {
  /// Columns and where they are from.
  struct Columns {
    let mapping: ColumnMapping
    let origin: Origin
  }

  /// Where columns are from.
  enum Origin: String {
    case given = "as you say"
    case remembered = "as for the last file of this shape"
    case detected = "detected"
  }

  /// The editor of the terminal; `nil` when nobody is asked.
  private let editor: LineEditor?

  init(isSilent: Bool) throws {
    editor = Terminal.isInteractive && !isSilent ? try LineEditor(completions: []) : nil
  }

  /// Whether the learner is asked.
  var asks: Bool { editor != nil }

  /// The columns the learner agrees to.
  func settle(_ found: Columns, of file: ImportFile, named path: String) throws -> ColumnMapping {
    Output.tell("\(path): \(Self.description(of: file))")
    guard file.format.isTable else { return found.mapping }
    if let line = file.headerLine {
      Output.tell(
        "Line \(line) names the columns: \(file.header.joined(separator: ", ")). `--header no` "
          + "imports it as a question.")
    }
    var mapping = found.mapping
    show(mapping, of: file)
    Output.tell("Columns (\(found.origin.rawValue)): \(mapping.text)")
    if let editor, found.origin != .given {
      while true {
        let line = try read(editor, "Other columns, or Enter › ")
        if line.isEmpty {
          if mapping.isComplete { break }
          Output.tell("\(ColumnMapping.Failure.incomplete)")
          continue
        }
        do throws(ColumnMapping.Failure) {
          mapping = try file.mapping(line)
          show(mapping, of: file)
        } catch { Output.tell("\(error)") }
      }
    } else if !mapping.isComplete {
      throw LibraryError.notImported(
        path: path, reason: "\(ImportError.unclearColumns(header: file.header))")
    }
    let skipped = zip(file.header, mapping.roles).filter { $0.1 == .ignored && $0.0.count > 1 }
      .map(\.0)
    if !skipped.isEmpty {
      Output.tell(
        "Columns not imported: \(skipped.joined(separator: ", ")). Import them with --columns.")
    }
    return mapping
  }

  /// The import from Anki that the learner agrees to: they see two finished cards of each note type, and
  /// may say what the fields are for.
  func settle(
    _ proposal: ImportProposal, isGiven: Bool, _ propose: (String) throws -> ImportProposal
  ) throws -> ImportProposal {
    var proposal = proposal
    proposal.preview.forEach(Output.tell)
    guard let editor, !isGiven else { return proposal }
    while true {
      Output.tell("Other columns, such as prompt=Word,answer=Meaning, or Enter:")
      let line = try read(editor, "› ")
      if line.isEmpty { return proposal }
      do {
        proposal = try propose(line)
        proposal.preview.forEach(Output.tell)
      } catch let failure as ColumnMapping.Failure { Output.tell("\(failure)") }
    }
  }

  /// Whether the learner agrees to an import; yes where nobody is asked.
  func confirms(_ proposal: ImportProposal) throws -> Bool {
    guard let editor else { return true }
    Output.tell(proposal.question)
    // What looks wrong takes more than Enter.
    let isUsual = proposal.doubts.isEmpty
    while true {
      switch try read(editor, isUsual ? "[Y/n] › " : "[y/N] › ").lowercased() {
      case "": return isUsual
      case "y", "yes": return true
      case "n", "no": return false
      default: Output.tell("Answer y or n.")
      }
    }
  }

  private func read(_ editor: LineEditor, _ prompt: String) throws -> String {
    while true {
      switch editor.readLine(prompt: prompt) {
      case .line(let line): return line.trimmingCharacters(in: .whitespaces)
      case .cutLine, .garbledLine: Output.tell("That line can't be read. Type it again.")
      case .endOfInput, .interrupted, .hangUp, .terminated:
        Output.tell("Nothing was imported.")
        throw ExitCode(130)
      }
    }
  }

  /// Shows the first records with what their columns are for. Notes of several types have no columns in common.
  private func show(_ mapping: ColumnMapping, of file: ImportFile) {
    if !mapping.noteTypes.isEmpty { return }
    let width = Terminal.columns(descriptor: STDERR_FILENO)
    let table = ReportTable(
      previewOf: file.preview(records: 5), roles: mapping.roles.map(\.name), width: width)
    Output.tell(String(TableText.text([table], width: width).dropLast()))
  }

  private static func description(of file: ImportFile) -> String {
    var parts = [file.format.name, file.encoding.rawValue]
    if file.format.isTable {
      parts.append(NumberText.count(file.mapping.roles.count, "column"))
      if let separator = file.separatorName { parts[0] += " with \(separator)" }
      if file.isHTML { parts.append("HTML in fields") }
    }
    return parts.joined(separator: ", ")
  }
}
