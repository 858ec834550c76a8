import RabbleDecks
import RabbleQuestions

/// What keeps a deck from being changed as the learner asked.
package enum DeckEditError: Error, CustomStringConvertible {
  /// No group, or several, are called so.
  case noGroup(UnknownGroup)
  /// Several groups have this very title.
  case severalGroups(name: String, matches: [String])
  /// No question asks this; `near` are those whose prompts begin so.
  case noQuestion(prompt: String, near: [String])
  /// Several questions ask this; `place` is the file and line of the first.
  case severalQuestions(prompt: String, matches: [String], place: String)
  /// The deck is a bundled one, which the next version would replace.
  case bundled(title: String, path: String)
  /// There is no such file.
  case noFile(path: String)
  /// A file can't be read.
  case unreadable(DeckFault)
  /// The deck can't be used, or not for this.
  case unusable(path: String, reason: String)
  /// The deck says already what it was to say; nothing was written.
  case unchanged
  /// Something more must be said, as the sentence asks.
  case incomplete(String)
  /// The learner's editor did not end well; the deck was not changed.
  case editorFailed(String)
  /// What was written has errors and was not kept; the draft is still there.
  case unfinished(draft: String)
  /// Another program changed the deck; the draft is still there.
  case changedMeanwhile(path: String, draft: String)

  /// Whether something was asked wrongly, rather than a file being at fault.
  package var isUsageError: Bool {
    switch self {
    case .noGroup, .severalGroups, .noQuestion, .severalQuestions, .incomplete: true
    default: false
    }
  }

  /// What happened, where, and what to do.
  package var description: String {
    switch self {
    case .noGroup(let error):
      return "\(error)"
    case .severalGroups(let name, let matches):
      return "Several groups are called “\(name)”: \(matches.joined(separator: ", ")). "
        + "Choose one with --file FILE."
    case .noQuestion(let prompt, let near):
      let list = near.isEmpty ? "" : " Did you mean: \(near.joined(separator: ", "))?"
      return "There is no question “\(prompt)”.\(list)"
    case .severalQuestions(let prompt, let matches, let place):
      return "Several questions ask “\(prompt)”:\n  \(matches.joined(separator: "\n  "))\n"
        + "Choose one with --group GROUP or --file FILE, or name it by its file and line, such as "
        + "\(place.shellQuoted)."
    case .unchanged:
      return "Nothing was changed: the deck says so already."
    case .bundled(let title, let path):
      return "“\(title)” is a bundled deck (\(path)), and an update of rabble would overwrite the "
        + "change. Change a copy in your decks folder instead: "
        + "`rabble deck edit --copy \(title.shellQuoted)` makes one, and so does --copy with this "
        + "command. It then replaces the bundled deck, and all review history is kept."
    case .noFile(let path):
      return "\(path): There is no such deck. Create one with `rabble deck new TITLE`."
    case .unreadable(let fault):
      return fault.sentences
    case .unusable(let path, let reason):
      return "\(path): \(reason)"
    case .incomplete(let reason), .editorFailed(let reason):
      return reason
    case .unfinished(let draft):
      return "The deck was not changed. Your draft is kept in \(draft)."
    case .changedMeanwhile(let path, let draft):
      return "\(path): Another program changed it while you were editing, so it was not changed. "
        + "Your draft is kept in \(draft)."
    }
  }
}

extension String {
  /// The text as a word of a shell command.
  package var shellQuoted: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "-_./:".contains($0) }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
