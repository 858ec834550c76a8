import RabbleDecks
import RabbleJudging

/// Two groups of one title.
struct RepeatedTitles: LibraryRule {
  static let rule = Rule(
    "RW606", "repeated-title", .warning, "Two groups have one title, and can't be chosen apart.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    var first: [String: (deck: Int, group: Int)] = [:]
    for (deck, source) in library.decks.enumerated() {
      for (number, group) in source.groups.enumerated() where !group.group.title.isEmpty {
        let key = TextFold.plain(group.group.title)
        guard let other = first[key] else {
          first[key] = (deck, number)
          continue
        }
        guard let field = group.field(.title) else { continue }
        let file = other.deck == deck ? "in this file" : "in \(library.decks[other.deck].file.path)"
        lists[deck].add(
          Self.rule, at: field.span,
          "group \(other.group + 1) \(file) has this title too", "call them differently")
      }
    }
  }
}
