import RabbleDecks
import RabbleText

/// The example of a rule as a deck, what is found in it, and what fixing makes of it.
package struct RuleExample {
  /// The example as the rule has it.
  package let text: String
  /// The deck of which it is a part, or all.
  package let deck: DeckSource
  /// What the rule finds.
  package let finding: Finding
  /// The example once its findings are fixed, safely or not, or as the finding suggests; `nil` where no fix
  /// is known.
  package let fixed: String?

  /// `nil` for a rule without an example.
  package init?(_ rule: Rule) {
    guard let text = rule.example else { return nil }
    let frame = Frame(around: text)
    let deck = DeckLoader(faultLimit: .max).parseSource(
      Array((frame.before + text + frame.after).utf8), path: frame.path)
    let findings = DeckChecker().check([deck])
    guard let finding = findings.first(where: { $0.rule == rule }) else { return nil }
    self.text = text
    self.deck = deck
    self.finding = finding
    let bytes: [UInt8]
    do throws(TextEdit.Failure) {
      bytes =
        switch finding.fix {
        case nil: deck.bytes
        case .safe: DeckFixer(.safe).fix([deck]).decks[0].bytes
        case .unsafe: DeckFixer(.unsafe).fix([deck]).decks[0].bytes
        case .shown: try TextEdit.apply(finding.edits, to: deck.bytes)
        }
    } catch {
      bytes = deck.bytes
    }
    let result = String(decoding: bytes, as: UTF8.self)
    fixed =
      bytes == deck.bytes
      ? nil
      : result.hasPrefix(frame.before) && result.hasSuffix(frame.after)
        ? String(result.dropFirst(frame.before.count).dropLast(frame.after.count)) : result
  }

  /// What makes a deck of an example.
  private struct Frame {
    let before: String
    let after: String
    let path: String

    init(around text: String) {
      let isJSON = text.hasPrefix("[") || text.hasPrefix("{")
      path = isJSON ? "example.json" : "example.md"
      if isJSON {
        let isQuestion = text.hasPrefix("{") && !text.hasPrefix("{\"title\"")
        let language = text.hasJapanese ? " \"language\": \"ja\"," : ""
        before =
          isQuestion ? "{\"title\": \"Words\",\(language) \"questions\": [\n" : ""
        after = isQuestion ? "\n]}\n" : "\n"
      } else {
        before = text.hasPrefix("#") || text.hasPrefix("Words\n") ? "" : "## Words\n\n"
        after = "\n"
      }
    }
  }
}
