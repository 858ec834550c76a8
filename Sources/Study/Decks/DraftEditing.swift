import Foundation
import RabbleDecks
import RabbleScreens
import SystemPackage

/// How the learner writes: the editor that opens a file, and the form that asks questions.
package struct DeckAuthor {
  /// How the learner's editor ended.
  package enum EditorEnding: Hashable, Sendable {
    /// It ended without an error.
    case finished
    /// It did not: why, in a sentence.
    case failed(String)
  }

  /// Asks the learner; `nil` when nobody can answer.
  package var form: (any FormView)?
  /// Opens a file at a line, from 1, in the learner's editor and waits.
  package var openEditor: (FilePath, Int) throws -> EditorEnding
  /// Is told what is wrong with what was written, a line each.
  package var tell: (String) -> Void

  /// Makes an author.
  ///
  /// - Parameters:
  ///   - form: asks the learner; without it, a draft with errors is kept and not used.
  ///   - openEditor: opens a file at a line, from 1, in the learner's editor and waits.
  ///   - tell: is told what is wrong with what was written, a line each.
  package init(
    form: (any FormView)?, openEditor: @escaping (FilePath, Int) throws -> EditorEnding,
    tell: @escaping (String) -> Void = { _ in }
  ) {
    self.form = form
    self.openEditor = openEditor
    self.tell = tell
  }
}

extension DeckEditing {
  /// Lets the learner edit a deck in their own editor, on a draft that is checked before it replaces
  /// the deck.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - line: the line to begin at, from 1.
  ///   - copying: whether to copy a bundled deck to the own ones, and to edit the copy.
  ///   - author: the learner's editor and form.
  /// - Returns: the deck as it is now; `nil` when nothing was changed.
  /// - Throws: ``DeckEditError`` when the deck was not changed; what was written is kept then.
  package func edit(
    _ deck: DeckLookup.Deck, line: Int, copying: Bool, by author: DeckAuthor
  ) throws -> DeckSource? {
    let source = try editable(deck, copying: copying)
    if source.bytes.isEmpty, let fault = source.file.faults.first {
      throw DeckEditError.unreadable(fault)
    }
    let draft = try makeDraft(of: source)
    var line = line
    while true {
      try open(draft, line: line, of: source, by: author)
      let bytes = try AtomicFile.read(draft)
      if bytes == source.bytes {
        unlink(draft)
        return nil
      }
      let edited = DeckLoader().parseSource(bytes, path: source.file.path)
      let faults = Self.faults(of: edited, since: source)
      guard let first = faults.first(where: { $0.severity == .error }) else {
        try replace(source, by: edited, draft: draft)
        for fault in faults { author.tell(fault.description) }
        return edited
      }
      for fault in faults { author.tell(fault.description) }
      guard let form = author.form,
        try form.choose("Edit again, or discard your changes?", among: ["e", "d"]) == "e"
      else { throw DeckEditError.unfinished(draft: draft) }
      line = first.line ?? line
    }
  }

  private func open(_ draft: String, line: Int, of source: DeckSource, by author: DeckAuthor) throws
  {
    guard case .failed(let reason) = try author.openEditor(FilePath(draft), line) else { return }
    var message = "\(reason) The deck was not changed."
    // A draft that can't be read is not known to be unchanged, and stays.
    if (try? AtomicFile.read(draft)) == source.bytes {
      unlink(draft)
    } else {
      message += " Your draft is kept in \(draft)."
    }
    throw DeckEditError.editorFailed(message)
  }

  private func replace(_ source: DeckSource, by edited: DeckSource, draft: String) throws {
    do {
      let name = FilePath(source.file.path).lastComponent?.string ?? source.file.path
      try write(
        edited, over: source, "edited \(name)", edits: edited.certainEdits(since: source))
    } catch AtomicFileError.changedMeanwhile {
      throw DeckEditError.changedMeanwhile(path: source.file.path, draft: draft)
    } catch let error as AtomicFileError {
      throw DeckEditError.editorFailed("\(error) Your draft is kept in \(draft).")
    }
    unlink(draft)
  }

  /// The faults that the deck did not have before.
  private static func faults(of edited: DeckSource, since old: DeckSource) -> [DeckFault] {
    struct Key: Hashable {
      let kind: DeckFault.Kind
      let location: FaultLocation?
    }
    let known = Set(old.file.faults.map { Key(kind: $0.kind, location: $0.location) })
    return edited.file.faults.filter { !known.contains(Key(kind: $0.kind, location: $0.location)) }
  }

  /// A copy beside the deck, under a name that no deck has and that is still free.
  private func makeDraft(of source: DeckSource) throws -> String {
    let path = FilePath(source.file.path)
    let folder = path.removingLastComponent().string
    let ending = path.extension.map { "." + $0 } ?? ""
    for number in 1...99 {
      let draft =
        "\(folder)/.\(path.stem ?? "deck").draft" + (number == 1 ? "" : "-\(number)") + ending
      if DeckCatalog.exists(draft) { continue }
      try AtomicFile.replace(draft, with: source.bytes, ifStill: .nothing)
      return draft
    }
    throw DeckEditError.editorFailed(
      "There are 99 drafts of \(source.file.path) beside it; look through them first.")
  }
}
