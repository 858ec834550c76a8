import ArgumentParser
import RabbleStorage
import RabbleStudy
import RabbleText

/// The filter of a command that takes one.
struct WhereOption: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp(
      "Cards for which this holds (`rabble help filters`).",
      valueName: "filter"),
    completion: .filters)
  var text: String?

  /// The filter; `nil` without one.
  ///
  /// - Throws: `FilterError`, which ends the command with exit status 2.
  func filter() throws -> CardFilter? { try text.map { try CardFilter($0) } }

  /// Selects the cards of groups, and says on standard error how many there are where a filter was
  /// given.
  ///
  /// - Throws: `ExitCode` 1 when no card matches; `FilterError`, `UnknownGroup`, or an error of the
  ///   review log.
  func select(_ scope: SelectionScope, of library: Library) throws -> CardSelection {
    try told(library.select(filter(), in: scope), isOfStudied: scope == .studied, in: library)
  }

  /// Says on standard error how many cards were selected where a filter was given.
  ///
  /// - Parameters:
  ///   - selection: the cards.
  ///   - isOfStudied: whether they were looked for in what is studied alone.
  ///   - library: where they are.
  /// - Returns: the selection.
  /// - Throws: `ExitCode` 1 when it is empty; an error of the review log.
  func told(
    _ selection: CardSelection, isOfStudied: Bool, in library: Library
  ) throws -> CardSelection {
    if text != nil || selection.cards.isEmpty { Output.tell(selection.description) }
    guard selection.cards.isEmpty else { return selection }
    if isOfStudied {
      let others = try library.select(filter(), in: .all)
      if !others.cards.isEmpty {
        let titles = others.groups.prefix(3).map { "“\($0.title)”" }.joined(separator: ", ")
        Output.tell(
          "Groups that you don't study have \(NumberText.count(others.cards.count, "card")) that "
            + "match, as in \(titles). Name a group to look there.")
      }
    }
    throw ExitCode(1)
  }

  /// Limits a plan to the cards that the filter selects, if there is one; says how many there are.
  ///
  /// - Throws: as ``select(_:of:)``.
  func apply(to plan: inout StudyPlan, of library: Library, _ groups: [String]) throws {
    guard text != nil else { return }
    plan.filter = try filter()
    _ = try select(SelectionScope(groups), of: library)
  }
}
