import RabbleDecks
import RabbleText

/// What the authors of a file silence, and what came of it.
struct SilenceTable {
  private struct Key: Hashable {
    let group: Int
    let question: Int?
    let code: String
  }

  private var unused: [Key: Silence] = [:]
  private var heeded: Set<Key> = []
  private(set) var faulty: [FindingList.Item] = []

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
    guard let rule = RuleBook.rule(silence.code), rule.canBeSilenced else {
      let near = Nearest.to(silence.code, among: RuleBook.all.filter(\.canBeSilenced).map(\.code))
      let isError = RuleBook.rule(silence.code) != nil
      faulty.append(
        FindingList.Item(
          span: silence.codeSpan, rule: UnknownSilence.rule,
          reason: isError
            ? "\(silence.code) is an error, which can't be silenced"
            : "no rule has the code \(Quoting.quoted(silence.code))",
          advice: isError
            ? "mend it, and remove this"
            : near.map { "perhaps \($0) was meant" } ?? "copy the code from a finding",
          edits: []))
      return
    }
    guard !silence.reason.allSatisfy(\.isWhitespace) else {
      faulty.append(
        FindingList.Item(
          span: silence.reasonSpan, rule: SilenceWithoutReason.rule,
          reason: "\(silence.code) is silenced without a reason, so it is not",
          advice: "write why the rule is wrong here", edits: []))
      return
    }
    unused[key] = silence
    heeded.insert(key)
  }

  /// Whether an author silenced this finding.
  mutating func silences(_ item: FindingList.Item, at finder: PlaceFinder) -> Bool {
    guard !heeded.isEmpty, let (group, question) = finder.numbers(of: item.span.start) else {
      return false
    }
    for owner in Set([question, nil]) {
      let key = Key(group: group, question: owner, code: item.rule.code)
      if heeded.contains(key) {
        unused[key] = nil
        return true
      }
    }
    return false
  }

  /// What is wrong with the silences, once all findings were looked at.
  var findings: [FindingList.Item] {
    faulty
      + unused.values.map { silence in
        FindingList.Item(
          span: silence.codeSpan, rule: UnusedSilence.rule,
          reason: "\(silence.code) finds nothing here to silence", advice: "remove the silence",
          edits: [])
      }
  }
}

/// A silence without a reason.
enum SilenceWithoutReason {
  static let rule = Rule(
    "RW230", "silence-without-reason", .error, "A rule is silenced without a reason.")
}

/// A silence that silences nothing.
enum UnusedSilence {
  static let rule = Rule(
    "RW231", "unused-silence", .error, "A silence stands where its rule finds nothing.")
}

/// A silence of no rule, or of one that can't be silenced.
enum UnknownSilence {
  static let rule = Rule(
    "RW232", "unknown-silence", .error,
    "A silence names no rule, or one that finds errors, which can't be silenced.")
}
