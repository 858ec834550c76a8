import Foundation
import RabbleQuestions
import RabbleText

/// What a learner puts on a card or its question: a flag, a tag of their own, a note of their own. None
/// of it changes a deck or a schedule.
package struct Mark: Hashable, Sendable {
  /// What is put on or taken off.
  package enum Change: Hashable, Sendable {
    /// The card is flagged, or not any more; a flag without a color keeps the one that the card has.
    case flag(Bool, FlagColor? = nil)
    /// The question has a tag, or does not any more.
    case tag(String, Bool)
    /// The question has this note, which is shown with its answer; `nil` for none any more.
    case note(String?)
  }

  package let question: QuestionID
  /// The direction of the card that is flagged; `nil` for a tag or note, which belong to the question.
  package let direction: Direction?
  package let change: Change
  package let moment: Moment

  package init(_ change: Change, on card: CardID, at moment: Moment) {
    question = card.question
    self.change = change
    self.moment = moment
    if case .flag = change { direction = card.direction } else { direction = nil }
  }

  /// The most characters of a tag.
  static let longestTag = 100
  /// The most characters of a note.
  static let longestNote = 10_000
}

/// The color of a flag, with the numbers and names that Anki has for them.
package enum FlagColor: Int, Hashable, Sendable, CaseIterable {
  case red = 1
  case orange, green, blue, pink, turquoise, purple

  /// Its name: `blue`.
  package var name: String { "\(self)" }

  /// The color of this name.
  package init?(name: String) {
    guard let color = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = color
  }
}

/// What a learner has put on a card and its question.
package struct CardMarks: Hashable, Sendable {
  /// The card's flag; `nil` for none.
  package var flag: FlagColor?
  package var isFlagged: Bool { flag != nil }
  /// The question's own tags, in the order of their names.
  package var tags: [String] = []
  /// The question's own note.
  package var note: String?

  /// Makes the marks of a card that has none.
  package init() {}

  /// The same marks after one more.
  package func after(_ change: Mark.Change) -> CardMarks {
    var marks = self
    switch change {
    case .flag(let isOn, let color): marks.flag = isOn ? color ?? flag ?? .red : nil
    case .tag(let tag, let isOn):
      marks.tags = (tags.filter { $0 != tag } + (isOn ? [tag] : [])).sorted()
    case .note(let note): marks.note = note
    }
    return marks
  }
}

/// Why a text can't be put on a card.
package enum MarkError: Error, Hashable, CustomStringConvertible {
  /// A tag with nothing in it, with spaces or control characters in it, or too long.
  case tag(String)
  /// A note that is too long.
  case note(characters: Int)

  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .tag(let tag):
      "\(Quoting.curly(tag)) can't be a tag: a tag has 1 to \(Mark.longestTag) characters and no "
        + "space in it, such as verb-ru."
    case .note(let characters):
      "The note has \(characters) characters; the most is \(Mark.longestNote)."
    }
  }
}

extension Mark.Change {
  /// What is put on a card when the learner types a tag: `verb`, or `-verb` to take it off.
  ///
  /// - Throws: ``MarkError``.
  package static func tag(typed text: String) throws(MarkError) -> Mark.Change {
    let trimmed = text.trimmed
    let isOff = trimmed.hasPrefix("-")
    let tag = isOff ? String(trimmed.dropFirst()) : trimmed
    // One that a log has with spaces in it can be taken off.
    let isSound =
      !tag.isEmpty && tag.count <= Mark.longestTag
      && (isOff || !tag.contains(where: \.isWhitespace))
      && tag.unicodeScalars.allSatisfy { !$0.isUnprintable }
    guard isSound, let tag = canonicalTag(tag) else { throw .tag(trimmed) }
    return .tag(tag, !isOff)
  }

  /// What is put on a card when the learner types a note: nothing or `-` takes it off.
  ///
  /// - Throws: ``MarkError``.
  package static func note(typed text: String) throws(MarkError) -> Mark.Change {
    let note = printableNote(text)
    guard note.count <= Mark.longestNote else { throw .note(characters: note.count) }
    return .note(note.isEmpty || note == "-" ? nil : note)
  }

  /// The one form of a tag, by which tags that read alike are the same: composed (Unicode's NFC), without
  /// what nobody sees, with single spaces, and not too long. A tag that comes from elsewhere may have spaces.
  ///
  /// - Returns: the tag; `nil` where nothing is left of it.
  package static func canonicalTag(_ text: String) -> String? {
    let scalars = text.printable.withoutInvisible.precomposedStringWithCanonicalMapping
      .unicodeScalars
    guard scalars.contains(where: { !$0.properties.isWhitespace && !$0.isInvisible }) else {
      return nil
    }
    let words = scalars.split { $0.properties.isWhitespace }.map { String($0) }
    return String(words.joined(separator: " ").prefix(Mark.longestTag)).trimmed
  }

  /// The one form of a note: without control characters other than tabs and line ends, without white space
  /// around it, and not too long.
  ///
  /// - Returns: the note; `nil` where nothing is left of it.
  package static func canonicalNote(_ text: String) -> String? {
    let note = String(printableNote(text).prefix(Mark.longestNote)).trimmed
    return note.isEmpty ? nil : note
  }

  private static func printableNote(_ text: String) -> String {
    guard text.hasUnprintable else { return text.trimmed }
    var note = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": note.append("\n")
      case "\t": note.append(scalar)
      case let scalar where scalar.isUnprintable: break
      default: note.append(scalar)
      }
      previous = scalar
    }
    return String(note).trimmed
  }
}
