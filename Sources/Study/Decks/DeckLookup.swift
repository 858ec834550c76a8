import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleText

/// Finds deck files, groups and questions by what the learner calls them.
package struct DeckLookup {
  /// A deck file with the positions of all it holds.
  package struct Deck {
    /// The file, with the place of everything in it.
    package let source: DeckSource
    /// What it is known by: its path below its decks folder, without the ending.
    package let name: String
    /// Whether it came with the program.
    package let isBundled: Bool

    /// The path of its file.
    package var path: String { source.file.path }

    /// All its groups.
    var groups: [Group] { source.groups.indices.map { Group(deck: self, number: $0) } }
  }

  package struct Group {
    package let deck: Deck
    let number: Int

    /// The group as its file has it, and where.
    var source: GroupSource { deck.source.groups[number] }
    package var title: String { source.group.title }
    /// Its deck and its title.
    package var name: GroupName { GroupName(deck: deck.name, title: title) }

    /// The line it begins in.
    var line: Int { deck.source.position(of: source.span.start).line }

    /// The title with its file and line, for people.
    var description: String { "“\(title)” (\(deck.path):\(line))" }

    /// All its questions.
    fileprivate var questions: [Question] {
      source.questions.indices.map {
        Question(deck: deck, place: QuestionIndex(group: number, question: $0))
      }
    }
  }

  package struct Question {
    package let deck: Deck
    let place: QuestionIndex

    package var group: Group { Group(deck: deck, number: place.group) }
    /// The question as its file has it, and where.
    package var source: QuestionSource { deck.source.groups[place.group].questions[place.question] }

    /// The line it begins in.
    var line: Int { deck.source.position(of: source.span.start).line }

    /// The file and line it begins in, by which a command finds it.
    var fileAndLine: String { "\(deck.path):\(line)" }

    /// The question with its answer, group, file and line, for people.
    package var description: String {
      "“\(source.question.prompt.printable)” = \(source.question.answer.printable), in \(group.title) "
        + "(\(fileAndLine))"
    }

    /// What a sentence with blanks is called besides its prompt: as it is written, whole, and as each of
    /// its cards asks it.
    fileprivate var sentences: [String] {
      guard let cloze = source.question.cloze, let text = ClozeText.sound(cloze) else { return [] }
      let written = source.field(.cloze).map { deck.source.text($0.span) }
      return [cloze, text.filled, RubyText(text.filled).base, text.opened]
        + text.keys.map { text.sentence(open: $0).base } + (written.map { [$0] } ?? [])
    }
  }

  /// Where a search looks.
  package struct Scope {
    /// Only in this group, by title or an unambiguous prefix.
    package var group: String?
    /// Only in this deck file.
    package var file: String?

    /// Makes a scope: everywhere, unless something is named.
    package init(group: String? = nil, file: String? = nil) {
      self.group = group
      self.file = file
    }
  }

  /// The deck files that were named, the learner's own, and the bundled ones.
  let decks: [Deck]
  private let catalog: DeckCatalog

  /// Reads all decks.
  init(_ catalog: DeckCatalog) {
    self.catalog = catalog
    decks = catalog.listing().decks.filter { DeckCatalog.exists($0.path) }.map {
      Deck(
        source: DeckLoader().loadSource(path: $0.path), name: $0.name, isBundled: $0.isBundled)
    }
  }

  /// All groups that can be studied.
  package var groups: [QuestionGroup] { decks.flatMap(\.source.file.groups) }

  /// The groups of this title, or with this prefix.
  package func groups(named name: String) throws(UnknownGroup) -> [QuestionGroup] {
    let groups = decks.flatMap { deck in
      deck.source.file.groups.map { (GroupName(deck: deck.name, title: $0.title), $0) }
    }
    return try GroupChoice.choose([name], among: groups.map(\.0)).get().map { groups[$0].1 }
  }

  /// The one deck of a file.
  ///
  /// - Throws: ``DeckEditError/noFile(path:)``, or ``DeckEditError/unreadable(_:)`` for what can't be
  ///   opened.
  func deck(file: String) throws(DeckEditError) -> Deck {
    let path = catalog.absolute(file)
    if let deck = decks.first(where: { $0.path == path }) { return deck }
    let source = DeckLoader().loadSource(path: path)
    if !DeckCatalog.exists(path) {
      guard let fault = source.file.faults.first, fault.kind != .file(.notFound) else {
        throw .noFile(path: file)
      }
      throw .unreadable(fault)
    }
    return Deck(source: source, name: catalog.name(of: path), isBundled: false)
  }

  /// The one group of this title, or with this prefix; in this file if one is named.
  ///
  /// - Throws: ``DeckEditError``.
  package func group(_ name: String, file: String? = nil) throws(DeckEditError) -> Group {
    let all = try decks(in: file).flatMap(\.groups).filter { !$0.title.isEmpty }
    // An own group comes before a bundled one of the same title.
    let own = all.filter { !$0.deck.isBundled && GroupChoice.isName(name, of: $0.name) }
    let candidates = own.isEmpty ? all : own
    switch GroupChoice.choose([name], among: candidates.map(\.name)) {
    case .failure(let error): throw .noGroup(error)
    case .success(let indices):
      let chosen = indices.map { candidates[$0] }
      guard chosen.count == 1 else {
        throw .severalGroups(name: name, matches: chosen.map(\.description))
      }
      return chosen[0]
    }
  }

  /// The group that is meant by a title, a prefix or a file's name; without a name, the only one
  /// that is the learner's own.
  ///
  /// - Throws: ``DeckEditError``.
  package func groupToFill(_ name: String?, _ scope: Scope) throws(DeckEditError) -> Group {
    if let name = scope.group ?? name, scope.group != nil || !isFileName(name) {
      return try group(name, file: scope.file)
    }
    let decks = try decksToChange(in: scope.file ?? name)
    let groups = decks.flatMap(\.groups)
    if groups.count == 1 { return groups[0] }
    if groups.isEmpty {
      let fault = decks.flatMap(\.source.file.faults).first
      throw .incomplete(fault?.description ?? Self.noDeck)
    }
    throw .incomplete(
      "Which group? Choose one: \(groups.map(\.description).joined(separator: ", ")).")
  }

  /// The one question of this prompt or id in this scope, or in this place, `FILE:LINE`. A sentence with
  /// blanks is also found by all of it, or by what one of its cards asks.
  ///
  /// - Throws: ``DeckEditError``.
  package func question(_ prompt: String, _ scope: Scope) throws(DeckEditError) -> Question {
    let groups: [Group]
    if let group = scope.group {
      groups = [try self.group(group, file: scope.file)]
    } else {
      groups = try decks(in: scope.file).flatMap(\.groups)
    }
    let all = groups.flatMap(\.questions)
    let wanted = Self.folded(prompt)
    var exact = all.filter {
      Self.folded($0.source.question.prompt) == wanted || $0.source.question.id == prompt
    }
    if exact.isEmpty {
      exact = all.filter { $0.sentences.contains { Self.folded($0) == wanted } }
    }
    if exact.isEmpty { exact = try questions(inPlace: prompt, scope, among: all) }
    let own = exact.filter { !$0.deck.isBundled }
    let found = own.isEmpty ? exact : own
    if found.isEmpty {
      let near = all.filter { Self.folded($0.source.question.prompt).hasPrefix(wanted) }
      throw .noQuestion(prompt: prompt, near: near.prefix(5).map(\.description))
    }
    guard found.count == 1 else {
      throw .severalQuestions(
        prompt: prompt, matches: found.prefix(10).map(\.description), place: found[0].fileAndLine)
    }
    return found[0]
  }

  /// The questions that have the line of a place, `FILE:LINE`; none for a name that is no place.
  private func questions(inPlace name: String, _ scope: Scope, among all: [Question])
    throws(DeckEditError) -> [Question]
  {
    guard let (file, line) = place(name), DeckCatalog.exists(catalog.absolute(file)) else {
      return []
    }
    let deck = try deck(file: file)
    let isAnywhere = scope.group == nil && scope.file == nil
    let known = isAnywhere ? deck.groups.flatMap(\.questions) : all
    let lines = SourceLines(deck.source.bytes)
    return known.filter { $0.deck.path == deck.path }.filter { question in
      let span = question.source.span
      let first = lines.position(of: span.start).line
      return (first...max(first, lines.position(of: span.end).line)).contains(line)
    }
  }

  /// Whether a name is meant as a file's, and not as a group's with its deck before it.
  private func isFileName(_ name: String) -> Bool {
    guard catalog.isFileName(name) else { return false }
    if DeckCatalog.exists(catalog.absolute(name)) { return true }
    return !decks.contains { deck in
      deck.groups.contains { GroupChoice.isName(name, of: $0.name) }
    }
  }

  /// The file and line of a name `FILE:LINE`.
  private func place(_ name: String) -> (file: String, line: Int)? {
    guard let colon = name.lastIndex(of: ":"), let line = Int(name[name.index(after: colon)...]),
      line > 0, catalog.isFileName(String(name[..<colon]))
    else { return nil }
    return (String(name[..<colon]), line)
  }

  /// The deck and line that are meant by a group, a question, or a file's name, which may end in
  /// `:line`; without a name, the only deck that is the learner's own.
  ///
  /// - Throws: ``DeckEditError``.
  package func line(of name: String?, _ scope: Scope) throws(DeckEditError) -> (Deck, line: Int) {
    guard let name else {
      let decks = try decksToChange(in: scope.file)
      if decks.count == 1 { return (decks[0], 1) }
      throw .incomplete(
        decks.isEmpty
          ? Self.noDeck : "Which deck? Choose one: \(decks.map(\.path).joined(separator: ", ")).")
    }
    if let (file, line) = place(name) { return (try deck(file: file), line) }
    if scope.group != nil {
      let question = try question(name, scope)
      return (question.deck, question.line)
    }
    if isFileName(name) { return (try deck(file: name), 1) }
    do {
      let group = try group(name, file: scope.file)
      return (group.deck, group.line)
    } catch {
      guard case .noGroup(let unknown) = error, unknown.reason == .unknown else { throw error }
      do {
        let question = try question(name, scope)
        return (question.deck, question.line)
      } catch {
        guard case .noQuestion = error else { throw error }
        throw .incomplete(
          "There is no group or question “\(name)”. Groups: "
            + unknown.titles.map { "“\($0)”" }.joined(separator: ", ") + ".")
      }
    }
  }

  private static let noDeck = "You have no deck yet. Create one with `rabble deck new TITLE`."

  private func decks(in file: String?) throws(DeckEditError) -> [Deck] {
    guard let file else { return decks }
    return [try deck(file: file)]
  }

  private func decksToChange(in file: String?) throws(DeckEditError) -> [Deck] {
    guard let file else { return decks.filter { !$0.isBundled } }
    return [try deck(file: file)]
  }

  /// A text as it is shown on one line, in lower case.
  private static func folded(_ text: String) -> String {
    text.printable.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// A deck file that is only looked at.
package struct DeckReading {
  /// Its groups, as far as they can be used.
  package let groups: [QuestionGroup]
  /// What is wrong with the file, a line each.
  package let messages: [String]
  /// Whether anything of it can be used.
  package let isUsable: Bool

  /// Reads the file at a path.
  package init(_ path: String) { self.init(DeckLoader().load(path: path)) }

  /// Reads a deck that comes through a pipe, which has no name that tells its form.
  package init(_ bytes: [UInt8], named name: String) {
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    self.init(DeckLoader().parse(bytes, path: name, form: isJSON ? .json : .markdown))
  }

  private init(_ file: DeckFile) {
    groups = file.groups
    messages = file.faults.map(\.description)
    isUsable = file.isUsable
  }
}
