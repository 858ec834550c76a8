import RabbleDecks
import RabbleText

/// The findings that the authors of a file suppress, and what became of each suppression.
///
/// A file says `"silence": {"RW501": "the hint is a joke"}` at a group or a question.
struct SilenceTable {
  private static let withoutReason = Rule(
    "RW230", "silence-without-reason", .error, "A rule is suppressed without a reason.",
    example: #"{"prompt": "犬", "answer": "dog", "hint": "a dog!", "silence": {"RW501": ""}}"#)
  private static let unused = Rule(
    "RW231", "unused-silence", .error, "Suppression has no effect: the rule finds nothing here.",
    example: #"{"prompt": "犬", "answer": "dog", "silence": {"RW501": "it is meant so"}}"#)
  private static let unknown = Rule(
    "RW232", "unknown-silence", .error,
    "Suppression names an unknown rule, or an error, which cannot be suppressed.",
    example: #"{"prompt": "犬", "answer": "dog", "silence": {"RW999": "?"}}"#)

  /// The rules about suppressions themselves.
  static let rules = [withoutReason, unused, unknown]

  private struct Key: Hashable {
    let group: Int
    let question: Int?
    let code: String
  }

  private var heeded: Set<Key> = []
  /// Those that have suppressed nothing so far.
  private var idle: [Key: Silence] = [:]
  private var faulty: [FindingList.Item] = []

  init(_ deck: DeckSource) {
    for (group, source) in deck.groups.enumerated() {
      for silence in source.silences {
        add(silence, Key(group: group, question: nil, code: silence.code))
      }
      for (question, entry) in source.questions.enumerated() where !entry.silences.isEmpty {
        for silence in entry.silences {
          add(silence, Key(group: group, question: question, code: silence.code))
        }
      }
    }
  }

  private mutating func add(_ silence: Silence, _ key: Key) {
    let rule = RuleBook.rule(silence.code)
    guard let rule, rule.canBeSilenced else {
      let near = Nearest.to(silence.code, among: RuleBook.all.filter(\.canBeSilenced).map(\.code))
      addFaulty(
        Self.unknown, at: silence.codeSpan,
        rule != nil
          ? "\(silence.code) is an error, which cannot be suppressed"
          : "no rule has the code \(Quoting.quoted(silence.code))",
        rule != nil
          ? "fix the error, and remove this"
          : near.map { "perhaps you meant \($0)" } ?? "copy the code from a finding")
      return
    }
    guard !silence.reason.allSatisfy(\.isWhitespace) else {
      addFaulty(
        Self.withoutReason, at: silence.reasonSpan,
        "\(silence.code) is not suppressed, because no reason is given",
        "write why the rule is wrong here")
      return
    }
    idle[key] = silence
    heeded.insert(key)
  }

  private mutating func addFaulty(
    _ rule: Rule, at span: SourceSpan, _ reason: String, _ advice: String
  ) {
    faulty.append(
      FindingList.Item(span: span, rule: rule, reason: reason, advice: advice, edits: []))
  }

  /// Whether an author suppresses this finding.
  mutating func silences(_ item: FindingList.Item, at finder: PlaceFinder) -> Bool {
    guard !heeded.isEmpty, let (group, question) = finder.numbers(of: item.start) else {
      return false
    }
    for owner in Set([question, nil]) {
      let key = Key(group: group, question: owner, code: item.rule.code)
      if heeded.contains(key) {
        idle[key] = nil
        return true
      }
    }
    return false
  }

  /// What is wrong with the suppressions, once all findings were looked at.
  var findings: [FindingList.Item] {
    faulty
      + idle.values.map { silence in
        FindingList.Item(
          span: silence.codeSpan, rule: Self.unused,
          reason: "suppressing \(silence.code) has no effect: it finds nothing here",
          advice: "remove this", edits: [])
      }
  }
}
