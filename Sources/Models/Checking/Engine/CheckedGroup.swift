import RabbleDecks
import RabbleQuestions

/// What the rules about questions must know of their group.
final class CheckedGroup: Sendable {
  /// The group and its places.
  let source: GroupSource
  /// Whether Japanese is learned: its language says so, or it says nothing and there is kana in it.
  let isJapanese: Bool

  /// Looks at a group.
  init(_ source: GroupSource) {
    self.source = source
    if let language = source.group.language {
      let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
      isJapanese = ["ja", "jp", "jpn", "japanese"].contains(primary)
    } else {
      isJapanese = source.questions.contains { entry in
        Self.hasKana(entry.question.prompt) || Self.hasKana(entry.question.answer)
          || entry.question.reading.map(Self.hasKana) == true
      }
    }
  }

  private static func hasKana(_ text: String) -> Bool {
    !TextTraits.scan(text).traits.isDisjoint(with: .kana)
  }
}
