import RabbleDecks
import RabbleText

/// RW604–606, 609 and 610: titles, tags and ids.
enum TitleTagAndIDRules {
  static let checks = [
    Check(
      "RW604", "tag-spelling", .warning, "A tag is spelled in two ways.", fix: .unsafe,
      example: #"""
        {"prompt": "犬", "answer": "dog", "tags": ["food", "pet"]},
        {"prompt": "猫", "answer": "cat", "tags": ["pet"]},
        {"prompt": "鳥", "answer": "bird", "tags": ["Pets"]}
        """#, .decks(tagSpellings)),
    Check(
      "RW605", "shared-id", .error, "Questions of two files have the same id.", .decks(sharedIDs)),
    Check(
      "RW606", "repeated-title", .warning, "Two groups of a file have the same title.",
      example: #"""
        [
          {"title": "Words", "questions": [
              {"prompt": "水", "answer": "water"}
          ]},
          {"title": "words", "questions": [
              {"prompt": "湯", "answer": "hot water"}
          ]}
        ]
        """#,
      .decks(repeatedTitles)),
    Check(
      "RW609", "tag-mark", .warning,
      "A tag begins with a number sign, or contains a comma or semicolon.", fix: .unsafe,
      example: #"""
        犬 :: dog #food, #pet
        猫 :: cat
          tags: #wild, pet
        鳥 :: bird #small,cute
        """#, .question(tagMarks)),
    Check(
      "RW610", "group-by-heading", .warning,
      "A heading with one number sign begins a group below groups that have two.", fix: .shown,
      example: #"""
        ## Weather
        language: es

        la nube :: cloud
        # wet words
        la lluvia :: rain
        """#, .group(groupHeadings)),
  ]

  /// Finds `# Title` below a group that begins with `## Title`: often a comment, sometimes a slip.
  private static func groupHeadings(
    _ rule: Rule, _ group: GroupSource, _ findings: inout FindingList
  ) {
    let deck = findings.deck
    guard deck.form == .markdown, let title = group.field(.title)?.span,
      let above = deck.groups.first, above.span.start < group.span.start,
      deck.level(ofHeading: title) == 1,
      above.field(.title).map({ deck.level(ofHeading: $0.span) }) == 2
    else { return }
    let line = deck.lineStart(of: title.start)..<title.end
    findings.add(
      rule, at: title, "this heading begins a group, which has nothing of the group above",
      "write ## for a group, or <!-- … --> for a comment",
      edits: [TextEdit(line, "<!-- \(deck.text(title)) -->")])
  }

  /// Finds tags that have a mark with which lists of tags are written: `#a,` of `#a, #b`.
  private static func tagMarks(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    for tag in question.texts(.tags) {
      guard tag.text.first.map({ "#＃".contains($0) }) == true || tag.text.contains(where: isComma)
      else { continue }
      let name = tag.text.trimmingPrefix { "#＃ ".contains($0) || isComma($0) }
      let end = name.lastIndex { !isComma($0) && $0 != " " }
      let tagAlone = end.map { String(name[...$0]) }
        .flatMap { $0.contains(where: isComma) ? nil : $0 }
      findings.add(
        rule, in: tag, 0..<tag.text.utf8.count,
        "the tag \(Quoting.quoted(tag.text)) contains a mark that does not belong to a tag",
        tagAlone.map { "write \(Quoting.quoted($0))" } ?? "write each tag by itself",
        replacement: tagAlone)
    }
  }

  private static func isComma(_ character: Character) -> Bool { ",;，、；".contains(character) }

  /// Finds tags that are spelled in two ways.
  private static func tagSpellings(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    var spellings: [String: [String: Int]] = [:]
    var counts: [String: Int] = [:]
    decks.forEachQuestion { _, source in
      for tag in source.question.tags { counts[tag, default: 0] += 1 }
    }
    for (tag, count) in counts { spellings[fold(tag), default: [:]][tag] = count }
    var right: [String: String] = [:]
    for forms in spellings.values where forms.count > 1 {
      let best = forms.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      for form in forms.keys where form != best { right[form] = best }
    }
    guard !right.isEmpty else { return }
    decks.forEachQuestion { place, source in
      for field in source.fields where field.key == .question(.tags) {
        guard let element = field.element, source.question.tags.indices.contains(element),
          let wanted = right[source.question.tags[element]]
        else { continue }
        let deck = decks.files[Int(place.deck)]
        let content = deck.content(of: field.span)
        let isPlain =
          deck.form == .json
          || deck.bytes[content].elementsEqual(source.question.tags[element].utf8)
        lists[Int(place.deck)].add(
          rule, at: field.span,
          "the tag \(Quoting.quoted(source.question.tags[element])) is spelled "
            + "\(Quoting.quoted(wanted)) elsewhere", "use one spelling",
          edits: isPlain ? [TextEdit(content, deck.literal(wanted))] : [])
      }
    }
  }

  /// The tag without case, width, spaces, hyphens and the s of a plural.
  private static func fold(_ tag: String) -> String {
    var fold = TextFold.plain(tag).filter { $0 != " " && $0 != "_" && $0 != "-" }
    if fold.utf8.count > 3, fold.hasSuffix("s"), !fold.hasSuffix("ss") { fold.removeLast() }
    return fold.isEmpty ? tag : fold
  }

  /// Finds ids that questions of two files share.
  private static func sharedIDs(_ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]) {
    guard decks.files.count > 1 else { return }
    var first: [String: CheckedDecks.Place] = [:]
    decks.forEachQuestion { place, source in
      guard let id = source.question.id, let field = source.field(.id) else { return }
      guard let other = first[id] else {
        first[id] = place
        return
      }
      guard other.deck != place.deck else { return }
      lists[Int(place.deck)].add(
        rule, at: field.span,
        "the question at \(decks.description(other, from: place)) also has the id "
          + "\(Quoting.quoted(id)), so the two would share their history",
        "use a different id for each")
    }
  }

  /// Finds groups of a file with the same title.
  private static func repeatedTitles(
    _ rule: Rule, _ decks: CheckedDecks, _ lists: inout [FindingList]
  ) {
    for (deck, source) in decks.files.enumerated() {
      var first: [String: Int] = [:]
      for (number, group) in source.groups.enumerated() where !group.group.title.isEmpty {
        let key = TextFold.plain(group.group.title)
        guard let other = first[key] else {
          first[key] = number
          continue
        }
        guard let field = group.field(.title) else { continue }
        lists[deck].add(
          rule, at: field.span, "group \(other + 1) in this file has the same title",
          "use different titles")
      }
    }
  }
}

extension DeckSource {
  /// How many number signs stand before a title.
  fileprivate func level(ofHeading title: SourceSpan) -> Int {
    bytes[lineStart(of: title.start)..<title.start].count { $0 == UInt8(ascii: "#") }
  }

  /// Where the line of a byte begins.
  fileprivate func lineStart(of offset: Int) -> Int {
    let end = bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }
    return end.map { $0 + 1 } ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }
}
