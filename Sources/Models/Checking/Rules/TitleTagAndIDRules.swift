import RabbleDecks
import RabbleJudging
import RabbleText

/// One tag in two spellings.
struct TagSpellings: LibraryRule {
  static let rule = Rule("RW604", "tag-spelling", .warning, "A tag is spelled in two ways.")

  private struct Spelling {
    var count = 0
    var places: [(deck: Int, span: SourceSpan)] = []
  }

  func check(_ library: Library, _ lists: inout [FindingList]) {
    var spellings: [String: [String: Int]] = [:]
    var counts: [String: Int] = [:]
    library.forEachQuestion { _, source in
      for tag in source.question.tags { counts[tag, default: 0] += 1 }
    }
    for (tag, count) in counts { spellings[Self.fold(tag), default: [:]][tag] = count }
    var right: [String: String] = [:]
    for forms in spellings.values where forms.count > 1 {
      let best = forms.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      for form in forms.keys where form != best { right[form] = best }
    }
    guard !right.isEmpty else { return }
    library.forEachQuestion { place, source in
      for field in source.fields where field.key == .question(.tags) {
        guard let element = field.element, source.question.tags.indices.contains(element),
          let wanted = right[source.question.tags[element]]
        else { continue }
        let deck = library.decks[Int(place.deck)]
        let content = deck.content(of: field.span)
        let isPlain =
          deck.form == .json
          || deck.bytes[content].elementsEqual(source.question.tags[element].utf8)
        lists[Int(place.deck)].add(
          Self.rule, at: field.span,
          "the tag \(Quoting.quoted(source.question.tags[element])) is elsewhere spelled "
            + Quoting.quoted(wanted), "spell it alike",
          edits: isPlain ? [TextEdit(content, deck.literal(wanted))] : [])
      }
    }
  }

  /// The tag without case, width, spaces, hyphens and a plural's s.
  private static func fold(_ tag: String) -> String {
    var fold = TextFold.plain(tag).filter { $0 != " " && $0 != "_" && $0 != "-" }
    if fold.utf8.count > 3, fold.hasSuffix("s"), !fold.hasSuffix("ss") { fold.removeLast() }
    return fold.isEmpty ? tag : fold
  }
}

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
        "the id \(Quoting.quoted(id)) belongs to \(library.description(other, from: place)) already, "
          + "so the two would share one history", "give each question an id of its own")
    }
  }
}

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
