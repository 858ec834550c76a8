import Foundation
import RabbleDecks
import RabbleScheduling
import RabbleStorage

/// What is to be undone.
public enum UndoTarget: Hashable, Sendable {
  /// The last event of any kind: an answer, an import, a suspension, or a change of presets.
  case last
  /// The last answer, whatever was done since.
  case lastAnswer
}

/// Something that was undone.
public struct Undone: Hashable, Sendable, CustomStringConvertible {
  /// What it was, in a sentence that begins with “Undone”.
  public let description: String
}

extension Library {
  /// Undoes something. It stays in the review log, marked as retracted.
  ///
  /// - Returns: what it was; `nil` when there is nothing to undo.
  /// - Throws: ``LibraryError`` when a deck was edited after its import; an error of the review log.
  ///   Nothing was changed then.
  public func undo(_ target: UndoTarget = .last) throws -> Undone? {
    let now = surroundings.now()
    switch target == .lastAnswer ? nil : try log.read({ try $0.history.last() }) {
    case .import(let id, let record):
      try restore(record)
      _ = try log.write { try $0.history.undo(id, at: now) }
      return undone(
        "import of \(record.source) into \(record.deck) (\(record.taken) imported, "
          + "\(record.updated) updated)", record.moment)
    case .presetChange(let entry):
      let moved = try log.write { try $0.history.undo(entry.id, at: now) }?.moved ?? 0
      return undone(
        Self.phrase(entry.change), entry.moment,
        "\(moved == 1 ? "1 card was" : "\(moved) cards were") rescheduled.")
    case .suspension(let id, let card, let state, let moment):
      _ = try log.write { try $0.history.undo(id, at: now) }
      let name = try log.read { try $0.decks.text(of: card.question) }?.prompt ?? card.description
      return switch state {
      case .active: undone("unsuspended “\(name)”", moment, "It is suspended or buried again.")
      case .suspended: undone("suspended “\(name)”", moment)
      case .buried: undone("buried “\(name)”", moment)
      }
    case .review, nil:
      return try log.write { try $0.reviews.undo(at: now) }.map { undone in
        self.undone(
          "answer to “\(undone.asked)” in \(undone.group) (\(undone.review.grade.name))",
          undone.review.moment)
      }
    }
  }

  private func undone(_ what: String, _ moment: Moment, _ further: String = "") -> Undone {
    let time = moment.iso8601.prefix(16).replacing("T", with: " ")
    return Undone(
      description: "Undone: \(what), \(time)." + (further.isEmpty ? "" : " " + further))
  }

  private static func phrase(_ change: PresetChange) -> String {
    switch change {
    case .set(let preset, .learner): "change of preset “\(preset.name)”"
    case .set(let preset, .optimize), .set(let preset, .automatic):
      "new FSRS parameters of preset “\(preset.name)”"
    case .use(let preset, _, let groups):
      "preset “\(preset)” for \(groups.count == 1 ? "“\(groups[0])”" : "\(groups.count) groups")"
    }
  }

  /// Puts a deck back as it was before an import.
  private func restore(_ record: ImportRecord) throws(LibraryError) {
    let now = DeckCatalog.exists(record.deck) ? try? AtomicFile.read(record.deck) : nil
    // A program that was killed between the log and the file has left the deck as it was.
    if now == record.before { return }
    guard let now, ContentDigest(now) == record.after else {
      throw .editedSinceImport(path: record.deck, source: record.source)
    }
    do throws(AtomicFileError) {
      if let before = record.before {
        try AtomicFile.replace(record.deck, with: before, ifStill: .content(now), backup: false)
      } else if unlink(record.deck) != 0 {
        throw .unwritable(path: record.deck, reason: String(cString: strerror(errno)))
      }
    } catch { throw .notRestored(reason: "\(error)") }
  }
}
