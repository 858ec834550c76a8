import RabbleExchange
import RabbleQuestions
import RabbleScreens

/// What an import comes to, in words.
struct ImportReport {
  let file: ImportFile
  let content: ImportContent
  let merge: DeckMerge
  let deck: String
  let isDryRun: Bool

  /// How many lines of the file are named one by one for each reason to leave them out or change
  /// them.
  private static let named = 20

  /// What a learner is asked to agree to.
  var question: String {
    "\(counts) Import into \(deck)?"
  }

  /// The whole report.
  var text: String {
    let begin = isDryRun ? "Nothing is written. An import into" : "Import into"
    return (["\(begin) \(deck): \(counts)"] + changes + notices)
      .map { $0.printable + "\n" }.joined()
  }

  private var allNotices: [ImportNotice] { content.notices + merge.notices }

  private var counts: String {
    let skipped = allNotices.count(where: \.isSkip)
    return "\(merge.takenCount) taken, \(merge.updatedCount) changed, "
      + "\(merge.unchangedCount) the same as before, \(skipped) skipped."
  }

  /// What was done to fields all over the file.
  private var changes: [String] {
    let changes = content.changes
    let lines: [(count: Int, text: String)] = [
      (changes.damage, "Places that are not \(file.encoding.rawValue), where � stands now"),
      (changes.htmlFields, "Fields that were HTML and are text now"),
      (changes.media, "Sounds and pictures that are left out"),
      (changes.composed, "Fields with letters in two parts (NFD), which are one now (NFC)"),
      (changes.lineBreaks, "Fields with line breaks of another system"),
      (changes.unguarded, "Cells with a ' to keep spreadsheets from reckoning, taken off"),
      (changes.answerReadings, "Answers with furigana, whose readings are right as well"),
      (changes.joinedLines, "Lines that go on with the definition before"),
    ]
    let scores = content.groups.compactMap { group in
      group.header.score.map { score in
        "“\(group.header.title)” had a score, \(score.correct) correct and \(score.incorrect) "
          + "incorrect; it is not taken for progress, which is in the study log"
      }
    }
    return lines.filter { $0.count > 0 }.map { "\($0.text): \($0.count)" } + scores
  }

  /// What was left out or changed, line by line.
  private var notices: [String] {
    var named: [String: Int] = [:]
    var lines: [String] = []
    for notice in allNotices.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
      let count = named[notice.kind.name, default: 0] + 1
      named[notice.kind.name] = count
      if count > Self.named { continue }
      let place = notice.line.map { "line \($0): " } ?? ""
      let mark = notice.isSkip ? "skipped: " : ""
      lines.append(place + mark + notice.reason)
    }
    let further = named.values.reduce(0) { $0 + max(0, $1 - Self.named) }
    if further > 0 { lines.append("and \(further) more like these") }
    return lines
  }
}

extension ImportNotice.Kind {
  /// What kind it is, whatever it says.
  fileprivate var name: String { String("\(self)".prefix { $0 != "(" }) }
}
