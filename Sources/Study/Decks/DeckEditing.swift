import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText
import SystemPackage

/// Changes deck files: each whole or not at all, never over what another program has written, and
/// with the review history of every question that has another text afterwards.
package struct DeckEditing {
  let locations: Locations
  let surroundings: Surroundings
  let catalog: DeckCatalog
  /// Is told what happened beside the change, a line each.
  let tell: (String) -> Void
  private let openLog: () throws -> StudyLog
  /// Whether it is used without a library, which reads the decks again by itself.
  private let isAlone: Bool
  /// Is told the event of each change.
  private let onChange: (EventID) -> Void

  /// Makes what changes decks, without opening the review log before a change needs it.
  ///
  /// - Parameters:
  ///   - locations: where the decks are.
  ///   - surroundings: the present, the time zone, and chance.
  ///   - tell: is told what happened beside the change, a line each.
  /// - Throws: ``LibraryError`` when the folders can't be made.
  package init(
    at locations: Locations, _ surroundings: Surroundings,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    try locations.prepare()
    self.init(locations, surroundings, tell, onChange: { _ in }, isAlone: true) {
      try locations.expectLog()
      return try StudyLog(
        path: locations.log, whenWaiting: { tell(Library.waiting(for: $0)) },
        random: surroundings.identityBits,
        beforeUpdate: {
          let failure = Library.backUp(
            $0, locations, surroundings, before: "the update of its tables")
          if let failure { tell(failure) }
        })
    }
  }

  fileprivate init(
    _ locations: Locations, _ surroundings: Surroundings, _ tell: @escaping (String) -> Void,
    onChange: @escaping (EventID) -> Void, isAlone: Bool, openLog: @escaping () throws -> StudyLog
  ) {
    self.locations = locations
    self.surroundings = surroundings
    self.tell = tell
    self.openLog = openLog
    self.onChange = onChange
    self.isAlone = isAlone
    catalog = DeckCatalog(locations)
  }

  package func lookup() -> DeckLookup { DeckLookup(catalog) }

  func log() throws -> StudyLog { try openLog() }

  // MARK: - Groups

  /// Creates a deck file with one group.
  ///
  /// - Parameters:
  ///   - group: the group.
  ///   - path: the file; in the folder of own decks, named after the title, without it.
  ///   - form: how it is written, where the path doesn't say it.
  /// - Returns: the file.
  /// - Throws: `AtomicFileError` when there is such a file already; ``LibraryError``; ``DeckEditError``
  ///   for a title that can't be one.
  package func create(_ group: QuestionGroup, at path: FilePath? = nil, as form: DeckForm = .json)
    throws -> FilePath
  {
    var group = group
    group.title = try Self.title(group.title)
    let path = try pathForNewDeck(titled: group.title, at: path, as: form)
    try Locations.makeFolder(FilePath(path).removingLastComponent().string)
    let text =
      DeckForm(path: path) == .json
      ? DeckJSON.text(of: [group]) : DeckMarkdown.text(of: [group])
    let bytes = Array(text.utf8)
    try commit(
      [DeckFileChange(path: path, before: nil, after: bytes)], "created deck “\(group.title)”")
    let loader = DeckLoader()
    tellFindings(
      in: loader.parseSource(bytes, path: path), since: loader.parseSource([], path: path))
    return FilePath(path)
  }

  /// A title without spaces around it.
  ///
  /// - Throws: ``DeckEditError/incomplete(_:)`` for one with a line break or another control character.
  package static func title(_ text: String) throws(DeckEditError) -> String {
    let title = text.trimmed
    if title.hasUnprintable {
      throw .incomplete(
        "The title “\(title.printable)” has a line break or another control character; leave it out."
      )
    }
    return title
  }

  /// Where a new deck belongs.
  ///
  /// - Throws: `AtomicFileError` when there is such a file already.
  @discardableResult
  package func pathForNewDeck(titled title: String, at path: FilePath?, as form: DeckForm) throws
    -> String
  {
    let path =
      path.map { locations.absolute($0.string) }
      ?? catalog.ownPath(forTitle: title, ending: form == .markdown ? ".md" : ".json")
    if DeckCatalog.exists(path) { throw AtomicFileError.alreadyThere(path: path) }
    return path
  }

  /// Adds a group to the end of a deck file.
  ///
  /// - Returns: the file.
  /// - Throws: ``DeckEditError``, `DeckChangeError` or `AtomicFileError`; the deck is as it was then.
  package func add(_ group: QuestionGroup, to file: FilePath) throws -> FilePath {
    var group = group
    group.title = try Self.title(group.title)
    let source = try lookup().deck(file: file.string).source
    let changed = try write(
      [.addGroups([DeckGroup(group)])], to: source, "added group “\(group.title)”")
    tellFindings(in: changed, since: source)
    return FilePath(source.file.path)
  }

  /// Gives a group another title, also in the learner's courses. Its questions keep their histories, and
  /// the group its preset.
  ///
  /// - Parameters:
  ///   - name: the group, by title or an unambiguous prefix.
  ///   - title: the new title.
  ///   - file: the deck file to look in; all of them without it.
  ///   - copying: whether to copy a bundled deck to the own ones, and to change the copy.
  /// - Returns: the title it had.
  /// - Throws: ``DeckEditError``, ``DeckEditError/unchanged`` where it has this title already;
  ///   `DeckChangeError`, `AtomicFileError`, or an error of the review log.
  package func rename(
    group name: String, to title: String, file: String? = nil, copying: Bool = false
  ) throws -> String {
    let title = try Self.title(title)
    let group = try lookup().group(name, file: file)
    let source = try editable(group.deck, copying: copying)
    if source.groups.indices.contains(where: {
      $0 != group.number && source.groups[$0].group.title == title
    }) {
      throw DeckEditError.incomplete(
        "That file already has a group “\(title)”; choose another title.")
    }
    let courses = courses(naming: group, in: source, by: title)
    let changed = try write(
      [.rename(group: group.number, to: title)], to: source,
      "renamed “\(group.title)” to “\(title)”", also: courses
    ) { tx, event in
      let deck = try tx.decks.name(ofDeck: source.file.path) ?? catalog.name(of: source.file.path)
      try tx.presets.rename(
        group: GroupName(deck: deck, title: group.title),
        to: GroupName(deck: deck, title: title), with: event, at: surroundings.now())
    }
    for course in courses { tell("\(course.path) names the group by its new title, too.") }
    tellFindings(in: changed, since: source)
    return group.title
  }

  /// The changes of the learner's own courses that name a group, once it has another title; none of those
  /// beside which another deck has a group of the old title as well.
  private func courses(
    naming group: DeckLookup.Group, in source: DeckSource, by title: String
  ) -> [DeckFileChange] {
    let others = lookup().decks.filter { deck in
      deck.source.groups.indices.contains {
        deck.source.groups[$0].group.title == group.title
          && (deck.path != group.deck.path || $0 != group.number)
      }
    }
    return catalog.listing().courses.filter { !$0.isBundled }.compactMap { course in
      let folders = catalog.folders(besideCourse: course.path)
      func isBeside(_ path: String) -> Bool { folders.contains { path.hasPrefix($0) } }
      guard isBeside(source.file.path), !others.contains(where: { isBeside($0.path) }) else {
        return nil
      }
      // One that can't be read is reported whenever decks are.
      guard let bytes = try? AtomicFile.read(course.path) else { return nil }
      let renamed = CourseLoader.renaming(group.title, to: title, in: bytes)
      return renamed == bytes
        ? nil : DeckFileChange(path: course.path, before: bytes, after: renamed)
    }
  }

  // MARK: - Questions

  /// Adds questions to the end of a group.
  ///
  /// - Returns: how many questions the group has then, and its file.
  /// - Throws: ``DeckEditError``, `DeckChangeError` or `AtomicFileError`; the deck is as it was then.
  @discardableResult
  package func add(
    _ questions: [Question], to group: DeckLookup.Group, copying: Bool
  ) throws -> (count: Int, path: String) {
    let source = try editable(group.deck, copying: copying)
    let count = try add(questions, toGroup: group.title, inFile: source.file.path)
    return (count, source.file.path)
  }

  /// Adds questions to the end of a group, as its file is now.
  ///
  /// - Returns: how many questions the group has then.
  func add(_ questions: [Question], toGroup title: String, inFile path: String) throws -> Int {
    let source = DeckLoader().loadSource(path: path)
    guard let group = source.groups.lastIndex(where: { $0.group.title == title }) else {
      throw DeckEditError.unusable(path: path, reason: "There is no group “\(title)” in it now.")
    }
    let first = questions.first.map { "“\($0.prompt)”" } ?? "nothing"
    let more = questions.count > 1 ? " and \(questions.count - 1) more" : ""
    let changed = try write(
      [.add(questions.map { DeckEntry($0) }, toGroup: group)], to: source,
      "added \(first)\(more) to “\(title)”")
    tellFindings(in: changed, since: source)
    return changed.groups[group].questions.count
  }

  /// Replaces a question.
  ///
  /// - Returns: the question as it is now.
  /// - Throws: what `change` throws; ``DeckEditError``, `DeckChangeError` or `AtomicFileError`, and
  ///   the deck is as it was then.
  package func replace(
    _ found: DeckLookup.Question, copying: Bool, by change: (Question) throws -> Question
  ) throws -> Question {
    let source = try editable(found.deck, copying: copying)
    let new = try change(found.source.question)
    let changed = try write(
      [.replace(found.place, by: new)], to: source,
      "edited “\(found.source.question.prompt)” in “\(found.group.title)”")
    tellFindings(in: changed, since: source)
    return new
  }

  /// Removes a question. Its history is kept in case it is added again.
  ///
  /// - Throws: ``DeckEditError``, `DeckChangeError` or `AtomicFileError`; the deck is as it was then.
  package func remove(_ found: DeckLookup.Question, copying: Bool) throws {
    try write(
      [.remove(found.place)], to: editable(found.deck, copying: copying),
      "removed “\(found.source.question.prompt)” from “\(found.group.title)”")
  }

  /// Moves a question to another group, or to another position in its own. Its history is kept.
  ///
  /// - Parameters:
  ///   - prompt: the question's prompt or id.
  ///   - scope: where to look for it.
  ///   - target: the group it goes to, in `target.file` if that is named; its own without it.
  ///   - neighbor: the prompt or id of the question it is put before; the group's end without it.
  ///   - copying: whether to copy a bundled deck to the own ones, and to change the copy.
  /// - Returns: the question's prompt and its group's title now.
  /// - Throws: ``DeckEditError``, `DeckChangeError` or `AtomicFileError`; the decks are as they were
  ///   then.
  package func move(
    _ prompt: String, _ scope: DeckLookup.Scope, to target: DeckLookup.Scope,
    before neighbor: String?, copying: Bool
  ) throws -> (prompt: String, group: String) {
    let lookup = lookup()
    let found = try lookup.question(prompt, scope)
    let goal =
      try target.group.map { name throws(DeckEditError) in
        try lookup.group(name, file: target.file)
      } ?? found.group
    let before = try neighbor.map {
      try lookup.question($0, .init(group: goal.title, file: goal.deck.path)).place.question
    }
    if found.deck.path == goal.deck.path {
      try write(
        [.move(found.place, toGroup: goal.number, before: before)],
        to: editable(found.deck, copying: copying), Self.move(found, goal))
    } else {
      try move(found, to: goal, before: before, copying: copying)
    }
    return (found.source.question.prompt, goal.title)
  }

  /// Moves a question between files: it is in both for a moment, but never in neither.
  private func move(
    _ found: DeckLookup.Question, to goal: DeckLookup.Group, before: Int?, copying: Bool
  ) throws {
    let from = try editable(found.deck, copying: copying)
    let into = try editable(goal.deck, copying: copying)
    let question = try from.entry(at: found.place)
    let rest = try from.applying([.remove(found.place)])
    let whole = try into.applying([.add([question], toGroup: goal.number, before: before)])
    let edit: DeckSource.Edit = (
      .init(of: found.source.question, inGroup: found.group.title),
      .init(of: found.source.question, inGroup: goal.title)
    )
    try commit(
      [
        DeckFileChange(path: into.file.path, before: into.bytes, after: whole.bytes),
        DeckFileChange(path: from.file.path, before: from.bytes, after: rest.bytes),
      ], Self.move(found, goal), edits: [edit])
  }

  private static func move(_ found: DeckLookup.Question, _ goal: DeckLookup.Group) -> String {
    "moved “\(found.source.question.prompt)” to “\(goal.title)”"
  }

  // MARK: - Files

  /// A deck that may be changed: itself, or the learner's own copy of a bundled one.
  ///
  /// - Throws: ``DeckEditError/bundled(title:path:)`` for a bundled deck, unless it is to be copied.
  func editable(_ deck: DeckLookup.Deck, copying: Bool) throws -> DeckSource {
    guard deck.isBundled else { return deck.source }
    guard copying, let own = catalog.ownPath(of: deck.path) else {
      throw DeckEditError.bundled(
        title: deck.source.groups.first?.group.title ?? deck.path, path: deck.path)
    }
    try Locations.makeFolder(FilePath(own).removingLastComponent().string)
    try commit(
      [DeckFileChange(path: own, before: nil, after: deck.source.bytes)],
      "copied the bundled deck \(FilePath(own).lastComponent?.string ?? own)")
    tell("Copied to \(own), which now replaces the bundled deck.")
    return DeckLoader().parseSource(deck.source.bytes, path: own)
  }

  /// Makes changes to a deck and writes it.
  ///
  /// - Returns: the deck as it is now.
  /// - Throws: ``DeckEditError/unchanged`` where not a byte changes.
  @discardableResult
  private func write(
    _ changes: [DeckChange], to source: DeckSource, _ what: String,
    also others: [DeckFileChange] = [],
    and record: (Transaction, EventID) throws -> Void = { _, _ in }
  ) throws -> DeckSource {
    var edits: [DeckSource.Edit] = []
    var result = source
    for change in changes {
      let before = result
      result = try before.applying([change])
      edits += before.edits(by: change)
    }
    if result.bytes == source.bytes { throw DeckEditError.unchanged }
    try write(result, over: source, what, edits: edits, also: others, and: record)
    return result
  }

  /// Writes a deck over what it was made from, and other files with it.
  func write(
    _ new: DeckSource, over old: DeckSource, _ what: String, edits: [DeckSource.Edit],
    also others: [DeckFileChange] = [],
    and record: (Transaction, EventID) throws -> Void = { _, _ in }
  ) throws {
    try commit(
      [DeckFileChange(path: old.file.path, before: old.bytes, after: new.bytes)] + others, what,
      edits: edits, and: record)
  }

  /// Changes deck files so that it can be undone: the change is in the review log, with what the files
  /// were, before the first of them is written. All of them are changed, or none.
  ///
  /// - Parameters:
  ///   - changes: the files, in the order in which they are written; those that stay the same are
  ///     left out.
  ///   - what: what is done, in words such as `removed “犬” from “Animals”`.
  ///   - edits: which questions have another text afterwards.
  ///   - record: adds to the log what else belongs to the change, given its event.
  /// - Throws: `AtomicFileError`, or an error of the review log; the files are as they were then.
  func commit(
    _ changes: [DeckFileChange], _ what: String, edits: [DeckSource.Edit] = [],
    and record: (Transaction, EventID) throws -> Void = { _, _ in }
  ) throws {
    let changes = changes.filter { $0.before != $0.after }
    guard !changes.isEmpty else { return }
    // What can't be done leaves no event, which a redo would carry out.
    try DeckFiles.check(changes)
    let log = try log()
    let event = try log.write { try $0.deckEdits.record(changes, what, at: surroundings.now()) }
    try DeckFiles.write(changes) {
      try log.write { _ = try $0.history.undo(event, at: surroundings.now()) }
    }
    try log.write {
      try $0.identities.reidentify(edits, with: event, at: surroundings.now())
      try record($0, event)
    }
    // An edit by hand that follows is compared with the questions as they read now.
    if isAlone, !edits.isEmpty { for line in catalog.takeIn(log, surroundings) { tell(line) } }
    onChange(event)
  }
}

extension Library {
  /// Changes the deck files of this library. ``refresh()`` reads them afterwards.
  ///
  /// - Parameter tell: is told what happened beside a change, a line each.
  /// - Returns: what changes deck files.
  /// - Throws: ``LibraryError/noDeckFiles`` in memory.
  package func editing(tell: @escaping (String) -> Void = { _ in }) throws -> DeckEditing {
    try editing(tell: tell, onChange: { _ in })
  }

  /// As ``editing(tell:)``; `onChange` is told the event of each change.
  func editing(tell: @escaping (String) -> Void, onChange: @escaping (EventID) -> Void) throws
    -> DeckEditing
  {
    guard let locations else { throw LibraryError.noDeckFiles }
    return DeckEditing(locations, surroundings, tell, onChange: onChange, isAlone: false) { log }
  }
}
