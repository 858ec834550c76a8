import Foundation
import RabbleDecks
import RabbleQuestions

/// Finds deck files, groups and questions by what the learner calls them.
struct DeckFinder {
  /// A deck file with all its places.
  struct Deck {
    let source: DeckSource
    let isBundled: Bool
  }

  /// A group of a deck.
  struct Group {
    let deck: Deck
    let number: Int

    var title: String { deck.source.groups[number].group.title }

    /// The group with its file and line.
    var place: String {
      let source = deck.source
      let line = source.position(of: source.groups[number].span.start).line
      return "“\(title)” (\(source.file.path):\(line))"
    }
  }

  /// A question of a deck.
  struct Question {
    let deck: Deck
    let place: QuestionPlace

    var group: Group { Group(deck: deck, number: place.group) }
    var source: QuestionSource { deck.source.groups[place.group].questions[place.question] }

    /// The line it begins in.
    var line: Int { deck.source.position(of: source.span.start).line }

    /// The question with its answer, file and line.
    var text: String {
      "“\(source.question.prompt)” = \(source.question.answer), in \(group.title) "
        + "(\(deck.source.file.path):\(line))"
    }
  }

  let decks: [Deck]

  /// Reads all decks: the learner's own, those named with `--decks`, and the bundled ones.
  init(_ options: CommonOptions, workspace: Workspace) throws {
    let folders = DeckFolders(
      chosen: options.deckPaths, own: workspace.ownDecks,
      bundled: try? BundledDecks.folder().get())
    decks = folders.files.map { path, isBundled in
      Deck(source: DeckLoader().loadSource(path: path), isBundled: isBundled)
    }
  }

  /// All groups that can be studied.
  var groups: [QuestionGroup] { decks.flatMap(\.source.file.groups) }

  /// The one deck of a file.
  func deck(file: String) throws -> Deck {
    let path = DeckFolders.absolute(file)
    if let deck = decks.first(where: { $0.source.file.path == path }) { return deck }
    guard access(path, F_OK) == 0 else { throw DeckEditError.noFile(path: file) }
    return Deck(source: DeckLoader().loadSource(path: path), isBundled: false)
  }

  /// The one group of this title, or that begins so; in this file if one is named.
  func group(_ name: String, file: String?) throws -> Group {
    let decks = try file.map { [try deck(file: $0)] } ?? self.decks
    let all = decks.flatMap { deck in
      deck.source.groups.indices.map { Group(deck: deck, number: $0) }
    }.filter { !$0.title.isEmpty }
    switch GroupChoice.choose([name], among: all.map(\.title)) {
    case .failure(let error): throw DeckEditError.noGroup(error)
    case .success(let indices):
      let found = indices.map { all[$0] }
      // An own group comes before a bundled one of the same title.
      let own = found.filter { !$0.deck.isBundled }
      let chosen = own.isEmpty ? found : own
      guard chosen.count == 1 else {
        throw DeckEditError.severalGroups(name: name, places: chosen.map(\.place))
      }
      return chosen[0]
    }
  }

  /// The one question of this prompt or id; in this group or file if one is named.
  func question(_ prompt: String, group: String?, file: String?) throws -> Question {
    let scope: [Group]
    if let group {
      scope = [try self.group(group, file: file)]
    } else {
      let decks = try file.map { [try deck(file: $0)] } ?? self.decks
      scope = decks.flatMap { deck in
        deck.source.groups.indices.map { Group(deck: deck, number: $0) }
      }
    }
    let all = scope.flatMap { group in
      group.deck.source.groups[group.number].questions.indices.map {
        Question(deck: group.deck, place: QuestionPlace(group: group.number, question: $0))
      }
    }
    let wanted = Self.folded(prompt)
    let exact = all.filter {
      Self.folded($0.source.question.prompt) == wanted || $0.source.question.id == prompt
    }
    let own = exact.filter { !$0.deck.isBundled }
    let found = own.isEmpty ? exact : own
    if found.isEmpty {
      let near = all.filter { Self.folded($0.source.question.prompt).hasPrefix(wanted) }
      throw DeckEditError.noQuestion(prompt: prompt, near: near.prefix(5).map(\.text))
    }
    guard found.count == 1 else {
      throw DeckEditError.severalQuestions(
        prompt: prompt, places: found.prefix(10).map(\.text))
    }
    return found[0]
  }

  private static func folded(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }
}
