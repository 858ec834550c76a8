import RabbleControllers
import RabbleQuestions
import RabbleScreens
import RabbleStorage
import RabbleText

/// What became of the histories of questions that were edited, in words: nothing is matched, and no
/// history is left without a question, without saying so once.
enum IdentityNews {
  /// The most questions that are named one by one; of more, the rest is counted.
  private static let most = 20

  /// A line for each decision, each unclear case and each history that is left without a question. The
  /// questions that only went with their renamed group are counted in one line.
  static func lines(of news: DeckNews) -> [String] {
    let retitled = news.renames.filter { $0.old.title != $0.new.title }
    let renames = Dictionary(retitled.map { ($0.old.title, $0.new.title) }) { first, _ in first }
    func wentAlong(_ decision: IdentityDecision) -> Bool {
      renames[decision.known.group] == decision.entry.group
        && decision.entry.prompt == decision.known.prompt
        && decision.entry.answer == decision.known.answer
    }
    let along = Dictionary(grouping: news.match.decisions.filter(wentAlong), by: \.known.group)
    var lines = moves(news.renames)
    lines += retitled.map { rename in
      let count = along[rename.old.title]?.count ?? 0
      return "“\(rename.old.title)” is now “\(rename.new.title)”"
        + (count == 0
          ? "."
          : ": \(NumberText.count(count, "question")) kept \(count == 1 ? "its" : "their") history.")
    }
    let recoded = news.match.decisions.filter { !wentAlong($0) && isRecoded($0) }
    if recoded.count > 1 {
      lines.append(
        "\(recoded.count) questions are written with other code points now: history kept.")
    }
    let cut = Set(news.lostBlanks.map(\.question))
    lines += list(
      news.match.decisions.filter { !wentAlong($0) && (recoded.count == 1 || !isRecoded($0)) }
    ) { decision in
      words(decision.known.text, decision.entry.text, decision.reason, change(of: decision))
        + (cut.contains(decision.known.id) ? "" : ": history kept")
    }
    lines += list(news.lostBlanks) { blank in
      "\(blank.text.group): the blank \(Quoting.curly(blank.key)) is no longer in "
        + "\(words(blank.text)). Its history is kept, and returns with it"
    }
    lines += list(news.match.unclear) { unclear in
      "\(unclear.known.group): \(words(unclear.known.text)) was removed, and none of the new questions "
        + "clearly replaces it. Its history is kept; a session in a terminal asks where it continues, and "
        + "what may be it waits until then"
    }
    lines += list(news.lost) { known in
      "\(known.group): \(words(known.text)) is in no deck now. Its history is kept, and returns with it"
    }
    return lines
  }

  /// A line for each deck whose groups are in another one now.
  private static func moves(_ renames: [DeckNews.Rename]) -> [String] {
    struct Move: Hashable {
      let old, new: String
    }
    var moves: [Move] = []
    let renames = renames.filter { $0.old.title == $0.new.title && !$0.old.deck.isEmpty }
    for rename in renames {
      let move = Move(old: rename.old.deck, new: rename.new.deck)
      if !moves.contains(move) { moves.append(move) }
    }
    return moves.map { move in
      let groups = renames.filter { $0.old.deck == move.old && $0.new.deck == move.new }
      return "Deck “\(move.old)” is now “\(move.new)”: "
        + "\(NumberText.count(groups.count, "group")) kept \(groups.count == 1 ? "its" : "their") "
        + "history and preset."
    }
  }

  /// What is another where both texts are the same.
  enum IDChange: String {
    /// It has another id than before, or one for the first time.
    case new = "has a new id"
    /// It no longer has one.
    case lost = "no longer has its id"
    /// It never had one: a question that has another text by now had this one before, which still stands,
    /// or is back, in a deck here.
    case none = "is the earlier text of a question that was edited"
    /// Nobody remembers whether it had one.
    case same = "is the same question as before"
  }

  private static func change(of decision: IdentityDecision) -> IDChange {
    let entry = decision.entry
    if entry.name != nil { return .new }
    if decision.known.name != nil { return .lost }
    // A text is only another question than that of its words once that goes on with another text.
    return entry.id == entry.wording ? .same : .none
  }

  /// Whether only the code points are others by which the same text is written: é as one letter, or as
  /// an e with an accent.
  private static func isRecoded(_ decision: IdentityDecision) -> Bool {
    let (known, now) = (decision.known.text, decision.entry.text)
    return known == now && !known.isWritten(as: now)
  }

  private static func list<Item>(_ items: [Item], _ line: (Item) -> String) -> [String] {
    let lines = items.prefix(most).map { line($0) + "." }
    let rest = items.count - lines.count
    return rest > 0
      ? lines + ["\(NumberText.count(rest, "more question")); `rabble log check` lists all."]
      : lines
  }

  /// A question in a sentence.
  static func words(_ text: RecordedIdentity.Text) -> String {
    Quoting.curly(line(text))
  }

  private static func line(_ text: RecordedIdentity.Text) -> String {
    "\(text.prompt) :: \(text.answer)"
  }

  /// What was decided: `“犬 :: dog” is now “犬 :: dog (animal)”`; where both texts are the same, by what became of
  /// its id.
  static func words(
    _ known: RecordedIdentity.Text, _ now: RecordedIdentity.Text, _ reason: IdentityDecision.Reason,
    _ change: IDChange
  ) -> String {
    if reason == .another { return "\(words(now)) is not \(words(known))" }
    let isSame = known.prompt == now.prompt && known.answer == now.answer
    if known == now, !known.isWritten(as: now) {
      return "\(words(now)) is written with other code points now"
    }
    if isSame, known.group == now.group {
      return words(now) + " " + change.rawValue
    }
    if isSame { return "\(words(now)) of “\(known.group)” is now in “\(now.group)”" }
    let (before, after) = (line(known), line(now))
    return Quoting.curly(before, unlike: after) + " is now " + Quoting.curly(after, unlike: before)
      + (known.group == now.group ? "" : " in “\(now.group)”")
  }
}

extension RecordedIdentity.Text {
  /// Whether it is the same code point by code point.
  fileprivate func isWritten(as other: Self) -> Bool {
    group.isSame(as: other.group) && prompt.isSame(as: other.prompt)
      && answer.isSame(as: other.answer)
  }
}

extension RecordedIdentity.Text {
  /// What a question of this text is known by that has no id.
  var wording: QuestionID {
    QuestionID(ofWordingOf: Question(prompt: prompt, answer: answer), inGroup: group)
  }
}

extension IdentityEntry {
  /// How it reads.
  var text: RecordedIdentity.Text {
    RecordedIdentity.Text(group: group, prompt: prompt, answer: answer)
  }

  /// What it is known by without an id.
  var wording: QuestionID { text.wording }
}

extension Library {
  /// What a session says that can't ask which question is which; `nil` if nothing is unclear.
  package var unsettledIdentities: String? {
    get throws {
      let unclear = try log.read { try $0.identities.unclear(besides: unlistedDecks($0)) }
      guard let first = unclear.first else { return nil }
      let rest = unclear.count - 1
      return "\(IdentityNews.words(first.known.text)) "
        + (rest > 0 ? "and \(NumberText.count(rest, "more question")) may go on " : "may go on ")
        + "as another question: a session in a terminal asks. Until then neither is asked."
    }
  }

  /// Asks the learner which question is which where an edit of a deck left it unclear, until all is
  /// decided or put off.
  ///
  /// - Returns: whether the learner wants to go on to the session.
  /// - Throws: what the view throws, or an error of the review log.
  package func settleIdentities(on view: any StudyView) throws -> Bool {
    var controller = IdentityController(
      try log.read { try $0.identities.unclear(besides: unlistedDecks($0)) })
    var step = controller.start()
    while true {
      let decisions = step.decisions
      if !decisions.isEmpty {
        try log.write { tx in
          for decision in decisions {
            try tx.identities.settle(
              decision.unclear, as: decision.candidate, at: surroundings.now())
          }
        }
      }
      for screen in step.screens { try view.draw(screen) }
      if step.isOver { return !step.isLeaving }
      step = controller.handle(try view.nextAction())
    }
  }
}
