import RabbleDecks

/// One id in two files.
struct SharedIDs: LibraryRule {
  static let rule = Rule("RW605", "shared-id", .error, "Questions of two files have one id.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    guard library.decks.count > 1 else { return }
    var first: [String: Library.Place] = [:]
    library.forEachQuestion { place, source in
      guard let id = source.question.id, let field = source.field(.id) else { return }
      guard let other = first[id] else {
        first[id] = place
        return
      }
      guard other.deck != place.deck else { return }
      lists[Int(place.deck)].add(
        Self.rule, at: field.span,
        "the id \(Quoted.text(id)) belongs to \(library.description(other, from: place)) already, "
          + "so the two would share one history", "give each question an id of its own")
    }
  }
}
