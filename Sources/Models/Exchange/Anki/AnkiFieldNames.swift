import RabbleText

/// The names of fields in note types that many learners have, and what the fields are for.
///
/// The names of one type can be another's for something else (`Expression` is a word in Lapis and a
/// sentence in Core 2k), so each type is told by the set of names that it needs.
enum AnkiFieldNames {
  /// The roles of fields by their names; `nil` where no known type has them.
  static func roles(of names: [String]) -> [ColumnRole]? {
    let folded = names.map(fold)
    let present = Set(folded)
    guard let shape = shapes.first(where: { $0.needed.isSubset(of: present) }) else { return nil }
    return folded.map { shape.roles[$0] ?? .ignored }
  }

  /// Whether Migaku fills the fields, whose brackets hold more than readings.
  static func areOfMigaku(_ names: [String]) -> Bool { names.map(fold).contains("targetword") }

  /// A field of Migaku with nothing but readings in its brackets: `走[はし,走る;k2]る`, with the dictionary form and
  /// the pitch, is `走[はし]る`, and `学生[,;h]` is `学生`.
  static func withoutMigakuDetails(_ field: String) -> String {
    var (result, rest) = ("", field[...])
    while let open = rest.firstIndex(of: "["), let end = rest[open...].firstIndex(of: "]") {
      let inside = rest[rest.index(after: open)..<end]
      let reading = inside.prefix { $0 != "," && $0 != ";" }
      let isReading =
        reading.count < inside.count && reading.allSatisfy { $0.isKana || $0.isWhitespace }
      result += rest[..<open]
      result += !isReading ? "[\(inside)]" : reading.isEmpty ? "" : "[\(reading)]"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// A name without case, spaces, and signs.
  private static func fold(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  private struct Shape {
    let needed: Set<String>
    let roles: [String: ColumnRole]

    /// Reads `*prompt=Word reading=WordReading`, where the needed ones have a star.
    init(_ text: String) {
      var (needed, roles): (Set<String>, [String: ColumnRole]) = ([], [:])
      for word in text.split(whereSeparator: \.isWhitespace) {
        let parts = word.drop { $0 == "*" }.split(separator: "=")
        guard parts.count == 2, let role = ColumnRole(name: String(parts[0])) else { continue }
        let name = AnkiFieldNames.fold(String(parts[1]))
        roles[name] = role
        if word.hasPrefix("*") { needed.insert(name) }
      }
      (self.needed, self.roles) = (needed, roles)
    }
  }

  private static let shapes: [Shape] = [
    // Kaishi 1.5k
    """
    *prompt=Word reading=WordReading furigana=WordFurigana *answer=WordMeaning example=Sentence
    example_reading=SentenceFurigana example_meaning=SentenceMeaning pitch=PitchAccent note=Notes
    """,
    // JP Mining Note
    """
    *prompt=Word *reading=WordReadingHiragana furigana=WordReading *answer=PrimaryDefinition
    example=Sentence example_reading=SentenceReading pitch=PAPositions hint=Hint
    note=AdditionalNotes
    """,
    // Lapis, Kiku
    """
    *prompt=Expression *reading=ExpressionReading furigana=ExpressionFurigana
    *answer=MainDefinition answer=Glossary example=Sentence example_reading=SentenceFurigana
    example_meaning=SentenceTranslation pitch=PitchPosition hint=Hint note=MiscInfo
    """,
    // Senren
    """
    *prompt=word *reading=reading *answer=definition answer=glossary example=sentence
    example_reading=sentenceFurigana example_meaning=sentenceEng pitch=pitchPosition hint=hint
    """,
    // Core 2k/6k
    """
    *prompt=VocabularyKanji reading=VocabularyKana furigana=VocabularyFurigana
    *answer=VocabularyEnglish part_of_speech=VocabularyPos example=Expression
    example_reading=Reading example_meaning=SentenceEnglish note=Notes
    """,
    // Ankidrone, Tango N5 and N4
    """
    *prompt=VocabKanji furigana=VocabFurigana *answer=VocabDef example=SentKanji
    example_reading=SentFurigana example_meaning=SentEng pitch=VocabPitchNum note=Notes
    """,
    // Migaku
    """
    *prompt=TargetWord *answer=Definitions example=Sentence example_meaning=Translation
    example_meaning=SentenceTranslation note=Notes
    """,
    // Core 2.3k, Animecards and other mining decks
    """
    *prompt=Word reading=Reading *answer=Glossary example=Sentence
    example_meaning=SentenceEnglish note=Notes hint=Hint
    """,
    // JLAB
    "*prompt=JlabKanji reading=JlabHiragana *answer=RemarksBack note=OtherBack",
    // Remembering the Kanji
    "*prompt=kanji reading=onYomi *answer=keyword note=components hint=hint",
    // Yomitan's defaults
    """
    *prompt=Expression *reading=Reading *answer=Glossary example=Sentence note=Notes
    pitch=PitchAccentPositions furigana=Furigana
    """,
    """
    *prompt=Expression *reading=Reading *answer=Meaning example=Sentence note=Notes
    furigana=Furigana
    """,
  ].map(Shape.init)
}
