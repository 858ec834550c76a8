import Foundation
import RabbleControllers
import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleScreens
import RabbleStorage
import RabbleTerminal

/// Adds questions to a group, each of them on disk before the next is begun.
struct QuestionAdder {
  let writer: DeckWriter
  /// The deck file.
  let path: String
  /// The group's title.
  let title: String

  /// Adds questions at the group's end, as the file is now.
  ///
  /// - Returns: the number of questions the group has then.
  @discardableResult
  func add(_ questions: [Question]) throws -> Int {
    let source = DeckLoader().loadSource(path: path)
    guard let group = source.groups.lastIndex(where: { $0.group.title == title }) else {
      throw DeckEditError.unfit(
        path: path, reason: "there is no group “\(title)” in it any more")
    }
    let changed = try writer.write(
      questions.map { .add(WrittenQuestion($0), toGroup: group) }, to: source)
    return changed.groups[group].questions.count
  }

  /// Asks for question after question until the learner ends it.
  ///
  /// - Returns: how many were added.
  func converse(on view: any FormView, decks: () throws -> [QuestionGroup]) throws -> Int {
    try view.say([
      "New questions for “\(title)”. Enter skips a field, < goes back, > saves at once;",
      "an empty prompt ends.",
    ])
    var added = 0
    while true {
      let known = try decks()
      let questions = known.filter { $0.title == title }.flatMap(\.questions)
      let form = FormController(QuestionForm(addingTo: questions, decks: known).fields)
      switch try Asking.fill(form, on: view, endsEmpty: true) {
      case .failure(.end): return added
      case .failure(.interrupted): try view.say(["Given up; nothing was saved of it."])
      case .success(let values):
        let question = QuestionForm.question(values)
        do {
          let count = try add([question])
          added += 1
          try view.say(["✓ \(question.prompt) = \(question.answer)  (\(title): \(count))"])
        } catch let error as DeckChangeError {
          try view.say(["\(error)"])
        } catch let error as AtomicFileError {
          try view.say(["\(error)"])
        }
      }
    }
  }
}

/// Questions from standard input.
enum QuestionInput {
  /// Reads all of them: a JSON list, JSON objects one after the other, or Markdown.
  ///
  /// - Throws: `DeckEditError` when anything is wrong with one.
  static func read() throws -> [Question] {
    let text = String(
      decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    let start = text.first { !$0.isWhitespace }
    guard let start else {
      throw DeckEditError.incomplete(
        "There is no question: give --prompt and --answer, or questions on standard input.")
    }
    let deck: DeckFile
    switch start {
    case "[": deck = json(text)
    case "{": deck = json("[" + separated(text) + "]")
    default:
      // Below a heading that stands on no line of the input.
      deck = DeckLoader(faultLimit: 20).parse(
        Array(("## -\r" + text).utf8), path: "standard input.md")
    }
    guard deck.faults.isEmpty, let group = deck.groups.first else {
      throw DeckEditError.unfit(
        path: "standard input",
        reason: "nothing was added:\n"
          + deck.faults.map(\.description).joined(separator: "\n"))
    }
    return group.questions
  }

  private static func json(_ list: String) -> DeckFile {
    DeckLoader(faultLimit: 20).parse(
      Array((#"{"title": "-", "questions": "# + list + "}").utf8), path: "standard input")
  }

  /// Objects, each of which begins a line, with commas between.
  private static func separated(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var hasEnded = false
    return lines.map { line -> String in
      let begins = line.first { !$0.isWhitespace } == "{"
      defer { if let last = line.last(where: { !$0.isWhitespace }) { hasEnded = last == "}" } }
      return (begins && hasEnded ? "," : "") + line
    }.joined(separator: "\n")
  }
}

/// Edits decks in the middle of a session, and says how to do it elsewhere where there is no
/// terminal to do it on.
struct SessionAuthor {
  let options: CommonOptions
  /// Who is asked; nobody without a terminal.
  let form: (any FormView)?

  /// Opens the learner's editor at a card's question.
  func edit(_ card: Card, in groups: [StoredGroup]) throws -> StudyOutcome {
    let writer = try DeckWriter(options)
    let found = try place(of: card, in: groups, writer)
    guard let form else {
      let file = DeckFileName.quoted("\(found.deck.source.file.path):\(found.line)")
      return .decksUnchanged(["It is edited elsewhere: rabble deck edit \(file)"])
    }
    let source = try writer.editable(found.deck, copying: false)
    let edited = try DeckEditor(writer: writer, view: form).edit(source, line: found.line)
    return edited == nil
      ? .decksUnchanged(["Nothing was changed."]) : .decksChanged(["Saved."])
  }

  /// Asks for questions and adds them to a card's group.
  func add(toGroupOf card: Card, in groups: [StoredGroup]) throws -> StudyOutcome {
    let writer = try DeckWriter(options)
    let found = try place(of: card, in: groups, writer)
    guard let form else {
      return .decksUnchanged([
        "Questions are added elsewhere: rabble deck add \(DeckFileName.quoted(card.group))"
      ])
    }
    let source = try writer.editable(found.deck, copying: false)
    let adder = QuestionAdder(writer: writer, path: source.file.path, title: card.group)
    let added = try adder.converse(on: form) { try writer.finder().groups }
    switch added {
    case 0: return .decksUnchanged(["No question was added."])
    case 1: return .decksChanged(["1 question added; it comes in a later session."])
    default: return .decksChanged(["\(added) questions added; they come in a later session."])
    }
  }

  /// Where a card's question stands.
  private func place(of card: Card, in groups: [StoredGroup], _ writer: DeckWriter) throws
    -> DeckFinder.Question
  {
    let paths = Set(groups.filter { $0.title == card.group }.map(\.deck))
    for deck in try writer.finder().decks where paths.contains(deck.source.file.path) {
      for (number, group) in deck.source.groups.enumerated() where group.group.title == card.group {
        let question = group.questions.firstIndex {
          $0.index != nil && $0.question == card.question
        }
        if let question {
          return DeckFinder.Question(
            deck: deck, place: QuestionPlace(group: number, question: question))
        }
      }
    }
    throw DeckEditError.incomplete(
      "This question is not in its deck any more as it was asked; the next start reads it anew.")
  }
}

/// How a command asks: field by field on a terminal, not at all elsewhere.
enum Asking {
  /// A form on the terminal; `nil` when standard input and output are not both one.
  static func view(_ options: CommonOptions) throws -> (any FormView)? {
    guard Terminal.isTerminal(descriptor: STDIN_FILENO),
      Terminal.isTerminal(descriptor: STDOUT_FILENO)
    else { return nil }
    return FieldPrompter(
      editor: try LineEditor(completions: []), isColored: options.isColored(STDOUT_FILENO),
      liveInput: { LiveKana() })
  }

  /// Fills in a form; `nil` when the learner gives it up, with what ended it.
  static func fill(_ form: FormController, on view: any FormView, endsEmpty: Bool = false) throws
    -> Result<[String: String], Refusal>
  {
    var form = form
    var field = form.screen
    while true {
      switch try view.ask(field) {
      case .interrupted: return .failure(form.isUntouched ? .end : .interrupted)
      case .end: return .failure(.end)
      case .line(let line):
        if endsEmpty, form.isUntouched, line.allSatisfy(\.isWhitespace) { return .failure(.end) }
        switch form.submit(line) {
        case .ask(let next): field = next
        case .done(let values): return .success(values)
        }
      }
    }
  }

  /// Why a form was not filled in.
  enum Refusal: Error {
    /// This one was given up.
    case interrupted
    /// There will be no other.
    case end
  }

  /// Asks a question that is answered with one of some letters; the end of input is the last one.
  static func choose(_ question: String, among letters: [Character], on view: any FormView) throws
    -> Character
  {
    let list = letters.map(String.init).joined(separator: "/")
    while true {
      switch try view.ask(FieldScreen(label: question, explanation: list)) {
      case .interrupted, .end: return letters[letters.count - 1]
      case .line(let line):
        let first = line.lowercased().first { !$0.isWhitespace }
        if let first, letters.contains(first) { return first }
      }
    }
  }
}
