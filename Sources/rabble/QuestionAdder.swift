import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScreens

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
