import RabbleChecking
import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText
import SystemPackage

extension DeckEditing {
  /// Asks for question after question until the learner ends it. Each is on disk before the next is
  /// asked for.
  ///
  /// - Returns: how many were added.
  /// - Throws: what the form throws; ``DeckEditError``.
  package func addQuestions(
    to group: DeckLookup.Group, copying: Bool, asking form: any FormView
  ) throws -> Int {
    let path = try editable(group.deck, copying: copying).file.path
    let title = group.title
    try form.say([
      "New questions for “\(title)”. Enter: skip field · <: previous field · >: save now · "
        + "empty prompt: finish"
    ])
    var added = 0
    while true {
      let lookup = lookup()
      let decks = lookup.groups
      let groups = lookup.decks.filter { $0.path == path }
        .flatMap(\.source.file.groups).filter { $0.title == title }
      let controller = FormController(QuestionForm(addingTo: groups, decks: decks).fields)
      switch try form.fill(controller, endsEmpty: true) {
      case .failure(.ended): return added
      case .failure(.canceled): try form.say(["Canceled; this question was not saved."])
      case .success(let values):
        let question = QuestionForm.question(values)
        do {
          let count = try add([question], toGroup: title, inFile: path)
          added += 1
          try form.say(["✓ \(question.prompt) = \(question.answer)  (\(title): \(count))"])
        } catch let error as DeckChangeError {
          try form.say(["\(error)"])
        } catch let error as AtomicFileError {
          try form.say(["\(error)"])
        }
      }
    }
  }

  /// What an author should know of questions before they are added to a group: those that exist already.
  package func remarks(on questions: [Question], addedTo group: DeckLookup.Group) -> [String] {
    let known = KnownQuestions(lookup().groups)
    let language = KnownQuestions.language(of: group.source.group)
    return questions.flatMap {
      known.remarks(prompt: $0.prompt) + known.remarks(answer: $0.answer, in: language)
    }
  }
}

extension DeckEditing {
  /// Tells what `rabble deck check` finds in a deck that it did not find before.
  func tellFindings(in new: DeckSource, since old: DeckSource) {
    struct Key: Hashable {
      let code, reason: String
    }
    let checker = DeckChecker()
    var known: [Key: Int] = [:]
    for finding in checker.check([old]) {
      known[Key(code: finding.rule.code, reason: finding.reason), default: 0] += 1
    }
    // A group that was just made has no question yet.
    let empty = DeckFault.Code.noQuestions.rawValue
    for finding in checker.check([new])
    where finding.rule.severity != .note && finding.rule.code != empty {
      let key = Key(code: finding.rule.code, reason: finding.reason)
      if let count = known[key], count > 0 {
        known[key] = count - 1
        continue
      }
      tell("\(finding.rule.severity.rawValue): \(finding.reason); \(finding.advice) [\(key.code)]")
    }
  }

  /// What an author should know before a group of this title is made: that there is one.
  package func remarks(onNewTitle title: String) -> [String] {
    lookup().decks.filter { deck in
      !deck.isBundled && deck.source.groups.contains { $0.group.title == title }
    }.prefix(1).map {
      "There is a group “\(title)” already, in \($0.path). Commands tell the two apart by the deck "
        + "before the title: “\(GroupName(deck: $0.name, title: title).full)”."
    }
  }

  /// How a command names a group of a file: with the file, where no command looks for it.
  package func naming(_ title: String, in file: FilePath) -> String {
    let path = file.string
    let isFound = catalog.isInOwnFolder(path)
    let own = lookup().decks.filter { !$0.isBundled }.flatMap(\.groups).map(\.name)
    let label = GroupLabels(own)[GroupName(deck: catalog.name(of: path), title: title)]
    return label.shellQuoted + (isFound ? "" : " --decks \(path.shellQuoted)")
  }
}

// MARK: - In the middle of a session

/// Edits decks in the middle of a session, or says how to do it elsewhere where nobody can write.
struct SessionEditing {
  private let library: Library
  private let editing: DeckEditing
  private let author: DeckAuthor?

  init(_ library: Library, _ author: DeckAuthor?, onChange: @escaping (EventID) -> Void) throws {
    self.library = library
    editing = try library.editing(tell: author?.tell ?? { _ in }, onChange: onChange)
    self.author = author
  }

  /// Does what is wanted; each change is told of as it is made.
  func perform(_ edit: SessionEdit, _ plan: StudyPlan) throws -> EditedDecks {
    switch edit {
    case .question(let card): try self.edit(card, plan)
    case .additions(let card): try add(toGroupOf: card, plan)
    case .fields(let fields, let card, let copies): try change(card, fields, copying: copies)
    case .questions(let questions, let title, let copies):
      try add(questions, to: title, copying: copies)
    }
  }

  /// Opens the learner's editor at a card's question.
  private func edit(_ card: Card, _ plan: StudyPlan) throws -> EditedDecks {
    let found = try question(of: card, plan)
    guard let author else {
      let file = "\(found.deck.path):\(found.line)".shellQuoted
      return .unchanged([
        "Editing isn't available without a terminal. Run: rabble deck edit \(file)"
      ])
    }
    let edited = try editing.edit(found.deck, line: found.line, copying: false, by: author)
    guard let edited else { return .unchanged(["Nothing was changed."]) }
    let changes = DeckDifference(
      from: found.deck.source.file.groups, to: edited.file.groups
    ).changes.map(\.sentence)
    let more = changes.count - Self.mostTold
    return .changed(
      ["Saved."] + changes.prefix(Self.mostTold)
        + (more > 0 ? ["\(NumberText.count(more, "more change"))."] : []))
  }

  /// The most changes of a deck that are told one by one.
  private static let mostTold = 5

  /// Asks for questions and adds them to a card's group.
  private func add(toGroupOf card: Card, _ plan: StudyPlan) throws -> EditedDecks {
    let group = try question(of: card, plan).group
    guard let form = author?.form else {
      return .unchanged([
        "Adding isn't available without a terminal. Run: rabble deck add \(card.groupLabel.shellQuoted)"
      ])
    }
    switch try editing.addQuestions(to: group, copying: false, asking: form) {
    case 0: return .unchanged(["No question was added."])
    case 1: return .changed(["Added 1 question; a later session asks it."])
    case let added: return .changed(["Added \(added) questions; a later session asks them."])
    }
  }

  /// Changes fields of a card's question: those of a JSON object as decks have it; null removes one.
  private func change(_ card: Card, _ fields: String, copying: Bool) throws -> EditedDecks {
    let found = try question(of: card, library.groups)
    try Self.check(found.deck, copying: copying)
    let old = found.source.question
    if try QuestionText.changed(old, by: fields) == old {
      return .unchanged(["Nothing was changed."])
    }
    let new = try editing.replace(found, copying: copying) {
      try QuestionText.changed($0, by: fields)
    }
    return .changed(["Saved: “\(new.prompt)” = \(new.answer)."])
  }

  /// Checks that a program that changes a bundled deck asks for a copy, in the words of its protocol.
  private static func check(_ deck: DeckLookup.Deck, copying: Bool) throws(DeckEditError) {
    guard deck.isBundled, !copying else { return }
    throw .incomplete(
      "This deck is bundled (\(deck.path)), and an update of rabble would overwrite the change. "
        + "Set “copy” to true: your own copy then replaces it, and all review history is kept.")
  }

  /// Adds questions in JSON to a group.
  private func add(_ questions: String, to title: String, copying: Bool) throws -> EditedDecks {
    let group = try editing.lookup().group(title)
    try Self.check(group.deck, copying: copying)
    let added = try QuestionText.questions(json: questions)
    try editing.add(added, to: group, copying: copying)
    return .changed([
      added.count == 1
        ? "Added 1 question; a later session asks it."
        : "Added \(added.count) questions; a later session asks them."
    ])
  }

  /// Where a card's question is written.
  private func question(of card: Card, _ plan: StudyPlan) throws -> DeckLookup.Question {
    try question(of: card, plan.groups)
  }

  /// Where a card's question is written, among these groups.
  private func question(of card: Card, _ groups: [StoredGroup]) throws -> DeckLookup.Question {
    let paths = Set(groups.filter { $0.name == card.group }.map(\.deck))
    // What its blanks were known by is not in the file.
    var asked = card.question
    asked.blankNames = [:]
    for deck in editing.lookup().decks where paths.contains(deck.path) {
      for (number, group) in deck.source.groups.enumerated()
      where group.group.title == card.group.title {
        let question = group.questions.firstIndex {
          $0.index != nil && $0.question == asked
        }
        if let question {
          return DeckLookup.Question(
            deck: deck, place: QuestionIndex(group: number, question: question))
        }
      }
    }
    throw DeckEditError.incomplete(
      "The deck no longer has this question as it was asked. The next session reads the deck again."
    )
  }
}

// MARK: - Asking

extension FormView {
  /// Asks for the fields of a form, one by one.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - endsEmpty: whether an empty first field ends it, as `:quit` does at any field.
  /// - Returns: the texts by the fields' keys, or what ended the form.
  /// - Throws: the error of the form's view.
  package func fill(_ form: FormController, endsEmpty: Bool = false) throws
    -> Result<[String: String], FormEnding>
  {
    var form = form
    var field = form.screen
    while true {
      switch try ask(field) {
      case .interrupted: return .failure(form.isUntouched ? .ended : .canceled)
      case .end: return .failure(.ended)
      case .line(let line):
        if endsEmpty, form.isUntouched, line.allSatisfy(\.isWhitespace) { return .failure(.ended) }
        if case .command(.quit, _, _) = StudyAction(line: line) { return .failure(.ended) }
        switch form.submit(line) {
        case .ask(let next): field = next
        case .done(let values): return .success(values)
        }
      }
    }
  }

  /// Asks a question that is answered with one of some letters; the end of input is the last one.
  ///
  /// - Returns: the letter; `nil` on Ctrl-C.
  package func choose(_ question: String, among letters: [Character]) throws -> Character? {
    let list = letters.map(String.init).joined(separator: "/")
    while true {
      switch try ask(FieldScreen(label: question, explanation: list)) {
      case .interrupted: return nil
      case .end: return letters[letters.count - 1]
      case .line(let line):
        let first = line.lowercased().first { !$0.isWhitespace }
        if let first, letters.contains(first) { return first }
      }
    }
  }
}

/// Why a form was not filled in.
package enum FormEnding: Error {
  /// The learner canceled this one.
  case canceled
  /// There will be no other.
  case ended
}

extension DeckDifference.Change {
  /// What changed, in a sentence: `“い”: answer “i” → “ee”.`
  fileprivate var sentence: String {
    let named = Quoting.curly(prompt ?? group)
    switch kind {
    case .added: return "Added: \(named)."
    case .removed: return "Removed: \(named)."
    case .reworded, .moved, .changed:
      let values = [before, after].map { $0.map { Quoting.curly($0) } ?? "none" }
      return "\(named): \(field) \(values[0]) → \(values[1])."
    }
  }
}
