import Foundation
import RabbleQuestions

/// The questions of a collection of Anki: which question and direction each card becomes, and what is
/// left behind.
///
///     let `import` = AnkiImport(collection)
///     `import`.content.groups  // the questions
///     `import`.cards.count     // the cards, each a direction of one of them
package struct AnkiImport: Sendable {
  /// A card of Anki, and what it is here.
  package struct ImportedCard: Hashable, Sendable {
    /// The card in Anki.
    package let card: AnkiCollection.Card
    /// The card here.
    package let id: CardID
    /// The texts of the question it asks. The whole question, of which a collection has a hundred thousand,
    /// is much larger.
    package let prompt, answer: String
    /// The title of the group that has the question.
    package let group: String
  }

  /// A note type with notes, as a learner sees it before anything is written.
  package struct NoteType: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// How many notes it has.
    package let count: Int
    /// What its fields are for: `prompt=Word, answer=Word Meaning`.
    package let columns: String
    /// Whether the learner said so for an earlier import.
    package let isRemembered: Bool
    /// Two finished cards.
    package internal(set) var examples: [Question] = []
  }

  /// How often something is not as it was in Anki.
  package struct Remark: Hashable, Sendable {
    /// How often.
    package let count: Int
    /// What.
    package let kind: AnkiRemark
  }

  /// The questions, group by group.
  package private(set) var content = ImportContent()
  /// The cards that come along, until they are forgotten.
  package private(set) var cards: [ImportedCard] = []
  /// How many cards come along.
  package let takenCount: Int
  /// The note types, those with most notes first.
  package private(set) var noteTypes: [NoteType] = []
  /// What the learner says of note types, to be remembered for the next import.
  package let said: [AnkiColumns.Said]
  /// Whether notes of it may have been exported from here.
  package let hasOwnNotes: Bool
  /// What is not as it was.
  package private(set) var remarks: [Remark] = []
  /// How many cards there are in the collection.
  package let cardCount: Int

  /// Makes questions of notes.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - columns: what the learner says of fields, as ``AnkiColumns`` reads it; `nil` without a word.
  package init(_ collection: AnkiCollection, columns: AnkiColumns? = nil) {
    cardCount = collection.cards.count
    var reading = AnkiNoteReader(collection, columns: columns)
    reading.run()
    content = reading.records.content
    content.changes.media = 0
    content.isKnownByIDAlone = true
    cards = reading.cards
    takenCount = cards.count
    for index in content.groups.indices {
      content.groups[index].header.language = reading.language(
        ofGroup: content.groups[index].header.title)
    }
    noteTypes = reading.types
    said = reading.said
    hasOwnNotes = collection.noteTypes.values.contains(where: AnkiNotes.isOwn)
    remarks = reading.remarks.list
  }

  /// Forgets the cards, which take much memory, once all was made of them that follows from them.
  package mutating func forgetCards() { cards = [] }
}
