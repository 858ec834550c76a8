import Foundation
import RabbleDecks
import RabbleScreens
import RabbleTerminal

/// Lets the learner edit a deck file in their own editor, on a copy that is checked before it takes
/// the file's place.
struct DeckEditor {
  let writer: DeckWriter
  /// Who is asked when something is wrong; nobody without a terminal.
  let view: (any FormView)?

  /// Opens a deck at a line.
  ///
  /// - Returns: the deck as it is now; `nil` when nothing was changed.
  /// - Throws: ``DeckEditError`` when the deck was left as it was; what was written is kept then.
  func edit(_ source: DeckSource, line: Int) throws -> DeckSource? {
    let command = try Self.command()
    let draft = try makeDraft(of: source)
    var line = line
    while true {
      try run(command, draft, line: line, source)
      let bytes = try AtomicFile.read(draft)
      if bytes == source.bytes {
        unlink(draft)
        return nil
      }
      let edited = DeckLoader().parseSource(bytes, path: source.file.path)
      let faults = Self.faults(of: edited, since: source)
      guard let first = faults.first(where: { $0.severity == .error }) else {
        try replace(source, by: edited, draft: draft)
        for fault in faults { Talk.say(fault.description) }
        return edited
      }
      for fault in faults { Talk.say(fault.description) }
      guard let view,
        try Asking.choose("Edit again, or drop what you wrote?", among: ["e", "d"], on: view)
          == "e"
      else { throw DeckEditError.unfinished(draft: draft) }
      line = first.line ?? line
    }
  }

  private func run(_ command: String, _ draft: String, line: Int, _ source: DeckSource) throws {
    let arguments = EditorCommand.arguments(of: command, file: draft, line: line)
    let reason: String
    switch ForegroundProgram.run(command, arguments) {
    case .exited(0): return
    case .exited(let code): reason = "ended with code \(code)"
    case .killed(let signal): reason = "was ended by signal \(signal)"
    case .notStarted(let why): reason = "could not be started (\(why)); set VISUAL or EDITOR"
    }
    var message = "The editor “\(command)” \(reason). The deck was left as it was."
    if (try? AtomicFile.read(draft)) == source.bytes {
      unlink(draft)
    } else {
      message += " What you wrote is kept in \(draft)"
    }
    throw DeckEditError.editorFailed(message)
  }

  private func replace(_ source: DeckSource, by edited: DeckSource, draft: String) throws {
    do {
      try writer.write(edited, over: source, edits: edited.certainEdits(since: source))
    } catch AtomicFileError.changedMeanwhile {
      throw DeckEditError.changedMeanwhile(path: source.file.path, draft: draft)
    } catch let error as AtomicFileError {
      throw DeckEditError.editorFailed("\(error) What you wrote is kept in \(draft)")
    }
    unlink(draft)
  }

  /// The faults that the deck did not have before.
  private static func faults(of edited: DeckSource, since old: DeckSource) -> [DeckFault] {
    let known = Set(old.file.faults.map { "\($0.kind) \($0.place.map(String.init) ?? "")" })
    return edited.file.faults.filter {
      !known.contains("\($0.kind) \($0.place.map(String.init) ?? "")")
    }
  }

  /// A copy beside the deck, under a name that no deck has and that is still free.
  private func makeDraft(of source: DeckSource) throws -> String {
    let path = source.file.path as NSString
    let name = (path.lastPathComponent as NSString).deletingPathExtension
    for number in 1...99 {
      let draft =
        path.deletingLastPathComponent + "/.\(name).draft"
        + (number == 1 ? "" : "-\(number)") + "." + path.pathExtension
      if access(draft, F_OK) == 0 { continue }
      try AtomicFile.replace(draft, with: source.bytes, ifStill: .nothing)
      return draft
    }
    throw DeckEditError.editorFailed(
      "There are 99 drafts of \(source.file.path) beside it; look through them first.")
  }

  private static func command() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
      .first { !$0.allSatisfy(\.isWhitespace) }
    if let named { return named }
    guard Terminal.isTerminal(descriptor: STDIN_FILENO) else { throw DeckEditError.noEditor }
    return "vi"
  }
}
