import RabbleDecks

/// What keeps a deck from being changed as the learner asked.
enum DeckEditError: Error, CustomStringConvertible {
  case noGroup(UnknownGroup)
  case severalGroups(name: String, places: [String])
  case noQuestion(prompt: String, near: [String])
  case severalQuestions(prompt: String, places: [String])
  case bundled(title: String, path: String)
  case noFile(path: String)
  case unfit(path: String, reason: String)
  case incomplete(String)
  case noEditor
  case editorFailed(String)
  case unfinished(draft: String)
  case changedMeanwhile(path: String, draft: String)

  /// 2 for what was asked wrongly, 3 for a file that can't be changed.
  var exitCode: Int32 {
    switch self {
    case .noGroup, .severalGroups, .noQuestion, .severalQuestions, .incomplete: 2
    default: 3
    }
  }

  var description: String {
    switch self {
    case .noGroup(let error):
      return "\(error)"
    case .severalGroups(let name, let places):
      return "several groups are called “\(name)”: \(places.joined(separator: ", ")). "
        + "Say which with --file FILE."
    case .noQuestion(let prompt, let near):
      let list = near.isEmpty ? "" : " There are \(near.joined(separator: ", "))."
      return "no question asks “\(prompt)”.\(list)"
    case .severalQuestions(let prompt, let places):
      return "several questions ask “\(prompt)”:\n  \(places.joined(separator: "\n  "))\n"
        + "Say which with --group GROUP or --file FILE."
    case .bundled(let title, let path):
      return "“\(title)” is a bundled deck (\(path)), where the next version of rabble would undo "
        + "the change. Add --copy, as in `rabble deck edit --copy \(DeckFileName.quoted(title))`: "
        + "your own copy then takes its place, and every history stays."
    case .noFile(let path):
      return "\(path): there is no such deck. `rabble deck new TITLE` makes one."
    case .unfit(let path, let reason):
      return "\(path): \(reason)"
    case .incomplete(let reason):
      return reason
    case .noEditor:
      return "There is no editor to open. Set VISUAL or EDITOR, as in: export EDITOR=nano"
    case .editorFailed(let reason):
      return reason
    case .unfinished(let draft):
      return "The deck was left as it was. What you wrote is kept in \(draft)"
    case .changedMeanwhile(let path, let draft):
      return "\(path): another program changed it meanwhile, so it was left as it is. What you "
        + "wrote is kept in \(draft)"
    }
  }
}
