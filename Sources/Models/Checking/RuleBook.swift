import RabbleDecks
import RabbleText

/// All rules that decks are checked by.
package enum RuleBook {
  /// All rules, by code.
  package static let all: [Rule] = {
    let rules = FaultRules.all + checks.map(\.rule) + SilenceTable.rules
    return Set(rules).sorted { $0.code < $1.code }
  }()

  /// The rule of a code; `nil` if there is none.
  package static func rule(_ code: String) -> Rule? { byCode[code] }

  private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

  /// Every check; a new theme is added here.
  private static let checks: [Check] =
    KeyRules.checks + SpaceAndWidthRules.checks + CharacterRules.checks
    + BracketAndMarkupRules.checks + OtherProgramRules.checks + ReadingRules.checks
    + FuriganaRules.checks
    + ExampleRules.checks + HintAndNoteRules.checks + AnswerRules.checks
    + RepeatedQuestionRules.checks + TitleTagAndIDRules.checks

  /// The checks by what they look at.
  static let checkList = CheckList(checks)
}

/// What a rule looks at, and how it looks.
///
/// Each theme in `Rules/` lists its checks. A rule that looks at two kinds of things has two.
struct Check: Sendable {
  /// The rule whose findings it adds.
  let rule: Rule
  /// What it looks at.
  let scope: Scope

  /// What a check looks at, with the function that looks.
  enum Scope: Sendable {
    /// Any text that has one of the traits.
    case text(TextTraits, Look<TextValue>)
    /// A group apart from its questions.
    case group(Look<GroupSource>)
    /// A question.
    case question(Look<CheckedQuestion>)
    /// All files that are checked together; there is one list a file, in the same order.
    case decks(@Sendable (Rule, CheckedDecks, inout [FindingList]) -> Void)
  }

  /// Looks at something and adds findings of the rule to the list of its file.
  typealias Look<Subject> = @Sendable (Rule, Subject, inout FindingList) -> Void

  init(_ rule: Rule, _ scope: Scope) {
    self.rule = rule
    self.scope = scope
  }

  init(
    _ code: String, _ name: String, _ severity: Severity, _ summary: String,
    fix: FixSafety? = nil, example: String? = nil, _ scope: Scope
  ) {
    self.init(Rule(code, name, severity, summary, fix: fix, example: example), scope)
  }
}

/// Checks by what they look at, so that the loops over texts and questions need not ask.
struct CheckList: Sendable {
  private(set) var texts: [(rule: Rule, triggers: TextTraits, look: Check.Look<TextValue>)] = []
  private(set) var groups: [(rule: Rule, look: Check.Look<GroupSource>)] = []
  private(set) var questions: [(rule: Rule, look: Check.Look<CheckedQuestion>)] = []
  private(set) var decks:
    [(rule: Rule, look: @Sendable (Rule, CheckedDecks, inout [FindingList]) -> Void)] = []
  /// The traits of which a text must have one for any check to look at it.
  private(set) var anyTrigger = TextTraits()

  init(_ checks: [Check]) {
    for check in checks {
      switch check.scope {
      case .text(let triggers, let look):
        texts.append((check.rule, triggers, look))
        anyTrigger.formUnion(triggers)
      case .group(let look): groups.append((check.rule, look))
      case .question(let look): questions.append((check.rule, look))
      case .decks(let look): decks.append((check.rule, look))
      }
    }
  }
}
