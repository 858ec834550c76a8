import RabbleQuestions
import RabbleScheduling
import RabbleStorage

extension Library {
  /// What the group of an answer is called.
  ///
  /// - Throws: an error of the review log.
  func text(of answer: RecordedReview) throws -> String {
    try log.read { try GroupTexts(self, $0)[answer.group, since: answer.id] }
  }
}

/// What groups are called in reports: of two that have one title, each with its deck.
struct GroupTexts {
  private let labels: GroupLabels
  private let book: PresetBook

  /// Makes the texts for the groups of the decks, and for others that a report has.
  ///
  /// - Throws: an error of the review log.
  init(
    _ library: Library, and others: some Sequence<GroupName> = EmptyCollection(), _ tx: Transaction
  ) throws {
    // Where decks are not read, the log knows them.
    let known = library.groupNames
    labels = GroupLabels((known.isEmpty ? try tx.decks.groupNames() : known) + others)
    book = try tx.presets.book()
  }

  /// Makes the texts for the groups of all decks that the log knows.
  ///
  /// - Throws: an error of the review log.
  init(_ tx: Transaction) throws {
    labels = GroupLabels(try tx.decks.groupNames())
    book = try tx.presets.book()
  }

  /// What a group is called.
  subscript(_ name: GroupName) -> String { labels[name] }

  /// What a group was called when an event was made, with the deck that it is in now.
  subscript(_ name: GroupName, since event: EventID) -> String {
    let now = book.name(of: name, since: event)
    return now.title == name.title ? labels[now] : name.title
  }
}
